"""The marks of what can be redone: with a key where one press of it redoes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from game.core import deals
from game.core.moves import PULL, Move
from game.core.position import PileKind, Position, Seat, piles
from game.play.session import Session
from game.rules import RULES, LaPeau, Rules
from game.scenes.common.which_cards_are_marked import DOT, hint_mark, redo_pills
from game.solver import registry
from game.solver.answer import Goal


@pytest.mark.parametrize("rules", [kind() for kind in RULES.values()], ids=lambda r: r.name)
def test_a_mark_shows_the_key_that_redoes_wherever_a_letter_moves_the_card(rules: Rules) -> None:
    session = Session(rules, deals.deck_of(1), autoplay=False)
    session.play(rules.moves(session.position)[0])
    redone = session.position
    session.undo()
    (pill,) = redo_pills(session)
    letter = rules.letters(session.position)[pill.pile].strip()
    assert (pill.text != DOT) == (rules.one_click and bool(letter))
    if pill.text != DOT:
        session.key(pill.text.lower(), second=pill.right)
        assert session.position == redone


def test_a_mark_carries_its_price_beside_its_key_and_beside_the_total_of_an_answer() -> None:
    rules = LaPeau("same")
    session = Session(rules, deals.deck_of(1000), autoplay=False)
    session.history.branching = True
    answer = registry.solve(rules, session.position, Goal.SHORT).moves
    others = [move for move in rules.moves(session.position) if move.card != answer[0].card]
    for moves in (others[:1], answer):
        session.to_start()
        for move in moves:
            session.play(move)
    session.to_start()
    found = {pill.gold: pill.text for pill in redo_pills(session, lambda node: "+5")}
    assert found == {True: f"{len(answer)} +5", False: f"{DOT} +5"}
    assert {pill.text for pill in redo_pills(session)} == {str(len(answer)), DOT}


def test_the_hint_of_a_pull_marks_the_stock_wherever_a_game_has_it() -> None:
    table = piles((PileKind.FOUNDATION, 4), (PileKind.RESERVE, 1), (PileKind.PULL, 1))
    session: Any = SimpleNamespace(rules=SimpleNamespace(piles=table), position=Position(()))
    mark = hint_mark(session, Move(None, PULL))
    assert mark is not None and mark.seat == Seat(4, 0)

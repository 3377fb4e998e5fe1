"""How an answer came about: by its line, kept with it, and the same everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from handwritten_positions import brainjam, session_at
from history_lines import made
from made_deals import easy_deck
from recording_services import NOWHERE

from game.core import deals
from game.core.moves import Move, action_text
from game.play.session import Session
from game.record.game_store import GameStore
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.scenes.common.which_cards_are_marked import pile_pills
from game.solver.answer import Goal
from game.solver.registry import solve
from game.storage import DealKey, HelpKind, Storage, StoredAnswer
from game.system.console import Tracer

JAM = BrainJam()
NUMBER = 3


class Program:
    """A game store on a folder, as a run of the program has it."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(folder, read_only=folder is NOWHERE)
        self.game_store = GameStore(self.storage, Tracer(), lambda text: None)

    def open(self, number: int = NUMBER, **options: bool) -> Session:
        return self.game_store.open(JAM, deals.deck_of(number), number, **options)

    def answer(self, number: int = NUMBER) -> StoredAnswer | None:
        return self.storage.answers.best(key(number))


def key(number: int) -> DealKey:
    return DealKey(JAM.name, JAM.policy, deals.deck_text(deals.deck_of(number)))


def line_of(number: int = NUMBER) -> tuple[Move, ...]:
    return solve(JAM, JAM.deal(deals.deck_of(number)), Goal.FIRST, time_limit=60).moves


def follow(session: Session, moves: tuple[Move, ...]) -> None:
    for move in moves:
        if session.position.seat(move.card) is not None:  # type: ignore[arg-type]
            session.play(move)
    session.purge()
    assert session.is_won


def test_an_answer_found_alone_says_so_with_the_play() -> None:
    program = Program(NOWHERE)
    follow(program.open(autoplay=False), line_of())
    answer = program.answer()
    assert answer is not None and answer.how is HelpKind.ALONE
    assert [each.play.how for each in program.storage.plays.all()] == [HelpKind.ALONE]
    assert program.game_store.best == program.game_store.best_alone == answer.moves


def test_an_answer_that_walks_on_a_hinted_action_had_a_hint_also_after_a_restart(
    tmp_path: Path,
) -> None:
    program, moves = Program(tmp_path), line_of()
    program.game_store.count_hint(program.open(autoplay=False), moves[0])
    program.storage.close()
    again = Program(tmp_path)
    follow(again.open(autoplay=False), moves)
    answer = again.answer()
    assert answer is not None and answer.how is HelpKind.HINTS
    assert all(each.play.helped for each in again.storage.plays.all())
    assert again.game_store.best_alone is None


def test_a_hint_that_is_not_followed_is_no_help_to_the_line() -> None:
    program, moves = Program(NOWHERE), line_of()
    session = program.open(autoplay=False)
    other = next(m for m in JAM.moves(session.position) if m.card != moves[0].card)
    program.game_store.count_hint(session, other)
    follow(session, moves)
    answer = program.answer()
    assert answer is not None and answer.how is HelpKind.ALONE
    assert not any(each.play.helped for each in program.storage.plays.all())


@pytest.mark.parametrize("how", [HelpKind.SHOWN, HelpKind.PASTED])
def test_an_answer_along_what_was_shown_or_pasted_is_not_found_alone(how: HelpKind) -> None:
    program, moves = Program(NOWHERE), line_of()
    session = program.open(autoplay=False)
    if how is HelpKind.SHOWN:
        program.game_store.note_shown(session, session.position, moves)
        follow(session, moves)
    else:
        program.game_store.add_line(session, moves)
    answer = program.answer()
    assert answer is not None and answer.how is how
    assert (program.game_store.best, program.game_store.best_alone) == (answer.moves, None)


def test_a_hint_for_a_move_that_was_shown_leaves_it_shown() -> None:
    program, moves = Program(NOWHERE), line_of()
    session = program.open(autoplay=False)
    program.game_store.note_shown(session, session.position, moves)
    program.game_store.count_hint(session, moves[0])
    session.play(moves[0])
    assert program.game_store.how is HelpKind.SHOWN


def test_what_the_own_answer_walks_on_stays_ones_own_when_it_is_shown() -> None:
    program, moves = Program(NOWHERE), line_of()
    session = program.open(autoplay=False)
    follow(session, moves)
    program.game_store.note_shown(session, session.history.position_at(0), moves)
    assert program.game_store.how is HelpKind.ALONE


def test_the_best_alone_is_kept_though_a_shorter_one_is_pasted(tmp_path: Path) -> None:
    program, moves = Program(tmp_path), line_of()
    session = program.open(autoplay=False)
    for first in JAM.moves(session.position):
        after = JAM.apply(session.position, first)
        rest = solve(JAM, after, Goal.FIRST, time_limit=60).moves
        if rest and len(rest) + 1 > len(moves):
            break
    follow(session, (first, *rest))
    own = session.moves
    assert own > len(moves)
    program.game_store.add_line(session, moves)
    assert (program.game_store.best, program.game_store.best_alone) == (len(moves), own)
    program.storage.close()
    again = Program(tmp_path)
    session = again.open(autoplay=False)
    assert (again.game_store.best, again.game_store.best_alone) == (len(moves), own)
    answers = [session.history.graph.answer_from(session.history.here, alone=alone)
               for alone in (False, True)]  # fmt: skip
    assert [sum(edge.cost for edge in each) for each in answers] == [len(moves), own]


@pytest.mark.parametrize("branching", [False, True])
def test_a_stored_answer_can_be_walked_whatever_was_played_since(branching: bool) -> None:
    program, moves = Program(NOWHERE), line_of()
    words = " ".join(action_text((move,)) for move in moves)
    program.storage.answers.offer(
        [(key(NUMBER), StoredAnswer(len(moves), words, how=HelpKind.IMPORTED))]
    )
    session = program.open(branching=branching)
    assert session.history.can_redo and session.history.best == len(moves)
    assert any(pill.gold for pill in pile_pills(session))
    other = next(m for m in JAM.moves(session.position) if m.card != moves[0].card)
    session.play(other)
    session.to_start()
    session.redo()
    assert made(session.history)[0][0].card == other.card, "redo follows what was undone last"
    session.to_start()
    assert not session.follow_answer().refusal
    assert session.to_end().steps and session.moves == len(moves)
    assert not session.forget().refusal and session.moves < session.history.best == len(moves)
    program.game_store.clear(session.rules, session.deck)
    assert session.moves == 0 and session.history.best == len(moves)


def test_a_click_is_one_transaction_and_each_action_is_traced() -> None:
    for rules, deck in ((JAM, easy_deck(JAM)), (Klondike(), deals.deck_of(1))):
        commits, traced = _kept(rules, deck)
        assert commits == 1
        assert traced >= 1
    assert _kept(JAM, easy_deck(JAM)) == (1, 52)


def _kept(rules: Rules, deck: tuple[int, ...]) -> tuple[int, int]:
    """The transactions of one click, and the actions that are traced of it."""

    class Traced(Tracer):
        def __init__(self) -> None:
            super().__init__()
            self.events = 0

        def event(self, name: str, **fields: object) -> None:
            self.events += name in ("action", "unsaved")

    storage = Storage(NOWHERE, read_only=True, clock=lambda: 0.0)  # it counts the saves
    tracer = Traced()
    session = GameStore(storage, tracer, lambda text: None).open(rules, deck, None)
    key = DealKey(rules.name, rules.policy, deals.deck_text(deck))
    session.play(rules.moves(session.position)[0])
    return storage.deal(key).saved, tracer.events


def test_autoplay_follows_new_actions_only() -> None:
    session = Session(JAM, easy_deck(JAM), autoplay=False)
    session.play(session.rules.moves(session.position)[0])
    session.to_start()
    session.autoplay = True
    session.play(session.rules.moves(session.position)[0])
    assert session.moves == 1, "a known action: nothing is sent home that the line does not send"
    session.to_start()
    session.redo()
    assert session.moves == 1
    session.play(session.rules.moves(session.position)[0])
    assert session.is_won, "a new one"


def test_where_every_place_is_taken_a_dot_marks_each_card_that_can_move() -> None:
    session = Session(JAM, deals.deck_of(1), autoplay=False)
    assert not pile_pills(session)
    for pile in (8, 8, 9, 9):
        card = session.position.piles[pile][-1]
        session.play(Move(card, "reserve"))
    movable = [pile for pile in range(4, 16) if session.choices_of(pile)]
    dots = [pill.pile for pill in pile_pills(session)]
    assert dots == movable
    assert not pile_pills(Session(LaPeau(), deals.deck_of(1)))


@pytest.mark.parametrize("kings_only", [False, True])
def test_an_empty_column_that_takes_only_kings_is_no_place_left(
    kings_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BrainJam, "kings_only", kings_only)
    session = session_at(JAM, brainjam("5c 4d", "8h", reserve=["2s", "3h", "4c", "7s"]))
    assert bool(pile_pills(session)) == kings_only
    session = session_at(JAM, brainjam("5c 4d", "8h", reserve=["2s", "3h", "4c"]))
    assert not pile_pills(session), "a reserve is left"


def test_a_redeal_that_can_be_redone_is_marked_at_the_first_gap() -> None:
    rules = Gaps()
    session = Session(rules, deals.deck_of(4711))
    while not session.needs_redeal:
        session.play(rules.moves(session.position)[0])
    assert not pile_pills(session)
    session.play(rules.moves(session.position)[0])
    session.undo()
    assert [pill.pile for pill in pile_pills(session)] == rules.gaps(session.position)[:1]

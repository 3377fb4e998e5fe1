"""A tree of Gaps that holds answers with redeals of both kinds: light, map and review say the same
of it, by the kind that the rules have now.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from recording_services import (
    RecordingServices,
    WeighingSolver,
    give_weighing_solver,
    recording_services,
)

from game.core.deals import deck_of
from game.history import Node
from game.play.session import Session, flatten
from game.play.verdict import VerdictLight
from game.record.line_from_history import LineReader
from game.record.review_text import ReviewText
from game.record.tree_worths import TreeWorths
from game.record.where_win_was_lost import has_answer
from game.rules import Gaps
from game.solver import registry
from game.solver.answer import Goal, Verdict, redeals_otherwise
from game.solver.worker import Delivery

IN_PLACE, AT_RANDOM = Gaps(), Gaps(random_gaps=True)


class Honest(WeighingSolver):
    """A solver that answers every question at once."""

    def ask(self, *what: Any) -> int:
        number, (rules, position, *_) = super().ask(), what
        self._receive(Delivery(number, registry.solve(rules, position, Goal.FIRST), True, 0.0))
        return number


class Played(NamedTuple):
    """A deal that was won with redeals of both kinds."""

    session: Session
    stuck: Node[Any]
    """Where a redeal of the present kind loses, and one of the other kind wins."""
    won: Node[Any]
    """Where the other kind has won."""
    lost: Node[Any]
    """An end of the present kind."""


def played() -> Played:
    """Won at random places below `stuck`, in place from the deal on by another way."""
    session, chance = Session(IN_PLACE, deck_of(55), number=55, autoplay=False), Random(4)
    session.history.branching = True
    while not (session.needs_redeal and session.position.used):
        session.play(chance.choice(IN_PLACE.moves(session.position)))
    stuck = session.history.node()
    wins = [registry.solve(rules, session.history.position_of(at), Goal.FIRST).moves
            for rules, at in ((AT_RANDOM, stuck.id), (IN_PLACE, 0))]  # fmt: skip
    for move in wins[0]:
        session.play(move)
    won = session.history.node()
    session.goto(0)
    for move in wins[1]:
        session.play(move)
    session.goto(stuck.id)
    session.redeal()
    for move in IN_PLACE.moves(session.position)[:1]:
        session.play(move)
    return Played(session, stuck, won, session.history.node())


@pytest.fixture
def held() -> RecordingServices:
    """Services with a solver that knows everything at once."""
    made = recording_services(verdict_light=True)
    give_weighing_solver(made, Honest)
    return made


def first_lost(line: list[Node[Any]], session: Session) -> int:
    """The depth of the first node of a line that is lost by the present rules."""
    positions = [session.history.position_of(node.id) for node in line]
    verdicts = [registry.solve(session.rules, each, Goal.FIRST).verdict for each in positions]
    return line[verdicts.index(Verdict.UNWINNABLE)].depth


def test_of_answers_of_both_kinds_light_map_and_review_count_the_present_one(
    held: RecordingServices,
) -> None:
    session, stuck, won, lost = played()
    advisor, reviewer = held.services.advisor, held.services.reviewer
    at = first_lost(session.history.path(stuck.id), session)
    assert 0 < at < stuck.depth

    tree = TreeWorths(session, reviewer)
    # The line of the other kind's answer is weighed first: nothing of it may be taken for the map.
    worths = reviewer.worths(LineReader().to(session, won).line)
    advisor.collect()
    tree.want([lost, won])
    while not tree.is_idle:
        tree.work(0.01)
        advisor.collect()
        tree.hear()

    verdicts = [worth.verdict for worth in worths.worths()]
    assert verdicts[:at] == [Verdict.WON] * at
    assert verdicts[at : stuck.depth + 1] == [Verdict.UNWINNABLE] * (stuck.depth + 1 - at)
    assert verdicts[stuck.depth + 1 :] == [Verdict.WON] * (won.depth - stuck.depth)
    for node in (stuck, lost):
        died = tree.first_lost_on_path(node)
        assert died is not None and died.depth == at
    known = [tree.known[node.id].lost for node in session.history.path(stuck.id)]
    assert known == [verdict is Verdict.UNWINNABLE for verdict in verdicts[: stuck.depth + 1]]

    session.goto(stuck.id)
    for _ in range(stuck.depth):
        advisor.follow(session, watch=True, warn=True, par=False)
        advisor.collect()
    assert advisor.light is VerdictLight.WHATEVER
    assert advisor.undos_to_win == stuck.depth + 1 - at
    assert advisor.verdict_of(session, lost.id) == (VerdictLight.CANNOT, at)


def test_a_win_of_the_other_kind_is_told_as_solved_with_the_best_known_of_this_kind(
    held: RecordingServices,
) -> None:
    session, _, won, _ = played()
    worths = held.services.reviewer.worths(LineReader().to(session, won).line)
    held.services.advisor.collect()
    total = worths.worth(0).total
    assert total is not None
    said = f"Solved in {won.depth}, best known {total}" if total <= won.depth else "Solved in "
    kept = held.services.reviewer.win_of(IN_PLACE, session.history.position_at(0))
    assert kept and not redeals_otherwise(IN_PLACE, kept)
    assert ReviewText(held.services.language, worths).headline().startswith(said)


def test_an_answer_of_the_present_kind_counts_where_one_of_the_other_kind_is_shorter() -> None:
    session = Session(AT_RANDOM, deck_of(55), number=55, autoplay=False)
    session.history.branching = True
    for rules in (AT_RANDOM, IN_PLACE):
        session.goto(0)
        for move in registry.solve(rules, session.position, Goal.FIRST).moves:
            session.play(move)
    tree, root, end = session.history, session.history.node(0), session.history.node()
    assert redeals_otherwise(AT_RANDOM, flatten(tree.answer_from(0)))
    assert has_answer(AT_RANDOM, tree, root) and has_answer(IN_PLACE, tree, root)
    assert all(has_answer(rules, tree, end) for rules in (AT_RANDOM, IN_PLACE))
    session, stuck, *_ = played()
    assert has_answer(AT_RANDOM, session.history, stuck)
    assert not has_answer(IN_PLACE, session.history, stuck)

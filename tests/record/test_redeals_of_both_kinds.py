"""A history of Gaps that holds answers with redeals of both kinds: light, map and review say the
same of it, by the kind that the rules have now.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import pytest
from history_lines import best_answer
from recording_services import (
    RecordingServices,
    WeighingSolver,
    give_weighing_solver,
    recording_services,
)

from game.core.deals import deck_of
from game.history import WON
from game.play.session import LineStep, Session, flatten
from game.play.verdict import VerdictLight
from game.record.review_text import ReviewText
from game.record.reviewed_lines import LineReader
from game.record.reviewer import DealWorths
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
    stuck: int
    """The key of a position where a redeal of the present kind loses, and one of the other kind
    wins.
    """
    won: list[LineStep]
    """The line on which the other kind has won, with the deal."""
    lost: int
    """The key of an end of the present kind."""


def played() -> Played:
    """Won at random places below `stuck`, in place from the deal on by another way."""
    session, chance = Session(IN_PLACE, deck_of(55), number=55, autoplay=False), Random(4)
    session.history.branching = True
    while not (session.needs_redeal and session.position.used):
        session.play(chance.choice(IN_PLACE.moves(session.position)))
    stuck = session.history.here
    starts = ((AT_RANDOM, session.position), (IN_PLACE, session.history.position_at(0)))
    wins = [registry.solve(rules, position, Goal.FIRST).moves for rules, position in starts]
    for move in wins[0]:
        session.play(move)
    won = session.history.line
    session.to_start()
    for move in wins[1]:
        session.play(move)
    session.goto(stuck)
    session.redeal()
    for move in IN_PLACE.moves(session.position)[:1]:
        session.play(move)
    return Played(session, stuck, won, session.history.here)


@pytest.fixture
def held() -> RecordingServices:
    """Services with a solver that knows everything at once."""
    made = recording_services(verdict_light=True)
    give_weighing_solver(made, Honest)
    return made


def first_lost(line: list[LineStep], session: Session) -> int:
    """The first place of a line that is lost by the present rules."""
    keys = [step.key for step in line]
    positions = [session.history.position_of(key) for key in keys]
    verdicts = [registry.solve(session.rules, each, Goal.FIRST).verdict for each in positions]
    return verdicts.index(Verdict.UNWINNABLE)


def test_of_answers_of_both_kinds_light_map_and_review_count_the_present_one(
    held: RecordingServices,
) -> None:
    session, stuck, won, lost = played()
    advisor, reviewer = held.services.advisor, held.services.reviewer
    to_stuck, last = session.history.line_through(stuck)
    assert [step.key for step in to_stuck[: last + 1]] == [step.key for step in won[: last + 1]]
    at = first_lost(won[: last + 1], session)
    assert 0 < at < last

    worths_of = DealWorths(session, reviewer)
    # The line of the other kind's answer is weighed first: nothing of it may be taken for the map.
    worths = reviewer.worths(LineReader().of(session, won).line)
    advisor.collect()
    worths_of.want([lost, stuck])
    while not worths_of.is_idle:
        worths_of.work(0.01)
        advisor.collect()

    verdicts = [worth.verdict for worth in worths.worths()]
    assert verdicts[:at] == [Verdict.WON] * at
    assert verdicts[at : last + 1] == [Verdict.UNWINNABLE] * (last + 1 - at)
    assert verdicts[last + 1 :] == [Verdict.WON] * (len(won) - 1 - last)
    for key in (stuck, lost):
        assert worths_of.first_lost_on_path(key) == won[at].key
    known = [worths_of.worth(step.key) for step in won[: last + 1]]
    assert [one is not None and one.lost for one in known] == [
        verdict is Verdict.UNWINNABLE for verdict in verdicts[: last + 1]
    ]

    session.goto(stuck)
    for _ in range(last):
        advisor.follow(session, watch=True, warn=True, par=False)
        advisor.collect()
    assert advisor.light is VerdictLight.WHATEVER
    assert advisor.undos_to_win == last + 1 - at
    assert advisor.verdict_of(session, lost) == (VerdictLight.CANNOT, won[at - 1].moves + 1)


def test_a_win_of_the_other_kind_is_told_as_solved_with_the_best_known_of_this_kind(
    held: RecordingServices,
) -> None:
    session, _, won, _ = played()
    worths = held.services.reviewer.worths(LineReader().of(session, won).line)
    held.services.advisor.collect()
    total, moves = worths.worth(0).total, won[-1].moves
    assert total is not None
    said = f"Solved in {moves}, best known {total}" if total <= moves else "Solved in "
    kept = held.services.reviewer.known.shorter_win(IN_PLACE, session.history.position_at(0))
    assert kept and not redeals_otherwise(IN_PLACE, kept)
    assert ReviewText(held.services.language, worths).headline().startswith(said)


def test_an_answer_of_the_present_kind_counts_where_one_of_the_other_kind_is_shorter() -> None:
    session = Session(AT_RANDOM, deck_of(55), number=55, autoplay=False)
    for rules in (AT_RANDOM, IN_PLACE):
        session.to_start()
        for move in registry.solve(rules, session.position, Goal.FIRST).moves:
            session.play(move)
    graph = session.history.graph
    assert redeals_otherwise(AT_RANDOM, flatten(best_answer(session.history)))
    for node in (graph.start, graph.nodes[WON]):
        assert has_answer(AT_RANDOM, node) and has_answer(IN_PLACE, node)
    session, key, *_ = played()
    stuck = session.history.graph.nodes[key]
    assert has_answer(AT_RANDOM, stuck)
    assert not has_answer(IN_PLACE, stuck)

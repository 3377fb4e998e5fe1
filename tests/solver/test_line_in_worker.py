"""A line weighed in the worker: found bit by bit, gone on with by the next worker; what is known is
not searched again, what is wrong is found.
"""

from __future__ import annotations

import os
import queue
import signal
from collections.abc import Iterator

import pytest
from queued_client import SOON, deal, until

from game.core.deals import deck_of
from game.rules import rules_for
from game.solver import registry
from game.solver.answer import Goal, SearchLimits
from game.solver.client import SolverClient
from game.solver.line_review import weigh
from game.solver.line_worths import Line, LineWorths, PositionBounds
from game.solver.worker import Delivery, Told, Weighed

RULES = rules_for("lapeau", ("same",))
SILENCE = 0.5
"""Seconds in which a worker with nothing else to do tells something of a line it weighs."""


def a_line(number: int = 1000) -> Line:
    start = RULES.deal(deck_of(number))
    moves = registry.solve(RULES, start, Goal.FIRST).moves
    return Line.of_actions(RULES, start, [(move,) for move in moves])


class Scale:
    """A client, and what it has told of lines."""

    def __init__(self) -> None:
        self.told: queue.Queue[Told] = queue.Queue()
        self.client = SolverClient(self.told.put)

    def weighed(self, number: int, worths: LineWorths) -> list[Weighed]:
        """All that comes of a line, taken in by a mirror of it. What was told of the line before,
        or was on its way, may come first.
        """
        came: list[Weighed] = []
        while not came or not came[-1].final:
            told = self.told.get(timeout=SOON)
            if isinstance(told, Weighed) and told.number == number:
                worths.take(told.found)
                came.append(told)
            else:
                assert not came or not isinstance(told, Weighed), "of a line that is not wanted"
        return came


@pytest.fixture
def scale() -> Iterator[Scale]:
    scale = Scale()
    yield scale
    scale.client.close()


def test_what_comes_of_the_worker_is_what_is_found_here(scale: Scale) -> None:
    line = a_line()
    mirror = LineWorths(line)
    scale.weighed(scale.client.weigh(line, ()), mirror)
    here = weigh(line, SearchLimits())
    assert mirror.worths() == here.worths()
    for place in range(len(line.positions)):
        answer = mirror.answer(place)
        assert answer is not None
        position = line.positions[place]
        for move in answer:
            position = RULES.apply(position, move)
        assert RULES.is_won(position)


def test_a_worker_that_is_killed_in_the_middle_is_not_noticed(scale: Scale) -> None:
    line = a_line()
    mirror = LineWorths(line)
    number = scale.client.weigh(line, ())
    until(lambda: scale.client.pid is not None)
    first = scale.told.get(timeout=SOON)
    assert isinstance(first, Weighed)
    mirror.take(first.found)
    pid = scale.client.pid
    if not first.final and pid is not None:
        os.kill(pid, signal.SIGKILL)
        scale.weighed(number, mirror)
    assert all(worth.proved for worth in mirror.worths())


def test_a_line_that_takes_two_workers_with_it_ends_as_it_is_known(scale: Scale) -> None:
    rules = rules_for("gaps")
    line = Line.of_moves(rules, rules.deal(deck_of(1)), ())
    number = scale.client.weigh(line, ())
    killed: set[int] = set()
    for _ in range(2):
        until(lambda: scale.client.pid not in (None, *killed))
        pid = scale.client.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        killed.add(pid)
    mirror = LineWorths(line)
    assert scale.weighed(number, mirror)[-1].final


def test_a_question_is_answered_before_the_line_is_weighed_to_its_end(scale: Scale) -> None:
    line = a_line()
    scale.client.weigh(line, ())
    number = scale.client.ask(rules_for("brainjam"), deal(1), Goal.FIRST, seconds=SOON)
    while True:
        told = scale.told.get(timeout=SOON)
        if isinstance(told, Delivery) and told.final:
            assert told.number == number
            return
        assert not (isinstance(told, Weighed) and told.final)


def test_a_newer_line_ends_the_older_and_none_ends_both(scale: Scale) -> None:
    older, newer = a_line(1000), a_line(1001)
    scale.client.weigh(older, ())
    number = scale.client.weigh(newer, ())
    scale.weighed(number, LineWorths(newer))
    stopped = scale.client.weigh(older, ())
    scale.client.stop_weighing()
    asked = scale.client.ask(rules_for("brainjam"), deal(1), Goal.FIRST, seconds=SOON)
    # What was told before the stop, or was on its way, may still be among it.
    came = [scale.told.get(timeout=SOON)]
    while not (isinstance(came[-1], Delivery) and came[-1].final):
        came.append(scale.told.get(timeout=SOON))
    assert {told.number for told in came if isinstance(told, Weighed)} <= {stopped}
    assert came[-1].number == asked
    with pytest.raises(queue.Empty):
        scale.told.get(timeout=SILENCE)


def test_of_a_game_without_a_solver_nothing_is_told_but_the_end(
    scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = a_line()
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    assert scale.client.weigh(line, ()) == 1
    assert scale.told.get(timeout=SOON) == Weighed(1, (), True)


def test_what_is_known_beforehand_is_not_searched_again(
    scale: Scale, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = a_line()
    found = weigh(line, SearchLimits()).found(range(len(line.positions)))
    came = scale.weighed(scale.client.weigh(line, found), mirror := LineWorths(line))
    mirror.take(found)
    assert all(worth.proved for worth in mirror.worths())
    assert sum(len(weighed.found) for weighed in came) <= len(found)


def test_a_known_win_that_the_rules_refuse_is_not_believed(scale: Scale) -> None:
    line = a_line()
    wrong = PositionBounds(0, False, 0, 1, (line.actions[-1][0],))
    mirror = LineWorths(line)
    scale.weighed(scale.client.weigh(line, (wrong,)), mirror)
    assert mirror.worth(0).proved and mirror.worth(0).total != 1

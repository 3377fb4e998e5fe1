"""Collects what is known of the worth of a deal's positions, and has the missing worths found."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import NamedTuple

from game.core.deals import deck_text
from game.history import WON
from game.history.line import lined
from game.play.session import Session
from game.record.line_from_history import LineReader, ReviewedLine
from game.record.reviewer import Reviewer
from game.record.where_win_was_lost import has_answer
from game.solver.answer import Verdict, redeals_otherwise
from game.solver.line_worths import LineWorths
from game.solver.registry import can_prove

AT_ONCE = 60
"""Positions looked up together: less than a millisecond's work."""


class NodeWorth(NamedTuple):
    """What is known of a position. `least` and `most` are bounds, in counted moves, of the shortest
    answer from it.
    """

    lost: bool
    least: int = 0
    most: int | None = None


class TreeWorths:
    """The worths of one session's positions, by key. It has one shortest way after another weighed;
    `hear` takes in the results. A map reads the dict `known` without a call.
    """

    def __init__(self, session: Session, reviewer: Reviewer) -> None:
        self._session, self._reviewer = session, reviewer
        self._deck = deck_text(session.deck)
        self._reader = LineReader()
        self.known: dict[int, NodeWorth] = {}
        self.version = 0
        """A number that grows whenever `known` changes."""
        self._graph = session.history.graph
        self._graph_version = -1
        self._to_recall: list[int] = []
        self._ends: list[int] = []
        self._line: ReviewedLine | None = None
        self._worths: LineWorths | None = None
        self._verdicts_of: set[int] = set()
        self._totals_of: set[int] = set()
        """The ends whose lines were asked for verdicts (`_verdicts_of`), or for totals."""
        self._wants_totals = False
        self._found_next: tuple[tuple[int, ...], int | None] | None = None
        """The cached result of `_next`, after the state for which it holds."""
        self.follow()

    def follow(self) -> None:
        """Take in new positions."""
        if self._graph_version != self._graph.version:
            self._graph_version, self._found_next = self._graph.version, None
            self._to_recall = [key for key in self._graph.nodes if key not in self.known]

    def want(self, ends: Iterable[int]) -> None:
        """Set the positions whose lines are to be weighed, the most urgent first. The verdicts of
        all lines are found before any totals.
        """
        self._ends, self._found_next = list(ends), None

    def stop(self) -> None:
        """Stop weighing: the map is not shown."""
        if self._line is not None:
            self._reviewer.stop()
        self._line = self._worths = None

    @property
    def shortest(self) -> int | None:
        """The proved length of the deal's shortest answer; None: it is not proved."""
        root = self.known.get(self._graph.start.key)
        return None if root is None or root.most != root.least else root.most

    # Working

    @property
    def is_idle(self) -> bool:
        """Whether `work` has nothing to do until the solver delivers results."""
        return not self._to_recall and (self._is_waiting or self._next() is None)

    @property
    def _is_waiting(self) -> bool:
        """Whether the line that was asked for is still worth waiting for."""
        worths = self._worths
        if worths is None or not (self._reviewer.holds(worths) and self._reviewer.is_weighing):
            return False
        return self._wants_totals or not _is_decided(worths)

    def work(self, seconds: float) -> bool:
        """Continue for about `seconds`; True if `known` has changed."""
        before, until = self.version, time.perf_counter() + seconds
        while self._to_recall and time.perf_counter() < until:
            self._recall()
        if not self._to_recall and not self._is_waiting:
            self._ask()
        return self.version != before

    def _recall(self) -> None:
        """Take in what the reviewer's caches hold of the next few positions."""
        some = [self._to_recall.pop() for _ in range(min(AT_ONCE, len(self._to_recall)))]
        rules = self._session.rules
        self._reviewer.recall(rules, self._deck, some)
        for key in some:
            found = self._reviewer.known_of(rules, self._deck, key)
            if found is not None:
                self._note(key, NodeWorth(found.lost, found.least, found.most))

    def _ask(self) -> None:
        """Have the next line weighed. If another caller's line has replaced ours, ours counts as
        not asked for.
        """
        if self._worths is not None and not self._reviewer.holds(self._worths):
            assert self._line is not None
            for asked in (self._verdicts_of, self._totals_of):
                asked.discard(self._line.steps[-1].key)
            self._line = self._worths = None
        end = self._next()
        if end is None:
            return
        self._wants_totals = end in self._verdicts_of
        (self._totals_of if self._wants_totals else self._verdicts_of).add(end)
        way = self._graph.way_to(end)
        actions = ((edge.action, edge.cost, edge.target.key) for edge in way)
        steps = lined(self._session.history.line[:1], actions)
        self._line = self._reader.of(self._session, steps)
        self._worths = self._reviewer.worths(self._line.line)
        self.hear()

    def _next(self) -> int | None:
        """The end of the line to ask for next; None: none is left."""
        state = self.version, len(self._verdicts_of), len(self._totals_of)
        if self._found_next is None or self._found_next[0] != state:
            self._found_next = state, self._find_next()
        return self._found_next[1]

    def _find_next(self) -> int | None:
        for end in self._ends:
            if end not in self._verdicts_of and not self._is_settled(end):
                return end
        if can_prove(self._session.rules.name):
            for end in self._ends:
                if end not in self._totals_of and not self._has_totals(end):
                    return end
        return None

    def _is_settled(self, end: int) -> bool:
        """Whether it is known where the line to `end` was lost, or that it was not."""
        if has_answer(self._session.rules, self._graph.nodes[end]):
            return True
        worth = self.known.get(end)
        if worth is None or (not worth.lost and worth.most is None):
            return False
        return not worth.lost or self.first_lost_on_path(end) is not None

    def first_lost_on_path(self, end: int) -> int | None:
        """The first lost position on the shortest way to a lost one; None while that is not
        known.
        """
        rules, first = self._session.rules, end
        for edge in reversed(self._graph.way_to(end)):
            if rules.facts.redeals and redeals_otherwise(rules, edge.action):
                break
            worth = self.known.get(edge.source.key)
            if worth is None or not worth.lost:
                is_known = worth is not None and worth.most is not None
                return first if is_known or has_answer(rules, edge.source) else None
            first = edge.source.key
        return first

    def _has_totals(self, end: int) -> bool:
        way = self._graph.way_to(end)
        worths = [
            self.known.get(key) for key in (self._graph.start.key, *(e.target.key for e in way))
        ]
        return all(one is not None and (one.lost or one.most == one.least) for one in worths)

    # Results

    def hear(self) -> None:
        """Take in what is known so far of the line that was asked for."""
        if self._line is None or self._worths is None:
            return
        for step, one in zip(self._line.steps, self._worths.worths(), strict=True):
            lost = one.verdict is Verdict.UNWINNABLE
            if lost or one.total is not None:
                most = None if one.total is None else one.total - step.moves
                self._note(step.key, NodeWorth(lost, max(0, one.least - step.moves), most))

    def _note(self, key: int, worth: NodeWorth) -> None:
        if key != WON and self.known.get(key) != worth:
            self.known[key] = worth
            self.version += 1


def _is_decided(worths: LineWorths) -> bool:
    """Whether it is known where a line was lost, or that it was not."""
    last = len(worths.line.positions) - 1
    first = worths.first_lost
    return worths.last_won == last if first is None else first == worths.last_won + 1

"""What the positions of a deal's tree are worth, as far as that is known, and the finding out."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import NamedTuple

from game.core.deals import deck_text
from game.core.position import Action
from game.history import ROOT, Node
from game.play.session import Session
from game.record.reviewed_line import LineReader, ReviewedLine
from game.record.reviewer import Reviewer
from game.solver.answer import Verdict
from game.solver.line_worths import LineWorths
from game.solver.shorter_answer import can_prove

AT_ONCE = 60
"""Nodes looked up together: less than a millisecond's work."""


class NodeWorth(NamedTuple):
    """What is known of a node. Totals count from the deal."""

    lost: bool
    least: int = 0
    most: int | None = None


class TreeWorths:
    """Knowledge of one session's tree. It asks for one line after another; `hear` takes in what
    has come. What is known lies in a dict by node id, so that a map reads it without asking.
    """

    def __init__(
        self,
        session: Session,
        reviewer: Reviewer,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._session, self._reviewer, self._now = session, reviewer, now
        self._deck = deck_text(session.deck)
        self._reader = LineReader()
        self.known: dict[int, NodeWorth] = {}
        self.version = 0
        """Grows with what is known."""
        self._to_recall: list[Node[Action]] = list(session.tree.walk())[::-1]
        self._ends: list[Node[Action]] = []
        self._line: ReviewedLine | None = None
        self._worths: LineWorths | None = None
        self._verdicts_of: set[int] = set()
        self._totals_of: set[int] = set()
        """The ends whose line was asked for verdicts, and for all totals."""
        self._wants_totals = False
        self._found_next: tuple[tuple[int, ...], Node[Action] | None] | None = None
        """The answer of `_next`, and the state of things that it belongs to."""

    def want(self, ends: Iterable[Node[Action]]) -> None:
        """Find out of the lines to these nodes, the first ones first: verdicts of all of them
        before any total.
        """
        self._ends, self._found_next = list(ends), None

    def rest(self) -> None:
        """Nobody looks at the tree any more."""
        if self._line is not None:
            self._reviewer.rest()
        self._line = self._worths = None

    @property
    def shortest(self) -> int | None:
        """The proved length of the deal's shortest answer."""
        root = self.known.get(ROOT)
        return None if root is None or root.most != root.least else root.most

    # Working

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do before the solver has something to tell."""
        return not self._to_recall and (self._is_waiting or self._next() is None)

    @property
    def _is_waiting(self) -> bool:
        """Whether the line that was asked for is still worth waiting for."""
        worths = self._worths
        if worths is None or not (self._reviewer.holds(worths) and self._reviewer.is_weighing):
            return False
        return self._wants_totals or not _is_decided(worths)

    def work(self, seconds: float) -> bool:
        """Go on for so long; True if more is known."""
        before, until = self.version, self._now() + seconds
        while self._to_recall and self._now() < until:
            self._recall()
        if not self._to_recall and not self._is_waiting:
            self._ask()
        return self.version != before

    def _recall(self) -> None:
        """What was found before of some nodes."""
        some = [self._to_recall.pop() for _ in range(min(AT_ONCE, len(self._to_recall)))]
        rules = self._session.rules
        self._reviewer.recall(rules, self._deck, some)
        for node in some:
            found = self._reviewer.known_of(rules, self._deck, node)
            if found is not None:
                most = None if found.most is None else node.depth + found.most
                self._note(node.id, NodeWorth(found.lost, node.depth + found.least, most))

    def _ask(self) -> None:
        """Have the next line weighed; one that somebody else's was asked for over, again."""
        if self._worths is not None and not self._reviewer.holds(self._worths):
            assert self._line is not None
            for asked in (self._verdicts_of, self._totals_of):
                asked.discard(self._line.nodes[-1].id)
            self._line = self._worths = None
        end = self._next()
        if end is None:
            return
        self._wants_totals = end.id in self._verdicts_of
        (self._totals_of if self._wants_totals else self._verdicts_of).add(end.id)
        self._line = self._reader.to(self._session, end)
        self._worths = self._reviewer.worths(self._line.line)
        self.hear()

    def _next(self) -> Node[Action] | None:
        """The end whose line is to be asked for."""
        state = self.version, len(self._verdicts_of), len(self._totals_of)
        if self._found_next is None or self._found_next[0] != state:
            self._found_next = state, self._find_next()
        return self._found_next[1]

    def _find_next(self) -> Node[Action] | None:
        for end in self._ends:
            if end.id not in self._verdicts_of and not self._is_settled(end):
                return end
        if can_prove(self._session.rules.name):
            for end in self._ends:
                if end.id not in self._totals_of and not self._has_totals(end):
                    return end
        return None

    def _is_settled(self, end: Node[Action]) -> bool:
        """Whether it is known of a line where it was lost, or that it was not."""
        if end.answer is not None:
            return True
        worth = self.known.get(end.id)
        if worth is None or (not worth.lost and worth.most is None):
            return False
        return not worth.lost or self.death_of(end) is not None

    def death_of(self, end: Node[Action]) -> Node[Action] | None:
        """The first lost node on the way to a lost one; None while that is not known."""
        at: Node[Action] | None = end
        while at is not None:
            above = at.parent
            if above is None:
                return at
            worth = self.known.get(above.id)
            if above.answer is not None or (worth is not None and worth.most is not None):
                return at
            if worth is None or not worth.lost:
                return None
            at = above
        return None

    def _has_totals(self, end: Node[Action]) -> bool:
        at: Node[Action] | None = end
        while at is not None:
            worth = self.known.get(at.id)
            if worth is None or not (worth.lost or worth.most == worth.least):
                return False
            at = at.parent
        return True

    # What comes

    def hear(self) -> None:
        """Take in what is known by now of the line that was asked for."""
        if self._line is None or self._worths is None:
            return
        for node, one in zip(self._line.nodes, self._worths.worths(), strict=True):
            lost = one.verdict is Verdict.UNWINNABLE
            if lost or one.most is not None:
                self._note(node.id, NodeWorth(lost, one.least, one.most))

    def _note(self, node: int, worth: NodeWorth) -> None:
        if self.known.get(node) != worth:
            self.known[node] = worth
            self.version += 1


def _is_decided(worths: LineWorths) -> bool:
    """Whether it is known where a line was lost, or that it was not."""
    last = len(worths.line.positions) - 1
    first = worths.first_lost
    return worths.last_won == last if first is None else first == worths.last_won + 1

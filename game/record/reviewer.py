"""Has lines weighed by the solver: that of the table's strip, of a review, of a map's branch.

There is one line weighed at a time, the one that was asked for last. What is found is noted in
`KnownPositions`; what becomes known there otherwise is taken over at once.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from game.core.deals import deck_text
from game.core.position import Position
from game.history import FAR, WON
from game.history.line import lined
from game.play.session import Session
from game.record.known_positions import KnownPositions, keys_of
from game.record.reviewed_lines import LineReader
from game.rules import Rules
from game.solver.answer import Verdict
from game.solver.line_worths import Line, LineWorths, PositionBounds, where_lost
from game.solver.registry import can_prove

if TYPE_CHECKING:
    from game.record.solver_gateway import SolverGateway
    from game.solver.worker import Weighed

WRITTEN_EVERY: Final = 1.0
"""Least seconds between two writes to disk while a line is being weighed."""
AT_ONCE: Final = 60
"""Positions looked up together: less than a millisecond's work."""


class Reviewer:
    """Has one line weighed at a time. For one thread."""

    def __init__(
        self,
        solver: SolverGateway,
        known: KnownPositions,
        clock: Callable[[], float] = time.monotonic,
        *,
        on_par: Callable[[Rules, Position, int], None] = lambda rules, start, moves: None,
    ) -> None:
        """`solver` weighs lines. `on_par` gets the proved par from a line's first position."""
        self.known = known
        self._solver, self._on_par, self._clock = solver, on_par, clock
        self._worths: LineWorths | None = None
        """The worths of the line that was asked for last; None: no line was asked for."""
        self._keys: list[int] = []
        self._asked = 0
        """The number under which that line is being weighed; 0: it is not."""
        self._written = clock()
        known.on_change = self._note

    def worths(self, line: Line) -> LineWorths:
        """What is known of a line; the returned object learns what becomes known. If anything is
        unknown, the line is weighed, in place of the line that was asked for before.
        """
        if self._worths is not None:
            asked = self._worths.line
            if (asked.rules, asked.positions) == (line.rules, line.positions):
                return self._worths
        self.stop()
        keys = keys_of(line.rules, line.positions)
        self.known.recall(line.rules, keys)
        self._worths, self._keys = LineWorths(line), keys
        self._note()
        self._tell_par()
        if not is_settled(self._worths):
            known = [*self.known.of_line(line.rules, keys)]
            self._asked = self._solver.weigh(line, known, self.take)
        return self._worths

    @property
    def is_weighing(self) -> bool:
        """Whether more may become known of the line that was asked for last."""
        return bool(self._asked)

    def holds(self, worths: LineWorths) -> bool:
        """Whether these are the worths of the line that was asked for last, the only ones that
        learn what becomes known.
        """
        return self._worths is worths

    def stop(self) -> None:
        """Stop weighing and write what was found: no line is shown."""
        if self._asked:
            self._solver.stop_weighing()
        self._write()
        self._worths, self._asked = None, 0

    def take(self, weighed: Weighed) -> bool:
        """Take in results; True if they add to the line that was asked for last, or end its
        weighing.
        """
        worths = self._worths
        if worths is None or weighed.number != self._asked:
            return False
        worths.take(weighed.found)
        self._note()
        if any(one.place == 0 for one in weighed.found):
            self._tell_par()
        if weighed.final:
            self._asked = 0
        if weighed.final or self._clock() - self._written >= WRITTEN_EVERY:
            self._write()
        return weighed.final or bool(weighed.found)

    def _note(self) -> None:
        """Bring the line and what is known of its positions in line with each other."""
        if self._worths is not None:
            self.known.note_line(self._worths, self._keys)

    def _tell_par(self) -> None:
        assert self._worths is not None
        first, line = self._worths.worth(0), self._worths.line
        if first.total is None:
            return
        if first.proved:
            self._on_par(line.rules, line.positions[0], first.total)
        self.known.learn_win(line.rules, line.positions[0], self._worths.answer(0) or ())

    def _write(self) -> None:
        self._written = self._clock()
        self.known.write()


def is_settled(worths: LineWorths) -> bool:
    """Whether each place of a line is known to be lost or has a proved total."""
    known = worths.worths()
    return all(one.verdict is Verdict.UNWINNABLE or one.proved for one in known)


class DealWorths:
    """The worths of the positions of one session's history, for a map. It has one shortest way
    after another weighed.
    """

    def __init__(self, session: Session, reviewer: Reviewer) -> None:
        self._session, self._reviewer = session, reviewer
        self._deck = deck_text(session.deck)
        self._reader = LineReader()
        self._graph = session.history.graph
        self._graph_version = -1
        self._recalled: set[int] = set()
        self._to_recall: list[int] = []
        self._wanted: deque[tuple[int, bool]] = deque()
        """The ends of lines to be weighed, each for verdicts (False), then for totals (True)."""
        self._asked: set[tuple[int, bool]] = set()
        self._aim: tuple[int, bool] | None = None
        """What the present line was asked for."""
        self._worths: LineWorths | None = None
        self.follow()

    def follow(self) -> None:
        """Take in new positions."""
        if self._graph_version != self._graph.version:
            self._graph_version = self._graph.version
            self._to_recall = [key for key in self._graph.nodes if key not in self._recalled]

    def want(self, ends: Iterable[int]) -> None:
        """Set the positions whose lines are to be weighed, the most urgent first. The verdicts of
        all lines are found before any totals.
        """
        wanted = [(end, False) for end in ends]
        if can_prove(self._session.rules.name):
            wanted += [(end, True) for end, _ in wanted]
        self._wanted = deque(wanted)

    def stop(self) -> None:
        """Stop weighing: the map is not shown."""
        if self._worths is not None:
            self._reviewer.stop()
        self._worths = None

    @property
    def version(self) -> int:
        """A number that grows whenever more has become known."""
        return self._reviewer.known.version

    def worth(self, key: int) -> PositionBounds | None:
        """What is known of a position that is not won; None: neither a win nor that it is lost."""
        if key == WON:
            return None
        return self._reviewer.known.bounds(self._session.rules, self._deck, key)

    @property
    def lost(self) -> Iterator[int]:
        """The positions that are lost, and perhaps some of other deals."""
        return self._reviewer.known.lost(self._session.rules, self._deck)

    @property
    def shortest(self) -> int | None:
        """The proved length of the deal's shortest answer; None: it is not proved."""
        root = self.worth(self._graph.start.key)
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
        return self._aim is None or self._aim[1] or not _is_decided(worths)

    def work(self, seconds: float) -> None:
        """Continue for about `seconds`."""
        until = time.perf_counter() + seconds
        while self._to_recall and time.perf_counter() < until:
            some = [self._to_recall.pop() for _ in range(min(AT_ONCE, len(self._to_recall)))]
            self._recalled.update(some)
            self._reviewer.known.recall(self._session.rules, some, self._deck)
        if not self._to_recall and not self._is_waiting:
            self._ask()

    def _ask(self) -> None:
        """Have the next line weighed. If another caller's line has replaced ours, ours counts as
        not asked for.
        """
        if self._aim is not None and self._worths and not self._reviewer.holds(self._worths):
            self._asked.discard(self._aim)
            self._wanted.appendleft(self._aim)
            self._aim = self._worths = None
        self._aim = self._next()
        if self._aim is None:
            return
        self._asked.add(self._aim)
        way = self._graph.way_to(self._aim[0])
        actions = ((edge.action, edge.cost, edge.target.key) for edge in way)
        steps = lined(self._session.history.line[:1], actions)
        self._worths = self._reviewer.worths(self._reader.of(self._session, steps).line)

    def _next(self) -> tuple[int, bool] | None:
        """What to ask for next; None: nothing is left."""
        while self._wanted:
            end, totals = self._wanted[0]
            known = self._has_totals(end) if totals else self._is_settled(end)
            if not known and self._wanted[0] not in self._asked:
                return self._wanted[0]
            self._wanted.popleft()
        return None

    def _is_settled(self, end: int) -> bool:
        """Whether it is known where the line to `end` was lost, or that it was not."""
        if self._graph.nodes[end].to_go < FAR:
            return True
        worth = self.worth(end)
        return worth is not None and (not worth.lost or self.first_lost_on_path(end) is not None)

    def first_lost_on_path(self, end: int) -> int | None:
        """The first lost position on the shortest way to a lost one; None while that is not
        known.
        """
        nodes = [self._graph.start, *(edge.target for edge in self._graph.way_to(end))]
        last, first = where_lost(
            Verdict.WON
            if node.to_go < FAR
            else self._reviewer.known.of(self._session.rules, self._deck, node.key).verdict
            for node in nodes
        )
        return nodes[first].key if first is not None and first == last + 1 else None

    def _has_totals(self, end: int) -> bool:
        way = self._graph.way_to(end)
        worths = [self.worth(key) for key in (self._graph.start.key, *(e.target.key for e in way))]
        return all(one is not None and (one.lost or one.most == one.least) for one in worths)


def _is_decided(worths: LineWorths) -> bool:
    """Whether it is known where a line was lost, or that it was not."""
    last = len(worths.line.positions) - 1
    first = worths.first_lost
    return worths.last_won == last if first is None else first == worths.last_won + 1

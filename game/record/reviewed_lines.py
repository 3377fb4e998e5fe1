"""Lines of a deal's history as the solver weighs them: read from it, left on disk, compared.

Of a line it is told where its win was lost; of two lines where they part, where they meet, and how
many moves each takes. A place is an index on a line, from 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from game.core.deals import Deck
from game.core.position import Position
from game.history import FAR
from game.play.session import LineStep, Session, passed_positions
from game.record.saving import deal_key
from game.rules import Rules
from game.rules.base import unplaced
from game.solver.answer import Verdict
from game.solver.line_worths import Line, where_lost
from game.storage import Storage


class ReviewedLine(NamedTuple):
    """A line from the deal on: its steps, of which the first is the deal, and as the solver weighs
    it.
    """

    steps: tuple[LineStep, ...]
    line: Line

    @property
    def last(self) -> int:
        """The line's last place, which is also its number of actions."""
        return len(self.steps) - 1


class LineReader:
    """Reads lines of the session's history. The part that a line shares with the one read before
    is reused, so that a line longer by one action replays only that action.
    """

    def __init__(self) -> None:
        self._read: ReviewedLine | None = None

    def through(self, session: Session) -> ReviewedLine:
        """The line that was made, and on as far as redo goes. The present place is
        `session.history.at`.
        """
        history = session.history
        return self.of(session, [*history.line[: history.at + 1], *history.redo_line(FAR)])

    def to(self, session: Session, key: int, source: int | None = None) -> ReviewedLine:
        """The line that ends at a position (`History.line_through`)."""
        line, place = session.history.line_through(key, source)
        return self.of(session, line[: place + 1])

    def of(self, session: Session, steps: Sequence[LineStep]) -> ReviewedLine:
        """The line along some steps, from the deal on."""
        before = self._read
        if before is not None and before.line.rules is not session.rules:
            before = None
        same = 0 if before is None else _common(before.steps, steps)
        if before is not None and same == len(steps) == len(before.steps):
            return before
        rules = session.rules
        if before is not None and same:
            line = before.line.cut(same)
        else:
            line = Line.of_actions(rules, session.history.position_at(0), ())
        further = (step.action or () for step in steps[len(line.positions) :])
        actions = (tuple(unplaced(rules, move) for move in action) for action in further)
        self._read = ReviewedLine(tuple(steps), line.extended(actions))
        return self._read


def _common(one: Sequence[LineStep], other: Sequence[LineStep]) -> int:
    """The number of steps in the common beginning of two lines."""
    pairs = enumerate(zip(one, other, strict=False))
    parted = (n for n, (a, b) in pairs if a is not b and (a.key, a.action) != (b.key, b.action))
    return next(parted, min(len(one), len(other)))


def position_left(storage: Storage, rules: Rules, deck: Deck) -> tuple[Position, int]:
    """The position in which a deal was left, and the counted moves to it. Raises StorageError or
    ValueError if it cannot be read.
    """
    position, moves = rules.deal(deck), 0
    line = storage.line(deal_key(rules, deck))
    for action in line.actions[: line.place]:
        passed = passed_positions(rules, position, action)
        position, moves = passed[-1], moves + len(passed)
    return position, moves


class VerdictLine(NamedTuple):
    """The steps of a line, and the verdict of the position after each; None: not known yet."""

    steps: Sequence[LineStep]
    verdicts: list[Verdict | None]

    @property
    def bounds(self) -> tuple[int, int | None]:
        """`where_lost` of the line."""
        return where_lost(self.verdicts)

    @property
    def undos_to_win(self) -> int | None:
        """The number of actions from the last place that can be won to the end; None while that
        place is not known, and if the line is not lost.
        """
        low, high = self.bounds
        is_known = high is not None and low >= 0 and None not in self.verdicts[low:high]
        return len(self.steps) - 1 - low if is_known else None

    @property
    def lost_at(self) -> int | None:
        """The number of the move that lost the win, as in a review: of a run, its first move. 0:
        the deal itself is lost. None: not known yet, or the line is not lost.
        """
        low, high = self.bounds
        if high != low + 1:
            return None
        return self.steps[high].moves if low < 0 else self.steps[low].moves + 1

    def probe(self) -> int | None:
        """The place to ask the solver about next: the end or, if that is lost, the middle of the
        unknown stretch. If undecided places split that stretch, the part nearest to the end comes
        first. None: there is nothing left to ask.
        """
        low, high = self.bounds
        if high is None:
            return len(self.steps) - 1 if self.verdicts[-1] is None else None
        unknown = [n for n in range(low + 1, high) if self.verdicts[n] is None]
        if not unknown:
            return None
        places = reversed(range(unknown[-1] + 1))
        first = next(n for n in places if self.verdicts[n - 1] or n == 0)
        return (first + unknown[-1]) // 2


class Stretch(NamedTuple):
    """A stretch of both lines between two positions that they have in common, or to their ends."""

    together: bool
    """True if both lines go through the same positions; False if through different ones."""
    first: tuple[int, int]
    """The indexes of the positions of the first line at which the stretch begins and ends."""
    second: tuple[int, int]
    moves: tuple[int, int]
    """Counted moves that the first and the second line take for the stretch."""
    meets: bool = True
    """True if both lines have come to one position at its end, or both are won. Else their moves
    lead to different things and cannot be compared.
    """


def stretches(first: Line, second: Line) -> list[Stretch]:
    """The stretches of both lines, in order, from the deal to the ends of the lines."""
    pairs = _met(first, second)
    ends = len(first.positions) - 1, len(second.positions) - 1
    found: list[Stretch] = []
    begin = at = pairs[0]
    for pair in pairs[1:]:
        if pair != (at[0] + 1, at[1] + 1):
            found += _between(first, second, begin, at, together=True)
            found += _between(first, second, at, pair, together=False)
            begin = pair
        at = pair
    found += _between(first, second, begin, at, together=True)
    found += _between(first, second, at, ends, together=False)
    return found


def _between(
    first: Line, second: Line, start: tuple[int, int], end: tuple[int, int], *, together: bool
) -> Iterator[Stretch]:
    if start != end:
        moves = (
            first.depths[end[0]] - first.depths[start[0]],
            second.depths[end[1]] - second.depths[start[1]],
        )
        rules, ends = first.rules, (first.positions[end[0]], second.positions[end[1]])
        meets = together or len({*map(rules.key, ends)}) == 1 or all(map(rules.is_won, ends))
        yield Stretch(together, (start[0], end[0]), (start[1], end[1]), moves, meets)


def _met(first: Line, second: Line) -> list[tuple[int, int]]:
    """The longest common subsequence of the lines' positions, as pairs of an index in the first
    line and one in the second. The deal is the first pair.
    """
    rules = first.rules
    places: dict[Hashable, list[int]] = {}
    for n, position in enumerate(second.positions):
        places.setdefault(rules.key(position), []).insert(0, n)
    tails: list[int] = []
    ways: list[tuple[tuple[int, int], int]] = []
    """Each pair, with the index in `ways` of the pair before it in its subsequence; -1: none."""
    last: list[int] = []
    for n, position in enumerate(first.positions):
        # The last index comes first, so that no subsequence uses one position of `first` twice.
        for other in places.get(rules.key(position), ()):
            long = bisect_left(tails, other)
            # As long a subsequence ends there already, and earlier in `first`.
            if tails[long : long + 1] == [other]:
                continue
            ways.append(((n, other), last[long - 1] if long else -1))
            tails[long : long + 1] = [other]
            last[long : long + 1] = [len(ways) - 1]
    found, at = list[tuple[int, int]](), last[-1]
    while at >= 0:
        pair, at = ways[at]
        found.append(pair)
    return found[::-1]


# Where a win was lost. Every position after a lost one is lost. So a line that ends lost can be won
# up to some place, and is lost from the next place on.

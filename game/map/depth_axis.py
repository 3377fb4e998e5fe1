"""Maps depths to places: moves go to the right; long stretches without events are folded."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

FOLD_LEAST = 8
"""The fewest moves that are folded."""
FOLD_WIDTH = 30
"""The width of a fold, whatever it hides."""
UNIT_READABLE = 6.0
"""The least width of a move, in dp, at which positions can be told apart. Where all moves have it,
none is folded.
"""


class Fold(NamedTuple):
    """A stretch of moves drawn as one zigzag."""

    start: int
    end: int

    @property
    def moves(self) -> int:
        """The number of moves that it hides."""
        return self.end - self.start


class Axis:
    """Places of depths for any width of a move. Places are dp from the deal."""

    def __init__(self, end: int, folds: Sequence[Fold] = ()) -> None:
        self.end = end
        """The greatest depth."""
        self.folds = tuple(folds)
        self._starts = [fold.start for fold in self.folds]
        self._ends = [fold.end for fold in self.folds]
        self._before = [0]
        """Hidden moves before each fold; the last entry counts all of them."""
        for fold in self.folds:
            self._before.append(self._before[-1] + fold.moves)

    @property
    def plain(self) -> int:
        """The number of moves that are not folded."""
        return self.end - self._before[-1]

    def x(self, depth: float, unit: float) -> float:
        """The place of a depth, with `unit` dp a move."""
        number = bisect_right(self._starts, depth)
        if number and depth < self._ends[number - 1]:
            number -= 1
            start, end = self.folds[number]
            within = FOLD_WIDTH * (depth - start) / (end - start)
            return (start - self._before[number]) * unit + number * FOLD_WIDTH + within
        return (depth - self._before[number]) * unit + number * FOLD_WIDTH

    def depth(self, x: float, unit: float) -> float:
        """The depth at a place; extrapolated beyond both ends."""
        number = bisect_right(self._starts, x, key=lambda start: self.x(start, unit))
        if number:
            fold = self.folds[number - 1]
            into = x - self.x(fold.start, unit)
            if into < FOLD_WIDTH:
                return fold.start + into / FOLD_WIDTH * fold.moves
            return fold.end + (into - FOLD_WIDTH) / unit
        return x / unit

    def fold_at(self, depth: float) -> Fold | None:
        """The fold that hides a depth, or None."""
        number = bisect_right(self._starts, depth)
        if number and depth < self._ends[number - 1]:
            return self.folds[number - 1]
        return None

    def folds_between(self, start: float, end: float) -> Sequence[Fold]:
        """The folds that lie wholly between two depths."""
        return self.folds[bisect_left(self._starts, start) : bisect_right(self._ends, end)]


def fitting_unit(axis: Axis, width: float) -> float:
    """The width of a move at which an axis fills `width`; folds have a fixed width."""
    room = max(width - FOLD_WIDTH * len(axis.folds), width / 4)
    return room / max(1, axis.plain)


def find_folds(events: Iterable[int], opened: Collection[int], unit: float) -> list[Fold]:
    """Find the stretches between events that are long enough to fold and have not been opened.

    One move at each end stays visible, so that events beside a fold keep their places. A stretch
    that folding would not shorten is left alone.
    """
    folds = []
    for before, after in pairwise(sorted(set(events))):
        fold = Fold(before + 1, after - 1)
        if fold.moves < FOLD_LEAST or fold.moves * unit <= FOLD_WIDTH:
            continue
        if not any(fold.start <= depth <= fold.end for depth in opened):
            folds.append(fold)
    return folds


def fewest_folds(folds: Iterable[Fold], end: int, width: float) -> list[Fold] | None:
    """Of the folds of an axis that ends at `end`, the longest, as few and as short as leave moves
    of a readable width; None if not even all of them do.
    """
    kept: list[Fold] = []
    hidden = 0
    for fold in sorted(folds, key=lambda fold: -fold.moves):
        room = max(width - FOLD_WIDTH * (len(kept) + 1), width / 4)
        needed = max(FOLD_LEAST, end - int(room / UNIT_READABLE) - hidden)
        if needed <= fold.moves:
            start = fold.start + (fold.moves - needed) // 2
            return sorted([*kept, Fold(start, start + needed)])
        kept.append(fold)
        hidden += fold.moves
    return None

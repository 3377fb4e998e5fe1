"""Folds: the long stretches of moves without events that the map shortens to a zigzag."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise

from game.core.named_tuple import NamedTuple

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

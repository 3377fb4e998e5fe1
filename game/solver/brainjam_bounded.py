"""Brain Jam: the shortest answer of fewer than so many moves, or the proof that there is none.

A* as in `brainjam_par`, but where an answer is at hand already: what cannot become shorter than
that one is not kept at all, and of positions that promise as much the nearest to the end come
first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.brainjam_par import Node, ParSearch

if TYPE_CHECKING:
    from mypy_extensions import i64

# One cost of `ParSearch` has so many buckets, by the bound of what lies ahead.
_AHEAD: Final = 64


class Bounded(ParSearch):
    """The moves and the bound are those of `ParSearch`; costs count no moves to foundations."""

    def __init__(self, root: Node, below: i64, memory_limit: i64) -> None:
        self.below: i64 = below
        """Only answers that cost less than this are looked for."""
        super().__init__(root, 4, memory_limit, 0)

    def lowest_cost(self) -> i64:
        """No answer costs less than this, as far as the search has come."""
        return min(self._current // _AHEAD, self.below)

    def _add(self, node: Node) -> None:
        if not self._buckets:
            self._buckets.append([])
        whole: i64 = node.cost + node.bound
        if whole >= self.below:
            return
        place: i64 = whole * _AHEAD + min(node.bound, _AHEAD - 1)
        while place >= len(self._buckets):
            self._buckets.append([])
        self._buckets[place].append(node)
        if place < self._current:
            self._current = place

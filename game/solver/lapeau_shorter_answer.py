"""La Peau: the shortest answer of fewer than so many moves, or the proof that there is none.

A* as in `lapeau_tree`; of states that promise as much the nearest to the end come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.lapeau_lower_bound import HOPELESS
from game.solver.lapeau_search import EXACT, LaPeauTree
from game.solver.lapeau_state import LaPeauNode, LaPeauTable

if TYPE_CHECKING:
    from mypy_extensions import i64

# One length of `LaPeauTree` has so many buckets, by the bound of what lies ahead.
_AHEAD: Final = 128


class ShorterAnswerTree(LaPeauTree):
    """The moves and the bound are those of `LaPeauTree`."""

    def __init__(self, table: LaPeauTable, root: LaPeauNode, below: i64, memory_limit: int) -> None:
        super().__init__(table, root, EXACT, int(below), memory_limit)

    def lowest_length(self) -> i64:
        """No answer takes fewer moves than this, as far as the search has come."""
        return min(self.lowest // _AHEAD, self.cap)

    def _push(self, node: LaPeauNode) -> None:
        enough: i64 = self.cap - node.length - node.left
        detours: i64 = self.bound.detours(node.columns, node.done, enough)
        if detours >= min(enough, HOPELESS):
            return
        ahead: i64 = node.left + detours
        whole: i64 = node.length + ahead
        place: i64 = whole * _AHEAD + min(ahead, _AHEAD - 1)
        while len(self.buckets) <= place:
            self.buckets.append([])
        self.buckets[place].append(node)
        self.stored += 1
        if place < self.lowest:
            self.lowest = place

"""La Peau: the shortest answer of fewer than so many moves, or the proof that there is none.

A*; of states that promise as much the nearest to the end come first. The bound of a state is
measured only when its turn comes. Until then it has what its parent's bound leaves: that counts
sets of moves, no two with a move in common, of each of which every answer makes one. A move that
is in none of them leaves them all to be made.
"""

from __future__ import annotations

from typing import Final

from game.solver.lapeau_lower_bound import HOPELESS
from game.solver.lapeau_search import EXACT, LaPeauTree
from game.solver.lapeau_state import HOME, LaPeauNode, LaPeauTable
from game.solver.search_tools import BIT
from game.solver.vectors import i64

# One length of `ShorterAnswerTree` has so many buckets, by the bound of what lies ahead.
_AHEAD: Final = 128


class ShorterAnswerTree(LaPeauTree):
    """The moves and the bound are those of `LaPeauTree`."""

    def __init__(self, table: LaPeauTable, root: LaPeauNode, below: i64, memory_limit: int) -> None:
        super().__init__(table, root, EXACT, int(below), memory_limit)

    def lowest_length(self) -> i64:
        """No answer takes fewer moves than this, as far as the search has come."""
        return min(self.lowest // _AHEAD, self.cap)

    def _push(self, node: LaPeauNode) -> None:
        parent = node.parent
        if parent is not None:
            node.detours = parent.detours
            if node.onto != HOME and parent.counted & BIT[node.card]:
                node.detours -= 1
        self.stored += 1
        self._wait(node)

    def _wait(self, node: LaPeauNode) -> None:
        """Have a state wait for its turn, unless it is too far from the end."""
        ahead: i64 = node.left + node.detours
        whole: i64 = node.length + ahead
        if whole < self.cap and node.detours < HOPELESS:
            self._put(node, whole * _AHEAD + min(ahead, _AHEAD - 1))

    def _is_due(self, node: LaPeauNode) -> bool:
        """Measure a state, no further than shows that it must wait longer; then False."""
        if node.is_measured:
            return True
        node.make_move()
        more: i64 = node.detours + 1
        detours: i64 = self.bound.detours(node.columns, node.done, more)
        if detours >= more:
            node.detours = detours
            self._wait(node)
            return False
        node.is_measured = True
        node.counted = self.bound.counted()
        parent = node.parent
        if parent is not None and detours < node.detours:
            # What the parent leaves is more, but of that it is not known what it counts here.
            node.counted = parent.counted | BIT[node.card]
        return True

"""La Peau: the shortest answer below a given length, or the proof that there is none.

This is an A* search. Among states of equal estimated length, those nearest to the end come first.
The bound of a state is computed only when its turn comes. Until then the state takes over its
parent's bound, less one if the move that led to it may be among the moves counted. The bound counts
disjoint sets of moves, each of which contributes a move to every answer. A move in none of the sets
leaves all of them to be made.
"""

from __future__ import annotations

from typing import Final

from game.solver.bit_sets_and_random_keys import BIT
from game.solver.lapeau_lower_bound import HOPELESS
from game.solver.lapeau_state_and_estimate import HOME, LaPeauNode, LaPeauTable
from game.solver.lapeau_weighted_search import EXACT, LaPeauTree
from game.solver.vectors import i64

# How many buckets each estimated length has: one for each bound of the moves ahead.
_AHEAD: Final = 128


class LaPeauShortestAnswer(LaPeauTree):
    """`LaPeauTree` as an A* search, with bounds that are computed late."""

    def __init__(self, table: LaPeauTable, root: LaPeauNode, below: i64, memory_limit: int) -> None:
        super().__init__(table, root, EXACT, int(below), memory_limit)

    def lowest_length(self) -> i64:
        """A lower bound of the moves of any answer, as far as the search has come."""
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
        """Put a state into its bucket, unless it cannot lead to an answer below `cap`."""
        ahead: i64 = node.left + node.detours
        whole: i64 = node.length + ahead
        if whole < self.cap and node.detours < HOPELESS:
            self._put(node, whole * _AHEAD + min(ahead, _AHEAD - 1))

    def _is_due(self, node: LaPeauNode) -> bool:
        """Compute a state's bound, no further than shows that the state must wait longer. In that
        case put it back into a bucket and return False.
        """
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
            # The parent's bound is higher, but which cards it counts in this state is not known.
            node.counted = parent.counted | BIT[node.card]
        return True

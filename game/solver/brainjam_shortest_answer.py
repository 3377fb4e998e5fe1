"""Brain Jam: the shortest answer below a given length, or the proof that there is none.

This is the A* search of `brainjam_par_search` for the case that an answer is known. It does not
store positions that cannot lead to a shorter answer. Among positions of equal estimated cost,
those nearest to the end come first.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_nodes import BOUND
from game.solver.brainjam_par_search import ParSearch
from game.solver.vectors import i64

# How many heaps each estimated cost of `ParSearch` has: one for each bound of the cost ahead.
_AHEAD: Final = 64
_BYTE: Final = (1 << 8) - 1


class BrainJamShortestAnswer(ParSearch):
    """`ParSearch` for answers below a cost. Costs do not count moves to foundations."""

    def __init__(
        self, columns: list[list[int]], reserve: list[int], below: i64, memory_limit: i64
    ) -> None:
        self.below: i64 = below
        """Only answers that cost less than this are looked for."""
        super().__init__(columns, reserve, 4, memory_limit)

    def lowest_cost(self) -> i64:
        """A lower bound of the cost of any answer, as far as the search has come."""
        return min(self._waiting.lowest // _AHEAD, self.below)

    def _store(self, facts: i64) -> None:
        if (facts & _BYTE) + ((facts >> BOUND) & _BYTE) < self.below:
            super()._store(facts)

    def _wait(self, node: i64, facts: i64) -> None:
        bound: i64 = (facts >> BOUND) & _BYTE
        whole: i64 = (facts & _BYTE) + bound
        if whole < self.below:
            self._waiting.push(whole * _AHEAD + min(bound, _AHEAD - 1), node)

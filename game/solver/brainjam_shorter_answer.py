"""Brain Jam: the shortest answer of fewer than so many moves, or the proof that there is none.

A* as in `brainjam_par`, but where an answer is at hand already: what cannot become shorter than
that one is not kept at all, and of positions that promise as much the nearest to the end come
first.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_nodes import BOUND
from game.solver.brainjam_par import ParSearch
from game.solver.vectors import i64

# One cost of `ParSearch` has so many heaps, by the bound of what lies ahead.
_AHEAD: Final = 64
_BYTE: Final = (1 << 8) - 1


class ShorterAnswerPar(ParSearch):
    """The moves and the bound are those of `ParSearch`; costs count no moves to foundations."""

    def __init__(
        self, columns: list[list[int]], reserve: list[int], below: i64, memory_limit: i64
    ) -> None:
        self.below: i64 = below
        """Only answers that cost less than this are looked for."""
        super().__init__(columns, reserve, 4, memory_limit)

    def lowest_cost(self) -> i64:
        """No answer costs less than this, as far as the search has come."""
        return min(self._waiting.lowest // _AHEAD, self.below)

    def _store(self, facts: i64) -> None:
        if (facts & _BYTE) + ((facts >> BOUND) & _BYTE) < self.below:
            super()._store(facts)

    def _wait(self, node: i64, facts: i64) -> None:
        bound: i64 = (facts >> BOUND) & _BYTE
        whole: i64 = (facts & _BYTE) + bound
        if whole < self.below:
            self._waiting.push(whole * _AHEAD + min(bound, _AHEAD - 1), node)

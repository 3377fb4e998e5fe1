"""Brain Jam: a short answer in a predictable time, by a beam search.

The search goes forward layer by layer. A layer is the positions that cost the same number of moves,
not counting those to foundations. Only the most promising positions of a layer are expanded. The
first answer found is the shortest that this search can find. If all expanded positions lead
nowhere, it finds none.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_nodes import BOUND, HIGH, LEFT, LOW, RESERVE, BucketQueue, place
from game.solver.brainjam_par_search import ParSearch
from game.solver.brainjam_table import COLUMNS
from game.solver.search_tools import size
from game.solver.vectors import i64

# How many positions of a layer are expanded; the wider the beam, the shorter the answer.
_WIDTH: Final = 360
# The weight of a move still needed, a reserve or a column in use; a card not home weighs 1.
_BURDEN: Final = 8


class Beam(ParSearch):
    """A beam search with the moves and bound of `ParSearch`, begun and run like that one."""

    def __init__(self, columns: list[list[int]], reserve: list[int], memory_limit: i64) -> None:
        self._layer: i64 = 0
        """The cost of the positions of the current layer."""
        self._rest: i64 = _WIDTH
        """How many more positions of the layer may be expanded."""
        super().__init__(columns, reserve, 0, memory_limit)
        self._after: BucketQueue = BucketQueue(self.met)
        """The positions of the next layer."""

    def _next(self) -> i64:
        """The most promising node of this layer, or else of the next one; -1: none is left."""
        while True:
            node: i64 = self._waiting.pop() if self._rest else -1
            if node >= 0:
                if self._is_due(node):
                    self._rest -= 1
                    return node
            elif self._after.lowest == self._after.end():
                return -1
            else:
                self._waiting = self._after
                self._after = BucketQueue(self.met)
                self._layer += 1
                self._rest = _WIDTH

    def _wait(self, node: i64, facts: i64) -> None:
        words = self.met.chunk(node).words
        first = place(node)
        burden: i64 = ((facts >> BOUND) & 255) + size(words[first + RESERVE]) + COLUMNS
        burden -= self._vacant(words[first + LOW]) + self._vacant(words[first + HIGH])
        heap: i64 = _BURDEN * burden + ((facts >> LEFT) & 255)
        if facts & 255 == self._layer:
            self._waiting.push(heap, node)
        else:
            self._after.push(heap, node)

    def _vacant(self, half: i64) -> i64:
        """How many of four columns are empty."""
        vacant: i64 = 0
        for _ in range(4):
            if half & 0xFFFF == 0:
                vacant += 1
            half >>= 16
        return vacant

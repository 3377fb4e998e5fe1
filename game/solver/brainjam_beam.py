"""Brain Jam: a short answer in a time that is known beforehand, by a beam search.

It goes forward layer by layer, a layer being the positions that cost the same number of moves
not to a foundation, and looks at only so many of each: the most promising ones. The first
answer met is its shortest. Where every one of them leads nowhere it finds none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.brainjam_par import ParNode, ParSearch
from game.solver.brainjam_table import COLUMNS
from game.solver.search_tools import size

if TYPE_CHECKING:
    from mypy_extensions import i64

# What a layer looks at; the wider the shorter the answer.
_WIDTH: Final = 220


class Beam(ParSearch):
    """The moves and the bound are those of `ParSearch`; it is begun and run like that one."""

    def __init__(self, root: ParNode, memory_limit: i64) -> None:
        self._layers: list[list[list[ParNode]]] = []
        """By cost, then by how promising: the positions to look at."""
        self._layer: i64 = 0
        self._place: i64 = 0
        self._left: i64 = _WIDTH
        """How many more positions this layer looks at."""
        super().__init__(root, 0, memory_limit, 0)

    def _next(self) -> ParNode | None:
        """The most promising position of this layer, or of the next where that is done."""
        while self._layer < len(self._layers):
            buckets = self._layers[self._layer]
            if self._left == 0 or self._place == len(buckets):
                self._layers[self._layer] = []
                self._layer += 1
                self._place = 0
                self._left = _WIDTH
            elif not buckets[self._place]:
                self._place += 1
            else:
                node = buckets[self._place].pop()
                if self._seen.get(node.hash) == node.cost and self._is_measured(node):
                    self._left -= 1
                    return node
        return None

    def _add(self, node: ParNode) -> None:
        while node.cost >= len(self._layers):
            self._layers.append([])
        buckets = self._layers[node.cost]
        place: i64 = 2 * (node.bound + size(node.reserve) + COLUMNS) + node.left
        for index in range(COLUMNS):
            if node.columns[index].count == 0:
                place -= 2
        while place >= len(buckets):
            buckets.append([])
        buckets[place].append(node)

"""The shadows of cards: blurred once for each size, shared, without the part under the card."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.graphics import colours
from game.graphics.paint import Painter
from game.table.opaque_blits import _Piece, around, inside_of

SHADOW_RESTING: Final = (120, 4, 0, 2)
"""Alpha, blur radius, x and y offset, the last three in units of card height / 246."""
SHADOW_LIFTED: Final = (150, 15, 3, 16)
CARD_UNIT: Final = 246
KEPT: Final = 12
"""The number of shadows kept: those of a few sizes, because cards shrink one after another."""


class CardShadows:
    """Makes shadows by the size of the card, and keeps up to KEPT of them."""

    def __init__(self, paint: Painter) -> None:
        self._paint = paint
        self._kept: dict[tuple[tuple[int, int], float, bool, bool], list[_Piece]] = {}

    def of(
        self, size: tuple[int, int], radius: float, *, lifted: bool, whole: bool = False
    ) -> list[_Piece]:
        """The parts of a shadow, each with its offset from the card's corner. `whole`: with the
        part that an opaque card hides.
        """
        key = size, radius, lifted, whole
        if key not in self._kept:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            depths = [SHADOW_LIFTED] * lifted + [SHADOW_RESTING]
            self._kept[key] = [
                p for depth in depths for p in self._made(size, radius, depth, whole)
            ]
        return self._kept[key]

    def _made(
        self, size: tuple[int, int], radius: float, depth: tuple[int, ...], whole: bool
    ) -> Iterator[_Piece]:
        unit = size[1] / CARD_UNIT
        alpha, blur, across, down = depth
        blurred = max(1, round(blur * unit))
        art, margin = self._paint.soft_art(size, radius, blurred, (*colours.SHADOW, alpha))
        left, top = round(across * unit) - margin, round(down * unit) - margin
        hole = inside_of(size, radius).move(-left, -top)
        for part, (x, y) in [(art, (0, 0))] if whole else around(art, hole):
            yield part, (x + left, y + top)

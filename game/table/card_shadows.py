"""The shadows of cards: blurred once for each size, without the part under the card; in a heap only
the first card in motion casts one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from game.graphics import colours
from game.graphics.paint import Painter
from game.table.opaque_blits import BlitPiece, around, inside_of

SHADOW_RESTING: Final = (120, 4, 0, 2)
"""Alpha, blur radius, x and y offset, the last three in units of card height / 246."""
SHADOW_LIFTED: Final = (150, 15, 3, 16)
CARD_UNIT: Final = 246
HEAP_SHARE: Final = 0.12
"""Cards in motion are a heap if they lie no further apart than this share of their width."""


@lru_cache(maxsize=12)
def card_shadow(
    paint: Painter, size: tuple[int, int], radius: float, *, lifted: bool, whole: bool = False
) -> list[BlitPiece]:
    """The parts of a card's shadow, each with its offset from the card's corner. `whole`: with the
    part that an opaque card hides. Kept for a few sizes, because cards shrink one after another.
    """
    depths = [SHADOW_LIFTED] * lifted + [SHADOW_RESTING]
    return [part for depth in depths for part in _parts(paint, size, radius, depth, whole)]


def _parts(
    paint: Painter, size: tuple[int, int], radius: float, depth: tuple[int, ...], whole: bool
) -> Iterator[BlitPiece]:
    unit = size[1] / CARD_UNIT
    alpha, blur, across, down = depth
    blurred = max(1, round(blur * unit))
    art, margin = paint.soft_art(size, radius, blurred, (*colours.SHADOW, alpha))
    left, top = round(across * unit) - margin, round(down * unit) - margin
    hole = inside_of(size, radius).move(-left, -top)
    for part, (x, y) in [(art, (0, 0))] if whole else around(art, hole):
        yield part, (x + left, y + top)


class ShadowCasters:
    """Decides which cards in motion cast a shadow. In a heap only the first does, because all
    shadows together would be black.
    """

    def __init__(self, width: int) -> None:
        """`width`: that of a card, in pixels."""
        self._reach = width * HEAP_SHARE
        self._taken: list[tuple[int, int]] = []

    def takes(self, at: tuple[int, int]) -> bool:
        """True if a card at this place casts a shadow; call it for the lowest cards first."""
        if any(abs(at[0] - x) + abs(at[1] - y) < self._reach for x, y in self._taken):
            return False
        self._taken.append(at)
        return True

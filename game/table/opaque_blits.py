"""Cards and their shadows drawn quickly: what is opaque is copied, what is hidden is left out.

Copying a pixel takes a third of the time of blending it. A shadow is blurred once for each size,
without the part under the card. All lengths are pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.graphics import colours
from game.graphics.paint import Painter

RIM: Final = 2
"""A card's left and right edges are smooth; further in it is opaque."""
MOST_KEPT: Final = 80
"""The number of cards that a table keeps cut up: all of them, and the selected ones once more."""

BlitPiece = tuple[pygame.Surface, tuple[int, int]]
"""A part of a picture, and its place in it."""


class OpaqueBlit(NamedTuple):
    """A card's picture cut up."""

    core: pygame.Surface
    """Its opaque inside."""
    at: tuple[int, int]
    rim: tuple[BlitPiece, ...]

    def draw(self, target: pygame.Surface, at: tuple[int, int]) -> None:
        """Draw all of it."""
        x, y = at
        target.blit(self.core, (x + self.at[0], y + self.at[1]))
        target.fblits([(part, (x + place[0], y + place[1])) for part, place in self.rim])

    def draw_top(self, target: pygame.Surface, at: tuple[int, int], height: int) -> None:
        """Draw its upper `height` rows, for a card that another one covers."""
        x, y = at
        for part, (left, top) in (*self.rim, (self.core, self.at)):
            if top < height:
                area = (0, 0, part.get_width(), height - top)
                target.blit(part, (x + left, y + top), area)


def inside_of(size: tuple[int, int], radius: float) -> pygame.Rect:
    """The opaque part of a card."""
    corner = min(math.ceil(radius) + 1, size[1] // 2)
    return pygame.Rect(RIM, corner, max(0, size[0] - 2 * RIM), size[1] - 2 * corner)


def cut(art: pygame.Surface, radius: float) -> OpaqueBlit:
    """Cut a card's picture up; `radius` is that of its corners."""
    return cut_around(art, inside_of(art.get_size(), radius))


def cut_around(art: pygame.Surface, inside: pygame.Rect) -> OpaqueBlit:
    """Cut up a picture that is opaque within `inside`."""
    core = pygame.Surface(inside.size)
    core.blit(art, (0, 0), inside)
    return OpaqueBlit(core, inside.topleft, tuple(around(art, inside)))


def around(art: pygame.Surface, hole: pygame.Rect) -> list[BlitPiece]:
    """The parts of a picture that surround a hole in it."""
    return [(art.subsurface(part), part.topleft) for part in areas_around(art.get_rect(), hole)]


def areas_around(whole: pygame.Rect, hole: pygame.Rect) -> list[pygame.Rect]:
    """The parts of an area that surround a hole in it; all of it if the hole lies elsewhere."""
    hole = whole.clip(hole)
    parts = (
        pygame.Rect(whole.x, whole.y, whole.w, hole.top - whole.y),
        pygame.Rect(whole.x, hole.top, hole.left - whole.x, hole.h),
        pygame.Rect(hole.right, hole.top, whole.right - hole.right, hole.h),
        pygame.Rect(whole.x, hole.bottom, whole.w, whole.bottom - hole.bottom),
    )
    return [part for part in parts if part.w and part.h]


# Shadows

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

"""Reuses surfaces as large as a window: allocating memory takes longer than drawing on it."""

from __future__ import annotations

from typing import Final

import pygame

GROWS_BY: Final = 64
"""Sides are rounded up to a multiple of this, so that a small growth needs no new surface."""
MOST_WASTE: Final = 4
"""The surface is made anew if it has more than this many times the pixels needed."""


class PooledSurface:
    """One opaque surface; its content is lost when its size changes."""

    def __init__(self) -> None:
        self._whole: pygame.Surface | None = None

    def of(self, size: tuple[int, int]) -> pygame.Surface:
        """The surface in this size. Do not use earlier results again: they share its memory."""
        whole = self._whole
        if whole is None or not _fits(size, whole.get_size()):
            width, height = (-(-side // GROWS_BY) * GROWS_BY for side in size)
            whole = self._whole = pygame.Surface((width, height))
        return whole.subsurface((0, 0, *size))


def _fits(size: tuple[int, int], whole: tuple[int, int]) -> bool:
    inside = size[0] <= whole[0] and size[1] <= whole[1]
    least = max(size[0], GROWS_BY) * max(size[1], GROWS_BY)
    return inside and whole[0] * whole[1] <= MOST_WASTE * least

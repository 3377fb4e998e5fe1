"""Surfaces of a window's size that are used again: new memory takes longer than drawing on it."""

from __future__ import annotations

from typing import Final

import pygame

GROWS_BY: Final = 256
"""Sides are rounded up to this many pixels, so that a window may grow a little for nothing."""
MOST_WASTE: Final = 4
"""Memory of more than so many times what is needed is given back."""


class PooledSurface:
    """One opaque surface; what was drawn on it is lost with the next size."""

    def __init__(self) -> None:
        self._whole: pygame.Surface | None = None

    def of(self, size: tuple[int, int]) -> pygame.Surface:
        """The surface in a size. What was handed out before must not be used any more."""
        whole = self._whole
        if whole is None or not _fits(size, whole.get_size()):
            width, height = (-(-side // GROWS_BY) * GROWS_BY for side in size)
            whole = self._whole = pygame.Surface((width, height))
        return whole.subsurface((0, 0, *size))


def _fits(size: tuple[int, int], whole: tuple[int, int]) -> bool:
    inside = size[0] <= whole[0] and size[1] <= whole[1]
    least = max(size[0], GROWS_BY) * max(size[1], GROWS_BY)
    return inside and whole[0] * whole[1] <= MOST_WASTE * least

"""Nine-patch scaling: corners keep their size, the row and column between them are stretched.

Lengths are pixels.
"""

from __future__ import annotations

from typing import Final

import pygame

Span = tuple[int, int, int, int]
"""Source start, source length, target start, target length."""

_MIDDLE: Final = 1


def stretch(patch: pygame.Surface, corner: int, size: tuple[int, int]) -> pygame.Surface:
    """A patch of side 2 * corner + 1 stretched to any size not smaller than that."""
    result = pygame.Surface(size, pygame.SRCALPHA)
    result.fill(patch.get_at((corner, corner)))
    for across in _spans(corner, size[0]):
        for down in _spans(corner, size[1]):
            if not _is_inside(across, down):
                place = result.subsurface((across[2], down[2], across[3], down[3]))
                pygame.transform.scale(_piece(patch, across, down), place.get_size(), place)
    return result


def draw_around(
    target: pygame.Surface, patch: pygame.Surface, corner: int, rect: pygame.Rect
) -> pygame.Rect:
    """Draw a stretched patch without its inside, and return the inside's area.

    The inside has one colour. The caller fills it, which is quicker than to make and blend it.
    """
    for across in _spans(corner, rect.w):
        for down in _spans(corner, rect.h):
            if not _is_inside(across, down):
                piece = _piece(patch, across, down)
                if (across[3], down[3]) != piece.get_size():
                    piece = pygame.transform.scale(piece, (across[3], down[3]))
                target.blit(piece, (rect.x + across[2], rect.y + down[2]))
    return rect.inflate(-2 * corner, -2 * corner)


def _is_inside(across: Span, down: Span) -> bool:
    return across[1] == down[1] == _MIDDLE


def _piece(patch: pygame.Surface, across: Span, down: Span) -> pygame.Surface:
    return patch.subsurface((across[0], down[0], across[1], down[1]))


def _spans(corner: int, length: int) -> tuple[Span, ...]:
    return (
        (0, corner, 0, corner),
        (corner, _MIDDLE, corner, length - 2 * corner),
        (corner + _MIDDLE, corner, length - corner, corner),
    )

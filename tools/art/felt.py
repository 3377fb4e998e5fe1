"""What felt is woven of: its light, and its fibre. Both are grey pictures (PGM)."""

import math

from game.graphics import felt
from game.graphics.felt import GRID, NOISE_MARGIN, TILE
from tools.art.raster import pygame

CENTRE = (0.5, 0.36)
RADII = (0.72, 0.95)
"""The light's centre and radii, as shares of width and height."""
FIBRE_SHIFTS = ((1, 0), (0, 1), (1, 1), (2, 1))
"""The pixels that a hair covers, from its root. Fibre is slightly slanted."""


def pictures() -> dict[str, bytes]:
    """Each file by its path in the assets."""
    return {
        felt.LIGHT.as_posix(): _pgm(light(), GRID),
        felt.FIBRE.as_posix(): _pgm(fibre(felt.noise()), (TILE, TILE)),
    }


def _pgm(levels: bytes, size: tuple[int, int]) -> bytes:
    return b"P5 %d %d 255\n" % size + levels


def light() -> bytes:
    """The darkness of felt on the grid, as levels of grey: 3d² - 2d³ at a share d of the way from
    the brightest point to the dark rim.
    """
    columns, rows = GRID
    return bytes(
        _level(math.hypot(_share(x, columns, 0), _share(y, rows, 1)))
        for y in range(rows)
        for x in range(columns)
    )


def _share(place: int, count: int, axis: int) -> float:
    """How far a place of the grid is from the brightest one, as a share of the light's reach."""
    return (place / (count - 1) - CENTRE[axis]) / RADII[axis]


def _level(distance: float) -> int:
    share = min(1.0, distance)
    return round(255 - NOISE_MARGIN - (255 - 2 * NOISE_MARGIN) * share**2 * (3 - 2 * share))


def fibre(levels: bytes) -> bytes:
    """Noise smeared along a slant. Shifts wrap around, so tiles join without a seam."""
    fine = felt.grey(levels, (TILE, TILE))
    smeared, before = fine.copy(), (0, 0)
    for count, shift in enumerate(FIBRE_SHIFTS, start=2):
        fine.scroll(shift[0] - before[0], shift[1] - before[1], pygame.SCROLL_REPEAT)
        fine.set_alpha(255 // count)
        smeared.blit(fine, (0, 0))
        before = shift
    return pygame.image.tobytes(smeared, "RGB")[::3]

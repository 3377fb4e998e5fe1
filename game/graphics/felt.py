"""The table's cloth: a radial light, faint fibre, and dither against banding."""

from __future__ import annotations

import math
import random

import pygame

from game.graphics import theme
from game.graphics.theme import Felt

GRID = (65, 41)
"""The size of the grid on which the light is computed; it is scaled up smoothly."""
TILE = 512
DITHER_BEGINS = (37_123, 111_547, 197_269)
NOISE_MARGIN = 48
"""Levels kept free at both ends, so that noise is not clipped in the darkest places."""
FIBRE_SHIFTS = ((1, 0), (0, 1), (1, 1), (2, 1))
"""The pixels that a hair covers, from its root. Fibre is slightly slanted."""
FIBRE_LEVELS = (11.0, 13.5, 12.8)
"""By how many levels of 255 fibres lighten red, green and blue at most."""


def grey(levels: bytes, size: tuple[int, int]) -> pygame.Surface:
    """An opaque grey surface from one byte for each pixel."""
    surface = pygame.image.frombytes(levels, size, "P")
    surface.set_palette([(level, level, level) for level in range(256)])
    return surface.convert(pygame.Surface((1, 1)))


class FeltMaker:
    """Makes felt for windows of any size; the noise is the same for all and is kept.

    The light is drawn as 159 levels of grey, several for each level of a colour channel. Noise is
    added to the grey, which is then turned into the felt's two colours. So the rounding to whole
    levels is dithered, although each step works on bytes.
    """

    def __init__(self) -> None:
        noise = random.Random(7)
        levels = noise.randbytes(TILE * TILE)
        self._fibre = _fibre(levels)
        self._dither = _dither(levels)
        self._light = _light()

    def make(self, size: tuple[int, int], felt: Felt) -> pygame.Surface:
        """A new opaque surface of felt."""
        cloth = pygame.transform.smoothscale(self._light, size)
        noise, mean = self._noise(felt)
        cloth.fill(mean, special_flags=pygame.BLEND_RGB_SUB)
        _tile(cloth, noise)
        dark, span = _ends(felt)
        cloth.fill(span, special_flags=pygame.BLEND_RGB_MULT)
        cloth.fill(dark, special_flags=pygame.BLEND_RGB_ADD)
        return cloth

    def _noise(self, felt: Felt) -> tuple[pygame.Surface, tuple[int, int, int]]:
        """The tile that is added to the grey light, and its mean."""
        levels = [_light_levels_per_level(felt, channel) for channel in range(3)]
        fibre = [min(255, round(f * n)) for f, n in zip(FIBRE_LEVELS, levels, strict=True)]
        dither = [min(255, round(n)) for n in levels]
        tile = self._fibre.copy()
        tile.fill(fibre, special_flags=pygame.BLEND_RGB_MULT)
        grain = self._dither.convert(tile)
        grain.fill(dither, special_flags=pygame.BLEND_RGB_MULT)
        tile.blit(grain, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        red, green, blue = (round((f + d) / 2) for f, d in zip(fibre, dither, strict=True))
        return tile, (red, green, blue)


def _light() -> pygame.Surface:
    """The darkness of felt on the grid, as grey: 3d² - 2d³ at a share d of the way from the
    brightest point to the dark rim. Written out, as the first frame waits for it.
    """
    columns, rows = GRID
    across = [
        ((x / (columns - 1) - theme.FELT_CENTRE[0]) / theme.FELT_RADII[0]) ** 2
        for x in range(columns)
    ]
    down = [
        ((y / (rows - 1) - theme.FELT_CENTRE[1]) / theme.FELT_RADII[1]) ** 2 for y in range(rows)
    ]
    lightest, span = 255 - NOISE_MARGIN, 255 - 2 * NOISE_MARGIN
    squares = [x + y for y in down for x in across]
    levels = [
        round(lightest - span * square * (3 - 2 * math.sqrt(square)))
        if square < 1
        else NOISE_MARGIN
        for square in squares
    ]
    return grey(bytes(levels), GRID)


def _dither(levels: bytes) -> pygame.Surface:
    """Noise for each channel: the same levels, starting at three distant places. Three times as
    many random numbers would take longer than all the rest.
    """
    mixed = bytearray(3 * len(levels))
    for channel, begin in enumerate(DITHER_BEGINS):
        mixed[channel::3] = levels[begin:] + levels[:begin]
    return pygame.image.frombuffer(mixed, (TILE, TILE), "RGB")


def _fibre(levels: bytes) -> pygame.Surface:
    """Noise smeared along a slant. Shifts wrap around, so tiles join without a seam."""
    fine = grey(levels, (TILE, TILE))
    smeared, before = fine.copy(), (0, 0)
    for count, shift in enumerate(FIBRE_SHIFTS, start=2):
        fine.scroll(shift[0] - before[0], shift[1] - before[1], pygame.SCROLL_REPEAT)
        fine.set_alpha(255 // count)
        smeared.blit(fine, (0, 0))
        before = shift
    return smeared


def _light_levels_per_level(felt: Felt, channel: int) -> float:
    """The levels of grey light in one level of this channel."""
    span = felt.lit[channel] - felt.dark[channel]
    return (255 - 2 * NOISE_MARGIN) / max(1, span)


def _ends(felt: Felt) -> tuple[list[int], list[int]]:
    """The colour at light 0, and what light 255 adds to it."""
    stretch = 255 / (255 - 2 * NOISE_MARGIN)
    span = [(lit - dark) * stretch for lit, dark in zip(felt.lit, felt.dark, strict=True)]
    dark = [
        max(0, round(level - NOISE_MARGIN / 255 * part))
        for level, part in zip(felt.dark, span, strict=True)
    ]
    return dark, [round(part) for part in span]


def _tile(target: pygame.Surface, tile: pygame.Surface) -> None:
    for y in range(0, target.get_height(), tile.get_height()):
        for x in range(0, target.get_width(), tile.get_width()):
            target.blit(tile, (x, y), special_flags=pygame.BLEND_RGB_ADD)

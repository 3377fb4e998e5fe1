"""The table's cloth: a radial light, faint fibre, and dither so that it never bands."""

from __future__ import annotations

import math
import random

import pygame

from game.graphics import theme
from game.graphics.theme import Felt

GRID = (65, 41)
"""The light is worked out on this coarse grid and scaled up smoothly."""
TILE = 512
DITHER_BEGINS = (37_123, 111_547, 197_269)
NOISE_MARGIN = 48
"""Light levels kept free at both ends, so that noise is not cut off where it is darkest."""
FIBRE_SHIFTS = ((1, 0), (0, 1), (1, 1), (2, 1))
"""Where a hair reaches from its root, in pixels: fibre lies slightly slanted."""
FIBRE_LEVELS = (11.0, 13.5, 12.8)
"""How far fibres lighten red, green and blue at most, in levels of 255."""


def grey(levels: bytes, size: tuple[int, int]) -> pygame.Surface:
    """One byte a pixel as an opaque grey surface."""
    surface = pygame.image.frombytes(levels, size, "P")
    surface.set_palette([(level, level, level) for level in range(256)])
    return surface.convert(pygame.Surface((1, 1)))


class FeltMaker:
    """Makes felt for windows of any size; keeps the noise, which is the same for all.

    The light is first drawn as a grey of 159 levels, several for each level of a channel;
    noise is added there, and only then is the grey turned into the felt's two colours. So
    the rounding to whole levels is dithered, although every step works on bytes.
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
        """The tile to add to the grey light, and its mean."""
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
    """``theme.felt_darkness`` of the grid as grey, in a sixth of the time that ten thousand
    calls of it take: the first frame waits for this.
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
    """Noise for each channel: the same levels from three other places on, so far apart that
    nothing tells. Drawing three times as many would take longer than all the rest.
    """
    mixed = bytearray(3 * len(levels))
    for channel, begin in enumerate(DITHER_BEGINS):
        mixed[channel::3] = levels[begin:] + levels[:begin]
    return pygame.image.frombytes(bytes(mixed), (TILE, TILE), "RGB")


def _fibre(levels: bytes) -> pygame.Surface:
    """Noise smeared a little along a slant. Shifts wrap around, so tiles join without a seam."""
    fine = grey(levels, (TILE, TILE))
    smeared, before = fine.copy(), (0, 0)
    for count, shift in enumerate(FIBRE_SHIFTS, start=2):
        fine.scroll(shift[0] - before[0], shift[1] - before[1], pygame.SCROLL_REPEAT)
        fine.set_alpha(255 // count)
        smeared.blit(fine, (0, 0))
        before = shift
    return smeared


def _light_levels_per_level(felt: Felt, channel: int) -> float:
    """How many levels of grey light make one level of this channel."""
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

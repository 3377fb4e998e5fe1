"""The table's cloth: its colours, a radial light, faint fibre, and dither against banding."""

from __future__ import annotations

import random
from enum import Enum
from pathlib import Path

import pygame

from game.graphics import colours
from game.graphics.colours import BAR, Rgb, Rgba, mix, rgb

GRID = (65, 41)
"""The size of the grid on which the light is computed; it is scaled up smoothly."""
TILE = 512
LIGHT, FIBRE = Path("felt/light.pgm"), Path("felt/fibre.pgm")
EVEN = 128
DITHER_BEGINS = (37_123, 111_547, 197_269)
NOISE_MARGIN = 48
"""Levels kept free at both ends, so that noise is not clipped in the darkest places."""
FIBRE_LEVELS = (11.0, 13.5, 12.8)
"""By how many levels of 255 fibres lighten red, green and blue at most."""
GROUNDS = (colours.PANEL, colours.WELL, colours.TRACK, colours.THUMBNAIL, colours.TABLE_BAR)
EDGES = (
    *(colours.LINE, colours.WELL_EDGE, colours.SLIDER_GROUND, colours.TOGGLE_EDGE),
    colours.HISTOGRAM,
)
"""The greens of panels and controls, which follow the cloth."""
PALENESS = 0.5
"""How much grey is in an edge on another cloth than teal."""
LUMINANCE = (0.2126, 0.7152, 0.0722)
_Noise = tuple[pygame.Surface, tuple[int, int, int]]
"""The tile that is added to the grey light, and the mean level of each of its channels."""


class Felt(Enum):
    """A cloth: the colour of its lit middle and that of its dark corners."""

    TEAL = (rgb("#1E705A"), rgb("#062824"))
    BLUE = (rgb("#22507F"), rgb("#0A1A33"))
    BURGUNDY = (rgb("#6E2839"), rgb("#270A14"))
    GREY = (rgb("#4A5057"), rgb("#17191C"))
    BLACK = (rgb("#161C1A"), rgb("#0A0C0B"))
    """Not offered as a choice: used if the desktop asks for high contrast."""

    @property
    def lit(self) -> Rgb:
        """Its colour under the lamp."""
        return self.value[0]

    @property
    def dark(self) -> Rgb:
        """Its colour in the farthest corners."""
        return self.value[1]

    @property
    def label_ground(self) -> Rgb:
        """The ground of text on cloth and cards: the count of a pile, the letter of a key."""
        return mix(self.dark, self.lit, 0.06)

    @property
    def shade(self) -> Rgb:
        """The colour that darkens the table's bars; on teal it is BAR, as for all other bars."""
        return BAR if self is Felt.TEAL else mix(self.dark, (0, 0, 0), 0.4)

    @property
    def tones(self) -> dict[Rgb, Rgb]:
        """What stands in for each green of panels and controls. Their grounds are as much darker
        than this cloth as on teal; their edges are as light as on teal, so that they stand out.
        """
        if self is Felt.TEAL:
            return {}
        grounds = {green: self._in_place_of(green, 1) for green in GROUNDS}
        light = _luminance(Felt.TEAL.lit) / _luminance(self.lit)
        edges = {g: mix(self._in_place_of(g, light), grey_of(g), PALENESS) for g in EDGES}
        veil = mix(self.dark, (0, 0, 0), 0.6)
        return {BAR: self.shade, colours.VEIL: veil, **grounds, **edges}

    def _in_place_of(self, green: Rgb, light: float) -> Rgb:
        """The cloth's colour, as much darker than its lit middle as a green is than that of
        teal, and `light` times as bright; what sets the green apart from a shade of teal is kept.
        """
        share = _luminance(green) / _luminance(Felt.TEAL.lit)
        red, green_, blue = (
            min(255, max(0, round(lit * share * light + level - teal * share)))
            for lit, level, teal in zip(self.lit, green, Felt.TEAL.lit, strict=True)
        )
        return red, green_, blue

    @property
    def side_bar_tint(self) -> Rgba:
        """The colour laid over the cloth under the side bar."""
        return *self.shade, 150

    @property
    def figures_tint(self) -> Rgba:
        """The colour laid over the cloth under the game's figures."""
        return *self.shade, 96


def grey_of(colour: Rgb) -> Rgb:
    """The grey that is as light as a colour."""
    level = round(_luminance(colour))
    return level, level, level


def _luminance(colour: Rgb) -> float:
    return sum(share * level for share, level in zip(LUMINANCE, colour, strict=True))


def grey(levels: bytes, size: tuple[int, int]) -> pygame.Surface:
    """An opaque grey surface from one byte for each pixel."""
    surface = pygame.image.frombytes(levels, size, "P")
    surface.set_palette([(level, level, level) for level in range(256)])
    return surface.convert(pygame.Surface((1, 1)))


class FeltMaker:
    """Draws felt on surfaces of any size. The noise tile of the last cloth is kept.

    The light is drawn as 159 levels of grey, several for each level of a colour channel. Noise is
    added to the grey, which is then turned into the felt's two colours. So the rounding to whole
    levels is dithered, although each step works on bytes.
    """

    def __init__(self, assets: Path) -> None:
        """`assets`: the folder in which light and fibre are, which `tools/art` makes."""
        self._assets = assets
        self._light = grey(_levels(assets / LIGHT, GRID[0] * GRID[1]), GRID)
        self._noise: tuple[Felt, _Noise] | None = None

    def lay(self, target: pygame.Surface, felt: Felt, rays: pygame.Surface | None = None) -> None:
        """Cover an opaque surface. `rays` are light on it: a small opaque picture, scaled up to the
        target, of the levels of light that each channel gains (see `light_levels`).
        """
        if self._noise is None or self._noise[0] is not felt:
            self._noise = felt, self._made_noise(felt)
        tile, mean = self._noise[1]
        light = self._light if rays is None else self._light_with(rays)
        pygame.transform.smoothscale(light, target.get_size(), target)
        target.fill(mean, special_flags=pygame.BLEND_RGB_SUB)
        _tile(target, tile)
        dark, span = _ends(felt)
        target.fill(span, special_flags=pygame.BLEND_RGB_MULT)
        target.fill(dark, special_flags=pygame.BLEND_RGB_ADD)

    def _light_with(self, rays: pygame.Surface) -> pygame.Surface:
        light = pygame.transform.smoothscale(self._light, rays.get_size())
        light.blit(rays, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        return light

    def _made_noise(self, felt: Felt) -> _Noise:
        levels = [_light_levels_per_level(felt, channel) for channel in range(3)]
        fibre = [min(255, round(f * n)) for f, n in zip(FIBRE_LEVELS, levels, strict=True)]
        dither = [min(255, round(n)) for n in levels]
        grain = _dither(noise())
        grain.fill(dither, special_flags=pygame.BLEND_RGB_MULT)
        tile = grey(_levels(self._assets / FIBRE, TILE * TILE), (TILE, TILE))
        tile.fill(fibre, special_flags=pygame.BLEND_RGB_MULT)
        tile.blit(grain, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
        red, green, blue = (round((f + d) / 2) for f, d in zip(fibre, dither, strict=True))
        return tile, (red, green, blue)


def light_levels(felt: Felt, colour: Rgb) -> Rgb:
    """The levels of light that make a felt brighter by a colour, as far as there are so many."""
    red, green, blue = (
        min(255, round(level * _light_levels_per_level(felt, channel)))
        for channel, level in enumerate(colour)
    )
    return red, green, blue


def noise() -> bytes:
    """A random level for each pixel of the tile. The seed is fixed: all calls return the same."""
    return random.Random(7).randbytes(TILE * TILE)


def _levels(picture: Path, count: int) -> bytes:
    """The `count` levels of a grey picture (PGM, 8 bits); all EVEN if it cannot be read."""
    try:
        found = picture.read_bytes()[-count:]
    except OSError:
        found = b""
    return found if len(found) == count else bytes((EVEN,)) * count


def _dither(levels: bytes) -> pygame.Surface:
    """A surface of noise. Each channel has the same levels, begun at another of three distant
    places: three times as many random numbers would take longer than all the rest.
    """
    mixed = bytearray(4 * len(levels))
    for channel, begin in enumerate(DITHER_BEGINS):
        mixed[2 - channel :: 4] = levels[begin:] + levels[:begin]
    # The pixel format of a window. Any other would have to be converted.
    return pygame.image.frombuffer(mixed, (TILE, TILE), "BGRA")


def _light_levels_per_level(felt: Felt, channel: int) -> float:
    """How many levels of the grey light make one level of this channel."""
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

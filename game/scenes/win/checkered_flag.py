"""The checkered flag, a cloth of cells on a pole, waving or at rest; the golden rays behind it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import pygame

from game.graphics import colours
from game.graphics.colours import Rgb
from game.graphics.paint import from_svg, from_svg_elements, native, new_layer

CLOTH: Final = (208, 118)
CELLS: Final = (9, 6)
SIZE: Final = (248, 248)
"""The size of the whole flag in dp: the cloth with room to wave, the pole and its foot."""
CLOTH_ROOM: Final = 170
"""The distance from the top down to which the cloth may reach, in dp."""
ORIGIN: Final = (16, 26)
"""The cloth's corner at the pole."""
HEIGHT: Final = 10.0
PERIOD_S: Final = 1.2
WAVES_FOR_S: Final = 5 * PERIOD_S
"""The seconds for which it waves: a whole number of periods, so that it stops as it began."""
PHASES: Final = 36
"""Pictures per period: thirty a second is smooth for a cloth. Each is drawn only once."""
WAVES: Final = 1.15
"""The number of waves along the cloth."""
SLICES: Final = 4
"""The number of slices that a cell is drawn in, each shaded by itself."""
HEM: Final = 1.3
OVERSAMPLE: Final = 2
LIGHT: Final = colours.rgb("#FAF3E0")
DARK: Final = colours.rgb("#18222E")
POLE: Final = """<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}"
viewBox="0 0 {across} {down}"><defs><linearGradient id="p" gradientUnits="userSpaceOnUse"
x1="9" y1="0" x2="16" y2="0"><stop offset="0" stop-color="#F6DC9B"/>
<stop offset="1" stop-color="#9C742A"/></linearGradient></defs>
<g stroke="#5F4716" stroke-width="0.8"><rect x="9" y="12" width="7" height="226" rx="1"
fill="url(#p)"/><circle cx="12.5" cy="8.5" r="7.5" fill="#F0CF86"/>
<rect x="4" y="234" width="17" height="6" rx="1.5" fill="#E6B85C"/>
<rect x="0.5" y="240" width="24" height="6" rx="1.5" fill="#C9973C"/></g></svg>"""

_Point = tuple[float, float]


class Flag:
    """Draws the flag. The pole and each phase of the cloth are drawn once and cached."""

    def __init__(self, scale: float) -> None:
        """`scale`: pixels a dp."""
        self._scale = scale
        self.size = round(SIZE[0] * scale), round(SIZE[1] * scale)
        width, height = self.size
        pole = POLE.format(w=width, h=height, across=SIZE[0], down=SIZE[1])
        self._pole = from_svg(pole, self.size)
        self._cloth_size = width, round(CLOTH_ROOM * scale)
        self._large = new_layer(
            (self._cloth_size[0] * OVERSAMPLE, self._cloth_size[1] * OVERSAMPLE), colours.GOLD_DARK
        )
        self._cloths: dict[int, pygame.Surface] = {}

    @staticmethod
    def phase(seconds: float) -> int:
        """The phase, 0 to `PHASES` - 1, this many seconds after the position of rest."""
        return int(seconds / PERIOD_S * PHASES) % PHASES

    def draw(self, target: pygame.Surface, at: tuple[int, int], phase: int) -> None:
        """Draw the flag in a phase, with its upper left corner at `at`."""
        if phase not in self._cloths:
            self._cloths[phase] = self._woven(math.tau * phase / PHASES)
        target.blit(self._pole, at)
        target.blit(self._cloths[phase], at)

    def _woven(self, phase: float) -> pygame.Surface:
        """The cloth: drawn large and made small, so that its edges are smooth."""
        self._large.fill((*colours.GOLD_DARK, 0))
        # The cloth as a whole, a little larger than its cells.
        beyond, over, steps = HEM / CLOTH[0], HEM / CLOTH[1], CELLS[0] * SLICES
        along = [-beyond, *(n / steps for n in range(1, steps)), 1 + beyond]
        edges = [self._line(u, phase, (-over, 1 + over)) for u in along]
        above, below = [edge[0] for edge in edges], [edge[1] for edge in edges[::-1]]
        pygame.draw.polygon(self._large, colours.GOLD_DARK, above + below)
        for number in range(CELLS[0]):
            self._draw_column(number, phase)
        return native(pygame.transform.smoothscale(self._large, self._cloth_size))

    def _line(self, along: float, phase: float, downs: Sequence[float]) -> list[_Point]:
        """Points of the cloth on the large surface: shares of its width (`along`) and height."""
        wave = along * math.tau * WAVES - phase
        size = self._scale * OVERSAMPLE
        x = size * (ORIGIN[0] + CLOTH[0] * along - 6 * math.sin(wave) * along)
        lift = ORIGIN[1] + HEIGHT * math.sin(wave - 0.4) * (0.25 + 0.75 * along)
        return [(x, size * (lift + CLOTH[1] * down)) for down in downs]

    def _draw_column(self, number: int, phase: float) -> None:
        """One column of cells, slice by slice from the pole on."""
        across, rows = CELLS
        downs = [row / rows for row in range(rows + 1)]
        edges = [(number + part / SLICES) / across for part in range(SLICES + 1)]
        points = [self._line(u, phase, downs) for u in edges]
        for slice_, (left, right) in enumerate(pairwise(points)):
            middle = (edges[slice_] + edges[slice_ + 1]) / 2
            slope = math.cos(middle * math.tau * WAVES - 0.4 - phase)
            inks = cell_colour(number, slope), cell_colour(number + 1, slope)
            for row in range(rows):
                corners = [left[row], right[row], right[row + 1], left[row + 1]]
                pygame.draw.polygon(self._large, inks[row % 2], corners)


def cell_colour(number: int, slope: float) -> Rgb:
    """The colour of a cell, light if `number` is odd. `slope`: -1 to the light, 1 away from it."""
    if number % 2:
        return colours.mix(LIGHT, (0, 0, 0), 0.17 * max(0.0, slope))
    return colours.mix(DARK, (255, 255, 255), 0.10 * max(0.0, -slope))


def draw_rays(target: pygame.Surface, area: pygame.Rect) -> None:
    """Draw rays from the middle of an area's lower edge over the area."""
    width, height = area.size
    gold, rays = colours.hex_text(colours.GOLD), []
    for number in range(-8, 9):
        corners = f"{width / 2:.1f},{height:.1f}"
        for turn in (-2.1, 2.1):
            angle = math.radians(10.5 * number + turn)
            across, up = math.sin(angle), math.cos(angle)
            far = min(height / up, width / 2 / abs(across))
            corners += f" {width / 2 + across * far:.1f},{height - up * far:.1f}"
        rays.append(f'<polygon points="{corners}" fill="{gold}" fill-opacity="0.09"/>')
    target.blit(from_svg_elements("".join(rays), area.size), area)

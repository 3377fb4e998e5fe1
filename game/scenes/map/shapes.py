"""The small shapes of the map, each made once at its exact size: elbows, beads, ends, flags."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb, hex_text
from game.graphics.fonts import TextStyle
from game.graphics.paint import from_svg_elements
from game.graphics.text_rendering import Align
from game.widgets.look import Look

INK = colours.rgb("#06241F")
"""Around beads and marks, so that they stand out from their line."""
PILL = 26
PILL_LEAST = 17.5
"""The least height of an answer's flag, in dp: two lanes of the least pitch that branches get."""
FLAG_NUMBER = TextStyle(fonts.Face.SANS_SEMIBOLD, 11.5)
SIGN = 18
UTURN_FROM_PITCH = 12
HERE_REACH = 40
"""The radius of the mark of the present position with its glow, in dp."""

_Shape = pygame.Surface


class MapShapes:
    """Makes the shapes for one scale and caches them."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._kept: dict[tuple[Hashable, ...], _Shape] = {}

    def _get(self, make: Callable[..., _Shape], *details: Hashable) -> _Shape:
        key = make, *details
        stamp = self._kept.get(key)
        if stamp is None:
            stamp = self._kept[key] = make(*details)
        return stamp

    # Lines

    def elbow(self, colour: Rgb, thick: int, radius: int, up: bool) -> _Shape:
        """A quarter turn from a vertical line to the right, in a square of `radius + thick`. `up`:
        the vertical line comes from below.
        """
        side = radius + thick
        low, high = thick / 2, side - thick / 2
        start, end = (f"{low} {side}", low) if up else (f"{low} 0", high)
        path = f"M{start}Q{low} {end} {side} {end}"
        return self._get(_stroke, path, colour, thick, (side, side))

    def zigzag(self, colour: Rgb, thick: float, width: int, height: int) -> _Shape:
        """The sign of a fold, its line entering and leaving in the middle."""
        step, middle = width / 4, height / 2
        reach = middle - thick / 2 - 1
        points = [f"0 {middle}"]
        for turn in range(4):
            points.append(
                f"{step * (turn + 0.5):.2f} {middle + (reach if turn % 2 else -reach):.2f}"
            )
        path = "M" + "L".join([*points, f"{width} {middle}"])
        return self._get(_stroke, path, colour, thick, (width, height))

    # Positions

    def bead(self, colour: Rgb, radius: float) -> _Shape:
        """A position on a line."""
        return self._get(self._disc, radius, colour, INK, 1.0)

    def ring(self, colour: Rgb, radius: float, edge: float = 2.0) -> _Shape:
        """A position at which branches leave, or an end that was left open."""
        return self._get(self._disc, radius, colours.WELL, colour, edge)

    def _disc(self, radius: float, fill: Rgb, edge: Rgb, width: float) -> _Shape:
        factor = self.look.scale.factor
        outer = (radius + width / 2) * factor
        # An odd side gives it a middle pixel, which lies on the line.
        side = 2 * int(outer + 0.99) + 1
        circle = (
            f'<circle cx="{side / 2}" cy="{side / 2}" r="{radius * factor:.2f}" '
            f'fill="{hex_text(fill)}" stroke="{hex_text(edge)}" '
            f'stroke-width="{width * factor:.2f}"/>'
        )
        return from_svg_elements(circle, (side, side))

    def root(self) -> _Shape:
        """The deal."""
        side = 2 * self.look.px(8.5) + 1
        return self.look.paint.box_art(
            (side, side), self.look.px(4), colours.GOLD, INK, self.look.scale.line(1.5)
        )

    def here(self) -> _Shape:
        """The mark of the present position: a glowing white dot and ring."""
        return self._get(self._make_here)

    def _make_here(self) -> _Shape:
        px, paint = self.look.px, self.look.paint
        middle = px(HERE_REACH)
        stamp = pygame.Surface((2 * middle + 1, 2 * middle + 1), pygame.SRCALPHA)
        for side, blur, colour in ((18, 8, colours.FOCUS), (12, 5, colours.GOLD)):
            core = pygame.Rect(0, 0, px(side), px(side))
            core.center = middle, middle
            paint.glow(stamp, core, core.w / 2, px(blur), (*colour, 255))
        for art in (
            self._disc(11, INK, colours.WHITE, 2.2),
            self._disc(5.6, colours.WHITE, colours.WHITE, 1),
        ):
            stamp.blit(art, art.get_rect(center=(middle, middle)))
        return stamp

    def pointed(self) -> _Shape:
        """Around the position under the mouse."""
        return self._get(self._make_pointed)

    def _make_pointed(self) -> _Shape:
        side = 2 * self.look.px(9.5) + 1
        fill, edge = colours.tint(colours.WHITE, 0.18), colours.WHITE
        return self.look.paint.box_art((side, side), side / 2, fill, edge, self.look.scale.line(2))

    # Ends

    def dead_end(self, pitch: float) -> _Shape:
        """The U-turn in its ring, a cross where lanes are too near each other for it."""
        if pitch < UTURN_FROM_PITCH:
            return self._get(self._make_cross)
        side = self.look.px(min(SIGN, pitch - 1)) | 1
        return self._get(self._make_sign, "uturn", side, colours.CORAL)

    def death(self, pitch: float) -> _Shape:
        """The sign where a branch was lost: a cross, in a ring unless lanes are close together."""
        if pitch < UTURN_FROM_PITCH:
            return self._get(self._make_cross)
        return self._get(self._make_death)

    def _make_death(self) -> _Shape:
        stamp = self._disc(6.2, colours.WELL, colours.CORAL, 1.6)
        cross = self._make_cross()
        stamp.blit(cross, cross.get_rect(center=stamp.get_rect().center))
        return stamp

    def _make_cross(self) -> _Shape:
        side = self.look.px(7) | 1
        path = f"M1 1L{side - 1} {side - 1}M{side - 1} 1L1 {side - 1}"
        return _stroke(path, colours.CORAL, 1.7 * self.look.scale.factor, (side, side))

    def _make_sign(self, icon: str, side: int, ink: Rgb) -> _Shape:
        stamp = pygame.Surface((side, side), pygame.SRCALPHA)
        edge = colours.tint(ink, 0.75)
        line = self.look.scale.line()
        self.look.paint.box(stamp, stamp.get_rect(), side / 2, colours.WELL, edge, line)
        self.look.icon(stamp, icon, ink, stamp.get_rect().center, round(side * 0.64))
        return stamp

    def turn(self, icon: str, pitch: float) -> _Shape:
        """A redeal or turn-over: its icon in a ring, or a bead where lanes are close together."""
        if not icon or pitch < UTURN_FROM_PITCH:
            return self.bead(colours.CREAM, 3.4)
        side = self.look.px(min(SIGN, pitch - 1)) | 1
        return self._get(self._make_sign, icon, side, colours.CREAM)

    def wedge(self, colour: Rgb, height: int, width: int, *, lost: bool = False) -> _Shape:
        """A bundle; hollow and dashed where all of it is lost."""
        middle, factor = height / 2, self.look.scale.factor
        dashes = f'stroke-dasharray="{3 * factor:.1f} {2.4 * factor:.1f}" ' if lost else ""
        shape = (
            f'<path d="M1 {middle}L{width - 1} 1V{height - 1}Z" fill="{hex_text(colour)}" '
            f'fill-opacity="{0 if lost else 0.38}" stroke="{hex_text(colour)}" {dashes}'
            f'stroke-width="{1.3 * factor:.2f}" stroke-linejoin="round"/>'
        )
        return self._get(from_svg_elements, shape, (width, height))

    def pill(self, moves: int, pitch: float, best: bool, star: str) -> _Shape:
        """An answer's flag and length, filled if it is the best; `star`: the icon of its star,
        empty if it has none.
        """
        height = PILL if best else max(PILL_LEAST, min(PILL, 2 * pitch - 1))
        return self._get(self._make_pill, moves, height, best, star)

    def _make_pill(self, moves: int, height: float, best: bool, star: str) -> _Shape:
        look = self.look
        style = TextStyle(fonts.Face.SANS_SEMIBOLD, 16 * height / PILL)
        text, high = look.width(str(moves), style), look.px(height) | 1
        icon, pad = round(high * 0.62), round(high * 0.42)
        gap = round(high * 0.24)
        width = pad + icon + gap + text + pad + (icon + gap if star else 0)
        stamp = pygame.Surface((width, high), pygame.SRCALPHA)
        fill, ink = (colours.GOLD, colours.ON_GOLD) if best else (colours.WELL, colours.GOLD)
        line = look.scale.line(1.4)
        look.paint.box(stamp, stamp.get_rect(), high / 2, fill, colours.GOLD, line)
        middle = high // 2
        look.icon(stamp, "flag", ink, (pad + icon // 2, middle), icon)
        look.write(stamp, str(moves), style, ink, (pad + icon + gap, middle))
        if star:
            look.icon(stamp, star, ink, (width - pad - icon // 2, middle), icon)
        return stamp

    def bookmark(self, number: int) -> _Shape:
        """A numbered flag that hangs above its lane."""
        return self._get(self._make_bookmark, number)

    def _make_bookmark(self, number: int) -> _Shape:
        factor = max(1.0, self.look.scale.factor)  # its number has the least size of text
        width, height, middle = round(16 * factor) | 1, round(21 * factor), round(8 * factor)
        shape = (
            f'<path transform="scale({factor:.3f})" d="M1.5 1.5H14.5V19L8 14L1.5 19Z" '
            f'fill="{hex_text(colours.GOLD)}" stroke="{hex_text(INK)}" stroke-width="1.5" '
            'stroke-linejoin="round"/>'
        )
        stamp = from_svg_elements(shape, (width, height))
        at = width // 2, middle
        self.look.write(stamp, str(number), FLAG_NUMBER, colours.ON_GOLD, at, Align.CENTRE)
        return stamp


def _stroke(path: str, colour: Rgb, thick: float, size: tuple[int, int]) -> _Shape:
    style = f'fill="none" stroke="{hex_text(colour)}" stroke-width="{thick:.2f}"'
    return from_svg_elements(f'<path d="{path}" {style} stroke-linejoin="round"/>', size)

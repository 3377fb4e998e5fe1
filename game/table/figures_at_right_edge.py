"""Draws a table's figures at its right edge or in a strip below; places the button that leaves."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.system.language import Language
from game.table import figures_in_bottom_strip
from game.table.box import Box
from game.table.figure_values import Figures
from game.table.verdict_light import LIGHTS, draw_light, verdict
from game.table.window_layout import TableFrame
from game.widgets.look import Look

MOVES = TextStyle(fonts.Face.SERIF_SEMIBOLD, 46)
OTHER = TextStyle(fonts.Face.SERIF_SEMIBOLD, 24)
VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 22)
LABEL = TextStyle(fonts.Face.SANS, 14)
WORDS = TextStyle(fonts.Face.SANS, 15)
SMALL_GAP = 12
HAIRLINE_INSET = 26
EDGE_MARGIN = 3
"""The space at each side of the widest figure, in pixels."""
BACK_SIDE = 46


class _Length(NamedTuple):
    """The length of an answer, with its name and colour."""

    moves: int
    name: str
    ink: Rgb
    figure: str
    """Its name among all figures."""
    more: str = ""
    """A line below the name."""

    @property
    def height(self) -> int:
        """In dp."""
        return 68 if self.more else 52


class FigureEdge:
    """Draws the figures of one window at the right edge, in a strip below, or small."""

    def __init__(self, _: Language, window: TableFrame, look: Look) -> None:
        self._, self._window, self._look = _, window, look
        self.areas: dict[str, pygame.Rect] = {}
        """Where each figure was drawn last, by name."""

    @property
    def leave_area(self) -> pygame.Rect:
        """Where the button goes that leaves the scene."""
        window, look = self._window, self._look
        edge = pygame.Rect(window.edge)
        if window.small:
            side = edge.h - 4
            left = edge.left + 8 if window.mirrored else edge.right - side - 8
            return pygame.Rect(left, edge.top + 2, side, side)
        side = look.px(BACK_SIDE)
        if window.portrait:
            area = pygame.Rect(0, 0, side, side)
            if window.mirrored:
                area.midleft = edge.left + look.px(14), edge.centery
            else:
                area.midright = edge.right - look.px(14), edge.centery
            return area
        below = look.px(20)
        return pygame.Rect(
            edge.centerx - side // 2, edge.bottom - look.px(16) - side - below, side, side + below
        )

    def draw_ground(self, target: pygame.Surface, felt: Felt) -> None:
        """Draw the ground of the edge."""
        window, look = self._window, self._look
        edge = pygame.Rect(window.edge)
        look.paint.veil(target, edge, felt.figures_tint)
        line = look.scale.line()
        if window.small or window.portrait:
            rim = pygame.Rect(edge.x, edge.y, edge.w, line)
        else:
            inner = edge.right - line if window.mirrored else edge.x
            rim = pygame.Rect(inner, edge.y, line, edge.h)
        look.paint.veil(target, rim, colours.RIGHT_EDGE_LINE)

    def draw(self, target: pygame.Surface, shown: Figures) -> None:
        """Draw the figures. Nothing is drawn outside the edge, not even a glow."""
        self.areas, window = {}, self._window
        with self._look.paint.clipped(target, pygame.Rect(window.edge)):
            if window.small or window.portrait:
                self._draw_strip(target, shown)
            else:
                self._draw_edge(target, shown)

    def _draw_strip(self, target: pygame.Surface, shown: Figures) -> None:
        """Draw the figures in a strip at the bottom, as far as the button that leaves."""
        window, look = self._window, self._look
        room, leave = pygame.Rect(window.edge), self.leave_area
        gap = look.scale.fixed(SMALL_GAP) if window.small else look.px(10)
        if window.mirrored:
            room.width, room.left = room.right - leave.right - gap, leave.right + gap
        else:
            room.width = leave.left - room.left - gap
        draw = (
            figures_in_bottom_strip.draw_small
            if window.small
            else figures_in_bottom_strip.draw_tall
        )
        self.areas = draw(target, look, room, figures_in_bottom_strip.cells(shown, self._))

    # At the right

    def _draw_edge(self, target: pygame.Surface, shown: Figures) -> None:
        floor = self.leave_area.top
        look, dense = self._fitting(shown, floor)
        pen = _Pen(target, look, self._window.edge, dense=dense)
        self._draw_figures(pen, shown)
        self.areas = pen.areas
        self._draw_lengths(target, look, shown, floor)

    def _fitting(self, shown: Figures, floor: int) -> tuple[Look, bool]:
        """The largest look with which all figures, the lengths among them, have room above the
        floor; and whether they are drawn without ornament.
        """
        lengths = self._lengths(shown)
        looks = list(figures_in_bottom_strip.sizes(self._look))
        # A text at its least size is not narrower in a smaller look.
        room = max(self._window.edge.w - 2 * EDGE_MARGIN, self._measured(looks[-1], shown)[1])
        for smaller in looks:
            top = floor - smaller.px(22 + sum(length.height for length in lengths))
            for dense in (False, True):
                bottom, widest = self._measured(smaller, shown, dense=dense)
                if bottom <= top and widest <= room:
                    return smaller, dense
        return smaller, True

    def _measured(self, look: Look, shown: Figures, *, dense: bool = True) -> tuple[int, int]:
        """Where the figures but the lengths end, and the width of the widest text, in pixels."""
        pen = _Pen(None, look, self._window.edge, dense=dense)
        self._draw_figures(pen, shown)
        words = [w for length in self._lengths(shown) for w in (length.name, length.more)]
        return pen.bottom, max([pen.widest, *(look.width(word, LABEL) for word in words)])

    def _draw_figures(self, pen: _Pen, shown: Figures) -> None:
        """Draw all figures but the lengths, from the top."""
        pen.begin("moves")
        pen.value(str(shown.moves), MOVES, colours.CREAM, 52)
        pen.label(self._.plural("move", "moves", shown.moves))
        if shown.other is not None:
            pen.gap(14)
            pen.begin("other")
            ink = colours.GOLD if shown.other_meets else colours.DIM
            pen.value(f"< {shown.other}", OTHER, ink, 28)
            pen.label(self._("shorter path"))
            if shown.other_answer is not None:
                pen.gap(4)
                pen.words(self._("solution {n}").format(n=shown.other_answer), ink)
        if shown.bookmarks:
            pen.hairline()
            pen.begin("bookmarks")
            pen.bookmark(shown.bookmarks)
            pen.label(self._.plural("bookmark", "bookmarks", shown.bookmarks))
        if shown.clock is not None:
            pen.hairline()
            pen.begin("clock")
            pen.clock(shown.clock)
        pen.hairline()
        pen.begin("home")
        pen.value(f"{shown.home[0]} {self._('of')} {shown.home[1]}", VALUE, colours.CREAM, 32)
        pen.progress(shown.home[0] / shown.home[1])
        pen.label(shown.home_label)
        if shown.turns is not None:
            pen.hairline()
            pen.begin("turns")
            pen.icons(shown.turns_icon, *shown.turns)
            pen.label(f"{shown.turns[0]} {shown.turns_label}")
        if shown.light is not None:
            pen.hairline()
            pen.begin("light")
            ink, icon = LIGHTS[shown.light]
            pen.light(icon, ink)
            for line in verdict(shown.light, self._).split("\n"):
                pen.words(line, ink)
        pen.end()

    def _lengths(self, shown: Figures) -> list[_Length]:
        """The lengths, from the bottom."""
        found = []
        if shown.shortest is not None:
            name = self._("shortest") if shown.proved else self._("best known")
            found.append(_Length(shown.shortest, name, colours.GOLD, "shortest", shown.redeals))
        best = reversed(figures_in_bottom_strip.best_lengths(shown, self._))
        return found + [_Length(moves, name, colours.CREAM, figure) for moves, name, figure in best]

    def _draw_lengths(self, target: pygame.Surface, look: Look, shown: Figures, floor: int) -> None:
        """From the bottom: the shortest answer known, above it the player's best."""
        lengths = self._lengths(shown)
        if not lengths:
            return
        edge = self._window.edge
        y = floor - look.px(18)
        inset = look.px(HAIRLINE_INSET)
        line = pygame.Rect(edge.x + inset, y, edge.w - 2 * inset, look.scale.line())
        look.paint.veil(target, line, colours.GROUP_LINE)
        centre = edge.centre[0]
        for value, name, ink, figure, more in lengths:
            floor = y
            if more:
                at = (centre, y - look.px(16))
                look.write(target, more, LABEL, colours.DIM, at, Align.CENTRE)
                y -= look.px(16)
            at = (centre, y - look.px(18))
            look.write(target, name, LABEL, colours.DIM, at, Align.CENTRE)
            at = (centre, y - look.px(40))
            look.write(target, str(value), VALUE, ink, at, Align.CENTRE)
            y -= look.px(52)
            self.areas[figure] = pygame.Rect(edge.x, y, edge.w, floor - y)


class _Pen:
    """Writes figures below each other, centred on the edge."""

    def __init__(
        self, target: pygame.Surface | None, look: Look, edge: Box, *, dense: bool
    ) -> None:
        """Without a target the pen only measures. `dense`: without ornament, which leaves more room
        for words and figures.
        """
        self._target, self._look, self._edge, self._dense = target, look, edge, dense
        self._x = edge.centre[0]
        self._y = edge.y + look.px(8 if dense else 20)
        self.widest = 0
        """The width of the widest figure or label, in pixels."""
        self.areas: dict[str, pygame.Rect] = {}
        """Where each figure was written, by name."""
        self._figure: tuple[str, int] | None = None

    def begin(self, figure: str) -> None:
        """What is written from here on belongs to this figure."""
        self.end()
        self._figure = figure, self._y

    def end(self) -> None:
        """End the figure and note its area."""
        if self._figure is not None:
            (name, top), self._figure = self._figure, None
            self.areas[name] = pygame.Rect(self._edge.x, top, self._edge.w, self._y - top)

    @property
    def bottom(self) -> int:
        """The y in pixels where the writing ends."""
        return self._y + self._look.px(8)

    def _write(self, text: str, style: TextStyle, ink: Rgb, at: tuple[int, int]) -> None:
        """A centred line."""
        self.widest = max(self.widest, self._look.width(text, style))
        if self._target is not None:
            self._look.write(self._target, text, style, ink, at, Align.CENTRE)

    def _icon(self, name: str, ink: Rgb, at: tuple[int, int], side: int) -> None:
        if self._target is not None:
            self._look.icon(self._target, name, ink, at, side)

    def value(self, text: str, style: TextStyle, ink: Rgb, room: float) -> None:
        """Write a value, centred in `room` dp of height."""
        at = (self._x, self._y + self._look.px(room) // 2 - self._look.px(3))
        self._write(text, style, ink, at)
        self.gap(room)

    def label(self, text: str) -> None:
        """Write the label of the figure above."""
        self._write(text, LABEL, colours.DIM, (self._x, self._y + self._look.px(6)))
        self.gap(16)

    def hairline(self) -> None:
        """The line between two groups."""
        self.end()
        look = self._look
        self._y += look.px(4 if self._dense else 12)
        inset = look.px(HAIRLINE_INSET)
        wide = self._edge.w - 2 * inset
        line = pygame.Rect(self._edge.x + inset, self._y, wide, look.scale.line())
        if self._target is not None:
            look.paint.veil(self._target, line, colours.GROUP_LINE)
        self._y += look.px(6 if self._dense else 14)

    def gap(self, dp: float) -> None:
        """Room between two figures of a group."""
        self._y += self._look.px(dp)

    def bookmark(self, count: int) -> None:
        """Draw the bookmark icon, with the number of bookmarks if there are several."""
        look = self._look
        side, middle = look.px(24), self._y + look.px(14)
        x = self._x - (look.px(13) if count > 1 else 0)
        self._icon("bookmark-filled", colours.GOLD, (x, middle), side)
        if count > 1 and self._target is not None:
            look.write(
                self._target, str(count), VALUE, colours.CREAM, (self._x + look.px(6), middle)
            )
        self._y += look.px(30)

    def light(self, icon: str, ink: Rgb) -> None:
        """The verdict's disc."""
        look, side = self._look, self._look.px(24)
        if self._target is not None:
            at = self._x, self._y + look.px(14)
            draw_light(self._target, look, at, side, icon, ink)
        self._y += self._look.px(34)

    def words(self, text: str, ink: Rgb) -> None:
        """Write a line of text, such as one of the verdict's."""
        self._write(text, WORDS, ink, (self._x, self._y + self._look.px(8)))
        self.gap(18)

    def clock(self, text: str) -> None:
        """Draw a clock and the time side by side."""
        look, height = self._look, self._look.px(28)
        side, gap = look.px(20), look.px(7)
        whole = side + gap + look.width(text, VALUE)
        self.widest = max(self.widest, whole)
        left = self._x - whole // 2
        middle = self._y + height // 2
        self._icon("clock", colours.DIM, (left + side // 2, middle), side)
        if self._target is not None:
            look.write(self._target, text, VALUE, colours.CREAM, (left + side + gap, middle))
        self._y += height

    def progress(self, share: float) -> None:
        """Draw a bar filled to `share`, 0 to 1; a dense pen draws none."""
        look = self._look
        if self._dense:
            return
        area = pygame.Rect(0, self._y, look.px(80), max(3, look.px(5)))
        area.centerx = self._x
        if self._target is not None:
            look.paint.box(self._target, area, area.h / 2, colours.tint(colours.CREAM, 0.16))
            area.width = max(area.h, round(area.w * share))
            if share > 0:
                look.paint.box(self._target, area, area.h / 2, colours.GOLD)
        self._y += look.px(5) + look.px(10)

    def icons(self, name: str, left: int, of: int) -> None:
        """Draw `of` icons, of which the first `left` are gold; a dense pen draws none."""
        if self._dense:
            return
        look, side = self._look, self._look.px(24)
        pitch = side + look.px(8)
        x = self._x - (of - 1) * pitch // 2
        for number in range(of):
            ink = colours.GOLD if number < left else colours.FAINT
            self._icon(name, ink, (x + number * pitch, self._y + side // 2), side)
        self._y += look.px(30)

"""The bar that draws a table's figures: at the right edge, or in a strip below where the window is
small or portrait; it places the button that leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.table.figures import LIGHT, Figure, draw_light
from game.table.window_layout import Box, TableFrame
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
TALL_VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 24)
SMALL_VALUE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14)
SMALL_MOVES = TextStyle(fonts.Face.SERIF_SEMIBOLD, 18)
SMALL_LABEL = TextStyle(fonts.Face.SANS, 13)
TALL_ICON = 24
ICON = 16
"""The side of a sign in the small strip."""
GAP = 12
NEAR = 4
"""Between a figure and its label."""
TALL_GAP = 6
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
"""The sizes at which the figures are tried, until all of them have room."""


class FiguresBar:
    """Draws the figures of one window at the right edge, in a strip below, or small."""

    def __init__(self, window: TableFrame, look: Look) -> None:
        self._window, self._look = window, look
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

    def draw(self, target: pygame.Surface, shown: Sequence[Figure]) -> None:
        """Draw the figures. Nothing is drawn outside the edge, not even a glow."""
        self.areas, window = {}, self._window
        if not shown:
            return
        with self._look.paint.clipped(target, pygame.Rect(window.edge)):
            if window.small or window.portrait:
                self._draw_strip(target, shown)
            else:
                self._draw_edge(target, shown)

    def _draw_strip(self, target: pygame.Surface, shown: Sequence[Figure]) -> None:
        """Draw the figures in a strip at the bottom, as far as the button that leaves."""
        window, look = self._window, self._look
        room, leave = pygame.Rect(window.edge), self.leave_area
        gap = look.scale.fixed(SMALL_GAP) if window.small else look.px(10)
        if window.mirrored:
            room.width, room.left = room.right - leave.right - gap, leave.right + gap
        else:
            room.width = leave.left - room.left - gap
        draw = _draw_small if window.small else _draw_tall
        self.areas = draw(target, look, room, list(shown))

    # At the right

    def _draw_edge(self, target: pygame.Surface, shown: Sequence[Figure]) -> None:
        floor = self.leave_area.top
        look, dense = self._fitting(shown, floor)
        pen = _Pen(target, look, self._window.edge, dense=dense)
        pen.draw(shown)
        self.areas = pen.areas
        self._draw_results(target, look, [each for each in shown if each.result], floor)

    def _fitting(self, shown: Sequence[Figure], floor: int) -> tuple[Look, bool]:
        """The largest look with which all figures, the results among them, have room above the
        floor; and whether they are drawn without ornament.
        """
        looks = list(sizes(self._look))
        # A text at its least size is not narrower in a smaller look.
        room = max(self._window.edge.w - 2 * EDGE_MARGIN, self._measured(looks[-1], shown)[1])
        results = sum(68 if each.more else 52 for each in shown if each.result)
        for smaller in looks:
            top = floor - smaller.px(22 + results)
            for dense in (False, True):
                bottom, widest = self._measured(smaller, shown, dense=dense)
                if bottom <= top and widest <= room:
                    return smaller, dense
        return smaller, True

    def _measured(
        self, look: Look, shown: Sequence[Figure], *, dense: bool = True
    ) -> tuple[int, int]:
        """Where the figures but the results end, and the width of the widest text, in pixels."""
        pen = _Pen(None, look, self._window.edge, dense=dense)
        pen.draw(shown)
        words = [w for each in shown if each.result for w in (each.word, each.more)]
        return pen.bottom, max([pen.widest, *(look.width(word, LABEL) for word in words)])

    def _draw_results(
        self, target: pygame.Surface, look: Look, results: list[Figure], floor: int
    ) -> None:
        """From the bottom: the shortest answer known, above it the player's best."""
        if not results:
            return
        edge = self._window.edge
        y = floor - look.px(18)
        inset = look.px(HAIRLINE_INSET)
        line = pygame.Rect(edge.x + inset, y, edge.w - 2 * inset, look.scale.line())
        look.paint.veil(target, line, colours.GROUP_LINE)
        centre = edge.centre[0]
        for figure in reversed(results):
            floor = y
            if figure.more:
                at = (centre, y - look.px(16))
                look.write(target, figure.more, LABEL, figure.more_ink, at, Align.CENTRE)
                y -= look.px(16)
            at = (centre, y - look.px(18))
            look.write(target, figure.word, LABEL, colours.DIM, at, Align.CENTRE)
            at = (centre, y - look.px(40))
            look.write(target, figure.value, VALUE, figure.ink, at, Align.CENTRE)
            y -= look.px(52)
            self.areas[figure.name] = pygame.Rect(edge.x, y, edge.w, floor - y)


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

    def draw(self, shown: Sequence[Figure]) -> None:
        """Draw all figures but the results, from the top."""
        for figure in shown:
            if figure.result:
                continue
            if figure.name == "other":
                self._y += self._look.px(14)
            elif self.areas:
                self._hairline()
            top = self._y
            self._figure(figure)
            self.areas[figure.name] = pygame.Rect(self._edge.x, top, self._edge.w, self._y - top)

    def _figure(self, figure: Figure) -> None:
        word = figure.word
        match figure.name:
            case "moves":
                self._value(figure, MOVES, 52)
            case "other":
                self._value(figure, OTHER, 28)
            case "bookmarks":
                self._bookmark(figure)
            case "clock":
                self._clock(figure)
                return
            case "light":
                self._light(figure)
                return
            case _ if figure.of and figure.sign:
                self._signs(figure.sign, *figure.of)
                word = f"{figure.value} {word}"
            case _:
                self._value(figure, VALUE, 32)
                if figure.of:
                    self._progress(figure.of[0] / figure.of[1])
        self._write(word, LABEL, colours.DIM, (self._x, self._y + self._look.px(6)))
        self._y += self._look.px(16)
        if figure.more:
            self._y += self._look.px(4)
            self._words(figure.more, figure.ink)

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

    def _value(self, figure: Figure, style: TextStyle, room: float) -> None:
        """Write a value, centred in `room` dp of height."""
        at = (self._x, self._y + self._look.px(room) // 2 - self._look.px(3))
        self._write(figure.value, style, figure.ink, at)
        self._y += self._look.px(room)

    def _words(self, text: str, ink: Rgb) -> None:
        """Write a line of text, such as one of the verdict's."""
        self._write(text, WORDS, ink, (self._x, self._y + self._look.px(8)))
        self._y += self._look.px(18)

    def _hairline(self) -> None:
        """The line between two groups."""
        look = self._look
        self._y += look.px(4 if self._dense else 12)
        inset = look.px(HAIRLINE_INSET)
        wide = self._edge.w - 2 * inset
        line = pygame.Rect(self._edge.x + inset, self._y, wide, look.scale.line())
        if self._target is not None:
            look.paint.veil(self._target, line, colours.GROUP_LINE)
        self._y += look.px(6 if self._dense else 14)

    def _bookmark(self, figure: Figure) -> None:
        """Draw the bookmark icon, with the number of bookmarks if there are several."""
        look, count = self._look, figure.value
        side, middle = look.px(24), self._y + look.px(14)
        self._icon(
            figure.sign, figure.sign_ink, (self._x - look.px(13 if count else 0), middle), side
        )
        if count and self._target is not None:
            at = self._x + look.px(6), middle
            look.write(self._target, count, VALUE, figure.ink, at)
        self._y += look.px(30)

    def _light(self, figure: Figure) -> None:
        """The verdict's disc, and its words."""
        look, side = self._look, self._look.px(24)
        if self._target is not None:
            at = self._x, self._y + look.px(14)
            draw_light(self._target, look, at, side, figure.sign, figure.ink)
        self._y += look.px(34)
        for line in figure.word.split("\n"):
            self._words(line, figure.ink)

    def _clock(self, figure: Figure) -> None:
        """Draw a clock and the time side by side."""
        look, height = self._look, self._look.px(28)
        side, gap = look.px(20), look.px(7)
        whole = side + gap + look.width(figure.value, VALUE)
        self.widest = max(self.widest, whole)
        left = self._x - whole // 2
        middle = self._y + height // 2
        self._icon(figure.sign, figure.sign_ink, (left + side // 2, middle), side)
        if self._target is not None:
            at = left + side + gap, middle
            look.write(self._target, figure.value, VALUE, figure.ink, at)
        self._y += height

    def _progress(self, share: float) -> None:
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

    def _signs(self, name: str, left: int, of: int) -> None:
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


def sizes(look: Look) -> Iterator[Look]:
    """The look at ever smaller scales."""
    for share in SHARES:
        yield look.at_factor(look.scale.factor * share)


# In an upright window


def _draw_tall(
    target: pygame.Surface, look: Look, edge: pygame.Rect, shown: list[Figure]
) -> dict[str, pygame.Rect]:
    """Figures over their labels, spread evenly; returns where each is, by name."""
    for smaller in sizes(look):
        widths = [_tall_width(smaller, each) for each in shown]
        if sum(widths) + len(shown) * smaller.px(TALL_GAP) <= edge.w:
            break
    look, side = smaller, smaller.px(TALL_ICON)
    gap = max(look.px(TALL_GAP), (edge.w - sum(widths)) // len(shown))
    upper, lower = edge.y + round(edge.h * 0.36), edge.y + round(edge.h * 0.75)
    areas, end = {}, edge.x
    for each, width in zip(shown, widths, strict=True):
        start, end = end, end + width + gap
        x = value_x = (start + end) // 2
        if each.name == LIGHT:
            draw_light(target, look, (x, upper), side, each.sign, each.ink)
        elif _has_tall_sign(each):
            shift = side // 2 if each.value else 0
            look.icon(target, each.sign, each.sign_ink, (x - shift, upper), side)
            value_x += shift
        look.write(target, each.value, TALL_VALUE, each.ink, (value_x, upper), Align.CENTRE)
        look.write(target, each.label, LABEL, _label_ink(each), (x, lower), Align.CENTRE)
        areas[each.name] = pygame.Rect(start, edge.y + 2, end - start, edge.h - 2)
    return areas


def _has_tall_sign(figure: Figure) -> bool:
    """True if a sign stands before the value: the clock's name is below it."""
    return figure.signed and figure.name != "clock"


def _tall_width(look: Look, figure: Figure) -> int:
    """The width of a figure in pixels; the same for all values with as many digits."""
    same = "".join("0" if char.isdigit() else char for char in figure.value)
    shown = look.width(same, TALL_VALUE) + look.px(TALL_ICON) * _has_tall_sign(figure)
    return max(shown, look.width(figure.label, LABEL))


def _label_ink(figure: Figure) -> Rgb:
    return figure.ink if figure.name == LIGHT else colours.DIM


# In a small window


def _draw_small(
    target: pygame.Surface, look: Look, edge: pygame.Rect, shown: list[Figure]
) -> dict[str, pygame.Rect]:
    """Figures in one line, the results at its end; returns where each is, by name."""
    # A sign is label enough, but for the verdict.
    spare = [_bare(each) if each.signed and each.name != LIGHT else each for each in shown]
    look, shown = small_look(look, spare, edge.w)
    areas, y = {}, edge.centery
    x = edge.x + look.px(GAP)
    for each in (each for each in shown if not each.result):
        _draw_small_figure(target, look, each, (x, y))
        start, x = x, x + small_width(look, each)
        areas[each.name] = pygame.Rect(start - 2, edge.y + 2, x - start, edge.h - 2)
    x = edge.right
    for each in reversed([each for each in shown if each.result]):
        end, x = x, x - small_width(look, each)
        areas[each.name] = pygame.Rect(x, edge.y + 2, end - x, edge.h - 2)
        _draw_small_figure(target, look, each, (x, y))
    return areas


def small_look(look: Look, shown: list[Figure], room: int) -> tuple[Look, list[Figure]]:
    """The largest look with which all figures have room, each with its label or sign, and what
    `fitting` makes of them then. Where no look is small enough for the signs, one without; where
    none is small enough for the figures, the smallest.
    """
    whole = None
    for smaller in sizes(look):
        found = smaller, fitting(smaller, shown, room - smaller.px(GAP))
        if len(found[1]) == len(shown):
            whole = whole or found
            if not any(each.sign and not each.label and not each.signed for each in found[1]):
                return found
    return whole or found


def _bare(figure: Figure) -> Figure:
    return figure._replace(word="", in_line="")


def fitting(look: Look, shown: list[Figure], room: int) -> list[Figure]:
    """The figures with as many of their labels as have room. Labels are left out from the left,
    because the last ones are the least known, and replaced by the figure's sign if it has one. If
    that is still too wide, these signs are left out too, then the last figures.
    """
    bare = [_bare(each) for each in shown]
    shorter = [each._replace(signed=bool(each.sign)) for each in bare]
    for instead in (shorter, bare):
        for number in range(len(shown)):
            if _line_width(look, shown) > room:
                shown = [*shown[:number], instead[number], *shown[number + 1 :]]
    while _line_width(look, shown) > room:
        shown = shown[:-1]
    return shown


def _line_width(look: Look, shown: list[Figure]) -> int:
    return sum(small_width(look, each) for each in shown)


def small_width(look: Look, figure: Figure) -> int:
    """The width of a figure in pixels, with the gap after it."""
    parts = [look.px(ICON)] if figure.signed else []
    parts += [look.width(text, style) for text, style, _ in _small_texts(figure) if text]
    return sum(parts) + look.px(NEAR) * (len(parts) - 1) + look.px(GAP)


def _small_texts(figure: Figure) -> list[tuple[str, TextStyle, Rgb]]:
    """Value and label; the label of a result stands before its value."""
    style = SMALL_MOVES if figure.name == "moves" else SMALL_VALUE
    value = figure.value, style, figure.ink
    label = figure.label, SMALL_LABEL, _label_ink(figure)
    return [label, value] if figure.result else [value, label]


def _draw_small_figure(
    target: pygame.Surface, look: Look, figure: Figure, at: tuple[int, int]
) -> None:
    """Draw a figure from a point to the right."""
    x, y = at
    if figure.signed:
        side = look.px(ICON)
        centre = x + side // 2, y
        if figure.name == LIGHT:
            draw_light(target, look, centre, side, figure.sign, figure.ink)
        else:
            look.icon(target, figure.sign, figure.sign_ink, centre, side)
        x += side + look.px(NEAR)
    for text, style, ink in _small_texts(figure):
        if text:
            x = look.write(target, text, style, ink, (x, y)).right + look.px(NEAR)

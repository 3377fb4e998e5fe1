"""The bar with a table's figures: at the right edge, or in a strip below where the window is small
or portrait; it places the button that leaves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.display_list import Shown
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.table.figures import LIGHT, Figure
from game.table.window_layout import TableFrame
from game.widgets.look import Look

MOVES = TextStyle(fonts.Face.SERIF_SEMIBOLD, 46)
OTHER = TextStyle(fonts.Face.SERIF_SEMIBOLD, 24)
VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 22)
LABEL = TextStyle(fonts.Face.SANS, 14)
WORDS = TextStyle(fonts.Face.SANS, 15)
VALUES = {"moves": (MOVES, 52, 23), "other": (OTHER, 28, 11)}
"""The style of these values, the height of their row and how far down its middle is, in dp."""
SMALL_GAP = 12
HAIRLINE_INSET = 26
EDGE_MARGIN = 3
"""The space at each side of the widest figure, in pixels."""
BACK_SIDE = 46
TALL_VALUE = TextStyle(fonts.Face.SERIF_SEMIBOLD, 24)
SMALL_VALUE = TextStyle(fonts.Face.SANS_SEMIBOLD, 14)
SMALL_MOVES = TextStyle(fonts.Face.SERIF_SEMIBOLD, 18)
SMALL_LABEL = TextStyle(fonts.Face.SANS, 13)
SIGN = 24
ICON = 16
"""The side of a sign in the small strip."""
GAP = 12
NEAR = 4
"""Between a figure and its label in the small strip."""
TALL_GAP = 6
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5)
"""The sizes at which the figures are tried, until all of them have room."""
TITLE = "title"
"""The name of the figure that is the table's name and number, where the plate has no words."""


class FigureText(NamedTuple):
    """A text in a row."""

    text: str
    style: TextStyle
    ink: Rgb = colours.DIM

    def width(self, look: Look) -> int:
        """The width in pixels."""
        return look.width(self.text, self.style)

    def draw(self, target: pygame.Surface, look: Look, left: int, y: int) -> None:
        """Draw it, centred on y."""
        look.write(target, self.text, self.style, self.ink, (left, y))


class FigureSign(NamedTuple):
    """An icon in a row, or the verdict's disc."""

    name: str
    ink: Rgb
    side: int = SIGN
    lit: bool = False

    def width(self, look: Look) -> int:
        """The width in pixels."""
        return look.px(self.side)

    def draw(self, target: pygame.Surface, look: Look, left: int, y: int) -> None:
        """Draw it, centred on y."""
        side, ink = look.px(self.side), self.ink
        centre = left + side // 2, y
        if self.lit:
            disc = pygame.Rect(0, 0, side, side)
            disc.center = centre
            look.paint.glow(target, disc, side / 2, max(2, side // 3), (*ink, 110))
            look.paint.disc(target, centre, side, ink)
            side, ink = round(side * 0.72), colours.ON_GOLD
        look.icon(target, self.name, ink, centre, side)


class FigureProgress(NamedTuple):
    """A bar filled to a share of 0 to 1."""

    share: float

    def width(self, look: Look) -> int:
        """The width in pixels."""
        return look.px(80)

    def draw(self, target: pygame.Surface, look: Look, left: int, y: int) -> None:
        """Draw it below y."""
        area = pygame.Rect(left, y, self.width(look), max(3, look.px(5)))
        look.paint.box(target, area, area.h / 2, colours.tint(colours.CREAM, 0.16))
        area.width = max(area.h, round(area.w * self.share))
        if self.share > 0:
            look.paint.box(target, area, area.h / 2, colours.GOLD)


class FigureRow(NamedTuple):
    """Things side by side; lengths in dp."""

    high: float
    middle: float
    """How far down their middle is."""
    parts: tuple[FigureText | FigureSign | FigureProgress, ...]
    gap: float = 0

    def width(self, look: Look) -> int:
        """The width in pixels."""
        between = look.px(self.gap) * (len(self.parts) - 1)
        return sum(part.width(look) for part in self.parts) + between


class PlacedFigure(NamedTuple):
    """A figure as it is laid out; lengths in pixels."""

    name: str
    area: pygame.Rect
    rows: tuple[tuple[FigureRow, int, int], ...]
    """The rows, each with its left edge and its middle."""
    line: pygame.Rect | None = None
    """A line above it."""


class FiguresBar:
    """Lays the figures of one window out at the right edge, in a strip below, or small."""

    def __init__(self, window: TableFrame, look: Look) -> None:
        self._window, self._look = window, look
        self._edge = pygame.Rect(window.edge)
        self._laid_look, self._laid = look, list[PlacedFigure]()

    @property
    def areas(self) -> dict[str, pygame.Rect]:
        """Where each figure is, by name."""
        return {each.name: each.area for each in self._laid}

    @property
    def leave_area(self) -> pygame.Rect:
        """Where the button goes that leaves the scene."""
        window, look, edge = self._window, self._look, self._edge
        if window.small or window.portrait:
            side = edge.h - 4 if window.small else look.px(BACK_SIDE)
            margin = 8 if window.small else look.px(14)
            area = pygame.Rect(0, edge.centery - side // 2, side, side)
            area.left = edge.left + margin
            if not window.mirrored:
                area.right = edge.right - margin
            return area
        side, below = look.px(BACK_SIDE), look.px(20)
        return pygame.Rect(
            edge.centerx - side // 2, edge.bottom - look.px(16) - side - below, side, side + below
        )

    def draw_ground(self, target: pygame.Surface, felt: Felt) -> None:
        """Draw the ground of the edge."""
        window, look, edge = self._window, self._look, self._edge
        look.paint.veil(target, edge, felt.figures_tint)
        rim = edge.copy()
        if window.small or window.portrait:
            rim.height = look.scale.line()
        else:
            rim.width = look.scale.line()
            if window.mirrored:
                rim.right = edge.right
        look.paint.veil(target, rim, colours.RIGHT_EDGE_LINE)

    def shown(self) -> list[Shown]:
        """The figures as they are laid out. Nothing is drawn outside the edge, not even a glow."""
        found = []
        for each in self._laid:
            area = each.area if each.line is None else each.area.union(each.line)
            if each.name == LIGHT:
                area = area.inflate(2 * area.h, 2 * area.h).clip(self._edge)
            value = self._laid_look, each
            found.append(Shown(("figure", each.name), value, area, _draw_figure))
        return found

    def lay(self, shown: Sequence[Figure]) -> None:
        """Lay figures out."""
        window = self._window
        if not shown:
            self._laid = []
        elif window.small:
            self._lay_small(list(shown))
        elif window.portrait:
            self._lay_tall(shown)
        else:
            self._lay_edge(shown)

    def _strip(self) -> pygame.Rect:
        """The strip at the bottom, as far as the button that leaves."""
        window, look, leave = self._window, self._look, self.leave_area
        gap = look.scale.fixed(SMALL_GAP) if window.small else look.px(10)
        room = self._edge.copy()
        if window.mirrored:
            room.width, room.left = room.right - leave.right - gap, leave.right + gap
        else:
            room.width = leave.left - room.left - gap
        return room

    # At the right

    def _lay_edge(self, shown: Sequence[Figure]) -> None:
        """Lay all figures out with the largest look with which they have room: the results from the
        button that leaves upwards, the others from the top.
        """
        edge, floor, looks = self._edge, self.leave_area.top, [*sizes(self._look)]
        # A text at its least size is not narrower in a smaller look.
        room = max(edge.w - 2 * EDGE_MARGIN, *(_widest(looks[-1], each) for each in shown))
        results = [each for each in shown if each.result]
        above = [each for each in shown if not each.result]
        for look, dense in ((look, dense) for look in looks for dense in (False, True)):
            low = floor - look.px(18)
            top = low - sum(_height(look, each) for each in results)
            self._laid_look, self._laid = look, [*self._stacked(look, above, dense=dense)]
            bottom = max((each.area.bottom for each in self._laid), default=edge.y)
            fits = bottom + look.px(12) <= top
            if fits and all(_widest(look, each, dense=dense) <= room for each in shown):
                break
        for number, figure in enumerate(results):
            line = None if number < len(results) - 1 else self._hairline(look, low)
            self._laid.append(self._centred(look, figure, top)._replace(line=line))
            top = self._laid[-1].area.bottom

    def _stacked(
        self, look: Look, shown: Sequence[Figure], *, dense: bool
    ) -> Iterator[PlacedFigure]:
        """Figures below each other, with a line between two groups; `dense` ones without ornament,
        which leaves more room for words and figures.
        """
        y = self._edge.y + look.px(8 if dense else 20)
        for number, figure in enumerate(shown):
            line = None
            if figure.name == "other":
                y += look.px(14)
            elif number:
                line = self._hairline(look, y + look.px(4 if dense else 12))
                y = line.y + look.px(6 if dense else 14)
            placed = self._centred(look, figure, y, dense=dense)
            yield placed._replace(line=line)
            y = placed.area.bottom

    def _hairline(self, look: Look, y: int) -> pygame.Rect:
        inset = look.px(HAIRLINE_INSET)
        edge = self._edge
        return pygame.Rect(edge.x + inset, y, edge.w - 2 * inset, look.scale.line())

    def _centred(
        self, look: Look, figure: Figure, top: int, *, dense: bool = False
    ) -> PlacedFigure:
        """A figure's rows below each other, centred on the edge."""
        x, y, rows = self._window.edge.centre[0], top, []
        for row in _rows(figure, dense=dense):
            rows.append((row, _left(look, row, x), y + look.px(row.middle)))
            y += look.px(row.high)
        area = pygame.Rect(self._edge.x, top, self._edge.w, y - top)
        return PlacedFigure(figure.name, area, tuple(rows))

    # In an upright window

    def _lay_tall(self, shown: Sequence[Figure]) -> None:
        """Figures over their labels, spread evenly."""
        strip = self._strip()
        for look in sizes(self._look):
            widths = [max(row.width(look) for row in _tall_rows(each, same=True)) for each in shown]
            if sum(widths) + len(shown) * look.px(TALL_GAP) <= strip.w:
                break
        gap = max(look.px(TALL_GAP), (strip.w - sum(widths)) // len(shown))
        middles = [strip.y + round(strip.h * share) for share in (0.36, 0.75)]
        self._laid_look, self._laid, x = look, [], strip.x
        for figure, width in zip(shown, widths, strict=True):
            area = pygame.Rect(x, strip.y + 2, width + gap, strip.h - 2)
            rows = [
                (row, _left(look, row, area.centerx), y)
                for row, y in zip(_tall_rows(figure), middles, strict=True)
            ]
            self._laid.append(PlacedFigure(figure.name, area, tuple(rows)))
            x = area.right

    # In a small window

    def _lay_small(self, shown: list[Figure]) -> None:
        """Figures in one line, the results at its end. A title stands before figures that all have
        room in full.
        """
        # A sign is label enough, but for the verdict.
        spare = [_bare(each) if each.signed and each.name != LIGHT else each for each in shown]
        strip = self._strip()
        look, fitted = small_look(self._look, spare, strip.w)
        if fitted != spare and spare[0].name == TITLE:
            look, fitted = small_look(self._look, spare[1:], strip.w)
        x = strip.x + look.px(GAP)
        end = strip.right - sum(small_width(look, each) for each in fitted if each.result)
        self._laid_look, self._laid = look, []
        for figure in fitted:
            left, wide = end if figure.result else x, small_width(look, figure)
            area = pygame.Rect(left - 2, strip.y + 2, wide, strip.h - 2)
            row = _small_row(figure), left, strip.centery
            self._laid.append(PlacedFigure(figure.name, area, (row,)))
            x, end = (x, end + wide) if figure.result else (x + wide, end)


def _draw_figure(target: pygame.Surface, look: Look, figure: PlacedFigure) -> None:
    if figure.line is not None:
        look.paint.veil(target, figure.line, colours.GROUP_LINE)
    for row, left, middle in figure.rows:
        x = left
        for part in row.parts:
            part.draw(target, look, x, middle)
            x += part.width(look) + look.px(row.gap)


def sizes(look: Look) -> Iterator[Look]:
    """The look at ever smaller scales."""
    for share in SHARES:
        yield look.at_factor(look.scale.factor * share)


def _left(look: Look, row: FigureRow, centre: int) -> int:
    """Where a row begins whose middle is at `centre`; a text by itself lies as texts do."""
    wide = row.width(look)
    return centre - (-(-wide // 2) if isinstance(row.parts[0], FigureText) else wide // 2)


def _height(look: Look, figure: Figure) -> int:
    return sum(look.px(row.high) for row in _rows(figure))


def _widest(look: Look, figure: Figure, *, dense: bool = True) -> int:
    return max(row.width(look) for row in _rows(figure, dense=dense))


def _rows(figure: Figure, *, dense: bool = False) -> Iterator[FigureRow]:
    """The rows of a figure at the right edge."""
    value, word = FigureText(figure.value, VALUE, figure.ink), figure.word
    sign = FigureSign(figure.sign, figure.sign_ink)
    if figure.name == "clock":
        yield FigureRow(28, 14, (sign._replace(side=20), value), 7)
        return
    if figure.name == LIGHT:
        yield FigureRow(34, 14, (sign._replace(lit=True),))
        for line in word.split("\n"):
            yield FigureRow(18, 8, (FigureText(line, WORDS, figure.ink),))
        return
    if figure.result:
        yield FigureRow(24, 12.4, (value,))
        yield FigureRow(20, 10, (FigureText(word, LABEL),))
        if figure.more:
            yield FigureRow(16, 8, (FigureText(figure.more, LABEL, figure.more_ink),))
        yield FigureRow(8, 0, (FigureText("", LABEL),))
        return
    if figure.of and figure.sign:
        if not dense:
            inks = [colours.GOLD] * figure.of[0] + [colours.FAINT] * (figure.of[1] - figure.of[0])
            yield FigureRow(30, 12, tuple(sign._replace(ink=ink) for ink in inks), 8)
        word = f"{figure.value} {word}"
    elif figure.signed:
        yield FigureRow(30, 14, (sign, value) if figure.value else (sign,), 7)
    else:
        style, high, middle = VALUES.get(figure.name, (VALUE, 32, 13))
        yield FigureRow(high, middle, (value._replace(style=style),))
        if figure.of and not dense:
            yield FigureRow(15, 0, (FigureProgress(figure.of[0] / figure.of[1]),))
    yield FigureRow(16, 6, (FigureText(word, LABEL),))
    if figure.more:
        yield FigureRow(22, 12, (FigureText(figure.more, WORDS, figure.ink),))


def _tall_rows(figure: Figure, *, same: bool = False) -> tuple[FigureRow, FigureRow]:
    """Value and label. `same`: with a value as wide as all with as many digits."""
    lit = figure.name == LIGHT
    text = "".join("0" if same and char.isdigit() else char for char in figure.value)
    parts: list[FigureSign | FigureText] = (
        [FigureText(text, TALL_VALUE, figure.ink)] if text else []
    )
    if figure.signed and figure.name != "clock":  # its name is below it
        parts.insert(0, FigureSign(figure.sign, figure.sign_ink, lit=lit))
    return FigureRow(0, 0, tuple(parts)), FigureRow(
        0, 0, (FigureText(figure.label, LABEL, _label_ink(figure)),)
    )


def _label_ink(figure: Figure) -> Rgb:
    return figure.ink if figure.name == LIGHT else colours.DIM


def _small_row(figure: Figure) -> FigureRow:
    """Sign, value and label; the label of a result stands before its value."""
    style = SMALL_MOVES if figure.name in ("moves", TITLE) else SMALL_VALUE
    value = FigureText(figure.value, style, figure.ink)
    label = FigureText(figure.label, SMALL_LABEL, _label_ink(figure))
    words = [each for each in ([label, value] if figure.result else [value, label]) if each.text]
    sign = FigureSign(figure.sign, figure.sign_ink, ICON, lit=figure.name == LIGHT)
    return FigureRow(0, 0, (sign, *words) if figure.signed else tuple(words), NEAR)


def small_width(look: Look, figure: Figure) -> int:
    """The width of a figure in the small strip in pixels, with the gap after it."""
    return _small_row(figure).width(look) + look.px(GAP)


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

    def width() -> int:
        return sum(small_width(look, each) for each in shown)

    bare = [_bare(each) for each in shown]
    shorter = [each._replace(signed=bool(each.sign)) for each in bare]
    for instead in (shorter, bare):
        for number in range(len(shown)):
            if width() > room:
                shown = [*shown[:number], instead[number], *shown[number + 1 :]]
    while width() > room:
        shown = shown[:-1]
    return shown

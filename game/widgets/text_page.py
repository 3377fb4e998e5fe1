"""A page of text: headings, paragraphs, pictures with text beside them, tables of keys."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.widgets import control_sizes
from game.widgets.base import Consumed, WidgetAction
from game.widgets.look import Look, draw_key_cap, key_cap_width
from game.widgets.scroll import ScrollingWidget
from game.widgets.text_flow import draw_line, line_height, wrap

SUBTITLE: Final = fonts.TextStyle(fonts.Face.SERIF_ITALIC, 16)

SECTION: Final = fonts.TextStyle(fonts.Face.SERIF_SEMIBOLD, 20)

BAR_ROOM = 22
WHEEL_STEP = 66
KEY_STEP = 44
PARAGRAPH_GAP = 12
HEADING_GAP = 8
BESIDE_GAP = 16
BESIDE_LEAST = 180
"""With less room than this beside a picture, in dp, its text goes below it."""
KEY_ROW = 30
KEY_COLUMN_GAP = 16


@dataclass(frozen=True)
class Heading:
    """The page's title (level 1) or a section (level 2)."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Paragraph:
    """Text with the markup of `text_flow`; subtitles are dim italics."""

    text: str
    subtitle: bool = False


@dataclass(frozen=True)
class Picture:
    """Something drawn into an area; sizes in dp. Without a width it is as wide as the page.

    `beside` is the text to its right.
    """

    draw: Callable[[pygame.Surface, pygame.Rect], None]
    height: float
    width: float | None = None
    beside: str = ""


@dataclass(frozen=True)
class KeyTable:
    """Rows of key names and meanings; several names in a row do the same."""

    rows: Sequence[tuple[Sequence[str], str]]
    line: str = "{name}: {list}"
    """A row as a screen reader reads it: the key names and the meaning."""


@dataclass(frozen=True)
class Rule:
    """A thin line across the page."""


Block = Heading | Paragraph | Picture | KeyTable | Rule
Draw = Callable[[pygame.Surface, int, int], None]
"""Draws something whose top left corner is at this x and y."""


@dataclass(frozen=True)
class Placed:
    """A part of the page: its top, its height, its drawing function."""

    top: int
    height: int
    draw: Draw


class TextPage(ScrollingWidget):
    """A page that scrolls by wheel, bar and keys. It answers Consumed to events that it uses."""

    def __init__(self, name: str, blocks: Sequence[Block] = ()) -> None:
        super().__init__(name)
        self.blocks = list(blocks)
        self._placed: list[Placed] = []
        self._headings: list[tuple[str, int]] = []

    # Content

    def fill(self, blocks: Sequence[Block]) -> None:
        """Show another page from its top."""
        self.blocks = list(blocks)
        self.stale = True
        if self._look is not None:
            self.arrange()
        self.scroller.jump(0)

    def show_heading(self, text: str) -> None:
        """Glide to a heading. Raises KeyError if there is none of this text."""
        self.scroller.glide(dict(self._headings)[text])

    @property
    def reading_place(self) -> float:
        """Where the top of the view is: the number of the heading above it, from 1 on, and the
        share of what stands under that heading that lies above the view.
        """
        tops, offset = self._tops(), self.scroller.offset
        place = bisect_right(tops, offset, hi=len(tops) - 1) - 1
        return place + (offset - tops[place]) / max(1, tops[place + 1] - tops[place])

    def show_place(self, place: float) -> None:
        """Show a `reading_place` at once, or the end if there are too few headings."""
        tops, heading = self._tops(), int(place)
        if heading + 1 < len(tops):
            top, end = tops[heading : heading + 2]
            self.scroller.jump(top + place % 1 * (end - top))
        else:
            self.scroller.jump(tops[-1])

    def _tops(self) -> list[int]:
        """The tops of the page and of its headings, and the page's end."""
        return [0, *(top for _text, top in self._headings), self.scroller.content]

    # Layout

    def arrange(self) -> None:
        """Break all text into lines for the width there is, and put the parts below each other. The
        meanings of keys begin at the same x in all tables of the page.
        """
        look, width = self.look, self.rect.width - self.look.px(BAR_ROOM)
        tables = [block for block in self.blocks if isinstance(block, KeyTable)]
        caps = [_caps_width(look, keys) for table in tables for keys, _meaning in table.rows]
        indent = max(caps, default=0) + look.px(KEY_COLUMN_GAP)
        self._placed, self._headings, top = [], [], 0
        for block in self.blocks:
            if isinstance(block, Heading):
                if self._placed and block.level != 1:
                    top += look.px(HEADING_GAP)
                self._headings.append((block.text, top))
            for height, draw, gap in _parts(look, block, width, indent):
                self._placed.append(Placed(top, height, draw))
                top += height + look.px(gap)
        self.scroller.resize(top, self.rect.height)
        self.scroller.place(look, self.rect)

    # Events

    def wheel_step(self) -> int:
        """A few lines."""
        return self.look.px(WHEEL_STEP)

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Scroll; at the ends the keys are left to the FocusGroup."""
        page = self.rect.height - self.look.px(KEY_STEP)
        back = event.mod & pygame.KMOD_SHIFT
        steps = {
            pygame.K_UP: -self.look.px(KEY_STEP),
            pygame.K_DOWN: self.look.px(KEY_STEP),
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_SPACE: -page if back else page,
            pygame.K_HOME: -self.scroller.content,
            pygame.K_END: self.scroller.content,
        }
        if event.key not in steps or event.mod & pygame.KMOD_CTRL:
            return None
        return Consumed() if self.scroller.glide_by(steps[event.key]) else None

    # Drawing

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the page, a little outside."""
        return self.rect.inflate(self.look.px(8), self.look.px(4)), self.look.px(
            control_sizes.ROW_RADIUS
        )

    def draw(self, target: pygame.Surface) -> None:
        """Draw the parts in view and the scroll bar."""
        with self.look.paint.clipped(target, self.rect):
            first, last = self.scroller.offset, self.scroller.offset + self.rect.height
            for part in self._placed:
                if part.top < last and part.top + part.height > first:
                    part.draw(target, self.rect.left, self.rect.top + part.top - first)
        self.scroller.draw(target)


def _parts(
    look: Look, block: Block, width: int, key_indent: int
) -> Iterator[tuple[int, Draw, float]]:
    """The parts of a block below each other in so many pixels of width: the height in pixels, what
    draws it, the gap below it in dp.
    """
    match block:
        case Heading(text, level):
            style, ink = (
                (fonts.LIST_TITLE, colours.CREAM) if level == 1 else (SECTION, colours.GOLD)
            )
            yield *_text(look, text, width, style, ink), HEADING_GAP
        case Paragraph(text, subtitle):
            style, ink = (SUBTITLE, colours.DIM) if subtitle else (fonts.PAGE_TEXT, colours.CREAM)
            yield *_text(look, text, width, style, ink), PARAGRAPH_GAP
        case Picture():
            yield from _picture(look, block, width)
        case KeyTable(rows):
            for number, (keys, meaning) in enumerate(rows, 1):
                gap = PARAGRAPH_GAP if number == len(rows) else 0
                yield *_key_row(look, keys, meaning, width, key_indent), gap
        case Rule():
            line = look.scale.line()

            def draw(target: pygame.Surface, x: int, y: int) -> None:
                target.fill(look.paint.toned(colours.LINE), (x, y, width, line))

            yield line, draw, PARAGRAPH_GAP


def _text(
    look: Look,
    text: str,
    width: int,
    style: TextStyle = fonts.PAGE_TEXT,
    colour: Rgb = colours.CREAM,
) -> tuple[int, Draw]:
    lines, step = wrap(look, text, style, width), line_height(look, style)

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        for place, line in enumerate(lines):
            draw_line(target, look, line, style, colour, (x, y + place * step + step // 2))

    return step * len(lines), draw


def _picture(look: Look, block: Picture, width: int) -> Iterator[tuple[int, Draw, float]]:
    """The picture, shrunk in proportion where the page is narrower, and its text: beside it, or
    below if the room there is too small.
    """
    wanted = width if block.width is None else look.px(block.width)
    wide = min(width, wanted)
    high = round(look.px(block.height) * wide / wanted)
    indent = wide + look.px(BESIDE_GAP)
    is_beside = bool(block.beside) and width - indent >= look.px(BESIDE_LEAST)
    text_high, draw_text = _text(look, block.beside, width - indent if is_beside else width)

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        block.draw(target, pygame.Rect(x, y, wide, high))
        if is_beside:
            draw_text(target, x + indent, y)

    yield max(high, text_high) if is_beside else high, draw, PARAGRAPH_GAP
    if block.beside and not is_beside:
        yield text_high, draw_text, PARAGRAPH_GAP


def _caps_width(look: Look, keys: Sequence[str]) -> int:
    gap = look.px(control_sizes.SEGMENTS_INSET)
    return sum(key_cap_width(look, key) + gap for key in keys) - gap


def _key_row(
    look: Look, keys: Sequence[str], meaning: str, width: int, indent: int
) -> tuple[int, Draw]:
    text_height, draw_text = _text(look, meaning, width - indent)
    row = max(look.px(KEY_ROW), line_height(look, fonts.PAGE_TEXT))
    # The first line is level with the caps; further ones make the row higher.
    lead = (row - line_height(look, fonts.PAGE_TEXT)) // 2

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        left = x
        for key in keys:
            area = draw_key_cap(target, look, key, left, y + row // 2)
            left = area.right + look.px(control_sizes.SEGMENTS_INSET)
        draw_text(target, x + indent, y + lead)

    return max(row, text_height + 2 * lead), draw

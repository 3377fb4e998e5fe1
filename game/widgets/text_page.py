"""A page of text: headings, paragraphs, pictures with text beside them, tables of keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
from game.widgets.text_flow import TextLine, draw_line, line_height, wrap

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
        self._blocks = list(blocks)
        self._placed: list[Placed] = []
        self._headings: list[tuple[str, int]] = []

    # Content

    @property
    def blocks(self) -> Sequence[Block]:
        """The blocks of the page, from the top."""
        return self._blocks

    def fill(self, blocks: Sequence[Block]) -> None:
        """Show another page from its top."""
        self._blocks = list(blocks)
        self.stale = True
        if self._look is not None:
            self.arrange()
        self.scroller.jump(0)

    def show_heading(self, text: str) -> None:
        """Glide to a heading. Raises KeyError if there is none of this text."""
        self.scroller.glide(dict(self._headings)[text])

    @property
    def reading_place(self) -> tuple[str, float]:
        """Where the top of the view is: the last heading at or above it, or an empty text, and the
        share of what stands under that heading that lies above the view.
        """
        offset = self.scroller.offset
        text, top = [each for each in self._sections() if each[1] <= offset][-1]
        return text, (offset - top) / max(1, self._end(top) - top)

    def show_place(self, text: str, share: float) -> None:
        """Show a `reading_place` at once. Raises KeyError if there is no such heading."""
        top = dict(self._sections())[text]
        self.scroller.jump(top + share * (self._end(top) - top))

    def _sections(self) -> list[tuple[str, int]]:
        return [("", 0), *self._headings]

    def _end(self, top: int) -> int:
        """The top of the heading after that at `top`, or the page's end."""
        return min(
            (each for _, each in self._headings if each > top), default=self.scroller.content
        )

    # Layout

    def arrange(self) -> None:
        """Break all text into lines for the width there is."""
        tables = [block for block in self._blocks if isinstance(block, KeyTable)]
        setter = _BlockLayout(self.look, self.rect.width - self.look.px(BAR_ROOM), tables)
        for block in self._blocks:
            setter.add(block)
        self._placed, self._headings = setter.placed, setter.headings
        self.scroller.resize(setter.top, self.rect.height)
        self._bar.place(self.look, self.rect)

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
        self._bar.draw(target)


class _BlockLayout:
    """Lays out blocks below each other for one width in pixels. The meanings of keys begin at the
    same x in all tables of the page.
    """

    def __init__(self, look: Look, width: int, tables: Sequence[KeyTable]) -> None:
        self._look = look
        self._width = width
        rows = [row for table in tables for row in table.rows]
        caps = max((_caps_width(look, keys) for keys, _ in rows), default=0)
        self._key_indent = caps + look.px(KEY_COLUMN_GAP)
        self.top = 0
        self.placed: list[Placed] = []
        self.headings: list[tuple[str, int]] = []

    def add(self, block: Block) -> None:
        """Lay out one block below the previous ones."""
        match block:
            case Heading():
                self._add_heading(block)
            case Paragraph():
                self._add_paragraph(block)
            case Picture():
                self._add_picture(block)
            case KeyTable():
                self._add_keys(block)
            case Rule():
                self._add_rule()

    def _put(self, height: int, draw: Draw, gap: float) -> None:
        self.placed.append(Placed(self.top, height, draw))
        self.top += height + self._look.px(gap)

    def _add_heading(self, block: Heading) -> None:
        first_level = block.level == 1
        style = fonts.LIST_TITLE if first_level else SECTION
        colour = colours.CREAM if first_level else colours.GOLD
        if self.placed and not first_level:
            self.top += self._look.px(HEADING_GAP)
        self.headings.append((block.text, self.top))
        self._add_text(block.text, style, colour, HEADING_GAP)

    def _add_paragraph(self, block: Paragraph) -> None:
        if block.subtitle:
            self._add_text(block.text, SUBTITLE, colours.DIM, PARAGRAPH_GAP)
        else:
            self._add_text(block.text, fonts.PAGE_TEXT, colours.CREAM, PARAGRAPH_GAP)

    def _add_text(self, text: str, style: TextStyle, colour: Rgb, gap: float) -> None:
        lines = wrap(self._look, text, style, self._width)
        height, draw = _text(self._look, lines, style, colour)
        self._put(height, draw, gap)

    def _add_picture(self, block: Picture) -> None:
        look, size = self._look, self._picture_size(block)
        beside = self._width - size[0] - look.px(BESIDE_GAP)
        if not block.beside or beside < look.px(BESIDE_LEAST):
            self._put(size[1], _picture(block, size), PARAGRAPH_GAP)
            if block.beside:
                self._add_text(block.beside, fonts.PAGE_TEXT, colours.CREAM, PARAGRAPH_GAP)
            return
        lines = wrap(look, block.beside, fonts.PAGE_TEXT, beside)
        height, draw_text = _text(look, lines, fonts.PAGE_TEXT, colours.CREAM)
        draw_picture, indent = _picture(block, size), size[0] + look.px(BESIDE_GAP)

        def draw(target: pygame.Surface, x: int, y: int) -> None:
            draw_picture(target, x, y)
            draw_text(target, x + indent, y)

        self._put(max(size[1], height), draw, PARAGRAPH_GAP)

    def _picture_size(self, block: Picture) -> tuple[int, int]:
        """In pixels; shrunk in proportion where the page is narrower."""
        wanted = self._width if block.width is None else self._look.px(block.width)
        width = min(self._width, wanted)
        return width, round(self._look.px(block.height) * width / wanted)

    def _add_keys(self, block: KeyTable) -> None:
        look, indent = self._look, self._key_indent
        for keys, meaning in block.rows:
            lines = wrap(look, meaning, fonts.PAGE_TEXT, self._width - indent)
            self._put(*_key_row(look, keys, lines, indent), gap=0)
        self.top += look.px(PARAGRAPH_GAP)

    def _add_rule(self) -> None:
        look, width = self._look, self._width

        def draw(target: pygame.Surface, x: int, y: int) -> None:
            target.fill(colours.LINE, (x, y, width, look.scale.line()))

        self._put(look.scale.line(), draw, PARAGRAPH_GAP)


def _text(look: Look, lines: list[TextLine], style: TextStyle, colour: Rgb) -> tuple[int, Draw]:
    step = line_height(look, style)

    def draw(target: pygame.Surface, x: int, y: int) -> None:
        for place, line in enumerate(lines):
            draw_line(target, look, line, style, colour, (x, y + place * step + step // 2))

    return step * len(lines), draw


def _picture(block: Picture, size: tuple[int, int]) -> Draw:
    def draw(target: pygame.Surface, x: int, y: int) -> None:
        block.draw(target, pygame.Rect((x, y), size))

    return draw


def _caps_width(look: Look, keys: Sequence[str]) -> int:
    gap = look.px(control_sizes.SEGMENTS_INSET)
    return sum(key_cap_width(look, key) + gap for key in keys) - gap


def _key_row(
    look: Look, keys: Sequence[str], lines: list[TextLine], indent: int
) -> tuple[int, Draw]:
    text_height, draw_text = _text(look, lines, fonts.PAGE_TEXT, colours.CREAM)
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

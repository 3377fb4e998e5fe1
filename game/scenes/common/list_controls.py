"""The controls of a list scene: the places of header, rows and selected row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pygame

from game.graphics import colours
from game.graphics.scale import Reflow
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.focus import FocusGroup
from game.widgets.list_view import BAR_ROOM, Headings, ListView
from game.widgets.look import Look

HEADER: Final = 92
HEADER_LOW: Final = 60
SIDE: Final = 388
SIDE_NARROW: Final = 320
FLUSH_BELOW: Final = 24
"""The panel at the side ends with the list if its own end would be less than this above that of the
list, in dp.
"""
HEADS: Final = 36
BUTTON: Final = 40
"""The height of the buttons that act on the selected row: two rows below a large button."""
ROW_GAP: Final = 10


class ListControls:
    """The base of a list's controls. The selected row is shown in a panel beside the list, or in a
    strip below it. Rectangles are in window pixels.
    """

    strip = 0.0
    """The height of the strip, in dp."""
    filters = 0.0, 0.0
    """The height of the filters in dp: beside the panel, and above the strip."""

    def __init__(
        self,
        rows: ListView,
        heads: Headings,
        detail_height: Callable[[Look, int], int],
        _: Language,
    ) -> None:
        """`detail_height` returns the height in pixels that the panel of the selected row wants at
        a width in pixels, without its buttons.
        """
        self.rows, self.heads, self._detail_height = rows, heads, detail_height
        heads.column_words = lambda name, down: _column_words(name, down, _)
        self.focus = FocusGroup()
        self.form = Reflow.WIDE
        self.panel = pygame.Rect(0, 0, 0, 0)
        """The rows with their filters and headings."""
        self.side = pygame.Rect(0, 0, 0, 0)
        """The row selected, with its buttons."""
        self.detail = pygame.Rect(0, 0, 0, 0)
        """The part of `side` beside the buttons."""

    @property
    def is_low(self) -> bool:
        """True if the selected row is shown in a strip below the list."""
        return self.form is Reflow.SMALL

    # What a subclass says

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """Place the controls above the list."""
        raise NotImplementedError

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """Place the filters above the headings."""
        raise NotImplementedError

    def place_actions(self, look: Look) -> None:
        """Place the buttons in `side`, and set `detail`."""
        raise NotImplementedError

    def place_strip(self, look: Look) -> None:
        """As `place_actions`, where `side` is a strip."""
        raise NotImplementedError

    # Layout

    def lay_out(self, look: Look, size: tuple[int, int], form: Reflow, foot: int = 0) -> None:
        """Place everything in a window; `foot` pixels below the rows are left free."""
        self.form = form
        margin = look.px(control_sizes.MARGIN_NARROW if self.is_low else control_sizes.MARGIN)
        width = min(size[0] - 2 * margin, look.px(control_sizes.CONTENT_WIDTH))
        left, high = (size[0] - width) // 2, look.px(HEADER_LOW if self.is_low else HEADER)
        body = pygame.Rect(left, high, width, size[1] - high - margin)
        self.panel, self.side = self._low(look, body) if self.is_low else self._beside(look, body)
        self.place_header(look, pygame.Rect(left, 0, width, high))
        self._place_list(look, foot)
        (self.place_strip if self.is_low else self.place_actions)(look)

    def _low(self, look: Look, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        strip = look.px(self.strip)
        above = pygame.Rect(body.x, body.y, body.w, body.h - strip - look.px(8))
        return above, pygame.Rect(body.x, body.bottom - strip, body.w, strip)

    def _beside(self, look: Look, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        side = look.px(SIDE_NARROW if self.form is Reflow.NARROW else SIDE)
        gap = look.px(control_sizes.GUTTER)
        panel = pygame.Rect(body.x, body.y, body.w - side - gap, body.h)
        padding = 2 * look.px(control_sizes.PANEL_PADDING)
        buttons = look.px(control_sizes.BUTTON_HEIGHT_LARGE + 2 * BUTTON + 3 * ROW_GAP)
        wanted = padding + self._detail_height(look, side - padding) + buttons
        high = wanted if wanted < body.h - look.px(FLUSH_BELOW) else body.h
        return panel, pygame.Rect(panel.right + gap, body.y, side, high)

    def _place_list(self, look: Look, foot: int) -> None:
        """Filters, headings and rows in the panel."""
        low = self.is_low
        padding = look.px(control_sizes.MARGIN_NARROW if low else control_sizes.PANEL_PADDING)
        inner = self.panel.inflate(-2 * padding, 0)
        high = look.px(self.filters[low])
        self.place_filters(look, pygame.Rect(inner.x, inner.y, inner.w, high))
        heads = pygame.Rect(inner.x, inner.y + high, inner.w - look.px(BAR_ROOM), look.px(HEADS))
        self.heads.place(look, heads)
        top, bottom = heads.bottom + 1, self.panel.bottom - look.px(10) - foot
        self.rows.place(look, pygame.Rect(inner.x, top, inner.w, bottom - top))

    # Drawing

    def draw_panels(self, target: pygame.Surface, look: Look) -> None:
        """Draw both panels, and the lines above and below the headings."""
        for panel in (self.panel, self.side):
            look.paint.panel(target, panel, look.scale)
        heads = self.heads.rect
        for y in (heads.top, heads.bottom):
            target.fill(colours.LINE, pygame.Rect(heads.x, y, heads.w, 1))


def _column_words(name: str, down: bool | None, _: Language) -> str:
    """A column's heading for a screen reader, as `Headings.column_words` says."""
    if down is None:
        return _("column {name}, not sorted").format(name=name)
    words = _("column {name}, sorted in reverse") if down else _("column {name}, sorted")
    return words.format(name=name)

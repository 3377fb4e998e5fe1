"""A list of any length, of which only the rows in view are drawn; its column headings."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import (
    ENTER_KEYS,
    PRESS_KEYS,
    SIDEWAYS,
    Changed,
    Consumed,
    Submitted,
    Widget,
    WidgetAction,
)
from game.widgets.mouse import DoubleClick
from game.widgets.scroll import ScrollingWidget

ROW_HEIGHT: Final = 42

WHEEL_ROWS = 3
MARGIN_ROWS = 3
LINE_OPACITY = 0.45
SELECTED_INSET = 3
TOLD_AROUND, MOST_TOLD = 20, 60
BAR_ROOM = 16
"""Between the rows and the right edge, for the scroll bar, in dp."""


@dataclass(frozen=True)
class ListRow:
    """A row to be drawn: which, where, and in what state."""

    index: int
    area: pygame.Rect
    selected: bool
    hovered: bool


class ListView(ScrollingWidget):
    """Answers Changed with the row selected, Submitted at Enter or a double click.

    `draw_row` draws one row's content; its ground, line and selection are drawn before. The
    row selected is -1 while there is none.
    """

    def __init__(
        self,
        name: str,
        draw_row: Callable[[pygame.Surface, ListRow], None],
        *,
        row_height: float = ROW_HEIGHT,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(name)
        self._draw_row = draw_row
        self.count = 0
        """How many rows there are."""
        self._row_height = row_height
        self.selected = -1
        """The row selected, or -1."""
        self._pointed = -1
        self._clicks = DoubleClick(clock)
        self._step = 1
        self.row_words: Callable[[int], Sequence[str]] | None = None
        """The texts of a row's cells, for a screen reader; None: the texts that are drawn there."""

    # State

    def fill(self, count: int, selected: int = -1) -> None:
        """Replace all rows, select one (-1: none) and bring it into view at once."""
        self.count, self.selected, self._pointed = count, min(selected, count - 1), -1
        self.stale = True
        if self._look is not None:
            self.scroller.resize(count * self._step, self._view.height)
            self.reveal()
            self.scroller.finish()

    def select(self, row: int, around: int = MARGIN_ROWS) -> None:
        """Select a row, and glide to it and so many rows around it; -1 selects none. A row that is
        selected already is only brought into view itself.
        """
        if row == self.selected:
            around = 0
        else:
            self.selected, self.stale = row, True
        self.reveal(around)

    @property
    def part_focused(self) -> int:
        """The row that a screen reader regards as focused while the list is; -1 for none."""
        return self.selected

    def rows_told(self) -> range:
        """The rows told to a screen reader: those in view, and some around the one selected."""
        seen, at = self.visible_rows(), max(0, self.selected)
        first, last = min(seen.start, at - TOLD_AROUND), max(seen.stop, at + TOLD_AROUND)
        return range(max(0, first, at - MOST_TOLD), min(self.count, last, at + MOST_TOLD))

    def reveal(self, around: int = MARGIN_ROWS) -> None:
        """Bring the row selected into view, with so many rows around it as there is room for."""
        if self.selected >= 0:
            rows = self._view.height // self._step
            margin = min(around, max(0, rows - 1) // 2) * self._step
            top = self.selected * self._step
            self.scroller.show(top - margin, top + self._step + margin)

    # Layout

    def arrange(self) -> None:
        """Compute the height of rows and view; the selection stays in view.

        Rows grow a little, so that a whole number of them fills the view.
        """
        rows = max(1, self.rect.height // max(1, self.look.px(self._row_height)))
        self._step = max(1, self.rect.height // rows)
        self.scroller.resize(self.count * self._step, self._view.height)
        self.scroller.place(self.look, self.rect)
        self.reveal()
        self.scroller.finish()

    @property
    def _view(self) -> pygame.Rect:
        """The area in which rows are seen, high enough for as many whole rows as fit."""
        view = self.rect.copy()
        view.height = max(self._step, view.height // self._step * self._step)
        return view

    def row_area(self, row: int) -> pygame.Rect:
        """Where a row is now, in window pixels; it may be out of view."""
        top = self.rect.top + row * self._step - self.scroller.offset
        width = self.rect.width - self.look.px(BAR_ROOM)
        return pygame.Rect(self.rect.left, top, width, self._step)

    def row_at(self, at: tuple[int, int]) -> int:
        """The row at a point, or -1."""
        if not self._view.collidepoint(at) or at[0] >= self.row_area(0).right:
            return -1
        row = (at[1] - self.rect.top + self.scroller.offset) // self._step
        return row if row < self.count else -1

    # Events

    def wheel_step(self) -> int:
        """A few rows."""
        return WHEEL_ROWS * self._step

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control that scrolls; also remember which row the mouse is over."""
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION and not self.scroller.dragging:
            row = self.row_at(event.pos)
            self._pointed, self.stale = row, self.stale or row != self._pointed
        return action

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Select at once, and submit at the second click on the same row. A row in view stays where
        it is, or the second click would be on another.
        """
        row = self.row_at(at)
        if row < 0:
            return Consumed()
        if self._clicks.is_second(row):
            return Submitted(self.name, row)
        return self._select(row, around=0)

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Move the selection, or submit it. At the ends arrows are left to the FocusGroup."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return None
        if event.key in ENTER_KEYS:
            return Submitted(self.name, self.selected) if self.selected >= 0 else None
        page, last = max(1, self._view.height // self._step - 1), self.count - 1
        goals = {
            pygame.K_UP: self.selected - 1,
            pygame.K_DOWN: self.selected + 1,
            pygame.K_PAGEUP: self.selected - page,
            pygame.K_PAGEDOWN: self.selected + page,
            pygame.K_HOME: 0,
            pygame.K_END: last,
        }
        is_step = event.key in (pygame.K_UP, pygame.K_DOWN)
        if event.key not in goals or last < 0 or (is_step and not 0 <= goals[event.key] <= last):
            return None
        return self._select(max(0, min(last, goals[event.key])))

    def _select(self, row: int, around: int = MARGIN_ROWS) -> WidgetAction:
        before = self.selected
        self.select(row, around)
        return Consumed() if row == before else Changed(self.name, row)

    # Drawing

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the row selected, or around the whole list."""
        radius = self.look.px(control_sizes.ROW_RADIUS)
        if self.selected >= 0:
            area = self._selection(self.row_area(self.selected)).clip(self._view)
            if area.height > 0:
                return area, radius
        return self.rect, radius

    def _selection(self, area: pygame.Rect) -> pygame.Rect:
        return area.inflate(0, -2 * self.look.px(SELECTED_INSET))

    def visible_rows(self) -> range:
        """The rows that are in view, wholly or in part."""
        first = self.scroller.offset // self._step
        last = (self.scroller.offset + self._view.height - 1) // self._step
        return range(max(0, first), min(self.count, last + 1))

    def draw(self, target: pygame.Surface) -> None:
        """Draw the rows in view and the scroll bar."""
        with self.look.paint.clipped(target, self._view):
            for index in self.visible_rows():
                state = (index == self.selected, index == self._pointed and self.hovered)
                row = ListRow(index, self.row_area(index), *state)
                self._draw_ground(target, row)
                self._draw_row(target, row)
        self.scroller.draw(target)

    def _draw_ground(self, target: pygame.Surface, row: ListRow) -> None:
        paint, look = self.look.paint, self.look
        radius = look.px(control_sizes.ROW_RADIUS)
        if row.selected:
            skin = colours.ROW_SELECTED_FILL, colours.GOLD_EDGE, look.scale.line(1.2)
            paint.box(target, self._selection(row.area), radius, *skin)
        elif row.hovered:
            paint.box(target, row.area.inflate(0, -2), radius, colours.ROW_HOVER_FILL)
        if not row.selected and row.index + 1 != self.selected and row.index + 1 < self.count:
            line = pygame.Rect(row.area.left, row.area.bottom - 1, row.area.width, 1)
            paint.box(target, line, 0, colours.tint(colours.LINE, LINE_OPACITY))


HEAD = TextStyle(fonts.Face.SANS_SEMIBOLD, 14.5)
ICON = 15
GAP = 8
ARROW_ROOM = 18
ARROW = 13
REACH = 10
REACH_OF_WORDS = 16
"""How far to the right of words a click counts, in dp: the arrow may stand there."""


class SortHeading(NamedTuple):
    """A column's heading; `share` is the x to which it is aligned, as a share of the width."""

    value: object
    share: float
    align: Align
    name: str
    icon: str = ""
    """The icon drawn instead of the name where there is no room for words; empty: none."""


class Headings(Widget):
    """Answers Changed with the value of the column to sort by: at a click on it, or at Enter or
    Space, for the column that Left and Right have moved to.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._columns: list[SortHeading] = []
        self._at = 0
        """The index of the column that has the keyboard focus."""
        self._by: object = None
        self._down = False
        self.column_words: Callable[[str, bool | None], str] = lambda name, down: name
        """What a screen reader says of the column with a name. The list is sorted by it in
        reverse (True), in its usual order (False), or not at all (None).
        """

    def show(self, columns: Sequence[SortHeading]) -> None:
        """Replace the columns."""
        self._columns, self.stale = list(columns), True
        self._at = min(self._at, max(0, len(columns) - 1))
        self._tell()

    def sorted_by(self, value: object, *, down: bool) -> None:
        """Show what the list is sorted by, and in which direction."""
        if (value, down) != (self._by, self._down):
            self._by, self._down, self.stale = value, down, True
            self._tell()

    def _tell(self) -> None:
        """Name the column that the keyboard is at, for a screen reader."""
        if self._columns:
            column = self._columns[self._at]
            down = self._down if column.value == self._by else None
            self.spoken = self.column_words(column.name, down)

    def focus_changed(self) -> None:
        """Begin at the column that the list is sorted by, else at the first."""
        values = [column.value for column in self._columns]
        self._at = values.index(self._by) if self._by in values else 0
        self._tell()

    def target(self) -> pygame.Rect:
        """Its own area, not enlarged: clicks around it belong to other controls."""
        return self.rect

    # Events

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Sort by the column there."""
        place = self._column_at(at)
        if place is None:
            return None
        self._at = place
        self._tell()
        return Changed(self.name, self._columns[place].value)

    def value_at(self, at: tuple[int, int]) -> object:
        """The value of the column whose heading lies at a point; None for none."""
        place = self._column_at(at) if self.rect.collidepoint(at) else None
        return None if place is None else self._columns[place].value

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Go to another column, or sort by this one. At the ends arrows are left to the
        FocusGroup.
        """
        if event.key in PRESS_KEYS and self._columns:
            return Changed(self.name, self._columns[self._at].value)
        goal = self._at + SIDEWAYS.get(event.key, 0)
        if goal == self._at or not 0 <= goal < len(self._columns) or event.mod & pygame.KMOD_CTRL:
            return None
        self._at, self.stale = goal, True
        self._tell()
        return Consumed()

    def _column_at(self, at: tuple[int, int]) -> int | None:
        crowded = self._is_crowded()
        for place, column in enumerate(self._columns):
            left, right = self._span(column, crowded=crowded)
            reach = REACH if crowded and column.icon else REACH_OF_WORDS
            if left - self.look.px(REACH) <= at[0] <= right + self.look.px(reach):
                return place
        return None

    # Drawing

    def _x(self, column: SortHeading) -> int:
        return self.rect.x + round(column.share * self.rect.w)

    def _is_crowded(self) -> bool:
        return self.are_crowded(self._columns)

    def are_crowded(self, columns: Sequence[SortHeading]) -> bool:
        """Whether the names of columns would touch, with room for the arrow after the first one."""
        gap, arrow = self.look.px(GAP), self.look.px(ARROW_ROOM)
        spans = [self._span(column, crowded=False) for column in columns]
        spans = [(left, right + arrow * (place == 0)) for place, (left, right) in enumerate(spans)]
        return any(one[1] + gap > other[0] for one, other in pairwise(spans))

    def _span(self, column: SortHeading, *, crowded: bool) -> tuple[int, int]:
        """The left and the right edge of a heading, in pixels."""
        icon = crowded and column.icon
        width = self.look.px(ICON) if icon else self.look.width(column.name, HEAD)
        left = self._x(column) - round(column.align.value * width)
        return left, left + width

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the column that the keyboard is at."""
        left, right = self._span(self._columns[self._at], crowded=self._is_crowded())
        pad = self.look.px(5)
        area = pygame.Rect(left - pad, self.rect.y + pad, right - left + 2 * pad, 0)
        area.height = self.rect.height - 2 * pad
        return area, self.look.px(control_sizes.SEGMENT_RADIUS)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the names or icons of the columns."""
        look, crowded = self.look, self._is_crowded()
        for column in self._columns:
            ink = colours.GOLD if column.value == self._by else colours.DIM
            at = (self._x(column), self.rect.centery)
            if crowded and column.icon:
                look.icon(target, column.icon, ink, at, look.px(ICON))
            else:
                look.write(target, column.name, HEAD, ink, at, column.align)
            if column.value == self._by:
                centre = self._arrow(column, crowded=crowded).center
                look.icon(target, "down" if self._down else "up", ink, centre, look.px(ARROW))

    def _arrow(self, column: SortHeading, *, crowded: bool) -> pygame.Rect:
        """The area of the arrow beside a column."""
        look, is_icon = self.look, crowded and bool(column.icon)
        right = self._x(column) + look.px(ICON) // 2
        area = pygame.Rect(0, 0, look.px(ARROW), look.px(ARROW))
        right = right if is_icon else self._span(column, crowded=False)[1]
        area.center = right + look.px(REACH), self.rect.centery
        return area

"""The column headings of a list. The column that it is sorted by is gold and has an arrow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import PRESS_KEYS, SIDEWAYS, Changed, Consumed, Widget, WidgetAction

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
        look = self.look
        if crowded and column.icon:
            right = self._x(column) + look.px(ICON) // 2
        else:
            right = self._span(column, crowded=False)[1]
        area = pygame.Rect(0, 0, look.px(ARROW), look.px(ARROW))
        area.center = right + look.px(REACH), self.rect.centery
        return area

"""The headings of a list: the one that it is sorted by is gold, with an arrow."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pygame

from game.core.named_tuple import NamedTuple
from game.graphics import colours, fonts
from game.graphics.assets import Align
from game.graphics.fonts import TextStyle
from game.widgets import control_sizes
from game.widgets.base import PRESS_KEYS, Changed, Consumed, Widget, WidgetAction
from game.widgets.look import Look

HEAD = TextStyle(fonts.Face.SANS_SEMIBOLD, 14.5)
ICON = 15
GAP = 8
ARROW_ROOM = 18
ARROW = 13
REACH = 10
REACH_OF_WORDS = 16
"""How far beyond a heading a click counts: the arrow may stand there."""
STEPS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class SortHeading(NamedTuple):
    """A column: where its text begins or ends, as a share of the row's width."""

    value: object
    share: float
    align: Align
    name: str
    icon: str = ""
    """Stands for the name where there is no room for words."""


class Headings(Widget):
    """Answers Changed with the value of the column to sort by: at a click, and at Enter or Space
    on the one that Left and Right have led to.
    """

    def __init__(
        self, name: str, columns: Sequence[SortHeading] = (), *, tooltip: str = ""
    ) -> None:
        super().__init__(name, tooltip=tooltip)
        self._columns = list(columns)
        self._at = 0
        """The column that the keyboard is at."""
        self._by: object = None
        self._down = False

    def show(self, columns: Sequence[SortHeading]) -> None:
        """Other columns."""
        self._columns, self.stale = list(columns), True
        self._at = min(self._at, max(0, len(columns) - 1))

    def sorted_by(self, value: object, *, down: bool) -> None:
        """Show what the list is sorted by, and in which direction."""
        if (value, down) != (self._by, self._down):
            self._by, self._down, self.stale = value, down, True

    def focus_changed(self) -> None:
        """The keyboard comes to the column sorted by."""
        values = [column.value for column in self._columns]
        self._at = values.index(self._by) if self._by in values else 0

    def natural_size(self, look: Look) -> tuple[int, int]:
        """As high as a heading; any width will do."""
        return look.px(control_sizes.PAGE_WIDTH), look.px(2 * ICON)

    def target(self) -> pygame.Rect:
        """Its own area: what lies around it has clicks of its own."""
        return self.rect

    # ------------------------------------------------------------------- events

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Sort by the column there."""
        place = self._column_at(at)
        if place is None:
            return None
        self._at = place
        return Changed(self.name, self._columns[place].value)

    def value_at(self, at: tuple[int, int]) -> object:
        """The value of the column whose heading lies at a point; None for none."""
        place = self._column_at(at) if self.rect.collidepoint(at) else None
        return None if place is None else self._columns[place].value

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Go to another column, or sort by this one. Beyond the ends arrows are left to the
        focus.
        """
        if event.key in PRESS_KEYS and self._columns:
            return Changed(self.name, self._columns[self._at].value)
        goal = self._at + STEPS.get(event.key, 0)
        if goal == self._at or not 0 <= goal < len(self._columns) or event.mod & pygame.KMOD_CTRL:
            return None
        self._at, self.stale = goal, True
        return Consumed()

    def _column_at(self, at: tuple[int, int]) -> int | None:
        crowded = self._is_crowded()
        for place, column in enumerate(self._columns):
            left, right = self._span(column, crowded=crowded)
            reach = REACH if crowded and column.icon else REACH_OF_WORDS
            if left - self.look.px(REACH) <= at[0] <= right + self.look.px(reach):
                return place
        return None

    # ------------------------------------------------------------------ drawing

    def _x(self, column: SortHeading) -> int:
        return self.rect.x + round(column.share * self.rect.w)

    def _is_crowded(self) -> bool:
        """Whether words would touch, the first with the arrow."""
        gap, arrow = self.look.px(GAP), self.look.px(ARROW_ROOM)
        spans = [self._span(column, crowded=False) for column in self._columns]
        spans = [(left, right + arrow * (place == 0)) for place, (left, right) in enumerate(spans)]
        return any(one[1] + gap > other[0] for one, other in pairwise(spans))

    def _span(self, column: SortHeading, *, crowded: bool) -> tuple[int, int]:
        """From where to where a heading reaches."""
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
        """The names of the columns."""
        look, crowded = self.look, self._is_crowded()
        for column in self._columns:
            ink = colours.GOLD if column.value == self._by else colours.DIM
            at = (self._x(column), self.rect.centery)
            if crowded and column.icon:
                look.icon(target, column.icon, ink, at, look.px(ICON))
                right = at[0] + look.px(ICON) // 2
            else:
                right = look.write(target, column.name, HEAD, ink, at, column.align).right
            if column.value == self._by:
                centre = (right + look.px(REACH), self.rect.centery)
                look.icon(target, "down" if self._down else "up", ink, centre, look.px(ARROW))

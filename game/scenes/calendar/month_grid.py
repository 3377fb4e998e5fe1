"""Draws the days of one month in rows of weeks, each with the state of its daily deal."""

from __future__ import annotations

from calendar import monthcalendar, monthrange
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.daily_deals import FIRST_DAY, DayState
from game.widgets import control_sizes
from game.widgets.base import PRESS_KEYS, Changed, Consumed, Submitted, Widget, WidgetAction
from game.widgets.look import Look

DAY: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 17)
WEEKS: Final = 6
HEAD: Final = 28
GAP: Final = 5
SIGN: Final = 18
SIGNS: Final = {
    DayState.WON: "check",
    DayState.LATE: "check-late",
    DayState.HELPED: "check-hollow",
}
STEPS: Final = {
    pygame.K_LEFT: -1,
    pygame.K_RIGHT: 1,
    pygame.K_UP: -7,
    pygame.K_DOWN: 7,
}


class MonthGrid(Widget):
    """Returns Changed with a day when it is chosen, and Submitted on Enter, Space or a click on the
    chosen day. Days before FIRST_DAY and after today cannot be chosen; today can, whatever the
    clock says.
    """

    def __init__(self, name: str, today: date, weekdays: Sequence[str]) -> None:
        super().__init__(name)
        self._today, self._weekdays = today, weekdays
        self.day = today
        """The day that is chosen; its month is shown."""
        self._states: Mapping[date, DayState] = {}

    def show(self, today: date, states: Mapping[date, DayState]) -> None:
        """Set today, the last day that can be chosen, and the states of the days; a day without a
        state is OPEN.
        """
        self._today, self._states, self.stale = today, states, True
        self.day = max(self._first, min(self.day, today))

    @property
    def _first(self) -> date:
        """The first day that can be chosen."""
        return min(FIRST_DAY, self._today)

    def go(self, months: int) -> None:
        """Choose the same day `months` later (negative: earlier), limited to the end of that month
        and to today; nothing changes if no day of that month can be chosen.
        """
        if self.can_go(months):
            month = self._month_in(months)
            day = min(self.day.day, monthrange(*month)[1])
            self.day, self.stale = min(date(*month, day), self._today), True

    def can_go(self, months: int) -> bool:
        """True if a day can be chosen in the month that is `months` later."""
        return _month(self._first) <= self._month_in(months) <= _month(self._today)

    def _month_in(self, months: int) -> tuple[int, int]:
        year, before = divmod(self.day.year * 12 + self.day.month - 1 + months, 12)
        return year, before + 1

    def target(self) -> pygame.Rect:
        """Its own area."""
        return self.rect

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the day."""
        return dict(self.cells())[self.day], self.look.px(control_sizes.SEGMENT_RADIUS)

    # Layout

    def cells(self) -> Iterator[tuple[date, pygame.Rect]]:
        """The days of the month shown with their areas in window pixels."""
        for row, week in enumerate(monthcalendar(self.day.year, self.day.month)):
            for column, day in enumerate(week):
                if day:
                    yield self.day.replace(day=day), self._area(row, column)

    def _area(self, row: int, column: int) -> pygame.Rect:
        gap, head = self.look.px(GAP), self.look.px(HEAD)
        wide = (self.rect.w - 6 * gap) / 7
        high = (self.rect.h - head - (WEEKS - 1) * gap) / WEEKS
        left, top = round(column * (wide + gap)), round(head + row * (high + gap))
        return pygame.Rect(self.rect.x + left, self.rect.y + top, int(wide), int(high))

    def _day_at(self, at: tuple[int, int]) -> date | None:
        days = (day for day, area in self.cells() if area.collidepoint(at))
        return next((day for day in days if self._first <= day <= self._today), None)

    # Events

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Choose the day under the mouse; submit it if it is chosen already."""
        day = self._day_at(at)
        if day is None:
            return None
        return Submitted(self.name, 0) if day == self.day else self._choose(day)

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Choose another day with the arrow keys. Left and Right also go into another month. Up in
        the first week and Down in the last are left to the focus.
        """
        if event.key in PRESS_KEYS:
            return Submitted(self.name, 0)
        step = STEPS.get(event.key)
        if step is None or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return None
        beside = abs(step) == 1
        if not (self._first - self.day).days <= step <= (self._today - self.day).days:
            return Consumed() if beside else None
        day = self.day + timedelta(step)
        return self._choose(day) if beside or _month(day) == _month(self.day) else None

    def _choose(self, day: date) -> WidgetAction:
        self.day, self.stale = day, True
        return Changed(self.name, day)

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw the names of the weekdays, then the days."""
        look = self.look
        for column, name in enumerate(self._weekdays):
            area = self._area(0, column)
            at = (area.centerx, self.rect.y + look.px(HEAD) // 2)
            look.write(target, name, fonts.SMALL_CAPTION, colours.DIM, at, Align.CENTRE, area.w)
        for day, area in self.cells():
            self._draw_day(target, look, day, area)

    def _draw_day(self, target: pygame.Surface, look: Look, day: date, area: pygame.Rect) -> None:
        state = self._states.get(day, DayState.OPEN)
        radius, edge = look.px(control_sizes.SEGMENT_RADIUS), look.scale.line(1.6)
        ink: Rgb = colours.CREAM
        if day > self._today or day < self._first:
            ink = colours.FAINT
        elif day == self.day:
            fill = colours.ROW_SELECTED_FILL
            look.paint.box(target, area, radius, fill, colours.tint(colours.GOLD, 1), edge)
        else:
            lit = colours.GOLD_EDGE if day == self._today else colours.BUTTON_EDGE
            look.paint.box(target, area, radius, colours.BUTTON_FILL, lit, look.scale.line())
        sign = SIGNS.get(state)
        x = area.centerx - (look.px(SIGN * 0.7) if sign else 0)
        look.write(target, str(day.day), DAY, ink, (x, area.centery), Align.CENTRE)
        if sign:
            colour = colours.GREEN if state is DayState.WON else colours.DIM
            centre = (area.centerx + look.px(SIGN * 0.7), area.centery)
            look.icon(target, sign, colour, centre, look.px(SIGN))


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month

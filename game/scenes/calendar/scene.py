"""The daily deals of a game as a calendar: past days can be played, streaks are told."""

from __future__ import annotations

from calendar import monthcalendar, monthrange
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, Final

import pygame

from game.core import deals
from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.record.daily_deals import FIRST_DAY, DayState, Streak
from game.rules import RULES
from game.scenes.common.base import Change, OpenTable, Push, Replace, soonest
from game.scenes.common.deal_and_day_words import day_words, month_names, weekday_names
from game.scenes.common.page import PageScene
from game.scenes.common.services import Services
from game.storage import StorageError
from game.widgets import control_sizes
from game.widgets.base import (
    PRESS_KEYS,
    Changed,
    Consumed,
    Submitted,
    Widget,
    WidgetAction,
)
from game.widgets.button import Button, ButtonKind
from game.widgets.choices import Segmented
from game.widgets.look import Look

DAY: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 17)
WEEKS: Final = 6
HEAD: Final = 28
DAY_GAP: Final = 5
SIGN: Final = 18
SIGNS: Final = {
    DayState.WON: "check",
    DayState.LATE: "check-late",
    DayState.HELPED: "check-hollow",
}
STEPS: Final = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -7, pygame.K_DOWN: 7}


class MonthGrid(Widget):
    """Returns Changed with a day when it is chosen, and Submitted on Enter, Space or a click on the
    chosen day. Days before FIRST_DAY and after today cannot be chosen; today can, whatever the
    clock says.
    """

    def __init__(self, name: str, today: date) -> None:
        super().__init__(name)
        self._today = today
        self.weekdays: Sequence[str] = ()
        """Their names, from Monday on."""
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
            year, before = divmod(_month(self.day) + months, 12)
            day = min(self.day.day, monthrange(year, before + 1)[1])
            self.day, self.stale = min(date(year, before + 1, day), self._today), True

    def can_go(self, months: int) -> bool:
        """True if a day can be chosen in the month that is `months` later."""
        return _month(self._first) <= _month(self.day) + months <= _month(self._today)

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
        gap, head = self.look.px(DAY_GAP), self.look.px(HEAD)
        wide = (self.rect.w - 6 * gap) / 7
        high = (self.rect.h - head - (WEEKS - 1) * gap) / WEEKS
        left, top = round(column * (wide + gap)), round(head + row * (high + gap))
        return pygame.Rect(self.rect.x + left, self.rect.y + top, int(wide), int(high))

    # Events

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Choose the day under the mouse; submit it if it is chosen already."""
        days = (day for day, area in self.cells() if area.collidepoint(at))
        day = next((day for day in days if self._first <= day <= self._today), None)
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
        for column, name in enumerate(self.weekdays):
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


def _month(day: date) -> int:
    """The number of a day's month, counted from January of the year 0."""
    return day.year * 12 + day.month - 1


def _last_game(services: Services) -> str | None:
    """The game of the deal opened last; None if there is none, or it cannot be read."""
    with suppress(StorageError):
        last = services.game_store.storage.last_played()
        return None if last is None or last.key.game not in RULES else last.key.game
    return None


GAME, DAYS, BEFORE, AFTER = "game", "days", "before", "after"
ABOVE: Final = 16
ROW_LOW: Final = 38
GAP: Final = 10
FOOT: Final = 54
FOOT_LOW: Final = 44
GRID_MOST: Final = 620
PLAY_WIDTH: Final = 190


class CalendarScene(PageScene):
    """Lies over the scene that opened it."""

    name = "calendar"
    usual_height = 540
    """The height in which six weeks have a comfortable size."""
    least_room = (640, 390)

    def __init__(self, services: Services, game: str | None = None, over_table: int = 0) -> None:
        """The parameters are the fields of `OpenCalendar`. Without a game it shows that of the deal
        opened last.
        """
        super().__init__(services, lambda _: _("Daily deals"))
        self._over_table = over_table
        self._today = services.daily.today
        self._states: dict[date, DayState] = {}
        self._streak = Streak()
        self._wanted: tuple[str, date] | None = None
        """The game and day of the deal to open once its number is found; None: no such deal."""
        self._grid = MonthGrid(DAYS, self._today)
        self._game = game or _last_game(services) or next(iter(RULES))
        self.rebuild()
        before, after = lambda: self._go(-1), lambda: self._go(1)
        self.does |= {
            BEFORE: before, AFTER: after, Command.UNDO_TEN: before, Command.REDO_TEN: after,
            Command.PLAY: self._open,
        }  # fmt: skip
        self.takes = {GAME: lambda game: self._change(self._read),
                      DAYS: lambda day: self._change(self._name_day)}  # fmt: skip
        self.submits = {DAYS: lambda day: self._open()}
        self.focus.goes_round = True
        self.focus.focus(self._grid)

    def controls(self) -> Sequence[Widget]:
        """Game, month, days, and the button that plays the deal of the chosen day."""
        _ = self._
        games = [(name, make().title) for name, make in RULES.items()]
        self._choice = Segmented(GAME, games, self._game, tooltip=_("Game"))
        self._grid.weekdays = weekday_names(_)
        self._before = Button(BEFORE, "", "left", tooltip=_("Previous month"), key=_("Page Up"))
        self._after = Button(AFTER, "", "right", tooltip=_("Next month"), key=_("Page Down"))
        self._play = Button(
            Command.PLAY, _("Play"), "play", kind=ButtonKind.PRIMARY, tooltip=_("Play"),
            key=_("Enter"),
        )  # fmt: skip
        return [self._choice, self._before, self._after, self._grid, self._play]

    def follow_language(self) -> None:
        """The day keeps its name up to date."""
        super().follow_language()
        self._name_day()

    @property
    def game(self) -> str:
        """The game whose days are shown."""
        return str(self._choice.value)

    def resume(self) -> Change | None:
        """Read everything again: deals may have been played, and a new day may have begun."""
        self._wanted = None
        self._read()
        return super().resume()

    def _read(self) -> None:
        """Read everything that is drawn: a thread may draw the page, and must not read storage."""
        daily = self.services.daily
        self._today = daily.today
        self._states, self._streak = daily.states(self.game), daily.streak(self.game)
        self._grid.show(self._today, self._states)
        self._name_day()

    def _name_day(self) -> None:
        """The days are one control: its name is the chosen day, and how its deal stands. An arrow
        that leads to no month is switched off. One that was clicked gives the keyboard to the days;
        one that was pressed by a key keeps it, as the next press would play a deal there.
        """
        self._grid.spoken, self._grid.spoken_more = self._of_day(), self._month()
        self.stale = True
        self._before.enabled, self._after.enabled = self._grid.can_go(-1), self._grid.can_go(1)
        focused = self.focus.focused
        if focused is not None and not focused.enabled and not self.focus.ring_shown:
            self.focus.focus(self._grid)

    # Layout

    def arrange(self) -> None:
        """Place the game choice at the top, then the month between its arrows, the days, and the
        text on the chosen day. In a low window the month is beside the choice.
        """
        look, low = self.look, self.fills
        area = self.content.inflate(0, -2 * look.px(8 if low else ABOVE))
        gap, side = look.px(6 if low else GAP), look.px(ROW_LOW if low else 40)
        wide, high = self._choice.natural_size(look)
        choice = pygame.Rect(area.x, area.y, min(wide, area.w - look.px(260 if low else 0)), high)
        month = pygame.Rect(0, area.y, look.px(230) if low else 2 * look.px(150), side)
        month.right = area.right
        if not low:
            choice.centerx = area.centerx
            month.midtop = area.centerx, choice.bottom + gap
        self._choice.place(look, choice)
        self._before.place(look, pygame.Rect(month.x, month.y, side, side))
        self._after.place(look, pygame.Rect(month.right - side, month.y, side, side))
        foot = look.px(FOOT_LOW if low else FOOT)
        self._foot = pygame.Rect(area.x, area.bottom - foot, area.w, foot)
        grid = pygame.Rect(0, month.bottom + gap, min(area.w, look.px(GRID_MOST)), 0)
        grid.h = min(grid.w, self._foot.top - gap - grid.top)
        grid.centerx = area.centerx
        self._grid.place(look, grid)
        play = look.px(PLAY_WIDTH)
        self._play.place(look, pygame.Rect(area.right - play, self._foot.y, play, foot))

    # Events

    def _change(self, show: Callable[[], None]) -> None:
        """Show another game or day; the deal that was wanted is not opened any more."""
        show()
        self._wanted = None

    def _go(self, months: int) -> None:
        self._grid.go(months)
        self._name_day()
        if self.focus.focused is not self._grid:
            self.services.speak(self._grid.spoken)

    def _month(self) -> str:
        """The month shown, and its year."""
        day = self._grid.day
        return f"{month_names(self._)[day.month - 1]} {day.year}"

    def _open(self) -> Change | None:
        """Open the deal of the chosen day: at once, or as soon as its number is found."""
        game, day, daily = self.game, self._grid.day, self.services.daily
        number = daily.number(game, day)
        self._wanted = (game, day) if number is None else None
        if number is None:
            self.services.tell(self._("Looking for that day’s deal…"))
            return None
        table = OpenTable(daily.rules(game), deals.deck_of(number), number)
        # Two tables on the stack could hold one deal, and the lower one an older state of it.
        return Replace(table, self._over_table + 1) if self._over_table else Push(table)

    def update(self, seconds: float) -> Change | None:
        """Follow the change to a new day, and open the wanted deal once it is found."""
        daily = self.services.daily
        if daily.today != self._today:
            self._read()
        if self._wanted is not None and not daily.is_sought(*self._wanted):
            if daily.known_number(*self._wanted) is not None:
                return self._open()
            self._wanted = None
        return super().update(seconds)

    @property
    def due(self) -> float | None:
        """Seconds until a tooltip appears or a new day begins."""
        return soonest(super().due, self.services.daily.due)

    # Drawing

    def draw_page(self, target: pygame.Surface, look: Look) -> None:
        """The month's name, the controls, and what is told of the day."""
        at = ((self._before.rect.right + self._after.rect.left) // 2, self._before.rect.centery)
        room = self._after.rect.left - self._before.rect.right
        look.write(target, self._month(), fonts.BUTTON_LARGE, colours.CREAM, at, Align.CENTRE, room)
        foot = self._foot
        room = self._play.rect.left - foot.x - look.px(12)
        at = (foot.x, foot.centery - look.px(11))
        look.write(target, self._of_day(), fonts.BUTTON, colours.CREAM, at, room=room)
        at = (foot.x, foot.centery + look.px(12))
        look.write(target, self._of_streak(), fonts.CAPTION, colours.DIM, at, room=room)
        self.focus.draw(target)

    def _of_day(self) -> str:
        _, day = self._, self._grid.day
        states = {
            DayState.OPEN: _("deal not solved yet"),
            DayState.WON: _("solved on the day"),
            DayState.LATE: _("solved late"),
            DayState.HELPED: _("solved with help"),
        }
        told = states[self._states.get(day, DayState.OPEN)]
        return f"{day_words(day, self._today, _)} · {told}"

    def _of_streak(self) -> str:
        _, streak = self._, self._streak
        if not streak.longest:
            return _("Solve the daily deal on consecutive days for a streak")
        now = _.plural("{n}-day streak", "{n}-day streak", streak.days).format(n=streak.days)
        most = _.plural("longest {n} day", "longest {n} days", streak.longest)
        return f"{now} · {most.format(n=streak.longest)}"

    def traced(self) -> dict[str, Any] | None:
        """The controls and the day chosen."""
        told = super().traced() or {}
        return {**told, "selected": self._grid.day.isoformat()}

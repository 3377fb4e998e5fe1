"""The calendar of daily deals: past days are played, late wins are marked, streaks are told."""

from __future__ import annotations

from datetime import date, datetime

import pygame
import pytest
from input_events import down, up
from recording_services import recording_services, save_record
from scene_driver import DRAWN_SIZES, SceneDriver, overlapping, reading

from game.core.deals import deck_of, deck_text
from game.record.daily_deals import FIRST_DAY, DailyDeals
from game.rules import BrainJam, Gaps, Klondike, LaPeau
from game.scenes.calendar.scene import SIGNS, CalendarScene, MonthGrid
from game.scenes.common.base import Pop, Push, Replace
from game.scenes.table.scene import TableScene
from game.solver.worker import FoundDeal, Seek
from game.storage import DealKey, HelpKind, StoredAnswer

NOON = datetime(2026, 3, 15, 12).timestamp()
DAY_S = 86_400


class Days(SceneDriver):
    """The calendar at a time that can be moved, with a solver that is asked to answer."""

    def __init__(self, size: tuple[int, int] = (1280, 800), *, over_table: int = 0) -> None:
        held = recording_services()
        self.now, self.sought = NOON, list[Seek]()
        held.services.daily = DailyDeals(
            held.services.game_store.storage,
            lambda seek, take: self.sought.append(seek),
            held.told.append,
            held.services.language,
            lambda: datetime.fromtimestamp(self.now),
        )
        super().__init__(CalendarScene(held.services, "gaps", over_table), held, size)

    @property
    def grid(self) -> MonthGrid:
        return self.scene._grid  # type: ignore[attr-defined,no-any-return]

    def find(self, number: int | None = 617) -> None:
        self.held.services.daily.take(FoundDeal(self.sought.pop(), number))

    def win(self, day: date, number: int) -> None:
        self.held.services.daily.number("gaps", day)
        if self.sought:
            self.find(number)
        self.held.services.daily.note_win(Gaps(), number)


def test_without_a_game_it_opens_on_that_of_the_deal_opened_last() -> None:
    held = recording_services()
    assert CalendarScene(held.services).game == BrainJam.name
    session = held.services.game_store.open(Klondike(), deck_of(5), 5)
    session.play(session.rules.moves(session.position)[0])
    assert CalendarScene(held.services).game == Klondike.name


def test_it_opens_at_today_and_arrows_go_from_day_to_day() -> None:
    days = Days()
    assert days.grid.day == date(2026, 3, 15)
    days.press(pygame.K_RIGHT)
    assert days.grid.day == date(2026, 3, 15), "tomorrow cannot be chosen"
    for code in (pygame.K_UP, pygame.K_UP, pygame.K_LEFT):
        days.press(code)
    assert days.grid.day == date(2026, 2, 28)
    days.press(pygame.K_RIGHT)
    assert days.grid.day == date(2026, 3, 1) and days.grid.focused
    days.press(pygame.K_UP)
    assert days.grid.day == date(2026, 3, 1) and not days.grid.focused


def test_from_a_table_its_deal_replaces_table_and_list() -> None:
    """The lower one of two tables could hold an older state of the same deal."""
    days = Days(over_table=2)
    assert days.press(pygame.K_RETURN) is None
    days.find()
    days.wait(0.1)
    change = days.press(pygame.K_RETURN)
    assert isinstance(change, Replace) and isinstance(change.scene, TableScene)
    assert change.scenes == 3


def test_months_and_years_are_turned_by_keys_and_buttons() -> None:
    days = Days()
    days.now += 365 * DAY_S
    days.scene.resume()
    days.grid.day = date(2027, 1, 31)
    days.press(pygame.K_PAGEDOWN)
    assert days.grid.day == date(2027, 2, 28)
    for _ in range(3):
        days.click(days.scene.focus.named("before").rect.center)  # type: ignore[attr-defined]
    assert days.grid.day == date(2026, 11, 28)
    for _ in range(9):
        days.press(pygame.K_PAGEDOWN)
    assert days.grid.day == date(2027, 3, 15)


def test_an_arrow_that_leads_to_no_month_is_off() -> None:
    days = Days()
    focus = days.scene.focus_group
    assert focus is not None
    before, after = focus.named("before"), focus.named("after")
    assert (before.enabled, after.enabled) == (True, False)
    days.press(pygame.K_PAGEUP)
    assert (before.enabled, after.enabled) == (True, True)
    days.grid.day = FIRST_DAY
    days.scene.resume()
    assert (before.enabled, after.enabled) == (False, True)
    focus.focus(after)
    while after.enabled:
        days.press(pygame.K_RETURN)
    assert days.grid.day.month == date(2026, 3, 15).month
    assert days.press(pygame.K_RETURN) is None
    assert focus.focused is after
    days.press(pygame.K_PAGEUP)
    days.click(after.rect.center)
    assert not after.enabled and days.grid.focused


def test_a_deal_that_cannot_be_found_is_looked_for_again_only_by_the_player() -> None:
    days = Days()
    days.press(pygame.K_RETURN)
    for _ in range(2):
        days.find(None)
        days.wait(0.1)
    assert not days.sought and "could not be found" in days.held.told[-1]
    days.press(pygame.K_RETURN)
    days.find()
    assert isinstance(days.scene.update(0.1), Push)


def test_a_day_is_played_by_enter_and_by_a_second_click_once_it_is_found() -> None:
    days = Days()
    at = dict(days.grid.cells())[date(2026, 3, 2)].center
    assert days.click(at) is None
    assert days.click(at) is None
    assert any("Looking for" in text for text in days.held.told)
    days.find()
    change = days.scene.update(0.1)
    assert isinstance(change, Push)
    days.scene.resume()
    change = days.press(pygame.K_RETURN)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert (change.scene.session.rules, change.scene.session.number) == (Gaps(), 617)
    assert "daily deal for 2 March" in change.scene.title


def test_another_choice_forgets_what_is_looked_for() -> None:
    days = Days()
    days.press(pygame.K_RETURN)
    days.press(pygame.K_LEFT)
    days.find()
    assert days.scene.update(0.1) is None


def test_it_tells_how_a_day_stands_and_the_streak() -> None:
    days = Days()
    days.win(date(2026, 3, 14), 5)
    days.win(date(2026, 3, 15), 6)
    days.scene.resume()
    texts = " ".join(line.text for line in days.written())
    assert "15 March · solved on the day" in texts
    assert "1-day streak · longest 1 day" in texts
    days.press(pygame.K_LEFT)
    assert "14 March · solved late" in " ".join(line.text for line in days.written())


def test_a_day_solved_late_alone_and_one_solved_with_help_have_signs_of_their_own() -> None:
    days = Days()
    days.win(date(2026, 3, 14), 5)
    days.win(date(2026, 3, 15), 6)
    for day, how in ((9, HelpKind.HINTS), (10, HelpKind.PASTED)):
        number = 100 + day
        days.held.services.daily.number("gaps", date(2026, 3, day))
        days.find(number)
        store = days.held.services.game_store.storage
        key = DealKey("gaps", "", deck_text(deck_of(number)))
        answer = StoredAnswer(80, "a", number, 9, how)
        save_record(store, key, answers=[answer])
    days.scene.resume()
    signs = {each.day: SIGNS[state] for each, state in days.grid._states.items()}
    assert signs == {9: "check-hollow", 10: "check-hollow", 14: "check-late", 15: "check"}
    days.grid.day = date(2026, 3, 10)
    days.scene.resume()
    assert "10 March · solved with help" in " ".join(line.text for line in days.written())


def test_at_midnight_another_day_can_be_chosen() -> None:
    days = Days()
    days.now += DAY_S
    days.scene.update(1.0)
    days.press(pygame.K_RIGHT)
    assert days.grid.day == date(2026, 3, 16)
    days.now -= 400 * DAY_S
    days.scene.update(1.0)
    assert days.grid.day == date(2025, 2, 9)


@pytest.mark.parametrize("seconds", [0.0, -1e10, 2e11])
def test_any_clock_has_a_calendar(seconds: float) -> None:
    days = Days()
    days.now = seconds
    days.scene.update(1.0)
    for code in (pygame.K_LEFT, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_RIGHT, pygame.K_DOWN):
        days.press(code)
        days.draw()


def test_another_game_has_days_of_its_own_and_escape_closes() -> None:
    days = Days()
    days.win(date(2026, 3, 15), 6)
    days.scene._choice.value = "lapeau"  # type: ignore[attr-defined]
    days.scene.resume()
    assert "not solved yet" in " ".join(line.text for line in days.written())
    days.press(pygame.K_RETURN)
    days.find(88)
    change = days.press(pygame.K_RETURN)
    assert isinstance(change, Push) and isinstance(change.scene, TableScene)
    assert change.scene.session.rules == LaPeau()
    assert isinstance(days.press(pygame.K_ESCAPE), Pop)


@pytest.mark.parametrize("size", DRAWN_SIZES)
def test_everything_has_its_place_in_every_window(size: tuple[int, int]) -> None:
    days = Days(size)
    days.now += 365 * DAY_S
    days.scene.resume()
    days.grid.day = date(2026, 8, 31)  # Six weeks.
    with reading() as lines:
        days.draw()
    widgets = days.scene.focus.widgets  # type: ignore[attr-defined]
    assert overlapping(widgets) == []
    assert all(pygame.Rect((0, 0), size).contains(widget.rect) for widget in widgets)
    assert {str(n) for n in range(1, 32)} <= {line.text for line in lines}
    assert all(line.whole for line in lines)
    assert all(area.h < 1.2 * area.w for _, area in days.grid.cells())


def test_no_day_before_the_first_whose_number_ships_can_be_chosen() -> None:
    days = Days()
    days.grid.day = date(2026, 1, 2)
    for code in (pygame.K_LEFT, pygame.K_LEFT, pygame.K_UP, pygame.K_PAGEUP):
        days.press(code)
    assert days.grid.day == FIRST_DAY == date(2026, 1, 1)


def test_with_a_clock_before_the_first_day_today_alone_can_be_chosen() -> None:
    days = Days()
    days.now -= 400 * DAY_S
    days.scene.resume()
    today = days.grid.day
    assert today == date(2025, 2, 8)
    for code in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_PAGEUP, pygame.K_PAGEDOWN):
        days.press(code)
        assert days.grid.day == today
    days.press(pygame.K_RETURN)
    days.find()
    assert isinstance(days.press(pygame.K_RETURN), Push)
    days.now += 400 * DAY_S
    days.scene.resume()
    assert days.grid.day == FIRST_DAY


def test_a_press_on_a_day_to_come_does_nothing() -> None:
    days = Days()
    at = dict(days.grid.cells())[date(2026, 3, 20)].center
    for event in (down(at), up(at)):
        assert days.scene.handle(event) is None
    assert days.grid.day == date(2026, 3, 15)


def test_a_chosen_day_is_drawn_anew() -> None:
    days = Days()
    days.scene.draw(days.surface)
    days.grid.stale = False
    days.press(pygame.K_LEFT)
    assert days.grid.stale

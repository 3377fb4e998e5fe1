"""The deal of the day: the same for everybody, in streaks that a wrong clock cannot break."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random

import pytest
from recording_services import NOWHERE

from game.core import deals
from game.core.deals import deck_of, deck_text
from game.core.moves import Action
from game.history import HistoryChanges
from game.record import daily_deals
from game.record.daily_deals import DailyDeals, DayState, Streak, streak_of
from game.rules import RULES, Gaps, Klondike, LaPeau
from game.solver import registry
from game.solver.answer import Goal, Verdict
from game.solver.worker import FoundDeal, Seek
from game.storage import DealChanges, DealKey, DealState, HelpKind, Storage, StoredAnswer
from game.system.language import Language
from tools.deal_lists import first_winnable

DAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12).timestamp()
HOURS = 3600
DAYS = 24 * HOURS
NODES = daily_deals.SEARCH_NODES

# Once given out these stay: to change one is to change everybody's deal.
PINNED = {
    "brainjam": {DAY: 582898, date(2026, 11, 23): 333279, date(2027, 1, 1): 946685},
    "lapeau": {DAY: 539828, date(2026, 11, 23): 466597, date(2027, 1, 1): 891872},
    "klondike": {DAY: 491583, date(2026, 11, 23): 519272, date(2027, 1, 1): 317452},
}


def days(text: str) -> set[date]:
    """`20 21`: days of November 2026."""
    return {date(2026, 11, int(word)) for word in text.split()}


@pytest.mark.parametrize(
    ("won", "today", "found"),
    [
        ("", 22, Streak(0, 0, False)),
        ("22", 22, Streak(1, 1, True)),
        ("20 21 22", 22, Streak(3, 3, True)),
        ("20 21", 22, Streak(2, 2, False)),
        ("19 20", 22, Streak(0, 2, False)),
        ("15 16 17 21 22", 22, Streak(2, 3, True)),
        ("20 22", 22, Streak(1, 1, True)),
        ("21 22 24 25 26", 22, Streak(2, 2, True)),
        ("21 22 23 25", 22, Streak(3, 3, True)),
        ("20 21 23", 22, Streak(2, 2, False)),
        ("21 22 24 25 26", 26, Streak(3, 3, True)),
    ],
)
def test_a_streak_is_days_in_a_row_up_to_today_or_yesterday(won: str, today: int, found: Streak):
    assert streak_of(days(won), date(2026, 11, today)) == found


def test_streaks_go_over_the_ends_of_months_and_years_and_of_the_calendar():
    new_year = {date(2026, 12, 31), date(2027, 1, 1), date(2026, 12, 30)}
    assert streak_of(new_year, date(2027, 1, 1)).days == 3
    assert streak_of({date.min, date.max}, date.max) == Streak(1, 1, True)
    assert streak_of({date.min}, date.min) == Streak(1, 1, True)
    leap = {date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)}
    assert streak_of(leap, date(2028, 3, 1)).days == 3


def test_a_streak_is_what_counting_day_by_day_finds():
    random = Random(5)
    for _ in range(300):
        won = {DAY - timedelta(random.randrange(30)) for _ in range(random.randrange(25))}
        today = DAY - timedelta(random.randrange(8))
        day, count = today, 0
        if day in won:
            day += timedelta(day + timedelta(1) in won)
        else:
            day -= timedelta(1)
        while day in won:
            count, day = count + 1, day - timedelta(1)
        assert streak_of(won, today).days == count


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Takes the machine to a time zone."""
    yield partial(monkeypatch.setenv, "TZ")
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(("zone", "ahead"), [("Etc/GMT-14", 14), ("Etc/GMT+12", -12)])
def test_the_day_is_the_local_one_wherever_the_machine_is_taken(
    travel: Callable[[str], None], zone: str, ahead: int
):
    travel(zone)
    utc = datetime.now(UTC) + timedelta(hours=ahead)
    assert abs(daily_deals.local_now() - utc.replace(tzinfo=None)) < timedelta(minutes=1)


def test_each_game_and_day_has_a_number_of_its_own():
    numbers = {
        (g, k): daily_deals.first_number(g, DAY + timedelta(k)) for g in RULES for k in range(500)
    }
    assert all(0 <= number <= deals.HIGHEST_NUMBER for number in numbers.values())
    assert len(set(numbers.values())) > 0.99 * len(numbers)


@pytest.mark.parametrize("game", PINNED)
def test_the_deals_of_some_days_are_pinned(game: str):
    for day, number in PINNED[game].items():
        start = daily_deals.first_number(game, day)
        assert first_winnable(Seek(game, (), start, NODES)).number == number


def test_what_is_found_is_the_first_that_is_proved_within_the_positions():
    for game, start in (("lapeau", 466_590), ("klondike", 999_998)):
        found = first_winnable(Seek(game, (), start, 3000)).number
        assert _is_proved(game, found)
        passed = (found - start) % (deals.HIGHEST_NUMBER + 1)
        assert passed < 50
        for step in range(passed):
            assert not _is_proved(game, (start + step) % (deals.HIGHEST_NUMBER + 1))


def _is_proved(game: str, number: int) -> bool:
    rules = RULES[game]()
    search = registry.start(rules, rules.deal(deals.deck_of(number)), Goal.FIRST)
    for _ in range(30):
        if search.run(100):
            break
    return search.answer().verdict is Verdict.WON


def test_after_the_highest_number_comes_zero(monkeypatch: pytest.MonkeyPatch):
    won = {3}
    monkeypatch.setattr("game.solver.registry.start", lambda rules, deal, *more: Told(deal))
    wins = RULES["gaps"]().deal(deals.deck_of(3))
    monkeypatch.setattr(Told, "wins", (wins,))
    assert first_winnable(Seek("gaps", (), 999_999, 1000)).number in won


class Told:
    """A search that is told what it finds."""

    wins: tuple[object, ...] = ()

    def __init__(self, position: object) -> None:
        self._position = position

    def run(self, nodes: int) -> bool:
        return True

    def answer(self) -> object:
        from game.solver.answer import Answer

        return Answer(Verdict.WON if self._position in self.wins else Verdict.UNDECIDED)


# What is kept


class Player:
    """A run of the program at some time."""

    def __init__(
        self,
        folder: Path,
        seconds: float = NOON,
        shipped: Path | None = None,
    ) -> None:
        self.seconds = seconds
        self.storage = Storage(folder, read_only=folder is NOWHERE)
        self.asked: list[Seek] = []
        self.told: list[str] = []
        self.daily = DailyDeals(
            self.storage,
            lambda seek, take: self.asked.append(seek),
            self.told.append,
            Language(),
            lambda: datetime.fromtimestamp(self.seconds),
            shipped=shipped,
        )

    def learn(self, games: Iterable[str] = ("gaps",)) -> dict[str, int]:
        """Ask for today's deals, and let the solver find them."""
        for game in games:
            self.daily.number(game)
        for seek in self.asked:
            self.daily.take(FoundDeal(seek, (seek.start + 7) % 1_000_000))
        self.asked.clear()
        return {game: self.daily.number(game) or 0 for game in games}

    def win(self, days_later: float = 0) -> Streak | None:
        """Open today's deal of Gaps, and win it so much later."""
        self.learn()
        number = self.daily.number("gaps")
        self.seconds += days_later * DAYS
        return self.daily.note_win(Gaps(), number)


@pytest.fixture
def player() -> Player:
    return Player(NOWHERE)


def test_a_deal_is_asked_for_once_and_known_when_it_is_found(player: Player):
    assert player.daily.number("gaps") is None
    assert player.daily.number("gaps") is None
    (seek,) = player.asked
    assert seek == Seek("gaps", (), daily_deals.first_number("gaps", DAY), NODES)
    player.daily.take(FoundDeal(seek, 617))
    assert player.daily.number("gaps") == 617
    assert player.daily.number("klondike") is None


def test_a_search_that_fails_once_is_tried_again(player: Player):
    player.daily.number("gaps")
    player.daily.take(FoundDeal(player.asked[0], None))
    assert player.asked == 2 * player.asked[:1] and player.told == []
    assert player.daily.is_sought("gaps", DAY)
    player.daily.take(FoundDeal(player.asked[0], 617))
    assert player.daily.number("gaps") == 617


def test_a_search_that_fails_twice_is_told_of_and_begins_anew_only_when_it_is_asked_for(
    player: Player,
):
    player.daily.number("gaps")
    for seek in 2 * player.asked:
        player.daily.take(FoundDeal(seek, None))
    assert len(player.told) == 1 and "could not be found" in player.told[0]
    assert len(player.asked) == 2
    assert not player.daily.is_sought("gaps", DAY)
    assert player.daily.known_number("gaps", DAY) is None
    assert player.daily.number("gaps") is None
    assert len(player.asked) == 3 and player.daily.is_sought("gaps", DAY)


def test_a_deal_that_was_found_is_not_looked_for_again_by_the_next_run(tmp_path: Path):
    first = Player(tmp_path)
    numbers = first.learn(RULES)
    first.storage.close()
    later = Player(tmp_path, NOON + 11 * HOURS)
    assert {game: later.daily.number(game) for game in RULES} == numbers
    assert later.asked == []


def test_at_midnight_there_is_another_deal(player: Player):
    before = player.learn()
    player.seconds += DAYS / 2 - 0.5
    assert player.learn() == before
    assert player.daily.due == 0.5
    player.seconds += 1
    assert player.daily.number("gaps") is None
    assert player.learn() != before


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("America/New_York", date(2026, 3, 8), 23),
        ("America/New_York", date(2026, 11, 1), 25),
        ("America/Havana", date(2026, 3, 8), 23),
        ("America/Havana", date(2026, 11, 1), 25),
        ("Pacific/Kiritimati", DAY, 24),
    ],
)
def test_the_deal_changes_at_local_midnight_also_where_the_clocks_change(
    player: Player, travel: Callable[[str], None], zone: str, day: date, hours: int
):
    """In Havana they change at midnight itself."""
    travel(zone)
    time.tzset()
    player.seconds = datetime.combine(day, datetime.min.time()).timestamp()
    for _ in range(60 * hours):
        assert player.daily.today == day and 0 < player.daily.due <= 60
        player.seconds += 60
    assert player.daily.today == day + timedelta(1)


def test_who_plays_every_evening_in_new_york_has_no_hole_in_the_streak(
    player: Player, travel: Callable[[str], None]
):
    travel("America/New_York")
    time.tzset()
    for count, (day, hour) in enumerate([(30, 23), (31, 18), (1, 20), (2, 23)], 1):
        player.seconds = datetime(2026, 11 if day < 30 else 10, day, hour).timestamp()
        assert player.win() == Streak(count, count, True)


def test_a_day_once_won_stays_won_in_another_time_zone(
    player: Player, travel: Callable[[str], None]
):
    travel("Asia/Tokyo")
    time.tzset()
    for day in (23, 24):
        player.seconds = datetime(2026, 11, day, 3).timestamp()
        player.win()
    won = player.daily.states("gaps")
    assert list(won.values()) == [DayState.WON] * 2
    travel("America/Los_Angeles")
    time.tzset()
    assert player.daily.today in won and player.daily.today != max(won)
    assert player.daily.states("gaps") == won
    assert player.daily.streak("gaps") == Streak(2, 2, True)


def test_the_day_is_looked_at_again_within_a_minute_as_a_suspended_machine_has_no_timers(
    player: Player,
):
    assert player.daily.due == 60


def test_what_is_found_after_midnight_is_still_the_deal_of_its_day(player: Player):
    player.daily.number("gaps")
    (seek,) = player.asked
    player.seconds += DAYS
    player.daily.take(FoundDeal(seek, 617))
    assert player.daily.number("gaps") is None
    player.seconds -= DAYS
    assert player.daily.number("gaps") == 617


def test_days_in_a_row_make_a_streak(player: Player):
    assert player.win() == Streak(1, 1, True)
    player.seconds += DAYS
    assert player.daily.streak("gaps") == Streak(1, 1, False)
    assert player.daily.states("gaps").get(player.daily.today) is not DayState.WON
    assert player.win() == Streak(2, 2, True)
    assert player.daily.states("gaps").get(player.daily.today) is DayState.WON
    assert player.daily.streak("klondike") == Streak()


def test_a_deal_won_twice_counts_once(player: Player):
    assert player.win() == Streak(1, 1, True)
    assert player.win() is None
    assert player.daily.streak("gaps").days == 1


def test_a_deal_won_after_its_midnight_is_won_late_and_in_no_streak(player: Player):
    assert player.win(days_later=0.6) is None
    assert player.daily.states("gaps")[DAY] is DayState.LATE
    assert player.daily.streak("gaps") == Streak()
    assert player.win() == Streak(1, 1, True)
    assert player.daily.states("gaps") == {
        DAY: DayState.LATE,
        date(2026, 11, 23): DayState.WON,
    }


@pytest.mark.parametrize("on_disk", [True, False])
def test_a_deal_solved_only_with_help_is_told_apart_and_can_still_be_won(
    tmp_path: Path, *, on_disk: bool
):
    """Also while its answers wait to be written."""
    player = Player(tmp_path if on_disk else NOWHERE)
    number = player.learn()["gaps"]
    key = DealKey("gaps", "", deck_text(deck_of(number)))

    def answer(how: HelpKind) -> None:
        found = StoredAnswer(80, "a", number, 9, how)
        none: HistoryChanges[Action] = HistoryChanges()
        player.storage.save(key, DealChanges(none, DealState(), answers=[found]), lambda: none)

    answer(HelpKind.HINTS)
    assert player.daily.states("gaps") == {DAY: DayState.HELPED}
    assert (
        player.daily.states("gaps").get(player.daily.today) is not DayState.WON
        and player.daily.states("klondike") == {}
    )
    assert player.daily.note_win(Gaps(), number) == Streak(1, 1, True)
    answer(HelpKind.ALONE)
    assert player.daily.states("gaps") == {DAY: DayState.WON}
    player.daily.forget()
    assert player.daily.states("gaps") == {}, "it is not solved only with help"


def test_a_deal_of_long_ago_can_be_won_late_and_a_day_to_come_not_at_all(player: Player):
    numbers = {}
    for day in (date(2019, 2, 28), date(2026, 11, 23)):
        assert player.daily.number("gaps", day) is None
        (seek,) = player.asked
        player.daily.take(FoundDeal(seek, 10 + len(numbers)))
        player.asked.clear()
        numbers[day] = player.daily.number("gaps", day)
        assert player.daily.note_win(Gaps(), numbers[day]) is None
    assert player.daily.states("gaps") == {date(2019, 2, 28): DayState.LATE}


def test_what_was_won_on_its_day_does_not_become_late(player: Player):
    player.win()
    number = player.daily.number("gaps")
    player.seconds += 3 * DAYS
    assert player.daily.note_win(Gaps(), number) is None
    assert player.daily.states("gaps")[DAY] is DayState.WON


def test_a_found_number_holds_for_ever_and_other_days_are_searched_for(tmp_path: Path):
    first = Player(tmp_path)
    known = first.learn()["gaps"]
    first.storage.close()
    later = Player(tmp_path, NOON + 5 * DAYS)
    days = [date(2026, 11, day) for day in (22, 23, 24, 27)]
    found = [later.daily.number("gaps", day) for day in days]
    assert found == [known, None, None, None]
    assert [seek.nodes for seek in later.asked] == [NODES] * 3


def test_what_ships_holds_for_ever_whatever_the_search_finds(tmp_path: Path):
    file = tmp_path / "numbers.txt"
    file.write_text("# a word\nday gaps klondike\n2026-11-22 617 618\nnonsense 1 2\n\n")
    player = Player(NOWHERE, shipped=file)
    assert [player.daily.number(game) for game in ("gaps", "klondike")] == [617, 618]
    assert player.asked == []
    assert player.daily.day_of(Gaps(), 617) == DAY
    assert player.daily.number("lapeau") is None


def test_the_day_of_a_shipped_number_is_told(tmp_path: Path):
    file = tmp_path / "numbers.txt"
    file.write_text("day gaps klondike\n2026-11-21 161 6180\n2026-11-22 617 618")
    for number, day in ((161, date(2026, 11, 21)), (617, DAY), (618, None), (6180, None)):
        assert Player(NOWHERE, shipped=file).daily.day_of(Gaps(), number) == day


def test_the_list_that_ships_has_every_day_of_three_years_for_every_game_with_a_solver():
    file = Path(__file__).resolve().parents[2] / "assets" / "daily" / "numbers.txt"
    text = file.read_text(encoding="utf-8")
    wanted = {date(2026, 1, 1) + timedelta(n) for n in range(1096)}
    for game in filter(registry.has_solver, RULES):
        numbers = daily_deals.shipped_numbers(text, game)
        assert numbers.keys() == wanted and min(numbers) == daily_deals.FIRST_DAY
        assert PINNED.get(game, {}).items() <= numbers.items()


def test_the_last_day_whose_deal_a_number_is_is_told(player: Player):
    for seconds in (NOON, NOON + 4 * DAYS):
        player.seconds = seconds
        player.daily.number("gaps")
        player.daily.take(FoundDeal(player.asked.pop(), 617))
    assert player.daily.day_of(Gaps(), 617) == date(2026, 11, 26)
    player.seconds = NOON + DAYS
    assert player.daily.day_of(Gaps(), 617) == DAY
    assert player.daily.day_of(Gaps(), None) is None
    assert player.daily.day_of(LaPeau("same"), 617) is None


def test_a_deal_of_two_days_is_solved_on_both(tmp_path: Path):
    file = tmp_path / "numbers.txt"
    file.write_text("day gaps\n2026-11-20 617\n2026-11-22 617\n2026-11-23 617\n")
    player = Player(tmp_path, shipped=file)
    assert player.daily.note_win(Gaps(), 617) == Streak(1, 1, True)
    won = {date(2026, 11, 20): DayState.LATE, DAY: DayState.WON}
    assert player.daily.states("gaps") == won
    player.seconds += 2 * DAYS
    assert player.daily.note_win(Gaps(), 617) is None
    assert player.daily.states("gaps") == won | {date(2026, 11, 23): DayState.LATE}


def test_a_deal_of_two_days_is_solved_with_help_on_both(tmp_path: Path):
    file = tmp_path / "numbers.txt"
    file.write_text("day gaps\n2026-11-20 617\n2026-11-21 617\n2026-11-23 617\n")
    player = Player(tmp_path, shipped=file)
    key = DealKey("gaps", "", deck_text(deck_of(617)))
    player.storage.answers.offer([(key, StoredAnswer(70, "x", 617, how=HelpKind.HINTS))])
    assert player.daily.states("gaps") == dict.fromkeys(days("20 21"), DayState.HELPED)


def test_todays_number_typed_by_hand_is_the_daily_deal_but_under_another_policy(player: Player):
    number = player.learn()["gaps"]
    assert player.daily.note_win(Gaps("random-gaps"), number) is None
    assert player.daily.note_win(Gaps(), number) == Streak(1, 1, True)


def test_the_player_is_told_of_todays_win_once(player: Player):
    number = player.learn()["gaps"]
    player.daily.tell_win(Gaps(), number + 1)
    assert player.told == []
    player.daily.tell_win(Gaps(), number)
    player.daily.tell_win(Gaps(), number)
    assert player.told == ["Daily deal solved"]


def test_la_peaus_daily_deal_is_alternate(player: Player):
    number = player.learn(["lapeau"])["lapeau"]
    assert player.daily.rules("lapeau") == LaPeau()
    assert player.daily.note_win(LaPeau("same"), number) is None
    assert player.daily.note_win(LaPeau(), number) == Streak(1, 1, True)


def test_another_number_or_none_is_no_daily_deal(player: Player):
    number = player.learn()["gaps"]
    assert player.daily.note_win(Gaps(), None) is None
    assert player.daily.note_win(Gaps(), number + 1) is None
    assert player.daily.note_win(Klondike(), number) is None


@pytest.mark.parametrize("year", [1970, 2100, 9999])
def test_a_clock_that_was_wrong_for_a_while_breaks_nothing(year: int, tmp_path: Path):
    player = Player(tmp_path)
    player.win()
    player.seconds = datetime(year, 1, 1).timestamp()
    assert player.win() == Streak(1, 1, True)
    player.storage.close()
    right = Player(tmp_path, NOON + DAYS)
    assert right.daily.streak("gaps") == Streak(1, 1, False)
    assert right.win() == Streak(2, 2, True)
    assert right.told == []


def test_a_clock_set_back_finds_the_day_as_it_was_left(player: Player):
    player.win()
    player.seconds -= DAYS
    assert player.daily.streak("gaps") == Streak(0, 0, False)
    assert player.win() == Streak(2, 2, True)
    player.seconds += DAYS
    assert player.daily.states("gaps").get(player.daily.today) is DayState.WON
    assert player.daily.streak("gaps").days == 2


def test_a_deal_won_late_by_a_clock_that_was_ahead_can_be_won_on_its_day(player: Player):
    assert player.win(days_later=1) is None
    assert player.daily.states("gaps")[DAY] is DayState.LATE
    player.seconds -= DAYS
    assert player.win() == Streak(1, 1, True)
    assert (
        player.daily.states("gaps") == {DAY: DayState.WON}
        and player.daily.states("gaps").get(player.daily.today) is DayState.WON
    )
    assert player.win() is None


def test_streaks_are_forgotten_by_game_or_all_together(player: Player):
    for rules in (Gaps(), Klondike()):
        player.daily.note_win(rules, player.learn([rules.name])[rules.name])
    player.daily.forget("gaps")
    assert [player.daily.streak(game).days for game in ("gaps", "klondike")] == [0, 1]
    player.daily.forget()
    assert player.daily.streak("klondike").days == 0


def test_damaged_facts_are_as_good_as_none(player: Player):
    player.storage.set_fact("daily number gaps 2026-11-22", "x")
    player.storage.set_fact("daily number gaps 2026-13-01", "5")
    player.storage.set_fact("daily won gaps soon", "3")
    assert player.daily.number("gaps") is None
    assert player.daily.streak("gaps") == Streak()

"""The deals of the day: their numbers, and which days were won.

A daily deal is the same for everybody and needs no network. The local date and the game's name give
a start number; the deal is the first number from there on that is proved winnable within a fixed
number of positions. That number may depend on the solver, so the numbers of many days ship with the
game (`SHIPPED`), and a number once found is stored for good.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import date, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from game.core.deals import HIGHEST_NUMBER, DealError, parse_number
from game.core.translatable_texts import Wording
from game.rules import RULES, Rules
from game.storage import Storage, StorageError
from game.system.language import Language

if TYPE_CHECKING:
    # Before the first frame, no deal is searched.
    from game.solver.worker import FoundDeal, Seek

SHIPPED: Final = Path("daily/numbers.txt")
"""The file of the shipped numbers, in the folder of the assets."""
FIRST_DAY: Final = date(2026, 1, 1)
"""The first day of the calendar, which is the first whose number ships. Earlier days would have to
be searched. Another version may find other numbers for them, and days must keep their deals.
"""


SEARCH_NODES: Final = 100_000
"""Positions that the proof of one deal may take. A count of positions, not a time, so slow and fast
machines find the same deal. Another count changes everybody's deals. It may take effect from a
future day on, if the numbers of the days before it ship.
"""
_NUMBER: Final = "daily number "
"""Prefix of a fact named by game and day. Its value: the number found."""
_WON: Final = "daily won "
"""Prefix of a fact named by game and day. Its value: the number that was won on that very day."""
_LATE: Final = "daily late "
"""As `_WON`, for a deal that was won on a later day."""
_FAILED: Final = Wording("The daily deal could not be found: choose it again to retry")
_DAY: Final = timedelta(days=1)
LONGEST_WAIT: Final = 60.0
"""Seconds. The clock goes on while the machine is suspended, may be set, and may jump by an hour
before midnight; no timer tells.
"""


class Streak(NamedTuple):
    """Consecutive days on which the daily deal was won."""

    days: int = 0
    """The present streak: up to today, or up to yesterday while today's deal is not won."""
    longest: int = 0
    today: bool = False
    """Whether today's deal is won."""


def streak_of(won: Collection[date], today: date) -> Streak:
    """The streak from the days on which a game's daily deal was won, in any order. After
    today tomorrow counts, which may have been today in another time zone. Other days to come, which
    a wrong clock may have stored, are ignored until then.
    """
    last: date | None = None
    days = longest = 0
    ahead = _DAY if today in won else timedelta()
    for day in sorted({day for day in won if day - today <= ahead}):
        days = days + 1 if last is not None and day - last == _DAY else 1
        longest, last = max(longest, days), day
    goes_on = last is not None and today - last <= _DAY
    return Streak(days if goes_on else 0, longest, today in won)


class DayState(StrEnum):
    """How the deal of a day stands."""

    OPEN = "open"
    WON = "won"
    LATE = "late"
    """Won on a later day; counts in no streak."""
    HELPED = "helped"
    """Solved, but never without help; counts in no streak."""


def local_now() -> datetime:
    """The local time, also after the machine has been taken to another time zone."""
    if sys.platform != "win32":
        time.tzset()
    return datetime.now()


class DailyDeals:
    """One deal a day for each game, the same for everybody.

    The day is the local date. A wrong clock or another time zone gives another day's deal, but
    changes nothing that is stored of the right day.
    """

    def __init__(
        self,
        storage: Storage,
        seek: Callable[[Seek, Callable[[FoundDeal], None]], None],
        tell: Callable[[str], None],
        words: Language,
        now: Callable[[], datetime] = local_now,
        shipped: Path | None = None,
    ) -> None:
        """`seek` starts a search and calls the given function with its result; `tell` shows the
        player a message in the language of `words`; `now` gives the local time. `shipped` is the
        file of the numbers that ship with the game.
        """
        self._storage, self._seek, self._tell, self._now = storage, seek, tell, now
        self._shipped = shipped
        self._numbers: dict[str, dict[date, int]] = {}
        """The known numbers by game and day, for the games asked for so far."""
        self._sought: dict[Seek, date] = {}
        self._failed: set[Seek] = set()
        """The searches that have failed once, and are tried again."""
        self.words = words

    @property
    def today(self) -> date:
        """The local date."""
        return self._now().date()

    @property
    def due(self) -> float:
        """The seconds until the day may be another one; more than 0."""
        now = self._now()
        midnight = datetime.combine(now.date(), datetime.min.time()) + _DAY
        return min(LONGEST_WAIT, (midnight - now).total_seconds())

    @staticmethod
    def rules(game: str) -> Rules:
        """The rules of a game's daily deal; the player's options do not count. La Peau is played
        alternate, Gaps with the gaps after the sequences.
        """
        return RULES[game]()

    def number(self, game: str, day: date | None = None) -> int | None:
        """The number of a day's deal, or of today's; None: from now on it `is_sought`."""
        day = day or self.today
        if day not in self._known(game):
            self._look_for(game, day)
        return self.known_number(game, day)

    def known_number(self, game: str, day: date) -> int | None:
        """The number of a day's deal if it is known; never starts a search."""
        return self._known(game).get(day)

    def is_sought(self, game: str, day: date) -> bool:
        """True while the search for the number of a day's deal runs."""
        return any((seek.game, its) == (game, day) for seek, its in self._sought.items())

    def _look_for(self, game: str, day: date) -> None:
        from game.solver.worker import Seek

        start = first_number(game, day)
        seek = Seek(game, (), start, SEARCH_NODES)
        if seek not in self._sought:
            self._sought[seek] = day
            self._seek(seek, self.take)

    def take(self, found: FoundDeal) -> None:
        """Store the number of a found deal for good: a later change of the search keeps it. A
        search that has failed is tried once more; then the player is told.
        """
        day, game = self._sought.pop(found.seek, None), found.seek.game
        if day is None or day in self._known(game):
            return
        if found.number is None:
            if found.seek not in self._failed:
                self._failed.add(found.seek)
                self._look_for(game, day)
            else:
                self._failed.remove(found.seek)
                self._tell(_FAILED.translated(self.words))
            return
        self._numbers[game][day] = found.number
        self._keep(f"{_NUMBER}{game} {day.isoformat()}", str(found.number))

    def day_of(self, rules: Rules, number: int | None) -> date | None:
        """The last day up to today that has this deal; None if it is no daily deal, or is not
        known to be one.
        """
        return None if number is None else self.days_of(rules).get(number)

    def days_of(self, rules: Rules) -> dict[int, date]:
        """The last day up to today of each number that is a game's daily deal, as far as is known;
        empty if the policy is not the daily deal's.
        """
        return {number: day for day, number in self._so_far(rules)}

    def _so_far(self, rules: Rules) -> list[tuple[date, int]]:
        """The days up to today with the numbers of their deals, in order. Two days may have one
        number.
        """
        if rules.policy != self.rules(rules.name).policy:
            return []
        today, known = self.today, self._known(rules.name).items()
        return sorted((day, number) for day, number in known if day <= today)

    def note_win(self, rules: Rules, number: int | None) -> Streak | None:
        """Note that a deal was won without help: each day that has it and was not won before is
        stored as won if it is today, else as won late. Returns the streak if today is one of them,
        else None.
        """
        won, today = self._won(rules.name), self.today
        if won.get(today) is DayState.LATE:
            # The clock was ahead then.
            del won[today]
        days = [day for day, its in self._so_far(rules) if its == number and day not in won]
        for day in days:
            late = day != today
            self._keep(f"{_LATE if late else _WON}{rules.name} {day.isoformat()}", str(number))
        return self.streak(rules.name) if today in days else None

    def tell_win(self, rules: Rules, number: int | None) -> None:
        """Note a win as `note_win` does, and tell the player of a streak."""
        streak, _ = self.note_win(rules, number), self.words
        if streak is not None:
            n = streak.days
            told = _.plural("Daily deal solved", "Daily deal solved: {n} days in a row", n)
            self._tell(told.format(n=n))

    def streak(self, game: str) -> Streak:
        """How many days in a row the game's daily deal was won, each on its own day."""
        return streak_of(self._stored(_WON, game), self.today)

    def states(self, game: str) -> dict[date, DayState]:
        """The days whose deals were solved, each with its state."""
        rules, helped = self.rules(game), set[int]()
        with suppress(StorageError):
            helped = self._storage.answers.helped(game, rules.policy)
        days = (day for day, number in self._so_far(rules) if number in helped)
        return dict.fromkeys(days, DayState.HELPED) | self._won(game)

    def _won(self, game: str) -> dict[date, DayState]:
        """The days whose deals were won without help, each with WON or LATE."""
        late = dict.fromkeys(self._stored(_LATE, game), DayState.LATE)
        return late | dict.fromkeys(self._stored(_WON, game), DayState.WON)

    def forget(self, game: str | None = None) -> None:
        """Forget which days of a game, or of all games, were won. Raises StorageError."""
        for kind in (_WON, _LATE):
            self._storage.clear_facts(kind if game is None else f"{kind}{game} ")

    def read_again(self) -> None:
        """Drop the cached numbers: the import of an export may have changed those on disk."""
        self._numbers.clear()

    # On disk

    def _known(self, game: str) -> dict[date, int]:
        """The known numbers of a game by day; a shipped number overrides a found one."""
        if game in self._numbers:
            return self._numbers[game]
        found = self._numbers[game] = {}
        for day, text in self._stored(_NUMBER, game).items():
            with suppress(DealError):
                found[day] = parse_number(text)
        if self._shipped is not None:
            with suppress(OSError, UnicodeDecodeError):
                found |= shipped_numbers(self._shipped.read_text(encoding="utf-8"), game)
        return found

    def _stored(self, kind: str, game: str) -> dict[date, str]:
        """The facts of a kind by day; none if they cannot be read: the player is told what is wrong
        with the file when a deal is opened.
        """
        found = {}
        with suppress(StorageError):
            for name, text in self._storage.facts(f"{kind}{game} ").items():
                with suppress(ValueError):
                    found[date.fromisoformat(name.rpartition(" ")[2])] = text
        return found

    def _keep(self, name: str, value: str) -> None:
        try:
            self._storage.set_fact(name, value)
        except StorageError as error:
            self._tell(error.sentence(self.words))


def shipped_numbers(text: str, game: str) -> dict[date, int]:
    """The numbers of a game by day, from the text of the file that ships with the game; invalid
    lines are left out.
    """
    lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
    games = next(lines, [])
    if game not in games:
        return {}
    found: dict[date, int] = {}
    count, column = len(games), games.index(game)
    for words in lines:
        try:
            if len(words) == count:
                found[date.fromisoformat(words[0])] = int(words[column])
        except ValueError:
            continue
    return found


def first_number(game: str, day: date) -> int:
    """The number at which the search for a day's deal starts."""
    from hashlib import sha256

    digest = sha256(f"fourfold daily {game} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (HIGHEST_NUMBER + 1)

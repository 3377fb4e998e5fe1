"""Today's deals: their numbers as the solver finds them, and which days were won."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from typing import Final

from game.core.deals import DealError, parse_number
from game.core.messages import Translate
from game.core.position import Action
from game.record import daily_calendar
from game.record.daily_calendar import Streak
from game.rules import RULES, Rules
from game.solver.first_winnable import FoundDeal, Seek
from game.storage import Storage, StorageError

_NUMBERS: Final = "daily numbers "
"""Before a game's name: the last days' deals, as `2026-11-22:617 2026-11-21:88`."""
_BEGUN: Final = "daily begun "
"""Before a game's name: the day whose deal was opened last."""
_WON: Final = "daily won "
"""Before a game's name and a day: the number that was won."""
_DAYS_KEPT: Final = 2
"""A deal begun before midnight is still won after it."""


class DailyDeals:
    """One deal a day for each game, the same for everybody.

    The day is the UTC date of the clock. Where that clock is wrong, the day is another one;
    set right, it finds everything as it was.
    """

    def __init__(
        self,
        storage: Storage[Action],
        seek: Callable[[Seek], None],
        tell: Callable[[str], None],
        clock: Callable[[], float] = time.time,
        words: Translate = str,
    ) -> None:
        """`seek` has a deal looked for, whose number is given to `take` as soon as it is found;
        `tell` shows the player a message in the language of `words`; the clock gives seconds
        since 1970.
        """
        self._storage, self._seek, self._tell, self._clock = storage, seek, tell, clock
        self._numbers: dict[str, dict[date, int]] = {}
        """Of each game by day, as far as they have been asked for."""
        self._sought: dict[Seek, date] = {}
        self.words = words

    @property
    def today(self) -> date:
        """The UTC date as the clock has it."""
        return daily_calendar.day_of(self._clock())

    @property
    def due(self) -> float:
        """In how many seconds there will be other deals."""
        return daily_calendar.seconds_left(self._clock())

    @staticmethod
    def rules(game: str) -> Rules:
        """The rules of a game's daily deal: La Peau's is alternate."""
        return RULES[game]()

    def number(self, game: str) -> int | None:
        """The number of today's deal; None while it is still looked for."""
        today = self.today
        if today not in self._known(game):
            self._look_for(game, today)
        return self._known(game).get(today)

    def _look_for(self, game: str, day: date) -> None:
        start = daily_calendar.first_number(game, day)
        seek = Seek(game, (), start, daily_calendar.NODES)
        if seek not in self._sought:
            self._sought[seek] = day
            self._seek(seek)

    def take(self, found: FoundDeal) -> None:
        """A deal was found; kept, so that nobody looks for it again today."""
        day = self._sought.pop(found.seek, None)
        if day is None:
            return
        game = found.seek.game
        known = {**self._known(game), day: found.number}
        # The newest by the order of asking: the clock may have gone back.
        kept = dict(list(known.items())[-_DAYS_KEPT:])
        self._numbers[game] = kept
        self._keep(_NUMBERS + game, " ".join(f"{d.isoformat()}:{n}" for d, n in kept.items()))

    def begin(self, game: str) -> int | None:
        """Today's deal is opened; its number, or None where that is not known yet."""
        number = self.number(game)
        if number is not None:
            self._keep(_BEGUN + game, self.today.isoformat())
        return number

    def note_win(self, rules: Rules, number: int | None) -> Streak | None:
        """A deal was won without help. If it is a daily one, its day is kept as won, and the
        streak is returned; the deal of the day before counts where it was begun on its day.
        """
        if number is None or rules.policy != self.rules(rules.name).policy:
            return None
        day = self._day_of(rules.name, number)
        if day is None or f"{_WON}{rules.name} {day.isoformat()}" in self._won(rules.name):
            return None
        self._keep(f"{_WON}{rules.name} {day.isoformat()}", str(number))
        return self.streak(rules.name)

    def _day_of(self, game: str, number: int) -> date | None:
        """The day whose deal this is, if it can still be won."""
        today = self.today
        for day, known in self._known(game).items():
            late = day != today
            if known == number and (not late or self._was_begun(game, day, today)):
                return day
        return None

    def _was_begun(self, game: str, day: date, today: date) -> bool:
        is_yesterday = (today - day).days == 1
        return is_yesterday and self._fact(_BEGUN + game) == day.isoformat()

    def streak(self, game: str) -> Streak:
        """How many days in a row the game's daily deal was won."""
        return daily_calendar.streak([day for day in map(_day, self._won(game)) if day], self.today)

    def is_won(self, game: str) -> bool:
        """True if today's deal was won today."""
        return f"{_WON}{game} {self.today.isoformat()}" in self._won(game)

    def forget(self, game: str | None = None) -> None:
        """Forget which days of a game, or of all, were won. StorageError where that fails."""
        self._storage.clear_facts(_WON if game is None else f"{_WON}{game} ")

    # On disk

    def _known(self, game: str) -> dict[date, int]:
        if game not in self._numbers:
            self._numbers[game] = _parsed(self._fact(_NUMBERS + game) or "")
        return self._numbers[game]

    def _won(self, game: str) -> dict[str, str]:
        try:
            return self._storage.facts(f"{_WON}{game} ")
        except StorageError:
            # Opening a deal tells what is wrong with the file.
            return {}

    def _fact(self, name: str) -> str | None:
        try:
            return self._storage.fact(name)
        except StorageError:
            return None

    def _keep(self, name: str, value: str) -> None:
        try:
            self._storage.set_fact(name, value)
        except StorageError as error:
            self._tell(error.sentence(self.words))


def _day(name: str) -> date | None:
    """The day at the end of a name; None where that is none."""
    try:
        return date.fromisoformat(name.rpartition(" ")[2])
    except ValueError:
        return None


def _parsed(text: str) -> dict[date, int]:
    """Days and numbers from their text; what makes no sense is left out."""
    found = {}
    for word in text.split():
        day, _, number = word.partition(":")
        try:
            found[date.fromisoformat(day)] = parse_number(number)
        except (ValueError, DealError):
            continue
    return found

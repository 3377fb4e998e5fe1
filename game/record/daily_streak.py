"""How many days in a row a game's daily deal was won. Pure: no clock, no disk."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import Final

from game.core.named_tuple import NamedTuple
from game.system.language import Language

_DAY: Final = timedelta(days=1)


class Streak(NamedTuple):
    """Days on which the daily deal was won, one after the other."""

    days: int = 0
    """The present streak: up to today, or up to yesterday while today's deal is not won."""
    longest: int = 0
    today: bool = False
    """Whether today's deal is won."""


def solved_words(streak: Streak, _: Language) -> str:
    """The message for the player when today's deal is won."""
    told = _.plural("Daily deal solved", "Daily deal solved: {n} days in a row", streak.days)
    return told.format(n=streak.days)


def streak_of(won: Collection[date], today: date) -> Streak:
    """The streak from the days on which a game's daily deal was won, in any order. Future days,
    which a wrong clock may have stored, are ignored until they come.
    """
    last: date | None = None
    days = longest = 0
    for day in sorted({day for day in won if day <= today}):
        days = days + 1 if last is not None and day - last == _DAY else 1
        longest, last = max(longest, days), day
    goes_on = last is not None and today - last <= _DAY
    return Streak(days if goes_on else 0, longest, last == today)

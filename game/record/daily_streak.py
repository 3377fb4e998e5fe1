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
    past = {day for day in won if day <= today}
    ends = [day for day in past if _after(day) not in past]
    lengths = {day: _length(past, day) for day in ends}
    now = next((lengths[day] for day in (today, _before(today)) if day in lengths), 0)
    return Streak(now, max(lengths.values(), default=0), today in past)


def _length(days: Collection[date], end: date) -> int:
    """How many days in a row end with `end`, itself included."""
    count = 1
    while end != date.min and (end := _before(end)) in days:
        count += 1
    return count


def _before(day: date) -> date:
    return day - _DAY if day > date.min else day


def _after(day: date) -> date | None:
    return day + _DAY if day < date.max else None

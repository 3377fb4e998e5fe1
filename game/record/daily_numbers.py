"""The deal of the day: its UTC date, and the number from which on it is looked for.

The same for everybody and without a network: the UTC date and the game's name give a number,
and from there on the first one proved winnable within a fixed number of positions is the deal.
Days are UTC dates. Nothing here asks a clock.

The search has versions. A new one holds from a fixed day on; the days before keep theirs. Which
number a search finds may also hang on the solver, so the numbers of many days ship with the game
(`assets/daily/numbers.txt`), and what was found once is kept for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Final

from game.core.deals import HIGHEST_NUMBER
from game.core.named_tuple import NamedTuple

_DAY: Final = timedelta(days=1)
FIRST_DAY: Final = date(1970, 1, 1)
"""The calendar begins where clocks do."""


class DailySearch(NamedTuple):
    """How a day's number is found."""

    version: int
    begins: date
    """The first day it holds for."""
    nodes: int
    """Positions that the proof of one deal may take: a count and not a time, so that a slow
    machine comes to the same deal as a quick one.
    """


SEARCHES: Final = (DailySearch(1, date.min, 100_000),)
"""All there were, the oldest first. To change one is to change everybody's deals: add another
that begins on a day to come, and ship the numbers of the days before it.
"""
NODES: Final = SEARCHES[-1].nodes


def search_of(day: date, searches: Sequence[DailySearch] = SEARCHES) -> DailySearch:
    """The search that holds for a day."""
    return [search for search in searches if search.begins <= day][-1]


class ShippedNumbers:
    """The list that ships, kept as text: to read three years of it takes longer than a frame."""

    def __init__(self, text: str) -> None:
        self._text = f"{text}\n"

    def names(self, number: int) -> bool:
        """Whether a number is that of any day, in any game; tells it without reading the list."""
        return f" {number} " in self._text or f" {number}\n" in self._text

    def of(self, game: str) -> dict[date, int]:
        """The numbers of a game by day; a line that makes no sense is left out."""
        lines = (line.split() for line in self._text.splitlines() if not line.startswith("#"))
        games = next(lines, [])
        found: dict[date, int] = {}
        for words in lines if game in games else ():
            with suppress(ValueError):
                if len(words) == len(games):
                    found[date.fromisoformat(words[0])] = int(words[games.index(game)])
        return found


def day_of(seconds: float) -> date:
    """The UTC date of a clock's seconds since 1970; a clock beyond all calendars has the
    nearest day there is.
    """
    try:
        return datetime.fromtimestamp(seconds, UTC).date()
    except (OverflowError, ValueError, OSError):
        return date.max if seconds > 0 else date.min


def seconds_left(seconds: float) -> float:
    """How long the UTC day still lasts at so many seconds since 1970: more than 0."""
    whole = _DAY.total_seconds()
    return whole - seconds % whole


def first_number(game: str, day: date) -> int:
    """The number from which on a day's deal is looked for."""
    from hashlib import sha256

    digest = sha256(f"fourfold daily {game} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (HIGHEST_NUMBER + 1)

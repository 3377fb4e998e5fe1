"""The deal of the day: its UTC date, and the number at which the search for it starts.

The deal is the same for everybody and needs no network. The UTC date and the game's name give a
start number; the deal is the first number from there on that is proved winnable within a fixed
number of positions. Days are UTC dates. This module reads no clock.

The number that the search finds may depend on the solver, so the numbers of many days ship with
the game (`SHIPPED`), and a number once found is stored for good.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from game.core.deals import HIGHEST_NUMBER

SHIPPED: Final = Path("daily/numbers.txt")
"""The file of the shipped numbers, in the folder of the assets."""
_DAY: Final = timedelta(days=1)
FIRST_DAY: Final = date(2026, 1, 1)
"""The first day of the calendar, which is the first whose number ships. Earlier days would have to
be searched. Another version may find other numbers for them, and days must keep their deals.
"""


SEARCH_VERSION: Final = 1
"""The version of the search, which is stored with each number that it finds."""
SEARCH_NODES: Final = 100_000
"""Positions that the proof of one deal may take. A count of positions, not a time, so slow and fast
machines find the same deal. Another count changes everybody's deals. It may take effect from a
future day on, if the numbers of the days before it ship.
"""


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


def day_of(seconds: float) -> date:
    """The UTC date of a time in seconds since 1970; a time outside the calendar gives the first or
    last date that `date` can hold.
    """
    try:
        return datetime.fromtimestamp(seconds, UTC).date()
    except (OverflowError, ValueError, OSError):
        return date.max if seconds > 0 else date.min


def seconds_left(seconds: float) -> float:
    """The seconds left of the UTC day at a time in seconds since 1970; more than 0."""
    whole = _DAY.total_seconds()
    return whole - seconds % whole


def first_number(game: str, day: date) -> int:
    """The number at which the search for a day's deal starts."""
    from hashlib import sha256

    digest = sha256(f"fourfold daily {game} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % (HIGHEST_NUMBER + 1)

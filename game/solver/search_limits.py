"""The limits of searches: how long a verdict, a hint, a par or a review may be searched for, and
how much memory that may take. Searches for a deal count positions, in their own modules.
"""

from __future__ import annotations

from typing import Final

from game.core.named_tuple import NamedTuple

MEGABYTE: Final = 1_000_000
DEFAULT_MEMORY: Final = 1000 * MEGABYTE
"""What a search may use, in bytes, unless its caller says otherwise."""
SEARCH_SECONDS: Final = 20.0
"""For the verdict of a position, and a hint or a short win from there."""
PAR_SECONDS: Final = 10.0
"""For a deal's par, and its shortest answer."""
PLACE_SECONDS: Final = 20.0
"""For each search of a review, which weighs one place of a line."""
PLACE_MEMORY: Final = DEFAULT_MEMORY // 2
LINE_SECONDS: Final = 180.0
"""For all searches of a review together."""


class SearchLimits(NamedTuple):
    """The limits of one search. At a limit it ends with what it knows by then."""

    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    """Bytes."""

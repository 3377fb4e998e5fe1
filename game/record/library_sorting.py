"""The order of the library's deals."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, Final

from game.record.deal_standing import Standing
from game.record.library_deal import LibraryDeal


class LibraryColumn(StrEnum):
    """What the library is sorted by."""

    GAME = "game"
    DEAL = "deal"
    STATE = "state"
    BEST = "best"
    OVER = "over"
    POSITIONS = "positions"
    TIME = "time"
    PLAYED = "played"


def sorted_deals(
    shown: Iterable[LibraryDeal], column: LibraryColumn, *, descending: bool
) -> list[LibraryDeal]:
    """The deals sorted by a column; of equals, the last played comes first. `descending` reverses
    the order. Deals without a value in the column come last in either direction.
    """
    played = sorted(shown, key=_played)
    if column is LibraryColumn.PLAYED:
        return played[::-1] if descending else played
    keyed = [(_KEYS[column](deal), deal) for deal in played]
    known = [pair for pair in keyed if pair[0] is not None]
    known.sort(key=lambda pair: pair[0], reverse=descending)
    return [deal for _, deal in known] + [deal for key, deal in keyed if key is None]


def _played(deal: LibraryDeal) -> tuple[int, int]:
    return -deal.row.last_opened, -deal.row.when


def _number(deal: LibraryDeal) -> tuple[bool, str, int]:
    row = deal.row
    return not row.name, row.name.casefold(), -1 if row.number is None else row.number


_KEYS: Final[dict[LibraryColumn, Callable[[LibraryDeal], Any]]] = {
    LibraryColumn.GAME: lambda deal: (deal.rules.title, deal.rules.policy),
    LibraryColumn.DEAL: _number,
    LibraryColumn.STATE: lambda deal: list(Standing).index(deal.standing),
    LibraryColumn.BEST: lambda deal: deal.row.best,
    LibraryColumn.OVER: lambda deal: deal.over,
    LibraryColumn.POSITIONS: lambda deal: -deal.row.positions,
    LibraryColumn.TIME: lambda deal: -deal.row.seconds,
    LibraryColumn.PLAYED: _played,
}

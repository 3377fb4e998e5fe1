"""My games: every deal that was ever touched, over all games, filtered and sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from game.core import deals
from game.core.deals import Deck
from game.core.named_tuple import NamedTuple
from game.record.catalogue import listed_pars
from game.record.deal_standing import Standing, standing_of
from game.rules import Rules, rules_for
from game.storage import LibraryRow

ANY_GAME: Final = ""
DECK_SHOWN: Final = 8
"""Letters of a deck that stand for a deal without number and name."""


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


class LibraryFilter(StrEnum):
    """Which deals the library shows."""

    ALL = "all"
    BEGUN = "begun"
    ALONE = "alone"
    HELPED = "helped"
    DAILY = "daily"


class LibraryDeal(NamedTuple):
    """A deal and how the player stands with it."""

    row: LibraryRow
    rules: Rules
    standing: Standing
    shortest: int | None = None
    """Counted moves of the shortest answer there is, where that is proved."""
    daily: date | None = None
    """The day whose deal it is."""

    @property
    def deck(self) -> Deck:
        """Its cards."""
        return deals.parse_deck(self.row.key.deck)

    @property
    def title(self) -> str:
        """Its name, else its number, else the first letters of its deck."""
        row = self.row
        number = f"{row.key.deck[:DECK_SHOWN]}…" if row.number is None else str(row.number)
        return row.name or number

    @property
    def over(self) -> int | None:
        """Moves over the shortest; None where one of the two is not known."""
        if self.row.best is None or self.shortest is None:
            return None
        return self.row.best - self.shortest


class Library:
    """The deals, and which of them are shown in what order."""

    def __init__(
        self, rows: Iterable[LibraryRow], lists: Path, daily: Callable[[Rules], Mapping[int, date]]
    ) -> None:
        """`lists`: the folder of the games' own lists; `daily` gives the days of the daily deals
        of a game by their numbers. Deals of a game that there is none of are left out.
        """
        self.deals: list[LibraryDeal] = []
        kinds: dict[tuple[str, str], _Kind | None] = {}
        for row in rows:
            name = row.key[:2]
            if name not in kinds:
                kinds[name] = _kind(*name, lists, daily)
            if (kind := kinds[name]) is not None:
                rules, listed, days = kind
                shortest = row.shortest or listed.get(row.key.deck)
                day = None if row.number is None else days.get(row.number)
                self.deals.append(LibraryDeal(row, rules, standing_of(row), shortest, day))
        self.game = ANY_GAME
        self.filter = LibraryFilter.ALL
        self.text = ""
        self.sorted_by = LibraryColumn.PLAYED
        self.descending = False
        """Whether the order is turned round; the last played deal comes first by itself."""
        self.rows: list[LibraryDeal] = []
        """What is shown, in its order."""

    def follow(self, before: Library) -> None:
        """Filter and sort as another one."""
        self.game, self.filter, self.text = before.game, before.filter, before.text
        self.sorted_by, self.descending = before.sorted_by, before.descending

    def arrange(self, words: Callable[[LibraryDeal], str] = lambda deal: "") -> None:
        """Filter and sort anew. `words`: what a search finds besides title, note and number.
        Deals that lack what is sorted by come last either way.
        """
        wanted = self.text.casefold().split()
        shown = [deal for deal in self.deals if self._is_shown(deal)]
        if wanted:
            shown = [deal for deal in shown if _has(deal, wanted, words(deal))]
        # Of equals the last played comes first.
        shown.sort(key=_played)
        if self.sorted_by is LibraryColumn.PLAYED:
            self.rows = shown[::-1] if self.descending else shown
            return
        key = _KEYS[self.sorted_by]
        keyed = [(key(deal), deal) for deal in shown]
        known = [pair for pair in keyed if pair[0] is not None]
        known.sort(key=lambda pair: pair[0], reverse=self.descending)
        self.rows = [deal for _, deal in known] + [deal for value, deal in keyed if value is None]

    def sort(self, column: LibraryColumn) -> None:
        """Sort by a column; the same one again turns the order round. `arrange` must follow."""
        self.descending = not self.descending if column is self.sorted_by else False
        self.sorted_by = column

    def _is_shown(self, deal: LibraryDeal) -> bool:
        if self.game not in (ANY_GAME, deal.row.key.game):
            return False
        match self.filter:
            case LibraryFilter.BEGUN:
                return deal.standing is Standing.BEGUN
            case LibraryFilter.ALONE:
                return deal.standing is Standing.ALONE
            case LibraryFilter.HELPED:
                return deal.standing.is_helped
            case LibraryFilter.DAILY:
                return deal.daily is not None
        return True

    def row_of(self, key: object) -> int:
        """The row of a deal, -1 where it is not shown."""
        return next((n for n, deal in enumerate(self.rows) if deal.row.key == key), -1)


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


def _has(deal: LibraryDeal, wanted: Iterable[str], words: str) -> bool:
    row = deal.row
    told = f"{row.name} {row.number} {row.note} {row.key.deck} {deal.rules.title} {words}"
    told = told.casefold()
    return all(word in told for word in wanted)


_Kind = tuple[Rules, Mapping[str, int], Mapping[int, date]]
"""Of a game under a policy: its rules, the proved lengths by deck, the days by number."""


def _kind(
    game: str, options: str, lists: Path, daily: Callable[[Rules], Mapping[int, date]]
) -> _Kind | None:
    try:
        rules = rules_for(game, [options] if options else [])
    except ValueError:
        return None
    return rules, _listed(game, options, lists), daily(rules)


@lru_cache(maxsize=16)
def _listed(game: str, options: str, lists: Path) -> dict[str, int]:
    return listed_pars(rules_for(game, [options] if options else []), lists)

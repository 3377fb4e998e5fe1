"""My games: every deal that was ever touched, over all games, filtered and sorted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Final

from game.record.catalogue import listed_pars
from game.record.deal_standing import Standing, standing_of
from game.record.library_deal import LibraryDeal
from game.record.library_sorting import LibraryColumn, sorted_deals
from game.rules import Rules, rules_for
from game.storage import LibraryRow

ANY_GAME: Final = ""


class LibraryFilter(StrEnum):
    """Which deals the library shows."""

    ALL = "all"
    BEGUN = "begun"
    ALONE = "alone"
    HELPED = "helped"
    DAILY = "daily"


class Library:
    """All deals that were touched, and those of them that are shown, in order."""

    def __init__(
        self, rows: Iterable[LibraryRow], lists: Path, daily: Callable[[Rules], Mapping[int, date]]
    ) -> None:
        """`lists`: the folder of the games' own lists; `daily` returns the days of a game's daily
        deals by their numbers. Deals of unknown games are left out.
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
        """Whether the order is reversed. Unreversed, PLAYED puts the last played deal first."""
        self.rows: list[LibraryDeal] = []
        """The deals shown, in order."""

    def follow(self, before: Library) -> None:
        """Take over the filter and the sorting of another library."""
        self.game, self.filter, self.text = before.game, before.filter, before.text
        self.sorted_by, self.descending = before.sorted_by, before.descending

    def arrange(self, words: Callable[[LibraryDeal], str] = lambda deal: "") -> None:
        """Filter and sort again; the result is `rows`. `words` returns what the search finds of a
        deal besides its name, number, note, deck and game.
        """
        wanted = self.text.casefold().split()
        shown = [deal for deal in self.deals if self._is_shown(deal)]
        if wanted:
            shown = [deal for deal in shown if _has(deal, wanted, words(deal))]
        self.rows = sorted_deals(shown, self.sorted_by, descending=self.descending)

    def sort(self, column: LibraryColumn) -> None:
        """Sort by a column; if it is the sorted one already, reverse the order. Call `arrange`
        after this.
        """
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


def _has(deal: LibraryDeal, wanted: Iterable[str], words: str) -> bool:
    row = deal.row
    told = f"{row.name} {row.number} {row.note} {row.key.deck} {deal.rules.title} {words}"
    told = told.casefold()
    return all(word in told for word in wanted)


_Kind = tuple[Rules, Mapping[str, int], Mapping[int, date]]
"""A game under a policy: its rules, the proved pars by deck, the days of daily deals by number."""


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

"""My games: every deal that was ever touched, over all games; how they are filtered and sorted."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.core import deals
from game.core.deals import CUT, DECK_SHOWN, Deck, label_of
from game.record.deal_list import in_order
from game.record.pack_files import listed_pars
from game.rules import Rules, rules_for
from game.storage import LibraryRow, StoredDeal

ANY_GAME: Final = ""
MOST_RESTORABLE: Final = 100
"""How many deleted deals can be brought back until the program ends, the ones deleted last."""


class Standing(StrEnum):
    """How a deal stands: ALONE if the player has found any answer without help, else by how its
    best answer came about.
    """

    BEGUN = "begun"
    ALONE = "alone"
    HINTS = "hints"
    SHOWN = "shown"
    PASTED = "pasted"
    IMPORTED = "imported"
    OPENED = "opened"
    """Neither positions nor an answer are stored."""

    @property
    def is_helped(self) -> bool:
        """True if the deal is solved, but only with help."""
        return self in (Standing.HINTS, Standing.SHOWN, Standing.PASTED, Standing.IMPORTED)

    @property
    def check_sign(self) -> str:
        """The icon for the standing; a filled check only for ALONE, empty for OPENED."""
        if self is Standing.ALONE:
            return "check"
        return "check-hollow" if self.is_helped else "begun" if self is Standing.BEGUN else ""


def standing_of(row: LibraryRow) -> Standing:
    """The standing of a deal of the library."""
    if row.alone is not None:
        return Standing.ALONE
    if row.how is not None:
        return Standing(row.how.value)
    return Standing.BEGUN if row.positions else Standing.OPENED


class LibraryDeal(NamedTuple):
    """A deal and how the player stands with it."""

    row: LibraryRow
    rules: Rules
    standing: Standing
    shortest: int | None = None
    """Counted moves of the shortest answer that is possible; None: it is not proved."""
    daily: date | None = None
    """The day whose daily deal this is; None: it is no daily deal."""

    @property
    def deck(self) -> Deck:
        """The deal's cards in dealing order."""
        return deals.parse_deck(self.row.key.deck)

    @property
    def title(self) -> str:
        """Its name, else its label."""
        return self.row.name or self.label

    @property
    def label(self) -> str:
        """Its number, else its id in a pack, else the first letters of its deck."""
        return str(label_of(self.row.number, self.row.pack, self.row.key.deck))

    @property
    def best(self) -> int | None:
        """Moves of the best answer: of those found alone, if there is one, as `standing` says."""
        return self.row.best if self.row.alone is None else self.row.alone

    @property
    def over(self) -> int | None:
        """Moves of `best` over `shortest`; None if either is not known."""
        return None if self.best is None or self.shortest is None else self.best - self.shortest


class RestorableDeal(NamedTuple):
    """A deal that was deleted, and what brings it back (`GameStore.put_back`)."""

    deal: LibraryDeal
    record: StoredDeal[str]


class LibraryFilter(StrEnum):
    """Which deals the library shows."""

    ALL = "all"
    BEGUN = "begun"
    ALONE = "alone"
    HELPED = "helped"
    DAILY = "daily"


class LibraryColumn(StrEnum):
    """What the library is sorted by."""

    GAME = "game"
    DEAL = "deal"
    STATE = "state"
    BEST = "best"
    OVER = "over"
    TIME = "time"
    PLAYED = "played"


class Library:
    """All deals that were touched, and in order the ones that are shown."""

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
                shortest = shortest if rules.facts.par_is_shortest else None
                day = None if row.number is None else days.get(row.number)
                self.deals.append(LibraryDeal(row, rules, standing_of(row), shortest, day))
        self.game = ANY_GAME
        self.filter = LibraryFilter.ALL
        self.text = ""
        self.sorted_by = LibraryColumn.PLAYED
        self.descending = True
        """True: the greatest value is first, of PLAYED the last played deal."""
        self.rows: list[LibraryDeal] = []
        """The deals shown, in order."""

    def follow(self, before: Library) -> None:
        """Take over the filter and the sorting of another library."""
        self.game, self.filter, self.text = before.game, before.filter, before.text
        self.sorted_by, self.descending = before.sorted_by, before.descending

    def arrange(self, words: Callable[[LibraryDeal], str] = lambda deal: "") -> None:
        """Filter and sort again; the result is `rows`. `words` returns what the search finds of a
        deal besides its name, number, pack, note, deck and game.
        """
        wanted = self.text.split()
        shown = [deal for deal in self.deals if self._is_shown(deal)]
        if wanted:
            shown = [deal for deal in shown if _has(deal, wanted, words(deal))]
        # Of equals, the last played comes first.
        played = sorted(shown, key=_played, reverse=True)
        if self.sorted_by is LibraryColumn.PLAYED:
            self.rows = played if self.descending else played[::-1]
        else:
            self.rows = in_order(played, _KEYS[self.sorted_by], descending=self.descending)

    def sort(self, column: LibraryColumn) -> None:
        """Sort by a column; if it is the sorted one already, reverse the order. Call `arrange`
        after this.
        """
        again = column is self.sorted_by
        self.descending = not self.descending if again else column in _GREATEST_FIRST
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
        """The row of a deal, -1 if it is not shown."""
        return next((n for n, deal in enumerate(self.rows) if deal.row.key == key), -1)


_Kind = tuple[Rules, Mapping[str, int | None], Mapping[int, date]]
"""A game under a policy: its rules, the proved pars by deck, the days of daily deals by number."""


def _kind(
    game: str, options: str, lists: Path, daily: Callable[[Rules], Mapping[int, date]]
) -> _Kind | None:
    try:
        rules = rules_for(game, options.split())
    except ValueError:
        return None
    return rules, listed_pars(rules, lists), daily(rules)


def _has(deal: LibraryDeal, wanted: Iterable[str], words: str) -> bool:
    row = deal.row
    number = "" if row.number is None else row.number
    told = _bare(f"{row.name} {number} {row.pack} {row.note} {deal.rules.title} {words}")
    return all(_bare(word) in told or _begins(row.key.deck, word) for word in wanted)


def _bare(text: str) -> str:
    """A text in small letters without accents, however they are encoded."""
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


def _begins(deck: str, word: str) -> bool:
    """True if a deck begins with a word that has at least as many letters as the label shows, in
    the same case.
    """
    letters = word.removesuffix(CUT)
    return len(letters) >= DECK_SHOWN and deck.startswith(letters)


def _played(deal: LibraryDeal) -> tuple[int, int]:
    """By date: imported deals count as opened last, whenever they were played."""
    return deal.row.when, deal.row.last_opened


def _number(deal: LibraryDeal) -> tuple[bool, str, int]:
    row = deal.row
    return not row.name, _bare(row.name), -1 if row.number is None else row.number


_KEYS: Final[dict[LibraryColumn, Callable[[LibraryDeal], Any]]] = {
    LibraryColumn.GAME: lambda deal: (deal.rules.title, deal.rules.policy),
    LibraryColumn.DEAL: _number,
    LibraryColumn.STATE: lambda deal: list(Standing).index(deal.standing),
    LibraryColumn.BEST: lambda deal: deal.best,
    LibraryColumn.OVER: lambda deal: deal.over,
    LibraryColumn.TIME: lambda deal: deal.row.seconds,
}
_GREATEST_FIRST: Final = (LibraryColumn.TIME, LibraryColumn.PLAYED)
"""The columns that are sorted by greatest value first when they are chosen."""

"""A list of deals as the player sees it: how each deal stands, what is shown, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from random import SystemRandom
from typing import Any, Final, NamedTuple, TypeVar

from game.core.deals import deck_of, deck_text
from game.play.level_packs import Level, Pack
from game.rules import RULES
from game.storage import StoredAnswer

T = TypeVar("T")

DIFFICULTIES: Final = (1, 2, 3, 4, 5)
HARDEST: Final = 10_000
"""Stands for an unknown difficulty or par: greater than any real one."""


class DealFilter(StrEnum):
    """Which deals a list shows."""

    ALL = "all"
    UNSOLVED = "unsolved"
    SOLVED = "solved"
    NOT_A_STAR = "not-a-star"


class ListColumn(StrEnum):
    """What a list is sorted by."""

    NUMBER = "number"
    SOLVED = "solved"
    STAR = "star"
    DIFFICULTY = "difficulty"
    BEST = "best"
    MINIMUM = "minimum"
    OVER = "over"
    PLAYED = "played"


_SIGNS: Final = ("check", "check-hollow", "begun", "")
"""The values of `ListedDeal.check_sign`, in sorting order."""


class ListedDeal(NamedTuple):
    """A deal of a pack and how the player stands with it."""

    place: int
    """The index in the pack, from 0."""
    level: Level
    best: int | None = None
    """Counted moves of the player's best answer of any kind; None: there is none."""
    played: int | None = None
    """When the deal was last played, in seconds since 1970; None: never."""
    deck: str = ""
    """The 52 letters."""
    alone: int | None = None
    """Counted moves of the best answer that the player found without help; None: there is none."""
    begun: bool = False
    """True if a history of the deal is stored."""
    par_is_shortest: bool = True
    """False if an answer can be shorter than par (`Facts.par_is_shortest`): there is no star."""
    shortest: int | None = None
    """The proved least number of moves; None: it is not proved."""

    @property
    def par(self) -> int | None:
        """The proved length, else what the pack claims. None: unknown, or a claim that the player's
        own answer has refuted.
        """
        claimed = self.level.par
        if self.shortest is not None or claimed is None:
            return self.shortest
        refuted = self.par_is_shortest and self.best is not None and self.best < claimed
        return None if refuted else claimed

    def is_called(self, id: str) -> bool:
        """True if the deal has this id, leading zeros or not."""
        return self.level.id.lstrip("0") == id.lstrip("0")

    @property
    def solved(self) -> bool:
        """True if an answer of the player's is kept, found with help or without."""
        return self.best is not None

    @property
    def star(self) -> bool:
        """True if the answer found alone is in par, the shortest possible."""
        return self.par_is_shortest and self.alone is not None and self.alone == self.par

    @property
    def check_sign(self) -> str:
        """The icon in the check column: a filled check for an answer found without help, a hollow
        one for an answer found with help, `begun` for a begun deal without answer, or none.
        """
        if not self.solved:
            return "begun" if self.begun else ""
        return "check-hollow" if self.alone is None else "check"

    @property
    def star_sign(self) -> str:
        """The icon in the star column: a filled star for an answer in par found without help, a
        hollow one for an answer in par found with help, or none.
        """
        if not self.par_is_shortest or self.best is None or self.best != self.par:
            return ""
        return "star-filled" if self.star else "star"

    @property
    def least(self) -> int | None:
        """Par; where an answer can be shorter, the best one known. None: unknown."""
        known = [self.par] if self.par_is_shortest else [self.par, self.best]
        return min((moves for moves in known if moves is not None), default=None)

    @property
    def over(self) -> int | None:
        """Moves of the best answer over `least`; None if answer or par is not known."""
        if self.best is None or self.least is None or self.par is None:
            return None
        return self.best - self.least


class Listing:
    """One pack with the player's record, filtered and sorted."""

    def __init__(
        self,
        pack: Pack,
        best: Mapping[str, int],
        played: Mapping[str, int],
        alone: Mapping[str, int] | None = None,
        begun: Collection[str] = (),
        shortest: Mapping[str, int] | None = None,
    ) -> None:
        """The mappings are keyed by the deck's 52 letters and hold what the fields of ListedDeal
        hold. `shortest` need not hold the pars of a proved pack. `alone` None: all answers of
        `best` were found without help.
        """
        alone = best if alone is None else alone
        game = RULES.get(pack.game)
        par_is_shortest = game is None or game.facts.par_is_shortest
        proved = (shortest or {}) if par_is_shortest else {}
        self.pack = pack
        self.show = DealFilter.ALL
        self.difficulties = frozenset(DIFFICULTIES)
        """Deals without a difficulty are always shown."""
        self.sorted_by = ListColumn.NUMBER
        self.descending = False
        """True: the greatest value is first."""
        self.entries = [
            ListedDeal(
                *(place, level, best.get(text), played.get(text), text, alone.get(text)),
                begun=text in begun,
                par_is_shortest=par_is_shortest,
                shortest=level.par if pack.proved and par_is_shortest else proved.get(text),
            )
            for place, level in enumerate(pack.levels)
            for text in (deck_text(level.deck),)
        ]
        self._numbered = all(level.id.isdecimal() for level in pack.levels)
        self.rows = self.entries
        """The deals shown, in order."""

    @cached_property
    def solved(self) -> int:
        """How many deals are solved."""
        return sum(entry.solved for entry in self.entries)

    @cached_property
    def unaided(self) -> int:
        """How many deals are solved without help."""
        return sum(entry.alone is not None for entry in self.entries)

    @property
    def is_graded(self) -> bool:
        """True if any deal of the pack has a difficulty."""
        return any(entry.level.difficulty is not None for entry in self.entries)

    @cached_property
    def stars(self) -> int:
        """How many deals are solved in par."""
        return sum(entry.star for entry in self.entries)

    def follow(self, before: Listing) -> None:
        """Take over the filter and the sorting of another listing."""
        self.show, self.difficulties = before.show, before.difficulties
        self.sorted_by, self.descending = before.sorted_by, before.descending

    def arrange(self) -> None:
        """Filter and sort again; the result is `rows`."""
        shown = [entry for entry in self.entries if self._is_shown(entry)]
        self.rows = in_order(shown, self._keys()[self.sorted_by], descending=self.descending)

    def sort(self, column: ListColumn) -> None:
        """Sort by a column, by PLAYED the last played first; if it is the sorted one already,
        reverse the order.
        """
        again = column is self.sorted_by
        self.descending = not self.descending if again else column is ListColumn.PLAYED
        self.sorted_by = column
        self.arrange()

    def toggle_difficulty(self, difficulty: int) -> None:
        """Show or hide the deals of a difficulty; hiding the last one shows all. Takes effect with
        `arrange`, as the other filters do.
        """
        self.difficulties = self.difficulties ^ {difficulty} or frozenset(DIFFICULTIES)

    def show_all(self) -> None:
        """Take all filters away."""
        self.show, self.difficulties = DealFilter.ALL, frozenset(DIFFICULTIES)

    def _is_shown(self, entry: ListedDeal) -> bool:
        difficulty = entry.level.difficulty
        if difficulty is not None and difficulty not in self.difficulties:
            return False
        match self.show:
            case DealFilter.ALL:
                return True
            case DealFilter.UNSOLVED:
                return not entry.solved
            case DealFilter.SOLVED:
                return entry.solved
            case DealFilter.NOT_A_STAR:
                return not entry.star

    def _keys(self) -> Mapping[ListColumn, Callable[[ListedDeal], int | None]]:
        """The sorting key of each column; it returns None for a deal without a value."""
        return {
            ListColumn.NUMBER: lambda e: int(e.level.id) if self._numbered else e.place,
            ListColumn.SOLVED: lambda e: _SIGNS.index(e.check_sign),
            ListColumn.STAR: lambda e: int(not e.star),
            ListColumn.DIFFICULTY: lambda e: e.level.difficulty,
            ListColumn.BEST: lambda e: e.best,
            ListColumn.MINIMUM: lambda e: e.least,
            ListColumn.OVER: lambda e: e.over,
            ListColumn.PLAYED: lambda e: e.played,
        }

    def par_of(self, entry: ListedDeal) -> tuple[int, bool] | None:
        """What a table of the deal opens with: the par, and whether it is proved; None: unknown."""
        proved = self.pack.proved or entry.shortest is not None
        return None if entry.par is None else (entry.par, proved)

    def row_of(self, deck: str) -> int:
        """The row of a deal by its 52 letters; -1: it is not shown."""
        return next((row for row, entry in enumerate(self.rows) if entry.deck == deck), -1)

    def row_of_id(self, id: str) -> int:
        """The row of a deal by its id, leading zeros or not; -1: it is not shown."""
        return next((row for row, entry in enumerate(self.rows) if entry.is_called(id)), -1)

    def entry_of(self, number: int) -> ListedDeal | None:
        """The deal that a number means, shown or not: the one with this id, else the one with the
        cards of this number. Of several, one that is shown comes first. None: neither is in the
        list.
        """
        entries, dealt = [*self.rows, *self.entries], deck_text(deck_of(number))
        named = (each for each in entries if each.is_called(str(number)))
        return next(named, None) or next((e for e in entries if e.deck == dealt), None)

    def unsolved_from(self, row: int, step: int) -> int:
        """The next (`step` 1) or previous (-1) unsolved row, wrapping around at the ends; the row
        itself if there is no other.
        """
        count = len(self.rows)
        for distance in range(1, count + 1):
            found = (row + step * distance) % count
            if not self.rows[found].solved:
                return found
        return row

    def next_harder(self, row: int = -1) -> int:
        """The unsolved row that follows `row` in order of difficulty, then of par; -1 if there is
        none. Without a row, the easiest unsolved one.
        """
        order = sorted(
            (_hardness(entry), number)
            for number, entry in enumerate(self.rows)
            if not entry.solved or number == row
        )
        numbers = [number for _, number in order]
        after = numbers[numbers.index(row) + 1 :] if row in numbers else numbers
        return after[0] if after else -1

    def random_unsolved(self, row: int = -1) -> int:
        """A random unsolved row but `row`; `row` if it is the only one, -1 if there is none."""
        rows = [number for number, entry in enumerate(self.rows) if not entry.solved]
        others = [number for number in rows if number != row] or rows
        return SystemRandom().choice(others) if others else -1


def moves_by_deck(answers: Mapping[str, StoredAnswer]) -> dict[str, int]:
    """The number of moves of each answer, by the 52 letters of the deal."""
    return {deck: answer.moves for deck, answer in answers.items()}


def _hardness(entry: ListedDeal) -> tuple[int, int, int]:
    """The sorting key of deals, the easiest first; an unknown difficulty or par counts as hard."""
    return entry.level.difficulty or HARDEST, entry.par or HARDEST, entry.place


def in_order(deals: Iterable[T], key: Callable[[T], Any], *, descending: bool) -> list[T]:
    """The deals sorted by a key; those whose key is None come last in either direction."""
    keyed = [(key(deal), deal) for deal in deals]
    known = [pair for pair in keyed if pair[0] is not None]
    known.sort(key=lambda pair: pair[0], reverse=descending)
    return [deal for _, deal in known] + [deal for key, deal in keyed if key is None]

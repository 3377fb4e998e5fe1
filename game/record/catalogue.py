"""The lists of deals: which packs there are, how each deal stands, and what a list shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from random import SystemRandom
from typing import Final

from game.core import deals, level_packs, untrusted_input
from game.core.deals import DealError, Deck
from game.core.level_packs import Level, Pack
from game.core.messages import WordedError, Wording, why
from game.core.named_tuple import NamedTuple
from game.record.file_reading import FileReading
from game.rules import LISTED, Rules, rules_for

FIRST_DEALS: Final = 1500
DIFFICULTIES: Final = (1, 2, 3, 4, 5)
_SECOND_WORD: Final = r"(?m)^(?!#)[^\S\n]*\S+[^\S\n]+(\S+)"
"""Finds the second word of each line that is not a comment: the deck."""
HARDEST: Final = 10_000
"""Stands for an unknown difficulty or par: greater than any real one."""


class Show(StrEnum):
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

    @property
    def solved(self) -> bool:
        """True if the player has found an answer alone."""
        return self.alone is not None

    @property
    def star(self) -> bool:
        """True if the answer found alone is as short as can be."""
        return self.alone is not None and self.alone == self.level.par

    @property
    def check_sign(self) -> str:
        """The icon in the check column: a filled check for an answer found without help, a hollow
        one for an answer found with help, `begun` for a begun deal without answer, or none.
        """
        if self.best is None:
            return "begun" if self.begun else ""
        return "check" if self.solved else "check-hollow"

    @property
    def star_sign(self) -> str:
        """The icon in the star column: a filled star for an answer in par found without help, a
        hollow one for an answer in par found with help, or none.
        """
        shortest = self.best is not None and self.best == self.level.par
        return "star-filled" if self.star else "star" if shortest else ""

    @property
    def over(self) -> int | None:
        """Moves of the best answer over par; None if there is no answer or par is not known."""
        if self.best is None or self.level.par is None:
            return None
        return self.best - self.level.par


PACK_ENDINGS: Final = (".txt", ".fourfold")
"""The suffixes of pack files; the desktop opens files with the second one in this program."""


def find_packs(folders: Iterable[Path]) -> list[Pack]:
    """The packs in some folders, folder by folder in the order of their names.

    A file that cannot be read gives a pack without deals, whose `problems` say what is wrong.
    """
    files = (file for folder in folders for file in sorted(folder.glob("*")))
    return [_read(file) for file in files if file.suffix in PACK_ENDINGS]


def _read(file: Path) -> Pack:
    try:
        text = untrusted_input.read_text(file, level_packs.MOST_PACK, "utf-8-sig")
        return untrusted_input.all_at_once(_parse(file, text))
    except (OSError, UnicodeDecodeError, WordedError) as error:
        return without_deals(file, why(error))


def begin_pack(file: Path) -> FileReading[Pack]:
    """Start to read a pack as `find_packs` does, but a piece at a time."""
    return FileReading(file, level_packs.MOST_PACK, lambda text: _parse(file, text))


def without_deals(file: Path, trouble: Wording | str) -> Pack:
    """The empty pack for a file that cannot be read, with `trouble` as its problem."""
    return _empty(file, Wording("{file}: {reason}", file=file.name, reason=trouble))


def _empty(file: Path, problem: Wording) -> Pack:
    return Pack(file.name, LISTED, (), (), (problem,))


def _parse(file: Path, text: str) -> Generator[float, None, Pack]:
    pack = yield from level_packs.pack_in_pieces(text, file.name)
    try:
        rules_for(pack.game, pack.options)
    except WordedError as error:
        return _empty(file, level_packs.in_line(file.name, 1, error))
    return pack


def packs_of(rules: Rules, own: Path, others: Iterable[Pack] = ()) -> list[Pack]:
    """The packs of a game and policy: those of the folder `own`, whose pars are proved, then those
    of `others`. If none has deals, `numbered_pack` comes first.
    """
    ours = [pack._replace(proved=True) for pack in find_packs([own])]
    found = packs_fitting((*ours, *others), rules)
    if any(pack.levels for pack in found):
        return found
    return [numbered_pack(rules.name, [rules.policy] if rules.policy else []), *found]


def packs_fitting(packs: Iterable[Pack], rules: Rules) -> list[Pack]:
    """The packs that belong to a game under its policy."""
    return [pack for pack in packs if _is_of(pack, rules)]


def numbered_pack(game: str, options: Sequence[str] = ()) -> Pack:
    """The deals with the numbers from 1 to FIRST_DEALS, for a game without a list of its own."""
    numbers = range(1, FIRST_DEALS + 1)
    levels = tuple(Level(f"{n:04}", deals.deck_of(n), None) for n in numbers)
    return Pack(f"1-{FIRST_DEALS}", game, tuple(options), levels, ())


def listed_decks(rules: Rules, own: Path) -> frozenset[str]:
    """The 52 letters of each deal on a game's own lists, unchecked: parsing the deals would take
    twenty times as long, and the menu waits for the result.
    """
    found: list[str] = []
    for file in sorted(own.glob("*.txt")):
        with suppress(OSError, UnicodeDecodeError, WordedError):
            text = untrusted_input.read_text(file, level_packs.MOST_PACK)
            # The first line says which game it is.
            if _is_of(level_packs.parse_pack(text.partition("\n")[0], file.name), rules):
                found += re.findall(_SECOND_WORD, text)
    return frozenset(found)


def listed_pars(rules: Rules, own: Path) -> dict[str, int]:
    """The proved pars of a game's own lists, by the 52 letters, which are not checked."""
    found: dict[str, int] = {}
    for file in sorted(own.glob("*.txt")):
        with suppress(OSError, UnicodeDecodeError, WordedError):
            lines = file.read_text(encoding="utf-8").splitlines()
            if _is_of(level_packs.parse_pack("".join(lines[:1]), file.name), rules):
                words = (line.split() for line in lines if not line.startswith("#"))
                found |= {w[1]: int(w[2]) for w in words if len(w) > 2 and w[2].isdecimal()}
    return found


def listed_par(rules: Rules, deck: Deck, own: Path) -> int | None:
    """The proved par of a deal on one of the game's own lists; None for any other deal. The files
    are searched for the deal's letters, which is quicker than parsing them.
    """
    letters = deals.deck_text(deck)
    for file in sorted(own.glob("*.txt")):
        for level in _levels_with(letters, file, rules):
            if level.deck == deck and level.par is not None:
                return level.par
    return None


def _levels_with(letters: str, file: Path, rules: Rules) -> tuple[Level, ...]:
    """The deals of a pack file whose lines contain the letters; empty if the pack is of another
    game or cannot be read.
    """
    with suppress(OSError, UnicodeDecodeError, WordedError):
        text = untrusted_input.read_text(file, level_packs.MOST_PACK)
        if letters not in text:
            return ()
        lines = text.splitlines()
        wanted = [line for line in lines[1:] if letters in line]
        # The first line says which game it is.
        pack = level_packs.parse_pack("\n".join(lines[:1] + wanted), file.name)
        return pack.levels if _is_of(pack, rules) else ()
    return ()


def _is_of(pack: Pack, rules: Rules) -> bool:
    """True if a pack is of a game under its policy. Raises WordedError if the pack's game is not
    known.
    """
    fits = rules_for(pack.game, pack.options)
    return (fits.name, fits.policy) == (rules.name, rules.policy)


class Listing:
    """One pack with the player's record, filtered and sorted."""

    def __init__(
        self,
        pack: Pack,
        best: Mapping[str, int],
        played: Mapping[str, int],
        alone: Mapping[str, int] | None = None,
        begun: Collection[str] = (),
    ) -> None:
        """The mappings are keyed by the deck's 52 letters and hold what the fields of ListedDeal
        hold. With `alone` None, all answers of `best` were found without help.
        """
        alone = best if alone is None else alone
        self.pack = pack
        self.show = Show.ALL
        self.difficulties = frozenset(DIFFICULTIES)
        """Deals without a difficulty are always shown."""
        self.sorted_by = ListColumn.NUMBER
        self.descending = False
        self.entries = [
            ListedDeal(
                *(place, level, best.get(text), played.get(text), text, alone.get(text)),
                begun=text in begun,
            )
            for place, level in enumerate(pack.levels)
            for text in (deals.deck_text(level.deck),)
        ]
        self._numbered = all(level.id.isdecimal() for level in pack.levels)
        self.rows = self.entries
        """The deals shown, in order."""

    @property
    def solved(self) -> int:
        """How many deals are solved."""
        return sum(entry.solved for entry in self.entries)

    @property
    def stars(self) -> int:
        """How many deals are solved in par."""
        return sum(entry.star for entry in self.entries)

    def follow(self, before: Listing) -> None:
        """Take over the filter and the sorting of another listing."""
        self.show, self.difficulties = before.show, before.difficulties
        self.sorted_by, self.descending = before.sorted_by, before.descending

    def arrange(self) -> None:
        """Filter and sort again; the result is `rows`. Deals without a value in the sorted column
        come last in either direction.
        """
        shown = [entry for entry in self.entries if self._is_shown(entry)]
        key = self._keys()[self.sorted_by]
        keyed = [(key(entry), entry) for entry in shown]
        known = [pair for pair in keyed if pair[0] is not None]
        known.sort(key=lambda pair: pair[0] or 0, reverse=self.descending)
        unknown = [entry for key, entry in keyed if key is None]
        self.rows = [entry for _, entry in known] + unknown

    def sort(self, column: ListColumn) -> None:
        """Sort by a column; if it is the sorted one already, reverse the order."""
        self.descending = not self.descending if column is self.sorted_by else False
        self.sorted_by = column
        self.arrange()

    def _is_shown(self, entry: ListedDeal) -> bool:
        difficulty = entry.level.difficulty
        if difficulty is not None and difficulty not in self.difficulties:
            return False
        match self.show:
            case Show.ALL:
                return True
            case Show.UNSOLVED:
                return not entry.solved
            case Show.SOLVED:
                return entry.solved
            case Show.NOT_A_STAR:
                return not entry.star

    def _keys(self) -> Mapping[ListColumn, Callable[[ListedDeal], int | None]]:
        """The sorting key of each column; it returns None for a deal without a value."""
        return {
            ListColumn.NUMBER: lambda e: int(e.level.id) if self._numbered else e.place,
            ListColumn.SOLVED: lambda e: _SIGNS.index(e.check_sign),
            ListColumn.STAR: lambda e: int(not e.star),
            ListColumn.DIFFICULTY: lambda e: e.level.difficulty,
            ListColumn.BEST: lambda e: e.best,
            ListColumn.MINIMUM: lambda e: e.level.par,
            ListColumn.OVER: lambda e: e.over,
            ListColumn.PLAYED: lambda e: None if e.played is None else -e.played,
        }

    def row_of(self, deck: str) -> int:
        """The row of a deal by its 52 letters, -1 where it is not shown."""
        return next((row for row, entry in enumerate(self.rows) if entry.deck == deck), -1)

    def row_of_id(self, id: str) -> int:
        """The row of a deal by its id, leading zeros or not; -1 where it is not shown."""
        wanted = id.lstrip("0")
        ids = (entry.level.id.lstrip("0") for entry in self.rows)
        return next((row for row, found in enumerate(ids) if found == wanted), -1)

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

    def random_unsolved(self) -> int:
        """Any unsolved row; -1 where there is none."""
        rows = [row for row, entry in enumerate(self.rows) if not entry.solved]
        return SystemRandom().choice(rows) if rows else -1


def _hardness(entry: ListedDeal) -> tuple[int, int, int]:
    """The sorting key of deals, the easiest first; an unknown difficulty or par counts as hard."""
    level = entry.level
    return level.difficulty or HARDEST, level.par or HARDEST, entry.place


def number_of(level: Level) -> int | None:
    """The deal's number, if its id is a number that deals exactly these cards; else None."""
    try:
        number = deals.parse_number(level.id)
        return number if deals.deck_of(number) == level.deck else None
    except DealError:
        return None

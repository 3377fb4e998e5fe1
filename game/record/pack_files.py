"""Finds the lists of deals: packs in folders, and the proved pars of the games' own lists."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from game.core import deals, level_packs, untrusted_input
from game.core.level_packs import MOST_PACK, Level, Pack
from game.core.translatable_texts import WordedError, Wording
from game.record.file_reading import FileReading
from game.rules import LISTED, Rules, fewest_moves, rules_for
from game.storage import Storage, StorageError

FIRST_DEALS: Final = 1500
PACK_ENDINGS: Final = (".txt", ".fourfold")
"""The suffixes of pack files; the desktop opens files with the second one in this program."""


def short_name(name: str) -> str:
    """The name of a pack's file without the suffix of a pack."""
    return Path(name).stem if name.endswith(PACK_ENDINGS) else name


def find_packs(folders: Iterable[Path]) -> list[Pack]:
    """The packs in some folders, folder by folder in the order of their names.

    A file that cannot be read gives a pack without deals, whose `problems` say what is wrong.
    """
    files = (file for folder in folders for file in untrusted_input.entries_in(folder))
    readings = (begin_pack(file) for file in files if file.suffix in PACK_ENDINGS)
    return [each.whole() or without_deals(each.path, each.trouble or "") for each in readings]


def begin_pack(file: Path) -> FileReading[Pack]:
    """Start to read a pack as `find_packs` does, but a piece at a time."""
    return FileReading(file, MOST_PACK, lambda text: _parse(file, text))


def without_deals(file: Path, trouble: Wording | str) -> Pack:
    """The empty pack for a file that cannot be read, with `trouble` as its problem."""
    return _empty(file, Wording("{file}: {reason}", file=file.name, reason=trouble))


def _empty(file: Path, problem: Wording) -> Pack:
    return Pack(file.name, LISTED, (), (), (problem,))


def _parse(file: Path, text: str) -> Generator[float, None, Pack]:
    pack = yield from level_packs.pack_in_pieces(text, file.name, fewest_moves)
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
    return [numbered_pack(rules), *found]


def packs_fitting(packs: Iterable[Pack], rules: Rules) -> list[Pack]:
    """The packs that belong to a game under its policy."""
    return [pack for pack in packs if _is_of(pack, rules)]


def numbered_pack(rules: Rules) -> Pack:
    """The deals with the numbers from 1 to FIRST_DEALS, for a game without a list of its own."""
    numbers = range(1, FIRST_DEALS + 1)
    levels = tuple(Level(f"{n:04}", deals.deck_of(n), None) for n in numbers)
    options = (rules.policy,) if rules.policy else ()
    return Pack(f"1-{FIRST_DEALS}", rules.name, options, levels, ())


def listed_pars(rules: Rules, own: Path) -> dict[str, int | None]:
    """The deals on a game's own lists by their 52 letters, each with its proved par or None. The
    letters are not checked: that would take twenty times as long, and the menu waits for the
    result.
    """
    return _pars(_own_lines(rules, own))


def proved_lengths(rules: Rules, own: Path, storage: Storage) -> dict[str, int]:
    """The moves of answers that are proved to be the shortest, by the 52 letters of the deals: from
    the game's own lists and the player's record; from the former alone if that cannot be read.
    """
    found = {deck: par for deck, par in listed_pars(rules, own).items() if par is not None}
    with suppress(StorageError):
        found |= storage.proved(rules.name, rules.policy)
    return found


def listed_par(rules: Rules, letters: str, own: Path) -> int | None:
    """The proved par of the deal with these 52 letters on a game's own lists; None if there is
    none. A table opens with it, so only the lines with the letters are split.
    """
    return _pars(line for line in _own_lines(rules, own) if letters in line).get(letters)


def _own_lines(rules: Rules, own: Path) -> Iterator[str]:
    """The lines of a game's own lists."""
    for file in sorted(own.glob("*.txt")):
        with suppress(OSError, UnicodeDecodeError, WordedError):
            text = untrusted_input.read_text(file, MOST_PACK)
            # The first line says which game it is.
            if _is_of(level_packs.parse_pack(text.partition("\n")[0], file.name), rules):
                yield from text.splitlines()


def _pars(lines: Iterable[str]) -> dict[str, int | None]:
    """The par by the deck of each line of a pack: its third word by its second; None if that is no
    number.
    """
    split = (line.partition("#")[0].split() for line in lines)
    return {
        deck: int(par[0]) if par and par[0].isdecimal() else None
        for _, deck, *par in (words for words in split if len(words) > 1)
    }


def _is_of(pack: Pack, rules: Rules) -> bool:
    """True if a pack is of a game under its policy. Raises WordedError if the pack's game is not
    known.
    """
    fits = rules_for(pack.game, pack.options)
    return (fits.name, fits.policy) == (rules.name, rules.policy)

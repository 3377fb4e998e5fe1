"""Finds the lists of deals: packs in folders, the proved pars of the games' own lists, and the
player's own packs, each of which is read once, and again when it has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from game.core import deals, untrusted_input
from game.core.threads_and_memory import BackgroundJob
from game.core.translatable_texts import WordedError, Wording, why
from game.core.whole_files import write_new
from game.play import level_packs
from game.play.level_packs import MOST_PACK, Level, Pack
from game.rules import LISTED, Rules, rules_for
from game.storage import Storage, StorageError

FIRST_DEALS: Final = 1500
PACK_ENDINGS: Final = (".txt", ".fourfold")
"""The suffixes of pack files; the desktop opens files with the second one in this program."""
MOST_PACKS: Final = 4 * untrusted_input.MEGABYTE
"""The size limit of all own packs together, in bytes. In memory they take ten times as much."""
_TOO_MUCH: Final = Wording(
    "it was skipped: there are already {most} MB of lists",
    most=MOST_PACKS // untrusted_input.MEGABYTE,
)
SMALL: Final = 50_000
"""Bytes that are read at once, without a thread."""


def short_name(name: str) -> str:
    """The name of a pack's file without the suffix of a pack."""
    return Path(name).stem if name.endswith(PACK_ENDINGS) else name


def find_packs(folders: Iterable[Path]) -> list[Pack]:
    """The packs in some folders, folder by folder in the order of their names.

    A file that cannot be read gives a pack without deals, whose `problems` say what is wrong.
    """
    files = (file for folder in folders for file in untrusted_input.entries_in(folder))
    return [_read(file) for file in files if file.suffix in PACK_ENDINGS]


def _read(file: Path) -> Pack:
    """The pack in a file, as `find_packs` gives it."""
    try:
        text = untrusted_input.read_text(file, MOST_PACK, "utf-8-sig")
    except (OSError, UnicodeDecodeError, WordedError) as error:
        return _broken(file, why(error))
    pack = level_packs.parse_pack(text, file.name)
    try:
        rules_for(pack.game, pack.options)
    except WordedError as error:
        problem = level_packs.in_line(file.name, 1, error)
        return Pack(file.name, LISTED, (), (), (problem,))
    return pack


def _broken(file: Path, reason: Wording | str) -> Pack:
    """A pack without deals, and why."""
    problem = Wording("{file}: {reason}", file=file.name, reason=reason)
    return Pack(file.name, LISTED, (), (), (problem,))


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
    return Pack(f"1-{FIRST_DEALS}", rules.name, tuple(rules.policy.split()), levels, ())


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


# The player's own packs


class _File(NamedTuple):
    """A file as `look` found it: its path, time of writing in ns, and size in bytes."""

    path: Path
    written: int
    size: int


class _PacksReading(BackgroundJob):
    """Some packs being read; `found` holds those read so far."""

    def __init__(self, files: Sequence[_File]) -> None:
        self.files, self.found = files, dict[_File, Pack]()
        super().__init__(at_once=sum(file.size for file in files) <= SMALL)

    def in_thread(self) -> None:
        """Read one file after the other."""
        self.count = len(self.files)
        for file in self.files:
            if self.stopping.is_set():
                return
            self.found[file] = _read(file.path)
            self.read += 1


class PackFolder:
    """The packs of a folder. Call `look`, then `reading.work` until that is done; `packs` holds
    those read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packs: dict[_File, Pack] = {}
        self.reading = _PacksReading(())

    @property
    def packs(self) -> list[Pack]:
        """The packs read so far, in the order of their names. A file that cannot be read gives a
        pack without deals, whose `problems` say what is wrong.
        """
        self._packs |= self.reading.found.copy()
        return [self._packs[file] for file in sorted(self._packs)]

    def look(self) -> None:
        """List the folder again; new and changed files are then read."""
        self.reading.close()
        self._packs |= self.reading.found.copy()
        there, unread = list(self._files()), []
        self._packs = {file: pack for file, pack in self._packs.items() if file in there}
        room = MOST_PACKS - sum(file.size for file in self._packs)
        for file in there:
            if file in self._packs:
                continue
            if file.size > room:
                self._packs[file] = _broken(file.path, _TOO_MUCH)
            else:
                unread.append(file)
                room -= file.size
        self.reading = _PacksReading(unread)

    def _files(self) -> Iterator[_File]:
        for path in untrusted_input.entries_in(self._folder):
            if path.suffix in PACK_ENDINGS:
                try:
                    about = path.stat()
                except OSError:
                    yield _File(path, 0, 0)
                else:
                    size = about.st_size if S_ISREG(about.st_mode) else 0
                    yield _File(path, about.st_mtime_ns, size)

    def keep(self, path: Path, pack: Pack) -> Pack:
        """Copy a file from elsewhere, whose content is `pack`, into the folder, unless a pack there
        has the same content. Returns the pack under its name there. Raises OSError or InputError.
        """
        content = untrusted_input.read_bytes(path, MOST_PACK)
        known = self._with(content, path.name)
        if known is not None:
            return pack._replace(name=known.name)
        name = path.name if path.suffix in PACK_ENDINGS else f"{path.name}.txt"
        new = write_new(self._folder, name, content)
        about = new.stat()
        kept = pack._replace(name=new.name)
        self._packs[_File(new, about.st_mtime_ns, about.st_size)] = kept
        return kept

    def _with(self, content: bytes, name: str) -> Path | None:
        """The pack in the folder with this content, if possible the one of this name; a file that
        cannot be read is none.
        """
        for file in sorted(self._files(), key=lambda file: file.path.name != name):
            with suppress(OSError, WordedError):
                most = MOST_PACK
                alike = file.size == len(content)
                if alike and untrusted_input.read_bytes(file.path, most) == content:
                    return file.path
        return None

"""The player's own packs: each file is read once, and again when it has changed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG
from typing import Final, NamedTuple

from game.core import untrusted_input
from game.core.level_packs import MOST_PACK, Pack
from game.core.translatable_texts import WordedError, Wording
from game.record.file_reading import WHOLE, FileReading
from game.record.pack_files import PACK_ENDINGS, begin_pack, without_deals
from game.system.numbered_files import write_new

MOST_PACKS: Final = 4 * untrusted_input.MEGABYTE
"""The size limit of all packs together, in bytes. In memory they take ten times as much."""


class _File(NamedTuple):
    """A file as `look` found it: its path, time of writing in ns, and size in bytes."""

    path: Path
    written: int
    size: int


class PackFolder:
    """The packs of a folder. Call `look`, then `work` until `done`; `packs` holds those read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._packs: dict[_File, Pack] = {}
        self._unread: list[_File] = []
        self._reading: FileReading[Pack] | None = None
        self._count = 0

    @property
    def packs(self) -> list[Pack]:
        """The packs read so far, in the order of their names. A file that cannot be read gives a
        pack without deals, whose `problems` say what is wrong.
        """
        return [self._packs[file] for file in sorted(self._packs)]

    def look(self) -> None:
        """List the folder again; new and changed files are then to be read."""
        self.stop()
        there = list(self._files())
        self._packs = {file: pack for file, pack in self._packs.items() if file in there}
        room = MOST_PACKS - sum(file.size for file in self._packs)
        for file in there:
            if file in self._packs:
                continue
            if file.size > room:
                self._packs[file] = _too_much(file.path)
            else:
                self._unread.append(file)
                room -= file.size
        self._count = len(self._unread)

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

    # Reading, with the members of FileReading

    @property
    def count(self) -> int:
        """The work of reading all files: 100 for each."""
        return self._count * WHOLE

    @property
    def read(self) -> int:
        """The part of `count` that is done."""
        now = 0 if self._reading is None else self._reading.read
        return (self._count - len(self._unread)) * WHOLE + now

    @property
    def done(self) -> bool:
        """True once all files are read, or reading was stopped."""
        return not self._unread

    def work(self, seconds: float, least: int = 1) -> None:
        """Continue to read for about `seconds`; nothing is read if there is no time. `least` is
        that of each file.
        """
        until = time.perf_counter() + seconds
        while self._unread and (left := until - time.perf_counter()) > 0:
            file = self._unread[0]
            reading = self._reading = self._reading or begin_pack(file.path)
            reading.work(left, least)
            if reading.done:
                problem = reading.found or without_deals(file.path, reading.trouble or "")
                self._packs[file] = problem
                del self._unread[0]
                self._reading = None

    def stop(self) -> None:
        """Stop reading: the remaining files stay unread until the next `look`."""
        if self._reading is not None:
            self._reading.stop()
        self._reading = None
        self._unread.clear()


def _too_much(path: Path) -> Pack:
    most = MOST_PACKS // untrusted_input.MEGABYTE
    wording = Wording("it was skipped: there are already {most} MB of packs", most=most)
    return without_deals(path, wording)

"""Exports all of a player's data into one file, for another machine, and imports it.

The file is one line of text and then a SQLite database, compressed with zlib. The line reads
`fourfold export 1 SHA256 BYTES SIZE`: the checksum and the length of the compressed database, and
its uncompressed length. The tables are those of `schema.py`, without the solver's results. Facts
whose names begin with `extra ` hold data from outside the tables: settings, level packs.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import inf
from pathlib import Path
from typing import Final

from game.core import untrusted_input
from game.core.error_reasons import why
from game.core.translatable_texts import WordedError, Wording
from game.core.whole_files import behind_link, replace_whole
from game.storage.all_tables import Tables, transaction
from game.storage.deleted_deals import DELETED
from game.storage.errors import BROKEN, FAILURES, StorageError, StorageTrouble
from game.storage.repair import Put, puts
from game.storage.schema import migrate

SUFFIX: Final = ".fourfold-export"
_BEGINNING: Final = b"fourfold export "
_MAGIC: Final = "fourfold export 1"
_EXTRA: Final = "extra "
_UNSAVED: Final = Wording("{file} could not be saved: {what}")
_NO_EXPORT: Final = Wording("{file} is not an export of games: it was left unchanged")
_LONGEST_HEAD: Final = 200
_MOST_PACKED: Final = 2**29
"""Bytes, the largest file accepted. A file takes a tenth of its uncompressed size."""
WRITING_S: Final = 0.004
"""Seconds that one of many transactions may take."""
_MOST: Final = 4 * 2**30
"""Bytes, the largest uncompressed size accepted: no player has that many games."""


def export_of(tables: Tables, extras: Mapping[str, str]) -> bytes:
    """An export of everything, which an import accepts. Raises StorageError or sqlite3.Error if the
    tables are damaged.
    """
    return _packed(_copied(tables, extras))


def write_export(content: bytes, path: Path) -> None:
    """Write an export into a file, whose old content stays until the new one is complete. Raises
    WordedError on failure, and if the path names anything but a new file or an export; then nothing
    has changed.
    """
    try:
        if os.path.lexists(behind_link(path)) and not _is_export(path):
            raise WordedError(_NO_EXPORT.filled(file=path))
        replace_whole(path, content)
    except OSError as error:
        raise WordedError(_UNSAVED.filled(file=path, what=why(error))) from error


def _is_export(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def _copied(tables: Tables, extras: Mapping[str, str]) -> bytes:
    """A copy of the tables as the bytes of a database. Raises StorageError if it is damaged: no
    import would accept it.
    """
    copy = Tables(sqlite3.connect(":memory:", isolation_level=None))
    try:
        tables.db.backup(copy.db)
        with transaction(copy.db):
            copy.remove_facts(DELETED)
            for name, text in extras.items():
                copy.rows.write("fact", (_EXTRA + name, text))
        copy.db.execute("VACUUM")
        for problem in copy.problems():
            raise StorageError(StorageTrouble.DAMAGED, problem)
        # A database in memory has no log beside it, whatever its header says.
        content = bytearray(copy.db.serialize())
        content[18:20] = b"\1\1"
        return bytes(content)
    finally:
        copy.db.close()


def _packed(content: bytes) -> bytes:
    body = zlib.compress(content, 6)
    head = f"{_MAGIC} {_digest(body)} {len(body)} {len(content)}\n"
    return head.encode() + body


def check_export(path: Path) -> None:
    """Raise StorageError if a file cannot be imported. Rows are checked only by the import."""
    tables, _ = _opened(path)
    tables.db.close()


class Import:
    """An import of an export, in pieces: the whole file is checked before anything is taken."""

    def __init__(self, path: Path, write: Callable[[Callable[[Tables], None]], None]) -> None:
        """`write` calls a function with this program's tables in one transaction. Raises
        StorageError if the file cannot be read, is damaged, not an export or of a newer version.
        """
        self._path, self._write = path, write
        self._source, rows = _opened(path)
        self.count = 2 * rows
        """The number of steps: each deal and each row is checked, and then taken."""
        self.read = 0
        """How many steps are done."""
        self.extras: dict[str, str] = {}
        """The extra texts by name, once the whole file was checked."""
        self._looks: Iterator[str] | None = self._source.look_through()
        self._puts: Iterator[Put] | None = None
        self._at_once = 8
        """How many deals and rows one transaction takes."""
        self.done = False

    @property
    def has_begun(self) -> bool:
        """Whether something of the export may have been taken."""
        return self._looks is None

    def work(self, seconds: float, least: int = 1) -> None:
        """Work for about `seconds`, and for at least `least` steps. After a StorageError nothing of
        the failed transaction has been taken, and nothing more will be.
        """
        until, least = time.perf_counter() + seconds, self.read + least
        try:
            while not self.done and (self.read < least or time.perf_counter() < until):
                if self._looks is not None:
                    self._look(until, least)
                else:
                    self._take(until)
        except StorageError:
            self.close()
            raise
        except BROKEN as error:
            self.close()
            raise _damaged(self._path) from error

    def close(self) -> None:
        """End the import: nothing more is taken."""
        self.done = True
        self._source.db.close()

    def _look(self, until: float, least: int) -> None:
        assert self._looks is not None
        for problem in self._looks:
            if problem:
                raise _damaged(self._path)
            self.read += 1
            if self.read >= least and time.perf_counter() >= until:
                return
        self._looks = None
        extras = self._source.facts(_EXTRA)
        self.extras = {name.removeprefix(_EXTRA): text for name, text in extras.items()}
        self._source.remove_facts(_EXTRA)

    def _take(self, until: float) -> None:
        """Take some deals and rows in one transaction: as many as can be written in `WRITING_S`, or
        all of them if `until` is infinite.
        """
        if self._puts is None:
            self._write(self._begin)
        assert self._puts is not None
        begun = time.perf_counter()
        some = [*(self._puts if until == inf else islice(self._puts, self._at_once))]

        def take(target: Tables) -> None:
            for put in some:
                put(target)

        self._write(take)
        # Plays are taken by deal, beside the deal's tree or alone: a few steps more or less.
        self.read = min(self.read + len(some), self.count)
        if until == inf or len(some) < self._at_once:
            self.close()
            self.read = self.count
        slow = time.perf_counter() - begun > WRITING_S
        self._at_once = max(1, self._at_once // 2) if slow else self._at_once * 2

    def _begin(self, target: Tables) -> None:
        """Prepare the merge: facts known here stay, and imported deals count as opened after those
        here.
        """
        with transaction(self._source.db):
            for (name,) in target.db.execute("SELECT name FROM fact").fetchall():
                self._source.db.execute("DELETE FROM fact WHERE name = ?", (name,))
        self._puts = puts(self._source, target.deals.newest_opening(), elsewhere=True)


def _opened(path: Path) -> tuple[Tables, int]:
    """The tables of an export, in memory, and their number of deals and rows. Its pages have been
    checked, its rows have not.
    """
    try:
        content = untrusted_input.read_bytes(path, _MOST_PACKED)
    except (OSError, untrusted_input.InputError) as error:
        raise StorageError(StorageTrouble.EXPORT, f"{path}: {why(error)}") from error
    tables = Tables(sqlite3.connect(":memory:", isolation_level=None))
    try:
        if _is_newer(content):
            raise StorageError(StorageTrouble.NEWER, "a newer version of this program wrote it")
        tables.db.deserialize(_unpacked(content))
        migrate(tables)
        if tables.page_problems():
            raise _damaged(path)
        return tables, tables.count_rows()
    except (ValueError, zlib.error, *FAILURES) as error:
        tables.db.close()
        if isinstance(error, StorageError) and error.trouble is StorageTrouble.NEWER:
            raise StorageError(StorageTrouble.NEWER_EXPORT, f"{path}: {error}") from error
        raise _damaged(path) from error


def _is_newer(content: bytes) -> bool:
    """Whether the first line is that of a later form of exports."""
    name, _, version = _MAGIC.rpartition(" ")
    found = re.match(rb"%s (\d{1,4}) " % name.encode(), content)
    return found is not None and int(found[1]) > int(version)


def _unpacked(content: bytes) -> bytes:
    """The database of an export. Raises ValueError or zlib.error if that is damaged."""
    head, line_end, body = content.partition(b"\n")
    words = head[:_LONGEST_HEAD].decode("ascii", "replace").split(" ")
    if " ".join(words[:3]) != _MAGIC or len(words) != 6 or not line_end:
        raise ValueError("no line of an export")
    digest, length, size = words[3:]
    if head != f"{_MAGIC} {digest} {length} {size}".encode() or len(size) > len(str(_MOST)):
        raise ValueError("no line of an export")
    if (length, digest) != (str(len(body)), _digest(body)) or not size.isdecimal():
        raise ValueError("another checksum or length")
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(body, min(int(size), _MOST) + 1)
    if str(len(found)) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError("another size")
    return found


def _damaged(path: Path) -> StorageError:
    detail = f"{path}: this is not a complete export of games: nothing was taken from it"
    return StorageError(StorageTrouble.EXPORT, detail)


def _digest(body: bytes) -> str:
    from hashlib import sha256  # Imported here: it loads OpenSSL, which no start needs.

    return sha256(body).hexdigest()

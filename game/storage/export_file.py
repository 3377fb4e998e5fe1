"""Exports all of a player's data into one file, for another machine, and imports it.

An export is a SQLite file with the tables of `tables.SCHEMA` and an `application_id` of its own.
Its table `extra` holds texts from outside: settings, level packs. Threads write exports, check them
and join them.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from typing import Final

from game.core import untrusted_input
from game.core.cards import LETTERS
from game.core.moves import Action
from game.core.threads_and_memory import BackgroundJob, garbage_collection_paused
from game.core.translatable_texts import WordedError, Wording, why
from game.core.whole_files import behind_link
from game.storage.database_files import limit_cache, open_file
from game.storage.errors import FAILURES, PASSING, StorageError, StorageTrouble, explain
from game.storage.salvage_and_backup import problems
from game.storage.schema import SCHEMA, VERSION, transaction
from game.storage.stored_values import DealKey, StoredDeal, deal_as_text, parsed
from game.storage.tables import Tables

SUFFIX: Final = ".fourfold-export"
APPLICATION: Final = 0x34466F6C
"""`application_id` of an export."""
MOST: Final = 2**31
"""Bytes, the largest file accepted: no player has that many games."""
_EXTRA: Final = "CREATE TABLE extra (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT"
_UNSAVED: Final = Wording("{file} could not be saved: {what}")
_NO_EXPORT: Final = Wording("{file} is not an export of games: it was left unchanged")
_HEAD: Final = 100
"""Bytes of the header of a SQLite file."""
_PIECE: Final = 2**20
_STEPS: Final = 1000
"""Steps of SQLite's virtual machine after which a thread looks whether it is to stop."""
EDGES_AT_ONCE: Final = 500
"""What one transaction adds of a deal: other threads and programs can save between two of them."""

Verify = Callable[[StoredDeal[Action]], StoredDeal[Action]]
"""Returns what holds of a deal by the rules. Called in a thread."""


class _FileJob(BackgroundJob):
    """A job that leaves no file behind when it is stopped."""

    def close(self) -> None:
        """End the work and wait for its end, which comes soon."""
        super().close()
        self.has_ended.wait()


class Export(_FileJob):
    """An export being written. `work` raises StorageError if the data is damaged, WordedError if
    the file cannot be written; its old content stays then.
    """

    def __init__(self, path: Path, extras: Mapping[str, str], source: Path | bytes) -> None:
        """`source`: a database file, or the bytes of one. Raises WordedError if the path names
        anything but a new file or an export; then nothing has changed.
        """
        self._path, self._extras, self._source = path, extras, source
        try:
            if os.path.lexists(behind_link(path)) and not _is_export(path):
                raise WordedError(_NO_EXPORT.filled(file=path))
        except OSError as error:
            raise WordedError(_UNSAVED.filled(file=path, what=why(error))) from error
        super().__init__()

    def in_thread(self) -> None:
        """Write the export beside its target, then put it there."""
        target = behind_link(self._path)
        part = target.with_name(f"{target.name}.{os.getpid()}-{time.time_ns()}.tmp")
        try:
            with closing(_opened(self._source)) as db:
                self._copy(db, part)
            with closing(sqlite3.connect(part, isolation_level=None)) as copy:
                self._finish(copy)
            if not self.stopping.is_set():
                part.replace(target)
        except OSError as error:
            raise WordedError(_UNSAVED.filled(file=self._path, what=why(error))) from error
        except sqlite3.Error as error:
            if not self.stopping.is_set():
                told = explain(error, self._path)
                if told.trouble is StorageTrouble.DAMAGED:
                    raise told from error
                raise WordedError(_UNSAVED.filled(file=self._path, what=str(error))) from error
        finally:
            part.unlink(missing_ok=True)

    def _copy(self, db: sqlite3.Connection, part: Path) -> None:
        """Write a copy without what was deleted."""
        size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        self.count = max(1, int(db.execute(size).fetchone()[0]))

        def look() -> bool:
            with suppress(OSError):
                self.read = min(self.count, part.stat().st_size)
            return self.stopping.is_set()

        db.set_progress_handler(look, 100 * _STEPS)
        db.execute("VACUUM INTO ?", (str(part),))

    def _finish(self, copy: sqlite3.Connection) -> None:
        """Make an export of the copy. Raises StorageError if it is damaged: no import would accept
        it.
        """
        for problem in problems(copy, self.stopping) or ():
            raise StorageError(StorageTrouble.DAMAGED, problem)
        copy.execute("PRAGMA journal_mode = DELETE")
        copy.execute(f"PRAGMA application_id = {APPLICATION}")
        copy.execute(_EXTRA)
        copy.executemany("INSERT INTO extra VALUES (?, ?)", [*self._extras.items()])


def _is_export(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return _is_ours(file.read(_HEAD))


def _is_ours(head: bytes) -> bool:
    """Whether the header of a file is that of an export, of whatever version."""
    return head[:16] == b"SQLite format 3\0" and head[68:72] == APPLICATION.to_bytes(4, "big")


def _opened(source: Path | bytes) -> sqlite3.Connection:
    if isinstance(source, bytes):
        db = sqlite3.connect(":memory:", isolation_level=None)
        db.deserialize(source[:18] + b"\1\1" + source[20:])  # it has no log beside it there
    else:
        uri = f"{source.absolute().as_uri()}?mode=ro"
        db = sqlite3.connect(uri, uri=True, isolation_level=None)
    limit_cache(db)
    return db


def check_export(path: Path) -> None:
    """Raise StorageError if a file cannot be imported. Its deals are checked only by the import."""
    with _copied(path, Event()) as folder:
        _checked(Path(folder) / "export", path, Event()).close()


class Import(_FileJob):
    """An import. Everything is checked before anything is taken. `work` raises StorageError: then
    nothing was taken if the check has failed, and nothing more if the file could not be written.
    """

    def __init__(self, path: Path, verify: Verify, target: Path | Tables, window: int) -> None:
        """`target`: the file into which the deals are joined, or tables of this thread. `window`:
        the random number of this program.
        """
        self._path, self._verify, self._target, self._window = path, verify, target, window
        self.extras: dict[str, str] = {}
        """The extra texts by name, once the whole file was checked."""
        self.left_out = 0
        """How many edges, lines and answers made no sense, or did not hold by the rules."""
        self.has_begun = False
        """Whether something of the export may have been taken."""
        self._deals: list[StoredDeal[str]] = []
        self._facts: list[tuple[str, str, int]] = []
        super().__init__(at_once=isinstance(target, Tables))

    @property
    def joined(self) -> list[DealKey]:
        """The deals that were joined so far."""
        return [deal.key for deal in self._deals[: max(0, self.read - len(self._deals))]]

    def in_thread(self) -> None:
        """Check the whole file, then join it."""
        with _copied(self._path, self.stopping) as folder:
            db = _checked(Path(folder) / "export", self._path, self.stopping)
            try:
                with closing(db), garbage_collection_paused():
                    self._verify_all(Tables(db))
            except (*FAILURES, ValueError) as error:
                raise _refused(self._path, error) from error
        if self.stopping.is_set():
            return
        self.has_begun = True
        if isinstance(self._target, Tables):
            self._join_all(self._target)
            return
        try:
            tables = open_file(self._target)
            with closing(tables.db):
                self._join_all(tables)
        except FAILURES as error:
            told = explain(error, self._target)
            if told.trouble in PASSING:
                detail = f"{self._target}: it cannot be written now, nothing more was taken"
                raise StorageError(StorageTrouble.WOULD_NOT_LAST, detail) from error
            raise told from error

    def _verify_all(self, tables: Tables) -> None:
        keys = list(tables.keys())
        self.count = 2 * len(keys)
        self._facts = tables.db.execute("SELECT name, value, saved FROM fact").fetchall()
        self.extras = dict(tables.db.execute("SELECT name, text FROM extra"))
        for key in keys:
            if self.stopping.is_set():
                return
            deal = tables.load(key)
            if deal is None or sorted(key.deck) != sorted(LETTERS):
                raise ValueError("a deal has no deck")
            read = parsed(deal)
            found = self._verify(read)
            self.left_out += read.unread + len(read.edges) - len(found.edges)
            self._deals.append(deal_as_text(found))
            self.read += 1

    def _join_all(self, tables: Tables) -> None:
        """Join facts that are not known, and each deal in parts."""
        with transaction(tables.db):
            known = "INSERT OR IGNORE INTO fact VALUES (?, ?, ?)"
            tables.db.executemany(known, self._facts)
        for deal in self._deals:
            if self.stopping.is_set():
                return
            with transaction(tables.db):
                walked = {row[:2] for row in deal.edges if row[4] > 0}
                tables.join_told(deal.key, deal.told, walked)
            for at in range(0, len(deal.edges), EDGES_AT_ONCE):
                with transaction(tables.db):
                    tables.add_edges(deal.key, deal.edges[at : at + EDGES_AT_ONCE])
            with transaction(tables.db):
                tables.join_rest(deal, self._window, moves_player=False)
            self.read += 1


def _copied(path: Path, stop: Event) -> tempfile.TemporaryDirectory[str]:
    """A folder with a copy of a file to be imported, which nobody changes any more. Raises
    StorageError if that is no export, or of another version.
    """
    folder = tempfile.TemporaryDirectory()
    try:
        with untrusted_input.opened(path, MOST) as source:
            head = source.read(_HEAD)
            if not _is_ours(head):
                raise ValueError("it is no export")
            if int.from_bytes(head[60:64], "big") > VERSION:
                raise StorageError(StorageTrouble.NEWER_EXPORT, f"{path}: it is of a newer version")
            with (Path(folder.name) / "export").open("wb") as copy:
                piece, size = head, 0
                while piece and not stop.is_set():
                    size += copy.write(piece)
                    if size > MOST:
                        raise ValueError("it is too large")
                    piece = source.read(_PIECE)
    except (OSError, ValueError, StorageError) as error:
        folder.cleanup()
        raise _refused(path, error) from error
    return folder


def _checked(copy: Path, path: Path, stop: Event) -> sqlite3.Connection:
    """Open the copy of an export. Raises StorageError if its tables are not exactly those that this
    program makes, or what is in them breaks their rules.
    """
    # SQLite knows no CHECK of a file that it may not write.
    db = sqlite3.connect(copy, isolation_level=None)
    try:
        for pragma in ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON"):
            db.execute(f"PRAGMA {pragma}")
        made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql is not None}
        if made != {*SCHEMA, _EXTRA}:
            raise ValueError("its tables are others")
        for problem in problems(db, stop) or ():
            raise ValueError(problem)
    except (*FAILURES, ValueError) as error:
        db.close()
        raise _refused(path, error) from error
    return db


def _refused(path: Path, error: BaseException) -> StorageError:
    if isinstance(error, StorageError) and error.trouble is not StorageTrouble.DAMAGED:
        return error
    if isinstance(error, (OSError, untrusted_input.InputError)):
        return StorageError(StorageTrouble.EXPORT, f"{path}: {why(error)}")
    detail = f"{path}: this is not a complete export of games: nothing was taken from it ({error})"
    return StorageError(StorageTrouble.EXPORT, detail)

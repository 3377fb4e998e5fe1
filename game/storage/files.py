"""The files in the data folder: opened, locked, copied, and what an error of them means."""

from __future__ import annotations

import errno
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO

from game.storage.schema import migrate
from game.storage.stored_values import StorageError, StorageTrouble
from game.storage.tables import Tables

MAIN = "fourfold.sqlite3"
BACKUP = "fourfold-backup.sqlite3"
FRESH = "fourfold-new.sqlite3"
LOCK = "fourfold.lock"

PATIENCE = 0.2
"""Seconds to wait for another program to finish its transaction."""

PAGE = 1024
"""Bytes: an action writes two pages to the log, of which it needs little."""

LOG_PAGES = 8000
"""Pages in the log above which SQLite writes it into the file during an action, which takes 5 to
10 ms. Usually a quiet moment does so long before.
"""

CACHE_KB = 256
"""Of the file in SQLite's own memory, which would fill up to 2 MB: the system has it all anyway."""

TRIES = 5
"""How often a file is copied that changes meanwhile."""

MOST_FILLED_UP = 10**9
"""Bytes: a damaged file may claim any size."""

BROKEN = (sqlite3.Error, MemoryError, OSError, UnicodeDecodeError)
"""All that reading a damaged file can bring; even what SQLite says of it may be no text."""

_TROUBLES = {
    sqlite3.SQLITE_FULL: StorageTrouble.FULL,
    sqlite3.SQLITE_READONLY: StorageTrouble.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageTrouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: StorageTrouble.BUSY,
    sqlite3.SQLITE_LOCKED: StorageTrouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: StorageTrouble.BUSY,
    sqlite3.SQLITE_CANTOPEN: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_IOERR: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_NOLFS: StorageTrouble.UNREACHABLE,
}

_MISUSE = (sqlite3.ProgrammingError, sqlite3.InterfaceError)
"""Raised for what this program does, such as to ask tables that are closed. What is in the file has
no part in it.
"""

_SYSTEM_TROUBLES = {
    errno.ENOSPC: StorageTrouble.FULL,
    errno.EACCES: StorageTrouble.READ_ONLY,
    errno.EPERM: StorageTrouble.READ_ONLY,
    errno.EROFS: StorageTrouble.READ_ONLY,
}

_WORDS = {
    StorageTrouble.FULL: "the disk is full",
    StorageTrouble.READ_ONLY: "it may not be written",
    StorageTrouble.BUSY: "another program holds it",
    StorageTrouble.UNREACHABLE: "it cannot be opened",
    StorageTrouble.DAMAGED: "it is damaged",
}


def explain(error: BaseException, path: Path | None) -> StorageError:
    """The error in our words. What SQLite cannot make sense of is called damage."""
    if isinstance(error, OSError):
        trouble = _SYSTEM_TROUBLES.get(error.errno or 0, StorageTrouble.UNREACHABLE)
    elif isinstance(error, _MISUSE):
        trouble = StorageTrouble.UNREACHABLE
    else:
        code = getattr(error, "sqlite_errorcode", None)
        trouble = _TROUBLES.get((code or 0) & 0xFF, StorageTrouble.DAMAGED)
    return StorageError(trouble, f"{path or 'memory'}: {_WORDS[trouble]} ({error})")


def open_memory() -> Tables:
    """New tables that vanish with the program."""
    tables = Tables(sqlite3.connect(":memory:", isolation_level=None))
    tables.db.execute(f"PRAGMA page_size = {PAGE}")
    migrate(tables)
    return tables


def open_file(path: Path) -> Tables:
    """The tables of a file, brought to the newest version; made where there is none.

    Raises StorageError (NEWER, DAMAGED), sqlite3.Error or OSError.
    """
    if holds_something(path):
        _look_at_header(path)
    db = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        keep_little(db)
        migrate(Tables(db))
    except BaseException:
        db.close()
        raise
    return Tables(db)


def keep_little(db: sqlite3.Connection) -> None:
    """Have SQLite read from the system again what does not fit into ``CACHE_KB``."""
    db.execute(f"PRAGMA cache_size = -{CACHE_KB}")


def _look_at_header(path: Path) -> None:
    """Refuse what SQLite would take for no database at all, or for one that is read-only."""
    with path.open("rb") as file:
        header = file.read(20)
    if header[:16] != b"SQLite format 3\0" or max(header[18:20], default=3) > 2:
        raise StorageError(StorageTrouble.DAMAGED, f"{path}: it is not a database any more")


def copy_to_memory(path: Path) -> Tables:
    """The tables of a file as it is now, without writing anything into its folder."""
    _look_at_header(path)
    tables = Tables(sqlite3.connect(":memory:", isolation_level=None))
    with untouched_copy(path) as source:
        source.backup(tables.db)
    migrate(tables)
    return tables


@contextmanager
def untouched_copy(
    path: Path, mended: bool = False, place: Path | None = None
) -> Iterator[sqlite3.Connection]:
    """A file opened so that nothing is written beside it, but copies of it in a place if need be.

    What still stands in the write-ahead log is only seen through a copy of both files; so is,
    with `mended`, what is left of a file that was cut off.
    """
    import tempfile  # Here, as is `shutil` below: few starts need it.

    log = path.with_name(path.name + "-wal")
    with tempfile.TemporaryDirectory(dir=place) as folder:
        uri = path.absolute().as_uri() + "?immutable=1"
        if mended or (log.exists() and log.stat().st_size):
            copy = Path(folder) / path.name
            _copy_both(path, log, copy)
            if mended:
                _fill_up(copy)
            uri = copy.as_uri()
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            yield db


def _copy_both(path: Path, log: Path, copy: Path) -> None:
    """Copy a file and its log as they were at one moment, though another program may write."""
    from shutil import copyfile

    for _ in range(TRIES):
        before = path.stat().st_mtime_ns
        copyfile(path, copy)
        if log.exists():
            copyfile(log, copy.with_name(log.name))
        if path.stat().st_mtime_ns == before:
            return


def _fill_up(path: Path) -> None:
    """Give a file that was cut off the size it says it has: SQLite reads none of it otherwise."""
    with path.open("r+b") as file:
        header = file.read(32)
        size = int.from_bytes(header[16:18], "big") * int.from_bytes(header[28:32], "big")
        if path.stat().st_size < size < MOST_FILLED_UP:
            file.truncate(size)


def is_damage(error: BaseException) -> bool:
    """Whether it is what is in a file that cannot be read, rather than that it cannot be now."""
    if isinstance(error, OSError):
        return error.errno in (errno.EIO, errno.ENOENT)
    if isinstance(error, _MISUSE):
        return False
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _TROUBLES


def is_lost(folder: Path) -> bool:
    """Whether the main file is gone or empty though there is a backup of it."""
    return (folder / BACKUP).exists() and not holds_something(folder / MAIN)


def holds_something(path: Path) -> bool:
    """False for a file that is not there, or empty: made on a full disk, say."""
    return path.exists() and path.stat().st_size > 0


def write_whole(tables: Tables, path: Path) -> None:
    """Write tables into a new file, in the place of any other with its name."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        keep_little(db)
        tables.db.backup(db)


def lock(folder: Path) -> IO[bytes] | None:
    """Take the folder for this program; None where another one has it.

    The system lets go of it when the program ends, however it ends.
    """
    file = (folder / LOCK).open("ab")
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file

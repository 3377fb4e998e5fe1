"""Opens, locks, copies and sets aside the database files in a folder."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from game.storage.errors import StorageError, StorageTrouble
from game.storage.schema import prepare
from game.storage.tables import Tables

MAIN: Final = "fourfold.sqlite3"
BACKUP: Final = "fourfold-backup.sqlite3"
FRESH: Final = "fourfold-new.sqlite3"
LOCK: Final = "fourfold.lock"
HALF: Final = "fourfold-backup.tmp"
"""The backup until it is complete."""

BUSY_TIMEOUT_S: Final = 0.2
"""Seconds to wait for another program to finish its transaction."""

PAGE: Final = 1024
"""Bytes. Small, since an action writes few pages to the log and fills little of them."""

LOG_PAGES: Final = 8000
"""Pages in the write-ahead log above which SQLite checkpoints it during an action, which takes 5 to
10 ms. Usually `PlayerFile.idle` has done so long before.
"""

CACHE_KB: Final = 256
"""KB of SQLite's own page cache, which would grow to 2 MB otherwise: the system caches the file
anyway.
"""

TRIES: Final = 5
"""How often to try to copy a file that changes meanwhile."""

MOST_FILLED_UP: Final = 10**9
"""Bytes. A cut-off file is not extended beyond this: a damaged header may claim any size."""

LEFT_FREE: Final = 8_000_000
"""Bytes of disk space reserved for the player's moves: backup and cache leave them free."""


def has_room(folder: Path, size: int = 0) -> bool:
    """Whether the disk has room for this many dispensable bytes and for `LEFT_FREE` more."""
    from shutil import disk_usage  # Imported here: few starts need it.

    return disk_usage(folder).free >= size + LEFT_FREE


def open_memory() -> Tables:
    """New, empty tables in memory."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.execute(f"PRAGMA page_size = {PAGE}")
    prepare(db)
    return Tables(db)


def open_file(path: Path) -> Tables:
    """The tables of a file; they are made if there are none. Raises StorageError (OTHER_VERSION,
    DAMAGED), sqlite3.Error or OSError.
    """
    if holds_something(path):
        _look_at_header(path)
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_S)
    try:
        db.execute(f"PRAGMA page_size = {PAGE}")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
        limit_cache(db)
        prepare(db)
    except BaseException:
        db.close()
        raise
    return Tables(db)


def limit_cache(db: sqlite3.Connection) -> None:
    """Limit SQLite's page cache to `CACHE_KB`; other pages are read from the system again."""
    db.execute(f"PRAGMA cache_size = -{CACHE_KB}")


def set_wait(db: sqlite3.Connection, wait: bool) -> None:
    """Have a connection wait up to `BUSY_TIMEOUT_S` for other programs' transactions, or not at
    all.
    """
    db.execute(f"PRAGMA busy_timeout = {round(BUSY_TIMEOUT_S * 1000) if wait else 0}")


def _look_at_header(path: Path) -> None:
    """Raise StorageError if SQLite would take the file for read-only, or for no database."""
    damaged = StorageError(StorageTrouble.DAMAGED, f"{path}: it is not a database any more")
    if not path.is_file():
        raise damaged
    with path.open("rb") as file:
        header = file.read(20)
    if header[:16] != b"SQLite format 3\0" or max(header[18:20], default=3) > 2:
        raise damaged


def copy_both(path: Path, copy: Path) -> None:
    """Copy a file and its log in a consistent state, although another program may write them. The
    rest of a cut-off file becomes zeros: SQLite would read none of it.
    """
    from shutil import copyfile  # Imported here: few starts need it.

    log = path.with_name(f"{path.name}-wal")
    for _ in range(TRIES):
        before = path.stat().st_mtime_ns
        copyfile(path, copy)
        if log.exists():
            copyfile(log, copy.with_name(log.name))
        if path.stat().st_mtime_ns == before:
            break
    _fill_up(copy)


def _fill_up(path: Path) -> None:
    """Extend a cut-off file to the size in its header."""
    with path.open("r+b") as file:
        header = file.read(32)
        size = int.from_bytes(header[16:18], "big") * int.from_bytes(header[28:32], "big")
        if path.stat().st_size < size < MOST_FILLED_UP:
            file.truncate(size)


def is_lost(folder: Path) -> bool:
    """Whether the main file is gone or empty, but has a backup."""
    return (folder / BACKUP).exists() and not holds_something(folder / MAIN)


def holds_something(path: Path) -> bool:
    """Whether anything but an empty file is there, which a full disk can leave."""
    return path.exists() and (not path.is_file() or path.stat().st_size > 0)


def write_whole(db: sqlite3.Connection, path: Path) -> None:
    """Write a database into a new file, in the place of any other with its name."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as copy:
        limit_cache(copy)
        db.backup(copy)


def replace_main(folder: Path, tables: Tables) -> None:
    """Replace the main file and its log with tables.

    Windows does not replace a file that another program has open; there the tables are copied into
    it.
    """
    fresh = folder / FRESH
    write_whole(tables.db, fresh)
    try:
        for end in ("-wal", "-shm"):
            (folder / (MAIN + end)).unlink(missing_ok=True)
        fresh.replace(folder / MAIN)
    except PermissionError:
        with closing(sqlite3.connect(folder / MAIN)) as db:
            tables.db.backup(db)
        fresh.unlink()


def set_aside(path: Path, kind: str, *, move: bool = False) -> Path | None:
    """Keep a copy of a file (and its log) under a new name with the date; None if there is no such
    file. What is no file is moved there, and with `move` a file too.
    """
    from shutil import copyfile

    if not os.path.lexists(path):
        return None
    stamp, count = time.strftime("%Y-%m-%d-%H%M%S"), 1
    aside = path.with_name(f"fourfold-{kind}-{stamp}.sqlite3")
    while os.path.lexists(aside):
        count += 1
        aside = path.with_name(f"fourfold-{kind}-{stamp}-{count}.sqlite3")
    try:
        for end in ("", "-wal"):
            part, kept = path.with_name(path.name + end), aside.with_name(aside.name + end)
            if os.path.lexists(part) and (move or not part.is_file()):
                part.replace(kept)
            elif part.exists():
                copyfile(part, kept)
    except OSError:
        if not move:
            remove_aside(aside)
        raise
    return aside


def remove_aside(aside: Path | None) -> None:
    """Delete the copy that `set_aside` made, after a repair that failed."""
    if aside is not None and aside.is_file():
        for end in ("", "-wal"):
            aside.with_name(aside.name + end).unlink(missing_ok=True)


def lock(folder: Path) -> IO[bytes] | None:
    """Lock the folder for this program; None if another program holds the lock. Raises OSError if
    the lock file cannot be opened.

    The system releases the lock when the file is closed or the program ends, however it ends.
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

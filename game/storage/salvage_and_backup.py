"""What is good in damaged files, the check of the main file, and its backup.

A thread may check and back up.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Event
from typing import Any, Final

from game.core.cards import LETTERS
from game.storage.database_files import (
    BACKUP,
    BUSY_TIMEOUT_S,
    FRESH,
    HALF,
    MAIN,
    copy_to_memory,
    has_room,
    limit_cache,
    open_memory,
    set_aside,
    untouched_copy,
    write_whole,
)
from game.storage.errors import BROKEN, is_damage
from game.storage.stored_values import DealKey
from game.storage.tables import COLUMNS, Tables, page_problems, snapshot, transaction

BACK_UP_S: Final = 600.0
"""Seconds between two backups."""
STEPS_BETWEEN_LOOKS: Final = 1000
"""Steps of SQLite's virtual machine after which a check looks whether it is to stop."""


def rescue(folder: Path, by: int, *, beside: bool = False) -> Tables:
    """Tables in memory with all good data of the backup and the main file, joined.

    Only damage is skipped. Raises sqlite3.Error or OSError if the files cannot be read for another
    reason, such as no room for temporary copies, since nothing is known of their content then. With
    `beside` the copies may also lie in the folder itself. `by`: who joins.
    """
    rescued = open_memory()
    for name in (BACKUP, FRESH, MAIN):
        if (folder / name).is_file():
            _take_good(folder / name, rescued, by, (None, folder) if beside else (None,))
    return rescued


def _take_good(path: Path, rescued: Tables, by: int, places: Sequence[Path | None]) -> None:
    """Join the good data of a file, by way of a copy in the first of `places` with room for it."""
    for place in places:
        try:
            with untouched_copy(path, True, place) as db:
                good = salvaged(db)
            with closing(good.db), transaction(rescued.db):
                rescued.join_all(good, by, copied=False)
            return
        except BROKEN as error:
            if is_damage(error):
                return
            if place is places[-1]:
                raise


def salvaged(db: sqlite3.Connection) -> Tables:
    """New tables in memory with every row of a damaged database that can be read and that the
    tables' own types and ranges admit.
    """
    good = open_memory()
    with transaction(good.db):
        for table, columns in COLUMNS.items():
            put = f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * columns)})"
            for row in _rows(db, table):
                if table == "deal" and sorted(str(row[3])) != sorted(LETTERS):
                    continue  # no deck any more
                with suppress(sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError):
                    good.db.execute(put, row)
    return good


def _rows(db: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, also those on both sides of an unreadable page; some come twice then."""
    key = "1, 2, 3" if table in ("edge", "told") else "1, 2" if table != "fact" else "1"
    orders = ("", f"ORDER BY {key}", f"ORDER BY {key.replace(',', ' DESC,')} DESC")
    for order in orders:
        with suppress(*BROKEN):
            yield from db.execute(f"SELECT * FROM {table} {order}")
            return


def check_file(path: Path, stop: Event | None, *, untouched: bool) -> list[str]:
    """What is wrong with a file, in words. With `untouched` nothing is written into it or beside
    it. Empty once `stop` is set. Raises StorageError, sqlite3.Error or OSError if it cannot be
    read.
    """
    db = copy_to_memory(path).db if untouched else sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)
    with closing(db):
        return problems(db, stop) or []


def problems(db: sqlite3.Connection, stop: Event | None) -> list[str] | None:
    """What is wrong with a database, in words; None if it was stopped."""
    if stop is not None:
        db.set_progress_handler(stop.is_set, STEPS_BETWEEN_LOOKS)
    try:
        limit_cache(db)
        with snapshot(db):
            found = page_problems(db)
        return None if stop is not None and stop.is_set() else found
    except sqlite3.OperationalError as error:
        # The error for a text that is not valid UTF-8 has no code.
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        return None


def is_backed_up(folder: Path) -> bool:
    """Whether the backup is as new as the file, or there is no file to back up.

    A backup of a time to come says nothing: the clock was ahead when it was made.
    """
    times = [_changed(folder / name) for name in (MAIN, f"{MAIN}-wal")]
    return max(times) <= _changed(folder / BACKUP) <= time.time_ns()


def _changed(path: Path) -> int:
    """When a file was last written, in nanoseconds; 0 if there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def back_up(folder: Path, stop: Event | None = None) -> bool:
    """Replace the backup with a copy of the main file, if that is good and the disk has room;
    False if it is not. Raises sqlite3.Error or OSError.
    """
    copy = folder / HALF
    copy.unlink(missing_ok=True)  # left by a program that was killed
    if not has_room(folder, sum(path.stat().st_size for path in folder.glob(f"{MAIN}*"))):
        return False
    try:
        with closing(sqlite3.connect(folder / MAIN, timeout=BUSY_TIMEOUT_S)) as db:
            limit_cache(db)
            write_whole(db, copy)
        with closing(sqlite3.connect(copy)) as db:
            if problems(db, stop) != []:
                return False
            _keep_richer(folder / BACKUP, Tables(db))
        copy.replace(folder / BACKUP)
    finally:
        copy.unlink(missing_ok=True)
    return True


def _keep_richer(backup: Path, newer: Tables) -> None:
    """Keep the backup under another name if it has deals of which the newer one has no row: they
    were lost, for a deal that the player deletes keeps a row.
    """
    if not backup.exists():
        return
    lost: set[DealKey] = set()
    with suppress(*BROKEN), untouched_copy(backup) as db:
        lost = Tables(db).keys().keys() - newer.keys().keys()
    if lost:
        set_aside(backup, "damaged")

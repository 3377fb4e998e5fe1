"""What is good in damaged files, the check of the main file, and its backup.

A thread may check and back up.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Collection, Iterator
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
    PAGE,
    copy_both,
    has_room,
    limit_cache,
    open_memory,
    set_aside,
    write_whole,
)
from game.storage.errors import BROKEN, FAILURES, StorageError, StorageTrouble, is_damage
from game.storage.schema import COLUMNS, page_problems, prepare, snapshot, transaction
from game.storage.stored_values import DealKey
from game.storage.tables import Tables

BACK_UP_S: Final = 600.0
"""Seconds between two backups."""
STEPS_BETWEEN_LOOKS: Final = 1000
"""Steps of SQLite's virtual machine after which a check looks whether it is to stop."""


def rescue(folder: Path, by: int) -> Tables:
    """Tables in memory with all good data of the backup and the main file, joined.

    Only damage is skipped. Raises sqlite3.Error or OSError if the files cannot be read for another
    reason, such as no room for temporary copies, since nothing is known of their content then.
    `by`: who joins.
    """
    rescued = open_memory()
    for path in (folder / name for name in (BACKUP, FRESH, MAIN)):
        if path.is_file():
            try:
                good, _ = read_copy(path)
            except StorageError:
                continue  # of another version
            with closing(good.db):
                join_good(good, rescued, by)
    return rescued


def join_good(
    source: Tables,
    target: Tables,
    by: int,
    keys: Collection[DealKey] | None = None,
    *,
    copied: bool = False,
) -> bool:
    """Join tables into others (`Tables.join_all`) in one transaction; of damaged ones what is good.
    Errors of the target go through.
    """
    try:
        with transaction(target.db):
            return target.join_all(source, by, keys, copied=copied)
    except FAILURES as error:
        is_known = isinstance(error, (sqlite3.IntegrityError, StorageError))
        if not is_known and not is_damage(error):
            raise
    good = salvaged(source.db)
    with closing(good.db), transaction(target.db):
        return target.join_all(good, by)


def read_copy(path: Path) -> tuple[Tables, list[str]]:
    """The tables of a file, in memory, and what is wrong with the file; of a damaged one what is
    good. Nothing is written beside the file. Raises StorageError (OTHER_VERSION); sqlite3.Error or
    OSError if the file cannot be read now.
    """
    import tempfile  # Imported here: few starts need it.

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / MAIN
        copy_both(path, copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            memory = sqlite3.connect(":memory:", isolation_level=None)
            try:
                db.backup(memory)
                prepare(memory)
                wrong = page_problems(memory)
            except FAILURES as error:
                if isinstance(error, StorageError) and error.trouble is not StorageTrouble.DAMAGED:
                    raise
                if not isinstance(error, StorageError) and not is_damage(error):
                    raise
                wrong = [str(error)]
            if not wrong:
                return Tables(memory), []
        memory.close()
        _repair_schema(copy)
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            return salvaged(db), wrong


def salvaged(db: sqlite3.Connection) -> Tables:
    """New tables in memory with every row of a damaged database that can be read and that the
    tables' own types and ranges admit.
    """
    good = open_memory()
    with transaction(good.db):
        for table, columns in COLUMNS.items():
            put = f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * columns)})"
            ids = [id for (id,) in good.db.execute("SELECT id FROM deal")]
            for row in _rows(db, table, ids):
                if table == "deal" and sorted(str(row[3])) != sorted(LETTERS):
                    continue  # no deck any more
                with suppress(sqlite3.IntegrityError, sqlite3.ProgrammingError, OverflowError):
                    good.db.execute(put, row)
    return good


def _rows(db: sqlite3.Connection, table: str, deals: list[int]) -> Iterator[tuple[Any, ...]]:
    """The rows of a table, by deals where it is in their order; of each also those on both sides of
    an unreadable page. Some come twice.
    """
    by_deal = table not in ("deal", "play", "fact")
    for where in [f"WHERE deal = {id}" for id in deals] if by_deal else [""]:
        for order in ("", "ORDER BY 1, 2", "ORDER BY 1 DESC, 2 DESC"):
            with suppress(*BROKEN):
                yield from db.execute(f"SELECT * FROM {table} {where} {order}")
                break


def _repair_schema(copy: Path) -> None:
    """Put the pages that say which tables a file has, and its header, in the place of damaged ones:
    they are the same in all files of this version, and never change.
    """
    with closing(open_memory().db) as db:
        sound = db.serialize()
        roots = {page for (page,) in db.execute("SELECT rootpage FROM sqlite_master")}
    size = copy.stat().st_size // PAGE
    with copy.open("r+b") as file:
        for page in range(1, len(sound) // PAGE + 1):
            if page not in roots:
                file.seek((page - 1) * PAGE)
                file.write(sound[(page - 1) * PAGE : page * PAGE])
        file.seek(28)
        file.write(size.to_bytes(4, "big"))


def check_file(path: Path, stop: Event | None, *, untouched: bool) -> list[str]:
    """What is wrong with a file, in words. With `untouched` nothing is written into it or beside
    it. Empty once `stop` is set. Raises StorageError, sqlite3.Error or OSError if it cannot be
    read.
    """
    if untouched:
        return read_copy(path)[1]
    with closing(sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)) as db:
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
    with suppress(*FAILURES):
        lost = read_copy(backup)[0].keys().keys() - newer.keys().keys()
    if lost:
        set_aside(backup, "damaged")

"""The check of the main file, and its backup. A thread may do both."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from threading import Event

from game.storage.all_tables import Tables, snapshot
from game.storage.database_files import (
    BACKUP,
    BUSY_TIMEOUT_S,
    HALF,
    MAIN,
    copy_to_memory,
    limit_cache,
    untouched_copy,
    write_whole,
)
from game.storage.deleted_deals import deleted_deals
from game.storage.disk_room import has_room
from game.storage.errors import BROKEN
from game.storage.repair import keep_damaged

BACK_UP_S = 600.0
"""Seconds between two backups."""
STEPS_BETWEEN_LOOKS = 1000
"""Steps of SQLite's virtual machine after which a check looks whether it is to stop."""


def check_file(path: Path, stop: Event | None, *, untouched: bool) -> list[str]:
    """What is wrong with a file, in words. With `untouched` nothing is written into it or beside
    it, and it may be of an older version. Empty once `stop` is set. Raises StorageError,
    sqlite3.Error or OSError if it cannot be read.
    """
    db = copy_to_memory(path).db if untouched else sqlite3.connect(path, timeout=BUSY_TIMEOUT_S)
    with closing(db):
        return _problems(db, stop) or []


def _problems(db: sqlite3.Connection, stop: Event | None) -> list[str] | None:
    """What is wrong with a database; None if it was stopped."""
    if stop is not None:
        db.set_progress_handler(stop.is_set, STEPS_BETWEEN_LOOKS)
    try:
        limit_cache(db)
        with snapshot(db):
            return Tables(db).problems()
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
    """Replace the backup with a copy of the main file, if that is good. Any thread may call it.

    Returns False, and keeps the older backup, if the file is damaged, the disk has no room for a
    copy, or `stop` is set. Raises sqlite3.Error or OSError.
    """
    copy = folder / HALF
    copy.unlink(missing_ok=True)  # left by a program that was killed
    if not has_room(folder, sum(path.stat().st_size for path in folder.glob(f"{MAIN}*"))):
        return False
    try:
        with closing(sqlite3.connect(folder / MAIN, timeout=BUSY_TIMEOUT_S)) as db:
            limit_cache(db)
            write_whole(Tables(db), copy)
        with closing(sqlite3.connect(copy)) as db:
            if _problems(db, stop) != []:
                return False
            _keep_richer(folder / BACKUP, Tables(db))
        copy.replace(folder / BACKUP)
    finally:
        copy.unlink(missing_ok=True)
    return True


def _keep_richer(backup: Path, newer: Tables) -> None:
    """Keep the backup under another name if it has deals or answers that were lost: the newer one
    lacks them and the player has not deleted them.
    """
    if not backup.exists():
        return
    try:
        deleted = set(deleted_deals(newer))
        with untouched_copy(backup) as db:
            lost = {key for _, key in Tables(db).names() - newer.names()} - deleted
    except BROKEN:
        return
    if lost:
        keep_damaged(backup, time.strftime("%Y-%m-%d-%H%M%S"))

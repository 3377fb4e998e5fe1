"""The files in the data folder: opened, locked, copied, and put together again when damaged."""

from __future__ import annotations

import errno
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Event
from typing import IO, Any

from game.storage.schema import migrate
from game.storage.tables import SIDE_TABLES, Tables, transaction
from game.storage.union import adds, joined
from game.storage.values import Saved, StorageError, StorageTrouble

MAIN = "fourfold.sqlite3"
BACKUP = "fourfold-backup.sqlite3"
FRESH = "fourfold-new.sqlite3"
LOCK = "fourfold.lock"

PATIENCE = 0.2
"""Seconds to wait for another program to finish its transaction."""

PAGE = 1024
"""Bytes: an action writes two pages to the log, of which it needs little."""

LOG_PAGES = 8000
"""So long the log may grow before an action has to wait until it is taken into the file, which
costs 5 to 10 ms. That is done in quiet moments, long before.
"""

CACHE_KB = 256
"""Of the file in SQLite's own memory, which would fill up to 2 MB: the system has it all anyway."""

TRIES = 5
"""How often a file is copied that changes meanwhile."""

STEPS_BETWEEN_LOOKS = 1000
"""Of SQLite's machine: how soon a check that is to stop does so."""

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
    sqlite3.SQLITE_CANTOPEN: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_IOERR: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_NOLFS: StorageTrouble.UNREACHABLE,
}

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
        _keep_little(db)
        migrate(Tables(db))
    except BaseException:
        db.close()
        raise
    return Tables(db)


def _keep_little(db: sqlite3.Connection) -> None:
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
    with _untouched(path) as source:
        source.backup(tables.db)
    migrate(tables)
    return tables


@contextmanager
def _untouched(
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


def merge(source: Tables, target: Tables, *, apart: bool = False) -> None:
    """Take over all that is good in other tables: the furthest deals, the shortest answers.

    With `apart` the two have grown apart: of a deal that is another one in both, both trees are
    kept, in one. The source may be damaged: what cannot be read of it, or is not as it was
    written, is left out. What the target cannot take raises StorageError or sqlite3.Error; then
    it is as it was.
    """
    with transaction(target.db):
        newest = target.newest_opening()
        for id in _ids(source):
            saved = _good_deal(source, id)
            if saved is None:
                continue
            if apart:
                _join(saved._replace(last_opened=newest + saved.last_opened), target)
            elif saved.revision > target.revision(saved.key):
                target.put(saved)
        for table in SIDE_TABLES:
            for fields in _good_rows(source, table):
                target.adopt(table, fields)


def _good_deal(source: Tables, id: int) -> Saved[str] | None:
    with suppress(StorageError, *BROKEN):
        return source.load_by_id(id)
    return None


def _good_rows(source: Tables, table: str) -> Iterable[tuple[Any, ...]]:
    """Around a page that cannot be read, from both ends."""
    rows: dict[tuple[Any, ...], None] = {}
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            for fields in source.sealed_rows(table, order):
                rows[fields] = None
            break
    return rows


def _join(ours: Saved[str], target: Tables) -> None:
    """Keep a deal, and what other tables hold of it."""
    theirs = target.load(ours.key)
    if theirs is None:
        target.put(ours)
    elif theirs._replace(last_opened=ours.last_opened) != ours and not _is_further(theirs, ours):
        target.put(joined(theirs, ours))


def _is_further(theirs: Saved[str], ours: Saved[str]) -> bool:
    """Whether a deal has only been played on since it was ours."""
    return theirs.revision > ours.revision and not adds(ours, theirs)


def _ids(tables: Tables) -> list[int]:
    """The ids of all deals that can be found, where the file may be damaged."""
    with suppress(*BROKEN):
        return tables.deal_ids()
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            found.update(
                id for (id,) in tables.db.execute(f"SELECT id FROM deal ORDER BY id {order}")
            )
    return sorted(found)


def rescue(folder: Path, *, beside: bool = False) -> Tables:
    """Tables in memory with all that is good in the backup and in the main file.

    Only damage is passed over. Where the files cannot be looked at for another reason (no room
    for copies of them, say; with `beside` they may lie in the folder as well), sqlite3.Error or
    OSError: nothing is known of what is in them then.
    """
    rescued = open_memory()
    for name in (BACKUP, FRESH, MAIN):
        if (folder / name).exists():
            _take_good(folder / name, rescued, (None, folder) if beside else (None,))
    return rescued


def _take_good(path: Path, rescued: Tables, places: Sequence[Path | None]) -> None:
    """Take what is good of a file, by way of a copy in the first place that has room for it."""
    for place in places:
        try:
            with _untouched(path, True, place) as db:
                merge(Tables(db), rescued)
            return
        except BROKEN as error:
            if _is_damage(error):
                return
            if place is places[-1]:
                raise


def _is_damage(error: BaseException) -> bool:
    """Whether it is what is in a file that cannot be read, rather than that it cannot be now."""
    if isinstance(error, OSError):
        return error.errno in (errno.EIO, errno.ENOENT)
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _TROUBLES


def is_lost(folder: Path) -> bool:
    """Whether the main file is gone or empty though there is a backup of it."""
    return (folder / BACKUP).exists() and not holds_something(folder / MAIN)


def holds_something(path: Path) -> bool:
    """False for a file that is not there, or empty: made on a full disk, say."""
    return path.exists() and path.stat().st_size > 0


def keep_damaged(path: Path, stamp: str) -> Path | None:
    """Keep a copy of a file (and its log) under a new name; None where there is no such file."""
    from shutil import copyfile

    if not path.exists():
        return None
    aside = path.with_name(f"fourfold-damaged-{stamp}.sqlite3")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"fourfold-damaged-{stamp}-{count}.sqlite3")
    try:
        for end in ("", "-wal"):
            part = path.with_name(path.name + end)
            if part.exists():
                copyfile(part, aside.with_name(aside.name + end))
    except OSError:
        remove_aside(aside)
        raise
    return aside


def remove_aside(aside: Path | None) -> None:
    """Take back what `keep_damaged` made, where nothing came of it."""
    if aside is not None:
        for end in ("", "-wal"):
            aside.with_name(aside.name + end).unlink(missing_ok=True)


def replace_main(folder: Path, tables: Tables) -> None:
    """Put tables in the place of the main file and its log.

    Windows replaces no file that another program has open: there they are written into it.
    """
    fresh = folder / FRESH
    write_whole(tables, fresh)
    try:
        for end in ("-wal", "-shm"):
            (folder / (MAIN + end)).unlink(missing_ok=True)
        fresh.replace(folder / MAIN)
    except PermissionError:
        with closing(sqlite3.connect(folder / MAIN)) as db:
            tables.db.backup(db)
        fresh.unlink()


def write_whole(tables: Tables, path: Path) -> None:
    """Write tables into a new file, in the place of any other with its name."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        _keep_little(db)
        tables.db.backup(db)


def check_file(path: Path, stop: Event | None, *, untouched: bool) -> list[str]:
    """What is wrong with a file, in words; with `untouched` nothing is written beside it.

    Empty once `stop` is set. Raises sqlite3.Error or OSError where it cannot be read.
    """
    opened = _untouched(path) if untouched else closing(sqlite3.connect(path, timeout=PATIENCE))
    with opened as db:
        return _problems(db, stop) or []


def _problems(db: sqlite3.Connection, stop: Event | None) -> list[str] | None:
    """What is wrong with a database; None if it was stopped."""
    if stop is not None:
        db.set_progress_handler(stop.is_set, STEPS_BETWEEN_LOOKS)
    try:
        _keep_little(db)
        return Tables(db).problems()
    except sqlite3.OperationalError as error:
        # A text that is no text has no code.
        if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_INTERRUPT:
            raise
        return None


def is_backed_up(folder: Path) -> bool:
    """Whether the backup is as new as the file, or there is no file to back up."""
    times = [_changed(folder / name) for name in (MAIN, f"{MAIN}-wal")]
    return max(times) <= _changed(folder / BACKUP)


def _changed(path: Path) -> int:
    """When a file was written last, in nanoseconds; 0 where there is none."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def back_up(folder: Path, stop: Event | None = None) -> bool:
    """Copy the main file over the backup, if it is good. Any thread may call it.

    False where the file is not good, or once `stop` is set: the older backup stays.
    """
    copy = folder / "fourfold-backup.tmp"
    try:
        with closing(sqlite3.connect(folder / MAIN, timeout=PATIENCE)) as db:
            _keep_little(db)
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
    """A backup of more deals or answers than there are now is not overwritten, but set aside:
    none ever go while all is well.
    """
    if not backup.exists():
        return
    try:
        with _untouched(backup) as db:
            more = Tables(db).names() - newer.names()
    except BROKEN:
        return
    if more:
        keep_damaged(backup, time.strftime("%Y-%m-%d-%H%M%S"))


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

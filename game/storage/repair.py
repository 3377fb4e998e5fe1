"""A damaged file put together again: what is good in it, and in the backup, in one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

from game.storage.files import (
    BACKUP,
    BROKEN,
    FRESH,
    MAIN,
    is_damage,
    open_memory,
    untouched_copy,
    write_whole,
)
from game.storage.sealed_rows import SIDE_TABLES
from game.storage.stored_values import DealRecord, Saved, StorageError
from game.storage.tables import Tables, transaction
from game.storage.tree_union import adds, joined

Put = Callable[[Tables], None]
"""Takes something over into tables, inside a transaction."""


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
            with untouched_copy(path, True, place) as db:
                with suppress(*BROKEN):  # it has the column, unless an older version made it
                    db.execute("ALTER TABLE deal ADD COLUMN total REAL")
                merge(Tables(db), rescued)
            return
        except BROKEN as error:
            if is_damage(error):
                return
            if place is places[-1]:
                raise


def merge(source: Tables, target: Tables, *, apart: bool = False) -> None:
    """Take over all that is good in other tables: the furthest deals, the shortest answers.

    With `apart` the two have grown apart: of a deal that is another one in both, both trees are
    kept, in one. The source may be damaged: what cannot be read of it, or is not as it was
    written, is left out. What the target cannot take raises StorageError or sqlite3.Error; then
    it is as it was.
    """
    with transaction(target.db):
        newest = target.deals.newest_opening() if apart else None
        for put in puts(source, newest):
            put(target)


def puts(source: Tables, newest: int | None) -> Iterator[Put]:
    """What takes over all that is good in other tables, a deal or a row each, to be called inside
    transactions. With `newest` the two have grown apart: it is the last opening here, after which
    those of there come.
    """
    for id in _ids(source):
        saved = _good_deal(source, id)
        if saved is not None and newest is None:
            yield partial(_put_further, saved)
        elif saved is not None and newest is not None:
            yield partial(_join, saved._replace(last_opened=newest + saved.last_opened))
    for table in SIDE_TABLES:
        for fields in _good_rows(source, table):
            yield partial(_adopt, table, fields)


def _put_further(saved: Saved[str], target: Tables) -> None:
    if saved.revision > target.deals.revision(saved.key):
        target.deals.put(saved)


def _adopt(table: str, fields: Sequence[Any], target: Tables) -> None:
    target.adopt(table, fields)


def _good_deal(source: Tables, id: int) -> Saved[str] | None:
    with suppress(StorageError, *BROKEN):
        return source.deals.load_by_id(id)
    return None


def _good_rows(source: Tables, table: str) -> Iterator[tuple[Any, ...]]:
    """Around a page that cannot be read, from both ends."""
    seen: set[tuple[Any, ...]] = set()
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            for fields in source.rows.in_order(table, order):
                if fields not in seen:
                    seen.add(fields)
                    yield fields
            return


def _join(ours: Saved[str], target: Tables) -> None:
    """Keep a deal, and what other tables hold of it."""
    theirs = target.deals.load(ours.key)
    if theirs is None:
        target.deals.put(ours)
    elif theirs._replace(last_opened=ours.last_opened) != ours and not _is_further(theirs, ours):
        target.deals.put(joined(theirs, ours))


def put_back(record: DealRecord, target: Tables) -> None:
    """Put a deal back that was taken out, together with what there is of it by now; call it
    inside a transaction.
    """
    if record.saved is not None:
        _join(record.saved, target)
    for table, fields in record.rows:
        target.adopt(table, fields)


def _is_further(theirs: Saved[str], ours: Saved[str]) -> bool:
    """Whether a deal has only been played on since it was ours."""
    return theirs.revision > ours.revision and not adds(ours, theirs)


def _ids(tables: Tables) -> list[int]:
    """The ids of all deals that can be found, where the file may be damaged."""
    with suppress(*BROKEN):
        return tables.deals.ids()
    found: set[int] = set()
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            found.update(
                id for (id,) in tables.db.execute(f"SELECT id FROM deal ORDER BY id {order}")
            )
    return sorted(found)


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

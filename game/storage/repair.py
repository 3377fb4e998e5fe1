"""Repairs a damaged file: combines the good data in it and in its backup."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from game.core.named_tuple import NamedTuple
from game.storage.all_tables import Tables, transaction
from game.storage.database_files import (
    BACKUP,
    FRESH,
    MAIN,
    open_memory,
    untouched_copy,
    write_whole,
)
from game.storage.errors import BROKEN, FAILURES, is_damage
from game.storage.play_table import played
from game.storage.row_checksums import SIDE_TABLES
from game.storage.stored_deal import DealKey, DealState, Saved
from game.storage.stored_play import Play, renumbered
from game.storage.tree_union import adds, joined

Put = Callable[[Tables], None]
"""Merges a deal or a row into tables; called inside a transaction."""
Row = tuple[Any, ...]


class Adopted(NamedTuple):
    """The plays of a deal that a target has taken."""

    numbers: Mapping[int, int]
    """The number in the target of each attempt in the source."""
    known: Container[int] = ()
    """The numbers of the attempts that the target had before."""


_NO_PLAYS: Final = Adopted({})


def rescue(folder: Path, *, beside: bool = False) -> Tables:
    """Tables in memory with all good data of the backup and the main file.

    Only damage is skipped. Raises sqlite3.Error or OSError if the files cannot be read for another
    reason, such as no room for temporary copies, since nothing is known of their content then. With
    `beside` the copies may also lie in the folder itself.
    """
    rescued = open_memory()
    for name in (BACKUP, FRESH, MAIN):
        if (folder / name).exists():
            _take_good(folder / name, rescued, (None, folder) if beside else (None,))
    return rescued


def _take_good(path: Path, rescued: Tables, places: Sequence[Path | None]) -> None:
    """Merge the good data of a file, by way of a copy in the first of `places` with room for it."""
    for place in places:
        try:
            with untouched_copy(path, True, place) as db:
                with suppress(*BROKEN):  # fails unless an older version made it
                    db.execute("ALTER TABLE deal ADD COLUMN total REAL")
                merge(Tables(db), rescued)
            return
        except BROKEN as error:
            if is_damage(error):
                return
            if place is places[-1]:
                raise


def merge(source: Tables, target: Tables, *, apart: bool = False) -> None:
    """Merge all good data of other tables: the highest revision of each deal, the shortest answers.

    `apart`: the two have diverged; where a deal differs, both of its trees are kept, merged into
    one. The source may be damaged: what is unreadable or damaged is left out. Raises StorageError
    or sqlite3.Error if the target rejects the data, and leaves it unchanged then.
    """
    with transaction(target.db):
        newest = target.deals.newest_opening() if apart else None
        for put in puts(source, newest):
            put(target)


def puts(source: Tables, newest: int | None, *, elsewhere: bool = False) -> Iterator[Put]:
    """Functions that each merge one good deal or row of `source`; call them inside transactions.
    `newest`: None to keep the higher revision of each deal. Else the two have diverged, trees are
    merged, and `newest` is the last opening in the target: those of the source come after it.
    `elsewhere`: the source is another machine's. The number of an attempt without a play says
    nothing here then.
    """
    adopted: dict[DealKey, Adopted] = {}
    taken: set[DealKey] = set()
    """The deals whose plays come before their trees."""
    for saved in filter(None, (_good_deal(source, id) for id in _ids(source))):
        if newest is None:
            yield partial(_put_further, saved)
        else:
            if plays := _good_plays(source, saved.key):
                taken.add(saved.key)
                yield partial(_adopt_plays, saved.key, plays, adopted, True)
            elif elsewhere:
                adopted[saved.key] = _NO_PLAYS
            moved = saved._replace(last_opened=newest + saved.last_opened)
            yield partial(join_deal, moved, adopted)
    for key, rows in groupby(_good_rows(source, "play"), lambda fields: played(fields).key):
        if key not in taken:
            plays = [played(fields).play for fields in rows]
            yield partial(_adopt_plays, key, plays, adopted, newest is not None)
    for table in SIDE_TABLES:
        for fields in _good_rows(source, table) if table != "play" else ():
            yield partial(Tables.adopt, table=table, fields=fields)


def _adopt_plays(
    key: DealKey,
    plays: Sequence[Play],
    adopted: dict[DealKey, Adopted],
    apart: bool,
    target: Tables,
) -> None:
    """Merge plays of a deal, and note their numbers. If the files are `apart`, an attempt of the
    target that has not begun is numbered after theirs.
    """
    begun = target.plays.goes_on(key, target.deals.attempt(key)) if apart else True
    known = frozenset(play.attempt for play in target.plays.of(key))
    numbers = target.plays.adopt(key, plays)
    adopted[key] = Adopted(numbers, known)
    if not begun:
        target.deals.begin_after(key, max(numbers.values()))


def _put_further(saved: Saved[str], target: Tables) -> None:
    if saved.revision > target.deals.revision(saved.key):
        target.deals.put(saved)


def _good_deal(source: Tables, id: int) -> Saved[str] | None:
    with suppress(*FAILURES):
        return source.deals.load_by_id(id)
    return None


def _good_plays(source: Tables, key: DealKey) -> list[Play]:
    with suppress(*BROKEN):
        return source.plays.of(key)
    return []


def _good_rows(source: Tables, table: str) -> Iterator[Row]:
    """The good rows of a table that can be found, where the file may be damaged."""
    return _from_both_ends(lambda order: source.rows.in_order(table, order))


def _from_both_ends(read: Callable[[str], Iterable[Row]]) -> Iterator[Row]:
    """The rows that `read` returns in an order, each once; also those around an unreadable page."""
    seen: set[Row] = set()
    for order in ("ASC", "DESC"):
        with suppress(*BROKEN):
            for row in read(order):
                if row not in seen:
                    seen.add(row)
                    yield row
            return


def join_deal(ours: Saved[str], adopted: Mapping[DealKey, Adopted], target: Tables) -> None:
    """Store a deal, merged with what the target holds of it; its plays are there already. It stands
    where it was played last, in an attempt that goes on if either does. Neither does if the other
    has restarted the deal since.
    """
    theirs, attempt = target.deals.load(ours.key), ours.state.attempt
    numbers, known = adopted.get(ours.key, _NO_PLAYS)
    number = numbers.get(attempt, 0) if ours.key in adopted else attempt
    if theirs is None:
        state = _state_in(target, ours, number)
        revision = ours.revision + (state != ours.state)
        target.deals.put(ours._replace(state=state, revision=revision))
        return
    restarted = any(n < attempt and to == theirs.state.attempt for n, to in numbers.items())
    is_left = number in known and number < theirs.state.attempt and ours.when <= theirs.when
    here = target.plays.goes_on(ours.key, number) and not is_left, ours.when
    there = target.plays.goes_on(ours.key, theirs.state.attempt) and not restarted, theirs.when
    is_known = _is_further(theirs, ours) and (here <= there or ours.when <= theirs.when)
    if is_known or theirs._replace(last_opened=ours.last_opened) == ours:
        return
    last, other = (ours, theirs) if here >= there and not is_left else (theirs, ours)
    state = _state_in(target, last, number if last is ours else theirs.state.attempt)
    state = state._replace(total=max(ours.state.total, theirs.state.total))
    target.deals.put(joined(other, last)._replace(state=state, last_opened=ours.last_opened))


def _state_in(target: Tables, saved: Saved[str], number: int) -> DealState:
    """The state of a deal in the target, where its attempt has this number; 0: it has not begun. A
    finished attempt gives way to a fresh one. A fresh one is numbered after all plays.
    """
    if target.plays.goes_on(saved.key, number):
        return renumbered(saved.state, number)
    is_over = target.plays.one(saved.key, number) is not None
    fresh = DealState(total=saved.state.total) if is_over else saved.state
    last = max((play.attempt for play in target.plays.of(saved.key)), default=0)
    return renumbered(fresh, max(saved.state.attempt, last + 1))


def _is_further(theirs: Saved[str], ours: Saved[str]) -> bool:
    """Whether `theirs` is a later revision that contains all of the tree of `ours`."""
    return theirs.revision > ours.revision and not adds(ours, theirs)


def _ids(tables: Tables) -> list[int]:
    """The ids of all deals that can be found, where the file may be damaged."""
    with suppress(*BROKEN):
        return tables.deals.ids()
    ids = "SELECT id FROM deal ORDER BY id "
    return sorted(id for (id,) in _from_both_ends(lambda order: tables.db.execute(ids + order)))


def keep_damaged(path: Path, stamp: str) -> Path | None:
    """Keep a copy of a file (and its log) under a new name; None if there is no such file."""
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
    """Delete the copy that `keep_damaged` made, after a repair that failed."""
    if aside is not None:
        for end in ("", "-wal"):
            aside.with_name(aside.name + end).unlink(missing_ok=True)


def replace_main(folder: Path, tables: Tables) -> None:
    """Replace the main file and its log with tables.

    Windows does not replace a file that another program has open; there the tables are copied into
    it.
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

"""The emergency journal: data that the player's file rejects is written at once to another place.

A journal is a folder with tables of its own, in the first of several places that accepts it. It
belongs to one program while that runs. The next start on the same data merges it into the player's
file, as it merges what two windows did to one deal, and removes it. What no place accepts is only
counted.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from game.core.hashing import blake2b
from game.core.named_tuple import NamedTuple
from game.core.own_folder_check import is_own_folder
from game.history import HistoryChanges
from game.storage import database_files, repair
from game.storage.all_tables import Tables, transaction
from game.storage.errors import BROKEN, FAILURES, StorageError, StorageTrouble
from game.storage.stored_deal import DealKey, Saved
from game.storage.unsaved_work import Unsaved, UnsavedWork


class _Open(NamedTuple):
    """The program's own journal, open for writing."""

    folder: Path
    tables: Tables
    lock: IO[bytes]


class Journal:
    """The journals of one data folder: this program's own, and those that ended programs left."""

    def __init__(self, places: Sequence[Path], data: Path, *, read_only: bool) -> None:
        """`places`: folders to create with access for this user only, the preferred one first.
        `data`: the data folder. With `read_only` nothing is written or removed.
        """
        self._places = places
        self._name = _name_of(data)
        self._read_only = read_only
        self._own: _Open | None = None
        self.place: Path | None = None
        """Where this program's own journal is, or was when it was closed; None without one."""
        self._work: dict[DealKey, UnsavedWork[str]] = {}
        """For each deal, all work since the player's file last had everything of it."""
        self._kept: set[DealKey] = set()
        """The deals whose unsaved work is all in a journal."""
        self._holds: set[DealKey] = set()
        """The deals whose whole trees are in our own journal as they are in memory."""
        self._left: dict[Path, IO[bytes]] = {}
        """Folders to be removed once all is saved, and the locks on them."""

    @property
    def unsaved(self) -> Unsaved:
        """How many actions are not in the player's file."""
        kept = sum(self._work[key].actions for key in self._kept)
        return Unsaved(kept, sum(work.actions for work in self._work.values()) - kept)

    # Writing

    def keep(
        self,
        key: DealKey,
        latest: UnsavedWork[str],
        tree: Callable[[], HistoryChanges[str]],
        revision: int,
        now: int,
    ) -> None:
        """Write the outcome of an action at a deal, which the player's file does not have.

        `latest`: the work of this action alone. `tree` returns the whole tree. `revision`: the
        revision in the player's file that the tree is based on. `now`: seconds since 1970.
        """
        before = self._work.get(key)
        work = self._work[key] = latest if before is None else before.then(latest)

        def write(tables: Tables) -> None:
            with transaction(tables.db):
                opened = tables.deals.newest_opening() + 1
                if key in self._holds:
                    tables.write(key, latest, opened, now)
                else:
                    tables.deals.put(Saved[str](key, revision=max(0, revision)))
                    in_full = work._replace(changes=tree(), whole=True)
                    tables.write(key, in_full, opened, now)

        if self._write(write):
            self._holds.add(key)
            self._kept.add(key)
        else:
            self._holds.discard(key)
            self._kept.discard(key)

    def keep_fact(self, name: str, value: str) -> None:
        """Write a small value, if any place accepts it."""
        self._write(lambda own: own.rows.write("fact", (name, value)))

    def keep_all(self, tables: Tables) -> None:
        """Copy all of the tables of a file that is gone, if any place accepts them."""
        self._write(lambda own: repair.merge(tables, own))

    def renew(self, key: DealKey) -> None:
        """Write the whole deal the next time, because its tree was replaced."""
        self._holds.discard(key)

    def forget(self, key: DealKey) -> None:
        """Forget the work on a deal, all of which is in the player's file."""
        self._work.pop(key, None)
        self._kept.discard(key)
        self._holds.discard(key)

    def _write(self, what: Callable[[Tables], None]) -> bool:
        if self._read_only:
            return False
        if self._own is not None and _written(self._own, what):
            return True
        self._put_away()
        for place in self._places:
            own = _begun(place, self._name)
            if own is None:
                continue
            if _written(own, what):
                self._own, self.place = own, own.folder
                return True
            own.tables.db.close()
            _remove(own.folder, own.lock)
        return False

    def _put_away(self) -> None:
        """Close the own journal, if there is one."""
        if self._own is not None:
            self._own.tables.db.close()
            self._left[self._own.folder] = self._own.lock
            self._own = None
            self._holds.clear()

    # Taking in

    def take_in(self, target: Tables) -> bool:
        """Merge the journals that ended programs left into some tables; True if any held a deal.

        Raises StorageError or sqlite3.Error if the target rejects the data; the journals stay then.
        """
        found = False
        for folder in self._earlier():
            lock = self._left.get(folder) or _locked(folder)
            if lock is None:
                continue
            tables = _read(folder)
            if tables is not None:
                repair.merge(tables, target, apart=True)
                self._left[folder] = lock
                found = found or bool(tables.kinds())
        return found

    def _earlier(self) -> list[Path]:
        """The journals of this data folder, the oldest first."""
        folders: list[Path] = []
        for place in self._places:
            with suppress(OSError):
                if _is_private(place):
                    folders += place.glob(f"{self._name}-*")
        return sorted(folders, key=lambda each: each.name)

    # Closing

    def settle(self) -> None:
        """Remove the journals and forget all work: everything is in the player's file."""
        self._work.clear()
        self._kept.clear()
        if self._read_only or not (self._own or self._left):
            return
        self._put_away()
        for folder, lock in self._left.items():
            _remove(folder, lock)
        self._left.clear()
        for place in self._places:
            with suppress(OSError):
                place.rmdir()  # fails if anything else is in it

    def close(self) -> None:
        """Close the journals and release their locks: the next start takes them in."""
        self._put_away()
        for lock in self._left.values():
            database_files.unlock(lock)
        self._left.clear()


def _begun(place: Path, name: str) -> _Open | None:
    """A new journal in a place; None if it cannot be made, or the place is another user's."""
    folder = place / f"{name}-{time.time_ns()}"
    try:
        if not _make_private(place):
            return None
        folder.mkdir(mode=0o700)
        lock = database_files.lock(folder)
        if lock is None:
            return None
    except OSError:
        _remove(folder)
        return None
    try:
        return _Open(folder, database_files.open_file(folder / database_files.MAIN), lock)
    except FAILURES:
        _remove(folder, lock)
        return None


def _written(own: _Open, what: Callable[[Tables], None]) -> bool:
    try:
        what(own.tables)
    except FAILURES:
        return False
    return own.folder.exists()


def _name_of(data: Path) -> str:
    """The prefix of the names of a data folder's journals: a hash, which does not tell whose they
    are.
    """
    return blake2b(os.path.realpath(data).encode(errors="surrogateescape")).hexdigest()[:16]


def _make_private(place: Path) -> bool:
    """Create a folder with access for this user only; False if it belongs to another user."""
    with suppress(FileExistsError):
        place.mkdir(mode=0o700, parents=True)
    return _is_private(place)


def _is_private(place: Path) -> bool:
    """Whether a path is this user's own folder, and no link; closes it to other users."""
    if not is_own_folder(place):
        return False
    if place.lstat().st_mode & 0o077:
        place.chmod(0o700)
    return True


def _read(folder: Path) -> Tables | None:
    """The good data of a journal; None if it cannot be read now."""
    try:
        return database_files.copy_to_memory(folder / database_files.MAIN)
    except StorageError as error:
        if error.trouble is StorageTrouble.NEWER:
            return None
    except BROKEN:
        pass
    with suppress(*BROKEN):
        return repair.rescue(folder)
    return None


def _locked(folder: Path) -> IO[bytes] | None:
    """Take the lock of a journal; None if the program that writes it still runs."""
    with suppress(OSError):
        return database_files.lock(folder)
    return None


def _remove(folder: Path, lock: IO[bytes] | None = None) -> None:
    """Remove a journal, its tables first: without them the next start takes nothing in."""
    with suppress(OSError):
        for file in sorted(folder.glob(f"{database_files.MAIN}*")):
            file.unlink()
        if lock is not None:
            database_files.unlock(lock)
        for file in folder.iterdir():
            file.unlink()
        folder.rmdir()

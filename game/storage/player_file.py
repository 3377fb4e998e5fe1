"""Where the player's data is read and written: in the main file, or in a spare file while that
cannot be written.

The work goes on in the spare file, which has the same tables, from the first write that fails until
the main file takes everything again. It lies in a folder of its own, in the first of several places
that accepts it, and belongs to one program while that runs. The next start on the same data joins
it into the main file and removes it. If no place accepts it, the tables are in memory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

from game.storage import database_files, salvage_and_backup
from game.storage.database_files import HALF, MAIN
from game.storage.errors import (
    BROKEN,
    FAILURES,
    PASSING,
    StorageError,
    StorageTrouble,
    explain,
)
from game.storage.main_file import MainFile
from game.storage.schema import snapshot, transaction
from game.storage.spare_files import Spare, SparePlaces
from game.storage.stored_values import DealKey, Unsaved
from game.storage.tables import Tables

T = TypeVar("T")

SLOW_TO_OPEN_S, SLOW_TO_WRITE_S = 0.1, 1.0
"""An attempt to open or write the main file that takes longer is not made for each action."""


class PlayerFile:
    """The tables in use. Opening never fails: `take_notices` reports what went wrong. `check` and
    `back_up` may be called from any thread; all other methods belong to one thread.
    """

    def __init__(
        self,
        folder: Path,
        places: Sequence[Path],
        switched: Callable[[], None],
        make_room: Callable[[], bool],
        *,
        read_only: bool,
    ) -> None:
        """`places`: folders for the spare file, the preferred one first; they are made with access
        for this user only. `switched` is called when other tables come into use, which may lack
        something or hold more. `make_room` deletes what can be made again, and returns whether
        there was any; it is called on a full disk.
        """
        self._folder, self._places = folder, SparePlaces(folder, places)
        self._window = int.from_bytes(os.urandom(7), "big") + 1
        """The random number of this program."""
        self._main = MainFile(folder, self._window, self._notice)
        """Open also beside tables in use that are elsewhere."""
        self.path = self._main.path
        """The main file, whether or not it could be opened."""
        self.read_only = read_only
        self._switched, self._remove_cache = switched, make_room
        self._notices: list[StorageError] = []
        self._noticed: set[tuple[StorageTrouble, str]] = set()
        self._spare: Spare | None = None
        """The file of the tables in use, if that is a spare file."""
        self._left: list[Spare] = []
        """Spare files whose content is in the tables in use, but not in the main file."""
        self._written: set[DealKey] | None = set()
        """The deals that were written since the main file had everything; None: any of them."""
        self._has_facts = False
        """Whether facts were written since then."""
        self.unsaved = Unsaved()
        """How many actions are not in the main file; none if read-only."""
        self.spare_folder: Path | None = None
        """Where the last spare file is or was."""
        self.was_read = True
        """Whether the tables hold what the main file held, even if it cannot be written."""
        self._wants_checkpoint = False
        self._slow: StorageError | None = None
        """The error of an attempt that took long: writing raises it at once until `idle`."""
        self._was_held = False
        """Whether the last write met another program's transaction; if so, the next ones do not
        wait: every move would be shown late.
        """
        self._backed_up = salvage_and_backup.is_backed_up(folder)
        self.tables = self._open()

    @property
    def on_disk(self) -> bool:
        """Whether the tables in use are those of the main file, so that what is saved stays."""
        return self._main.tables is self.tables

    @property
    def wants_file(self) -> bool:
        """Whether the tables are elsewhere; `idle` tries to join them into the main file."""
        return not self.read_only and not self.on_disk

    @property
    def has_unsaved(self) -> bool:
        """Whether something was written that is not in the main file."""
        return self.wants_file and (self._written != set() or self._has_facts)

    @property
    def wants_checkpoint(self) -> bool:
        """Whether something was written since `idle` was last called."""
        return self.on_disk and self._wants_checkpoint

    def take_notices(self) -> list[StorageError]:
        """The problems that the player has not been told of; each is returned only once."""
        notices, self._notices = self._notices, []
        return notices

    def _notice(self, error: StorageError) -> None:
        """Queue a notice for the player, each only once."""
        if (error.trouble, str(error)) not in self._noticed:
            self._noticed.add((error.trouble, str(error)))
            self._notices.append(error)

    def close(self) -> None:
        """Have everything in the main file, close the files and release their locks. Raises
        StorageError if that fails: the next start joins a spare file.
        """
        try:
            self.flush()
        finally:
            for tables in filter(None, (self._main.tables, self.tables)):
                tables.db.close()
            for lock in (self._main.lock, *(each.lock for each in self._spares)):
                if lock is not None:
                    lock.close()

    # Reading and writing

    def ask(self, what: Callable[[Tables], T]) -> T:
        """Call `what`, which only reads, with the tables in one state, and return its result.
        Raises StorageError.
        """

        def within(tables: Tables) -> T:
            with snapshot(tables.db):
                return what(tables)

        tables = self.tables
        try:
            return self._mending(within)
        except StorageError:
            if self.tables is tables:
                raise
            return within(self.tables)  # what could be rescued

    def rows(
        self, query: str, values: Sequence[object] = (), made: Callable[[Any], Any] = tuple
    ) -> list[Any]:
        """The rows that a query finds, each as `made` makes it. Raises StorageError."""
        return self.ask(lambda tables: [made(row) for row in tables.db.execute(query, values)])

    def write(
        self, what: Callable[[Tables], T], deal: DealKey | None = None, actions: int = 0
    ) -> T:
        """Call `what` with the tables of the main file in one transaction, and return its result.
        If that fails, call it with those of a spare file, and raise the StorageError. `deal`: what
        is written, None for a fact; `actions`: how many actions of the player that contains.
        """
        try:
            return self._write_main(what)
        except StorageError:
            kept = self._write_elsewhere(what)
            if self.read_only:
                return kept
            if deal is None:
                self._has_facts = True
            elif self._written is not None:
                self._written.add(deal)
            on_spare = self._spare is not None
            counts = (actions, 0) if on_spare else (0, actions)
            self.unsaved = Unsaved(*map(int.__add__, self.unsaved, counts))
            raise

    def write_to_last(self, what: Callable[[Tables], T]) -> T:
        """Like `write`, for what goes into no spare file: refused (WOULD_NOT_LAST) if the main file
        cannot be written now.
        """
        try:
            return self._write_main(what)
        except StorageError as error:
            if self.read_only:
                return self._write_elsewhere(what)
            if error.trouble not in PASSING:
                raise
            detail = f"{self.path}: it cannot be written now, nothing was taken"
            raise StorageError(StorageTrouble.WOULD_NOT_LAST, detail) from error

    def flush(self) -> None:
        """Have everything in the main file. Raises StorageError if that fails; nothing is lost
        then.
        """
        if self.has_unsaved:
            self._write_main(lambda tables: None)

    def idle(self) -> None:
        """Try to have everything in the main file, take the folder's lock if the program that held
        it has ended, and checkpoint the write-ahead log.

        Takes some milliseconds, but seconds where the locks of the file system fail. What fails is
        tried again at the next call.
        """
        self._slow = None
        with suppress(StorageError):
            self._follow()
            if self.wants_file:
                self._write_main(lambda tables: None)
        if not self.on_disk:
            return
        with suppress(OSError):
            self._main.take_lock()
        with suppress(*BROKEN):
            self.tables.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._wants_checkpoint = False

    def _write_main(self, what: Callable[[Tables], T]) -> T:
        """Call `what` with the tables of the main file in one transaction, once these hold what was
        written elsewhere.
        """
        if self.read_only:
            raise StorageError(StorageTrouble.READ_ONLY, f"{self.path}: nothing is to be written")
        if self._slow is not None:
            raise StorageError(self._slow.trouble, str(self._slow))
        begun = time.monotonic()
        while True:
            try:
                self._follow()
                if not self.on_disk:
                    self._return()
                result = self._mending(partial(_within, what))
                break
            except StorageError as error:
                if error.trouble is StorageTrouble.FULL and self._made_room():
                    continue
                limit = SLOW_TO_OPEN_S if self._main.tables is None else SLOW_TO_WRITE_S
                if time.monotonic() > begun + limit:
                    self._slow = error
                if error.trouble is StorageTrouble.BUSY:
                    self._wait_for_others(False)
                raise
        if self._was_held:
            self._wait_for_others(True)
        self._backed_up, self._wants_checkpoint = False, True
        return result

    def _wait_for_others(self, wait: bool) -> None:
        """Have writes wait for another program's transaction, or fail at once."""
        self._was_held = not wait
        if self._main.tables is not None:
            database_files.set_wait(self._main.tables.db, wait)

    def _made_room(self) -> bool:
        """Delete an unfinished backup, else the cache, to make room for moves; False if there is
        neither.
        """
        try:
            (self._folder / HALF).unlink()
        except OSError:
            return self._remove_cache()
        return True

    def _mending(self, what: Callable[[Tables], T]) -> T:
        """Call `what` with the tables, and return its result; if they are damaged, mend them and
        call it again. Raises StorageError if that fails.
        """
        try:
            return what(self.tables)
        except FAILURES as error:
            told = explain(error, self.path)
            if told.trouble is not StorageTrouble.DAMAGED or not (self.on_disk or self.read_only):
                raise told from error
        self.mend()
        try:
            return what(self.tables)
        except FAILURES as error:
            raise explain(error, self.path) from error

    def source(self) -> Path | bytes:
        """What a thread can read all tables from: the file of those in use, or their bytes. Raises
        StorageError.
        """
        if self.on_disk or self._spare is not None:
            return self.path if self._spare is None else self._spare.folder / MAIN
        return self.ask(lambda tables: tables.db.serialize())

    # Opening

    def _open(self) -> Tables:
        try:
            self.tables = self._main.read() if self.read_only else self._main.open()
            self._join_left()
            return self.tables
        except FAILURES as error:
            self._main.close()
            told = explain(error, self.path)
            if told.trouble is StorageTrouble.FULL and not self.read_only and self._made_room():
                return self._open()
            self._notice(told)
        self.tables = database_files.open_memory()
        try:
            self.tables = self._main.read()
        except FAILURES:
            self.was_read = False
        with suppress(*FAILURES):
            self._join_left()
        return self.tables

    # The spare file

    @property
    def _spares(self) -> list[Spare]:
        """The spare files whose locks this program has."""
        return [*self._left, *([self._spare] if self._spare else [])]

    def _write_elsewhere(self, what: Callable[[Tables], T]) -> T:
        """Call `what` with the tables of a spare file in one transaction, or with tables in memory
        if no place accepts a spare file.
        """
        if self._spare is not None:
            with suppress(*FAILURES):
                result = _within(what, self.tables)
                if self._spare.folder.exists():
                    return result
        elsewhere = self._spare is not None or self.on_disk  # in some file, if it cannot be copied
        for copied in ((True, False) if elsewhere else (True,)) if not self.read_only else ():
            for place in self._places:
                with suppress(*FAILURES):
                    return self._begin_spare(place, what, copied=copied)
        try:
            if elsewhere:
                memory, copied = database_files.open_memory(), False
                with suppress(*FAILURES):
                    self.tables.db.backup(memory.db)
                    copied = True
                self._put_by(copied=copied)
                self.tables, self._spare = memory, None
                self._switched()
            return _within(what, self.tables)
        except FAILURES as failed:
            raise explain(failed, self.path) from failed

    def _put_by(self, *, copied: bool) -> None:
        """Close the tables in use, as others take their place. `copied`: those hold what is in
        these; otherwise spare files stay for the next start.
        """
        spares = self._spares
        self._left = spares if copied else []
        for spare in () if copied else spares:
            spare.lock.close()
        if not self.on_disk:
            self.tables.db.close()

    def _begin_spare(self, place: Path, what: Callable[[Tables], T], *, copied: bool) -> T:
        """Begin a spare file in a place, as a copy of the tables in use or empty, and call `what`
        with its tables. Raises an error if the place does not accept it.
        """
        spare, tables = self._places.begin(place), None
        try:
            if copied:
                database_files.write_whole(self.tables.db, spare.folder / MAIN)
            tables = database_files.open_file(spare.folder / MAIN)
            self._switched()
            result = _within(what, tables)
        except BaseException:
            if tables is not None:
                tables.db.close()
            self._places.remove([spare])
            raise
        self._put_by(copied=copied)
        self.tables, self._spare, self.spare_folder = tables, spare, spare.folder
        self.was_read = self.was_read and copied
        if copied:
            self.unsaved = Unsaved(sum(self.unsaved), 0)
        return result

    def _follow(self) -> None:
        """Leave the main file if it was replaced or removed: what its tables hold goes into the
        file that is there now.
        """
        if not self._main.was_replaced:
            return
        if self.on_disk:
            self._main.tables = None
        self._main.close()
        self._written = None

    def _return(self) -> None:
        """Join the tables in use into the main file, use that from now on, and remove the spare
        files. Raises StorageError if that cannot be done now; these tables stay in use then.
        """
        old, main = self.tables, self._main.tables or self._main.open()
        join = partial(salvage_and_backup.join_good, old, by=self._window)
        try:
            join(main, keys=self._written, copied=self._written is not None)
        except FAILURES as error:
            self._main.raise_unless_mendable(error)
            self._main.close()
            main = self._main.put_in_place(self._main.rescued())
            try:
                join(main)
            except FAILURES as again:
                raise explain(again, self.path) from again
        self.tables = main
        old.db.close()
        self._left = self._spares
        self._spare, self._written, self._has_facts = None, set(), False
        self.unsaved, self.was_read = Unsaved(), True
        self._remove_spares()
        self._switched()

    def _remove_spares(self) -> None:
        """Remove the spare files whose content is in the main file."""
        self._places.remove(self._left)
        self._left = []

    def _join_left(self) -> None:
        """Join the spare files that ended programs left into the tables in use. They are removed
        once they are in the main file. Raises StorageError or sqlite3.Error; then they stay.
        """
        found, taken = False, list[Spare]()
        for spare in self._places.left(self._left):
            try:
                tables, _ = salvage_and_backup.read_copy(spare.folder / MAIN)
            except FAILURES:  # it is of another version, or cannot be read now
                spare.lock.close()
                continue
            found |= salvage_and_backup.join_good(tables, self.tables, self._window, copied=True)
            tables.db.close()
            taken.append(spare)
        self._left = taken
        if taken and not self.on_disk:
            self._written = None
        elif taken:
            self._remove_spares()
        if found and self.on_disk:
            detail = f"{self.path}: what could not be saved before has been taken in"
            self._notice(StorageError(StorageTrouble.TAKEN_IN, detail))

    # Mending, checking and backing up

    def check(self, stop: Event | None = None) -> list[str]:
        """Check the whole file and describe each damage; empty if there is none. Any thread.

        May take a second. If it finds something, call `mend`. Once `stop` is set it ends at once
        with an empty list. Raises StorageError if the file cannot be read, which says nothing about
        its content.
        """
        if not (self.on_disk or self.read_only):
            return []
        try:
            if not self.path.exists():
                return []
            return salvage_and_backup.check_file(self.path, stop, untouched=self.read_only)
        except FAILURES as error:
            told = explain(error, self.path)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
            return [str(told)]

    def mend(self) -> None:
        """Set the damaged file aside and go on with the good data in it and in the backup. Raises
        StorageError, and leaves the file as it is, if this program does not hold the folder's lock
        or the repair cannot be done now.
        """
        if not self.on_disk and not self.read_only:
            return
        if self._main.lock is None and not self.read_only:
            raise StorageError(StorageTrouble.DAMAGED, f"{self.path}: it is damaged")
        rescued = self._main.rescued()
        if self.read_only:
            salvage_and_backup.join_good(self.tables, rescued, self._window)
        self.tables.db.close()
        self._main.tables, self.tables, before = None, rescued, self._written
        self._written = None
        self._switched()
        if not self.read_only:
            self.tables = self._main.put_in_place(rescued)
            self._written = before

    def back_up(self, stop: Event | None = None) -> bool:
        """Replace the backup with a copy of the file, if that has changed and is good. Any thread.

        Returns False, and leaves the backup as it was, if the file is damaged, the disk has no
        room, or `stop` is set. Takes as long as `check`. Raises StorageError if a file cannot be
        read or written.
        """
        if not self.on_disk or self._main.lock is None or self._backed_up:
            return True
        self._backed_up = True
        try:
            return salvage_and_backup.back_up(self._folder, stop)
        except BROKEN as error:
            self._backed_up = False
            raise explain(error, self.path) from error


def _within(what: Callable[[Tables], T], tables: Tables) -> T:
    """Call `what` with tables in one transaction."""
    with transaction(tables.db):
        return what(tables)

"""Where the tables are: in the main file of the player's data, or in memory if it is not writable.

This module opens, mends, checks and backs up the main file, follows it when it is replaced, and
moves tables from memory into it as soon as that works. It does not know what the tables hold.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event
from typing import IO, TypeVar

from game.storage import backup, database_files, repair
from game.storage.all_tables import Tables, snapshot, transaction
from game.storage.disk_room import made_room
from game.storage.errors import (
    BROKEN,
    FAILURES,
    PASSING,
    StorageError,
    StorageTrouble,
    explain,
    has_waited,
)
from game.storage.journal import Journal

T = TypeVar("T")


class MainFile:
    """The tables in use. Opening never fails: `take_notices` reports what went wrong."""

    def __init__(
        self,
        folder: Path,
        changed: Callable[[Tables | None, Tables], None],
        journal: Journal,
        make_room: Callable[[], bool],
        *,
        read_only: bool,
    ) -> None:
        """`changed` is called with the old and the new tables when the tables in use are replaced;
        the old ones are None if they were damaged. The journals that ended programs left are merged
        in (`Journal.take_in`). `make_room` deletes what can be made again, if there is any, and
        returns whether it did; it is called on a full disk.
        """
        self._folder = folder
        self.path = folder / database_files.MAIN
        """The main file, whether or not it could be opened."""
        self.read_only = read_only
        self._changed = changed
        self._journal = journal
        self._make_room = partial(made_room, folder, make_room)
        self._notices: list[StorageError] = []
        self._noticed: set[tuple[StorageTrouble, str]] = set()
        self._lock: IO[bytes] | None = None
        self.on_disk = False
        """Whether what is saved outlasts the program."""
        self.was_read = True
        """Whether the tables hold what the main file held, even if it cannot be written."""
        self._written = False
        self.locks_fail: StorageError | None = None
        """The error of locks that take seconds to fail; writing raises it at once until `retry`."""
        self._was_held = False
        """Whether the last write met another program's transaction; if so, the next ones do not
        wait.
        """
        self._identity = (0, 0)
        self._backed_up = backup.is_backed_up(folder)
        self._copy: Tables | None = None
        """What the main file holds, while its shared memory may not be written."""
        self.tables = self._open()

    @property
    def wants_file(self) -> bool:
        """Whether the tables are in memory and should move into the main file."""
        return not self.read_only and not self.on_disk

    @property
    def wants_checkpoint(self) -> bool:
        """Whether something was written since `checkpoint` was last called."""
        return self.on_disk and self._written

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
        """Close the file and release the folder's lock."""
        try:
            self._check_shared_memory()
            self.tables.db.close()
        except OSError:
            database_files.leave_open(self.tables.db)
        if self._lock is not None:
            database_files.unlock(self._lock)

    # Access to the tables

    def write(self, what: Callable[[Tables], T]) -> T:
        """Call `what` with the tables in one transaction, and return its result. Raises
        StorageError.
        """

        def within(tables: Tables) -> T:
            with transaction(tables.db):
                return what(tables)

        if self.locks_fail is not None:
            raise StorageError(self.locks_fail.trouble, str(self.locks_fail))
        while True:
            try:
                result = self._mending(within)
                break
            except StorageError as error:
                if error.trouble is StorageTrouble.BUSY:
                    self._wait_for_others(False)
                if error.trouble is not StorageTrouble.FULL or not self._make_room():
                    raise
        if self._was_held:
            self._wait_for_others(True)
        self._backed_up, self._written = False, True
        return result

    def write_to_last(self, what: Callable[[Tables], T]) -> T:
        """Like `write`, for data that goes into no emergency journal. Refused (WOULD_NOT_LAST) if
        the data would end with the program.
        """
        if self.wants_file:
            detail = f"{self.path}: it cannot be written now, nothing was taken"
            raise StorageError(StorageTrouble.WOULD_NOT_LAST, detail)
        try:
            return self.write(what)
        except StorageError as error:
            if error.trouble not in PASSING:
                raise
            raise StorageError(StorageTrouble.WOULD_NOT_LAST, str(error)) from error

    def _wait_for_others(self, wait: bool) -> None:
        """Have writes wait for another program's transaction, or fail at once. If writes waited
        while another program holds the file, every move would be shown late.
        """
        self._was_held = not wait
        database_files.set_wait(self.tables.db, wait)

    def retry(self) -> None:
        """Have the next write try the file again, if its locks failed."""
        self.locks_fail = None

    def ask(self, what: Callable[[Tables], T]) -> T:
        """Call `what`, which only reads, with the tables in one state, and return its result.
        Raises StorageError.
        """

        def within(tables: Tables) -> T:
            with snapshot(tables.db):
                return what(tables)

        try:
            self._check_shared_memory()
        except OSError:
            return self._asking_copy(within)
        self._copy = None
        return self._mending(within)

    def _asking_copy(self, what: Callable[[Tables], T]) -> T:
        try:
            if self._copy is None:
                self._copy = self._open_copy()
            return what(self._copy)
        except FAILURES as error:
            raise explain(error, self.path) from error

    def _check_shared_memory(self) -> None:
        """Raise OSError if the tables may not be touched now."""
        if self.on_disk:
            database_files.check_shared_memory(self.path)

    def _mending(self, what: Callable[[Tables], T]) -> T:
        """Call `what` with the tables, and return its result; if they are damaged, mend them and
        call it again. Raises StorageError if that fails.
        """
        try:
            self._check_shared_memory()
            return what(self.tables)
        except FAILURES as error:
            told = explain(error, self.path)
            if has_waited(error):
                self.locks_fail = told
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
        self.mend()
        try:
            return what(self.tables)
        except FAILURES as error:
            raise explain(error, self.path) from error

    def checkpoint(self) -> None:
        """Take the folder's lock if the program that held it has ended, and checkpoint the
        write-ahead log.
        """
        if self.on_disk and self._lock is None:
            with suppress(OSError):
                self._lock = database_files.lock(self._folder)
        with suppress(*BROKEN):
            self._check_shared_memory()
            self.tables.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._written = False

    # Opening

    def _open(self) -> Tables:
        try:
            opened = self._open_copy() if self.read_only else self._open_main()
            return self._with_journals(opened)
        except FAILURES as error:
            self.on_disk = False
            told = explain(error, self.path)
            if told.trouble is StorageTrouble.FULL and not self.read_only and self._make_room():
                return self._open()
            self._notice(told)
        with suppress(*FAILURES):
            return self._with_journals(self._open_copy())
        self.was_read = False
        return self._with_journals(database_files.open_memory())

    def _with_journals(self, tables: Tables) -> Tables:
        """Merge into the tables what earlier programs left in journals, and return the tables. On
        an error they are closed.
        """
        try:
            found = self._journal.take_in(tables)
        except BaseException:
            tables.db.close()
            raise
        if found and self.on_disk:
            detail = f"{self.path}: what could not be saved before has been taken in"
            self._notice(StorageError(StorageTrouble.TAKEN_IN, detail))
        return tables

    def _open_copy(self) -> Tables:
        """What the folder holds, read into memory; nothing is written there."""
        if not database_files.holds_something(self.path):
            return database_files.open_memory()
        try:
            return database_files.copy_to_memory(self.path)
        except FAILURES as error:
            told = explain(error, self.path)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
            rescued = repair.rescue(self._folder)
            self._notice(told)
            return rescued

    def _open_main(self) -> Tables:
        """The tables of the main file, mended if need be. Raises StorageError on failure."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._take_lock()
            if not database_files.is_lost(self._folder):
                return self._on_file(database_files.open_file(self.path))
        except FAILURES as error:
            told = explain(error, self.path)
            if told.trouble is not StorageTrouble.DAMAGED or self._lock is None:
                raise told from error
        return self._put_in_place(self._rescued())

    def _take_lock(self) -> None:
        if self._lock is None:
            self._lock = database_files.lock(self._folder)
            if self._lock is None:
                detail = f"{self._folder}: this program is already running on the same data"
                self._notice(StorageError(StorageTrouble.SECOND, detail))

    def _on_file(self, tables: Tables) -> Tables:
        self.on_disk = True
        self._identity = _identity(self.path)
        return tables

    def _rescued(self) -> Tables:
        """The good data of a damaged main file and of its backup. Raises StorageError if the files
        cannot be read.
        """
        try:
            return repair.rescue(self._folder, beside=not self.read_only)
        except BROKEN as error:
            raise explain(error, self.path) from error

    def _put_in_place(self, rescued: Tables) -> Tables:
        """Keep the main file under another name, and write the rescued tables in its place. If that
        fails, use them in memory.
        """
        aside = None
        try:
            aside = repair.keep_damaged(self.path, time.strftime("%Y-%m-%d-%H%M%S"))
            repair.replace_main(self._folder, rescued)
        except FAILURES as error:
            repair.remove_aside(aside)
            return self._go_on_in_memory(rescued, error)
        try:
            tables = self._on_file(database_files.open_file(self.path))
        except FAILURES as error:
            return self._go_on_in_memory(rescued, error)
        rescued.db.close()
        if aside is None:
            detail = f"{self.path}: lost, and made again from {database_files.BACKUP}"
            self._notice(StorageError(StorageTrouble.LOST, detail))
        else:
            detail = f"{self.path}: it was damaged; what is good is used, the rest kept as {aside}"
            self._notice(StorageError(StorageTrouble.SET_ASIDE, detail, aside.name))
        return tables

    def _go_on_in_memory(self, tables: Tables, error: BaseException) -> Tables:
        self.on_disk = False
        self._notice(explain(error, self.path))
        return tables

    # Mending, checking and backing up

    def check(self, stop: Event | None = None) -> list[str]:
        """See `Storage.check`. Any thread."""
        if not (self.on_disk or self.read_only):
            return []
        try:
            if not self.path.exists():
                return []
            self._check_shared_memory()
            return backup.check_file(self.path, stop, untouched=self.read_only)
        except BROKEN as error:
            told = explain(error, self.path)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
            return [str(told)]

    def mend(self) -> None:
        """Set the damaged file aside and continue with the good data in it and in the backup.

        Raises StorageError, and changes nothing, if this program does not hold the folder's lock or
        the repair cannot be done now.
        """
        if self._lock is None and not self.read_only:
            raise StorageError(StorageTrouble.DAMAGED, f"{self.path}: it is damaged")
        rescued = self._rescued()
        if self.read_only:
            repair.merge(self.tables, rescued)  # with what was played since
        self.tables.db.close()
        self.tables = rescued if self.read_only else self._put_in_place(rescued)
        self._changed(None, self.tables)

    def back_up(self, stop: Event | None = None) -> bool:
        """See `Storage.back_up`. Any thread."""
        if not self.on_disk or self._lock is None or self._backed_up:
            return True
        self._backed_up = True
        try:
            self._check_shared_memory()
            return backup.back_up(self._folder, stop)
        except BROKEN as error:
            self._backed_up = False
            raise explain(error, self.path) from error

    # Moving

    def follow(self) -> None:
        """If the main file was replaced or removed, move into the file that is there now."""
        if self.on_disk and _identity(self.path) != self._identity:
            self.move()

    def move(self) -> None:
        """Merge these tables into the main file, and use that from now on.

        Raises StorageError if that cannot be done now; these tables stay in use then.
        """
        old = self.tables
        self.on_disk = False
        new = self._open_main()
        try:
            new = self._taking_over(old, new)
        except FAILURES as error:
            new.db.close()
            self.on_disk = False
            raise explain(error, self.path) from error
        self.tables = new
        self._changed(old, new)
        old.db.close()

    def _taking_over(self, old: Tables, new: Tables) -> Tables:
        """Merge `old` into `new`, the tables of the main file; returns these, mended if need be."""
        try:
            repair.merge(old, new, apart=True)
        except FAILURES as error:
            if (
                explain(error, self.path).trouble is not StorageTrouble.DAMAGED
                or self._lock is None
            ):
                raise
            rescued = self._rescued()
            new.db.close()
            new = self._put_in_place(rescued)
            repair.merge(old, new, apart=True)
        return new


def _identity(path: Path) -> tuple[int, int]:
    """The device and inode of a file, whatever its name; (0, 0) if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino

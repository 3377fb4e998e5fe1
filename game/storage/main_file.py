"""The player's main file in its folder: locked, opened, mended."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from game.storage import database_files, salvage_and_backup
from game.storage.database_files import BACKUP, MAIN
from game.storage.errors import BROKEN, FAILURES, StorageError, StorageTrouble, explain
from game.storage.tables import Tables


class MainFile:
    """The main file. It is opened, and mended where it is damaged; only the program that holds the
    folder's lock mends it, or sets another version's file aside.
    """

    def __init__(self, folder: Path, window: int, notice: Callable[[StorageError], None]) -> None:
        """`window`: the random number of this program. `notice` takes what the player is told."""
        self._folder, self._window, self._notice = folder, window, notice
        self.path = folder / MAIN
        """The file, whether or not it could be opened."""
        self.lock: IO[bytes] | None = None
        """The folder's lock; None: another program holds it, or nothing was opened yet."""
        self.tables: Tables | None = None
        """Its tables, if it is open."""
        self._identity = (0, 0)

    def take_lock(self) -> bool:
        """Take the folder's lock, unless this program has it. False if another one holds it."""
        if self.lock is None:
            self.lock = database_files.lock(self._folder)
        return self.lock is not None

    @property
    def was_replaced(self) -> bool:
        """Whether another file is in the place of the one that is open, or none."""
        return self.tables is not None and _identity(self.path) != self._identity

    def close(self) -> None:
        """Close the tables, if they are open; the lock stays."""
        if self.tables is not None:
            self.tables.db.close()
            self.tables = None

    def open(self) -> Tables:
        """Its tables, mended if need be. Raises StorageError on failure."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not self.take_lock():
                detail = f"{self._folder}: this program is already running on the same data"
                self._notice(StorageError(StorageTrouble.SECOND, detail))
            if not database_files.is_lost(self._folder):
                try:
                    return self._opened()
                except StorageError as error:
                    if error.trouble is not StorageTrouble.OTHER_VERSION or self.lock is None:
                        error.aside = error.aside or MAIN
                        raise
                    aside = database_files.set_aside(self.path, "other-version", move=True)
                    error.aside = aside.name if aside else ""
                    self._notice(error)
                    return self._opened()
        except FAILURES as error:
            self.raise_unless_mendable(error)
        return self.put_in_place(self.rescued())

    def _opened(self) -> Tables:
        self.tables = database_files.open_file(self.path)
        self._identity = _identity(self.path)
        return self.tables

    def read(self) -> Tables:
        """What the folder holds, read into memory; nothing is written there."""
        if not database_files.holds_something(self.path):
            return database_files.open_memory()
        try:
            tables, wrong = salvage_and_backup.read_copy(self.path)
        except StorageError as error:
            error.aside = MAIN
            raise
        if wrong:
            self._notice(StorageError(StorageTrouble.DAMAGED, f"{self.path}: {wrong[0]}"))
            return salvage_and_backup.rescue(self._folder, self._window)
        return tables

    def raise_unless_mendable(self, error: BaseException) -> None:
        """Raise an error as StorageError, unless it is damage that this program may mend."""
        told = explain(error, self.path)
        if told.trouble is not StorageTrouble.DAMAGED or self.lock is None:
            raise told from error

    def rescued(self) -> Tables:
        """The good data of the damaged file and of its backup. Raises StorageError if the files
        cannot be read.
        """
        try:
            return salvage_and_backup.rescue(self._folder, self._window)
        except BROKEN as error:
            raise explain(error, self.path) from error

    def put_in_place(self, rescued: Tables) -> Tables:
        """Keep the file under another name, write the rescued tables in its place, and return
        those. Raises StorageError if that fails; then the file is as it was.
        """
        aside = None
        try:
            aside = database_files.set_aside(self.path, "damaged")
            database_files.replace_main(self._folder, rescued)
            tables = self._opened()
        except FAILURES as error:
            with suppress(OSError):
                database_files.remove_aside(aside)
            raise explain(error, self.path) from error
        rescued.db.close()
        if aside is None:
            detail = f"{self.path}: lost, and made again from {BACKUP}"
            self._notice(StorageError(StorageTrouble.LOST, detail))
        else:
            detail = f"{self.path}: it was damaged; what is good is used, the rest kept as {aside}"
            self._notice(StorageError(StorageTrouble.SET_ASIDE, detail, aside.name))
        return tables


def _identity(path: Path) -> tuple[int, int]:
    """The device and inode of a file, whatever its name; (0, 0) if it does not exist."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino

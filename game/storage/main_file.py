"""Where the tables are: the main file of the player's data, or memory where there is none to write.

It is opened, mended, followed when it was replaced, moved into as soon as that works, checked and
backed up here; what is in the tables is no matter of this module's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import IO, TypeVar

from game.storage import backup, files, repair
from game.storage.journal import Journal
from game.storage.stored_values import StorageError, StorageTrouble
from game.storage.tables import Tables, transaction

T = TypeVar("T")


class MainFile:
    """The tables in use. Opening never fails: what stands in the way is told by `take_notices`."""

    def __init__(
        self,
        folder: Path | None,
        changed: Callable[[Tables | None, Tables], None],
        journal: Journal,
        *,
        read_only: bool,
    ) -> None:
        """None: memory only. `changed` is told of other tables that took the place of some: those,
        or None where they were damaged, and the new ones. What `journal` holds of programs that
        have ended is taken in.
        """
        self._folder = folder
        self._read_only = read_only
        self._changed = changed
        self._journal = journal
        self._notices: list[StorageError] = []
        self._noticed: set[tuple[StorageTrouble, str]] = set()
        self._lock: IO[bytes] | None = None
        self.on_disk = False
        """Whether what is saved outlasts the program."""
        self._written = False
        self._identity = (0, 0)
        self._backed_up = folder is None or backup.is_backed_up(folder)
        self.tables = self._open()

    @property
    def path(self) -> Path | None:
        """The main file, whether or not it could be opened."""
        return None if self._folder is None else self._folder / files.MAIN

    @property
    def outlasts(self) -> bool:
        """Whether what is saved is to outlast the program, on disk or not."""
        return self._folder is not None and not self._read_only

    @property
    def wants_file(self) -> bool:
        """Whether there is a file to move into, if only that works."""
        return self.outlasts and not self.on_disk

    @property
    def wants_rest(self) -> bool:
        """Whether something was written since `rest` was last called."""
        return self.on_disk and self._written

    def take_notices(self) -> list[StorageError]:
        """What the player should know and has not been told: each is given once."""
        notices, self._notices = self._notices, []
        return notices

    def _notice(self, error: StorageError) -> None:
        """Queue a notice for the player, each only once."""
        if (error.trouble, str(error)) not in self._noticed:
            self._noticed.add((error.trouble, str(error)))
            self._notices.append(error)

    def close(self) -> None:
        """Let go of the file."""
        self.tables.db.close()
        if self._lock is not None:
            self._lock.close()

    # Doing something with the tables

    def write(self, what: Callable[[Tables], T]) -> T:
        """Do something with the tables in one transaction. StorageError where it fails."""

        def within(tables: Tables) -> T:
            with transaction(tables.db):
                return what(tables)

        try:
            result = self.ask(within)
        except StorageError as error:
            if error.trouble is not StorageTrouble.FULL or not self._made_room():
                raise
            result = self.ask(within)
        self._backed_up, self._written = False, True
        return result

    def _made_room(self) -> bool:
        """Let a backup go that is not whole: moves come first."""
        if self._folder is None:
            return False
        try:
            (self._folder / backup.HALF).unlink()
        except OSError:
            return False
        return True

    def has_room(self) -> bool:
        """Whether there is room for what could be found out again."""
        try:
            return self._folder is None or not self.on_disk or backup.has_room(self._folder)
        except OSError:
            return False

    def ask(self, what: Callable[[Tables], T]) -> T:
        """Do something with the tables; where they are damaged, mend them and do it again.

        StorageError where it fails.
        """
        try:
            return what(self.tables)
        except (StorageError, *files.BROKEN) as error:
            told = self._in_words(error)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
        self.mend()
        try:
            return what(self.tables)
        except (StorageError, *files.BROKEN) as error:
            raise self._in_words(error) from error

    def rest(self) -> None:
        """Do what can wait: have the folder, if the program that had it has ended, and take the log
        into the file.
        """
        if self.on_disk and self._lock is None and self._folder is not None:
            with suppress(OSError):
                self._lock = files.lock(self._folder)
        with suppress(*files.BROKEN):
            self.tables.db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self._written = False

    # Opening

    def _open(self) -> Tables:
        if self._folder is None:
            return files.open_memory()
        try:
            opened = self._open_copy(self._folder) if self._read_only else self._open_main()
            return self._with_journals(opened)
        except (StorageError, *files.BROKEN) as error:
            self.on_disk = False
            self._notice(self._in_words(error))
        with suppress(StorageError, *files.BROKEN):
            return self._with_journals(self._open_copy(self._folder))
        return self._with_journals(files.open_memory())

    def _with_journals(self, tables: Tables) -> Tables:
        """The tables with what programs before could not save."""
        try:
            found = self._journal.take_in(tables)
        except BaseException:
            tables.db.close()
            raise
        if found:
            detail = f"{self.path}: what could not be saved before has been taken in"
            self._notice(StorageError(StorageTrouble.TAKEN_IN, detail))
        return tables

    def _open_copy(self, folder: Path) -> Tables:
        """What a folder holds, read into memory; nothing is written there."""
        path = folder / files.MAIN
        if not files.holds_something(path):
            return files.open_memory()
        try:
            return files.copy_to_memory(path)
        except (StorageError, *files.BROKEN) as error:
            told = self._in_words(error)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
            rescued = repair.rescue(folder)
            self._notice(told)
            return rescued

    def _open_main(self) -> Tables:
        """The tables of the main file, mended if need be. What fails raises StorageError."""
        assert self._folder is not None
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._take_lock(self._folder)
            if not files.is_lost(self._folder):
                return self._on_file(files.open_file(self._folder / files.MAIN))
        except (StorageError, *files.BROKEN) as error:
            told = self._in_words(error)
            if told.trouble is not StorageTrouble.DAMAGED or self._lock is None:
                raise told from error
        return self._rescue(self._folder)

    def _take_lock(self, folder: Path) -> None:
        if self._lock is None:
            self._lock = files.lock(folder)
            if self._lock is None:
                detail = f"{folder}: this program is already running on the same data"
                self._notice(StorageError(StorageTrouble.SECOND, detail))

    def _on_file(self, tables: Tables) -> Tables:
        assert self.path is not None
        self.on_disk = True
        self._identity = _identity(self.path)
        return tables

    def _rescue(self, folder: Path) -> Tables:
        """Put what is good of a damaged main file, and of the backup, in its place.

        StorageError where they cannot be looked at: all stays as it is then.
        """
        return self._put_in_place(folder, self._rescued(folder))

    def _rescued(self, folder: Path) -> Tables:
        try:
            return repair.rescue(folder, beside=not self._read_only)
        except files.BROKEN as error:
            raise self._in_words(error) from error

    def _put_in_place(self, folder: Path, rescued: Tables) -> Tables:
        """Set the main file aside and use what was rescued; from memory, where that cannot be
        written.
        """
        aside = None
        try:
            aside = repair.keep_damaged(folder / files.MAIN, time.strftime("%Y-%m-%d-%H%M%S"))
            repair.replace_main(folder, rescued)
        except (StorageError, *files.BROKEN) as error:
            repair.remove_aside(aside)
            return self._go_on_in_memory(rescued, error)
        try:
            tables = self._on_file(files.open_file(folder / files.MAIN))
        except (StorageError, *files.BROKEN) as error:
            return self._go_on_in_memory(rescued, error)
        rescued.db.close()
        if aside is None:
            detail = f"{self.path}: lost, and made again from {files.BACKUP}"
            self._notice(StorageError(StorageTrouble.LOST, detail))
        else:
            detail = f"{self.path}: it was damaged; what is good is used, the rest kept as {aside}"
            self._notice(StorageError(StorageTrouble.SET_ASIDE, detail, aside.name))
        return tables

    def _go_on_in_memory(self, tables: Tables, error: BaseException) -> Tables:
        self.on_disk = False
        self._notice(self._in_words(error))
        return tables

    def _in_words(self, error: BaseException) -> StorageError:
        if isinstance(error, StorageError):
            return error
        assert isinstance(error, files.BROKEN)
        return files.explain(error, self.path)

    # Mending, checking and backing up

    def check(self, stop: Event | None = None) -> list[str]:
        """What `Storage.check` promises. Any thread."""
        path = self.path
        if path is None or not path.exists() or not (self.on_disk or self._read_only):
            return []
        try:
            return backup.check_file(path, stop, untouched=self._read_only)
        except files.BROKEN as error:
            told = files.explain(error, path)
            if told.trouble is not StorageTrouble.DAMAGED:
                raise told from error
            return [str(told)]

    def mend(self) -> None:
        """Set the file aside and go on with what is good of it and of the backup.

        StorageError where that is not for this program to do, or cannot be done now: then all
        stays as it is.
        """
        if self._folder is None or (self._lock is None and not self._read_only):
            raise StorageError(StorageTrouble.DAMAGED, f"{self.path}: it is damaged")
        rescued = self._rescued(self._folder)
        if self._read_only:
            repair.merge(self.tables, rescued)  # with what was played since
        self.tables.db.close()
        self.tables = rescued if self._read_only else self._put_in_place(self._folder, rescued)
        self._changed(None, self.tables)

    def back_up(self, stop: Event | None = None) -> bool:
        """What `Storage.back_up` promises. Any thread."""
        if self._folder is None or not self.on_disk or self._lock is None or self._backed_up:
            return True
        self._backed_up = True
        try:
            return backup.back_up(self._folder, stop)
        except files.BROKEN as error:
            self._backed_up = False
            raise files.explain(error, self.path) from error

    # Moving

    def follow(self) -> None:
        """Where the file was replaced or removed, go on in what is there now."""
        if self.on_disk and self.path is not None and _identity(self.path) != self._identity:
            self.move()

    def move(self) -> None:
        """Take all that is in these tables into the main file, and use that from now on.

        StorageError where that cannot be done now: all stays as it is.
        """
        old = self.tables
        self.on_disk = False
        new = self._open_main()
        try:
            new = self._taking_over(old, new)
        except (StorageError, *files.BROKEN) as error:
            new.db.close()
            self.on_disk = False
            raise self._in_words(error) from error
        self.tables = new
        self._changed(old, new)
        old.db.close()

    def _taking_over(self, old: Tables, new: Tables) -> Tables:
        """The tables of the main file with all that is in others; mended if need be."""
        try:
            repair.merge(old, new, apart=True)
        except (StorageError, *files.BROKEN) as error:
            if self._in_words(error).trouble is not StorageTrouble.DAMAGED or self._lock is None:
                raise
            assert self._folder is not None
            rescued = self._rescued(self._folder)
            new.db.close()
            new = self._put_in_place(self._folder, rescued)
            repair.merge(old, new, apart=True)
        return new


def _identity(path: Path) -> tuple[int, int]:
    """Which file this is, whatever its name; (0, 0) where there is none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino

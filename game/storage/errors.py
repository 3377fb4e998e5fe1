"""The errors of storage: their kinds, the words for the player, and what other errors mean."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path


class StorageTrouble(StrEnum):
    """The kinds of errors; `StorageError.sentence` words each for the player."""

    FULL = "full"
    """No room on the disk."""
    READ_ONLY = "read-only"
    """The file or its folder may not be written."""
    BUSY = "busy"
    """Another program holds the file."""
    STALE = "stale"
    """Another window has played on in the same deal."""
    DAMAGED = "damaged"
    """What is on disk is not what was written."""
    OTHER_VERSION = "other-version"
    """Another version of this program made the file, which is kept."""
    UNREACHABLE = "unreachable"
    """There is no such folder, or no way to make or open the file."""
    SECOND = "second"
    """This program is already running on the same data."""
    SET_ASIDE = "set-aside"
    """A damaged file was kept under a new name, and the newest good state is used."""
    EXPORT = "export"
    """A file to be imported is not a complete export."""
    NEWER_EXPORT = "newer-export"
    """A later version of this program made a file to be imported."""
    LOST = "lost"
    """The file was gone, and was made again from its backup."""
    WOULD_NOT_LAST = "would-not-last"
    """Refused: the file cannot be written at present, and nothing else would keep this."""
    TAKEN_IN = "taken-in"
    """What an earlier run could not save has been joined from its spare file."""


class StorageError(Exception):
    """Something could not be read or saved; `str` says what and where."""

    def __init__(self, trouble: StorageTrouble, detail: str, aside: str = "") -> None:
        """`aside`: the name under which a file is kept."""
        super().__init__(detail)
        self.trouble = trouble
        self.aside = aside

    def sentence(self, _: Callable[[str], str] = str) -> str:
        """What the player is told, without a full stop, in the language of `_`."""
        return _sentences(_)[self.trouble].format(file=self.aside)


def _sentences(_: Callable[[str], str]) -> dict[StorageTrouble, str]:
    return {
        StorageTrouble.FULL: _(
            "The disk is full: your moves are remembered and will be saved once there is room"
        ),
        StorageTrouble.READ_ONLY: _(
            "Your games folder is write-protected: your moves are remembered and will be "
            "saved once it is writable"
        ),
        StorageTrouble.BUSY: _(
            "Another program is using your games file: your moves are remembered and will be "
            "saved once it is free"
        ),
        StorageTrouble.UNREACHABLE: _(
            "Your games file cannot be reached: your moves are remembered and will be saved "
            "as soon as it is available again"
        ),
        StorageTrouble.STALE: _("This deal is being played in another window: both lines are kept"),
        StorageTrouble.SECOND: _("Fourfold is already running: both windows save your games"),
        StorageTrouble.OTHER_VERSION: _(
            "Your games were saved by another version of Fourfold, and only that version can show "
            "them: they are kept as {file}"
        ),
        StorageTrouble.DAMAGED: _(
            "Some saved games are damaged: everything readable has been recovered"
        ),
        StorageTrouble.SET_ASIDE: _(
            "Your games file was damaged: everything readable in it and its backup has been "
            "recovered; the damaged file is kept as {file}"
        ),
        StorageTrouble.TAKEN_IN: _("Moves that could not be saved last time have now been saved"),
        StorageTrouble.EXPORT: _(
            "This file is not a complete export of games: nothing was imported"
        ),
        StorageTrouble.NEWER_EXPORT: _(
            "This file is from a newer version of Fourfold: nothing was imported"
        ),
        StorageTrouble.WOULD_NOT_LAST: _(
            "Your games file cannot be written to at the moment: nothing was imported"
        ),
        StorageTrouble.LOST: _("Your games file was missing and has been restored from its backup"),
    }


PASSING = frozenset(
    (
        StorageTrouble.FULL,
        StorageTrouble.READ_ONLY,
        StorageTrouble.BUSY,
        StorageTrouble.UNREACHABLE,
    )
)
"""The kinds of errors that may pass; moves are kept until then."""

BROKEN = (sqlite3.Error, MemoryError, OSError, UnicodeDecodeError)
"""The exceptions that reading a damaged file can raise. UnicodeDecodeError: even SQLite's error
message may be no valid text.
"""

FAILURES = (StorageError, *BROKEN)
"""The exceptions that any work on a file can raise; `explain` words them."""

_TROUBLES = {
    sqlite3.SQLITE_FULL: StorageTrouble.FULL,
    sqlite3.SQLITE_READONLY: StorageTrouble.READ_ONLY,
    sqlite3.SQLITE_PERM: StorageTrouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: StorageTrouble.BUSY,
    sqlite3.SQLITE_LOCKED: StorageTrouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: StorageTrouble.BUSY,
    sqlite3.SQLITE_CANTOPEN: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_IOERR: StorageTrouble.UNREACHABLE,
    sqlite3.SQLITE_NOLFS: StorageTrouble.UNREACHABLE,
}

_MISUSE = (sqlite3.ProgrammingError, sqlite3.InterfaceError, sqlite3.IntegrityError)
"""Raised for errors of this program, such as a query of closed tables, or a value that no table
takes. They say nothing about the file.
"""

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


def explain(error: BaseException, path: Path) -> StorageError:
    """An error as StorageError. Errors of SQLite that `_TROUBLES` does not name count as damage."""
    if isinstance(error, StorageError):
        return error
    if isinstance(error, OSError):
        trouble = _SYSTEM_TROUBLES.get(error.errno or 0, StorageTrouble.UNREACHABLE)
    elif isinstance(error, _MISUSE):
        trouble = StorageTrouble.UNREACHABLE
    else:
        code = getattr(error, "sqlite_errorcode", None)
        trouble = _TROUBLES.get((code or 0) & 0xFF, StorageTrouble.DAMAGED)
    return StorageError(trouble, f"{path}: {_WORDS[trouble]} ({error})")


def is_damage(error: BaseException) -> bool:
    """Whether an error means that a file's content is damaged, not just unreadable at present."""
    if isinstance(error, OSError):
        return error.errno in (errno.EIO, errno.ENOENT)
    if isinstance(error, _MISUSE):
        return False
    code = getattr(error, "sqlite_errorcode", None) or 0
    return code == sqlite3.SQLITE_IOERR_SHORT_READ or code & 0xFF not in _TROUBLES

"""The errors of storage, and what the player is told of them."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class StorageTrouble(StrEnum):
    """The kinds of errors; `StorageError.sentence` words each for the player."""

    FULL = "full"
    """No room on the disk."""
    READ_ONLY = "read-only"
    """The file or its folder may not be written."""
    BUSY = "busy"
    """Another program holds the file."""
    STALE = "stale"
    """Another program has played on in the same deal."""
    DAMAGED = "damaged"
    """What is on disk is not what was written."""
    NEWER = "newer"
    """A later version of this program made the file."""
    UNREACHABLE = "unreachable"
    """There is no such folder, or no way to make or open the file."""
    SECOND = "second"
    """This program is already running on the same data."""
    SET_ASIDE = "set-aside"
    """A damaged file was kept under a new name, and the newest good state is used."""
    EXPORT = "export"
    """A file to be imported is not a complete export."""
    LOST = "lost"
    """The file was gone, and was made again from its backup."""
    TAKEN_IN = "taken-in"
    """Data that an earlier run could not save has been merged in from its emergency journal."""


class StorageError(Exception):
    """Something could not be read or saved; `str` says what and where."""

    def __init__(self, trouble: StorageTrouble, detail: str, aside: str = "") -> None:
        """`aside`: the name under which a damaged file was kept."""
        super().__init__(detail)
        self.trouble = trouble
        self.aside = aside

    def sentence(self, _: Callable[[str], str] = str) -> str:
        """What the player is told, without a full stop, in the language of `_`."""
        return _sentences(_)[self.trouble].format(file=self.aside)


def _sentences(_: Callable[[str], str]) -> dict[StorageTrouble, str]:
    return {
        StorageTrouble.FULL: _(
            "The disk is full: your moves are remembered, and saved as soon as there is room"
        ),
        StorageTrouble.READ_ONLY: _(
            "The folder of your games may not be written: your moves are remembered, and saved "
            "as soon as it may"
        ),
        StorageTrouble.BUSY: _(
            "Another program holds the file of your games: your moves are remembered, and saved "
            "as soon as it lets go"
        ),
        StorageTrouble.UNREACHABLE: _(
            "The file of your games cannot be reached: your moves are remembered, and saved as "
            "soon as it can"
        ),
        StorageTrouble.STALE: _("This deal is being played in another window: both lines are kept"),
        StorageTrouble.SECOND: _("Fourfold is running already: both windows save what you play"),
        StorageTrouble.NEWER: _(
            "Your games were saved by a newer Fourfold: what you play now will not be saved"
        ),
        StorageTrouble.DAMAGED: _("Saved games are damaged: what is good of them is used"),
        StorageTrouble.SET_ASIDE: _(
            "The file of your games was damaged: what is good of it and of its backup is used, "
            "the damaged one is kept as {file}"
        ),
        StorageTrouble.TAKEN_IN: _("The moves that could not be saved last time are in your games"),
        StorageTrouble.EXPORT: _(
            "This file is no whole export of games: nothing was taken from it"
        ),
        StorageTrouble.LOST: _(
            "The file of your games was gone, and was made again from its backup"
        ),
    }

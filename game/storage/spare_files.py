"""Where spare files lie: each in a folder of its own, in the first of several places that accepts
it, and of one program while that runs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from game.core.position import blake2b
from game.core.whole_files import is_own_folder
from game.storage.database_files import MAIN, lock


class Spare(NamedTuple):
    """A spare file, or one that an earlier program left."""

    folder: Path
    lock: IO[bytes]


class SparePlaces:
    """The places for the spare files of one data folder, the preferred one first. They are made
    with access for this user only.
    """

    def __init__(self, data: Path, places: Sequence[Path]) -> None:
        self._places = places
        # A hash does not tell whose they are.
        hashed = blake2b(os.path.realpath(data).encode(errors="surrogateescape"))
        self._name = hashed.hexdigest()[:16]
        """The prefix of the names of this data folder's spare files."""

    def __iter__(self) -> Iterator[Path]:
        return iter(self._places)

    def begin(self, place: Path) -> Spare:
        """A new folder for a spare file, locked. Raises OSError if the place does not accept it."""
        with suppress(FileExistsError):
            place.mkdir(mode=0o700, parents=True)
        if not _is_private(place):
            raise PermissionError(f"{place} is another user's")
        folder = place / f"{self._name}-{time.time_ns()}"
        folder.mkdir(mode=0o700)
        its_lock = lock(folder)
        assert its_lock is not None
        return Spare(folder, its_lock)

    def left(self, known: Iterable[Spare]) -> list[Spare]:
        """The spare files that ended programs left, the oldest first, each locked now; of those in
        `known` this program has the locks.
        """
        folders: list[Path] = []
        for place in self._places:
            with suppress(OSError):
                if _is_private(place):
                    folders += place.glob(f"{self._name}-*")
        ours, found = {spare.folder: spare for spare in known}, list[Spare]()
        for folder in sorted(folders, key=lambda each: each.name):
            with suppress(OSError):
                its_lock = ours[folder].lock if folder in ours else lock(folder)
                if its_lock is not None:
                    found.append(Spare(folder, its_lock))
        return found

    def remove(self, spares: Iterable[Spare]) -> None:
        """Remove spare files, and the places where nothing else is."""
        for spare in spares:
            with suppress(OSError):
                # The tables first: without them the next start joins nothing.
                for file in sorted(spare.folder.glob(f"{MAIN}*")):
                    file.unlink()
                spare.lock.close()
                for file in spare.folder.iterdir():
                    file.unlink()
                spare.folder.rmdir()
        for place in self._places:
            with suppress(OSError):
                place.rmdir()  # fails if anything else is in it


def _is_private(place: Path) -> bool:
    """Whether a path is this user's own folder, and no link; closes it to other users."""
    if not is_own_folder(place):
        return False
    if place.lstat().st_mode & 0o077:
        place.chmod(0o700)
    return True

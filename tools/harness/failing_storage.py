"""Makes a storage fail at random, as a full or locked disk does."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from game.storage import Storage, StorageError, StorageTrouble

TROUBLES = (
    StorageTrouble.FULL,
    StorageTrouble.READ_ONLY,
    StorageTrouble.BUSY,
    StorageTrouble.UNREACHABLE,
)


class FailingStorage:
    """Spoils what a storage does with the player's file: each time by chance, and for a while now
    and then, as a disk that is full for minutes. What it cannot write there goes elsewhere.
    """

    def __init__(self, storage: Storage, random: Random) -> None:
        self._file, self._random = storage._file, random
        self._read, self._write = storage._file.ask, storage._file._write_main
        self._bad = 0
        """So many times more it fails."""
        self._file.ask = self._tried(self._read)  # type: ignore[method-assign]
        self._file._write_main = self._tried(self._write)  # type: ignore[method-assign]

    def _tried(self, do: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def tried(what: Callable[[Any], Any]) -> Any:
            if self._random.random() < 0.05:
                self._bad = self._random.choice((1, 1, 3, 40))
            if self._bad:
                self._bad -= 1
                raise StorageError(self._random.choice(TROUBLES), "a harness wanted it so")
            return do(what)

        return tried

    def cure(self) -> None:
        """Nothing fails any more."""
        self._file.ask, self._file._write_main = self._read, self._write  # type: ignore[method-assign]

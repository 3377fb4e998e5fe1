"""Which positions of the deal being played were first seen today."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date

from game.storage import DealKey, Storage, StorageError


class Today:
    """Stores, for a deal, its last day of play and the first id that nodes got on that day.

    Days are local dates. A day is written once, after its first action.
    """

    def __init__(
        self, storage: Storage, day: Callable[[], str] = lambda: date.today().isoformat()
    ) -> None:
        self._storage, self._day = storage, day
        self._name = ""
        self._of = ""
        """The day that `_first` is of."""
        self._written = True
        self._first = self._next = 0

    @property
    def first(self) -> int:
        """The id from which on nodes were first seen today. The day may change during play."""
        day = self._day()
        if day != self._of:
            self._of, self._first, self._written = day, self._next, False
        return self._first

    def open(self, key: DealKey, next_id: int) -> None:
        """Call when a deal is opened; `next_id` is the id that its next new node will get."""
        self._name, self._of, self._next = _name(key), self._day(), next_id
        day, _, first = self._read().partition(" ")
        self._written = day == self._of and first.isdigit()
        self._first = int(first) if self._written else next_id

    def forget(self, key: DealKey) -> None:
        """Call when a deal's history was cleared: its nodes are numbered from 1 again."""
        with suppress(StorageError):
            self._storage.clear_facts(_name(key))

    def _read(self) -> str:
        try:
            return self._storage.fact(self._name) or ""
        except StorageError:
            return ""

    def played(self, next_id: int) -> None:
        """Call when an action was played and is on disk; `next_id` as in `open`."""
        first, self._next = self.first, next_id
        if self._name and not self._written:
            self._written = True
            # The loss of a day is too small to tell the player.
            with suppress(StorageError):
                self._storage.set_fact(self._name, f"{self._of} {first}")


def _name(key: DealKey) -> str:
    """The name of the fact that stores a deal's day."""
    return " ".join(("today", key.game, key.options, key.deck))

"""Which positions of the deal being played were first seen today."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date

from game.storage import DealKey, Storage, StorageError


class Today:
    """Stores, for a deal, its last day of play and the walk counter before that day.

    Days are local dates. A day is written once, after its first action.
    """

    def __init__(
        self, storage: Storage, day: Callable[[], str] = lambda: date.today().isoformat()
    ) -> None:
        self._storage, self._day = storage, day
        self._name = ""
        self._of = ""
        """The day that `_before` is of."""
        self._written = True
        self._before = self._now = 0

    @property
    def before(self) -> int:
        """Edges whose `first` is greater were first walked today. The day may change during
        play.
        """
        day = self._day()
        if day != self._of:
            self._of, self._before, self._written = day, self._now, False
        return self._before

    def open(self, key: DealKey, clock: int) -> None:
        """Call when a deal is opened; `clock` is its walk counter."""
        self._name, self._of, self._now = _name(key), self._day(), clock
        day, _, before = self._read().partition(" ")
        self._written = day == self._of and before.isdigit()
        self._before = int(before) if self._written else clock

    def forget(self, key: DealKey) -> None:
        """Call when a deal's history was cleared: its walks are counted from 1 again."""
        with suppress(StorageError):
            self._storage.clear_facts(_name(key))

    def _read(self) -> str:
        try:
            return self._storage.fact(self._name) or ""
        except StorageError:
            return ""

    def played(self, clock: int) -> None:
        """Call when an action was played and is on disk; `clock` as in `open`."""
        before, self._now = self.before, clock
        if self._name and not self._written:
            self._written = True
            # The loss of a day is too small to tell the player.
            with suppress(StorageError):
                self._storage.set_fact(self._name, f"{self._of} {before}")


def _name(key: DealKey) -> str:
    """The name of the fact that stores a deal's day."""
    return " ".join(("today", key.game, key.options, key.deck))

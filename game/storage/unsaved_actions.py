"""Keeps count of the work that is not in the player's file, and of what of it the journal has."""

from __future__ import annotations

from collections.abc import Callable

from game.history import HistoryChanges
from game.storage.journal import Journal
from game.storage.stored_values import DealKey
from game.storage.unsaved_work import Unsaved, UnsavedWork


class UnsavedActions:
    """Counts the actions that are not in the file, and writes them into the emergency journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._work: dict[DealKey, UnsavedWork] = {}
        """For each deal, all work since the file last had everything of it."""
        self._kept: set[DealKey] = set()
        """The deals whose unsaved work is all in the journal."""

    @property
    def unsaved(self) -> Unsaved:
        """How many actions are not in the file."""
        kept = sum(self._work[key].actions for key in self._kept)
        return Unsaved(kept, sum(work.actions for work in self._work.values()) - kept)

    def note(
        self,
        key: DealKey,
        latest: UnsavedWork,
        tree: Callable[[], HistoryChanges[str]],
        revision: int,
        now: int,
    ) -> None:
        """Note work that the file does not have, and write it into the journal at once. `revision`:
        that of the deal in the file on which the tree is based. `now`: seconds since 1970.
        """
        before = self._work.get(key)
        work = self._work[key] = latest if before is None else before.then(latest)

        def in_full() -> UnsavedWork:
            return work._replace(changes=tree(), whole=True)

        if self._journal.keep(key, latest, in_full, revision, now):
            self._kept.add(key)
        else:
            self._kept.discard(key)

    def saved(self, key: DealKey) -> None:
        """Forget a deal, all of which is in the file."""
        self._work.pop(key, None)
        self._kept.discard(key)
        self._journal.forget(key)

    def clear(self) -> None:
        """Forget all deals and remove the journals: everything is in the file."""
        self._work.clear()
        self._kept.clear()
        self._journal.settle()

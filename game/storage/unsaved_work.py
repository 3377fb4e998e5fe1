"""What is not in the player's file yet, and is kept in the emergency journal meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from game.history import HistoryChanges
from game.storage.journal import Journal
from game.storage.stored_values import DealKey, Unsaved, UnsavedWork


class UnsavedActions:
    """Counts the actions that would be lost with the file as it is."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._actions: Counter[DealKey] = Counter()
        self._work: dict[DealKey, UnsavedWork] = {}
        """Of each deal, all that came since it was in the file last."""
        self._kept: set[DealKey] = set()
        """Those of which all that is in the journal."""

    @property
    def unsaved(self) -> Unsaved:
        """How many actions there are."""
        kept = sum(self._actions[key] for key in self._kept)
        return Unsaved(kept, self._actions.total() - kept)

    def note(
        self,
        key: DealKey,
        latest: UnsavedWork,
        tree: Callable[[], HistoryChanges[str]],
        revision: int,
        now: int,
    ) -> None:
        """Some actions at a deal are not in the file, which is at this revision of it: keep them
        elsewhere, at once.
        """
        before = self._work.get(key)
        work = self._work[key] = latest if before is None else before.then(latest)
        self._actions[key] += latest.actions

        def in_full() -> UnsavedWork:
            return work._replace(changes=tree(), whole=True)

        if self._journal.keep(key, latest, in_full, revision, now):
            self._kept.add(key)
        else:
            self._kept.discard(key)

    def saved(self, key: DealKey) -> None:
        """All of a deal is in the file."""
        self._actions.pop(key, None)
        self._work.pop(key, None)
        self._kept.discard(key)
        self._journal.forget(key)

    def clear(self) -> None:
        """Everything is in the file."""
        self._actions.clear()
        self._work.clear()
        self._kept.clear()
        self._journal.settle()

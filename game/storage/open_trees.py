"""The trees that this program may write: the revision each is based on, and unwritten changes."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import Action
from game.history import HistoryChanges
from game.storage.all_tables import Tables
from game.storage.errors import FAILURES, StorageError, StorageTrouble
from game.storage.journal import Journal
from game.storage.main_file_or_memory import MainFile
from game.storage.stored_actions import as_text, parsed
from game.storage.stored_deal import DealKey, Saved
from game.storage.stored_play import PlayOutcome
from game.storage.unsaved_work import UnsavedWork

_OF_ANOTHER_TREE = -1
"""A revision that no deal has: changes based on it are united with the tree on disk."""

_OF_ONE_DEAL = (StorageTrouble.DAMAGED, StorageTrouble.STALE)
"""The errors that concern one deal only: other deals may still be written."""


class OpenTrees:
    """The trees of the deals that were opened.

    These guarantees hold whatever other programs do to the same file:

    - This program writes a deal's tree only after `open`, on top of the tree that `open` read.
    - A tree is written only onto the revision that it is based on, or is first merged with the tree
      on disk (`unite`) in the same transaction, so that neither line is ever overwritten.
    - Waiting changes leave the memory only by being written.
    """

    def __init__(self, home: MainFile, journal: Journal, now: Callable[[], int]) -> None:
        """`now`: in seconds since 1970."""
        self._home, self._journal, self._now = home, journal, now
        self._revisions: dict[DealKey, int] = {}
        """For each opened deal, the revision on disk that its tree in memory is based on."""
        self.waiting: dict[DealKey, UnsavedWork[str]] = {}
        """Unwritten changes on top of that revision. Only writing removes them."""
        self._leader: tuple[DealKey, int] | None = None

    def open(self, key: DealKey) -> Saved[Action]:
        """See `Storage.open`."""
        with garbage_collection_paused():
            try:
                saved = self.as_left(key)
            except StorageError:
                self._revisions[key] = _OF_ANOTHER_TREE
                if key not in self.waiting:
                    raise
                saved = self._as_remembered(key)
            self._revisions[key] = saved.revision
            return parsed(saved)

    def as_left(self, key: DealKey) -> Saved[str]:
        """A deal as it is on disk, with its waiting changes applied."""
        saved = self._home.ask(lambda tables: _load(tables, key))
        if key not in self.waiting:
            return saved
        self._catch_up(key, saved)
        return _with_work(saved, self.waiting[key])

    def _as_remembered(self, key: DealKey) -> Saved[str]:
        """A deal with its waiting changes, but without its tree on disk, which cannot be read."""
        nothing = Saved[str](key, revision=_OF_ANOTHER_TREE)
        self._put_onto(key, nothing, by_other=False)
        return _with_work(nothing, self.waiting[key])

    # Writing

    def add(self, key: DealKey, work: UnsavedWork[str]) -> None:
        """Queue work for the next commit, after the waiting work of the same deal."""
        waiting = self.waiting.get(key)
        self.waiting[key] = work if waiting is None else waiting.then(work)

    def commit_all(self) -> StorageError | None:
        """Write all waiting work. Returns the error of a deal that cannot be written, which does
        not block the others. Raises StorageError if none can be written.
        """
        failed = None
        for key in list(self.waiting):
            try:
                self.commit(key)
            except StorageError as error:
                if error.trouble not in _OF_ONE_DEAL:
                    raise
                failed = error
        return failed

    def commit(self, key: DealKey) -> None:
        """Write the waiting work of a deal, if any. If the deal on disk is not at the revision that
        the work is based on, the work is first rebased on it.
        """
        if key not in self.waiting:
            return
        now = self._now()

        def write(tables: Tables) -> None:
            if tables.deals.revision(key) != self._revisions.get(key, 0):
                self._catch_up(key, _load(tables, key))
            if self._leader is None or self._leader[0] != key:
                self._leader = (key, tables.deals.newest_opening() + 1)
            tables.write(key, self.waiting[key], self._leader[1], now)

        self._home.write(write)
        del self.waiting[key]
        self._revisions[key] = self._revisions.get(key, 0) + 1
        if self._home.on_disk:
            self._journal.forget(key)

    def _catch_up(self, key: DealKey, saved: Saved[str]) -> None:
        """Rebase a deal's waiting changes on the tree on disk, if that has changed."""
        known = self._revisions.get(key, 0)
        if saved.revision != known:
            self._put_onto(key, saved, by_other=known != _OF_ANOTHER_TREE)

    def _put_onto(self, key: DealKey, saved: Saved[str], *, by_other: bool) -> None:
        work = self.waiting[key]
        if work.unite is None:
            detail = f"another program has played on in {key.game} {saved.number}"
            raise StorageError(StorageTrouble.STALE, detail)
        changes, whole = work.unite(parsed(saved), by_other)
        self.waiting[key] = work._replace(
            changes=as_text(changes), whole=whole, state=work.state.united(saved.state)
        )
        self._revisions[key] = saved.revision
        self._journal.renew(key)

    def journal_unsaved(
        self,
        key: DealKey,
        work: UnsavedWork[str],
        tree: Callable[[], HistoryChanges[Action]] | None,
    ) -> None:
        """Write work that the player's file rejected into the emergency journal."""
        if not self._home.read_only and tree is not None:
            revision, now = self._revisions.get(key, 0), self._now()
            self._journal.keep(key, work, lambda: as_text(tree()), revision, now)

    # Other trees

    def forget(self, key: DealKey) -> None:
        """Forget the revision that the tree of a deleted deal was based on."""
        self._revisions.pop(key, None)

    def rest_on_others(self) -> None:
        """Have every open deal merged with the tree on disk at its next save: that tree may have
        changed.
        """
        self._revisions = dict.fromkeys(self._revisions, _OF_ANOTHER_TREE)
        self._leader = None

    def note_other_tables(self, old: Tables | None, new: Tables) -> None:
        """Have each open deal whose tree differs in `new` merged with that tree at its next save.
        `old`: None if the old tables were damaged; revisions are then compared.
        """
        self._leader = None
        for key, known in self._revisions.items():
            same = False
            with suppress(*FAILURES):  # the old tables may be unreadable
                if old is None:
                    same = new.deals.revision(key) == known
                else:
                    same = new.deals.tree_state(key) == old.deals.tree_state(key)
            if not same:
                self._revisions[key] = _OF_ANOTHER_TREE


def _load(tables: Tables, key: DealKey) -> Saved[str]:
    """A deal as it is in some tables. Its attempt goes on, or is numbered after the last one won,
    in whatever program; if the deal was deleted, after all attempts.
    """
    found = tables.deals.load(key)
    saved = found or Saved(key)
    if found is not None and tables.plays.goes_on(key, saved.state.attempt):
        return saved
    plays = tables.plays.of(key)
    over = [each.attempt for each in plays if found is None or each.outcome is PlayOutcome.WON]
    attempt = max(saved.state.attempt, 1 + max(over, default=0))
    return saved._replace(state=saved.state._replace(attempt=attempt))


def _with_work(saved: Saved[str], work: UnsavedWork[str]) -> Saved[str]:
    """A deal as it will be once its waiting work is written."""
    old = () if work.whole else saved.rows
    rows = {row[0]: row for row in (*old, *work.changes.written)}
    for id in work.changes.removed:
        rows.pop(id, None)
    return saved._replace(
        number=work.number,
        pack=work.pack,
        rows=tuple(rows.values()),
        here=work.changes.here,
        bookmarks=work.changes.bookmarks,
        state=work.state,
    )

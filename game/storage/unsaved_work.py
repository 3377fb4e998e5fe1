"""Work on a deal that is not in the player's file yet, as plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from game.core.moves import Action
from game.core.named_tuple import NamedTuple
from game.history import ROOT, HistoryChanges
from game.storage.stored_answer import StoredAnswer, SuggestedAction
from game.storage.stored_deal import DealState, Saved
from game.storage.stored_play import Play

A = TypeVar("A")


class Unsaved(NamedTuple):
    """Actions that are not in the player's file."""

    kept: int = 0
    """In the emergency journal: the next start takes them in."""
    lost: int = 0
    """Only in memory."""


class United(NamedTuple):
    """The changes to write so that the tree on disk also contains the caller's tree."""

    changes: HistoryChanges[Action]
    whole: bool = False
    """Whether the changes replace all rows on disk."""


Unite = Callable[[Saved[Action], bool], United]
"""Merges the caller's tree with a deal as it is on disk; the flag tells whether another program
wrote that. It must not raise.
"""


class UnsavedWork(NamedTuple, Generic[A]):
    """The unwritten changes of one deal, from one action or from several that had to wait."""

    changes: HistoryChanges[A]
    state: DealState
    number: int | None = None
    answers: Sequence[StoredAnswer] = ()
    """Each is kept if it is the shortest so far, of all or of those found alone."""
    plays: Sequence[Play] = ()
    """A play that has no time is dated when it is saved."""
    ordered: Sequence[str] = ()
    whole: bool = False
    """Whether the changes are the whole tree, and replace all rows on disk."""
    unite: Unite | None = None
    """Merges the tree with a changed one on disk, where the changes alone would not fit."""
    helped: Sequence[SuggestedAction] = ()
    actions: int = 0
    """How many actions of the player this work contains."""
    pack: str = ""
    """As in `Saved`."""

    def then(self, later: UnsavedWork[A]) -> UnsavedWork[A]:
        """Join this work and `later`; where they conflict, `later` wins. The id of a removed node
        may be in use again for another node.
        """
        before = HistoryChanges[A]((), (), ROOT, ()) if later.whole else self.changes
        gone = {*before.removed, *later.changes.removed}
        written = {row.id: row for row in before.written if row.id not in gone}
        written.update((row.id, row) for row in later.changes.written)
        changes = HistoryChanges(
            tuple(written.values()),
            tuple(sorted(gone - written.keys())),
            later.changes.here,
            later.changes.bookmarks,
        )
        plays = {play.attempt: play for play in (*self.plays, *later.plays)}
        return UnsavedWork(
            changes,
            later.state,
            later.number,
            (*self.answers, *later.answers),
            tuple(plays.values()),
            (*self.ordered, *later.ordered),
            self.whole or later.whole,
            later.unite,
            (*self.helped, *later.helped),
            self.actions + later.actions,
            later.pack,
        )

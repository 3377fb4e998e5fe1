"""History: what was walked of a deal as it is saved, read again, and joined with what another
window or another machine has saved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

from game.history.graph import WON, Edge
from game.history.line import (
    Bookmark,
    EdgeRow,
    HistoryChanges,
    Line,
    SavedLine,
    WrongStepError,
    actions_of,
    lined,
)
from game.history.walked_graph import WalkedGraph

P = TypeVar("P")
A = TypeVar("A")


class History(WalkedGraph[P, A]):
    """A walked graph that is saved."""

    def take_changes(self) -> HistoryChanges[A]:
        """The changes since the last call. The caller must save them: no later call returns them
        again.
        """
        edges, removed = self.graph.take_changes()
        saved, length = self._saved
        kept = length if saved is self.line else _common(saved[:length], self.line)
        self._saved = self.line, len(self.line)
        bookmarks = None
        if self.bookmarks != self._saved_bookmarks:
            bookmarks = tuple(mark.saved for mark in self.bookmarks)
            self._saved_bookmarks = self.bookmarks
        actions = actions_of(self.line[kept:])
        return HistoryChanges(edges, removed, max(0, kept - 1), actions, self.at, bookmarks)

    def note_other_saved(self) -> None:
        """Another line of this deal was saved meanwhile: save this one whole the next time."""
        self._saved = self.line[:1], 1
        self._saved_bookmarks = None

    def whole(self) -> HistoryChanges[A]:
        """All of the history, to be saved where nothing of it is."""
        bookmarks = tuple(mark.saved for mark in self.bookmarks)
        actions = actions_of(self.line[1:])
        return HistoryChanges(self.graph.rows(), (), 0, actions, self.at, bookmarks)

    def restore(
        self,
        edges: Iterable[EdgeRow[A]],
        line: SavedLine[A],
        bookmarks: Sequence[SavedLine[A]] = (),
        told: Collection[tuple[int, int]] = (),
    ) -> None:
        """Fill a fresh history with what was saved. `told`: the ends of edges with help.

        The line and those of the bookmarks are replayed. One that the rules refuse is cut there. An
        edge of theirs that leads elsewhere than it says is removed; `problem` then says so.
        """
        self.graph.restore(edges, told)
        self.line = self._replayed(line.actions)
        self._saved = self.line, len(self.line)
        if len(self.line) <= len(line.actions):
            self._saved = self.line[:1], 1
        self.at = max(0, min(line.place, len(self.line) - 1))
        for mark in map(self._marked, bookmarks):
            others = [one for one in self.bookmarks if one.step.key != mark.step.key]
            self.bookmarks = [*others, mark]
        self._saved_bookmarks = self.bookmarks

    def _marked(self, mark: SavedLine[A]) -> Bookmark[P, A]:
        """A saved bookmark, as the rules lead its line."""
        replayed = self._replayed(mark.actions)
        return Bookmark(replayed, max(0, min(mark.place, len(replayed) - 1)))

    def _replayed(self, actions: Iterable[A]) -> Line[P, A]:
        """A saved line, as the rules lead it, up to the first action that they refuse. Edges of it
        that are missing are added; one with its action that leads elsewhere is removed.
        """
        line, position, wrong = self.line[:1], self.position_at(0), list[Edge[A]]()
        for action in actions:
            before = line[-1].key
            try:
                passed = self._passed_by(position, action)
            except ValueError:
                self.problem = WrongStepError(before, before)
                break
            position, key = passed[-1], self.key_of(passed[-1])
            if before in (WON, key):
                self.problem = WrongStepError(before, key)
                break
            if self.graph.find(before, key) is None:
                out = self.graph.nodes[before].out
                wrong += [edge for edge in out if edge.action == action]
                self.graph.add(EdgeRow(before, key, action, len(passed)))
            lined(line, [(action, len(passed), key)])
            self._positions.keep(line[-1], position, len(line) - 1)
        if wrong:
            self.graph.remove(wrong)
            self.problem = WrongStepError(*wrong[0].ends)
        return line

    def join(
        self,
        edges: Iterable[EdgeRow[A]],
        bookmarks: Sequence[SavedLine[A]] = (),
        told: Collection[tuple[int, int]] = (),
    ) -> None:
        """Take in what another window or another machine has saved of this deal: its edges, and its
        bookmarks below one's own. The line stays.
        """
        self.graph.join(edges, told)
        own = {mark.step.key for mark in self.bookmarks}
        below: list[Bookmark[P, A]] = []
        for mark in map(self._marked, bookmarks):
            if mark.step.key not in own:
                own.add(mark.step.key)
                below.append(mark)
        if below:
            self.bookmarks = [*below, *self.bookmarks]


def _common(one: Line[P, A], other: Line[P, A]) -> int:
    """How many steps two lines have in common at their beginning, the deal included."""
    pairs = enumerate(zip(one, other, strict=False))
    same = (n for n, (a, b) in pairs if a is not b and (a.key, a.action) != (b.key, b.action))
    return next(same, min(len(one), len(other)))

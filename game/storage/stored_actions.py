"""Converts the actions of trees: they are text on disk, and of the caller's type in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from game.history import HistoryChanges, NodeRow
from game.storage.stored_values import Saved
from game.storage.tree_union import rooted

A = TypeVar("A")
T = TypeVar("T")


class StoredActions(Generic[A]):
    """Reads and writes the actions of trees."""

    def __init__(self, action_text: Callable[[A], str], parse_action: Callable[[str], A]) -> None:
        """`parse_action` raises ValueError for text that is no action."""
        self._action_text, self._parse_action = action_text, parse_action

    def parsed(self, saved: Saved[str]) -> Saved[A]:
        """A deal with its actions parsed. A row whose action, or an ancestor's, cannot be parsed is
        left out and counted in `unread`.
        """
        actions: dict[str, A] = {}
        for text in {row[2] for row in saved.rows}:
            with suppress(ValueError):
                actions[text] = self._parse_action(text)
        rows = tuple(_with_action(row, actions[row[2]]) for row in saved.rows if row[2] in actions)
        if len(rows) < len(saved.rows):
            rows = tuple(rooted(rows))
        key, number, _, here, bookmarks, state, when, last_opened, revision, _ = saved
        unread = len(saved.rows) - len(rows)
        return Saved(key, number, rows, here, bookmarks, state, when, last_opened, revision, unread)

    def parsed_rows(self, rows: Iterable[NodeRow[str]]) -> list[NodeRow[A]]:
        """Some rows with their actions parsed. Raises ValueError if one cannot be parsed."""
        return [_with_action(row, self._parse_action(row.action)) for row in rows]

    def as_text(self, changes: HistoryChanges[A]) -> HistoryChanges[str]:
        """The changes of a tree with their actions as text."""
        rows = (_with_action(row, self._action_text(row.action)) for row in changes.written)
        return HistoryChanges(tuple(rows), changes.removed, changes.here, changes.bookmarks)


def _with_action(row: NodeRow[Any], action: T) -> NodeRow[T]:
    """A row with its action replaced, by text or by what was parsed from it."""
    id, parent, _, cost, visit, mark, won = row
    return NodeRow(id, parent, action, cost, visit, mark, bool(won))

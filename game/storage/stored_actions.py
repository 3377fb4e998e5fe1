"""Converts the actions of trees between text, as they are on disk, and values."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, TypeVar

from game.core.moves import Action, action_text, parse_action
from game.history import HistoryChanges, NodeRow
from game.storage.stored_deal import Saved
from game.storage.tree_union import rooted

T = TypeVar("T")


def parsed(saved: Saved[str]) -> Saved[Action]:
    """A deal with its actions parsed. A row whose action, or an ancestor's, cannot be parsed is
    left out and counted in `unread`.
    """
    actions: dict[str, Action] = {}
    for text in {row[2] for row in saved.rows}:
        with suppress(ValueError):
            actions[text] = parse_action(text)
    rows = tuple(_with_action(row, actions[row[2]]) for row in saved.rows if row[2] in actions)
    if len(rows) < len(saved.rows):
        rows = tuple(rooted(rows))
    key, number, _, here, bookmarks, state, when, last_opened, revision, _, pack = saved
    unread = len(saved.rows) - len(rows)
    whole = (key, number, rows, here, bookmarks, state, when, last_opened, revision, unread, pack)
    return Saved(*whole)


def parsed_rows(rows: Iterable[NodeRow[str]]) -> list[NodeRow[Action]]:
    """Some rows with their actions parsed. Raises ValueError if one cannot be parsed."""
    return [_with_action(row, parse_action(row.action)) for row in rows]


def as_text(changes: HistoryChanges[Action]) -> HistoryChanges[str]:
    """The changes of a tree with their actions as text."""
    rows = (_with_action(row, action_text(row.action)) for row in changes.written)
    return HistoryChanges(tuple(rows), changes.removed, changes.here, changes.bookmarks)


def _with_action(row: NodeRow[Any], action: T) -> NodeRow[T]:
    """A row with its action replaced, by text or by what was parsed from it."""
    id, parent, _, cost, visit, key_hash, won = row
    return NodeRow(id, parent, action, cost, visit, key_hash, bool(won))

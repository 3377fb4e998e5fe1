"""What of a deal's history is saved: rows of edges, and lines."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

A = TypeVar("A")


class EdgeRow(NamedTuple, Generic[A]):
    """An action from one position to another, as it is saved. Positions are signed 64-bit hashes of
    their keys; 0 is every won position.
    """

    source: int
    target: int
    action: A
    cost: int
    """Counted moves, at least 1."""
    first: int = 0
    """The deal's walk counter when the edge was first walked; 0: never walked, only known."""
    walked: int = 0
    """The same, when it was last walked; 0: never."""


class SavedLine(NamedTuple, Generic[A]):
    """A line from the deal on, in the very places in which its actions were made."""

    actions: tuple[A, ...] = ()
    place: int = 0
    """How many of the actions are made; those behind it are undone."""


class HistoryChanges(NamedTuple, Generic[A]):
    """The difference to the saved history."""

    edges: tuple[EdgeRow[A], ...] = ()
    """Edges that are new or have changed."""
    removed: tuple[tuple[int, int], ...] = ()
    """Source and target of edges that are gone."""
    kept: int = 0
    """So many actions of the saved line still hold, from its beginning."""
    actions: tuple[A, ...] = ()
    """What follows them now, up to the end of the line."""
    place: int = 0
    """How many actions of the line are made."""
    bookmarks: tuple[SavedLine[A], ...] | None = None
    """The whole stack, the last one pushed at the end; None: unchanged."""

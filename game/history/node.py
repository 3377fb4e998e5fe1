"""The nodes of a deal's tree, and the rows they are saved as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from game.core.named_tuple import NamedTuple

A = TypeVar("A")

ROOT = 0
"""The id of the deal itself. It has no row: a tree without rows is a deal not played yet."""


class HistoryError(ValueError):
    """The rows of a tree do not fit together; the message says which."""


class NodeRow(NamedTuple, Generic[A]):
    """One saved node: what cannot be derived from its parent."""

    id: int
    parent: int
    action: A
    cost: int
    """Counted moves of the action."""
    visit: int
    """Grows with each visit; redo takes the sibling with the greatest value. 0 or less: the node
    was added without being played, so redo takes it last.
    """
    key_hash: int
    """The signed 64-bit hash of the position's key; 0 for a won position."""
    won: bool


class HistoryChanges(NamedTuple, Generic[A]):
    """The difference to the saved tree: rows to write (new or changed) and ids to remove."""

    written: tuple[NodeRow[A], ...]
    removed: tuple[int, ...]
    here: int
    bookmarks: tuple[int, ...]


class Node(Generic[A]):
    """A position in the tree. For reading only: History alone changes it."""

    __slots__ = (
        "action",
        "children",
        "cost",
        "depth",
        "id",
        "key_hash",
        "parent",
        "to_go",
        "visit",
        "won",
    )

    def __init__(
        self,
        id: int,
        action: A | None,
        cost: int,
        visit: int,
        key_hash: int = 0,
        won: bool = False,
    ) -> None:
        self.id = id
        self.parent: Node[A] | None = None
        self.action = action
        self.cost = cost
        self.visit = visit
        self.key_hash = key_hash
        self.won = won
        self.depth = 0
        """Counted moves from the deal."""
        self.to_go = 0 if won else None
        """Counted moves to the nearest win below, or below a twin (`Transpositions.ahead`); None:
        no win is known.
        """
        self.children: list[Node[A]] = []
        """Children; the one visited last comes first."""

    @property
    def answer(self) -> int | None:
        """Counted moves of the shortest answer through this node, from the deal, or None."""
        return None if self.to_go is None else self.depth + self.to_go

    @property
    def rank(self) -> tuple[int, int]:
        """The sorting key of twins: the shortest first, then the oldest."""
        return self.depth, self.id

    @property
    def row(self) -> NodeRow[A]:
        """The node as it is saved. Raises ValueError for the deal itself, which has no row."""
        if self.parent is None or self.action is None:
            raise ValueError("the deal itself is not saved as a row")
        return NodeRow(
            self.id, self.parent.id, self.action, self.cost, self.visit, self.key_hash, self.won
        )

    def is_same(self, other: Node[A]) -> bool:
        """Whether two nodes with the same parent position hold the same action, that is, one that
        leads to the same position in equally many moves. Won positions have no key hash, so there
        the actions themselves are compared.
        """
        if self.won or other.won:
            return self.action == other.action
        return self.key_hash == other.key_hash and self.cost == other.cost

    def child_like(self, other: Node[A]) -> Node[A] | None:
        """The child with the same action as another node (`is_same`), or None."""
        return next((child for child in self.children if child.is_same(other)), None)

    def up(self) -> Iterator[Node[A]]:
        """The path from this node up to the deal, both included."""
        at: Node[A] | None = self
        while at is not None:
            yield at
            at = at.parent

    def is_above(self, other: Node[A]) -> bool:
        """Whether this node is on the path from the deal to another one, or is that node."""
        at: Node[A] | None = other
        while at is not None and at.depth > self.depth:
            at = at.parent
        return at is self


def by_visit(node: Node[A]) -> int:
    """The sorting key of siblings, to be reversed."""
    return node.visit


def actions_of(nodes: Iterable[Node[A]]) -> list[A]:
    """The actions that lead to each of these nodes from the one before."""
    return [node.action for node in nodes if node.action is not None]

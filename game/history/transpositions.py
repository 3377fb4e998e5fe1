"""Twins: nodes that hold the same position, reached by different paths."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from game.core.hashing import hash_text
from game.history.node import Node, by_visit

A = TypeVar("A")


class Transpositions(Generic[A]):
    """Groups of nodes that hold the same position, each led by its shortest twin: the node reached
    in fewest moves; of equals, the oldest.

    Only 64-bit hashes of keys are kept, so that a saved tree opens without being replayed. In a
    tree of 100,000 positions, the chance that two hashes collide is one in four thousand million.
    Won positions have no twins: each answer has a last node of its own.
    """

    def __init__(self) -> None:
        self._first: dict[int, Node[A]] = {}
        self._groups: dict[int, list[Node[A]]] = {}
        self._nearest: dict[int, list[Node[A]]] = {}
        """What `_shortest` has found, by key hash; dropped when the group or its depths change."""
        self._passing: dict[int, dict[int, bool]] = {}
        """By key hash: whether the path to a twin, itself included, holds one of the shortest, by
        id, as far as was asked. Dropped together with them.
        """

    def ahead(self, node: Node[A]) -> list[Node[A]]:
        """The nodes that redo can go to from a node: its own children, and those children of its
        shortest twins whose action was not tried from the node itself; of the same action, the
        child of the oldest. The one visited last comes first. If a shortest twin is on the path to
        the node, no twin counts: redo would run in a circle.
        """
        if not self.has_twin(node):
            return node.children
        found = list(node.children)
        if not self._passes_shortest(node):
            for twin in self._shortest(node):
                found += [child for child in twin.children if not any(map(child.is_same, found))]
        if len(found) == len(node.children):
            return node.children
        return sorted(found, key=by_visit, reverse=True)

    def next(self, node: Node[A]) -> Node[A] | None:
        """The first of `ahead`, or None. If it is a child of the node itself, the path to the node
        is not walked: redo to the end of a long line asks each of its nodes.
        """
        own = node.children[0] if node.children else None
        if own is not None and not self._tried_later(node, own.visit):
            return own
        return next(iter(self.ahead(node)), None)

    def _tried_later(self, node: Node[A], visit: int) -> bool:
        """Whether a child of a shortest twin was visited after `visit`."""
        if not self.has_twin(node):
            return False
        return any(
            twin.children and twin.children[0].visit > visit for twin in self._shortest(node)
        )

    def behind(self, node: Node[A]) -> Iterator[Node[A]]:
        """The nodes that this one is `ahead` of, its parent first."""
        parent = node.parent
        if parent is None:
            return
        yield parent
        if not self.has_twin(parent) or parent.depth > self.first(parent).depth:
            return
        shortest = self._shortest(parent)
        older = shortest[: shortest.index(parent)]
        if any(each.child_like(node) is not None for each in older):
            return
        for twin in self.others(parent):
            if twin.child_like(node) is None and not self._passes_shortest(twin):
                yield twin

    def _shortest(self, node: Node[A]) -> list[Node[A]]:
        """The shortest of a node and its twins, the oldest first. The node must have a twin."""
        found = self._nearest.get(node.key_hash)
        if found is None:
            least = self._first[node.key_hash].depth
            found = [each for each in self._groups[node.key_hash] if each.depth == least]
            self._nearest[node.key_hash] = found
        return found

    def _passes_shortest(self, node: Node[A]) -> bool:
        """Whether the path to a node passes one of its shortest twins. The node must have a twin.

        The path is walked back only to a twin whose answer is known: on a line that goes round and
        round, the whole way back from each node would take minutes.
        """
        shortest = self._shortest(node)
        if node.depth == shortest[0].depth:
            return False
        known = self._passing.setdefault(node.key_hash, {each.id: True for each in shortest})
        twins, at = [], node
        while at.parent and at.depth > shortest[0].depth and at.id not in known:
            if at.key_hash == node.key_hash:
                twins.append(at.id)
            at = at.parent
        found = known.get(at.id, False)
        known.update(dict.fromkeys(twins, found))
        return found

    def forget(self, key_hash: int) -> None:
        """Drop what was found of a group: a member was added, removed, or became shorter."""
        self._nearest.pop(key_hash, None)
        self._passing.pop(key_hash, None)

    def add(self, node: Node[A]) -> None:
        """Add a node; it leads its group only if it is the first member."""
        if node.won:
            return
        self.forget(node.key_hash)
        known = self._first.setdefault(node.key_hash, node)
        if known is not node:
            self._groups.setdefault(node.key_hash, [known]).append(node)

    def remove(self, node: Node[A]) -> None:
        """Remove a node; if it led its group, its best twin takes over."""
        if node.won:
            return
        self.forget(node.key_hash)
        group = self._groups.get(node.key_hash)
        if group is None:
            del self._first[node.key_hash]
            return
        group.remove(node)
        self._first[node.key_hash] = self.best(group[0])
        if len(group) == 1:
            del self._groups[node.key_hash]

    def fill(self, nodes: Iterable[Node[A]]) -> None:
        """Add many nodes, in any order, and make the best node of every group its leader. Each
        group is sorted by age, as if its nodes had been added when they were made.
        """
        first = self._first
        for node in nodes:
            if node.key_hash in first or node.won:
                self.add(node)
            else:
                first[node.key_hash] = node
        for group in self._groups.values():
            group.sort(key=lambda node: node.id)
            self.lead(self.best(group[0]))

    def lead(self, node: Node[A]) -> None:
        """Make this node the leader of its group."""
        self.forget(node.key_hash)
        self._first[node.key_hash] = node

    def has_twin(self, node: Node[A]) -> bool:
        """Whether another node holds the same position."""
        return not node.won and node.key_hash in self._groups

    def others(self, node: Node[A]) -> list[Node[A]]:
        """All other nodes that hold the same position, the oldest first."""
        return [twin for twin in self._groups.get(node.key_hash, ()) if twin is not node]

    def better(self, node: Node[A]) -> Node[A] | None:
        """The twin that is reached in the fewest moves; of equals, the one with the shortest
        answer. None if no twin is better than the node itself in either respect.
        """
        if not self.has_twin(node):
            return None
        best = min([*self.others(node), node], key=_worth)
        return best if _worth(best)[:2] < _worth(node)[:2] else None

    def best(self, node: Node[A]) -> Node[A]:
        """The best node of a group, which should lead it."""
        return (
            node
            if node.won
            else min(self._groups.get(node.key_hash, (node,)), key=lambda twin: twin.rank)
        )

    def first(self, node: Node[A]) -> Node[A]:
        """The leader of a node's group; the node itself if it has no twin."""
        return node if node.won else self._first[node.key_hash]


def _worth(node: Node[A]) -> tuple[int, float, int]:
    """The sorting key for `better`: moves to a node, moves of the shortest answer that goes on from
    its own children, age.
    """
    own = (node.depth + c.cost + c.to_go for c in node.children if c.to_go is not None)
    return node.depth, min(own, default=float("inf")), node.id


def key_hash_of(key: Hashable) -> int:
    """The signed 64-bit hash of a key, the same on every machine and in every version.

    A key is made of int, bool, str and bytes in tuples and frozensets.
    """
    return hash_text(_text(key))


def _text(key: object) -> str:
    """One text per key, independent of the order in which sets are iterated."""
    if isinstance(key, frozenset):
        return "{" + ",".join(sorted(map(_text, key))) + "}"
    if isinstance(key, tuple):
        # Most items of a key are cards: a recursive call for each would take most of the time.
        return "(" + ",".join([str(k) if type(k) is int else _text(k) for k in key]) + ")"
    return repr(key)

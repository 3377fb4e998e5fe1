"""The tree itself: how it grows, is pruned and grafted, finds answers, and is saved."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Generic, TypeVar

from game.history.node import ROOT, HistoryError, Node, NodeRow, by_visit
from game.history.transpositions import Transpositions, key_hash_of

P = TypeVar("P")
A = TypeVar("A")

LARGE = 20_000
"""From so many nodes on a tree that was opened is set aside from the search for garbage."""
POSITIONS_KEPT = 1024
"""Positions are cheap to replay and dear to keep: the older ones go beyond this many."""


class Tree(Generic[P, A]):
    """All positions of a deal that were tried, and the actions between them.

    It holds, after each public call: of twins the shortest leads its group (equal ones: the
    oldest); `to_go` of each node is true; siblings stand in the order of their visits.
    """

    def __init__(
        self,
        start: P,
        apply: Callable[[P, A], P],
        key: Callable[[P], Hashable],
        is_won: Callable[[P], bool],
    ) -> None:
        self.apply, self._key, self._is_won = apply, key, is_won
        self.shape = 0
        self.root: Node[A] = Node(ROOT, None, 0, 0)
        self.nodes = {ROOT: self.root}
        self.transpositions: Transpositions[A] = Transpositions()
        self._positions = {ROOT: start}
        self.next_id = 1
        """The id of the next node that grows."""
        self._visits = 0
        self._added: set[int] = set()
        self._changed: set[int] = set()
        self._removed: set[int] = set()
        self._know(self.root, start)

    # Reading

    def position_of(self, node: Node[A]) -> P:
        """The position of a node, replayed from the nearest one that is still known."""
        steps: list[Node[A]] = []
        while node.id not in self._positions and node.parent is not None:
            steps.append(node)
            node = node.parent
        position = self._positions[node.id]
        for step in reversed(steps):
            assert step.action is not None
            position = self.apply(position, step.action)
            self._remember(step, position)
        return position

    def walk(self) -> Iterator[Node[A]]:
        """Every node, parents first, each branch whole before the next, visited last first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    # Growing and forgetting

    def grow(self, above: Node[A], action: A, cost: int, position: P) -> Node[A]:
        """Add the first child of a node. `settle` it before anything else happens."""
        self._visits += 1
        node = Node(self.next_id, action, cost, self._visits)
        self.next_id += 1
        node.parent, node.depth = above, above.depth + cost
        above.children.insert(0, node)
        self.nodes[node.id] = node
        self._added.add(node.id)
        self._remember(node, position)
        self._know(node, position)
        self._refresh_answers(above)
        self.shape += 1
        return node

    def put_first(self, node: Node[A]) -> None:
        """Let redo take this node from its parent; only a change of order is a change."""
        siblings = node.parent.children if node.parent else [node]
        if siblings[0] is node:
            return
        siblings.remove(node)
        siblings.insert(0, node)
        self._visits += 1
        node.visit = self._visits
        self._touch(node)

    def forget_leaf(self, node: Node[A]) -> None:
        """Remove a node that has no children."""
        assert node.parent is not None and not node.children
        node.parent.children.remove(node)
        self._remove([node])
        self._refresh_answers(node.parent)

    def keep_only(self, kept: Sequence[Node[A]]) -> None:
        """Forget every node that is not one of these: the root first, and no child before its
        parent.
        """
        ids = {node.id for node in kept}
        gone: list[Node[A]] = []
        for node in kept:
            gone.extend(child for child in node.children if child.id not in ids)
            node.children = [child for child in node.children if child.id in ids]
        for node in gone:  # grows while it is read, until it holds whole branches
            gone.extend(node.children)
        self._remove(gone)
        for node in reversed(kept):
            self._refresh_answers(node)

    def _know(self, node: Node[A], position: P) -> None:
        """Find out whether a new node is won, and if not, which position it holds."""
        node.won = self._is_won(position)
        node.to_go = 0 if node.won else None
        node.key_hash = 0 if node.won else key_hash_of(self._key(position))
        self.transpositions.add(node)

    def _remember(self, node: Node[A], position: P) -> None:
        if len(self._positions) > POSITIONS_KEPT:
            start = self._positions[ROOT]
            newest = list(self._positions.items())[POSITIONS_KEPT // 2 :]
            self._positions = {ROOT: start, **dict(newest)}
        self._positions[node.id] = position

    def _remove(self, nodes: Iterable[Node[A]]) -> None:
        """Let nodes go that no child list names any more."""
        for node in nodes:
            del self.nodes[node.id]
            self._positions.pop(node.id, None)
            self._changed.discard(node.id)
            if node.id in self._added:
                self._added.remove(node.id)
            else:
                self._removed.add(node.id)
            self.transpositions.remove(node)
        self.shape += 1

    def _refresh_answers(self, node: Node[A] | None) -> None:
        """Find a node's shortest answer again, and those above as far as they change by it."""
        while node is not None and not node.won:
            ways = [c.cost + c.to_go for c in node.children if c.to_go is not None]
            to_go = min(ways, default=None)
            if to_go == node.to_go:
                return
            node.to_go = to_go
            node = node.parent

    # Grafting

    def settle(self, node: Node[A]) -> list[tuple[Node[A], Node[A]]]:
        """Let a node take over what is known of its position, where it is the best way to it.

        What comes over gets shorter too, and may in its turn be better than its twins elsewhere.
        Returns who has handed over to whom, in order. No branch can land below itself: it goes
        to the best of all twins, which is never deeper than where it leaves.
        """
        handed = []
        unsettled = [node]
        while unsettled:
            new = self.transpositions.best(unsettled.pop())
            if new is not self.transpositions.first(new):
                self.transpositions.lead(new)
                for old in self.transpositions.others(new):
                    unsettled += self._graft(old, new)
                    handed.append((old, new))
        return handed

    def _graft(self, old: Node[A], new: Node[A]) -> list[Node[A]]:
        """Hang the children of a node on its better twin; returns which nodes to settle next.

        Where both know an action, each keeps its own child: these are twins, and are settled too.
        """
        movable = [child for child in old.children if new.child_by(child.action) is None]
        unsettled: list[Node[A]] = []
        old.children = [child for child in old.children if child not in movable]
        new.children = sorted([*new.children, *movable], key=by_visit, reverse=True)
        for child in movable:
            child.parent = new
            self._touch(child)
            unsettled += self._shorten(child, old.depth - new.depth)
        self._refresh_answers(old)
        self._refresh_answers(new)
        self.shape += 1
        return unsettled

    def _shorten(self, top: Node[A], by: int) -> list[Node[A]]:
        """Correct a branch that has moved; returns those of its nodes that have twins."""
        branch = [top]
        for node in branch:  # grows while it is read, until it is the branch whole
            node.depth -= by
            self._positions.pop(node.id, None)  # columns may be permuted there now
            branch.extend(node.children)
        return [node for node in branch if self.transpositions.has_twin(node)]

    # Saving

    def rows(self) -> list[NodeRow[A]]:
        """Every node but the root as it is saved, in no promised order."""
        return [node.row for node in self.nodes.values() if node is not self.root]

    def take_changes(self) -> tuple[tuple[NodeRow[A], ...], tuple[int, ...]]:
        """The rows to write and the ids to remove since this was last asked, by id."""
        written = tuple(self.nodes[id].row for id in sorted(self._added | self._changed))
        removed = tuple(sorted(self._removed))
        for ids in (self._added, self._changed, self._removed):
            ids.clear()
        return written, removed

    def restore(self, rows: Iterable[NodeRow[A]]) -> None:
        """Fill a tree that has only its root. HistoryError where the rows are not one tree."""
        with garbage_left_alone():
            self._restore(rows)
        if len(self.nodes) > LARGE:
            freeze_tree()

    def _restore(self, rows: Iterable[NodeRow[A]]) -> None:
        for child, parent in self._take(rows):
            above = self.nodes.get(parent)
            if above is None:
                raise HistoryError(f"node {child.id} hangs on node {parent}, which is not there")
            child.parent = above
            above.children.append(child)
        order = self._link()
        self.transpositions.fill(order)
        for node in reversed(order):
            if node.to_go is not None:
                _tell_answer(node)
        self.next_id = max(self.nodes) + 1
        self._visits = max(node.visit for node in self.nodes.values())

    def _take(self, rows: Iterable[NodeRow[A]]) -> list[tuple[Node[A], int]]:
        """Make the nodes; returns each with the id of its parent."""
        nodes = self.nodes
        taken = []
        for id, parent, action, cost, visit, key_hash, won in rows:
            if id in nodes or id < ROOT or cost < 1:
                raise HistoryError(f"node {id} is not possible, or there twice")
            nodes[id] = node = Node(id, action, cost, visit, key_hash, won)
            taken.append((node, parent))
        return taken

    def _link(self) -> list[Node[A]]:
        """Put children in order and find depths; returns all nodes but the root, parents first."""
        order = [self.root]
        for node in order:  # grows while it is read
            if len(node.children) > 1:
                node.children.sort(key=by_visit, reverse=True)
            for child in node.children:
                child.depth = node.depth + child.cost
            order.extend(node.children)
        if len(order) != len(self.nodes):
            raise HistoryError("some nodes hang on each other in a circle")
        return order[1:]

    def _touch(self, node: Node[A]) -> None:
        """Note that a node's row is another one now."""
        if node.id not in self._added:
            self._changed.add(node.id)


def _tell_answer(node: Node[A]) -> None:
    """Tell a node's answer to its parent, which keeps the shortest it is told."""
    above = node.parent
    if node.to_go is None or above is None or above.won:
        return
    way = node.cost + node.to_go
    if above.to_go is None or way < above.to_go:
        above.to_go = way


def freeze_tree() -> None:
    """Let the search for garbage pass over all there is now: looking through a large tree again
    and again would hold up frames. What was set aside before and is garbage by now goes first.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()


@contextmanager
def garbage_left_alone() -> Iterator[None]:
    """Collect no garbage meanwhile: looking through all the new nodes doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()

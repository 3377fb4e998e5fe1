"""The tree itself: how it grows, is pruned and grafted, finds answers, and is saved."""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

from game.core.garbage_collection import garbage_collection_paused
from game.history.node import ROOT, HistoryError, Node, NodeRow, by_visit
from game.history.transpositions import Transpositions, key_hash_of

P = TypeVar("P")
A = TypeVar("A")

LARGE = 20_000
"""Nodes: trees above this size are frozen out of garbage collection when they are opened."""
POSITIONS_KEPT = 1024
"""Positions held in memory. Older ones are dropped and replayed when they are asked for."""


class Tree(Generic[P, A]):
    """All positions of a deal that were tried, and the actions between them.

    Invariants after each public call: the twin with the least depth leads its group (of equals,
    the oldest); `to_go` of each node is the length of the shortest answer from there through the
    nodes `ahead`; siblings are ordered by visit, the last visited first.
    """

    def __init__(
        self,
        start: P,
        apply: Callable[[P, A], P],
        key: Callable[[P], Hashable],
        is_won: Callable[[P], bool],
        cost: Callable[[P, A], int],
    ) -> None:
        self._apply, self._key, self._is_won, self._cost = apply, key, is_won, cost
        self.shape = 0
        won = is_won(start)
        self.root: Node[A] = Node(ROOT, None, 0, 0, 0 if won else key_hash_of(key(start)), won)
        self.nodes = {ROOT: self.root}
        self.transpositions: Transpositions[A] = Transpositions()
        self._positions = {ROOT: start}
        self.next_id = 1
        """The id of the next node that grows."""
        self._visits = 0
        self._wins = 0
        """How many nodes are won."""
        self._added: set[int] = set()
        self._changed: set[int] = set()
        self._removed: set[int] = set()
        self._take_in(self.root)

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
            position = self._apply(position, step.action)
            self._remember(step, position)
        return position

    def walk(self) -> Iterator[Node[A]]:
        """Every node, depth-first and parents first; of siblings, the one visited last first."""
        stack = [self.root]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def new_node(self, position: P, action: A) -> tuple[Node[A], P]:
        """A node without a parent for an action from a position, and the position it leads to.
        Exceptions of `apply` pass through.
        """
        after, cost = self._apply(position, action), self._cost(position, action)
        if cost < 1:
            raise ValueError(f"{action!r} counts {cost} moves, which is less than one")
        won = self._is_won(after)
        key_hash = 0 if won else key_hash_of(self._key(after))
        return Node(self.next_id, action, cost, 0, key_hash, won), after

    def known(self, node: Node[A], new: Node[A], *, own: bool) -> Node[A] | None:
        """The node that `new` repeats among the nodes tried from `node`, or None. With `own`, only
        the children of `node` count, not those of its twins.
        """
        tried = node.children if own else self.transpositions.ahead(node)
        return next((child for child in tried if child.is_same(new)), None)

    def shortest_answer_nodes(self, node: Node[A]) -> list[Node[A]]:
        """The nodes after this one along the shortest answer; empty if there is none."""
        nodes: list[Node[A]] = []
        while node.to_go:
            left, tried = node.to_go, self.transpositions.ahead(node)
            node = next(c for c in tried if c.to_go is not None and c.cost + c.to_go == left)
            nodes.append(node)
        return nodes

    # Growing and forgetting

    def grow(self, above: Node[A], node: Node[A], position: P, *, last: bool = False) -> None:
        """Attach a new node to a parent, as the child that redo takes first or, with `last`, last.
        Call `settle` with it before any other method.
        """
        self._visits += not last
        node.visit = min((0, *(c.visit - 1 for c in above.children))) if last else self._visits
        node.parent, node.depth = above, above.depth + node.cost
        above.children.insert(len(above.children) if last else 0, node)
        self.nodes[node.id] = node
        self.next_id += 1
        self._added.add(node.id)
        self._remember(node, position)
        self._take_in(node)
        self.shape += 1

    def put_first(self, node: Node[A], before: Node[A] | None = None) -> None:
        """Make redo go to this node from its parent, or from `before`, a twin of the parent. The
        row counts as changed only if the order changes.
        """
        if node.parent is None or self.transpositions.next(before or node.parent) is node:
            return
        siblings = node.parent.children
        siblings.remove(node)
        siblings.insert(0, node)
        self._visits += 1
        node.visit = self._visits
        self._touch(node)

    def forget_leaf(self, node: Node[A]) -> None:
        """Remove a node that has no children."""
        assert node.parent is not None and not node.children
        node.parent.children.remove(node)
        counts = node.to_go is not None or self.transpositions.has_twin(node)
        self._remove([node])
        if counts:
            self._find_answers()

    def keep_only(self, kept: Sequence[Node[A]]) -> None:
        """Remove every node that is not in `kept`, which begins with the root and has no child
        before its parent.
        """
        ids = {node.id for node in kept}
        gone: list[Node[A]] = []
        for node in kept:
            gone.extend(child for child in node.children if child.id not in ids)
            node.children = [child for child in node.children if child.id in ids]
        for node in gone:  # grows while it is read, until it holds whole branches
            gone.extend(node.children)
        self._remove(gone)
        self._find_answers()

    def _take_in(self, node: Node[A]) -> None:
        self._wins += node.won
        self.transpositions.add(node)

    def _remember(self, node: Node[A], position: P) -> None:
        if len(self._positions) > POSITIONS_KEPT:
            start = self._positions[ROOT]
            newest = list(self._positions.items())[POSITIONS_KEPT // 2 :]
            self._positions = {ROOT: start, **dict(newest)}
        self._positions[node.id] = position

    def _remove(self, nodes: Iterable[Node[A]]) -> None:
        """Remove nodes that were already taken out of their parents' child lists."""
        for node in nodes:
            del self.nodes[node.id]
            self._positions.pop(node.id, None)
            self._changed.discard(node.id)
            if node.id in self._added:
                self._added.remove(node.id)
            else:
                self._removed.add(node.id)
            self.transpositions.remove(node)
            self._wins -= node.won
        self.shape += 1

    # Answers

    def _find_answers(self) -> None:
        """Recompute all answers: after nodes were removed or moved, some may be longer. Takes some
        100 ms in a tree of 100,000 nodes full of answers, and nothing if no node is won.
        """
        if self._wins:
            for node in self.nodes.values():
                node.to_go = 0 if node.won else None
            self._spread_answers(node for node in self.nodes.values() if node.won)

    def _spread_answers(self, found: Iterable[Node[A]]) -> None:
        """Propagate the answers of some nodes to the nodes they are ahead of, nearest first."""
        waiting = [(node.to_go or 0, node.id) for node in found]
        heapify(waiting)
        while waiting:
            to_go, id = heappop(waiting)
            node = self.nodes[id]
            if to_go != node.to_go:
                continue  # a shorter one has been found meanwhile
            way = node.cost + to_go
            for above in self.transpositions.behind(node):
                if above.to_go is None or way < above.to_go:
                    above.to_go = way
                    heappush(waiting, (way, above.id))

    # Grafting

    def settle(self, node: Node[A]) -> list[tuple[Node[A], Node[A]]]:
        """Graft the branches of its twins onto a node that is the shortest path to its position.

        The moved nodes get nearer to the deal too, and may then be better than their own twins
        elsewhere. The nodes nearest to the deal settle first: the branches that they move lie
        deeper, so each position changes its leader at most once. Returns the pairs of nodes
        (branches moved from, moved to), in order. No branch can land below itself: it moves to
        the best of all twins, which is never deeper than the node it leaves.
        """
        handed = []
        unsettled = [node.rank]
        while unsettled:
            new = self.transpositions.best(self.nodes[heappop(unsettled)[1]])
            if new is not self.transpositions.first(new):
                self.transpositions.lead(new)
                for old in self.transpositions.others(new):
                    for moved in self._graft(old, new):
                        heappush(unsettled, moved.rank)
                    handed.append((old, new))
        above = node.parent
        if (
            handed
            or self.transpositions.has_twin(node)
            or (above and self.transpositions.has_twin(above))
        ):
            self._find_answers()
        elif node.won:
            self._spread_answers([node])
        return handed

    def _graft(self, old: Node[A], new: Node[A]) -> list[Node[A]]:
        """Move a node's children to its shortest twin; returns the nodes to settle next.

        If an action was tried from both, each keeps its own child; these two are twins and are
        settled too.
        """
        movable = [child for child in old.children if new.child_like(child) is None]
        unsettled: list[Node[A]] = []
        old.children = [child for child in old.children if child not in movable]
        new.children = sorted([*new.children, *movable], key=by_visit, reverse=True)
        for child in movable:
            child.parent = new
            self._touch(child)
            unsettled += self._shorten(child, old.depth - new.depth)
        return unsettled

    def _shorten(self, top: Node[A], by: int) -> list[Node[A]]:
        """Correct the depths of a moved branch; returns those of its nodes that have twins."""
        branch = [top]
        for node in branch:  # grows while it is read, until it holds the whole branch
            node.depth -= by
            self.transpositions.forget(node.key_hash)
            self._positions.pop(node.id, None)  # columns may be permuted there now
            branch.extend(node.children)
        return [node for node in branch if self.transpositions.has_twin(node)]

    # Saving

    def rows(self) -> list[NodeRow[A]]:
        """The rows of all nodes except the root, in no defined order."""
        return [node.row for node in self.nodes.values() if node is not self.root]

    def take_changes(self) -> tuple[tuple[NodeRow[A], ...], tuple[int, ...]]:
        """The rows to write and the ids to remove since the last call, both sorted by id."""
        written = tuple(self.nodes[id].row for id in sorted(self._added | self._changed))
        removed = tuple(sorted(self._removed))
        for ids in (self._added, self._changed, self._removed):
            ids.clear()
        return written, removed

    def write_again(self, ids: Iterable[int]) -> None:
        """Have `take_changes` return the rows of these nodes, although they have not changed."""
        self._changed.update(ids)

    def restore(self, rows: Iterable[NodeRow[A]]) -> None:
        """Fill a tree that has only its root. Raises HistoryError if the rows are not one tree."""
        with garbage_collection_paused():
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
        self._wins = sum(node.won for node in order)
        self._spread_answers(node for node in order if node.won)
        self.next_id = max(self.nodes) + 1
        self._visits = max(0, *(node.visit for node in self.nodes.values()))

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
        """Sort children and set depths; returns all nodes but the root, parents first."""
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
        """Note that a node's row has changed."""
        if node.id not in self._added:
            self._changed.add(node.id)


def freeze_tree() -> None:
    """Exclude all present objects from garbage collection: a pass over a large tree takes longer
    than a frame. Objects frozen earlier are collected first, if they have become garbage.
    """
    if gc.get_freeze_count():
        gc.unfreeze()
        gc.collect()
    gc.freeze()

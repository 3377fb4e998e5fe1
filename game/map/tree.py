"""The tree that a map draws of a deal's graph, the player's line on it, and the sizes of branches.

Each position stands in it once, at its depth, after the position before it on a shortest way. Each
edge into the win is an end of its own. Nothing here is recursive.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Set
from enum import StrEnum
from typing import Any, TypeVar

from game.history import WON, Edge, History, Line

T = TypeVar("T")
AnyHistory = History[Any, Any]
MapKey = tuple[int, int | None]
"""A position's key and None; WON and the position before it. `History.goto` takes both."""
Slices = Generator[None, None, T]
"""A generator that yields about every millisecond and returns the result."""

SLICE = 1000
"""Nodes per slice: about a millisecond of work."""


class SlicedJob:
    """Runs a generator of slices and drops its result; `done` is True once it has ended."""

    def __init__(self, slices: Slices[Any]) -> None:
        self._slices = slices
        self.done = False

    def work(self, seconds: float) -> None:
        """Continue for `seconds` of this thread's processor time, or to the end."""
        until = time.thread_time() + seconds
        while not self.done and time.thread_time() < until:
            self.done = next(self._slices, self) is self


def finished(slices: Slices[T]) -> T:
    """The result of a generator of slices, at once."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


class MapNode:
    """A position, or one of the edges into the win. For reading only.

    It holds no list: 100,000 more objects would have Python's garbage collector scan the whole
    graph while the tree is made.
    """

    __slots__ = ("answer", "child", "depth", "edge", "key", "parent", "sibling")

    def __init__(
        self, key: int, edge: Edge[Any] | None = None, parent: MapNode | None = None
    ) -> None:
        """`edge`: the one that leads to it; None for the deal."""
        self.key, self.edge, self.parent = key, edge, parent
        self.child: MapNode | None = None
        self.sibling: MapNode | None = None
        """One child, and the next one of its parent, in no order."""
        self.depth: int = 0
        """Counted moves from the deal."""
        if edge is not None and parent is not None:
            self.depth = parent.depth + edge.cost
            parent.child, self.sibling = self, parent.child
        self.answer: MapNode | None = None
        """The end of the shortest answer in the branch that begins here."""

    @property
    def children(self) -> list[MapNode]:
        """The one walked last first."""
        found, child = list[MapNode](), self.child
        while child is not None:
            found.append(child)
            child = child.sibling
        if len(found) > 1:
            found.sort(key=_walked_first)
        return found

    @property
    def won(self) -> bool:
        """Whether it is an edge into the win."""
        return self.key == WON

    @property
    def name(self) -> MapKey:
        """What it is called, in the map of any version of the graph."""
        return self.key, self.edge.source.key if self.won and self.edge else None

    @property
    def goes_on(self) -> bool:
        """Whether an action is known from its position: in the tree it may lead to a node that is
        joined to another one.
        """
        return self.child is not None or (self.edge is not None and bool(self.edge.target.out))

    @property
    def length(self) -> int:
        """The length of the way from the deal, as answers are compared (`Edge.weight`)."""
        return sum(node.edge.weight for node in self.up() if node.edge is not None)

    @property
    def age(self) -> tuple[int, int, int]:
        """The sorting key of branches: the one tried first first."""
        return (0, 0, 0) if self.edge is None else (self.edge.first, *self.edge.ends)

    def up(self) -> Iterator[MapNode]:
        """The node itself, then those before it, to the deal."""
        node: MapNode | None = self
        while node is not None:
            yield node
            node = node.parent


class MapTree:
    """The tree of a history's graph, complete once `made` has run; valid for the `version` of the
    graph at which it was begun.
    """

    def __init__(self, history: AnyHistory) -> None:
        self._history = history
        self.version = history.graph.version
        self.root = MapNode(history.graph.start.key)
        self.nodes = [self.root]
        """Every node after its parent."""
        self._positions = {self.root.key: self.root}
        self._ends: dict[int, MapNode] = {}
        """The edges into the win, by the keys of the positions before it."""
        self.wins: list[MapNode] = []
        """The same, that of the shortest answer first."""

    def made(self) -> Slices[MapTree]:
        """Make the nodes; returns the tree itself."""
        graph, nodes, positions = self._history.graph, self.nodes, self._positions
        waiting, seen = [(graph.start, self.root)], 0
        while waiting:
            seen += 1
            if seen % SLICE == 0:
                yield
            position, node = waiting.pop()
            for edge in position.out:
                after = edge.target
                if after.key == WON:
                    self._ends[node.key] = MapNode(WON, edge, node)
                elif after is not graph.start and (
                    len(after.into) == 1
                    or (after.depth == node.depth + edge.cost and graph.before(after) is edge)
                ):
                    positions[after.key] = child = MapNode(after.key, edge, node)
                    nodes.append(child)
                    waiting.append((after, child))
        nodes += self._ends.values()
        self.wins = sorted(self._ends.values(), key=lambda end: (end.length, _walked_first(end)))
        for end in self.wins:
            for node in end.up():
                if node.answer is not None:
                    break
                node.answer = end
        return self

    def find(self, key: int, source: int | None = None) -> MapNode | None:
        """The node with a name, or None."""
        return self._positions.get(key) if source is None else self._ends.get(source)

    def at(self, line: Line[Any, Any], place: int) -> MapNode:
        """The node of a place on a line."""
        key = line[place].key
        return self._ends[line[place - 1].key] if key == WON else self._positions[key]

    @property
    def here(self) -> MapNode:
        """The node of the present position: at a win, of the edge by which the line came."""
        return self.at(self._history.line, self._history.at)

    @property
    def bookmarks(self) -> tuple[MapNode, ...]:
        """The bookmarked nodes, in the order of the stack."""
        return tuple(self.at(mark.line, mark.place) for mark in self._history.bookmarks)


def _walked_first(node: MapNode) -> tuple[int, int, int]:
    assert node.edge is not None
    walked, target, source = node.edge.rank
    return -walked, -target, -source


class LineOnMap:
    """The player's line on a tree, complete once `made` has run."""

    def __init__(self, tree: MapTree, history: AnyHistory) -> None:
        self._tree, self._history = tree, history
        self.nodes: list[MapNode] = []
        """The nodes of the line, what was undone included."""
        self.walked: set[MapNode] = set()
        """The nodes to which an action of the line led that was made and is in the tree."""
        self.arcs: dict[tuple[MapNode, MapNode], bool] = {}
        """The actions of the line that are not in the tree, by both their ends; whether they were
        made.
        """

    def made(self) -> Slices[LineOnMap]:
        """Follow the line; returns this object itself."""
        before = self._tree.root
        for place in range(len(self._history.line)):
            if place % SLICE == 0:
                yield
            node, made = self._tree.at(self._history.line, place), place <= self._history.at
            self.nodes.append(node)
            if place and node.parent is not before:
                self.arcs.setdefault((before, node), made)
            elif made:
                self.walked.add(node)
            before = node
        return self


class MapFilter(StrEnum):
    """Which positions a map shows. Paths to the present position and to bookmarks always show."""

    ALL = "all"
    ANSWERS = "answers"
    TODAY = "today"
    WINNABLE = "winnable"
    """All positions except those that are known to be lost."""


def shown_nodes(
    tree: MapTree,
    shown: MapFilter,
    always: Iterable[MapNode],
    before_today: int,
    lost: Set[int],
) -> Slices[set[MapNode] | None]:
    """The nodes that a filter shows, with all their ancestors; None: every node.

    `always` holds nodes that every filter shows. Edges whose `first` is greater than `before_today`
    were first walked today. `lost` holds the keys of positions from which no win follows.
    """
    if shown is MapFilter.ALL:
        return None
    kept = {tree.root}
    for node in always:
        _keep_way(node, kept)
    waiting, seen = [tree.root], 0
    while waiting:
        seen += 1
        if seen % SLICE == 0:
            yield
        node = waiting.pop()
        into = [node.edge] if node.won else node.edge.target.into if node.edge else ()
        # When it was first walked to, by the deal's clock; 0: it never was.
        first = min((edge.first for edge in into if edge and edge.first), default=0)
        if shown is not MapFilter.TODAY or first > before_today:
            _keep_way(node, kept)
        if shown is MapFilter.ANSWERS:
            waiting += [child for child in node.children if child.answer is not None]
        elif shown is MapFilter.TODAY:
            waiting += node.children
        else:
            waiting += [child for child in node.children if child.key not in lost]
    return kept


def _keep_way(node: MapNode, kept: set[MapNode]) -> None:
    """Keep a node and all its ancestors."""
    for each in node.up():
        if each in kept:
            return
        kept.add(each)


class Survey:
    """Sizes and depths of all branches of a tree, as far as a filter shows them."""

    def __init__(
        self,
        tree: MapTree,
        kept: Set[MapNode] | None = None,
        has_sign: Callable[[MapNode], bool] | None = None,
    ) -> None:
        """`kept` holds the nodes to show, ancestors included; None: every node. Nodes for which
        `has_sign` is true carry a sign on the map and are never folded away.
        """
        self.tree, self.root = tree, tree.root
        self.has_sign = has_sign
        self._kept = kept
        self.size: dict[MapNode, int] = {}
        """The number of nodes of the branch that begins with a node, itself included."""
        self.reach: dict[MapNode, int] = {}
        """The greatest depth of the same branches."""
        self.wins = [end for end in tree.wins if kept is None or end in kept]
        """The edges into the win, the shortest answer first."""

    def __len__(self) -> int:
        """The number of nodes shown."""
        return self.size[self.root]

    def children(self, node: MapNode) -> list[MapNode]:
        """The shown children of a node."""
        children, kept = node.children, self._kept
        return children if kept is None else [child for child in children if child in kept]

    def below(self, node: MapNode) -> int:
        """The number of nodes below a node, which itself need not be shown."""
        return sum(self.size[child] for child in self.children(node))

    def made(self) -> Slices[Survey]:
        """Survey the tree; returns the survey itself."""
        nodes, kept = self.tree.nodes, self._kept
        if kept is not None:
            nodes = [node for node in nodes if node in kept]
        size, reach = dict.fromkeys(nodes, 1), {node: node.depth for node in nodes}
        self.size, self.reach = size, reach
        for number, node in enumerate(reversed(nodes)):
            if number % SLICE == 0:
                yield
            above = node.parent
            if above is not None:
                size[above] += size[node]
                if reach[node] > reach[above]:
                    reach[above] = reach[node]
        return self

"""The graph of a deal: the positions that are known, and the actions between them.

A position is known by the 64-bit hash of its key. In a graph of 100,000 positions, the chance that
two hashes collide is one in four thousand million. All won positions are one node, `WON`, which no
edge leaves. All lengths are in counted moves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from heapq import heappop, heappush
from typing import Final, Generic, TypeVar

from game.history.line import EdgeRow

A = TypeVar("A")

WON: Final = 0
"""The key of every won position."""
FAR: Final = 1 << 62
"""A length that is not known: greater than any."""

_DEPTH, _TO_GO, _ALONE = range(3)
_REDEAL: Final = 1 << 32
"""What a redeal weighs in the length of an answer: the shortest has the fewest redeals, and of
those the fewest moves.
"""


class Node(Generic[A]):
    """A position. For reading only: Graph alone changes it."""

    __slots__ = ("far", "into", "key", "out")

    def __init__(self, key: int) -> None:
        self.key = key
        self.far = [FAR, FAR, FAR] if key else [FAR, 0, 0]
        """`depth`, `to_go` and `to_go_alone`."""
        self.out: list[Edge[A]] = []
        self.into: list[Edge[A]] = []

    @property
    def depth(self) -> int:
        """The length of the shortest known way from the deal, or FAR."""
        return self.far[_DEPTH]

    @property
    def to_go(self) -> int:
        """Counted moves of the shortest known answer from here, or FAR. In Gaps the shortest answer
        is that with the fewest redeals, and of those with the fewest moves.
        """
        return _moves(self.far[_TO_GO])

    @property
    def to_go_alone(self) -> int:
        """As `to_go`, of an answer without a move that the player had help with."""
        return _moves(self.far[_ALONE])

    @property
    def answer_rank(self) -> tuple[int, int]:
        """Redeals and counted moves of the shortest known answer from here: its sorting key."""
        return divmod(self.far[_TO_GO], _REDEAL)

    @property
    def answer_rank_alone(self) -> tuple[int, int]:
        """As `answer_rank`, of an answer without help."""
        return divmod(self.far[_ALONE], _REDEAL)

    @property
    def won(self) -> bool:
        """Whether this is the won position."""
        return self.key == WON


class Edge(Generic[A]):
    """An action from one position to another. For reading only: Graph alone changes it."""

    __slots__ = ("action", "cost", "first", "helped", "source", "target", "walked", "weight")

    def __init__(
        self, source: Node[A], target: Node[A], action: A, cost: int, first: int, walked: int
    ) -> None:
        self.source, self.target, self.action = source, target, action
        self.cost, self.first, self.walked = cost, first, walked
        self.weight = cost
        """What the edge adds to the length of an answer: its cost, and what its redeals weigh."""
        self.helped = False
        """Whether the player had help with it."""

    @property
    def row(self) -> EdgeRow[A]:
        """The edge as it is saved."""
        ends = self.source.key, self.target.key
        return EdgeRow(*ends, self.action, self.cost, self.first, self.walked)

    @property
    def ends(self) -> tuple[int, int]:
        """The keys of source and target, by which edges are told apart."""
        return self.source.key, self.target.key

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sorting key of edges of equal worth, to be reversed: the one walked last first."""
        return self.walked, self.target.key, self.source.key


class Graph(Generic[A]):
    """The positions of a deal, and the actions between them. Between two positions there is at
    most one.
    """

    def __init__(
        self,
        start: int,
        text: Callable[[A], str] = str,
        redeals: Callable[[A], int] | None = None,
    ) -> None:
        """`start`: the key of the deal itself. `text` gives an action as text: of two actions of
        equal cost between the same positions, a join keeps the one with the lesser text. `redeals`:
        how many redeals an action has; None in a game without.
        """
        self._text, self._redeals = text, redeals
        self.nodes: dict[int, Node[A]] = {}
        self.start = self._node(start)
        self.start.far[_DEPTH] = 0
        self.clock = 0
        """The greatest `walked` of all edges."""
        self.version = 0
        """Grows whenever an edge is added, removed or gets another cost: a map drawn before that
        is out of date.
        """
        self._changed: dict[tuple[int, int], Edge[A] | None] = {}
        """What to save: edges that are new or changed; None: removed."""

    def _node(self, key: int) -> Node[A]:
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = Node(key)
        return node

    def find(self, source: int, target: int) -> Edge[A] | None:
        """The edge between two positions, or None."""
        node = self.nodes.get(source)
        if node is None:
            return None
        return next((edge for edge in node.out if edge.target.key == target), None)

    def edges(self) -> Iterator[Edge[A]]:
        """All edges, in no order."""
        return (edge for node in self.nodes.values() for edge in node.out)

    # Changing

    def add(self, row: EdgeRow[A], *, helped: bool = False) -> Edge[A]:
        """The edge between two positions, new or known; a lesser cost replaces the known one."""
        edge = self.find(row.source, row.target)
        if edge is None:
            edge = self._link(row)
            edge.helped = helped
        elif row.cost < edge.cost:
            self._replace(edge, row)
        else:
            return edge
        self._changed[edge.ends] = edge
        self._relax([edge])
        return edge

    def walk(self, edge: Edge[A]) -> None:
        """Note that an edge was walked just now."""
        self.clock += 1
        edge.walked, edge.first = self.clock, edge.first or self.clock
        self._changed[edge.ends] = edge

    def remove_leaf(self, edge: Edge[A]) -> bool:
        """Remove an edge to a position that no edge leaves and that is not won; no other length
        can depend on it. False, and nothing removed, if its target is another one.
        """
        target = edge.target
        if target.out or target.won or target is self.start:
            return False
        self._unlink(edge)
        target.far[_DEPTH] = min([FAR, *(e.source.depth + e.cost for e in target.into)])
        if not target.into:
            del self.nodes[target.key]
        return True

    def remove(self, edges: Iterable[Edge[A]]) -> None:
        """Remove edges that the rules refuse, and work out all lengths anew."""
        for edge in edges:
            self._unlink(edge)
        for node in self.nodes.values():
            node.far[:] = [FAR, FAR, FAR] if node.key else [FAR, 0, 0]
        self.start.far[_DEPTH] = 0
        self._measure(helped=True)

    def restore(self, rows: Iterable[EdgeRow[A]], told: Collection[tuple[int, int]] = ()) -> None:
        """Fill a fresh graph with its saved edges, each of which comes once: as `join`, but nothing
        is left to save.
        """
        nodes, redeals, clock = self.nodes, self._redeals, 0
        for source_key, target_key, action, cost, first, walked in rows:
            source = nodes.get(source_key) or self._node(source_key)
            target = nodes.get(target_key) or self._node(target_key)
            edge = Edge(source, target, action, cost, first, walked)
            if redeals is not None:
                edge.weight += redeals(action) * _REDEAL
            source.out.append(edge)
            target.into.append(edge)
            if walked > clock:
                clock = walked
        for ends in told:
            known = self.find(*ends)
            if known is not None:
                known.helped = True
        self.clock = clock
        self.version += 1
        self._measure(helped=bool(told))

    def join(self, rows: Iterable[EdgeRow[A]], told: Collection[tuple[int, int]] = ()) -> None:
        """Add the edges of another graph of this deal, in any order. Of an edge that both have:
        the lesser cost and then the lesser text, the later walk, the earlier `first`, the lesser
        help. Commutative, associative, idempotent. `told`: the ends of those with help.
        """
        known = {edge.ends: edge for edge in self.edges()}
        touched: list[Edge[A]] = []
        for row in rows:
            ends = row[:2]
            edge = known.get(ends)
            if edge is None:
                edge = known[ends] = self._link(row)
                edge.helped = ends in told
            elif not self._merge(edge, row, ends in told):
                continue
            touched.append(edge)
            self._changed[ends] = edge
            self.clock = max(self.clock, edge.walked)
        self.version += bool(touched)
        self._relax(touched)

    def _merge(self, edge: Edge[A], row: EdgeRow[A], helped: bool) -> bool:
        """Take over what a row knows better of an edge. False if that is nothing."""
        before = edge.row, edge.helped
        _, _, action, cost, first, walked = row
        if (cost, self._text(action)) < (edge.cost, self._text(edge.action)):
            self._replace(edge, row)
        edge.walked = max(edge.walked, walked)
        edge.first = min(edge.first or first, first or edge.first)
        edge.helped = edge.helped and helped
        return (edge.row, edge.helped) != before

    def _replace(self, edge: Edge[A], row: EdgeRow[A]) -> None:
        _, _, edge.action, edge.cost, _, _ = row
        self._weigh(edge)

    def _weigh(self, edge: Edge[A]) -> None:
        edge.weight = edge.cost
        if self._redeals is not None:
            edge.weight += self._redeals(edge.action) * _REDEAL
        self.version += 1

    def _link(self, row: EdgeRow[A]) -> Edge[A]:
        source_key, target_key, _, cost, _, _ = row
        if source_key in (WON, target_key) or cost < 1:
            raise ValueError(f"{row} is no edge")
        edge = Edge(self._node(source_key), self._node(target_key), *row[2:])
        edge.source.out.append(edge)
        edge.target.into.append(edge)
        self._weigh(edge)
        return edge

    def _unlink(self, edge: Edge[A]) -> None:
        edge.source.out.remove(edge)
        edge.target.into.remove(edge)
        self._changed[edge.ends] = None
        self.version += 1

    def _relax(self, edges: list[Edge[A]]) -> None:
        """Lower all lengths that these edges, which are new or cheaper or have less help, make
        shorter.
        """
        for label in (_DEPTH, _TO_GO, _ALONE):
            lowered: list[Node[A]] = []
            for edge in edges:
                near, other, length = edge.target, edge.source, edge.weight
                if label == _DEPTH:
                    near, other, length = other, near, edge.cost
                length += near.far[label]
                if length < other.far[label] and not (edge.helped and label == _ALONE):
                    other.far[label] = length
                    lowered.append(other)
            self._spread(label, lowered)

    def _measure(self, *, helped: bool) -> None:
        """Work out all lengths, of which only those of the ends are known. `helped`: whether the
        player may have had help with an edge.
        """
        self._spread(_DEPTH, [self.start])
        if WON in self.nodes:
            won = [self.nodes[WON]]
            self._spread(_TO_GO, won)
            if helped:
                self._spread(_ALONE, won)
            else:
                for node in self.nodes.values():
                    node.far[_ALONE] = node.far[_TO_GO]

    @staticmethod
    def _spread(label: int, lowered: list[Node[A]]) -> None:
        """Lower what follows from nodes that were lowered: Dijkstra's algorithm begun there, with
        a bucket for each length.
        """
        onward, alone = label == _DEPTH, label == _ALONE
        buckets: dict[int, list[Node[A]]] = {}
        for node in lowered:
            buckets.setdefault(node.far[label], []).append(node)
        lengths = sorted(buckets)
        while lengths:
            length = heappop(lengths)
            for node in buckets.pop(length):
                if node.far[label] < length:
                    continue  # lowered again since
                for edge in node.out if onward else node.into:
                    other = edge.target if onward else edge.source
                    further = length + (edge.cost if onward else edge.weight)
                    if further >= other.far[label] or (alone and edge.helped):
                        continue
                    other.far[label] = further
                    if further not in buckets:
                        buckets[further] = []
                        heappush(lengths, further)
                    buckets[further].append(other)

    # Reading

    def way_to(self, key: int) -> list[Edge[A]]:
        """The shortest known way from the deal to a position; of equals, the one walked last.
        KeyError if the position is not known or cannot be reached.
        """
        way: list[Edge[A]] = []
        node = self.nodes[key]
        while node is not self.start:
            way.append(self.before(node))
            node = way[-1].source
        way.reverse()
        return way

    @staticmethod
    def before(node: Node[A]) -> Edge[A]:
        """The last edge of the shortest way to a node other than the deal. KeyError if it cannot
        be reached.
        """
        depth, best = node.far[_DEPTH], None
        for edge in node.into:
            is_shortest = edge.source.far[_DEPTH] + edge.cost == depth
            if is_shortest and (best is None or edge.rank > best.rank):
                best = edge
        if best is None:
            raise KeyError(node.key)
        return best

    def answer_from(self, key: int, *, alone: bool = False) -> list[Edge[A]]:
        """The shortest known answer from a position; empty if there is none, or if it is won.
        `alone`: of those without help.
        """
        label = _ALONE if alone else _TO_GO
        answer: list[Edge[A]] = []
        node = self.nodes[key]
        while 0 < node.far[label] < FAR:
            left = node.far[label]
            on = (
                edge
                for edge in node.out
                if edge.target.far[label] + edge.weight == left and not (alone and edge.helped)
            )
            answer.append(max(on, key=lambda edge: edge.rank))
            node = answer[-1].target
        return answer

    # Saving

    def rows(self) -> tuple[EdgeRow[A], ...]:
        """All edges, in no order."""
        return tuple(edge.row for edge in self.edges())

    def take_changes(self) -> tuple[tuple[EdgeRow[A], ...], tuple[tuple[int, int], ...]]:
        """The edges that are new or changed and the ends of those removed, since the last call."""
        changed, self._changed = self._changed, {}
        written = tuple(edge.row for edge in changed.values() if edge is not None)
        return written, tuple(ends for ends, edge in changed.items() if edge is None)


def _moves(length: int) -> int:
    """The counted moves in the length of an answer, or FAR."""
    return FAR if length >= FAR else length % _REDEAL

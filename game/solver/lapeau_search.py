"""La Peau's searches: greedy to any win, weighted to a short one, A* to the shortest.

Among states of equal estimated length, A* takes those nearest to the end first. The bound of a
state is computed only when its turn comes. Until then the state takes over its parent's bound, less
one if the move that led to it may be among the moves counted. The bound counts disjoint sets of
moves, each of which contributes a move to every answer. A move in none of the sets leaves all of
them to be made.
"""

from __future__ import annotations

from typing import Final, cast

from game.solver.lapeau_lower_bound import HOPELESS, LaPeauBound
from game.solver.lapeau_state_and_estimate import (
    FLOOR,
    HOME,
    KEYS,
    PLACES,
    LaPeauNode,
    LaPeauTable,
)
from game.solver.search_structures import (
    BIT,
    BIT_PLACES,
    DE_BRUIJN,
    HIGHEST,
    BucketQueue,
    SearchStage,
    VisitedStates,
)
from game.solver.vectors import i64

# How a tree is searched.
GREEDY: Final = 0
WEIGHTED: Final = 1
EXACT: Final = 2

# Bytes that a stored state costs in all, measured (node, its list, cell, key, dictionary).
_BYTES_A_STATE: Final = 520


class LaPeauTree(SearchStage):
    """One best-first search from a root, with a bucket for each priority.

    GREEDY expands the state that looks nearest to a win, and stops at the first win. WEIGHTED
    weighs the moves made against a lower bound of the moves ahead. EXACT is `LaPeauShortestAnswer`:
    its win is the shortest. The bound is not consistent, so both of the latter expand a state again
    when they reach it by fewer moves.
    """

    def __init__(
        self, table: LaPeauTable, root: LaPeauNode, kind: int, cap: int, memory_limit: int
    ) -> None:
        super().__init__()
        self.table = table
        self.kind: i64 = kind
        self.cap: i64 = cap
        """Only wins of fewer moves than this are looked for."""
        self.most: i64 = memory_limit // _BYTES_A_STATE
        self.stored: i64 = 1
        self.win: LaPeauNode | None = None
        self.best = VisitedStates()
        """The fewest moves to each state met; GREEDY stores 0 for each."""
        self._is_shorter(root.key, root.length)
        self.waiting = BucketQueue()
        self.bound = LaPeauBound(table.hosts)
        self._push(root)

    def run(self, nodes: i64) -> bool:
        """See `SearchStage.run`."""
        stop: i64 = self.nodes + nodes
        while self.nodes < stop:
            popped = self.waiting.pop()
            if popped is None:
                return True
            node = cast(LaPeauNode, popped)
            if self.kind != GREEDY and self.best.get(node.key) < node.length:
                continue
            if node.left == 0:
                self.win = node
                return True
            if self.stored > self.most:
                self.full = True
                return True
            if not self._is_due(node):
                continue
            self.nodes += 1
            self._expand(node)
        return False

    def _is_due(self, node: LaPeauNode) -> bool:
        """Whether a state that was taken is to be expanded now."""
        return True

    def _push(self, node: LaPeauNode) -> None:
        """Store a new state, unless its bound shows that no win below `cap` follows."""
        node.make_move()
        priority: i64 = 0
        if self.kind == GREEDY:
            priority = _look(node)
        else:
            enough: i64 = self.cap - node.length - node.left
            detours: i64 = self.bound.detours(node.columns, node.done, enough)
            if detours >= min(enough, HOPELESS):
                return
            priority = 2 * node.length + 3 * (node.left + detours)
        self.stored += 1
        self.waiting.push(priority, node)

    def _expand(self, node: LaPeauNode) -> None:
        """Every move of a single card that is not of the same effect as another one."""
        columns = node.columns
        tops: i64 = 0
        has_room = False
        moved: i64 = node.moved_alone()
        for index in range(13):
            cell = columns[index]
            if cell.size:
                tops |= BIT[cell.card]
            else:
                has_room = True
        for index in range(13):
            cell = columns[index]
            card: i64 = cell.card
            if cell.size == 0 or card == moved:
                continue
            if card < 4 or (node.done >> (card - 4)) & 1:
                self._child(node, index, HOME)
            hosts: i64 = self.table.hosts[card] & tops
            while hosts:
                bit: i64 = hosts & -hosts
                hosts ^= bit
                host: i64 = BIT_PLACES[((bit * DE_BRUIJN) >> 58) & 63]
                self._child(node, index, host)
            if has_room and cell.size > 1:
                self._child(node, index, FLOOR)

    def _child(self, node: LaPeauNode, source: i64, onto: i64) -> None:
        """Store the state after a move, unless it was met before with as few moves."""
        table = self.table
        cell = node.columns[source]
        below = cell.below
        assert below is not None
        card: i64 = cell.card
        lies: i64 = card * PLACES
        key: i64 = node.key ^ KEYS[lies + below.card] ^ KEYS[lies + onto]
        done: i64 = node.done
        # Most states have no forced moves, and most were met before: these need no node.
        settled = onto != HOME and not table.is_forced(below, done)
        if settled and not self._is_shorter(key, node.length + 1):
            return
        left: i64 = node.left
        if onto == HOME:
            done |= BIT[card]
            left -= 1
        child = LaPeauNode(node.columns, done, key, left, node.length + 1, node, card, onto)
        if not settled:
            child.make_move()
            table.settle(child)
            if not self._is_shorter(child.key, child.length):
                return
        self._push(child)

    def _is_shorter(self, key: i64, length: i64) -> bool:
        """Record the moves to a state; False if it was met before with as few."""
        if self.kind == GREEDY:
            return self.best.lower(key, 0)
        if length > HIGHEST:
            self.full = True
            return False
        return self.best.lower(key, length)


def _look(node: LaPeauNode) -> i64:
    """The greedy search's estimate of the moves ahead: order in the columns, depth of the cards
    that go home next, empty columns. It is not a bound.
    """
    price: i64 = 4 * node.left + 40
    done: i64 = node.done
    wanted: i64 = ((done << 4) | 15) & ~done
    for column in node.columns:
        price += column.cost
        if column.size == 0:
            price -= 3
        hit: i64 = column.members & wanted
        cell = column
        depth: i64 = 0
        while hit:
            if (hit >> cell.card) & 1:
                price += depth
            below = cell.below
            assert below is not None
            cell = below
            hit &= cell.members
            depth += 3
    return price if price > 0 else 0


# How many buckets each estimated length has: one for each bound of the moves ahead.
_AHEAD: Final = 128


class LaPeauShortestAnswer(LaPeauTree):
    """`LaPeauTree` as an A* search, with bounds that are computed late."""

    def __init__(self, table: LaPeauTable, root: LaPeauNode, below: i64, memory_limit: int) -> None:
        super().__init__(table, root, EXACT, int(below), memory_limit)

    def lowest_length(self) -> i64:
        """A lower bound of the moves of any answer, as far as the search has come."""
        return min(self.waiting.lowest // _AHEAD, self.cap)

    def _push(self, node: LaPeauNode) -> None:
        parent = node.parent
        if parent is not None:
            node.detours = parent.detours
            if node.onto != HOME and parent.counted & BIT[node.card]:
                node.detours -= 1
        self.stored += 1
        self._wait(node)

    def _wait(self, node: LaPeauNode) -> None:
        """Put a state into its bucket, unless it cannot lead to an answer below `cap`."""
        ahead: i64 = node.left + node.detours
        whole: i64 = node.length + ahead
        if whole < self.cap and node.detours < HOPELESS:
            self.waiting.push(whole * _AHEAD + min(ahead, _AHEAD - 1), node)

    def _is_due(self, node: LaPeauNode) -> bool:
        """Compute a state's bound, no further than shows that the state must wait longer. In that
        case put it back into a bucket and return False.
        """
        if node.is_measured:
            return True
        node.make_move()
        more: i64 = node.detours + 1
        detours: i64 = self.bound.detours(node.columns, node.done, more)
        if detours >= more:
            node.detours = detours
            self._wait(node)
            return False
        node.is_measured = True
        node.counted = self.bound.counted()
        parent = node.parent
        if parent is not None and detours < node.detours:
            # The parent's bound is higher, but which cards it counts in this state is not known.
            node.counted = parent.counted | BIT[node.card]
        return True

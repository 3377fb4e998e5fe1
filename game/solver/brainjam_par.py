"""Brain Jam, counted move by move: A* to a short or the shortest answer.

A position is eight columns, the set of cards in reserves and the set of cards that the
foundations want next. Columns are chains of immutable cells which share their tails, so that
a move copies eight references and makes one new cell. Moves to a foundation are never a
disadvantage in this game: they are made at once, cost nothing here, and are left out of paths.
So the cost of a path is its number of moves that are not to a foundation; the counted moves
of an answer are that and the cards not yet home.

How many more such moves a position needs at least (the bound of A*):

- A card that lies above a lower card of its own suit in its column must move aside before
  that one goes home: one move each. Columns keep this count as they grow.
- Then play on as if reserves were without number, only with those cards moved aside. Where
  that gets stuck, the next card of each suit lies under some card that waits for its own
  suit: a cycle among at most four suits, and one of the cards in it has to move aside once
  more. Count one, free all cards of the shortest cycle, go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.brainjam_table import (
    COLUMNS,
    GROUND,
    KEYS,
    RESERVES,
    SHELF,
    TO_EMPTY,
    TO_RESERVE,
    WIDTH,
    is_won,
    wanted_of,
)
from game.solver.search_tools import BIT, lowest, size
from game.solver.visited_states import VisitedStates

if TYPE_CHECKING:
    from mypy_extensions import i64

# A rank above all others in each of the four nibbles of `ParColumn.lowest`.
_NO_RANKS: Final = 0xFFFF

# All cards of each suit, and its bit of `wanted` once it is finished.
_SUITS: Final[list[int]] = [0x11111111111111 << suit for suit in range(4)]

# Memory of a stored position besides its place in `VisitedStates`: the node, its list of columns
# and the new cells of these.
_BYTES_PER_NODE: Final = 200

# What `VisitedStates` can hold; the longest shortest answers known cost half of that.
_MOST_COST: Final = 255


class ParColumn:
    """The last card of a column, and the rest of the column below it."""

    __slots__ = ("aside", "below", "card", "count", "hash", "lowest")

    def __init__(
        self, card: i64, below: ParColumn | None, count: i64, aside: i64, lowest: i64, hash: i64
    ) -> None:
        self.card: i64 = card
        self.below: ParColumn | None = below
        self.count: i64 = count
        self.aside: i64 = aside
        """How many of its cards must move aside: they lie above a lower one of their suit."""
        self.lowest: i64 = lowest
        """The lowest rank of each suit in it, four bits a suit; 15: none."""
        self.hash: i64 = hash


EMPTY_COLUMN: Final = ParColumn(63, None, 0, 0, _NO_RANKS, 0)
_NO_COLUMNS: Final[list[ParColumn]] = []


def put(column: ParColumn, card: i64) -> ParColumn:
    """A column with one more card at its end."""
    shift: i64 = (card & 3) * 4
    rank: i64 = card >> 2
    ranks: i64 = column.lowest
    aside: i64 = column.aside
    if rank > ((ranks >> shift) & 15):
        aside += 1
    else:
        nibble: i64 = 15
        ranks = (ranks & ~(nibble << shift)) | (rank << shift)
    under: i64 = column.card if column.count else GROUND
    key: i64 = KEYS[card * WIDTH + under]
    return ParColumn(card, column, column.count + 1, aside, ranks, column.hash ^ key)


class ParNode:
    """A position on a path from the start; all cards that can be home are home."""

    __slots__ = (
        "bound",
        "card",
        "columns",
        "cost",
        "hash",
        "left",
        "measured",
        "onto",
        "parent",
        "reserve",
        "wanted",
    )

    def __init__(
        self, columns: list[ParColumn], reserve: i64, wanted: i64, left: i64, hash: i64
    ) -> None:
        self.columns: list[ParColumn] = columns
        self.reserve: i64 = reserve
        """The cards in reserves, as a set."""
        self.wanted: i64 = wanted
        """The cards that may go home next, as a set; bits above 51 stand for finished suits."""
        self.left: i64 = left
        """Cards not yet home."""
        self.hash: i64 = hash
        self.cost: i64 = 0
        self.bound: i64 = 0
        """At least so many more moves are needed, besides those to foundations."""
        self.parent: ParNode | None = None
        self.card: i64 = 0
        self.onto: i64 = 0
        """The card it landed on, TO_RESERVE or TO_EMPTY."""
        self.measured: bool = False
        """True once cycles are counted in its bound."""

    def path(self) -> list[tuple[int, int]]:
        """The moves from the start, card and what it lands on, without those to foundations."""
        moves: list[tuple[int, int]] = []
        node: ParNode | None = self
        while node is not None and node.parent is not None:
            moves.append((node.card, node.onto))
            node = node.parent
        moves.reverse()
        return moves


def par_go_home(node: ParNode) -> None:
    """Play every move to a foundation there is; the node's list of columns is its own."""
    columns = node.columns
    wanted: i64 = node.wanted
    reserve: i64 = node.reserve
    hash: i64 = node.hash
    left: i64 = node.left
    busy = True
    while busy:
        busy = False
        ready: i64 = reserve & wanted
        while ready:
            single: i64 = ready & -ready
            key: i64 = KEYS[lowest(single) * WIDTH + SHELF]
            reserve ^= single
            hash ^= key
            wanted ^= single | (single << 4)
            left -= 1
            busy = True
            ready = reserve & wanted
        for index in range(COLUMNS):
            column = columns[index]
            before: i64 = column.hash
            while column.count and (wanted >> column.card) & 1:
                single = BIT[column.card]
                wanted ^= single | (single << 4)
                left -= 1
                below = column.below
                assert below is not None
                column = below
                busy = True
            if column.hash != before:
                hash ^= before ^ column.hash
                columns[index] = column
    node.wanted = wanted
    node.reserve = reserve
    node.hash = hash
    node.left = left


def aside(columns: list[ParColumn]) -> i64:
    """How many cards must move aside because they lie above a lower one of their suit."""
    total: i64 = 0
    for index in range(COLUMNS):
        total += columns[index].aside
    return total


class Relaxed:
    """A game with endless reserves, in which only cards that must may move aside."""

    def __init__(self) -> None:
        self.columns: list[ParColumn] = []
        self.wanted: i64 = 0
        self.free: i64 = 0
        """The cards in reserves."""
        self.moved: bool = False
        self.blocker: list[int] = [0, 0, 0, 0]
        """The card each suit waits for to move; GROUND: none, the suit is home."""

    def cycles(self, node: ParNode) -> i64:
        """How often a card has to move aside besides those counted in the columns."""
        self.columns = node.columns[:]
        self.wanted = node.wanted
        self.free = node.reserve
        count: i64 = 0
        while not self._play():
            count += 1
            self._break_cycle()
        return count

    def _play(self) -> bool:
        """Play all suits on until each is stuck; True if all cards come home."""
        suit: i64 = 0
        idle: i64 = 0
        while idle < 4:
            self.moved = False
            self._play_suit(suit)
            idle = 1 if self.moved else idle + 1
            suit = (suit + 1) & 3
        return is_won(self.wanted)

    def _play_suit(self, suit: i64) -> None:
        """Send home the cards of a suit until one of them lies under a card that stays."""
        shift: i64 = suit * 4
        while True:
            single: i64 = self.wanted & _SUITS[suit]
            if single >> 52:
                self.blocker[suit] = GROUND
                return
            if single & self.free:
                self.wanted ^= single | (single << 4)
                self.moved = True
                continue
            rank: i64 = lowest(single) >> 2
            index: i64 = 0
            while (self.columns[index].lowest >> shift) & 15 != rank:
                index += 1
            if not self._dig(index, single, suit):
                return

    def _dig(self, index: i64, goal: i64, suit: i64) -> bool:
        """Take cards off a column down to the goal, which goes home; False if one stays."""
        column = self.columns[index]
        single: i64 = 0
        while single != goal:
            below = column.below
            assert below is not None
            single = BIT[column.card]
            if single & self.wanted:
                self.wanted ^= single | (single << 4)
            elif below.aside != column.aside:
                self.free |= single
            else:
                self.blocker[suit] = column.card
                self.columns[index] = column
                return False
            column = below
            self.moved = True
        self.columns[index] = column
        return True

    def _break_cycle(self) -> None:
        """Move aside the blocking cards of the shortest cycle of suits that wait for each
        other; every one of them ends its column.
        """
        best: i64 = 5
        first: i64 = 0
        for start in range(4):
            suit: i64 = start
            length: i64 = 0
            while length < best and self.blocker[suit] != GROUND:
                suit = self.blocker[suit] & 3
                length += 1
                if suit == start:
                    best = length
                    first = start
        for _ in range(best):
            card: i64 = self.blocker[first]
            self.free |= BIT[card]
            first = card & 3
        for index in range(COLUMNS):
            column = self.columns[index]
            if column.count and self.free & BIT[column.card]:
                assert column.below is not None
                self.columns[index] = column.below


class ParSearch:
    """Best-first search by the cost so far and `weight` quarters of the bound.

    With a weight of 4 it is A*: the first answer is the shortest. Heavier weights find
    answers sooner, at most weight/4 times as costly. After `patience` positions (0: never) a
    search loses it: the weight grows by half.
    """

    def __init__(self, root: ParNode, weight: i64, memory_limit: i64, patience: i64) -> None:
        self.weight: i64 = weight
        self.patience: i64 = patience
        self.memory_limit: i64 = memory_limit
        """Bytes."""
        self.nodes: i64 = 0
        """Positions expanded so far."""
        self.won: ParNode | None = None
        """The last position of the answer."""
        self.full: bool = False
        """True if it proves nothing: memory was used up, or a path grew beyond _MOST_COST."""
        self._relaxed: Relaxed = Relaxed()
        self._seen: VisitedStates = VisitedStates()
        """The lowest cost at which each position was met."""
        self._stored: i64 = 0
        self._buckets: list[list[ParNode]] = []
        self._current: i64 = 0
        self._where: list[int] = [0] * 52
        """The column that ends with each card; right only for the ends of one position."""
        self._seen.lower(root.hash, 0)
        self._add(root)

    def run(self, nodes: i64) -> bool:
        """Expand so many positions; True if the search has ended: with an answer in `won`,
        with `full`, or with neither: there is no answer.
        """
        goal: i64 = self.nodes + nodes
        while self.nodes < goal:
            node = self._next()
            if node is None:
                return True
            if node.left == 0:
                self.won = node
                return True
            if self._stored * _BYTES_PER_NODE + self._seen.used_bytes() > self.memory_limit:
                self.full = True
                return True
            self.nodes += 1
            self._expand(node)
            node.columns = _NO_COLUMNS
            if self.nodes == self.patience:
                self._hurry()
        return False

    def _next(self) -> ParNode | None:
        """The most promising position, its bound measured."""
        while True:
            while not self._buckets[self._current]:
                self._current += 1
                if self._current == len(self._buckets):
                    self._current = 0
                    self._buckets = [[]]
                    return None
            node = self._buckets[self._current].pop()
            if self._seen.get(node.hash) < node.cost:
                continue
            if self._is_measured(node):
                return node

    def _is_measured(self, node: ParNode) -> bool:
        """Whether a position's bound counts its cycles; else they are counted now, and where
        that makes it less promising it has to wait.
        """
        if node.measured:
            return True
        node.measured = True
        bound: i64 = aside(node.columns) + self._relaxed.cycles(node)
        if bound <= node.bound:
            return True
        node.bound = bound
        self._add(node)
        return False

    def _hurry(self) -> None:
        """Sort all that waits anew by a heavier weight; better bounds stay lower."""
        waiting = self._buckets
        self._buckets = []
        self._current = 0
        self.weight += self.weight // 2
        self.patience += self.patience // 2
        for bucket in waiting:
            for node in bucket:
                self._add(node)

    def _add(self, node: ParNode) -> None:
        place: i64 = 4 * node.cost + self.weight * node.bound
        while place >= len(self._buckets):
            self._buckets.append([])
        self._buckets[place].append(node)
        if place < self._current:
            self._current = place

    def _expand(self, node: ParNode) -> None:
        """All moves, the most promising last: a bucket gives back the latest first."""
        columns = node.columns
        ends: i64 = 0
        vacant: i64 = -1
        where = self._where
        for index in range(COLUMNS):
            column = columns[index]
            if column.count:
                ends |= BIT[column.card]
                where[column.card] = index
            else:
                vacant = index
        if vacant >= 0:
            self._to_empty(node, vacant)
        if size(node.reserve) < RESERVES:
            for index in range(COLUMNS):
                if columns[index].count:
                    self._play(node, columns[index].card, index, -1, TO_RESERVE)
        fitting: i64 = (ends | node.reserve) & (ends >> 4)
        while fitting:
            card: i64 = lowest(fitting)
            fitting &= fitting - 1
            source: i64 = -1 if (node.reserve >> card) & 1 else where[card]
            self._play(node, card, source, where[card + 4], card + 4)

    def _to_empty(self, node: ParNode, vacant: i64) -> None:
        """Moves to an empty column, except those of a card that is alone in its own."""
        for index in range(COLUMNS):
            if node.columns[index].count > 1:
                self._play(node, node.columns[index].card, index, vacant, TO_EMPTY)
        held: i64 = node.reserve
        while held:
            self._play(node, lowest(held), -1, vacant, TO_EMPTY)
            held &= held - 1

    def _play(self, node: ParNode, card: i64, source: i64, target: i64, onto: i64) -> None:
        """Store the position after a move between two columns; -1 stands for a reserve."""
        columns = node.columns[:]
        reserve: i64 = node.reserve
        hash: i64 = node.hash
        key: i64 = KEYS[card * WIDTH + SHELF]
        if source < 0:
            reserve ^= BIT[card]
            hash ^= key
        else:
            old = columns[source]
            below = old.below
            assert below is not None
            columns[source] = below
            hash ^= old.hash ^ below.hash
        if target < 0:
            reserve ^= BIT[card]
            hash ^= key
        else:
            grown = put(columns[target], card)
            hash ^= columns[target].hash ^ grown.hash
            columns[target] = grown
        child = ParNode(columns, reserve, node.wanted, node.left, hash)
        par_go_home(child)
        child.cost = node.cost + 1
        if child.cost > _MOST_COST:
            self.full = True
            return
        if not self._seen.lower(child.hash, child.cost):
            return
        self._stored += 1
        child.parent = node
        child.card = card
        child.onto = onto
        child.bound = max(aside(columns), node.bound - 1)
        self._add(child)


def par_root(columns: list[list[int]], reserve: list[int]) -> ParNode:
    """The node of a position given by its columns, first card first, and its reserve cards;
    all other cards are home.
    """
    chains: list[ParColumn] = []
    held: i64 = 0
    hash: i64 = 0
    there: i64 = 0
    for cards in columns:
        chain = EMPTY_COLUMN
        for card in cards:
            chain = put(chain, card)
            there |= BIT[card]
        chains.append(chain)
        hash ^= chain.hash
    for card in reserve:
        key: i64 = KEYS[card * WIDTH + SHELF]
        hash ^= key
        held |= BIT[card]
    there |= held
    node = ParNode(chains, held, wanted_of(there), size(there), hash)
    par_go_home(node)
    return node

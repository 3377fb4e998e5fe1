"""Brain Jam as its searches see it: hash keys of states, replay of a path, columns, nodes.

A column is the first cards of a dealt column, or a single card in an empty place, followed by a run
in suit. So there are some hundred columns, and a number identifies each: a move looks up the next
number and copies nothing. The positions met are nodes, each eight words of packed memory.
"""

from __future__ import annotations

from typing import Final

from game.solver.search_structures import BIT, lengthened, lowest, random_keys
from game.solver.vectors import i64, vec

COLUMNS: Final = 8
RESERVES: Final = 4

# What a card may land on, besides a card: numbers above all cards.
TO_RESERVE: Final = 52
TO_EMPTY: Final = 53
TO_HOME: Final = 54

# The pseudo-card below the first card of a column, and below a card in a reserve. So a hash does
# not depend on which column or which reserve a card is in.
GROUND: Final = 52
SHELF: Final = 53
WIDTH: Final = 54
KEYS: Final[vec[i64]] = vec[i64](random_keys(52 * 54))
"""By card * WIDTH + the card below it: a hash key. A position's hash is the XOR of its keys."""


def wanted_of(there: i64) -> i64:
    """The set of the cards that go home next: of each suit the lowest card not yet home. A finished
    suit has its bit above 51.
    """
    wanted: i64 = 0
    for suit in range(4):
        card: i64 = suit
        while card < 52 and not (there >> card) & 1:
            card += 4
        wanted |= BIT[card]
    return wanted


def is_won(wanted: i64) -> bool:
    """True if all four suits are finished."""
    return wanted >> 52 == 15


_BELOW: Final[list[int]] = [*range(52), SHELF, GROUND]
"""What a card lies on, by what it landed on."""


class PathReplay:
    """Plays a path on a table, with all moves to foundations as soon as they can be made."""

    def __init__(self, columns: list[list[int]], reserve: list[int]) -> None:
        self.below: vec[i64] = vec[i64]([SHELF] * 52)
        """What each card lies on: a card, GROUND, or SHELF in a reserve."""
        self.ready: i64 = 0
        """The cards that can be moved: in reserves, or at the end of a column."""
        self.home: i64 = 0
        """The cards sent home."""
        self.one: i64 = BIT[0]
        self.hash: i64 = 0
        self.moves: list[tuple[int, int]] = []
        """Card and what it lands on, those to foundations included."""
        self.passed: dict[int, int] = {}
        """The number of moves at which each position was reached, by its hash."""
        there: i64 = 0
        for column in columns:
            onto: i64 = GROUND
            for card in column:
                there |= BIT[card]
                self._lay(card, onto)
                onto = card
        for card in reserve:
            there |= BIT[card]
            self._lay(card, SHELF)
        self.wanted: i64 = wanted_of(there)

    def play(self, path: list[tuple[int, int]]) -> None:
        """Make the moves of a path. Cards of a run may go home while it is carried; their later
        moves are left out. Moves that lead back to an earlier position are left out too.
        """
        self._go_home()
        self.passed[self.hash] = len(self.moves)
        for card, onto in path:
            if (self.home >> card) & 1:
                continue
            self._lift(card)
            self.moves.append((card, onto))
            self._lay(card, _BELOW[onto])
            self._go_home()
            before = self.passed.setdefault(self.hash, len(self.moves))
            if before < len(self.moves):
                del self.moves[before:]
                self.passed = {key: at for key, at in self.passed.items() if at <= before}

    def _go_home(self) -> None:
        going: i64 = self.wanted & self.ready
        while going:
            card: i64 = lowest(going)
            single: i64 = going & -going
            self._lift(card)
            self.moves.append((card, TO_HOME))
            self.home |= single
            self.wanted ^= single | (single << 4)
            going = self.wanted & self.ready

    def _lift(self, card: i64) -> None:
        below: i64 = self.below[card]
        self.ready ^= self.one << card
        if below < GROUND:
            self.ready ^= self.one << below
        self.hash ^= KEYS[card * WIDTH + below]

    def _lay(self, card: i64, onto: i64) -> None:
        self.below[card] = onto
        self.ready ^= self.one << card
        if onto < GROUND:
            self.ready ^= self.one << onto
        self.hash ^= KEYS[card * WIDTH + onto]


# No deal has more: 52 dealt beginnings and 52 single cards, each with a run of 0 to 12 cards.
_MOST: Final = 1 + 2 * 52 * 13
# A rank above all others in each of the four nibbles of `Columns.lowest`.
_NO_RANKS: Final = 0xFFFF
_NO_CARD: Final = 63


class Columns:
    """Tables of facts about columns, indexed by the column's number; 0 is the empty column."""

    def __init__(self, columns: list[list[int]], there: i64) -> None:
        """`columns`: those of a position, first card first. `there`: the set of cards not home."""
        self.count: i64 = 1
        self.card: vec[i64] = vec[i64]([_NO_CARD] * _MOST)
        """Its last card; of the empty column a number above all cards."""
        self.below: vec[i64] = vec[i64]([0] * _MOST)
        """The column without its last card."""
        self.grown: vec[i64] = vec[i64]([0] * _MOST)
        """The column with the next card in suit laid on it; 0 where there is none."""
        self.aside: vec[i64] = vec[i64]([0] * _MOST)
        """How many of its cards must move aside: they lie above a lower one of their suit."""
        self.lowest: vec[i64] = vec[i64]([_NO_RANKS] * _MOST)
        """The lowest rank of each suit in it, four bits a suit; 15: none."""
        self.hash: vec[i64] = vec[i64]([0] * _MOST)
        self.alone: vec[i64] = vec[i64]([0] * 52)
        """By card: the column that holds nothing else."""
        self.shelf: vec[i64] = vec[i64]([0] * 52)
        """By card: its share of a position's hash while it is in a reserve."""
        self.dealt: list[int] = []
        """The numbers of the position's own columns."""
        for column in columns:
            self.dealt.append(self._dealt(column))
        self._grow(there)

    def _dealt(self, cards: list[int]) -> int:
        """Number a dealt column and each beginning of it; returns the number of the whole."""
        number: i64 = 0
        for card in cards:
            before: i64 = number
            number = self._put(card, before)
            if before == 0:
                self.alone[card] = number
            elif card == self.card[before] - 4:
                self.grown[before] = number
        return int(number)

    def _grow(self, there: i64) -> None:
        """Number the single cards, and the runs that can come to lie on any column."""
        card: i64 = 0
        while card < 52:
            self.shelf[card] = KEYS[card * WIDTH + SHELF]
            if (there >> card) & 1 and self.alone[card] == 0:
                self.alone[card] = self._put(card, 0)
            card += 1
        number: i64 = 1
        while number < self.count:
            card = self.card[number] - 4
            if card >= 0 and self.grown[number] == 0 and (there >> card) & 1:
                self.grown[number] = self._put(card, number)
            number += 1

    def _put(self, card: i64, below: i64) -> i64:
        """Number the column that has one more card than the column `below`."""
        number: i64 = self.count
        self.count += 1
        shift: i64 = (card & 3) * 4
        rank: i64 = card >> 2
        ranks: i64 = self.lowest[below]
        aside: i64 = self.aside[below]
        if rank > ((ranks >> shift) & 15):
            aside += 1
        else:
            nibble: i64 = 15
            ranks = (ranks & ~(nibble << shift)) | (rank << shift)
        self.card[number] = card
        self.below[number] = below
        self.aside[number] = aside
        self.lowest[number] = ranks
        key: i64 = KEYS[card * WIDTH + (self.card[below] if below else GROUND)]
        self.hash[number] = self.hash[below] ^ key
        return number


# The words of a node, by their place in it.
LOW: Final = 0
"""The numbers of the first four columns, 16 bits each."""
HIGH: Final = 1
"""Those of the other four."""
RESERVE: Final = 2
"""The cards in reserves, as a set."""
WANTED: Final = 3
"""The cards that may go home next, as a set; bits above 51 stand for finished suits."""
HASH: Final = 4
FACTS: Final = 5
"""See `facts_of`."""
PARENT: Final = 6
"""The node before; -1: none."""
NEXT: Final = 7
"""The next node of the same heap; -1: none."""
WORDS: Final = 8

# Small enough that the next search reuses the memory of the last one. Larger blocks go back to the
# system at once, and cost a page fault for each page when they are allocated again.
_CHUNK_BITS: Final = 9
_CHUNK: Final = 1 << _CHUNK_BITS

# The bit offsets of the facts in their word, eight bits each.
BOUND: Final = 8
LEFT: Final = 16
CARD: Final = 24
ONTO: Final = 32


def facts_of(cost: i64, bound: i64, left: i64, card: i64, onto: i64) -> i64:
    """One word for: the cost so far, the lower bound of the cost ahead (neither counts moves to
    foundations), the cards not home, the card last moved and what it landed on.
    """
    return cost | bound << BOUND | left << LEFT | card << CARD | onto << ONTO


class Chunk:
    """A block of 512 nodes."""

    __slots__ = ("words",)

    def __init__(self) -> None:
        self.words: vec[i64] = vec[i64]([0] * (_CHUNK * WORDS))


class Nodes:
    """Nodes numbered from 0 on, in chunks, so that none is ever moved."""

    def __init__(self) -> None:
        self.chunks: list[Chunk] = []
        self.count: i64 = 0

    def used_bytes(self) -> i64:
        """The memory that the nodes occupy, in bytes."""
        return len(self.chunks) * _CHUNK * WORDS * 8

    def chunk(self, node: i64) -> Chunk:
        """The chunk that holds a node."""
        return self.chunks[node >> _CHUNK_BITS]

    def add(self) -> i64:
        """Make room for a new node and return its number."""
        if self.count & (_CHUNK - 1) == 0:
            self.chunks.append(Chunk())
        self.count += 1
        return self.count - 1


def place(node: i64) -> i64:
    """The index of a node's first word in its chunk."""
    return (node & (_CHUNK - 1)) * WORDS


class NodeQueue:
    """A priority queue of nodes: the lowest heap first, and in a heap the latest node first."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._first: vec[i64] = vec[i64]([-1] * 256)
        self.lowest: i64 = 256
        """No heap below this one holds anything."""

    def push(self, heap: i64, node: i64) -> None:
        """Put a node on the heap of a number."""
        while heap >= len(self._first):
            self._grow()
        chunk = self._nodes.chunk(node)
        chunk.words[place(node) + NEXT] = self._first[heap]
        self._first[heap] = node
        if heap < self.lowest:
            self.lowest = heap

    def end(self) -> i64:
        """The value of `lowest` where nothing waits: a number above all heaps."""
        return len(self._first)

    def pop(self) -> i64:
        """Take a node from the lowest heap; -1 where nothing is left."""
        heaps = self._first
        heap = self.lowest
        while heap < len(heaps) and heaps[heap] < 0:
            heap += 1
        self.lowest = heap
        if heap == len(heaps):
            return -1
        node = heaps[heap]
        heaps[heap] = self._nodes.chunk(node).words[place(node) + NEXT]
        return node

    def _grow(self) -> None:
        size: i64 = len(self._first)
        self._first = lengthened(self._first, -1)
        if self.lowest == size:
            self.lowest = size * 2

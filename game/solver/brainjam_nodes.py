"""The nodes of Brain Jam's searches: the positions met, each as eight words of packed memory."""

from __future__ import annotations

from typing import Final

from game.solver.vectors import i64, vec

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


class BucketQueue:
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
        old = self._first
        size: i64 = len(old)
        heaps: vec[i64] = vec[i64]([-1] * (size * 2))
        heap: i64 = 0
        while heap < size:
            heaps[heap] = old[heap]
            heap += 1
        self._first = heaps
        if self.lowest == size:
            self.lowest = size * 2

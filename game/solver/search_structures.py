"""What every game's search is made of: sets of cards as bits, random keys, the states it
has met and those that wait, and stages that follow each other.

The compiled modules of this folder are plain Python that mypyc also translates (see setup.py). Two
traps shape them. mypyc shifts a literal one in 32 bits, so single bits come from BIT. Garbage
collection slows large searches down, so they run inside `garbage_collection_paused`; their objects
form no cycles of references.
"""

from __future__ import annotations

from typing import Final

from game.core.moves import Move
from game.core.position import Position
from game.core.threads_and_memory import garbage_collection_paused
from game.rules import Rules
from game.solver.answer import Answer, Goal, Verdict, check_answer
from game.solver.vectors import i64, vec

BIT: Final[list[int]] = [1 << n for n in range(62)]
"""BIT[n] is the set that holds only card n."""

DE_BRUIJN: Final = 0x03F79D71B4CB0A89
"""The upper six bits of its product with a single bit differ for each bit. They are an index into
BIT_PLACES, which holds that bit's place.
"""


def _bit_places() -> list[int]:
    places = [0] * 64
    for place in range(64):
        places[(DE_BRUIJN << place >> 58) & 63] = place
    return places


BIT_PLACES: Final[vec[i64]] = vec[i64](_bit_places())


def lowest(cards: i64) -> i64:
    """The lowest card of a set that is not empty."""
    single: i64 = cards & -cards
    return BIT_PLACES[(single * DE_BRUIJN >> 58) & 63]


def size(cards: i64) -> i64:
    """How many cards a set holds: counted in pairs of bits, fours, eights, and all together."""
    count: i64 = cards - ((cards >> 1) & 0x1555555555555555)
    count = (count & 0x3333333333333333) + ((count >> 2) & 0x3333333333333333)
    count = (count + (count >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (count * 0x0101010101010101 >> 56) & 127


LOWER: Final[list[int]] = [
    sum(BIT[other] for other in range(card & 3, card, 4)) for card in range(52)
]
"""By card: the set of the lower cards of its suit."""


def hosts_of(card: int, same_suit: bool = False) -> int:
    """The set of the cards that a card may lie on: the next higher one of its suit, or both of the
    other colour.
    """
    if card >= 48:
        return 0
    if same_suit:
        return 1 << (card + 4)
    return (0b1001 if card & 3 in (1, 2) else 0b0110) << ((card >> 2) * 4 + 4)


def safe_after(card: int, same_suit: bool = False) -> int:
    """The set of cards that must be home before a card may be forced home.

    In suit the card below it is enough. In alternate colours both cards of the other colour two
    ranks lower too, and the card of its colour's other suit three ranks lower: then whatever could
    want to lie on it can itself go home at once.
    """
    rank, suit = card >> 2, card & 3
    wanted = 1 << (card - 4) if rank else 0
    if same_suit:
        return wanted
    others = (0, 3) if suit in (1, 2) else (1, 2)
    if rank >= 2:
        wanted |= sum(1 << ((rank - 2) * 4 + other) for other in others)
    if rank >= 3:
        wanted |= 1 << ((rank - 3) * 4 + 3 - suit)
    return wanted


def lengthened(short: vec[i64], filler: i64 = 0) -> vec[i64]:
    """A copy with room for twice as many items."""
    length: i64 = len(short)
    longer = vec[i64]([filler] * (2 * length))
    index: i64 = 0
    while index < length:
        longer[index] = short[index]
        index += 1
    return longer


def random_keys(count: int) -> list[int]:
    """`count` different 62-bit numbers, the same at each call, for hashes made by XOR.

    They come from SplitMix64; 62 bits stay a machine word in compiled code. A hash made of them can
    be 0, so 0 must not stand for 'no hash'.
    """
    keys = []
    state = 88172645463325252
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        keys.append((mixed ^ (mixed >> 31)) >> 2)
    return keys


HIGHEST: Final = 254
"""The highest value: with 255 a word could be `_VACANT`. A search may let it stand for a state
that was met and of which nothing is known yet.
"""

_SEGMENTS: Final = 64
_FIRST_BITS: Final = 5
"""A segment that holds keys has 2 ** 5 places at least."""
_REST_BITS: Final = 56
"""The bits of a spread key that are stored, because the segment does not imply them."""
_VACANT: Final = -1
_BYTES_A_PLACE: Final = 8
_BITS: Final = (1 << 62) - 1
# Odd, close to 2 ** 62 divided by the golden ratio: it spreads keys that differ in few bits.
_SPREAD: Final = 2850178705576446741
# The mask of these bits, and what is subtracted from them to make a signed number.
_REST: Final = (1 << _REST_BITS) - 1
_HALF: Final = 1 << (_REST_BITS - 1)


class Segment:
    """The keys that share the upper bits: rest of the key * 256 + value in each word."""

    __slots__ = ("count", "shift", "words")

    def __init__(self, bits: i64) -> None:
        """A segment with 2 ** bits places."""
        places: i64 = BIT[bits]
        self.words: vec[i64] = vec[i64]([_VACANT] * places)
        self.count: i64 = 0
        self.shift: i64 = _REST_BITS - bits
        """Shifting the stored bits of a key to the right by this gives its place."""

    def take(self, word: i64) -> None:
        """Insert a word whose key is not in the segment; there must be room for it."""
        words = self.words
        mask: i64 = len(words) - 1
        place: i64 = ((word >> 8) + _HALF) >> self.shift
        while words[place] != _VACANT:
            place = (place + 1) & mask
        words[place] = word
        self.count += 1


class VisitedStates:
    """A map from keys of 0 to 2 ** 62 - 1 to values of 0 to HIGHEST."""

    def __init__(self) -> None:
        # All segments without keys are one object, without room; the first key replaces it.
        self.segments: list[Segment] = [Segment(0)] * _SEGMENTS
        self.places: i64 = 0

    def used_bytes(self) -> i64:
        """The memory that the table occupies, in bytes."""
        return self.places * _BYTES_A_PLACE

    def lower(self, key: i64, value: i64) -> bool:
        """Store a value for a key, unless a value as low is stored.

        Returns whether it was stored: the key is new, or had a higher value.
        """
        spread: i64 = (key * _SPREAD) & _BITS
        segment = self.segments[spread >> _REST_BITS]
        words = segment.words
        size: i64 = len(words)
        place: i64 = (spread & _REST) >> segment.shift
        rest: i64 = (spread & _REST) - _HALF
        found: i64 = words[place]
        while found != _VACANT:
            if found >> 8 == rest:
                if found & 255 <= value:
                    return False
                words[place] = (rest << 8) | value
                return True
            place = (place + 1) & (size - 1)
            found = words[place]
        if (segment.count + 1) * 8 > size * 5:
            self._grow(spread >> _REST_BITS)
            return self.lower(key, value)
        segment.count += 1
        words[place] = (rest << 8) | value
        return True

    def get(self, key: i64) -> i64:
        """The value of a key, -1 where it was never met."""
        spread: i64 = (key * _SPREAD) & _BITS
        segment = self.segments[spread >> _REST_BITS]
        words = segment.words
        mask: i64 = len(words) - 1
        place: i64 = (spread & _REST) >> segment.shift
        rest: i64 = (spread & _REST) - _HALF
        found: i64 = words[place]
        while found != _VACANT:
            if found >> 8 == rest:
                return found & 255
            place = (place + 1) & mask
            found = words[place]
        return -1

    def _grow(self, index: i64) -> None:
        """Replace a segment by one of twice its size."""
        old = self.segments[index]
        words = old.words
        size: i64 = len(words)
        bits: i64 = max(_FIRST_BITS, _REST_BITS - old.shift + 1)
        segment = Segment(bits)
        at: i64 = 0
        while at < size:
            if words[at] != _VACANT:
                segment.take(words[at])
            at += 1
        self.segments[index] = segment
        self.places += len(segment.words) - (size if old.count else 0)


class BucketQueue:
    """A priority queue of states: the lowest bucket first, and in a bucket the latest state."""

    def __init__(self) -> None:
        self.buckets: list[list[object]] = []
        self.lowest: i64 = 0
        """No bucket before this one holds anything."""

    def push(self, priority: i64, state: object) -> None:
        """Put a state into the bucket of a priority."""
        while len(self.buckets) <= priority:
            self.buckets.append([])
        self.buckets[priority].append(state)
        if priority < self.lowest:
            self.lowest = priority

    def pop(self) -> object | None:
        """Take a state of the lowest priority; None: nothing is left."""
        while self.lowest < len(self.buckets):
            bucket = self.buckets[self.lowest]
            if bucket:
                return bucket.pop()
            self.lowest += 1
        return None


WORDS: Final = 8
"""The words of a `Nodes` node; the searches say what each but the last is for."""
NEXT: Final = 7
"""The last word: the next node of the same heap; -1: none."""

# Small enough that the next search reuses the memory of the last one. Larger blocks go back to the
# system at once, and cost a page fault for each page when they are allocated again.
_CHUNK_BITS: Final = 9
_CHUNK: Final = 1 << _CHUNK_BITS


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


class SearchStage:
    """One of the searches that follow each other."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        """States looked at."""
        self.full = False
        """True if it proves nothing: it ended at its memory limit, or left out states."""

    def run(self, nodes: i64) -> bool:
        """Search about `nodes` further states; True when this search has ended."""
        raise NotImplementedError


class StagedSearch:
    """Runs stages one after the other until one of them decides. The games say which follow."""

    def __init__(
        self, rules: Rules, position: Position, goal: Goal, memory_limit: int, below: int = 0
    ) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit: i64 = memory_limit
        """Bytes."""
        self.below: i64 = below
        """Above 0: only the shortest answer of fewer moves is looked for."""
        self.least: i64 = 0
        """With `below`: no win takes fewer counted moves, as far as the search has come."""
        self.nodes: i64 = 0
        """States looked at in all stages."""
        self.ended = False
        self.is_lost = False
        self.is_shortest = False
        """True if the win found is proved to be the shortest."""
        self.stage: SearchStage | None = None
        self.last: i64 = -1
        """The present stage ends when `nodes` reaches this count; -1: it has no such limit."""

    def begin(self, stage: SearchStage, states: int = -1) -> None:
        """Begin a stage; `states`: how many it may look at, if there is a limit."""
        self.stage = stage
        self.last = self.nodes + states if states >= 0 else -1

    def end(self) -> None:
        """End the whole search."""
        self.ended, self.stage = True, None

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        try:
            with garbage_collection_paused():
                while self.stage is not None and self.nodes < stop:
                    stage = self.stage
                    before: i64 = stage.nodes
                    limit: i64 = stop if self.last < 0 else min(stop, self.last)
                    over = stage.run(limit - self.nodes)
                    self.nodes += stage.nodes - before
                    self._follow(stage, over)
        except MemoryError:
            if self.stage is not None:
                self.stage.full = True
            self.end()
        return self.ended

    def _follow(self, stage: SearchStage, over: bool) -> None:
        """Take in what a stage has found by now. Begin the next one if it is over, or has looked at
        as many states as it may.
        """
        raise NotImplementedError

    def _moves(self) -> tuple[Move, ...] | None:
        """The best win found, as moves of the rules; None: none is found."""
        raise NotImplementedError

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        moves, nodes = self._moves(), int(self.nodes)
        if moves is None:
            verdict = Verdict.UNWINNABLE if self.is_lost else Verdict.UNDECIDED
            return Answer(verdict, nodes=nodes, least=int(self.least))
        found = Answer(Verdict.WON, moves, self.is_shortest, nodes=nodes)
        return check_answer(self.rules, self.position, found)

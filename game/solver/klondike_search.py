"""How Klondike's states are searched: depth-first to the end, or best-first for short wins."""

from __future__ import annotations

from typing import Final

from game.solver.klondike_lost import Lost
from game.solver.klondike_moves import MOVE, Moves
from game.solver.klondike_state import KlondikeState, KlondikeTable
from game.solver.state_lengths import StateLengths
from game.solver.vectors import i64, vec
from game.solver.visited_states import VisitedStates

_BYTES_A_NODE: Final = 560


class DepthFrame:
    """One state of the line that the search is on, and which of the waiting moves are its own."""

    __slots__ = ("end", "next", "state")

    def __init__(self) -> None:
        self.state = KlondikeState()
        self.next: i64 = 0
        self.end: i64 = 0


class DepthFirst:
    """Looks at every state until one is won: what it exhausts is lost."""

    def __init__(self, table: KlondikeTable, root: KlondikeState, memory_limit: i64) -> None:
        self.table = table
        self.memory_limit = memory_limit
        """Bytes."""
        self.moves = Moves(table)
        self.lost = Lost(table, root)
        self.seen = VisitedStates()
        self.frames: list[DepthFrame] = [DepthFrame()]
        """Those of the line, and behind them others that are used again."""
        self.depth: i64 = 0
        """How many are of the line."""
        self.waiting: vec[i64] = vec[i64]([0] * 1024)
        """The moves of all states of the line."""
        self.nodes: i64 = 0
        self.line: list[int] | None = None
        """The moves to a win."""
        self.root = root
        self.frames[0].state.become(root)
        self._enter(None, 0)

    @property
    def is_exhausted(self) -> bool:
        """True once every state has been looked at, or a win was found."""
        return self.depth == 0

    @property
    def is_full(self) -> bool:
        """True if it holds more than it may."""
        return self.seen.used_bytes() > self.memory_limit

    def run(self, nodes: i64) -> None:
        """Look at so many further states, fewer where the search is exhausted or full."""
        goal: i64 = self.nodes + nodes
        while self.depth and self.nodes < goal and not self.is_full:
            frame = self.frames[self.depth - 1]
            if frame.next == frame.end:
                self.depth -= 1
                continue
            move: i64 = self.waiting[frame.next] & MOVE
            frame.next += 1
            if self.depth == len(self.frames):
                self.frames.append(DepthFrame())
            state = self.frames[self.depth].state
            state.become(frame.state)
            self.table.play(state, move)
            self._enter(frame.state, frame.end)

    def _enter(self, before: KlondikeState | None, first: i64) -> None:
        """Go on from the state of the next frame, unless it is lost or was met before as
        early; its moves wait from `first` on.
        """
        frame = self.frames[self.depth]
        state = frame.state
        self.moves.settle(state, None)
        if not self.seen.lower(state.key(), state.time()):
            return
        self.nodes += 1
        if state.talon == 0 and state.buried == 0:
            # Of all cards left the lowest ends a column, and its suit's lower ones are home.
            self.line = self.moves.with_settled(self.root, self._chosen())
            self.depth = 0
            return
        frame.next = frame.end = first
        if not self.lost.tells(state, before):
            self.moves.find(state)
            self._wait(frame)
        self.depth += 1

    def _wait(self, frame: DepthFrame) -> None:
        """Let the moves that were found wait, as those of a frame."""
        count: i64 = self.moves.count
        if frame.next + count > len(self.waiting):
            self._make_room()
        index: i64 = 0
        while index < count:
            self.waiting[frame.next + index] = self.moves.found[index]
            index += 1
        frame.end = frame.next + count

    def _make_room(self) -> None:
        """Twice as much as there is."""
        old = self.waiting
        size: i64 = len(old)
        self.waiting = vec[i64]([0] * (size * 2))
        index: i64 = 0
        while index < size:
            self.waiting[index] = old[index]
            index += 1

    def _chosen(self) -> list[int]:
        """The moves of the line."""
        line = self.frames[: self.depth]
        return [int(self.waiting[frame.next - 1] & MOVE) for frame in line]


class BestNode:
    """A state of the best-first search, and how it was come to."""

    __slots__ = ("ahead", "length", "move", "parent", "state")

    def __init__(
        self, state: KlondikeState, parent: BestNode | None, move: i64, length: i64, ahead: i64
    ) -> None:
        self.state = state
        self.ahead: i64 = ahead
        """At least so many counted moves are still to be made."""
        self.parent = parent
        self.move: i64 = move
        self.length: i64 = length
        """Counted moves from the root, but for cards moved aside."""


class BestFirst:
    """Finds wins soon, and then ever shorter ones: it weighs the moves made against a lower
    bound of those still to make.
    """

    def __init__(
        self, table: KlondikeTable, root: KlondikeState, cap: int, made: int, ahead: int
    ) -> None:
        """Only wins of fewer than `cap` moves are looked for. `made` and `ahead` are the
        weights of the moves behind and ahead of a state.
        """
        self.table = table
        self.moves = Moves(table)
        self.cap: i64 = cap
        self.made: i64 = made
        self.ahead: i64 = ahead
        self.nodes: i64 = 0
        self.stored: i64 = 0
        self.lines: list[list[int]] = []
        """The wins found, each shorter than the one before."""
        self.buckets: list[list[BestNode]] = []
        self.first: i64 = 0
        self.met = StateLengths()
        self.root = root
        self.spare = KlondikeState()
        """The state after a move, until it is kept."""
        self.spare.become(root)
        self._push(None, 0, self.moves.settle(self.spare, None))

    def used_bytes(self) -> i64:
        """What the search holds."""
        return self.stored * _BYTES_A_NODE

    def step(self) -> bool:
        """Expand the most promising state; False if none is left."""
        while self.first < len(self.buckets) and not self.buckets[self.first]:
            self.first += 1
        if self.first == len(self.buckets):
            return False
        self.nodes += 1
        node = self.buckets[self.first].pop()
        state = node.state
        if node.length + node.ahead >= self.cap:
            return True
        if state.talon == 0 and state.buried == 0:
            self.cap = node.length + node.ahead
            self.lines.append(self.moves.with_settled(self.root, _chosen(node)))
            return True
        self.moves.find(state)
        for index in range(self.moves.count):
            move: i64 = self.moves.found[index] & MOVE
            self.spare.become(state)
            self.table.play(self.spare, move)
            length: i64 = node.length + self.table.price(state, move)
            self._push(node, move, length + self.moves.settle(self.spare, None))
        return True

    def _push(self, parent: BestNode | None, move: i64, length: i64) -> None:
        """Keep the spare state for later, unless it was met before with as few moves."""
        state = self.spare
        ahead: i64 = self.table.ahead(state)
        if length + ahead >= self.cap or not self.met.lower(state.key(), state.time(), length):
            return
        self.spare = KlondikeState()
        priority: i64 = self.made * length + self.ahead * ahead
        while len(self.buckets) <= priority:
            self.buckets.append([])
        self.buckets[priority].append(BestNode(state, parent, move, length, ahead))
        self.stored += 1
        if priority < self.first:
            self.first = priority


def _chosen(node: BestNode) -> list[int]:
    """The moves chosen from the root to a state."""
    line: list[int] = []
    at = node
    while at.parent is not None:
        line.append(at.move)
        at = at.parent
    line.reverse()
    return line

"""How Klondike's states are searched: depth-first to the end, or best-first for short wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.klondike_lost import Lost
from game.solver.klondike_moves import MOVE, Moves
from game.solver.klondike_state import KlondikeState, KlondikeTable
from game.solver.visited_states import VisitedStates

if TYPE_CHECKING:
    from mypy_extensions import i64

_BYTES_A_NODE: Final = 560


class DepthFrame:
    """One state of the line that the search is on, and the moves from it."""

    __slots__ = ("moves", "next", "state")

    def __init__(self, state: KlondikeState, moves: list[int]) -> None:
        self.state = state
        self.moves = moves
        self.next: i64 = 0


class DepthFirst:
    """Looks at every state until one is won: what it exhausts is lost."""

    def __init__(self, table: KlondikeTable, root: KlondikeState) -> None:
        self.table = table
        self.moves = Moves(table)
        self.lost = Lost(table, root)
        self.seen = VisitedStates()
        self.frames: list[DepthFrame] = []
        self.nodes: i64 = 0
        self.line: list[int] | None = None
        """The moves to a win."""
        self.root = root
        self.spare = KlondikeState()
        self.spare.become(root)
        self._enter(None)

    @property
    def is_exhausted(self) -> bool:
        """True once every state has been looked at, or a win was found."""
        return not self.frames

    def used_bytes(self) -> i64:
        """What the search holds."""
        return self.seen.used_bytes()

    def step(self) -> None:
        """Try the next move of the deepest state, or leave that state when none is left."""
        frame = self.frames[-1]
        if frame.next == len(frame.moves):
            self.frames.pop()
            return
        move: i64 = frame.moves[frame.next]
        frame.next += 1
        self.spare.become(frame.state)
        self.table.play(self.spare, move & MOVE)
        self._enter(frame.state)

    def _enter(self, before: KlondikeState | None) -> None:
        """Go on from the spare state, unless it is lost or was met before as early."""
        state = self.spare
        self.moves.settle(state, None)
        if not self.seen.lower(state.key(), state.time()):
            return
        self.spare = KlondikeState()
        self.nodes += 1
        if state.talon == 0 and state.buried == 0:
            # Of all cards left the lowest ends a column, and its suit's lower ones are home.
            chosen = [frame.moves[frame.next - 1] & MOVE for frame in self.frames]
            self.line = self.moves.with_settled(self.root, chosen)
            self.frames = []
            return
        moves: list[int] = []
        if not self.lost.tells(state, before):
            self.moves.find(state, moves)
        self.frames.append(DepthFrame(state, moves))


class BestNode:
    """A state of the best-first search, and how it was come to."""

    __slots__ = ("ahead", "length", "move", "parent", "state")

    def __init__(
        self, state: KlondikeState, parent: BestNode | None, move: i64, length: i64
    ) -> None:
        self.state = state
        self.ahead: i64 = 0
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
        self.best: dict[int, int] = {}
        """The fewest moves to each state and time met."""
        self.root = root
        state = KlondikeState()
        state.become(root)
        self._push(BestNode(state, None, 0, self.moves.settle(state, None)))

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
        moves: list[int] = []
        self.moves.find(state, moves)
        for priced in moves:
            move: i64 = priced & MOVE
            after = KlondikeState()
            after.become(state)
            self.table.play(after, move)
            length: i64 = node.length + self.table.price(state, move)
            length += self.moves.settle(after, None)
            self._push(BestNode(after, node, move, length))
        return True

    def _push(self, node: BestNode) -> None:
        """Keep a state for later, unless it was met before with as few moves."""
        ahead: i64 = self.table.ahead(node.state)
        if node.length + ahead >= self.cap:
            return
        node.ahead = ahead
        key = int(node.state.key()) * 128 + int(node.state.time())
        known = self.best.get(key)
        if known is not None and known <= node.length:
            return
        self.best[key] = node.length
        priority: i64 = self.made * node.length + self.ahead * ahead
        while len(self.buckets) <= priority:
            self.buckets.append([])
        self.buckets[priority].append(node)
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

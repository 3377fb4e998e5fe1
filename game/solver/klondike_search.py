"""How Klondike's states are searched: depth-first to the end, or best-first for short wins.

Each search asks, state by state, for quick proofs that a state is lost: it cannot be won even in a
relaxed game. The proof by unlimited turn-overs is a search of its own, which `klondike_solver` runs
and limits.
"""

from __future__ import annotations

from typing import Final, cast

from game.solver.klondike_state import (
    ALL,
    HEIGHTS,
    KINGS,
    MOVE,
    TIMES_A_PASS,
    KlondikeState,
    KlondikeTable,
    Moves,
    bareable,
    placeable,
)
from game.solver.search_structures import (
    HIGHEST,
    BucketQueue,
    SearchStage,
    VisitedStates,
    lengthened,
    lowest,
    size,
)
from game.solver.vectors import i64, vec

_MOST_KNOWN: Final = 100_000
"""How many combinations of column heights are cached; a deal has 40,320."""


class LossTest:
    """Tells whether a state is certainly lost, as far as the relaxed games can tell."""

    def __init__(self, table: KlondikeTable, root: KlondikeState) -> None:
        self.table = table
        self.owned: i64 = root.visible
        """The cards that take up a place in the columns, once they are turned up."""
        self.owned |= root.hidden
        self.opens: dict[int, bool] = {}
        """Cache of `_can_open`, by the heights of the columns."""

    def is_lost(self, state: KlondikeState, before: KlondikeState | None) -> bool:
        """True if a state is certainly lost. `before` is its parent, which was not found lost, or
        None. With a parent, it is tested only if a dealt card has moved or, with no turn-over left,
        a card was pulled over others.
        """
        if (before is None or state.shape != before.shape) and not self._can_open(state.columns):
            return True
        under: i64 = self._under(state)
        if before is not None:
            under &= ~self._under(before)
        return under != 0 and self._is_buried(state)

    def _under(self, state: KlondikeState) -> i64:
        """The talon places under the pull stack's top, if no turn-over is left; else none."""
        if state.pointer < 2 or state.turns < self.table.most_turns:
            return 0
        one: i64 = self.table.one
        return state.talon & ((one << (state.pointer - 1)) - 1)

    def _can_open(self, columns: i64) -> bool:
        """True if all columns can be turned up in a game in which all cards seen are within reach.

        In this game talon cards are always available and take up no place in the columns, and a
        card at home takes others as if it lay in a column. So sending a card home never loses, and
        the result depends only on the heights of the columns. If the cache is full the result is
        True.
        """
        known = self.opens.get(columns)
        if known is not None:
            return known
        if len(self.opens) >= _MOST_KNOWN:
            return True
        found = self._search(columns)
        self.opens[columns] = found
        return found

    def _search(self, columns: i64) -> bool:
        """The result of `_can_open`, not cached."""
        one: i64 = self.table.one
        hidden: i64 = 0
        based: i64 = 0
        bare: i64 = 0
        for column in range(7):
            height: i64 = (columns >> (4 * column)) & 15
            if height == 0:
                bare += 1
                continue
            first: i64 = column * HEIGHTS
            based |= one << self.table.dealt[first + height - 1]
            for index in range(height - 1):
                hidden |= one << self.table.dealt[first + index]
        if hidden == 0:
            return True
        done = _risen(hidden)
        if done & based:
            return self._can_open(self._lowered(columns, lowest(done & based)))
        loose: i64 = self.owned & ~hidden & ~based & ~done
        taken: i64 = placeable(bareable(ALL & ~hidden, loose))
        if bare > size(loose & KINGS):
            taken |= KINGS
        movable: i64 = based & taken
        while movable:
            card: i64 = lowest(movable)
            movable &= movable - 1
            if self._can_open(self._lowered(columns, card)):
                return True
        return False

    def _lowered(self, columns: i64, card: i64) -> i64:
        """The heights after the lowest face-up card of a column has left it."""
        one: i64 = self.table.one
        column: i64 = self.table.column[card]
        columns -= one << (4 * column)
        left: i64 = (columns >> (4 * column)) & 15
        if left == 1 and self.table.dealt[column * HEIGHTS] >= 48:
            columns -= one << (4 * column)
        return columns

    def _is_buried(self, state: KlondikeState) -> bool:
        """True if some card can never be reached in the pull stack or turned up, even if every
        other card that was seen were always available. No turn-over is left, so a card in the pull
        stack comes up only when each card over it has found a card to lie on or can go home.
        """
        one: i64 = self.table.one
        deep: i64 = state.talon & ((one << state.pointer) - 1)
        reached: i64 = ALL & ~state.hidden
        under: i64 = self._under(state)
        while under:
            reached &= ~(one << self.table.order[lowest(under)])
            under &= under - 1
        heights: i64 = state.columns
        dealt = self.table.dealt
        cleared = state.bare > 0
        before: i64 = 0
        while before != reached:
            before = reached
            for column in range(7):
                height: i64 = (heights >> (4 * column)) & 15
                under_it: i64 = column * HEIGHTS - 1
                while height and self._leaves(dealt[under_it + height], reached, cleared):
                    heights -= one << (4 * column)
                    height -= 1
                    if height:
                        reached |= one << dealt[under_it + height]
                    elif not cleared:
                        cleared = True
                        before = 0
            while deep and self._leaves(self.table.order[_highest(deep)], reached, cleared):
                deep ^= one << _highest(deep)
                if deep:
                    reached |= one << self.table.order[_highest(deep)]
        return reached != ALL

    def _leaves(self, card: i64, reached: i64, cleared: bool) -> bool:
        """True if a card could move if `reached` were at hand; `cleared`: a column is empty."""
        if card >= 48 and cleared:
            return True
        hosts: i64 = self.table.hosts[card]
        if hosts & reached:
            return True
        lower: i64 = self.table.lower[card]
        return lower & ~reached == 0


def _risen(hidden: i64) -> i64:
    """The set of the cards that go home when every card does that is not hidden."""
    risen: i64 = 0
    following: i64 = 15 & ~hidden
    while following:
        risen |= following
        following = following << 4 & ALL & ~hidden
    return risen


def _highest(places: i64) -> i64:
    """The last of a set of places that is not empty."""
    found: i64 = -1
    while places:
        places >>= 1
        found += 1
    return found


_BYTES_A_NODE: Final = 560


class DepthFrame:
    """One state of the current line, and the range of its untried moves in `waiting`."""

    __slots__ = ("end", "next", "state")

    def __init__(self) -> None:
        self.state = KlondikeState()
        self.next: i64 = 0
        self.end: i64 = 0


class DepthFirst(SearchStage):
    """Searches every state until one is won; if none is, the root is lost."""

    def __init__(self, table: KlondikeTable, root: KlondikeState, memory_limit: i64) -> None:
        super().__init__()
        self.table = table
        self.memory_limit = memory_limit
        """Bytes."""
        self.moves = Moves(table)
        self.loss_test = LossTest(table, root)
        self.seen = VisitedStates()
        self.frames: list[DepthFrame] = [DepthFrame()]
        """The frames of the current line, followed by frames that are reused."""
        self.depth: i64 = 0
        """How many frames the current line has."""
        self.waiting: vec[i64] = vec[i64]([0] * 1024)
        """The moves of all states of the line."""
        self.line: list[int] | None = None
        """The moves to a win."""
        self.root = root
        self.frames[0].state.become(root)
        self._enter(None, 0)

    @property
    def is_exhausted(self) -> bool:
        """True once every state has been looked at, or a win was found."""
        return self.depth == 0

    def run(self, nodes: i64) -> bool:
        """See `SearchStage.run`."""
        goal: i64 = self.nodes + nodes
        while self.depth and self.nodes < goal:
            self.full = self.seen.used_bytes() > self.memory_limit
            if self.full:
                break
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
        return self.full or self.is_exhausted

    def _enter(self, before: KlondikeState | None, first: i64) -> None:
        """Add the state of the next frame to the line, unless it was met before at a `time` as
        early. Its moves go into `waiting` from `first` on; a state that is lost has none.
        """
        frame = self.frames[self.depth]
        state = frame.state
        self.moves.settle(state, None)
        if not self.seen.lower(state.key(), state.time()):
            return
        self.nodes += 1
        if state.talon == 0 and state.buried == 0:
            # The state is won: the lowest card left ends a column, and all lower cards of its suit
            # are home.
            self.line = self.moves.with_settled(self.root, self._chosen())
            self.depth = 0
            return
        frame.next = frame.end = first
        if not self.loss_test.is_lost(state, before):
            self.moves.find(state)
            self._wait(frame)
        self.depth += 1

    def _wait(self, frame: DepthFrame) -> None:
        """Copy the moves that were found into `waiting`, as those of a frame."""
        count: i64 = self.moves.count
        if frame.next + count > len(self.waiting):
            self.waiting = lengthened(self.waiting)
        index: i64 = 0
        while index < count:
            self.waiting[frame.next + index] = self.moves.found[index]
            index += 1
        frame.end = frame.next + count

    def _chosen(self) -> list[int]:
        """The moves of the line."""
        line = self.frames[: self.depth]
        return [int(self.waiting[frame.next - 1] & MOVE) for frame in line]


class BestNode:
    """A state of the best-first search, and the move that led to it."""

    __slots__ = ("ahead", "length", "move", "parent", "state")

    def __init__(
        self, state: KlondikeState, parent: BestNode | None, move: i64, length: i64, ahead: i64
    ) -> None:
        self.state = state
        self.ahead: i64 = ahead
        """The estimate of the counted moves to a win."""
        self.parent = parent
        self.move: i64 = move
        self.length: i64 = length
        """Counted moves from the root, but for cards moved aside."""


class BestFirst(SearchStage):
    """A search that weighs the moves made against an estimate of the moves ahead. It finds a win
    soon, and then shorter and shorter ones.

    With a table that is `strict`, its end proves that no win takes fewer moves than the least of
    `cap` and `lowest`. Otherwise it may miss a shorter one.
    """

    def __init__(
        self,
        table: KlondikeTable,
        root: KlondikeState,
        cap: int,
        made: int,
        ahead: int,
        memory_limit: i64,
    ) -> None:
        """Only wins of fewer than `cap` moves are looked for; lower it once one is found. `made`
        and `ahead` are the weights of the moves behind and ahead of a state.
        """
        super().__init__()
        self.table = table
        self.memory_limit = memory_limit
        """Bytes."""
        self.moves = Moves(table)
        self.cap: i64 = cap
        self.made: i64 = made
        self.ahead: i64 = ahead
        self.is_exhausted = False
        self.stored: i64 = 0
        self.lines: list[list[int]] = []
        """The wins found and not yet taken from here."""
        self.lowest: i64 = cap
        """The fewest moves of a win found, but for cards moved aside: as it is played it may take
        more.
        """
        self.waiting = BucketQueue()
        self.met = [VisitedStates() for _ in range(TIMES_A_PASS * (table.most_turns + 1))]
        """By time: the fewest moves to each state. So keys stay exact: an end proves a loss."""
        self.root = root
        self.spare = KlondikeState()
        """The state after a move, until it is kept."""
        self.spare.become(root)
        self._push(None, 0, self.moves.settle(self.spare, None))

    def run(self, nodes: i64) -> bool:
        """As `SearchStage.run`; it also returns once a win is in `lines`."""
        goal: i64 = self.nodes + nodes
        while self.nodes < goal and not self.lines:
            self.nodes += 1
            node = self.waiting.pop()
            if node is None:
                self.is_exhausted = True
                return True
            self._expand(cast(BestNode, node))
            self.full = self.stored * _BYTES_A_NODE > self.memory_limit
            if self.full:
                return True
        return False

    def _expand(self, node: BestNode) -> None:
        """Store the states after each move from a state, or note that it is won."""
        state = node.state
        if node.length + node.ahead >= self.cap:
            return
        if state.talon == 0 and state.buried == 0:
            self.lowest = min(self.lowest, node.length + node.ahead)
            self.lines.append(self.moves.with_settled(self.root, _chosen(node)))
            return
        self.moves.find(state)
        for index in range(self.moves.count):
            move: i64 = self.moves.found[index] & MOVE
            self.spare.become(state)
            self.table.play(self.spare, move)
            length: i64 = node.length + self.table.price(state, move)
            self._push(node, move, length + self.moves.settle(self.spare, None))

    def _push(self, parent: BestNode | None, move: i64, length: i64) -> None:
        """Store the spare state, unless it was met with as few moves or the estimate does not stay
        below `cap`.
        """
        state = self.spare
        ahead: i64 = self.table.ahead(state)
        if length + ahead >= self.cap:
            return
        if not self.met[state.time()].lower(state.key(), min(length, HIGHEST)):
            return
        self.spare = KlondikeState()
        priority: i64 = self.made * length + self.ahead * ahead
        self.waiting.push(priority, BestNode(state, parent, move, length, ahead))
        self.stored += 1


def _chosen(node: BestNode) -> list[int]:
    """The moves chosen from the root to a state."""
    line: list[int] = []
    at = node
    while at.parent is not None:
        line.append(at.move)
        at = at.parent
    line.reverse()
    return line

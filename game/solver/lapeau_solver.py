"""La Peau's solver: verdict, short answers and proven par, for both policies.

The searches: greedy to any win, weighted to a short one, A* to the shortest. Among states of equal
estimated length, A* takes those nearest to the end first. The bound of a state is computed only
when its turn comes. Until then the state takes over its parent's bound, less one if the move that
led to it may be among the moves counted. The bound counts disjoint sets of moves, each of which
contributes a move to every answer. A move in none of the sets leaves all of them to be made.

Whether a move of a single card is legal does not depend on empty columns elsewhere, and a run costs
its single moves. So the par in moves of single cards is the par. Single moves of an answer are then
joined into moves of runs that have the same effect.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from game.core.moves import DONE, EMPTY, Move
from game.core.position import Position
from game.rules import Rules
from game.rules.lapeau import COLUMNS
from game.solver.answer import Goal, Search
from game.solver.lapeau_state_and_bound import (
    FLOOR,
    HOME,
    HOPELESS,
    KEYS,
    PLACES,
    LaPeauBound,
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
    StagedSearch,
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


def runs_joined(rules: Rules, position: Position, singles: list[Move]) -> tuple[Move, ...]:
    """The moves, with single moves in a row replaced by one move of a run wherever that has the
    same effect and costs no more.
    """
    positions = [position]
    for move in singles:
        positions.append(rules.apply(positions[-1], move))
    keys = [rules.key(passed) for passed in positions]
    moves: list[Move] = []
    at = 0
    while at < len(singles):
        move, cost = singles[at], 1
        for run in _runs(rules, positions[at], move):
            steps = rules.steps(positions[at], run)
            end = at + len(steps)
            if cost < len(steps) and end < len(keys) and keys[end] == rules.key(steps[-1]):
                move, cost = run, len(steps)
        moves.append(move)
        at += cost
        if cost > 1 and positions[at] != (after := rules.apply(positions[at - cost], move)):
            # The position is the same except for the order of the columns.
            positions[at] = after
            for later in range(at, len(singles)):
                positions[later + 1] = rules.apply(positions[later], singles[later])
    return tuple(moves)


def _runs(rules: Rules, position: Position, first: Move) -> Iterator[Move]:
    """The moves of runs of several cards that end with the card of the move `first`; none without
    an empty column.
    """
    if first.onto == DONE or all(position.piles[column] for column in COLUMNS):
        return
    stack = next(position.piles[c] for c in COLUMNS if position.piles[c][-1:] == (first.card,))
    if len(stack) < 2 or not rules.fits(stack[-1], stack[-2]):
        return
    for move in rules.moves(position):
        if move.card != first.card and move.card in stack:
            yield move


# The states after which the weighted search replaces the greedy one. It costs more for each state,
# but finds a win where the greedy search would expand millions of states.
_GREEDY_STATES: Final = 2000


class LaPeauSearch(StagedSearch):
    """Looks for any win or the proof of none; then, if the goal asks for it, for shorter wins."""

    def __init__(
        self, rules: Rules, position: Position, goal: Goal, memory_limit: int, below: int
    ) -> None:
        super().__init__(rules, position, goal, memory_limit, below)
        self.table = LaPeauTable(rules.policy == "same")
        self.win: LaPeauNode | None = None
        if below:
            self.begin(self._tree(EXACT))
        else:
            self.begin(self._tree(GREEDY), _GREEDY_STATES)

    def _tree(self, kind: int) -> LaPeauTree:
        cap = int(self.below) or 1 << 30
        if self.win is not None:
            cap = int(self.win.length)
        root, memory = self.table.root(self.position), int(self.memory_limit)
        if kind == EXACT:
            return LaPeauShortestAnswer(self.table, root, kind, cap, memory)
        return LaPeauTree(self.table, root, kind, cap, memory)

    def _follow(self, stage: SearchStage, over: bool) -> None:
        tree = cast(LaPeauTree, stage)
        if over:
            self.win = tree.win or self.win
        if self.below and isinstance(stage, LaPeauShortestAnswer):
            proved = over and not stage.full
            self.least = stage.cap if proved else stage.lowest_length()
        if not over and (self.last < 0 or self.nodes < self.last):
            return
        if not over:
            self.begin(self._tree(WEIGHTED))
        elif self.win is None:
            self.is_lost = not tree.full and self.below == 0
            self.end()
        elif tree.kind == EXACT:
            self.is_shortest = not tree.full
            self.end()
        elif self.goal is Goal.OPTIMAL or (self.goal is Goal.SHORT and tree.kind == GREEDY):
            self.begin(self._tree(WEIGHTED if tree.kind == GREEDY else EXACT))
        else:
            self.end()

    def _moves(self) -> tuple[Move, ...] | None:
        if self.win is None:
            return None
        return runs_joined(self.rules, self.position, list(self._singles(self.win)))

    def _singles(self, win: LaPeauNode) -> Iterator[Move]:
        """The single moves of a win, forced ones among them, from the first position on."""
        way = [win]
        while (parent := way[-1].parent) is not None:
            way.append(parent)
        position = self.position
        for node in reversed(way):
            if node.parent is not None:
                move = _move(int(node.card), int(node.onto))
                position = self.rules.apply(position, move)
                yield move
            for move in self._forced(position, int(node.done)):
                position = self.rules.apply(position, move)
                yield move

    def _forced(self, position: Position, done: int) -> list[Move]:
        """The moves home of the cards of the set `done` that are not yet home, in a legal order."""
        columns = [list(position.piles[column]) for column in COLUMNS]
        left = {card for column in columns for card in column if done >> card & 1}
        moves: list[Move] = []
        while left:
            for column in columns:
                if column and column[-1] in left and column[-1] - 4 not in left:
                    left.remove(column[-1])
                    moves.append(Move(column.pop(), DONE))
        return moves


def _move(card: int, onto: int) -> Move:
    if onto == HOME:
        return Move(card, DONE)
    return Move(card, EMPTY) if onto == FLOOR else Move(card, onto)


def start(
    rules: Rules, position: Position, goal: Goal, memory_limit: int, below: int = 0
) -> Search:
    """See `registry.start`."""
    return LaPeauSearch(rules, position, goal, memory_limit, below)

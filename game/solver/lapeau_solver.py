"""La Peau's solver: verdict, short answers and proven par, for both policies.

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
from game.solver.answer import Answer, Goal, Search, Verdict
from game.solver.lapeau_search import EXACT, GREEDY, WEIGHTED, LaPeauShortestAnswer, LaPeauTree
from game.solver.lapeau_state_and_estimate import FLOOR, HOME, LaPeauNode, LaPeauTable
from game.solver.search_structures import SearchStage, StagedSearch


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

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        super().__init__(rules, position, goal, memory_limit)
        self.table = LaPeauTable(rules.policy == "same")
        self.win: LaPeauNode | None = None
        self.begin(self._tree(GREEDY), _GREEDY_STATES)

    def _tree(self, kind: int) -> LaPeauTree:
        cap = 1 << 30 if self.win is None else int(self.win.length)
        root, memory = self.table.root(self.position), int(self.memory_limit)
        if kind == EXACT:
            return LaPeauShortestAnswer(self.table, root, cap, memory)
        return LaPeauTree(self.table, root, kind, cap, memory)

    def _follow(self, stage: SearchStage, over: bool) -> None:
        tree = cast(LaPeauTree, stage)
        if over:
            self.win = tree.win or self.win
        if not over and (self.last < 0 or self.nodes < self.last):
            return
        if not over:
            self.begin(self._tree(WEIGHTED))
        elif self.win is None:
            self.is_lost = not tree.full
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


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search from any position of La Peau; `memory_limit` in bytes."""
    return LaPeauSearch(rules, position, goal, memory_limit)


class LaPeauBelow:
    """Adapter of `LaPeauShortestAnswer`; `LaPeauSearch` makes moves of the tree's win."""

    def __init__(self, rules: Rules, position: Position, below: int, memory_limit: int) -> None:
        self._search = LaPeauSearch(rules, position, Goal.OPTIMAL, memory_limit)
        root = self._search.table.root(position)
        self._search.begin(LaPeauShortestAnswer(self._search.table, root, below, memory_limit))
        self._least = 0

    def run(self, nodes: int) -> bool:
        """See `Search`. Once it has ended, nothing of the tree but its win takes memory."""
        stage = self._search.stage
        ended = self._search.run(nodes)
        if stage is not None:
            tree = cast(LaPeauShortestAnswer, stage)
            proved = ended and not tree.full
            self._least = int(tree.cap if proved else tree.lowest_length())
        return ended

    def answer(self) -> Answer:
        """See `registry.start_below`."""
        win = self._search.win
        if win is not None:
            return self._search.answer()._replace(optimal=True, least=int(win.length))
        return Answer(Verdict.UNDECIDED, nodes=int(self._search.nodes), least=self._least)


def start_below(rules: Rules, position: Position, below: int, memory_limit: int) -> LaPeauBelow:
    """A search for the shortest answer of fewer than `below` moves."""
    return LaPeauBelow(rules, position, below, memory_limit)

"""Brain Jam's solver: whether a position can be won, a short answer, the shortest one."""

from __future__ import annotations

from game.position import EMPTY, RESERVE, Move, Position
from game.rules import BrainJam, Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import Answer, Goal, Verdict, check
from game.solver.brainjam_par import BYTES_PER_NODE, TO_EMPTY, TO_RESERVE, Node, ParSearch, root_of
from game.solver.search import DEFAULT_MEMORY, undisturbed

# Quarters by which the bound counts more than the cost so far; 4 is A*.
_WEIGHT = {Goal.FIRST: 12, Goal.SHORT: 6, Goal.OPTIMAL: 4}


class BrainJamSearch:
    """A search for one position and one goal."""

    def __init__(self, rules: BrainJam, position: Position, goal: Goal, memory_limit: int) -> None:
        self._rules = rules
        self._position = position
        self._goal = goal
        columns = [list(position.piles[index]) for index in COLUMNS]
        reserve = [card for index in RESERVES for card in position.piles[index]]
        most_nodes = max(1, memory_limit // BYTES_PER_NODE)
        self._par = ParSearch(root_of(columns, reserve), _WEIGHT[goal], most_nodes)
        self._ended = False

    def run(self, nodes: int) -> bool:
        """Look at so many further positions; True when the search has ended."""
        with undisturbed():
            self._ended = self._ended or self._par.run(nodes)
        return self._ended

    def answer(self) -> Answer:
        """What is known now, replayed by the rules."""
        nodes = self._par.nodes
        if self._par.won is not None:
            moves = _moves_to(self._rules, self._position, self._par.won)
            answer = Answer(Verdict.WON, moves, self._goal is Goal.OPTIMAL, nodes=nodes)
            return check(self._rules, self._position, answer)
        proved = self._ended and not self._par.full
        return Answer(Verdict.UNWINNABLE if proved else Verdict.UNDECIDED, nodes=nodes)


def start(
    rules: Rules, position: Position, goal: Goal, memory_limit: int = DEFAULT_MEMORY
) -> BrainJamSearch:
    """A search from any position; memory_limit in bytes, reached it ends undecided."""
    assert isinstance(rules, BrainJam)
    return BrainJamSearch(rules, position, goal, memory_limit)


def _moves_to(rules: BrainJam, start: Position, last: Node) -> tuple[Move, ...]:
    """The moves that lead to a node, those to the foundations put in again."""
    chosen = []
    node: Node | None = last
    while node is not None and node.parent is not None:
        chosen.append(Move(node.card, _ONTO.get(node.onto, node.onto)))
        node = node.parent
    moves = list(rules.purge(start))
    position = start
    for move in moves:
        position = rules.apply(position, move)
    for move in reversed(chosen):
        position = rules.apply(position, move)
        purge = rules.purge(position)
        for home in purge:
            position = rules.apply(position, home)
        moves += [move, *purge]
    return tuple(moves)


_ONTO: dict[int, int | str] = {TO_RESERVE: RESERVE, TO_EMPTY: EMPTY}

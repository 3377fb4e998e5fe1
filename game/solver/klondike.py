"""Klondike with all cards known to the solver: verdict, first win, best known length.

Four searches take turns. A best-first one finds most wins, and short ones. One of the game
with any number of turn-overs is small, and proves most losses: what cannot be won even so is
lost. A depth-first one decides the rest. Then, where a short answer is wanted, best-first
searches that weigh the way behind more and more look for wins of fewer moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.position import TURN, Move, Position
from game.rules import Rules
from game.solver.answer import Answer, Goal, Search, Verdict, check_answer
from game.solver.klondike_hands import played_line
from game.solver.klondike_search import BestFirst, DepthFirst
from game.solver.klondike_state import KlondikeTable
from game.solver.search_tools import undisturbed

if TYPE_CHECKING:
    from mypy_extensions import i64

# The best-first searches before the others: weights of the moves made and of those ahead, and
# how many states each looks at.
_BROAD: Final = ((1, 2, 3500), (1, 6, 1000), (2, 3, 3500))
# Which of them come after the search of the game with turn-overs without end, and its states.
_ENDLESS_AFTER: Final = 2
_ENDLESS_STATES: Final = 25_000

# The same for the searches for shorter wins, and the states that the search which found the
# first one goes on for.
_SHORT_STATES: Final = 40_000
_SHORTER: Final = ((2, 3, 40_000), (1, 1, 40_000))

_ANY_LENGTH: Final = 10_000


class KlondikeSearch:
    """Goes through its searches until one of them has decided, then on to shorter wins."""

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit: i64 = memory_limit
        self.nodes: i64 = 0
        self.ended = False
        self.is_lost = False
        self.moves: list[Move] | None = None
        """The shortest win found."""
        self.deep: DepthFirst | None = None
        self.broad: BestFirst | None = None
        self.last: i64 = 0
        """The search that is running ends at this count of states; -1: no such end."""
        self.broadened: i64 = 0
        self.shortened: i64 = 0
        """How many of the best-first searches, and of those for shorter wins, have begun."""
        self.tried_endless = False
        self._seek()

    def _seek(self) -> None:
        """Begin the next search while no win is known."""
        if self.broadened >= _ENDLESS_AFTER and not self.tried_endless:
            self.tried_endless = True
            self._begin_deep(endless=True)
        elif self.broadened < len(_BROAD):
            made, ahead, states = _BROAD[self.broadened]
            self.broadened += 1
            self._begin_broad(made, ahead, states)
        else:
            self._begin_deep(endless=False)

    def _begin_broad(self, made: i64, ahead: i64, states: i64) -> None:
        """Go on best-first, for wins shorter than any that is known."""
        cap = _ANY_LENGTH if self.moves is None else len(self.moves)
        table = KlondikeTable(self.position, self.rules.turns)
        self.deep = None
        self.broad = BestFirst(table, table.root(self.position), cap, int(made), int(ahead))
        self.last = self.nodes + states

    def _begin_deep(self, *, endless: bool) -> None:
        """Go on depth-first."""
        table = KlondikeTable(self.position, self.rules.turns, endless=endless)
        self.broad = None
        self.deep = DepthFirst(table, table.root(self.position), self.memory_limit)
        self.last = self.nodes + _ENDLESS_STATES if endless else -1

    def run(self, nodes: int) -> bool:
        """Look at about so many further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        with undisturbed():
            while not self.ended and self.nodes < stop:
                if self.broad is not None:
                    self._widen(self.broad)
                elif self.deep is not None:
                    self._deepen(self.deep, stop)
        return self.ended

    def _widen(self, tree: BestFirst) -> None:
        """Expand one more state best-first; at the end begin what follows."""
        self.nodes += 1
        going = tree.step()
        if tree.lines:
            self._win(tree.lines.pop())
        full = tree.used_bytes() > self.memory_limit
        if self.ended or (going and not full and self.nodes < self.last):
            return
        if self.moves is not None:
            self._shorten()
        elif going:
            self._seek()
        else:
            self._lose()

    def _deepen(self, tree: DepthFirst, stop: i64) -> None:
        """Go on depth-first to a count of states; at the end begin what follows."""
        endless = tree.table.endless
        before: i64 = tree.nodes
        tree.run((min(stop, self.last) if endless else stop) - self.nodes)
        self.nodes += tree.nodes - before
        if tree.line is not None:
            self._win(tree.line)
            if self.moves is not None:
                self._shorten()
                return
        elif tree.is_exhausted:
            self._lose()
            return
        if endless:
            if tree.is_exhausted or tree.is_full or self.nodes >= self.last:
                self._seek()
        elif tree.is_full:
            self._end()

    def _win(self, line: list[int]) -> None:
        """Play a win with real cards, and keep it if it is the shortest. One of the game
        with turn-overs without end may need more of them than there are.
        """
        moves = played_line(self.position, line)
        turns = sum(move.onto == TURN for move in moves)
        if self.position.used + turns > self.rules.turns:
            return
        if self.moves is None:
            self.last = self.nodes + _SHORT_STATES
        if self.moves is None or len(moves) < len(self.moves):
            self.moves = moves
        if self.goal is Goal.FIRST:
            self._end()

    def _lose(self) -> None:
        """No win is left."""
        self.is_lost = True
        self._end()

    def _shorten(self) -> None:
        """Begin the next search for shorter wins, if there is one and they are wanted."""
        if self.ended or self.shortened == len(_SHORTER):
            self._end()
            return
        made, ahead, states = _SHORTER[self.shortened]
        self.shortened += 1
        self._begin_broad(made, ahead, states)

    def _end(self) -> None:
        """Nothing more is looked for."""
        self.ended = True
        self.broad = None
        self.deep = None

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        if self.moves is None:
            verdict = Verdict.UNWINNABLE if self.is_lost else Verdict.UNDECIDED
            return Answer(verdict, nodes=int(self.nodes))
        found = Answer(Verdict.WON, tuple(self.moves), nodes=int(self.nodes))
        return check_answer(self.rules, self.position, found)


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search from any position of Klondike; `memory_limit` in bytes."""
    return KlondikeSearch(rules, position, goal, memory_limit)

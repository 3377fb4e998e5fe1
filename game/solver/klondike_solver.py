"""Klondike's solver, which knows all cards: verdict, first win, short wins.

Four kinds of searches follow each other. Best-first searches find most wins, and short ones. A
search of the game with unlimited turn-overs is small and proves most losses, because a position
that cannot be won in that game is lost. A depth-first search decides the rest. Then, if a short
answer is wanted, best-first searches that give the moves made more and more weight look for shorter
wins. If the shortest is wanted, searches with a lower bound follow, until they end or the memory is
full.

A win of the search leaves out the cards that are moved aside, so it is as short as what it stands
for, or shorter. That no win is shorter is proved where the last searches end and have found none
that could be, not even so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import TURN, Move
from game.core.position import Position
from game.rules import Rules
from game.solver.answer import Answer, Goal, Search, Verdict, check_answer
from game.solver.klondike_replay import played_line
from game.solver.klondike_search import BestFirst, DepthFirst
from game.solver.klondike_state import KlondikeTable
from game.solver.visited_states import HIGHEST

if TYPE_CHECKING:
    from mypy_extensions import i64

# The first best-first searches: the weights of the moves made and of the moves ahead, and how many
# states each search may expand.
_BROAD: Final = ((1, 2, 3500), (1, 6, 1000), (2, 3, 3500))
# How many of them run before the search with unlimited turn-overs, and the states of that search.
_ENDLESS_AFTER: Final = 2
_ENDLESS_STATES: Final = 25_000

# The states for which the search that found the first win goes on, and the searches for shorter
# wins, as in _BROAD.
_SHORT_STATES: Final = 40_000
_SHORTER: Final = ((2, 3, 40_000), (1, 1, 40_000))
# The searches for the shortest win, the first two without and the others with a lower bound.
_SHORTEST: Final = ((2, 3), (1, 1), (2, 3), (1, 1))
_BOUNDED_FROM: Final = 2
# How many ways to play a win are compared where the shortest is wanted.
_WAYS: Final = 100

_ANY_LENGTH: Final = 10_000


class KlondikeSearch:
    """Runs its searches until one of them decides, then those for shorter wins."""

    def __init__(self, rules: Rules, position: Position, goal: Goal, memory_limit: int) -> None:
        self.rules = rules
        self.position = position
        self.goal = goal
        self.memory_limit: i64 = memory_limit
        self.nodes: i64 = 0
        self.ended = False
        self.is_lost = False
        self.is_shortest = False
        """True if `moves` are proved to be the shortest win."""
        self.moves: list[Move] | None = None
        """The shortest win found."""
        self.deep: DepthFirst | None = None
        self.broad: BestFirst | None = None
        self.last: i64 = 0
        """The current search ends when `nodes` reaches this count; -1: it has no such limit."""
        self.broadened: i64 = 0
        self.shortened: i64 = 0
        """How many searches of _BROAD (`broadened`), and of _SHORTER or, if the shortest win is
        wanted, of _SHORTEST (`shortened`) have begun.
        """
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

    def _begin_broad(self, made: i64, ahead: i64, states: i64, *, strict: bool = False) -> None:
        """Begin a best-first search for wins shorter than any known one, of `states` states or, if
        that is negative, without limit; `strict`: with a lower bound.
        """
        cap = _ANY_LENGTH if self.moves is None else len(self.moves)
        table = KlondikeTable(self.position, self.rules.turns, strict=strict)
        self.deep = None
        self.broad = BestFirst(table, table.root(self.position), cap, int(made), int(ahead))
        self.last = self.nodes + states if states >= 0 else -1

    def _begin_deep(self, *, endless: bool) -> None:
        """Begin a depth-first search; `endless`: with unlimited turn-overs."""
        table = KlondikeTable(self.position, self.rules.turns, endless=endless)
        self.broad = None
        self.deep = DepthFirst(table, table.root(self.position), self.memory_limit)
        self.last = self.nodes + _ENDLESS_STATES if endless else -1

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further states; True when the search has ended."""
        stop: i64 = self.nodes + nodes
        with garbage_collection_paused():
            try:
                while not self.ended and self.nodes < stop:
                    if self.broad is not None:
                        self._widen(self.broad)
                    elif self.deep is not None:
                        self._deepen(self.deep, stop)
            except MemoryError:
                self._end()
        return self.ended

    def _widen(self, tree: BestFirst) -> None:
        """Expand one state of the best-first search; when that ends, begin the next search."""
        self.nodes += 1
        going = tree.step()
        if tree.lines:
            self._win(tree.lines.pop())
            if self.moves is not None:
                tree.cap = min(tree.cap, len(self.moves))
        full = tree.used_bytes() > self.memory_limit
        if self.ended or (going and not full and (self.last < 0 or self.nodes < self.last)):
            return
        if not going and tree.table.strict and self.moves is not None:
            # Numbers of moves above HIGHEST are not told apart.
            proved: i64 = min(tree.cap, tree.lowest, HIGHEST)
            self.is_shortest = len(self.moves) <= proved
        if self.moves is not None:
            self._shorten()
        elif going:
            self._seek()
        else:
            self._lose()

    def _deepen(self, tree: DepthFirst, stop: i64) -> None:
        """Run the depth-first search up to the count `stop`; if it ends, begin the next one."""
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
        """Translate a win into moves of the game, and keep it if it is the shortest. A win of the
        game with unlimited turn-overs is dropped if it needs more turn-overs than there are.
        """
        ways = _WAYS if self.goal is Goal.OPTIMAL else 1
        moves = played_line(self.position, line, ways)
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
        """End with the proof that there is no win."""
        self.is_lost = True
        self._end()

    def _shorten(self) -> None:
        """Begin the next search for shorter wins, if there is one and they are wanted."""
        if self.goal is Goal.OPTIMAL:
            self._seek_shortest()
        elif self.ended or self.shortened == len(_SHORTER):
            self._end()
        else:
            made, ahead, states = _SHORTER[self.shortened]
            self.shortened += 1
            self._begin_broad(made, ahead, states)

    def _seek_shortest(self) -> None:
        """Begin the next search for the shortest win, unless it is proved or none is left."""
        if self.is_shortest or self.shortened == len(_SHORTEST):
            self._end()
            return
        made, ahead = _SHORTEST[self.shortened]
        self.shortened += 1
        self._begin_broad(made, ahead, -1, strict=self.shortened > _BOUNDED_FROM)

    def _end(self) -> None:
        """End the whole search."""
        self.ended = True
        self.broad = None
        self.deep = None

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        if self.moves is None:
            verdict = Verdict.UNWINNABLE if self.is_lost else Verdict.UNDECIDED
            return Answer(verdict, nodes=int(self.nodes))
        nodes = int(self.nodes)
        found = Answer(Verdict.WON, tuple(self.moves), self.is_shortest, nodes=nodes)
        return check_answer(self.rules, self.position, found)


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search from any position of Klondike; `memory_limit` in bytes."""
    return KlondikeSearch(rules, position, goal, memory_limit)

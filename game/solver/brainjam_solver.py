"""Brain Jam's solver: whether a position can be won, a short answer, the shortest one.

A search goes through up to three stages: is there a win at all (brainjam_win), a short answer
(brainjam_beam), then the shortest (brainjam_par_search). So a search that is stopped early still
has what the stages before have found.
"""

from __future__ import annotations

from typing import Final

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import DONE, EMPTY, RESERVE, Move
from game.core.position import Position
from game.rules import BrainJam, Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import Answer, Goal, Verdict, check_answer
from game.solver.brainjam_beam import Beam
from game.solver.brainjam_par_search import ParSearch
from game.solver.brainjam_table import TO_EMPTY, TO_HOME, TO_RESERVE, PathReplay
from game.solver.brainjam_win import WinSearch, path_to_win
from game.solver.brainjam_win_state import Deal, win_root
from game.solver.search_limits import DEFAULT_MEMORY

# The weights of the bound in `ParSearch`, in quarters of the weight of the cost so far.
_EAGER: Final = 16
_SHORT: Final = 12
_EXACT: Final = 4
# If the beam finds no answer: after this many positions, a longer short answer is accepted.
_PATIENCE: Final = 3000

_ONTO: Final[dict[int, int | str]] = {TO_RESERVE: RESERVE, TO_EMPTY: EMPTY, TO_HOME: DONE}
_MOVES: Final[dict[tuple[int, int], Move]] = {
    (card, onto): Move(card, _ONTO.get(onto, onto))
    for card in range(52)
    for onto in (min(card + 4, TO_RESERVE), TO_RESERVE, TO_EMPTY, TO_HOME)
}
"""Each single move as the rules know it."""


def moves_of(
    path: list[tuple[int, int]], columns: list[list[int]], reserve: list[int]
) -> tuple[Move, ...]:
    """The moves of the game for a path, with the moves to foundations added."""
    replay = PathReplay(columns, reserve)
    replay.play(path)
    return tuple(map(_MOVES.__getitem__, replay.moves))


class BrainJamSearch:
    """A search for one position and one goal."""

    def __init__(self, rules: BrainJam, position: Position, goal: Goal, memory_limit: int) -> None:
        self._rules = rules
        self._position = position
        self._goal = goal
        self._memory_limit = memory_limit
        self._columns = [list(position.piles[index]) for index in COLUMNS]
        self._reserve = [card for index in RESERVES for card in position.piles[index]]
        self._left = len(self._reserve) + sum(map(len, self._columns))
        """No answer takes fewer moves than there are cards to bring home."""
        self._verdict = Verdict.UNDECIDED
        self._optimal = False
        self._moves: tuple[Move, ...] = ()
        self._ended = False
        self._nodes_before = 0
        self._deal = Deal(self._columns)
        root = win_root(self._deal, self._reserve, False)
        self._stage: WinSearch | ParSearch = WinSearch(self._deal, root, memory_limit)

    def run(self, nodes: int) -> bool:
        """Search `nodes` further positions; True when the search has ended."""
        with garbage_collection_paused():
            if not self._ended and self._stage.run(nodes):
                if isinstance(self._stage, WinSearch):
                    self._after_win_search(self._stage)
                elif isinstance(self._stage, Beam):
                    self._after_beam(self._stage)
                else:
                    self._after_par_search(self._stage)
        return self._ended

    def _after_win_search(self, stage: WinSearch) -> None:
        if stage.won >= 0:
            root = win_root(self._deal, self._reserve, True)
            self._found(path_to_win(stage, root))
            if self._goal is Goal.FIRST or self._optimal:
                self._end(Verdict.WON)
            else:
                self._nodes_before += stage.nodes
                self._stage = Beam(self._columns, self._reserve, self._memory_limit)
        elif stage.full:
            self._end(Verdict.UNDECIDED)
        elif stage.moves.unsure:
            self._go_on(_EAGER)
        else:
            self._end(Verdict.UNWINNABLE)

    def _after_beam(self, stage: Beam) -> None:
        """A win is known by now; the beam may have found a shorter one."""
        if stage.won < 0:
            self._go_on(_SHORT)
            return
        self._found(stage.path())
        if self._optimal or self._goal is not Goal.OPTIMAL:
            self._end(Verdict.WON)
        else:
            self._go_on(_EXACT)

    def _after_par_search(self, stage: ParSearch) -> None:
        if stage.won >= 0:
            self._optimal = stage.weight == _EXACT
            self._found(stage.path())
        if stage.full:
            self._end(self._verdict)
        elif self._verdict is Verdict.UNDECIDED:
            self._end(Verdict.UNWINNABLE)
        elif self._optimal or self._goal is not Goal.OPTIMAL:
            self._end(Verdict.WON)
        else:
            self._go_on(_EXACT)

    def _go_on(self, weight: int) -> None:
        self._nodes_before += self._stage.nodes
        patience = _PATIENCE if weight == _SHORT else 0
        self._stage = ParSearch(self._columns, self._reserve, weight, self._memory_limit, patience)

    def _end(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._ended = True

    def _found(self, path: list[tuple[int, int]]) -> None:
        """Keep an answer if it is the best so far."""
        moves = moves_of(path, self._columns, self._reserve)
        if self._verdict is not Verdict.WON or len(moves) <= len(self._moves):
            self._moves = moves
        self._verdict = Verdict.WON
        self._optimal = self._optimal or len(moves) == self._left

    def answer(self) -> Answer:
        """What is known now, replayed by the rules."""
        nodes = self._nodes_before + self._stage.nodes
        answer = Answer(self._verdict, self._moves, self._optimal, nodes=nodes)
        return check_answer(self._rules, self._position, answer)


def start(
    rules: Rules, position: Position, goal: Goal, memory_limit: int = DEFAULT_MEMORY
) -> BrainJamSearch:
    """A search from any position. `memory_limit` is in bytes; a search that reaches it ends with
    what it has found.

    Raises ValueError for the rules of another game.
    """
    if not isinstance(rules, BrainJam):
        raise ValueError(f"this is the solver of Brain Jam, not of {rules.title}")
    return BrainJamSearch(rules, position, goal, memory_limit)

"""Brain Jam's solver: whether a position can be won, a short answer, the shortest one.

A search goes through up to three stages: is there a win at all (brainjam_win), a short answer, then
the shortest (both brainjam_shortest_answer). So a search that is stopped early still has what the
stages before have found.
"""

from __future__ import annotations

from typing import Final

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import DONE, EMPTY, RESERVE, Move
from game.core.position import Position
from game.rules import BrainJam, Rules
from game.rules.brainjam import COLUMNS, RESERVES
from game.solver.answer import Answer, Goal, Verdict, check_answer
from game.solver.brainjam_constants_and_hash_keys import TO_EMPTY, TO_HOME, TO_RESERVE, PathReplay
from game.solver.brainjam_shortest_answer import ANY_COST, EXACT, BrainJamShortestAnswer
from game.solver.brainjam_win import WinSearch, path_to_win
from game.solver.brainjam_win_state_and_estimate import Deal, win_root
from game.solver.search_limits import DEFAULT_MEMORY

_SHORT: Final = EXACT + 2
"""The weight for a short answer: on 377 deals 0.28 moves above the shortest on average, at most 3,
in half the time.
"""
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
        self._stage: WinSearch | BrainJamShortestAnswer = WinSearch(self._deal, root, memory_limit)

    def run(self, nodes: int) -> bool:
        """Search `nodes` further positions; True when the search has ended."""
        with garbage_collection_paused():
            try:
                if not self._ended and self._stage.run(nodes):
                    if isinstance(self._stage, WinSearch):
                        self._after_win_search(self._stage)
                    else:
                        self._after_shorter(self._stage)
            except MemoryError:
                self._end(self._verdict)
        return self._ended

    def _after_win_search(self, stage: WinSearch) -> None:
        if stage.won >= 0:
            self._found(path_to_win(stage, win_root(self._deal, self._reserve, True)))
            if self._goal is Goal.FIRST or self._optimal:
                self._end(Verdict.WON)
            else:
                self._go_on(_SHORT)
        elif stage.full:
            self._end(Verdict.UNDECIDED)
        elif stage.moves.unsure:
            self._go_on(_SHORT)
        else:
            self._end(Verdict.UNWINNABLE)

    def _after_shorter(self, stage: BrainJamShortestAnswer) -> None:
        if stage.won >= 0:
            self._found(stage.path())
        if not stage.full and (stage.won < 0 or stage.weight == EXACT):
            # There is no answer, or none shorter than the one at hand.
            self._optimal = self._verdict is Verdict.WON
            self._end(Verdict.WON if self._optimal else Verdict.UNWINNABLE)
        elif stage.full or self._optimal or self._goal is not Goal.OPTIMAL:
            self._end(self._verdict)
        else:
            self._go_on(EXACT)

    def _go_on(self, weight: int) -> None:
        """Search for an answer that is shorter than the one at hand."""
        below = len(self._moves) - self._left if self._moves else ANY_COST
        self._nodes_before += self._stage.nodes
        self._stage = BrainJamShortestAnswer(
            self._columns, self._reserve, below, self._memory_limit, weight
        )

    def _end(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._ended = True

    def _found(self, path: list[tuple[int, int]]) -> None:
        """Keep an answer, which is shorter than any before."""
        self._moves = moves_of(path, self._columns, self._reserve)
        self._verdict = Verdict.WON
        self._optimal = len(self._moves) == self._left

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

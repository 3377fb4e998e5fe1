"""Gaps: whether a game can be won with the redeals that are left, and how.

The searches are in gaps_redeals.py (the whole game) and gaps_search.py (one layout).
"""

from __future__ import annotations

from typing import Final

from game.core.moves import EMPTY, Move
from game.core.position import Position
from game.rules import Gaps, Rules
from game.solver.answer import Answer, Goal, Search, Verdict, check_answer
from game.solver.gaps_layout import GOAL, WIDTH
from game.solver.gaps_redeals import Stage, WholeGame
from game.solver.gaps_search import Line

_SPADE_TWO: Final = 7
"""The highest of the twos."""


class GapsSearch:
    """The search of a game, with its result as moves of the rules."""

    def __init__(self, rules: Gaps, position: Position, goal: Goal, memory_limit: int) -> None:
        self._rules = rules
        self._position = position
        self.game = WholeGame(rules, position, goal, memory_limit)
        self._lacks_memory = False
        self._checked = Answer(Verdict.UNDECIDED)
        """The last answer that the rules have replayed."""

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further states; True when the search has ended."""
        try:
            return self._lacks_memory or self.game.run(nodes)
        except MemoryError:
            self._lacks_memory = True
            return True

    def answer(self) -> Answer:
        """What is known now, its moves replayed by the rules."""
        game = self.game
        best = game.best
        if best is not None:
            found = Answer(
                Verdict.WON,
                self._moves(best),
                optimal=best.redeals == game.fewest and self._is_shortest(best),
                score=GOAL,
                score_proved=True,
                nodes=game.nodes,
                fewest_redeals=best.redeals == game.fewest,
            )
        else:
            found = Answer(
                Verdict.UNWINNABLE if game.is_exhausted else Verdict.UNDECIDED,
                self._moves(game.top),
                score=int(game.top.search.best_score),
                score_proved=game.is_exhausted,
                nodes=game.nodes,
            )
        if found.moves != self._checked.moves or found.verdict is not self._checked.verdict:
            self._checked = check_answer(self._rules, self._position, found)
        return found

    def _is_shortest(self, best: Stage) -> bool:
        """True if it is proved that no win with as few redeals takes fewer moves. After a redeal
        that is not known, because the lines to dead ends are not proved to be the shortest.
        """
        return best.redeals == 0 and best.search.is_exhausted

    def _moves(self, stage: Stage) -> tuple[Move, ...]:
        """The moves from the first position to the best result of a layout's search."""
        moves: list[Move] = []
        line = stage.search.best
        last: Stage | None = stage
        while last is not None:
            moves[:0] = _named(line)
            if last.before is not None and last.dead_end is not None:
                moves.insert(0, self.game.redeal)
                line = last.dead_end.line
            last = last.before
        return tuple(moves)


def _named(line: Line) -> list[Move]:
    """The moves of a line, as the rules name them."""
    moves = []
    for index in range(0, len(line), 2):
        card, slot = line[index], line[index + 1]
        if card <= _SPADE_TWO:
            moves.append(Move(card, EMPTY, slot // WIDTH + 1))
        else:
            moves.append(Move(card, card - 4))
    return moves


def start(rules: Rules, position: Position, goal: Goal, memory_limit: int) -> Search:
    """A search of any position of Gaps; `memory_limit` in bytes."""
    assert isinstance(rules, Gaps)
    return GapsSearch(rules, position, goal, memory_limit)

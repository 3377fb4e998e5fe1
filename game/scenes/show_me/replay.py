"""An answer that is gone through move by move. Nothing of it is kept anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.position import Move, Position
from game.rules import Rules

PACES_S: Final = (1.6, 1.0, 0.6, 0.35, 0.18)
"""Between two moves, slowest first."""


class AnswerReplay:
    """The positions of an answer, and the one that it is at."""

    def __init__(self, rules: Rules, start: Position, moves: Sequence[Move]) -> None:
        """`moves` are played from `start`. Raises IllegalMove where the rules refuse one."""
        self.rules = rules
        self._moves = tuple(moves)
        self._steps: list[tuple[Position, ...]] = []
        self._positions, self._counted = [start], [0]
        for move in moves:
            self._steps.append(rules.steps(self._positions[-1], move))
            self._positions.append(self._steps[-1][-1])
            self._counted.append(self._counted[-1] + len(self._steps[-1]))
        self.at = 0
        """How many of its actions are made."""

    @property
    def last(self) -> int:
        """How many actions there are."""
        return len(self._steps)

    @property
    def is_over(self) -> bool:
        """True at its end."""
        return self.at == self.last

    @property
    def position(self) -> Position:
        """Where it is."""
        return self._positions[self.at]

    @property
    def end(self) -> Position:
        """Where it leads to."""
        return self._positions[-1]

    @property
    def moves(self) -> int:
        """Counted moves made."""
        return self._counted[self.at]

    @property
    def all_moves(self) -> int:
        """Counted moves of the whole answer."""
        return self._counted[-1]

    def move_from(self, before: Position) -> Move | None:
        """The move that has led here from a position; None where none did."""
        stepped = self.at > 0 and self._positions[self.at - 1] is before
        return self._moves[self.at - 1] if stepped else None

    def go(self, at: int) -> tuple[Position, ...]:
        """Go to where so many actions are made, or as near as there are any; returns the
        positions passed: of one action on all its counted moves, of any other way the goal
        alone, and none where it is there already.
        """
        before, self.at = self.at, max(0, min(at, self.last))
        if self.at == before:
            return ()
        return self._steps[before] if self.at == before + 1 else (self.position,)

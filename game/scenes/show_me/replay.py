"""Replays an answer move by move, running or stopped. Nothing of it enters the history."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.core.moves import Move
from game.core.position import Position
from game.rules import Rules

PACES_S: Final = (1.6, 1.0, 0.6, 0.35, 0.18)
"""Between two moves, slowest first."""


class AnswerReplay:
    """The positions of an answer, the current one, and whether it goes on by itself."""

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
        """How many of the answer's moves are made. One of them may be several counted moves."""
        self.running = True
        """Whether moves come by themselves: to the end, or until the player stops them."""

    @property
    def last(self) -> int:
        """How many moves the answer has, each as one, however many counted moves it is."""
        return len(self._steps)

    @property
    def is_over(self) -> bool:
        """True at its end."""
        return self.at == self.last

    @property
    def position(self) -> Position:
        """The current position."""
        return self._positions[self.at]

    @property
    def end(self) -> Position:
        """The position at the end of the answer."""
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
        """The move from `before` to the current position; None if no single move leads there."""
        stepped = self.at > 0 and self._positions[self.at - 1] is before
        return self._moves[self.at - 1] if stepped else None

    def go(self, at: int) -> tuple[Position, ...]:
        """Go to the position after `at` moves, limited to the ends of the answer. Returns the
        positions to show: for one move forward, that after each counted move; for any other jump,
        the new position alone; none if it is the current one.
        """
        before, self.at = self.at, max(0, min(at, self.last))
        self.running = self.running and not self.is_over
        if self.at == before:
            return ()
        return self._steps[before] if self.at == before + 1 else (self.position,)

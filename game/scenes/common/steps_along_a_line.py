"""A line of play that is gone along, in the review and while an answer is shown, and the commands
that lead along it. Nothing of it enters the history.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.core.moves import Move
from game.core.position import Position
from game.desktop.commands import Command
from game.rules import Rules
from game.solver.line_worths import Line

LEAP = 10
"""The places that Page Up and Page Down pass."""


def place_of_command(command: Command | None, at: int, last: int) -> int | None:
    """The place to which a command leads from the place `at` of a line, possibly beyond its ends;
    None: it leads nowhere. `last` is the line's last place.
    """
    goals = {
        Command.UNDO: at - 1,
        Command.REDO: at + 1,
        Command.UNDO_TEN: at - LEAP,
        Command.REDO_TEN: at + LEAP,
        Command.START: 0,
        Command.END: last,
    }
    return None if command is None else goals.get(command)


class WalkedLine:
    """A line, and a place on it: the number of actions that are made, from 0 to `last`."""

    def __init__(self, line: Line, at: int = 0) -> None:
        self.line, self.rules, self.at = line, line.rules, at
        self.last = len(line.positions) - 1

    @property
    def position(self) -> Position:
        """The cards at the place."""
        return self.line.positions[self.at]

    def go(self, at: int) -> tuple[Position, ...]:
        """Go to a place, or to the nearest end of the line. Returns the positions to show, the new
        one last; empty if the place stays the same. A step ahead by one action shows each of its
        single moves.
        """
        before, self.at = self.at, max(0, min(at, self.last))
        if self.at == before:
            return ()
        passed = [self.line.positions[before]]
        if self.at == before + 1:
            for move in self.line.actions[self.at]:
                passed += self.rules.steps(passed[-1], move)
        return (*passed[1:-1], self.position)


class AnswerReplay(WalkedLine):
    """An answer, move by move, that goes on by itself unless it is stopped."""

    def __init__(self, rules: Rules, start: Position, moves: Sequence[Move]) -> None:
        """`moves` are played from `start`. Raises IllegalMove where the rules refuse one."""
        super().__init__(Line.of_actions(rules, start, [(move,) for move in moves]))
        self.running = True
        """Whether moves come by themselves: to the end, or until the player stops them."""

    @property
    def is_over(self) -> bool:
        """True at its end."""
        return self.at == self.last

    @property
    def moves(self) -> int:
        """Counted moves made."""
        return self.line.depths[self.at]

    @property
    def all_moves(self) -> int:
        """Counted moves of the whole answer."""
        return self.line.depths[-1]

    def move_from(self, before: Position) -> Move | None:
        """The move from `before` to the current position; None if no single move leads there."""
        stepped = self.at > 0 and self.line.positions[self.at - 1] is before
        return self.line.actions[self.at][0] if stepped else None

    def go(self, at: int) -> tuple[Position, ...]:
        """Go to a place; at the end it stops."""
        shown = super().go(at)
        self.running = self.running and not self.is_over
        return shown

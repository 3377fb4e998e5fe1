"""A line of play that is gone along, in the review and while an answer is shown, with the commands
that lead along it; how the worth of a line's moves is shown. Nothing of it enters the history.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.moves import Move
from game.core.position import Position
from game.desktop.commands import Command
from game.graphics import colours
from game.graphics.colours import Rgb
from game.play.verdict import within_redeals
from game.rules import Rules
from game.solver.answer import Verdict
from game.solver.line_worths import Line, LineWorths, cost
from game.system.language import Language
from game.table.line_strip import MoveWorth

LEAP = 10
"""The places that Page Up and Page Down pass."""


class WalkedLine:
    """A line, and a place on it: the number of actions that are made, from 0 to `last`."""

    def __init__(self, line: Line, at: int = 0) -> None:
        self.line, self.rules, self.at = line, line.rules, at
        self.last = len(line.positions) - 1

    @property
    def position(self) -> Position:
        """The cards at the place."""
        return self.line.positions[self.at]

    def commands(self, go: Callable[[int], None]) -> dict[str, Callable[[], None]]:
        """What the commands that lead along the line do: `go` gets the place, possibly beyond its
        ends.
        """
        return {
            Command.UNDO: lambda: go(self.at - 1),
            Command.REDO: lambda: go(self.at + 1),
            Command.UNDO_TEN: lambda: go(self.at - LEAP),
            Command.REDO_TEN: lambda: go(self.at + LEAP),
            Command.START: lambda: go(0),
            Command.END: lambda: go(self.last),
        }

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


def move_worth(worths: LineWorths, place: int) -> MoveWorth:
    """The worth of the action that leads to a place of the line, from 1 on."""
    before, after = worths.worth(place - 1), worths.worth(place)
    if after.verdict is Verdict.UNWINNABLE:
        return MoveWorth.LOST
    price = cost(before, after)
    if price is None:
        return MoveWorth.UNKNOWN if after.verdict is Verdict.UNDECIDED else MoveWorth.WINNABLE
    if price.least:
        return MoveWorth.DETOUR
    return MoveWorth.ON if price.exact == 0 else MoveWorth.WINNABLE


def move_worths(worths: LineWorths) -> tuple[MoveWorth, ...]:
    """The worth of each action of a line, in order."""
    return tuple(move_worth(worths, place) for place in range(1, len(worths.line.positions)))


def worth_words(worths: LineWorths, place: int, _: Language) -> str:
    """The words for the action to a place if it cost nothing, or came after the win was lost; else
    empty.
    """
    kind, redeals = move_worth(worths, place), worths.fewest_redeals(place)
    if kind is MoveWorth.WINNABLE and redeals is not None:
        within = within_redeals(redeals, _)
        return _("can be won {redeals}").format(redeals=within)
    words = {
        MoveWorth.ON: _("on the shortest path"),
        MoveWorth.LOST: _("already lost"),
        MoveWorth.WINNABLE: _("still winnable"),
    }
    return words.get(kind, "")


INKS: dict[MoveWorth, Rgb] = {
    MoveWorth.ON: colours.GREEN,
    MoveWorth.DETOUR: colours.GOLD,
    MoveWorth.WINNABLE: colours.BRANCH,
    MoveWorth.LOST: colours.CORAL,
    MoveWorth.UNKNOWN: colours.DIM,
}
"""The colour of each kind."""

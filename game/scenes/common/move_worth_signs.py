"""How the worth of a move of a line is shown: one kind for each, never by colour alone."""

from __future__ import annotations

from game.graphics import colours
from game.graphics.colours import Rgb
from game.play.verdict import within_redeals
from game.solver.answer import Verdict
from game.solver.line_worths import LineWorths, cost
from game.system.language import Language
from game.table.line_strip import MoveWorth


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

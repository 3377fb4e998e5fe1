"""How the worth of a move of a line is shown: one kind for each, never by colour alone."""

from __future__ import annotations

from game.graphics import colours
from game.graphics.colours import Rgb
from game.solver.answer import Verdict
from game.solver.line_worths import LineWorths
from game.solver.worth import cost
from game.table.course_strip import Course


def course_of(worths: LineWorths, place: int) -> Course:
    """The worth of the action that leads to a place of the line, from 1 on."""
    before, after = worths.worth(place - 1), worths.worth(place)
    if after.verdict is Verdict.UNWINNABLE:
        return Course.LOST
    price = cost(before, after)
    if price is None:
        return Course.UNKNOWN if after.verdict is Verdict.UNDECIDED else Course.WINNABLE
    if price.least:
        return Course.DETOUR
    return Course.ON if price.exact == 0 else Course.WINNABLE


def courses(worths: LineWorths) -> tuple[Course, ...]:
    """The worth of each action of a line, in order."""
    return tuple(course_of(worths, place) for place in range(1, len(worths.line.positions)))


INKS: dict[Course, Rgb] = {
    Course.ON: colours.GREEN,
    Course.DETOUR: colours.GOLD,
    Course.WINNABLE: colours.BRANCH,
    Course.LOST: colours.CORAL,
    Course.UNKNOWN: colours.DIM,
}
"""The colour of each kind."""

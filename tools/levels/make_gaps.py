"""Make levels/gaps.txt."""

from __future__ import annotations

import math
from typing import Final

from make_pack import MEMORY, SIZE, Chosen, make, searched

from game.core import deals
from game.rules import Gaps
from game.solver import gaps_solver
from game.solver.answer import Goal, Verdict

FIRST_STATES: Final = 100_000
PAR_STATES: Final = 150_000

ABOUT: Final = f"""\
The first {SIZE} Microsoft numbers that can be won without a redeal, as far as the solver
shows it within {FIRST_STATES} states.
id deck par difficulty. Par is proved, for a win without a redeal; - where a search of
{PAR_STATES} states is too short for the proof.
Difficulty: the fifth of the pack, by the states that the solver looks at before its first win.
Made by tools/levels/make_gaps.py."""


def graded(rules: Gaps, number: int) -> Chosen | None:
    """The deal of a number with hardness and perhaps par; None where it is not for the pack."""
    position = rules.deal(deals.deck_of(number))
    first = searched(gaps_solver.start(rules, position, Goal.FIRST, MEMORY), FIRST_STATES)
    if first is None or first.verdict is not Verdict.WON:
        return None
    best = searched(gaps_solver.start(rules, position, Goal.OPTIMAL, MEMORY), PAR_STATES)
    par = len(best.moves) if best is not None and best.optimal else None
    return Chosen(number, par, math.log2(first.nodes))


if __name__ == "__main__":
    make("gaps", "gaps", ABOUT, lambda number: graded(Gaps(), number))

"""Make levels/klondike.txt."""

from __future__ import annotations

import math
from typing import Final

from make_pack import MEMORY, SIZE, Chosen, make, searched

from game.core import deals
from game.rules import Klondike
from game.solver import klondike_solver
from game.solver.answer import Goal, Verdict

FIRST_STATES: Final = 200_000

ABOUT: Final = f"""\
The first {SIZE} Microsoft numbers that can be won with two turn-overs, as far as the solver
shows it within {FIRST_STATES} states.
id deck par difficulty. The shortest possible is not known for any of them.
Difficulty: the fifth of the pack, by the binary logarithm of the states that the solver looks
at before its first win, plus two for each turn-over in that win.
Made by tools/levels/make_klondike.py."""


def graded(rules: Klondike, number: int) -> Chosen | None:
    """The deal of a number with its hardness; None where it is not for the pack."""
    position = rules.deal(deals.deck_of(number))
    first = searched(klondike_solver.start(rules, position, Goal.FIRST, MEMORY), FIRST_STATES)
    if first is None or first.verdict is not Verdict.WON:
        return None
    turns = sum(str(move) == "turn" for move in first.moves)
    return Chosen(number, None, math.log2(first.nodes) + 2 * turns)


if __name__ == "__main__":
    make("klondike", "klondike", ABOUT, lambda number: graded(Klondike(), number))

"""Make levels/lapeau-alternate.txt, or levels/lapeau-same.txt with `--same`."""

from __future__ import annotations

import argparse
import math
from typing import Final

from make_pack import MEMORY, SIZE, Chosen, make, searched

from game.core import deals
from game.play.notation import replay
from game.rules import LaPeau
from game.solver import lapeau_solver
from game.solver.answer import Goal, Verdict

FIRST_STATES: Final = 20_000
PAR_STATES: Final = 40_000

ABOUT: Final = f"""\
The first {SIZE} Microsoft numbers that can be won under this policy, as far as the solver
shows a win within {FIRST_STATES} states and proves the shortest within {PAR_STATES}.
id deck par difficulty. Par counts single moves and is proved.
Difficulty: the fifth of the pack, ordered by par plus twice the binary logarithm of the
states that the solver looks at before its first win.
Made by tools/levels/make_lapeau.py."""


def graded(rules: LaPeau, number: int) -> Chosen | None:
    """The deal of a number with par and hardness; None where it is not for the pack."""
    position = rules.deal(deals.deck_of(number))
    first = searched(lapeau_solver.start(rules, position, Goal.FIRST, MEMORY), FIRST_STATES)
    if first is None or first.verdict is not Verdict.WON:
        return None
    best = searched(lapeau_solver.start(rules, position, Goal.OPTIMAL, MEMORY), PAR_STATES)
    if best is None or not best.optimal:
        return None
    par = replay(rules, position, best.moves)[1]
    return Chosen(number, par, par + 2 * math.log2(first.nodes + 1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--same", action="store_true", help="the policy 'same suit'")
    rules = LaPeau(same_suit=parser.parse_args().same)
    name, heading = f"lapeau-{rules.policy}", f"lapeau {rules.policy}"
    make(name, heading, ABOUT, lambda number: graded(rules, number))


if __name__ == "__main__":
    main()

"""Measure the solvers against every row of their targets, Brain Jam's against fc-solve too.

    python tools/bench/solver.py [--deals 500] [--midgame 400] [--only klondike] [--plain]

Compile the solver first (tools/compile_solver.py). Then come the rows of the plain solver, by
a process of its own; `--plain` alone measures those. Times are CPU milliseconds of one process;
fc-solve's come from its own batch program in the same run, so their ratio holds on a busy
machine too. Samples as large as the targets' take hours: `--deals` and its like say how many.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "solver"), str(ROOT / "tools")]
if "--plain" in sys.argv:
    os.environ["FOURFOLD_PURE"] = "1"

import solver_brainjam  # noqa: E402 (needs the path)
import solver_gaps  # noqa: E402
import solver_lines  # noqa: E402
from solver_measure import Run, midgame, row, won_row  # noqa: E402

from game.core.deals import deck_of  # noqa: E402
from game.rules import Rules, rules_for  # noqa: E402
from game.solver.answer import Goal  # noqa: E402
from game.solver.compiled import is_compiled  # noqa: E402

GAMES = {
    "brainjam": rules_for("brainjam"),
    "lapeau-alternate": rules_for("lapeau"),
    "lapeau-same": rules_for("lapeau", ("same",)),
    "gaps": rules_for("gaps"),
    "klondike": rules_for("klondike"),
}
QUICK = {
    "brainjam": 0.999,
    "lapeau-alternate": 0.999,
    "lapeau-same": 0.999,
    "gaps": 0.97,
    "klondike": 0.98,
}
"""The share of positions in mid-game to be decided within 100 ms."""
SHARES = {
    "lapeau-alternate": (0.9468, 0.9496),
    "lapeau-same": (0.3566, 0.3625),
    "klondike": (0.89, 0.90),
}
"""Of deals that can be won, as others have found: the interval of a sample, whatever its
undecided deals are, must meet these."""
DECIDED = {"lapeau-alternate": (1.0, 60), "lapeau-same": (1.0, 60),
           "klondike": (0.96, 10)}  # fmt: skip
"""The share of deals to be decided, in so many CPU seconds each."""
PLAIN_S = 1.0
"""How long a hint may take uncompiled, in most positions."""


def bench_midgame(name: str, rules: Rules, count: int, first: int) -> None:
    run = Run.of(rules, midgame(rules, count, first), Goal.FIRST, 2.0)
    quick = run.within(100)
    target = f"{QUICK[name]:.1%} within 100 ms"
    found = f"{quick:.2%} of {count}; {run.figures()}"
    row(f"{name}: verdict in mid-game", target, found, quick >= QUICK[name])


def bench_openings(name: str, rules: Rules, count: int, first: int) -> None:
    part, seconds = DECIDED[name]
    starts = [rules.deal(deck_of(number)) for number in range(first, first + count)]
    run = Run.of(rules, starts, Goal.FIRST, seconds)
    target = f"{part:.0%} decided, {seconds} s each"
    row(f"{name}: deals", target, f"{run.decided:.2%} of {count}; {run.figures()}",
        run.decided >= part)  # fmt: skip
    won_row(name, run, *SHARES[name])


def bench_plain(name: str, rules: Rules, count: int, first: int) -> None:
    run = Run.of(rules, midgame(rules, count, first), Goal.FIRST, 3.0)
    quick = run.within(1000 * PLAIN_S)
    row(f"{name}, plain: hint in mid-game", "most within a second",
        f"{quick:.1%} of {count}; {run.figures()}", quick > 0.5)  # fmt: skip


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--first", type=int, default=1, help="the first deal's number")
    parser.add_argument("--deals", type=int, default=500, help="Brain Jam's deals")
    parser.add_argument("--lengths", type=int, default=100, help="how many of them for pars")
    parser.add_argument("--endgames", type=int, default=200, help="Brain Jam's small games")
    parser.add_argument("--midgame", type=int, default=400, help="positions in mid-game a game")
    parser.add_argument("--openings", type=int, default=100, help="deals of each other game")
    parser.add_argument("--layouts", type=int, default=200, help="layouts of Gaps")
    parser.add_argument("--games", type=int, default=200, help="whole games of Gaps")
    parser.add_argument("--lines", type=int, default=50, help="lines of play of each game")
    parser.add_argument("--only-lines", action="store_true", help="the rows of lines alone")
    parser.add_argument("--only", choices=list(GAMES), help="the rows of one game")
    parser.add_argument("--plain", action="store_true", help="the plain solver's rows alone")
    return parser.parse_args()


def main() -> None:
    chosen = parsed()
    games = {name: rules for name, rules in GAMES.items() if chosen.only in (None, name)}
    if chosen.plain:
        for name, rules in games.items():
            bench_plain(name, rules, max(10, chosen.midgame // 10), chosen.first)
        return
    print(f"solver: {'compiled' if is_compiled() else 'plain'}\n")
    print("| what | target | measured | |\n|---|---|---|---|", flush=True)
    if chosen.only_lines:
        for name, rules in games.items():
            solver_lines.bench(name, rules, chosen.lines, chosen.first)
        return
    if "brainjam" in games:
        solver_brainjam.bench(chosen.first, chosen.deals, chosen.lengths, chosen.endgames)
    if "gaps" in games:
        solver_gaps.bench(chosen.first, chosen.layouts, chosen.games, chosen.midgame)
    for name, rules in games.items():
        bench_midgame(name, rules, chosen.midgame, chosen.first)
        if name in DECIDED:
            bench_openings(name, rules, chosen.openings, chosen.first)
        solver_lines.bench(name, rules, chosen.lines, chosen.first)
    subprocess.run([sys.executable, __file__, *sys.argv[1:], "--plain"], check=True)


if __name__ == "__main__":
    main()

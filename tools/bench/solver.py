"""Measure Brain Jam's solver against its targets and against fc-solve, on the same deals.

    python tools/bench/solver.py [--deals 500] [--first 1] [--plain]

Compile the solver first (tools/compile_solver.py); with --plain, or where it is not compiled,
the plain solver is measured. Times are CPU milliseconds of one process; fc-solve's come from
its own batch program in the same run, so their ratio holds on a busy machine too.
"""

import argparse
import os
import random
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "solver")]
if "--plain" in sys.argv:
    os.environ["FOURFOLD_PURE"] = "1"

from brainjam_reference import exhaust, positions, wander  # noqa: E402 (needs the path)

from game.deals import deck_of  # noqa: E402
from game.position import Position  # noqa: E402
from game.rules import BrainJam  # noqa: E402
from game.solver.answer import Answer, Goal, Verdict  # noqa: E402
from game.solver.compiled import is_compiled  # noqa: E402
from game.solver.registry import solve  # noqa: E402

RULES = BrainJam()
RIVAL = "freecell-solver-range-parallel-solve"


@dataclass(frozen=True)
class Run:
    """Answers to one goal, in the order of the positions, and what each took."""

    answers: list[Answer]
    ms: list[float]

    @classmethod
    def of(cls, starts: Iterable[Position], goal: Goal) -> "Run":
        answers, ms = [], []
        for position in starts:
            start = time.process_time()
            answers.append(solve(RULES, position, goal))
            ms.append(1000 * (time.process_time() - start))
        return cls(answers, ms)

    def figures(self) -> str:
        return (
            f"mean {mean(self.ms):.2f}, median {share(self.ms, 0.5):.2f}, "
            f"95 % {share(self.ms, 0.95):.1f}, 99 % {share(self.ms, 0.99):.1f}, "
            f"worst {max(self.ms):.1f} ms"
        )


def mean(values: Sequence[float]) -> float:
    return sum(values) / max(1, len(values))


def share(values: Sequence[float], part: float) -> float:
    """The value that this part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def row(what: str, found: str, met: bool | None = None) -> None:
    mark = {True: "met", False: "NOT MET", None: ""}[met]
    print(f"| {what} | {found} | {mark} |", flush=True)


def rival(first: int, last: int) -> tuple[float, set[int]] | None:
    """CPU milliseconds a deal of fc-solve's batch program, and the deals that it calls lost."""
    if shutil.which(RIVAL) is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [RIVAL, str(first), str(last), str(last), "-g", "bakers_game"],
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = [line.split() for line in ran.stdout.splitlines() if "Unsolved" in line]
    return 1000 * seconds / (last - first + 1), {int(words[3]) for words in lines}


def bench_first(starts: list[Position], first: int) -> Run:
    run = Run.of(starts, Goal.FIRST)
    row("first win or proof of none", run.figures())
    peer = rival(first, first + len(starts) - 1)
    if peer is None:
        row("fc-solve", "is not installed")
        return run
    ms, lost = peer
    ratio = mean(run.ms) / ms
    row("the same by fc-solve -g bakers_game", f"mean {ms:.2f} ms: ratio {ratio:.2f}", ratio <= 1.5)
    numbered = list(enumerate(run.answers, first))
    ours = [n for n, answer in numbered if answer.verdict is Verdict.WON and n in lost]
    theirs = [n for n, answer in numbered if answer.verdict is not Verdict.WON and n not in lost]
    row("won by us, lost to fc-solve", f"{len(ours)} of {len(starts)} {ours[:10]}")
    row("won by fc-solve, lost to us", f"{len(theirs)} {theirs[:10]}", not theirs)
    return run


def bench_lengths(starts: list[Position]) -> None:
    short = Run.of(starts, Goal.SHORT)
    optimal = Run.of(starts, Goal.OPTIMAL)
    proved = all(answer.optimal for answer in optimal.answers)
    minutes = mean(optimal.ms) * 1500 / 2 / 60_000
    over = mean(
        [len(a.moves) - len(b.moves) for a, b in zip(short.answers, optimal.answers, strict=True)]
    )
    good = over <= 3 and share(short.ms, 0.95) <= 100
    row("near-par answer", f"{over:.2f} over par; {short.figures()}", good)
    row("proven par", optimal.figures(), proved)
    row("par of 1500 deals on 2 cores", f"{minutes:.1f} minutes", proved and minutes < 10)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    row("largest memory so far", f"{peak:.0f} MB", peak < 600)


def midgame(starts: list[Position], seed: int) -> Iterator[Position]:
    """Half random play of 20 to 60 moves, half a winning line left by 1 to 4 random moves."""
    chance = random.Random(seed)
    for position in starts:
        yield wander(position, chance.randint(20, 60), chance)
        answer = solve(RULES, position, Goal.FIRST)
        for move in answer.moves[: chance.randint(0, len(answer.moves))]:
            position = RULES.apply(position, move)
        yield wander(position, chance.randint(1, 4), chance)


def bench_midgame(starts: list[Position]) -> None:
    run = Run.of(list(midgame(starts, 7)), Goal.FIRST)
    quick = mean([ms <= 100 for ms in run.ms])
    row("verdict in mid-game", f"{quick:.2%} within 100 ms; {run.figures()}", quick >= 0.999)


def bench_endgames(count: int) -> None:
    """Verdicts and pars of small games against exhaustive search by the plain rules."""
    tried = wrong = 0
    for position in islice(positions(11), count):
        par = exhaust(position, 400)
        if par is None:
            continue
        answer = solve(RULES, position, Goal.OPTIMAL)
        tried += 1
        wrong += (len(answer.moves) if answer.verdict is Verdict.WON else -1) != par
    row("small games searched through by the rules", f"{wrong} of {tried} wrong", wrong == 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="how many deals")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--lengths", type=int, help="how many of them for the pars (all)")
    parser.add_argument("--endgames", type=int, default=200, help="how many small games")
    parser.add_argument("--plain", action="store_true", help="measure the uncompiled solver")
    chosen = parser.parse_args()
    starts = [RULES.deal(deck_of(n)) for n in range(chosen.first, chosen.first + chosen.deals)]
    last = chosen.first + chosen.deals - 1
    print(
        f"Brain Jam, {'compiled' if is_compiled() else 'plain'}, deals {chosen.first} to {last}\n"
    )
    print("| what | measured | target |\n|---|---|---|")
    run = bench_first(starts, chosen.first)
    pairs = zip(starts, run.answers, strict=True)
    won = [position for position, answer in pairs if answer.verdict is Verdict.WON]
    bench_midgame(starts)
    bench_endgames(chosen.endgames)
    bench_lengths(won[: chosen.lengths])


if __name__ == "__main__":
    main()

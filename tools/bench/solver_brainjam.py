"""Brain Jam's rows of the solver's bench, fc-solve beside it on the same deals."""

from __future__ import annotations

import resource
import shutil
import subprocess
from itertools import islice

from brainjam_reference import exhaust, positions
from solver_measure import Run, mean, row, share

from game.core.deals import deck_of
from game.core.position import Position
from game.rules import BrainJam
from game.solver.answer import Goal, Verdict
from game.solver.registry import solve

RULES = BrainJam()
RIVAL = "freecell-solver-range-parallel-solve"


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
    run = Run.of(RULES, starts, Goal.FIRST)
    row("Brain Jam: first win or proof of none", "", run.figures())
    peer = rival(first, first + len(starts) - 1)
    if peer is None:
        row("the same by fc-solve", "at most 1.5 times its CPU", "is not installed")
        return run
    ms, lost = peer
    ratio = mean(run.ms) / ms
    row(
        "the same by fc-solve -g bakers_game",
        "at most 1.5 times its CPU",
        f"mean {ms:.2f} ms: ratio {ratio:.2f}",
        ratio <= 1.5,
    )
    numbered = list(enumerate(run.answers, first))
    ours = [n for n, answer in numbered if answer.verdict is Verdict.WON and n in lost]
    theirs = [n for n, answer in numbered if answer.verdict is not Verdict.WON and n not in lost]
    row("won by us, lost to fc-solve", "", f"{len(ours)} of {len(starts)} {ours[:10]}")
    row("won by fc-solve, lost to us", "none", f"{len(theirs)} {theirs[:10]}", not theirs)
    return run


def bench_lengths(starts: list[Position]) -> None:
    short = Run.of(RULES, starts, Goal.SHORT)
    optimal = Run.of(RULES, starts, Goal.OPTIMAL)
    proved = all(answer.optimal for answer in optimal.answers)
    minutes = mean(optimal.ms) * 1500 / 2 / 60_000
    pairs = zip(short.answers, optimal.answers, strict=True)
    over = mean([len(a.moves) - len(b.moves) for a, b in pairs])
    good = over <= 3 and share(short.ms, 0.95) <= 100
    target = "3 over par, 95 % within 100 ms"
    row("Brain Jam: near-par answer", target, f"{over:.2f} over par; {short.figures()}", good)
    row("Brain Jam: proven par", "all", optimal.figures(), proved)
    target = "10 minutes"
    row("par of 1500 deals, 2 cores", target, f"{minutes:.1f}", proved and minutes < 10)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    row("largest memory so far", "600 MB", f"{peak:.0f} MB", peak < 600)


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
    row("Brain Jam: endgames searched through", "none wrong", f"{wrong} of {tried}", wrong == 0)


def bench(first: int, deals: int, lengths: int, endgames: int) -> None:
    """All rows, on the deals from a number on."""
    starts = [RULES.deal(deck_of(n)) for n in range(first, first + deals)]
    run = bench_first(starts, first)
    pairs = zip(starts, run.answers, strict=True)
    bench_endgames(endgames)
    bench_lengths([p for p, answer in pairs if answer.verdict is Verdict.WON][:lengths])

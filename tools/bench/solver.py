"""Measure the solvers against every row of their targets, Brain Jam's against fc-solve too.

    python tools/bench/solver.py [--part 0.1] [--only klondike] [--plain]

Compile the solver first (tools/compile_solver.py). Then come the rows of the plain solver, by
a process of its own; `--plain` alone measures those. Times are CPU milliseconds of one process;
fc-solve's come from its own batch program in the same run, so their ratio holds on a busy
machine too. `--part` takes a part of the samples (SAMPLES), or more than they are; such as the
targets were set for take hours.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
if "--plain" in sys.argv:
    os.environ["FOURFOLD_PURE"] = "1"

from measuring import mean, share  # noqa: E402 (needs the path)
from solver_measure import (  # noqa: E402
    PREPARING_S,
    Run,
    midgame,
    row,
    searched,
    wander,
)

from game.core.deals import deck_of  # noqa: E402
from game.core.moves import REDEAL, Move  # noqa: E402
from game.core.position import Position  # noqa: E402
from game.rules import BrainJam, Gaps, Rules, rules_for  # noqa: E402
from game.solver import registry  # noqa: E402
from game.solver.answer import Goal, SearchLimits, Verdict  # noqa: E402
from game.solver.compiled import is_compiled  # noqa: E402
from game.solver.gaps_search import LayoutSearch  # noqa: E402
from game.solver.gaps_solver import after  # noqa: E402
from game.solver.line_review import (  # noqa: E402
    STRIDE,
    Aim,
    ReviewScheduler,
    run_job,
)
from game.solver.line_worths import Line  # noqa: E402
from game.solver.registry import can_prove  # noqa: E402

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
DECIDED = {"lapeau-alternate": (1.0, 60), "lapeau-same": (1.0, 60),
           "klondike": (0.96, 10)}  # fmt: skip
"""The share of deals to be decided, in so many CPU seconds each."""
SAMPLES = {
    "brainjam": 500,
    "pars": 100,
    "midgame": 400,
    "openings": 100,
    "layouts": 200,
    "gaps": 200,
    "lines": 50,
}
"""Brain Jam's deals, how many of them for pars, positions in mid-game of each game, deals of each
other game, layouts and whole games of Gaps, lines of play of each game.
"""
PLAIN_S = 1.0
"""How long a hint may take uncompiled, in most positions."""

# Every game


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


def bench_plain(name: str, rules: Rules, count: int, first: int) -> None:
    run = Run.of(rules, midgame(rules, count, first), Goal.FIRST, 3.0)
    quick = run.within(1000 * PLAIN_S)
    row(f"{name}, plain: hint in mid-game", "most within a second",
        f"{quick:.1%} of {count}; {run.figures()}", quick > 0.5)  # fmt: skip


# Brain Jam, fc-solve beside it on the same deals

BRAINJAM = BrainJam()
RIVAL = "freecell-solver-range-parallel-solve"
FIGURES: dict[str, Callable[[list[float]], float]] = {
    "mean": mean,
    "median": lambda ms: share(ms, 0.5),
    "95 %": lambda ms: share(ms, 0.95),
}
"""Of CPU milliseconds a deal."""


class Rival(NamedTuple):
    """What fc-solve's batch program did."""

    ms: list[float]
    """CPU milliseconds a deal: all of its time, shared out by the positions of each deal."""
    lost: set[int]
    """The deals that it calls lost."""


def rival(first: int, last: int) -> Rival | None:
    """fc-solve on the same deals; None where it is not installed."""
    if shutil.which(RIVAL) is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [RIVAL, str(first), str(last), "1", "-g", "bakers_game"],
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lost = {int(found) for found in re.findall(r"Unsolved Board No\. (\d+)", ran.stdout)}
    totals = [0, *map(int, re.findall(r"total_num_iters=(\d+)", ran.stdout))]
    return Rival([1000 * seconds * (b - a) / totals[-1] for a, b in pairwise(totals)], lost)


def bench_first(starts: list[Position], first: int) -> Run:
    run = Run.of(BRAINJAM, starts, Goal.FIRST)
    row("Brain Jam: first win or proof of none", "", run.figures())
    peer = rival(first, first + len(starts) - 1)
    if peer is None:
        row("the same by fc-solve", "more CPU than ours", "is not installed")
        return run
    for name, figure in FIGURES.items():
        ours, theirs = figure(run.ms), figure(peer.ms)
        row(
            f"the same by fc-solve -g bakers_game, {name}",
            "more CPU than ours",
            f"{theirs:.2f} ms: ratio {ours / theirs:.2f}",
            ours < theirs,
        )
    numbered = list(enumerate(run.answers, first))
    ours_won = [n for n, a in numbered if a.verdict is Verdict.WON and n in peer.lost]
    theirs_won = [n for n, a in numbered if a.verdict is not Verdict.WON and n not in peer.lost]
    row("won by us, lost to fc-solve", "", f"{len(ours_won)} of {len(starts)} {ours_won[:10]}")
    row("won by fc-solve, lost to us", "none", f"{len(theirs_won)} {theirs_won[:10]}",
        not theirs_won)  # fmt: skip
    return run


def bench_lengths(starts: list[Position]) -> None:
    short = Run.of(BRAINJAM, starts, Goal.SHORT)
    optimal = Run.of(BRAINJAM, starts, Goal.OPTIMAL)
    proved = all(answer.optimal for answer in optimal.answers)
    minutes = mean(optimal.ms) * 1500 / 2 / 60_000
    pairs = zip(short.answers, optimal.answers, strict=True)
    over = mean([len(a.moves) - len(b.moves) for a, b in pairs])
    good = over <= 2 and share(short.ms, 0.95) <= 50
    target = "2 over par, 95 % within 50 ms"
    row("Brain Jam: near-par answer", target, f"{over:.2f} over par; {short.figures()}", good)
    row("Brain Jam: proven par", "all", optimal.figures(), proved)
    target = "2 minutes"
    row("par of 1500 deals, 2 cores", target, f"{minutes:.1f}", proved and minutes <= 2)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    row("largest memory so far", "600 MB", f"{peak:.0f} MB", peak < 600)


def bench_brainjam(first: int, deals: int, lengths: int) -> None:
    """All rows, on the deals from a number on."""
    starts = [BRAINJAM.deal(deck_of(n)) for n in range(first, first + deals)]
    run = bench_first(starts, first)
    pairs = zip(starts, run.answers, strict=True)
    bench_lengths([p for p, answer in pairs if answer.verdict is Verdict.WON][:lengths])


# Gaps: one layout, and the whole game through its redeals

LAYOUT_S, FEWEST_S = 10.0, 15.0
"""CPU seconds for a layout, and for the proof that fewer redeals will not do."""
WITHOUT = Gaps(redeals=0)
BOTH = (Gaps(), Gaps("random-gaps"))


def bench_gaps(first: int, layouts: int, games: int, midgame: int) -> None:
    """All rows, of so many layouts, whole games and positions of each placement."""
    bench_layouts(first, layouts)
    for rules in BOTH:
        bench_games(rules, first, games)
        bench_redealt(rules, first, midgame)
    bench_fewest(first, max(20, games // 10))


def bench_layouts(first: int, count: int) -> None:
    starts = [WITHOUT.deal(deck_of(number)) for number in range(first, first + count)]
    run = Run.of(WITHOUT, starts, Goal.FIRST, LAYOUT_S)
    middle, late = share(run.ms, 0.5), share(run.ms, 0.95)
    row("gaps, one layout", f"98 % decided, {LAYOUT_S:.0f} s each",
        f"{run.decided:.2%} of {count}", run.decided >= 0.98)  # fmt: skip
    row("gaps, one layout: time", "median 150 ms, 95 % 3000 ms", run.figures(),
        middle <= 150 and late <= 3000)  # fmt: skip
    lost = [a for a in run.answers if a.verdict is Verdict.UNWINNABLE]
    row("gaps, one layout: lost ones' highest score", "exact", f"{len(lost)} layouts",
        all(answer.score_proved for answer in lost))  # fmt: skip


def bench_games(rules: Gaps, first: int, count: int) -> None:
    name = gaps_name(rules)
    starts = [rules.deal(deck_of(number)) for number in range(first, first + count)]
    run = Run.of(rules, starts, Goal.FIRST, 60.0)
    row(f"{name}: deals", "all decided", f"{run.decided:.2%} of {count}, {run.won} won",
        run.decided == 1)  # fmt: skip
    met = share(run.ms, 0.5) <= 150 and share(run.ms, 0.95) <= 500 and max(run.ms) <= 5000
    row(f"{name}: first win", "median 150, 95 % 500, worst 5000 ms", run.figures(), met)


def bench_redealt(rules: Gaps, first: int, count: int) -> None:
    run = Run.of(rules, redealt(rules, count, first), Goal.FIRST, 10.0)
    quick = run.within(1000)
    lost = sum(answer.verdict is Verdict.UNWINNABLE for answer in run.answers)
    found = f"{quick:.2%} of {count}, {lost} lost; {run.figures()}"
    row(f"{gaps_name(rules)}: redeals used", "99 % decided within 1 s", found, quick >= 0.99)


def bench_fewest(first: int, count: int) -> None:
    rules = Gaps()
    proved, moves, better = [], [], []
    for number in range(first, first + count):
        begun = time.process_time()
        search = registry.start(rules, rules.deal(deck_of(number)), Goal.OPTIMAL)
        while not search.answer().fewest_redeals and time.process_time() - begun < FEWEST_S:
            if search.run(20_000):
                break
        proved.append(search.answer().fewest_redeals)
        if not search.answer().redeals:
            continue
        moves.append(len(search.answer().moves))
        begun = time.process_time()
        while not search.run(20_000) and time.process_time() - begun < 2:
            pass
        better.append(len(search.answer().moves))
    found = mean(proved)
    row("gaps: fewest redeals", f"proved for 90 % within {FEWEST_S:.0f} s",
        f"{found:.1%} of {count}", found >= 0.9)  # fmt: skip
    row("gaps: moves of a win with redeals, and 2 s later", "from about 100 to about 85",
        f"mean {mean(moves):.1f}, then {mean(better):.1f}, of {len(moves)}")  # fmt: skip


def redealt(rules: Gaps, count: int, first: int, seed: int = 7) -> Iterator[Position]:
    """Positions after one or two redeals, by turns, each at some dead end that a search meets,
    and then up to 40 random moves.
    """
    chance = random.Random(seed)
    number = first
    for made in range(count):
        position = rules.deal(deck_of(number))
        number += 1
        for _ in range(1 + made % 2):
            search = LayoutSearch(position, collects=True)
            search.run(chance.randrange(1000, 50_000))
            ends = [end.line for end in search.dead_ends.values()]
            if ends:
                end = after(position, chance.choice(ends))
                position = rules.apply(end, Move(None, REDEAL))
        yield wander(rules, position, chance.randint(0, 40), chance)


def gaps_name(rules: Gaps) -> str:
    return f"gaps {rules.policy}".strip()


# Lines of play: where a win was lost, what each move cost

PROOF_S = 60.0
"""Seconds for one proof."""
LINE_TARGETS = {"brainjam": (0.5, 5.0), "lapeau-alternate": (1.2, 13.0), "lapeau-same": (None, 0.5)}
"""CPU seconds of a whole line: the median, and what 95 % must not exceed."""
LOST_S = 0.1
SHORTS_S = 1.0


def won_lines(rules: Rules, count: int, first: int) -> Iterator[Line]:
    """Unpolished wins: the first that the solver meets."""
    number, made = first, 0
    while made < count:
        start = rules.deal(deck_of(number))
        number += 1
        answer, _ = searched(rules, start, Goal.FIRST, PREPARING_S)
        if answer.verdict is Verdict.WON:
            made += 1
            yield Line.of_moves(rules, start, answer.moves)


def lost_lines(rules: Rules, count: int, first: int) -> Iterator[Line]:
    """A part of such a win, then moves at random until nothing moves or long after."""
    for number, line in enumerate(won_lines(rules, count, first)):
        chance = random.Random(number)
        upto = chance.randint(0, len(line.positions) // 2)
        moves: list[Move] = [move for action in line.actions[1 : upto + 1] for move in action]
        position = line.positions[upto]
        for _ in range(120):
            found = [m for m in rules.moves(position) if not str(m).startswith("redeal")]
            if not found:
                break
            moves.append(chance.choice(found))
            position = rules.apply(position, moves[-1])
        yield Line.of_moves(rules, line.positions[0], moves)


def spent_on(line: Line, *, whole: bool = True) -> tuple[dict[str, float], ReviewScheduler]:
    """CPU seconds of the searches for each aim, and of all that was done; without `whole`, until
    it is known where the win was lost.
    """
    begun = time.process_time()
    review = ReviewScheduler(line)
    parts = dict.fromkeys(map(str, Aim), 0.0)
    while (job := review.next_job()) is not None:
        if not whole and job.aim is not Aim.VERDICT:
            break
        at = time.process_time()
        position = line.positions[job.place]
        review.note(*run_job(line.rules, position, job, SearchLimits(PROOF_S)))
        review.settle()
        parts[job.aim] += time.process_time() - at
    parts["all"] = time.process_time() - begun
    return parts, review


def beside_par(line: Line) -> float:
    """CPU seconds until the proved par of a won line's deal stands beside its own length."""
    _, seconds = searched(line.rules, line.positions[0], Goal.OPTIMAL, PROOF_S)
    return seconds


def seconds_of(seconds: list[float]) -> str:
    return (
        f"median {share(seconds, 0.5):.3f}, 95 % {share(seconds, 0.95):.3f}, "
        f"worst {max(seconds):.3f} s"
    )


def bench_lines(name: str, rules: Rules, count: int, first: int) -> None:
    """All rows of a game."""
    lost = [spent_on(line, whole=False)[0][Aim.VERDICT] for line in lost_lines(rules, count, first)]
    met = max(lost) <= LOST_S if can_prove(rules.name) else None
    target = f"worst {LOST_S} s" if can_prove(rules.name) else ""
    row(f"{name}: where a line was lost", target, f"{count} lines; {seconds_of(lost)}", met)
    if not can_prove(rules.name):
        return
    found = [spent_on(line) for line in won_lines(rules, count, first)]
    ours = [beside_par(line) for line in won_lines(rules, count, first)]
    row(f"{name}: own length beside the proved par", f"worst {SHORTS_S} s", seconds_of(ours),
        max(ours) <= SHORTS_S)  # fmt: skip
    shorts = [parts[Aim.SHORT] for parts, _ in found]
    row(f"{name}: short answers every {STRIDE}th place", f"worst {SHORTS_S} s", seconds_of(shorts),
        max(shorts) <= SHORTS_S)  # fmt: skip
    whole = [parts["all"] for parts, _ in found]
    median, most = LINE_TARGETS[name]
    met = share(whole, 0.95) <= most and (median is None or share(whole, 0.5) <= median)
    wanted = f"95 % {most} s" + ("" if median is None else f", median {median} s")
    row(f"{name}: every move of a won line", wanted, seconds_of(whole), met)
    worths = [worth for _, review in found for worth in review.worths()]
    proved = sum(worth.proved for worth in worths)
    row(f"{name}: totals proved, {PROOF_S:.0f} s a place", "", f"{proved} of {len(worths)}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--first", type=int, default=1, help="the first deal's number")
    parser.add_argument("--part", type=float, default=1.0, help="of the usual samples")
    parser.add_argument("--only", choices=list(GAMES), help="the rows of one game")
    parser.add_argument("--plain", action="store_true", help="the plain solver's rows alone")
    return parser.parse_args()


def main() -> None:
    chosen = parsed()
    games = {name: rules for name, rules in GAMES.items() if chosen.only in (None, name)}
    first, count = chosen.first, {n: max(1, round(k * chosen.part)) for n, k in SAMPLES.items()}
    if chosen.plain:
        for name, rules in games.items():
            bench_plain(name, rules, max(10, count["midgame"] // 10), first)
        return
    print(f"solver: {'compiled' if is_compiled() else 'plain'}\n")
    print("| what | target | measured | |\n|---|---|---|---|", flush=True)
    if "brainjam" in games:
        bench_brainjam(first, count["brainjam"], count["pars"])
    if "gaps" in games:
        bench_gaps(first, count["layouts"], count["gaps"], count["midgame"])
    for name, rules in games.items():
        bench_midgame(name, rules, count["midgame"], first)
        if name in DECIDED:
            bench_openings(name, rules, count["openings"], first)
        bench_lines(name, rules, count["lines"], first)
    subprocess.run([sys.executable, __file__, *sys.argv[1:], "--plain"], check=True)


if __name__ == "__main__":
    main()

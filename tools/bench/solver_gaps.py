"""The rows of Gaps in the solver's bench: one layout, and the whole game through its redeals."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from solver_measure import Run, mean, row, share, wander, won_row

from game.core.deals import deck_of
from game.core.moves import Move
from game.core.position import Position
from game.rules import Gaps
from game.solver import registry
from game.solver.answer import Goal, Verdict
from game.solver.gaps_search import LayoutSearch
from game.solver.gaps_solver import after

LAYOUT_S, PROOF_S = 10.0, 15.0
"""CPU seconds for a layout, and for the proof that fewer redeals will not do."""
WITHOUT = Gaps(redeals=0)
BOTH = (Gaps(), Gaps(random_gaps=True))
SHARE = 0.636
"""Of layouts that can be won, as the specification has it."""


def bench(first: int, layouts: int, games: int, midgame: int) -> None:
    """All rows, of so many layouts, whole games and positions of each placement."""
    _bench_layouts(first, layouts)
    for rules in BOTH:
        _bench_games(rules, first, games)
        _bench_midgame(rules, first, midgame)
    _bench_fewest(first, max(20, games // 10))


def _bench_layouts(first: int, count: int) -> None:
    starts = [WITHOUT.deal(deck_of(number)) for number in range(first, first + count)]
    run = Run.of(WITHOUT, starts, Goal.FIRST, LAYOUT_S)
    middle, late = share(run.ms, 0.5), share(run.ms, 0.95)
    row("gaps, one layout", f"98 % decided, {LAYOUT_S:.0f} s each",
        f"{run.decided:.2%} of {count}", run.decided >= 0.98)  # fmt: skip
    row("gaps, one layout: time", "median 150 ms, 95 % 3000 ms", run.figures(),
        middle <= 150 and late <= 3000)  # fmt: skip
    won_row("gaps, one layout", run, SHARE, SHARE)
    lost = [a for a in run.answers if a.verdict is Verdict.UNWINNABLE]
    row("gaps, one layout: lost ones' highest score", "exact", f"{len(lost)} layouts",
        all(answer.score_proved for answer in lost))  # fmt: skip


def _bench_games(rules: Gaps, first: int, count: int) -> None:
    name = _name(rules)
    starts = [rules.deal(deck_of(number)) for number in range(first, first + count)]
    run = Run.of(rules, starts, Goal.FIRST, 60.0)
    row(f"{name}: deals", "all decided", f"{run.decided:.2%} of {count}, {run.won} won",
        run.decided == 1)  # fmt: skip
    met = share(run.ms, 0.5) <= 150 and share(run.ms, 0.95) <= 500 and max(run.ms) <= 5000
    row(f"{name}: first win", "median 150, 95 % 500, worst 5000 ms", run.figures(), met)


def _bench_midgame(rules: Gaps, first: int, count: int) -> None:
    run = Run.of(rules, redealt(rules, count, first), Goal.FIRST, 10.0)
    quick = run.within(1000)
    lost = sum(answer.verdict is Verdict.UNWINNABLE for answer in run.answers)
    found = f"{quick:.2%} of {count}, {lost} lost; {run.figures()}"
    row(f"{_name(rules)}: redeals used", "99 % decided within 1 s", found, quick >= 0.99)


def _bench_fewest(first: int, count: int) -> None:
    rules = Gaps()
    proved, moves, better = [], [], []
    for number in range(first, first + count):
        begun = time.process_time()
        search = registry.start(rules, rules.deal(deck_of(number)), Goal.OPTIMAL)
        while not search.answer().fewest_redeals and time.process_time() - begun < PROOF_S:
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
    row("gaps: fewest redeals", f"proved for 90 % within {PROOF_S:.0f} s",
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
                position = rules.apply(end, Move(None, rules.redeal_word))
        yield wander(rules, position, chance.randint(0, 40), chance)


def _name(rules: Gaps) -> str:
    return "gaps, random gaps" if rules.random_gaps else "gaps"

"""The rows of the solver's bench on lines of play: where a win was lost, what each move cost."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from solver_measure import PREPARING_S, row, searched, share

from game.core.deals import deck_of
from game.core.moves import Move
from game.rules import Rules
from game.solver.answer import Goal, SearchLimits, Verdict
from game.solver.line_review import STRIDE, Aim, ReviewScheduler
from game.solver.line_search import run_job
from game.solver.line_worths import Line
from game.solver.registry import can_prove

PROOF_S = 60.0
"""Seconds for one proof."""
TARGETS = {"brainjam": (0.5, 5.0), "lapeau-alternate": (1.2, 13.0), "lapeau-same": (None, 0.5)}
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


def spent(line: Line, *, whole: bool = True) -> tuple[dict[str, float], ReviewScheduler]:
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
        run_job(line.rules, position, job, SearchLimits(PROOF_S)).note(review)
        review.settle()
        parts[job.aim] += time.process_time() - at
    parts["all"] = time.process_time() - begun
    return parts, review


def beside_par(line: Line) -> float:
    """CPU seconds until the proved par of a won line's deal stands beside its own length."""
    _, seconds = searched(line.rules, line.positions[0], Goal.OPTIMAL, PROOF_S)
    return seconds


def figures(seconds: list[float]) -> str:
    return (
        f"median {share(seconds, 0.5):.3f}, 95 % {share(seconds, 0.95):.3f}, "
        f"worst {max(seconds):.3f} s"
    )


def bench(name: str, rules: Rules, count: int, first: int) -> None:
    """All rows of a game."""
    lost = [spent(line, whole=False)[0][Aim.VERDICT] for line in lost_lines(rules, count, first)]
    met = max(lost) <= LOST_S if can_prove(rules.name) else None
    target = f"worst {LOST_S} s" if can_prove(rules.name) else ""
    row(f"{name}: where a line was lost", target, f"{count} lines; {figures(lost)}", met)
    if not can_prove(rules.name):
        return
    found = [spent(line) for line in won_lines(rules, count, first)]
    ours = [beside_par(line) for line in won_lines(rules, count, first)]
    row(f"{name}: own length beside the proved par", f"worst {SHORTS_S} s", figures(ours),
        max(ours) <= SHORTS_S)  # fmt: skip
    shorts = [parts[Aim.SHORT] for parts, _ in found]
    row(f"{name}: short answers every {STRIDE}th place", f"worst {SHORTS_S} s", figures(shorts),
        max(shorts) <= SHORTS_S)  # fmt: skip
    whole = [parts["all"] for parts, _ in found]
    median, most = TARGETS[name]
    met = share(whole, 0.95) <= most and (median is None or share(whole, 0.5) <= median)
    wanted = f"95 % {most} s" + ("" if median is None else f", median {median} s")
    row(f"{name}: every move of a won line", wanted, figures(whole), met)
    worths = [worth for _, review in found for worth in review.worths()]
    proved = sum(worth.proved for worth in worths)
    row(f"{name}: totals proved, {PROOF_S:.0f} s a place", "", f"{proved} of {len(worths)}")

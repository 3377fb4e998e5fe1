"""The command `solve`: solves deals, prints one line of JSON a deal."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence

from game.cli.arguments import Arguments
from game.cli.deal_arguments import Dealt, choose
from game.cli.search_options import effort, killed_by_interrupt, solvable, with_as_many_redeals
from game.play import notation
from game.rules import Rules
from game.solver.answer import Goal, SearchLimits, Verdict
from game.solver.process_pool import Solved, Task, solve_all


def solve_deals(arguments: Arguments) -> int:
    """Find answers, and print them."""
    seconds, memory, jobs = effort(arguments.options)
    chosen = solvable(choose(arguments, whole_packs=True))
    goal = Goal.OPTIMAL if "--optimal" in arguments.options else Goal.FIRST
    rules = with_as_many_redeals(chosen.rules, arguments.options)
    with killed_by_interrupt(jobs):
        print_solutions(rules, chosen.dealt, goal, SearchLimits(seconds, memory), jobs)
    return chosen.status


def print_solutions(
    rules: Rules, listed: Sequence[Dealt], goal: Goal, limits: SearchLimits, jobs: int
) -> None:
    """Solve deals with `jobs` processes, and print the results in order, each as soon as possible.

    If the program is interrupted, all finished results are printed first.
    """
    tasks = (Task(one.id, rules, rules.deal(one.deck), place) for place, one in enumerate(listed))
    progress, waiting, printed = _Progress(len(listed)), dict[int, Solved](), 0
    try:
        for solved in solve_all(tasks, goal, limits, jobs):
            progress.clear()
            waiting[solved.task.place] = solved
            while printed in waiting:
                print(line(waiting.pop(printed)), flush=True)
                printed += 1
            progress.step()
    finally:
        progress.clear()
        for place in sorted(waiting):
            print(line(waiting[place]), flush=True)


def line(solved: Solved) -> str:
    """The result for one deal, as one line of JSON."""
    task, answer = solved.task, solved.answer
    won = answer.verdict is Verdict.WON
    _, count = notation.replay(task.rules, task.position, answer.moves)
    found: dict[str, object] = {"game": task.rules.name, "id": task.id}
    if task.rules.policy:
        found["policy"] = task.rules.policy
    found |= {
        "verdict": str(answer.verdict),
        "moves": count if won else None,
        "optimal": answer.optimal,
    }
    if task.rules.facts.redeals:
        found |= {
            "redeals": answer.redeals if won else None,
            "fewest_redeals": answer.fewest_redeals,
            "score": answer.score,
            "score_proved": answer.score_proved,
        }
    found |= {
        "seconds": round(solved.seconds, 4),
        "nodes": answer.nodes,
        "answer": notation.write_answer(task.rules, task.position, answer.moves) or None,
    }
    return json.dumps(found)


class _Progress:
    """A progress bar on the error channel, if that is a terminal and the work is long."""

    _WIDTH = 30

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._shown = total > 1 and sys.stderr is not None and sys.stderr.isatty()
        self._draw()

    def step(self) -> None:
        """Count one more solved deal."""
        self._done += 1
        self._draw()

    def clear(self) -> None:
        """Clear the bar before a line of output, on a terminal that shows both."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _draw(self) -> None:
        if self._shown:
            filled = self._WIDTH * self._done // self._total
            bar = "#" * filled + "." * (self._WIDTH - filled)
            print(f"\r[{bar}] {self._done}/{self._total}", end="", file=sys.stderr, flush=True)

"""The command `solve`: solves deals, prints one line of JSON a deal."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import Chosen, Dealt, choose
from game.play import notation
from game.rules import Rules, with_redeals
from game.solver.answer import DEFAULT_MEMORY, MEGABYTE, Goal, SearchLimits, Verdict
from game.solver.process_pool import Solved, Task, solve_all
from game.solver.registry import has_solver


def solve_deals(arguments: Arguments) -> int:
    """Find answers, and print them."""
    limits, jobs = search_limits(arguments)
    chosen = chosen_to_search(arguments, whole_packs=True)
    goal = Goal.OPTIMAL if arguments.optimal else Goal.FIRST
    with killed_by_interrupt(jobs):
        print_solutions(chosen.rules, chosen.dealt, goal, limits, jobs)
    return chosen.status


@contextmanager
def killed_by_interrupt(jobs: int) -> Iterator[None]:
    """Let Ctrl+C end this process at once, as other signals do, if it searches itself (`jobs` is
    1). Compiled code cannot handle an exception at any point, and takes it for a lack of memory.
    """
    searches = jobs == 1 and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if searches:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        if searches:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def search_limits(arguments: Arguments) -> tuple[SearchLimits, int]:
    """What each search may use, and the number of processes. A given limit of memory is for all
    processes together.
    """
    jobs, memory = arguments.jobs or 1, arguments.memory_limit
    each = DEFAULT_MEMORY if memory is None else int(memory * MEGABYTE / jobs)
    return SearchLimits(arguments.time_limit, each), jobs


def chosen_to_search(arguments: Arguments, *, whole_packs: bool = False) -> Chosen:
    """The deals of `choose`, by rules with as many redeals as `--redeals` says. Raises UsageError
    if their game has no solver or no redeals.
    """
    chosen = choose(arguments, whole_packs=whole_packs)
    if not has_solver(chosen.rules.name):
        raise UsageError(f"no solver for {chosen.rules.name}")
    if arguments.redeals is None:
        return chosen
    limited = with_redeals(chosen.rules, arguments.redeals)
    if limited is None:
        raise UsageError(f"{chosen.rules.name} has no redeals")
    return chosen._replace(rules=limited)


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

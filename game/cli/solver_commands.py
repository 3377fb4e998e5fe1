"""The commands `solve` and `review`: solve deals, one line of JSON a deal; weigh the moves of a
line, one line of JSON a counted move, and a summary.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise

from game.cli.arguments import Arguments, UsageError
from game.cli.deal_arguments import Chosen, Dealt, answer_text, choose
from game.core.position import Position
from game.core.translatable_texts import WordedError
from game.play import notation
from game.rules import Rules, with_redeals
from game.rules.base import unplaced
from game.solver.answer import DEFAULT_MEMORY, MEGABYTE, Answer, Goal, SearchLimits, Verdict
from game.solver.line_review import GOALS, Job, ReviewScheduler, weigh
from game.solver.line_worths import Line, cost
from game.solver.process_pool import Solved, Task, in_processes, solve_all
from game.solver.registry import has_solver, solve
from game.system.console import complain


def solve_deals(arguments: Arguments) -> int:
    """Find answers, and print them."""
    limits, jobs = search_limits(arguments)
    chosen = chosen_to_search(arguments, whole_packs=True)
    goal = Goal.OPTIMAL if arguments.optimal else Goal.FIRST
    with killed_by_interrupt(jobs):
        _print_solutions(chosen.rules, chosen.dealt, goal, limits, jobs)
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
    jobs, memory = arguments.jobs, arguments.memory_limit
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


def _print_solutions(
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


def review_line(arguments: Arguments) -> int:
    """Weigh every move of a line, and print that. Raises UsageError."""
    limits, jobs = search_limits(arguments)
    chosen = chosen_to_search(arguments)
    rules, start = chosen.rules, chosen.rules.deal(chosen.one().deck)
    text = answer_text(arguments)
    try:
        moves = notation.read_answer(rules, start, text)
    except WordedError as error:
        complain(str(error))
        return 1
    line, of_each = Line.of_moves(rules, start, moves), limits._replace(seconds=None)
    with killed_by_interrupt(jobs):
        if jobs == 1:
            found = weigh(line, of_each, limits.seconds)
        else:
            found = _weigh_on(jobs, line, of_each, limits.seconds)
    for place in range(1, len(line.positions)):
        print(json.dumps(_move(found, place)))
    print(json.dumps(_summary(found)))
    return chosen.status


def _move(found: ReviewScheduler, place: int) -> dict[str, object]:
    """One move. `redeals` (Gaps): of the win that `total` counts, those made after the move."""
    before, after = found.worth(place - 1), found.worth(place)
    price, better, rules = cost(before, after), found.better(place), found.line.rules
    told: dict[str, object] = {
        "move": place,
        "text": str(unplaced(rules, found.line.actions[place][0])),
        "verdict": str(after.verdict),
        "total": after.total,
        "proved": after.proved or after.verdict is Verdict.UNWINNABLE,
        "cost": None if price is None else price.exact,
        "better": None if better is None else str(unplaced(rules, better)),
    }
    if rules.facts.redeals:
        told["redeals"] = found.redeals(place)
    return told


def _summary(found: ReviewScheduler) -> dict[str, object]:
    """The summary. `detours` counts moves that cost something before a loss; None if one of them is
    unknown.
    """
    worths, line = found.worths(), found.line
    last_won, first_lost = found.last_won, found.first_lost
    known = worths[: last_won + 1]
    detours = sum(before.total != after.total for before, after in pairwise(known))
    return {
        "summary": True,
        "moves": len(worths) - 1,
        "won": line.rules.is_won(line.positions[-1]),
        "shortest": worths[0].total if worths[0].proved else None,
        "detours": detours if all(each.proved for each in known) else None,
        "lost_at": first_lost if first_lost == last_won + 1 else None,
    }


def _weigh_on(
    jobs: int, line: Line, limits: SearchLimits, seconds: float | None
) -> ReviewScheduler:
    """Weigh a line in several processes, its searches side by side."""
    found, running = ReviewScheduler(line), list[Job]()

    def next_job() -> tuple[Position, Job] | None:
        job = found.next_job(running)
        if job is None:
            return None
        running.append(job)
        return line.positions[job.place], job

    work = partial(_run, line.rules, limits)
    for result in in_processes(jobs, work, next_job, _given_up, seconds):
        running.remove(result[0])
        found.note(*result)
    return found


def _run(rules: Rules, limits: SearchLimits, asked: tuple[Position, Job]) -> tuple[Job, Answer]:
    position, job = asked
    return job, solve(rules, position, GOALS[job.aim], *limits, job.below)


def _given_up(asked: tuple[Position, Job]) -> tuple[Job, Answer]:
    """The result of a job whose processes were killed one after another: nothing new is known."""
    return asked[1], Answer(Verdict.UNDECIDED)

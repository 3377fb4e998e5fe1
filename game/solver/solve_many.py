"""Many deals, one after another or on several processes: the command line's `solve`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from game.core.position import Position
from game.rules import Rules
from game.solver.answer import Answer, Goal, SearchLimits, Verdict
from game.solver.process_pool import Pool
from game.solver.registry import solve


@dataclass(frozen=True, slots=True)
class Task:
    """A position to solve, and the caller's name for it."""

    id: str
    rules: Rules
    position: Position
    place: int = 0
    """Its place among the caller's tasks."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer to one task."""

    task: Task
    answer: Answer
    seconds: float


def solve_all(
    tasks: Iterable[Task], goal: Goal, limits: SearchLimits, jobs: int
) -> Iterator[Solved]:
    """Solve every task in `jobs` processes. Answers come in the order in which they are found; with
    one process, in the order of the tasks. Tasks are taken from the iterable as they are needed.
    """
    if jobs <= 1:
        for task in tasks:
            yield _solve_one(task, goal, limits)
        return
    with Pool(jobs, partial(_solve_one, goal=goal, limits=limits), _undecided) as pool:
        yield from pool.results(iter(tasks))


def _undecided(task: Task) -> Solved:
    """The result for a task over which several processes were killed."""
    return Solved(task, Answer(Verdict.UNDECIDED), 0.0)


def _solve_one(task: Task, goal: Goal, limits: SearchLimits) -> Solved:
    start = time.perf_counter()
    answer = solve(task.rules, task.position, goal, *limits)
    return Solved(task, answer, time.perf_counter() - start)

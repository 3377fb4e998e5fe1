"""Many deals, one after another or on several processes: the command line's `solve`."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from typing import Final

from game.core.position import Position
from game.rules import Rules
from game.solver.answer import Answer, Goal
from game.solver.registry import solve
from game.solver.search_tools import DEFAULT_MEMORY

# Deals sent to a process at once: a first win takes little longer than sending it.
_AT_ONCE: Final = {Goal.FIRST: 8, Goal.SHORT: 1, Goal.OPTIMAL: 1}
# Parcels on their way for each process, so that none waits for the next one.
_AHEAD: Final = 2


@dataclass(frozen=True, slots=True)
class Task:
    """A position to solve, and the caller's name for it."""

    id: str
    rules: Rules
    position: Position


@dataclass(frozen=True, slots=True)
class Limits:
    """What each deal may take."""

    goal: Goal = Goal.FIRST
    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    """Bytes."""


@dataclass(frozen=True, slots=True)
class Solved:
    """The answer to one task."""

    task: Task
    answer: Answer
    seconds: float


def solve_all(tasks: Iterable[Task], limits: Limits, jobs: int = 1) -> Iterator[Solved]:
    """Solve every task on so many processes; the answers come as they are found, with one
    process in the order of the tasks. Tasks are taken from the iterable as they are needed.
    """
    if jobs <= 1:
        for task in tasks:
            yield _solve_one(task, limits)
        return
    parcels = _parcels(tasks, _AT_ONCE[limits.goal])
    spawn = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=spawn)
    try:
        running = {
            pool.submit(_solve_some, parcel, limits) for parcel in islice(parcels, jobs * _AHEAD)
        }
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= {
                pool.submit(_solve_some, parcel, limits) for parcel in islice(parcels, len(done))
            }
            yield from _results(done)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _results(done: set[Future[list[Solved]]]) -> Iterator[Solved]:
    for future in done:
        yield from future.result()


def _parcels(tasks: Iterable[Task], size: int) -> Iterator[list[Task]]:
    waiting = iter(tasks)
    while parcel := list(islice(waiting, size)):
        yield parcel


def _solve_some(tasks: list[Task], limits: Limits) -> list[Solved]:
    return [_solve_one(task, limits) for task in tasks]


def _solve_one(task: Task, limits: Limits) -> Solved:
    start = time.perf_counter()
    answer = solve(task.rules, task.position, limits.goal, limits.seconds, limits.memory)
    return Solved(task, answer, time.perf_counter() - start)

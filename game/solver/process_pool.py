"""Searches on several processes, for the command line. No process outlives the program, however
that ends.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import Final, TypeVar

from game.core.position import Position
from game.core.translatable_texts import WordedError, Wording, why
from game.rules import Rules
from game.solver.answer import Answer, Goal, SearchLimits, Verdict
from game.solver.registry import solve
from game.solver.worker import interrupts_blocked

A = TypeVar("A")
R = TypeVar("R")

_MOST: Final = 61
"""Windows can wait for no more processes."""


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
    work = partial(_solve_one, goal=goal, limits=limits)
    if jobs <= 1:
        return map(work, tasks)
    return in_processes(jobs, work, partial(next, iter(tasks), None), _undecided)


def _solve_one(task: Task, goal: Goal, limits: SearchLimits) -> Solved:
    start = time.perf_counter()
    answer = solve(task.rules, task.position, goal, *limits)
    return Solved(task, answer, time.perf_counter() - start)


def _undecided(task: Task) -> Solved:
    return Solved(task, Answer(Verdict.UNDECIDED), 0.0)


def in_processes(
    jobs: int,
    work: Callable[[A], R],
    next_item: Callable[[], A | None],
    lost: Callable[[A], R],
    seconds: float | None = None,
) -> Iterator[R]:
    """The results of `work`, in the order in which they come, until `seconds` are over (None:
    without limit). `next_item` is called whenever a process is free; None: nothing is left, or what
    follows depends on a result that is still to come.

    Function, items and results must be picklable. An exception of the function is raised here. The
    items of processes that were killed are tried again one by one, since the system kills them all
    when one is gone; `lost` makes the result of one that is killed then.
    """
    end = None if seconds is None else time.monotonic() + seconds
    while True:
        killed: list[A] = []
        yield from _until_killed(jobs, work, next_item, killed, end)
        if not killed:
            return
        for item in killed:
            alone, guilty = partial(next, iter([item]), None), list[A]()
            yield from _until_killed(1, work, alone, guilty, end)
            yield from map(lost, guilty)


def _until_killed(
    jobs: int,
    work: Callable[[A], R],
    next_item: Callable[[], A | None],
    killed: list[A],
    end: float | None,
) -> Iterator[R]:
    """As `in_processes`, until a process is killed; the items then at work are added to `killed`.
    `end` is of the monotonic clock.
    """
    pool = _new_pool(jobs)
    running: dict[Future[R], A] = {}
    try:
        while True:
            while len(running) < jobs and not killed and (item := next_item()) is not None:
                running[_submitted(pool, work, item)] = item
            left = None if end is None else max(0.0, end - time.monotonic())
            done, _ = wait(running, left, FIRST_COMPLETED)
            if not done:
                return
            for future in done:
                item = running.pop(future)
                if isinstance(future.exception(), BrokenProcessPool):
                    killed.append(item)
                else:
                    yield future.result()
    finally:
        # The command line has no other processes.
        for process in multiprocessing.active_children():
            process.kill()
        pool.shutdown()


def _new_pool(jobs: int) -> ProcessPoolExecutor:
    if not getattr(sys, "frozen", False):
        # Python's helper would tell of semaphores that are left when the program is killed.
        os.environ["PYTHONWARNINGS"] = "ignore:resource_tracker"
    spawn = multiprocessing.get_context("spawn")
    try:
        return ProcessPoolExecutor(min(jobs, _MOST), spawn, _begin_process)
    except (OSError, RuntimeError) as error:
        raise _no_process(error) from error


def _submitted(pool: ProcessPoolExecutor, work: Callable[[A], R], item: A) -> Future[R]:
    """The future result of an item, for which a process may be started."""
    try:
        with interrupts_blocked():
            return pool.submit(work, item)
    except BrokenProcessPool as error:
        broken: Future[R] = Future()
        broken.set_exception(error)
        return broken
    except (OSError, RuntimeError) as error:
        raise _no_process(error) from error


def _no_process(error: OSError | RuntimeError) -> WordedError:
    reason = why(error) if isinstance(error, OSError) else str(error)
    return WordedError(Wording("no process can be started: {reason}", reason=reason))


def _begin_process() -> None:
    """Have a process end with its parent, however that ends; Ctrl+C is the parent's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)

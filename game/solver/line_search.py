"""Weighs a line: runs the searches that its review asks for, one after another in slices."""

from __future__ import annotations

import time
from typing import Final

from game.core.memory import garbage_collection_paused
from game.core.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, SearchLimits
from game.solver.line_review import Aim, Job, ReviewScheduler
from game.solver.line_worths import Line

_GOALS: Final = {Aim.VERDICT: Goal.FIRST, Aim.SHORT: Goal.SHORT}


class JobSearch:
    """The search for one job."""

    def __init__(self, rules: Rules, position: Position, job: Job, limits: SearchLimits) -> None:
        self.job, self._limits, self._spent = job, limits, 0.0
        if job.aim is Aim.PROOF:
            self._search = registry.start_below(rules, position, job.below, limits.memory)
        else:
            self._search = registry.start(rules, position, _GOALS[job.aim], limits.memory)

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further positions; True when the job has ended or timed out."""
        begun = time.monotonic()
        ended = self._search.run(nodes)
        self._spent += time.monotonic() - begun
        return ended or (self._limits.seconds is not None and self._spent >= self._limits.seconds)

    def result(self) -> tuple[Job, Answer]:
        """What is known now."""
        return self.job, self._search.answer()


class LineSearch:
    """All searches that a review asks for."""

    def __init__(self, review: ReviewScheduler, limits: SearchLimits) -> None:
        self._review = review
        self._limits = limits
        self._running: JobSearch | None = None

    def step(self, nodes: int = registry.SLICE) -> bool:
        """A slice of a few milliseconds; True when nothing is left to search."""
        if self._review.carry_on():
            return False
        if self._running is None:
            job = self._review.next_job()
            if job is None:
                return True
            line = self._review.line
            position = line.positions[job.place]
            self._running = JobSearch(line.rules, position, job, self._limits)
        if self._running.run(nodes):
            result = self._running.result()
            self._running = None
            self._review.note(*result)
        return False


def run_job(rules: Rules, position: Position, job: Job, limits: SearchLimits) -> tuple[Job, Answer]:
    """Run a whole job, for a process of a pool."""
    with garbage_collection_paused():
        search = JobSearch(rules, position, job, limits)
        while not search.run(registry.SLICE):
            pass
        return search.result()


def weigh(line: Line, limits: SearchLimits, seconds: float | None = None) -> ReviewScheduler:
    """Review a whole line, for at most `seconds`; None: without limit."""
    review = ReviewScheduler(line)
    search = LineSearch(review, limits)
    end = None if seconds is None else time.monotonic() + seconds
    with garbage_collection_paused():
        while not search.step():
            if end is not None and time.monotonic() >= end:
                break
    review.settle()
    return review

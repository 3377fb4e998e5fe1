"""The command `solve`: deals in, one line of JSON a deal out."""

from __future__ import annotations

import json
import multiprocessing
import sys
from collections.abc import Sequence

from game import notation
from game.chosen import Dealt
from game.rules import Gaps, Rules
from game.solver.answer import Verdict
from game.solver.batch import Limits, Solved, Task, solve_all


def solve(rules: Rules, listed: Sequence[Dealt], limits: Limits, jobs: int) -> None:
    """Solve deals on so many processes, and print each as soon as it is done."""
    tasks = (Task(one.id, rules, rules.deal(one.deck)) for one in listed)
    progress = _Progress(len(listed))
    try:
        for solved in solve_all(tasks, limits, jobs):
            progress.clear()
            print(line(solved), flush=True)
            progress.step()
    finally:
        progress.clear()
        # Whoever stops the program does not wait for deals that are still being searched.
        for worker in multiprocessing.active_children():
            worker.terminate()


def line(solved: Solved) -> str:
    """What is known of one deal, as JSON in one line."""
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
    if isinstance(task.rules, Gaps):
        found |= {"score": answer.score, "score_proved": answer.score_proved}
    found |= {
        "seconds": round(solved.seconds, 4),
        "nodes": answer.nodes,
        "answer": notation.write_answer(task.rules, task.position, answer.moves) or None,
    }
    return json.dumps(found)


class _Progress:
    """A bar on the error channel, where somebody looks at it and there is something to wait for."""

    _WIDTH = 30

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._shown = total > 1 and sys.stderr is not None and sys.stderr.isatty()
        self._draw()

    def step(self) -> None:
        """One more deal is done."""
        self._done += 1
        self._draw()

    def clear(self) -> None:
        """Make room for a line of output, on a terminal that shows both."""
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _draw(self) -> None:
        if self._shown:
            filled = self._WIDTH * self._done // self._total
            bar = "#" * filled + "." * (self._WIDTH - filled)
            print(f"\r[{bar}] {self._done}/{self._total}", end="", file=sys.stderr, flush=True)

"""The command `print_solutions`: deals in, one line of JSON a deal out."""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator, Sequence

from game.cli.deal_arguments import Dealt
from game.play import notation
from game.rules import Rules
from game.solver.answer import Verdict
from game.solver.batch import Limits, Solved, Task, solve_all


def print_solutions(rules: Rules, listed: Sequence[Dealt], limits: Limits, jobs: int) -> None:
    """Solve deals on so many processes, and print each as soon as it and those before it are
    done; whoever stops the program gets what was done.
    """
    tasks = (Task(one.id, rules, rules.deal(one.deck)) for one in listed)
    progress, queue = _Progress(len(listed)), _Queue([one.id for one in listed])
    try:
        for solved in solve_all(tasks, limits, jobs):
            progress.clear()
            queue.add(solved)
            for ready in queue.take():
                print(line(ready), flush=True)
            progress.step()
    finally:
        progress.clear()
        for left in queue.rest():
            print(line(left), flush=True)


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


class _Queue:
    """Deals that are done, in the order in which they were asked for."""

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = deque(ids)
        self._done: dict[str, deque[Solved]] = {}
        """Those still to be printed; the same id may have been asked for more than once."""

    def add(self, solved: Solved) -> None:
        """One more is done."""
        self._done.setdefault(solved.task.id, deque()).append(solved)

    def take(self) -> Iterator[Solved]:
        """Those that nothing before them is waited for."""
        while self._ids and self._done.get(self._ids[0]):
            yield self._done[self._ids.popleft()].popleft()

    def rest(self) -> Iterator[Solved]:
        """All that are left, whatever is missing before them."""
        for id in self._ids:
            if self._done.get(id):
                yield self._done[id].popleft()


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

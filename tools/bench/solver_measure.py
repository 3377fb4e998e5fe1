"""What the solver's bench shares: timed searches, their figures, mid-game positions, table rows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from measuring import mean, share

from game.core.deals import deck_of
from game.core.position import Position
from game.core.threads_and_memory import garbage_collection_paused
from game.rules import Rules
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict

PREPARING_S = 5.0
"""CPU seconds to look for the win that a position in mid-game leaves."""


@dataclass(frozen=True)
class Run:
    """Answers to one goal, in the order of the positions, and what each took."""

    answers: list[Answer]
    ms: list[float]
    """CPU milliseconds of this process."""

    @classmethod
    def of(
        cls, rules: Rules, starts: Iterable[Position], goal: Goal, limit: float | None = None
    ) -> Run:
        """Search each position, for `limit` CPU seconds at most."""
        answers, ms = [], []
        for position in starts:
            answer, seconds = searched(rules, position, goal, limit)
            answers.append(answer)
            ms.append(1000 * seconds)
        return cls(answers, ms)

    @property
    def decided(self) -> float:
        return mean([answer.verdict is not Verdict.UNDECIDED for answer in self.answers])

    @property
    def won(self) -> int:
        return sum(answer.verdict is Verdict.WON for answer in self.answers)

    def within(self, ms: float) -> float:
        """The share of positions decided in so many milliseconds."""
        pairs = zip(self.answers, self.ms, strict=True)
        return mean([took <= ms and a.verdict is not Verdict.UNDECIDED for a, took in pairs])

    def figures(self) -> str:
        return (
            f"mean {mean(self.ms):.2f}, median {share(self.ms, 0.5):.2f}, "
            f"95 % {share(self.ms, 0.95):.1f}, 99 % {share(self.ms, 0.99):.1f}, "
            f"worst {max(self.ms):.1f} ms"
        )


def searched(
    rules: Rules, position: Position, goal: Goal, limit: float | None = None
) -> tuple[Answer, float]:
    """The answer, and the CPU seconds that it took."""
    begun = time.process_time()
    search = registry.start(rules, position, goal)
    with garbage_collection_paused():
        while not search.run(registry.SLICE):
            if limit is not None and time.process_time() - begun >= limit:
                break
        answer = search.answer()
        # The time to give its memory back is a search's too, as it is that of a rival's process.
        # Garbage is not looked for before that: the worker does so when it has nothing to do.
        del search
    return answer, time.process_time() - begun


def row(what: str, target: str, found: str, met: bool | None = None) -> None:
    mark = {True: "met", False: "NOT MET", None: ""}[met]
    print(f"| {what} | {target} | {found} | {mark} |", flush=True)


def wander(rules: Rules, position: Position, moves: int, chance: random.Random) -> Position:
    """The position after some moves at random; none of them is a redeal."""
    for _ in range(moves):
        found = [m for m in rules.moves(position) if not str(m).startswith("redeal")]
        if not found:
            break
        position = rules.apply(position, chance.choice(found))
    return position


def midgame(rules: Rules, count: int, first: int, seed: int = 7) -> Iterator[Position]:
    """By turns the deals from a number on after 20 to 60 random moves, and those of them that
    can be won after a part of a winning line and then 1 to 4 random moves.
    """
    chance = random.Random(seed)
    made, number = 0, first
    while made < count:
        deal = rules.deal(deck_of(number))
        number += 1
        yield wander(rules, deal, chance.randint(20, 60), chance)
        made += 1
        answer, _ = searched(rules, deal, Goal.FIRST, PREPARING_S)
        if answer.verdict is not Verdict.WON or made == count:
            continue
        position = deal
        for move in answer.moves[: chance.randint(0, len(answer.moves))]:
            position = rules.apply(position, move)
        yield wander(rules, position, chance.randint(1, 4), chance)
        made += 1

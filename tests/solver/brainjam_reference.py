"""Brain Jam searched by its rules alone, slowly and simply, and positions to try it on."""

import os
import random
from collections import deque
from collections.abc import Iterator

from game.core.deals import deck_of
from game.core.position import Position
from game.rules import BrainJam
from game.solver.answer import Goal, Verdict
from game.solver.registry import solve

RULES = BrainJam()


def exhaust(position: Position, most: int) -> int | None:
    """The fewest counted moves to a win, -1 where there is none; None after `most` positions."""
    seen = {RULES.key(position)}
    waiting = deque([(position, 0)])
    while waiting:
        here, moves = waiting.popleft()
        if RULES.is_won(here):
            return moves
        for move in RULES.moves(here):
            there = RULES.apply(here, move)
            key = RULES.key(there)
            if key not in seen:
                seen.add(key)
                waiting.append((there, moves + 1))
        if len(seen) > most:
            return None
    return -1


def home(position: Position) -> Position:
    """With all sent home that can go."""
    for move in RULES.purge(position):
        position = RULES.apply(position, move)
    return position


def wander(position: Position, moves: int, chance: random.Random) -> Position:
    """After so many random legal moves, or as many as there are."""
    for _ in range(moves):
        choices = RULES.moves(position)
        if not choices:
            return position
        position = home(RULES.apply(position, chance.choice(choices)))
    return position


def positions(seed: int) -> Iterator[Position]:
    """In turn: after random play of 20 to 60 moves; and a winning line left near its end, by
    one to four random moves. Without end, the same for the same seed.
    """
    chance = random.Random(seed)
    while True:
        start = RULES.deal(deck_of(chance.randrange(1_000_000)))
        yield wander(start, chance.randint(20, 60), chance)
        answer = solve(RULES, start, Goal.FIRST)
        if answer.verdict is not Verdict.WON:
            continue
        for move in answer.moves[: -chance.randint(10, 40)]:
            start = RULES.apply(start, move)
        yield wander(start, chance.randint(1, 4), chance)


def wanted_count(default: int) -> int:
    """How many cases a test tries: FOURFOLD_CASES in the environment, or so many."""
    return int(os.environ.get("FOURFOLD_CASES", default))

"""Which games have a solver: those with a module of their name in this folder."""

from __future__ import annotations

import importlib
import importlib.util
import time
from typing import Final

from game.core.position import Position
from game.core.threads_and_memory import garbage_collection_paused
from game.rules import RULES, BrainJam, LaPeau, Rules
from game.solver.answer import DEFAULT_MEMORY, Answer, Goal, Search
from game.solver.compiled import is_compiled

# The positions of one slice; they take a few milliseconds, compiled or not.
SLICE: Final = 1000 if is_compiled() else 50


def has_solver(game: str) -> bool:
    """True if positions of this game can be searched."""
    return game in RULES and importlib.util.find_spec(f"game.solver.{game}_solver") is not None


def can_prove(game: str) -> bool:
    """True if the shortest answer of a position of this game can be proved at all."""
    return game in (BrainJam.name, LaPeau.name)


def start(
    rules: Rules,
    position: Position,
    goal: Goal,
    memory_limit: int = DEFAULT_MEMORY,
    below: int = 0,
) -> Search:
    """A search by the solver of the rules' game; memory_limit in bytes. `below`, only where
    `can_prove`: for the shortest answer of fewer moves; the `least` of its answer is `below` once
    it is proved that there is none.

    Raises ValueError where that game has no solver.
    """
    if not has_solver(rules.name):
        raise ValueError(f"there is no solver for {rules.title}")
    solver = importlib.import_module(f"game.solver.{rules.name}_solver")
    limits = (memory_limit, below) if below else (memory_limit,)
    search: Search = solver.start(rules, position, goal, *limits)
    return search


def solve(
    rules: Rules,
    position: Position,
    goal: Goal,
    time_limit: float | None = None,
    memory_limit: int = DEFAULT_MEMORY,
    below: int = 0,
) -> Answer:
    """The answer for a position after at most `time_limit` seconds; None: without limit. The others
    are those of `start`.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    search = start(rules, position, goal, memory_limit, below)
    with garbage_collection_paused():
        while not search.run(SLICE):
            if end is not None and time.monotonic() >= end:
                break
    return search.answer()

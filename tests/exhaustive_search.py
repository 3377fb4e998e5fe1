"""The exhaustive search that the solvers of Klondike and La Peau are compared with."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

S = TypeVar("S", bound=Hashable)


def least_moves(
    start: S, successors: Callable[[S], Iterable[S]], is_won: Callable[[S], bool], most: int
) -> float | None:
    """The fewest moves to a win, infinite if there is none; None: there are more than `most`
    positions.
    """
    seen, layer, moves = {start}, {start}, 0
    while layer:
        if any(map(is_won, layer)):
            return moves
        found: set[S] = set()
        for before in layer:
            found |= {*successors(before)} - seen
            if len(seen) + len(found) > most:
                return None
        seen |= found
        layer, moves = found, moves + 1
    return math.inf

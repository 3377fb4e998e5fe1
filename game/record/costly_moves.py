"""The actions of a line that cost something, as a review lists them."""

from __future__ import annotations

from game.core.named_tuple import NamedTuple
from game.core.position import Move
from game.solver.answer import Verdict
from game.solver.line_worths import Cost, LineWorths, cost


class Costly(NamedTuple):
    """An action of a line that is proved to cost something."""

    place: int
    """The index on the line of the position that it leads to."""
    cost: Cost | None
    """None: it lost the win."""
    better: Move | None
    """The first move of a shorter win, to be made instead; None: none is known."""


def costly(worths: LineWorths) -> list[Costly]:
    """The actions that cost something: first the one that lost the win, then by falling cost."""
    found = [one for place in range(1, len(worths.line.positions))
             if (one := _costly(worths, place)) is not None]  # fmt: skip
    return sorted(found, key=lambda one: -1_000_000 if one.cost is None else -one.cost.least)


def _costly(worths: LineWorths, place: int) -> Costly | None:
    before, after = worths.worth(place - 1), worths.worth(place)
    if before.verdict is Verdict.WON and after.verdict is Verdict.UNWINNABLE:
        return Costly(place, None, worths.better(place))
    price = cost(before, after)
    if price is None or price.least == 0:
        return None
    return Costly(place, price, worths.better(place))

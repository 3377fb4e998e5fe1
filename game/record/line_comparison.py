"""Compares two lines of one deal: where they part, where they meet, how many moves each takes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from game.core.position import Position
from game.rules import Rules
from game.solver.line_worths import Line


class Stretch(NamedTuple):
    """A stretch of both lines between two positions that they have in common, or to their ends."""

    together: bool
    """True if both lines go through the same positions; False if through different ones."""
    first: tuple[int, int]
    """The indexes of the positions of the first line at which the stretch begins and ends."""
    second: tuple[int, int]
    moves: tuple[int, int]
    """Counted moves that the first and the second line take for the stretch."""
    meets: bool = True
    """True if both lines have come to one position at its end, or both are won. Else their moves
    lead to different things and cannot be compared.
    """


def stretches(first: Line, second: Line) -> list[Stretch]:
    """The stretches of both lines, in order, from the deal to the ends of the lines."""
    pairs = _met(first, second)
    ends = len(first.positions) - 1, len(second.positions) - 1
    found: list[Stretch] = []
    begin = at = pairs[0]
    for pair in pairs[1:]:
        if pair != (at[0] + 1, at[1] + 1):
            found += _between(first, second, begin, at, together=True)
            found += _between(first, second, at, pair, together=False)
            begin = pair
        at = pair
    found += _between(first, second, begin, at, together=True)
    found += _between(first, second, at, ends, together=False)
    return found


def _between(
    first: Line, second: Line, start: tuple[int, int], end: tuple[int, int], *, together: bool
) -> Iterator[Stretch]:
    if start != end:
        moves = (
            first.depths[end[0]] - first.depths[start[0]],
            second.depths[end[1]] - second.depths[start[1]],
        )
        meets = together or _is_one(first.rules, first.positions[end[0]], second.positions[end[1]])
        yield Stretch(together, (start[0], end[0]), (start[1], end[1]), moves, meets)


def _is_one(rules: Rules, one: Position, other: Position) -> bool:
    """Whether two positions are the same, or both are won."""
    return rules.key(one) == rules.key(other) or (rules.is_won(one) and rules.is_won(other))


def _met(first: Line, second: Line) -> list[tuple[int, int]]:
    """The longest common subsequence of the lines' positions, as pairs of an index in the first
    line and one in the second. The deal is the first pair.
    """
    rules = first.rules
    places: dict[Hashable, list[int]] = {}
    for n, position in enumerate(second.positions):
        places.setdefault(rules.key(position), []).insert(0, n)
    tails: list[int] = []
    ways: list[tuple[tuple[int, int], int]] = []
    """Each pair, with the index in `ways` of the pair before it in its subsequence; -1: none."""
    last: list[int] = []
    for n, position in enumerate(first.positions):
        # The last index comes first, so that no subsequence uses one position of `first` twice.
        for other in places.get(rules.key(position), ()):
            long = bisect_left(tails, other)
            # As long a subsequence ends there already, and earlier in `first`.
            if tails[long : long + 1] == [other]:
                continue
            ways.append(((n, other), last[long - 1] if long else -1))
            tails[long : long + 1] = [other]
            last[long : long + 1] = [len(ways) - 1]
    found, at = list[tuple[int, int]](), last[-1]
    while at >= 0:
        pair, at = ways[at]
        found.append(pair)
    return found[::-1]

"""How an answer came about: which of its actions somebody else named. One function tells it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from game.core.position import Move, Position
from game.history.transpositions import key_hash_of
from game.rules import Rules
from game.storage import Helped, How

Edge = tuple[int, int]
"""A single move by the marks of the positions before and after it; a won one has 0. So it is
the same whatever way leads there, and whichever empty place is chosen.
"""


def edges(rules: Rules, start: Position, moves: Sequence[Move]) -> Iterator[Edge]:
    """The moves of a line that begins at a position. ValueError where the rules refuse one."""
    position, before = start, _mark(rules, start)
    for move in moves:
        position = rules.apply(position, move)
        after = _mark(rules, position)
        yield before, after
        before = after


def named(rules: Rules, start: Position, moves: Sequence[Move], how: How) -> list[Helped]:
    """What is to be remembered where a line was hinted, shown, pasted or imported."""
    return [Helped(before, after, how) for before, after in edges(rules, start, moves)]


def how_of(rules: Rules, start: Position, moves: Sequence[Move], help: Mapping[Edge, How]) -> How:
    """How a line from the deal came about: with the most help of all its moves."""
    order = list(How).index
    found = (help.get(edge, How.ALONE) for edge in edges(rules, start, moves))
    return max(found, key=order, default=How.ALONE)


def _mark(rules: Rules, position: Position) -> int:
    return 0 if rules.is_won(position) else key_hash_of(rules.key(position))

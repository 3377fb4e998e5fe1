"""How a run of cards moves one card at a time over empty columns (La Peau)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache


def capacity(spare: int) -> int:
    """How many cards can be carried over `spare` empty columns besides the target: 2 ** spare. 0 if
    `spare` is negative, that is if the target itself is missing.
    """
    return 2**spare if spare >= 0 else 0


@cache
def single_moves(length: int, spare: int) -> int:
    """The fewest single moves that carry a run of `length`, at most `capacity(spare)`."""
    if length == 1:
        return 1
    return min(_cost(length, spare, waiting) for waiting in _splits(length, spare))


def shuttle(length: int, source: int, target: int, spare: list[int]) -> Iterator[tuple[int, int]]:
    """The fewest single moves, each (from, to), that carry a run over the spare columns. The upper
    cards wait on a spare column while the rest moves, and then follow.
    """
    if length == 1:
        yield source, target
        return
    splits = _splits(length, len(spare))
    waiting = min(splits, key=lambda cards: _cost(length, len(spare), cards))
    aside, rest = spare[0], spare[1:]
    yield from shuttle(waiting, source, aside, rest)
    yield from shuttle(length - waiting, source, target, rest)
    yield from shuttle(waiting, aside, target, rest)


def _splits(length: int, spare: int) -> range:
    """The possible numbers of upper cards that wait on an empty column while the rest moves."""
    half = capacity(spare - 1)
    return range(max(1, length - half), min(length - 1, half) + 1)


def _cost(length: int, spare: int, waiting: int) -> int:
    return 2 * single_moves(waiting, spare - 1) + single_moves(length - waiting, spare - 1)

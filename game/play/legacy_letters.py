"""Brain Jam: rewrites an answer in as many moves, all of which the older programs know."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from game.core.named_tuple import NamedTuple
from game.core.position import EMPTY, RESERVE, Move, Position
from game.rules import BrainJam
from game.rules.base import placed_moves

LETTERED: Final = 2
"""How many of the first `Rules.lettered_moves` of a card have a letter of their own."""
AHEAD: Final = 4
"""How many of the answer's next moves are tried as the next one."""
STEPS_MOST: Final = 20_000
"""The limit of steps tried: about a second, and far more than most answers need."""


class _Step(NamedTuple):
    """A position on the way, and the moves of the answer that are still to be made."""

    position: Position
    left: tuple[Move, ...]


def respelled(rules: BrainJam, start: Position, moves: Sequence[Move]) -> tuple[Move, ...] | None:
    """An answer of as many moves, each a first or second hit; None if none is found.

    The cards move as before, but a move may come a little sooner, and a card that waited in an
    empty column may wait in a reserve instead, or the other way round.
    """
    first = _Step(start, tuple(placed_moves(rules, start, moves)))
    tried: set[Hashable] = {_key(rules, first)}
    line: list[Move] = []
    ways = [_ways(rules, first)]
    while ways and len(tried) < STEPS_MOST:
        found = next(ways[-1], None)
        if found is None:
            ways.pop()
            if line:
                line.pop()
            continue
        move, step = found
        if not step.left:
            return (*line, move) if rules.is_won(step.position) else None
        key = _key(rules, step)
        if key not in tried:
            tried.add(key)
            line.append(move)
            ways.append(_ways(rules, step))
    return None


def _key(rules: BrainJam, step: _Step) -> Hashable:
    return rules.key(step.position), step.left


def _ways(rules: BrainJam, step: _Step) -> Iterator[tuple[Move, _Step]]:
    """The lettered moves that can be made next, each with the step after it. The next move of the
    answer comes first.
    """
    moved = set()
    for place, move in enumerate(step.left[:AHEAD]):
        if move.card is None or move.card in moved:
            continue
        moved.add(move.card)
        left = step.left[:place] + step.left[place + 1 :]
        for hit in _lettered(rules, step.position, move):
            yield hit, _Step(rules.apply(step.position, hit), left)


def _lettered(rules: BrainJam, position: Position, move: Move) -> list[Move]:
    """The hits with a letter that can replace a move: first those with the same target, then those
    to the other kind of empty place.
    """
    assert move.card is not None
    seat = position.seat(move.card)
    if seat is None or position.piles[seat.pile][-1] != move.card:
        return []
    lettered_moves = list(rules.lettered_moves(position, move.card))[:LETTERED]
    fitting = [hit for hit in lettered_moves if hit.onto == move.onto]
    if move.onto in (EMPTY, RESERVE):
        fitting += [
            hit for hit in lettered_moves if hit.onto in (EMPTY, RESERVE) and hit not in fitting
        ]
    return fitting

"""Joins single moves of La Peau into moves of runs that have the same effect."""

from __future__ import annotations

from collections.abc import Iterator

from game.core.moves import DONE, Move
from game.core.position import Position
from game.rules import Rules
from game.rules.lapeau import COLUMNS


def runs_joined(rules: Rules, position: Position, singles: list[Move]) -> tuple[Move, ...]:
    """The moves, with single moves in a row replaced by one move of a run wherever that has the
    same effect and costs no more.
    """
    positions = [position]
    for move in singles:
        positions.append(rules.apply(positions[-1], move))
    keys = [rules.key(passed) for passed in positions]
    moves: list[Move] = []
    at = 0
    while at < len(singles):
        move, cost = singles[at], 1
        for run in _runs(rules, positions[at], move):
            steps = rules.steps(positions[at], run)
            end = at + len(steps)
            if cost < len(steps) and end < len(keys) and keys[end] == rules.key(steps[-1]):
                move, cost = run, len(steps)
        moves.append(move)
        at += cost
        if cost > 1 and positions[at] != (after := rules.apply(positions[at - cost], move)):
            # The position is the same except for the order of the columns.
            positions[at] = after
            for later in range(at, len(singles)):
                positions[later + 1] = rules.apply(positions[later], singles[later])
    return tuple(moves)


def _runs(rules: Rules, position: Position, first: Move) -> Iterator[Move]:
    """The moves of runs of several cards that end with the card of the move `first`; none without
    an empty column.
    """
    if first.onto == DONE or all(position.piles[column] for column in COLUMNS):
        return
    stack = next(position.piles[c] for c in COLUMNS if position.piles[c][-1:] == (first.card,))
    if len(stack) < 2 or not rules.fits(stack[-1], stack[-2]):
        return
    for move in rules.moves(position):
        if move.card != first.card and move.card in stack:
            yield move

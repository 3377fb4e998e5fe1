"""Random lines of play of every kind: won, lost, unfinished, with detours and purges."""

from __future__ import annotations

import random
from collections.abc import Iterator

from game.core.deals import deck_of
from game.core.moves import Action, Move
from game.core.position import Position
from game.rules import Rules
from game.solver import registry
from game.solver.answer import Goal, Verdict

PREPARING = 60
"""Slices to look for the win that a line follows."""


def win_of(rules: Rules, position: Position) -> tuple[Move, ...] | None:
    """Some win from a position, or None where none is found soon."""
    search = registry.start(rules, position, Goal.FIRST)
    for _ in range(PREPARING):
        if search.run(registry.SLICE):
            break
    answer = search.answer()
    return answer.moves if answer.verdict is Verdict.WON else None


def endgame(rules: Rules, number: int, moves: int) -> Position:
    """A position with so many moves of a win left, of the first deal from a number on that is
    won soon.
    """
    while (win := win_of(rules, rules.deal(deck_of(number)))) is None:
        number += 1
    position = rules.deal(deck_of(number))
    for move in win[:-moves]:
        position = rules.apply(position, move)
    return position


def line(rules: Rules, start: Position, chance: random.Random, most: int = 400) -> list[Action]:
    """A line: some of a win, then by turns random moves, purges, autoplay and wins again. It may
    end anywhere.
    """
    actions: list[Action] = []
    position = start
    while len(actions) < most:
        for action in _stretch(rules, position, chance):
            actions.append(action)
            for move in action:
                position = rules.apply(position, move)
        if rules.is_won(position) or rules.is_stuck(position) or chance.random() < 0.15:
            break
    return actions


def _stretch(rules: Rules, position: Position, chance: random.Random) -> Iterator[Action]:
    kind = chance.random()
    if kind < 0.35:
        win = win_of(rules, position) or ()
        length = len(win) if chance.random() < 0.5 else chance.randint(0, len(win))
        yield from ((move,) for move in win[:length])
    elif kind < 0.5 and (sent := rules.purge(position)):
        yield sent
    else:
        yield from _wander(rules, position, chance)


def _wander(rules: Rules, position: Position, chance: random.Random) -> Iterator[Action]:
    """A few legal moves at random, what goes home by itself after each of them."""
    for _ in range(chance.randint(1, 6)):
        moves = rules.moves(position)
        if not moves:
            return
        move = chance.choice(moves)
        while move is not None:
            yield (move,)
            position = rules.apply(position, move)
            last = move.card
            move = rules.auto_move(position, last)

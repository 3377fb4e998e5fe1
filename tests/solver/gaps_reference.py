"""Gaps in a few lines and searched without any cleverness: what the solver is compared with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from game.core import deals
from game.core.moves import REDEAL, Move
from game.core.position import Position
from game.rules import Gaps

DECK = deals.deck_text(deals.deck_of(1))
"""Redeals of positions made by hand depend on some deck; this is one."""

Slots = tuple[int, ...]
"""The card in each slot, -1 for a gap."""


def slots_of(position: Position) -> Slots:
    return tuple(held[0] if held else -1 for held in position.piles)


def position_of(slots: Slots, used: int = 0) -> Position:
    piles = tuple(() if card < 0 else (card,) for card in slots)
    return Position(piles, used=used, deck=DECK)


def fixed(slots: Slots) -> frozenset[tuple[int, int]]:
    """The cards in sequence, each with its slot."""
    found = set()
    for row in range(0, 52, 13):
        for place in range(13):
            card = slots[row + place]
            if card != slots[row] + 4 * place or not 4 <= slots[row] < 8:
                break
            found.add((card, row + place))
    return frozenset(found)


def successors(slots: Slots) -> Iterator[Slots]:
    """What may come to each gap."""
    stay = {card for card, _ in fixed(slots)}
    for gap in (slot for slot in range(52) if slots[slot] < 0):
        left = slots[gap - 1]
        fitting = range(4, 8) if gap % 13 == 0 else [left + 4] if 0 <= left < 48 else []
        for card in set(fitting) - stay:
            after = list(slots)
            after[slots.index(card)] = -1
            after[gap] = card
            yield tuple(after)


class Known(NamedTuple):
    """What a layout can give without a redeal."""

    finals: set[Slots]
    """The positions without a move."""
    score: int
    par: int
    """The fewest moves to a win, -1: no win."""
    states: int


def exhaust(slots: Slots, most: int) -> Known | None:
    """Everything that can be reached; None: more than so many states."""
    seen, layer, length = {slots}, [slots], 0
    finals: set[Slots] = set()
    score, par = 0, -1
    while layer:
        following: set[Slots] = set()
        for before in layer:
            done = len(fixed(before))
            score = max(score, done)
            if done == 48 and par < 0:
                par = length
            after = set(successors(before))
            following |= after
            if not after:
                finals.add(before)
        layer = list(following - seen)
        seen.update(layer)
        length += 1
        if len(seen) > most:
            return None
    return Known(finals, score, par, len(seen))


class KnownGame(NamedTuple):
    """What a game can give through its redeals."""

    fewest: int
    """The fewest redeals of a win, -1: no win."""
    score: int
    layouts: int


def exhaust_game(rules: Gaps, position: Position, most: int) -> KnownGame | None:
    """Everything that can be reached through redeals, those done by the rules."""
    layouts, redeals, score, met = [position], 0, 0, 0
    while layouts:
        following: dict[Position, None] = {}
        for layout in layouts:
            known = exhaust(slots_of(layout), most)
            most -= known.states if known else most
            if known is None or most <= 0:
                return None
            met += 1
            score = max(score, known.score)
            if known.par >= 0:
                return KnownGame(redeals, 48, met)
            if layout.used < rules.redeals:
                redeal = Move(None, REDEAL)
                for final in known.finals:
                    end = position_of(final, layout.used)
                    following[rules.apply(end, redeal)] = None
        layouts, redeals = list(following), redeals + 1
    return KnownGame(-1, score, met)


def small_layout(seed: int, loose: int = 24) -> Slots:
    """Some cards of each row in sequence, up to so many others anywhere in the rest."""
    chance = random.Random(seed)
    lengths = [12, 12, 12, 12]
    count = chance.randrange(min(6, loose - 1), loose + 1)
    while sum(lengths) > 48 - count:
        row = chance.randrange(4)
        lengths[row] = max(0, lengths[row] - chance.randrange(1, 4))
    suits = chance.sample(range(4), 4)
    cards = [rank * 4 + suit for suit, done in zip(suits, lengths, strict=True)
             for rank in range(done + 1, 13)]  # fmt: skip
    rest = cards + [-1] * (52 - sum(lengths) - len(cards))
    chance.shuffle(rest)
    slots: list[int] = []
    for suit, done in zip(suits, lengths, strict=True):
        slots += range(4 + suit, 4 + suit + 4 * done, 4)
        slots += [rest.pop() for _ in range(13 - done)]
    return tuple(slots)

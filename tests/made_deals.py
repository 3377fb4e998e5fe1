"""Deals and lines of play made for tests."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from game.core import deals
from game.core.cards import FULL_DECK, Card
from game.core.deals import Deck
from game.core.moves import DONE, PULL, TURN, Move
from game.core.position import Position
from game.rules import Rules


def deck_of(taken: Sequence[Card], rules: Rules) -> Deck:
    """The deck whose cards can be sent home in this order, tops of columns first."""
    deck: list[Card] = [0] * 52
    rows = rules.rows(tuple(range(52)))
    if rules.name == "klondike":
        pulled, rest = taken[:24], iter(taken[24:])
        deck[28:] = pulled
        starts = [0, 7, 13, 18, 22, 25, 27]
        for column in range(7):
            for row in range(column, -1, -1):
                deck[starts[row] + column - row] = next(rest)
        return tuple(deck)
    order = iter(taken)
    for column in range(len(rows[0])):
        for row in reversed(rows):
            if column < len(row):
                deck[row[column]] = next(order)
    return tuple(deck)


def easy_deck(rules: Rules) -> Deck:
    """A deal that is won by nothing but sending cards home; Gaps: by four moves to the left."""
    if rules.name == "gaps":
        rows = [[*range(4 + suit, 48, 4), suit, 48 + suit] for suit in range(4)]
        return tuple(card for row in rows for card in row)
    if rules.name == "brainjam":
        return FULL_DECK[::-1]
    return deck_of(FULL_DECK, rules)


def any_move(rules: Rules, position: Position, random: Random) -> Move | None:
    """A legal move, seldom one that sends a card home; None where there is none."""
    moves = rules.moves(position)
    staying = [move for move in moves if move.onto != DONE]
    return random.choice(staying or moves) if moves else None


def line_to_stuck(rules: Rules, number: int, seed: int, longest: int = 3000) -> list[Move] | None:
    """Random moves from a deal to where nothing can be done; None if that is not reached."""
    random, position, line = Random(seed), rules.deal(deals.deck_of(number)), []
    for _ in range(longest):
        stock = [move for move in rules.moves(position) if move.onto in (PULL, TURN)]
        move = stock[0] if stock else any_move(rules, position, random)
        if move is None:
            return line if rules.is_stuck(position) else None
        line.append(move)
        position = rules.apply(position, move)
    return None

"""A deal of each game and the first moves of a game of it: something to look at."""

from __future__ import annotations

from typing import Final, NamedTuple

from game import deals
from game.position import Position, parse_action
from game.rules import Rules


class Showcase(NamedTuple):
    """A deal, and moves to a position that shows what the game is like."""

    number: int
    moves: str
    """As text, one word an action."""


SHOWCASES: Final = {
    "brainjam": Showcase(417, ""),
    "lapeau": Showcase(31337, ""),
    "gaps": Showcase(2024, ""),
    "klondike": Showcase(777, ""),
}


def dealt(rules: Rules) -> Position:
    """The deal of a game's showcase."""
    return rules.deal(deals.deck_of(SHOWCASES[rules.name].number))


def played(rules: Rules) -> Position:
    """The position of a game's showcase after its moves, which the rules make."""
    position = dealt(rules)
    for word in SHOWCASES[rules.name].moves.split():
        for move in parse_action(word):
            position = rules.apply(position, move)
    return position

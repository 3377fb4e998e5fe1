"""Which cards can go home: the next ones of their foundations, and those that nothing still needs.

Foundations are piles in the order of suits; `foundations` is the range of their indices.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.core import cards
from game.core.cards import Card
from game.core.position import Position
from game.rules.base import top
from game.rules.illegal_move import IllegalMove, Refusal


def is_next_home(position: Position, card: Card, foundations: range) -> bool:
    """True if a card is the next one of its foundation; foundations are in the order of suits."""
    return len(position.piles[foundations[cards.suit(card)]]) == cards.rank(card)


def ready_for_home(position: Position, places: Iterable[int], foundations: range) -> Iterator[Card]:
    """The end cards of the piles `places` that can go home now."""
    for place in places:
        card = top(position, place)
        if card is not None and is_next_home(position, card, foundations):
            yield card


def home_of(position: Position, card: Card, foundations: range) -> int:
    """The index of the foundation a card may go to now. Raises IllegalMove."""
    if not is_next_home(position, card, foundations):
        raise IllegalMove(Refusal.NOT_NEXT)
    return foundations[cards.suit(card)]


def is_cautious(position: Position, card: Card, foundations: range) -> bool:
    """True if no card of the other colour can still need this card to lie on: both cards of that
    colour two ranks below are home. Aces and twos are always cautious.
    """
    suits = (cards.CLUBS, cards.SPADES) if cards.is_red(card) else (cards.DIAMONDS, cards.HEARTS)
    wanted = cards.rank(card) - 1
    return all(len(position.piles[foundations[suit]]) >= wanted for suit in suits)

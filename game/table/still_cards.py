"""Separates the cards that lie still from those that move above them, and reports where that has
changed. Cards that wait for their turn to leave lie still, so a long purge draws only the cards
that fly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from game.core.cards import Card
from game.table.card_motion import Sprite


class Lying(NamedTuple):
    """How a card that lies still looks."""

    x: int
    y: int
    face_up: bool
    narrow: bool
    pile: int
    order: int
    """The card's depth in the pile. It is the last field because it alone is not visible."""


class StillCards:
    """The cards that lie still, as they were drawn last."""

    def __init__(self) -> None:
        self._lying: dict[Card, Lying] = {}
        self._touched: list[tuple[int, int]] = []

    def lies(self, card: Card) -> bool:
        """True if the card and all cards below it lie still."""
        return card in self._lying

    def piles(self) -> dict[int, list[tuple[Card, Lying]]]:
        """What lies still on each pile, the lowest card first."""
        found: dict[int, list[tuple[Card, Lying]]] = {}
        for card, lying in self._lying.items():
            found.setdefault(lying.pile, []).append((card, lying))
        for held in found.values():
            held.sort(key=lambda each: each[1].order)
        return found

    def follow(self, sprites: Mapping[Card, Sprite]) -> None:
        """Take over the cards as they are now. Places that differ from before are touched."""
        before, self._lying = self._lying, _lying(sprites)
        for card in before.keys() | self._lying.keys():
            old, new = before.get(card), self._lying.get(card)
            if old is None or new is None or old[:-1] != new[:-1]:
                self._touched += [each[:2] for each in (old, new) if each is not None]

    def take_touched(self) -> list[tuple[int, int]]:
        """The corners of cards that have landed or left since the last call. What lies still
        there must be drawn again.
        """
        touched, self._touched = self._touched, []
        return touched


def _lying(sprites: Mapping[Card, Sprite]) -> dict[Card, Lying]:
    begun = {card for card, sprite in sprites.items() if sprite.begun}
    from_depth = _loose_from(sprites[card] for card in begun)
    found = {}
    for card, sprite in sprites.items():
        seat = sprite.lies
        if card in begun or seat is None or seat.depth > from_depth.get(seat.pile, seat.depth):
            continue
        place = round(sprite.x), round(sprite.y)
        found[card] = Lying(*place, sprite.face_up, sprite.narrow, seat.pile, sprite.order)
    return found


def _loose_from(begun: Iterable[Sprite]) -> dict[int, int]:
    """For each pile, the depth above which no card lies still: a card there is moving, has just
    left, or will land below cards that are already there.
    """
    least: dict[int, int] = {}
    for sprite in begun:
        seats = [sprite.lies or sprite.left, *(leg.seat for leg in sprite.legs)]
        for seat in filter(None, seats):
            least[seat.pile] = min(seat.depth, least.get(seat.pile, seat.depth))
    return least

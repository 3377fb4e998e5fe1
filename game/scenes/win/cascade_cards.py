"""The cascade of a won table: which of its cards fly, and what their places look like after."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind, Seat
from game.scenes.common.services import Services
from game.scenes.win.cascade import Cascade, Start
from game.table.table_picture import TablePicture


class CascadeFactory:
    """Makes the cascade of one table."""

    def __init__(self, services: Services, table_picture: TablePicture) -> None:
        self._services, self._table_picture = services, table_picture

    def cascade(self, ground: pygame.Surface, seed: int) -> Cascade:
        """The cascade over `ground`, a picture of the won table that it takes over. The same seed
        gives the same flights.
        """
        piles = list(self._piles())
        paint, field = self._services.paint, self._field(ground.get_size())
        return Cascade(ground, field, piles, paint, self._art, self._bare, seed)

    def _field(self, size: tuple[int, int]) -> pygame.Rect:
        """The part of the window that cards fly in: between the bars."""
        window = self._table_picture.view.frame
        bars = [window.side, window.edge] if window.edge.y == 0 else [window.side]
        left = max((bar.right + 1 for bar in bars if bar.x == 0), default=0)
        right = min((bar.x for bar in bars if bar.x > 0), default=size[0])
        return pygame.Rect(left, 0, right - left, window.edge.y or size[1])

    def _piles(self) -> Iterator[list[Start]]:
        """The cards that will fly, in order for each pile: a foundation from its top, a row of
        slots from its end.
        """
        view = self._table_picture.view
        position, kinds = view.position, view.arrangement.kinds
        rows: dict[int, list[Start]] = {}
        for pile, held in enumerate(position.piles):
            rect = pygame.Rect(view.arrangement.piles[pile])
            if kinds[pile] is PileKind.SLOT and held:
                rows.setdefault(rect.y, []).insert(0, Start(held[-1], rect, None))
            elif kinds[pile] is PileKind.FOUNDATION and held:
                below: list[Card | None] = [None, *held[:-1]]
                box = pygame.Rect(view.arrangement.seat(position, Seat(pile, len(held) - 1)))
                pairs = zip(held[::-1], below[::-1], strict=True)
                yield [Start(card, box, under) for card, under in pairs]
        yield from rows.values()

    def _art(self, card: Card) -> pygame.Surface:
        """A card as the table shows it."""
        looks, arrangement = self._table_picture.view.looks, self._table_picture.view.arrangement
        face = "mini" if arrangement.mini else "large" if looks.large else "classic"
        name, size = cards.name(card), arrangement.card
        return self._services.assets.card(face, name, size, palette=looks.palette)

    def _bare(self, picture: pygame.Surface, rect: pygame.Rect) -> None:
        """Draw the empty place that a card has left."""
        felt = self._services.paint.felt(picture.get_size(), self._services.felt)
        picture.blit(felt, rect, rect)
        picture.blit(self._services.assets.slot("plain", rect.size), rect)

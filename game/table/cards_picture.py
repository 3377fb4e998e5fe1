"""Draws what CardSprites holds: empty places, cards and their shadows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind
from game.graphics import colours
from game.graphics.assets import FRENCH, Assets
from game.graphics.card_art import CardOrder
from game.graphics.display_list import Shown
from game.graphics.paint import Painter
from game.rules import can_draw, stock_of
from game.table.card_motion import Lying, Sprite
from game.table.card_sprites import CardSprites
from game.table.markings import GLOW_BLUR, GLOW_GROWS, Marking, TableMarks
from game.table.opaque_blits import (
    CARD_UNIT,
    HEAP_SHARE,
    MOST_KEPT,
    SHADOW_LIFTED,
    SHADOW_RESTING,
    card_shadow,
    cut,
)
from game.table.window_layout import Box

ORDERS_KEPT: Final = 300
CARD_RADIUS: Final = 15 / 250
MINI_RADIUS: Final = 18 / 250
"""The radius of a card's corners, as a share of the card's width."""
FILL_OPACITY: Final = 0.10
LIFT: Final = 4
"""How far a card that is selected or lies under the mouse rises, in dp."""
EDGES_SEEN: Final = 3
"""The number of a reserve's lowest cards, whose edges show beside the others."""
SMOOTH_PIXELS: Final = 500_000
"""If more pixels turn over at once, cards are drawn more roughly, in a seventh of the time."""
SHADOW_FROM_FLIP: Final = 0.7
"""A card that is turning over has a shadow only while it still lies nearly flat."""


class CardPicture(NamedTuple):
    """Which picture of a card or place is shown, and whether it is sharp yet."""

    order: CardOrder
    reverse: bool
    sharp: bool


class CardsPicture:
    """Draws one table; holds no state of the game."""

    def __init__(self, view: CardSprites, assets: Assets, paint: Painter) -> None:
        self.view = view
        self.marks = TableMarks()
        self.marking = Marking(view, assets, paint)
        self._assets, self._paint = assets, paint
        self._cut = lru_cache(MOST_KEPT)(cut)
        self._order = lru_cache(ORDERS_KEPT)(self._new_order)
        self._sizes = (view.arrangement.card,) * 2
        """The sizes of cards: before they last changed, and now."""

    def forget(self) -> None:
        """Forget the pictures' parts and the earlier card size; called when the window has been
        resized, or cards look different.
        """
        self._cut.cache_clear()
        self._order.cache_clear()
        self._sizes = (self.view.arrangement.card,) * 2

    def prepare(self, faces: Sequence[Card]) -> None:
        """Have the faces of these cards drawn in the background, in this order."""
        orders = [self._order(card, self._size, True, False) for card in faces]
        self._assets.cards.prepare(orders)

    # Sizes

    @property
    def _size(self) -> tuple[int, int]:
        return self.view.arrangement.card

    def _radius(self, size: tuple[int, int]) -> float:
        """Of the corners of a card of a size."""
        return size[0] * (MINI_RADIUS if self.view.arrangement.mini else CARD_RADIUS)

    def reach(self) -> int:
        """How far shadows and glows of cards that lie still reach beyond them, in pixels."""
        glow = self.view.frame.text_scale.px(GLOW_GROWS + 3 * GLOW_BLUR)
        return max(self._shadow_reach(lifted=False), glow) + 2

    def _shadow_reach(self, *, lifted: bool) -> int:
        unit = self._size[1] / CARD_UNIT
        _, blur, across, down = SHADOW_LIFTED if lifted else SHADOW_RESTING
        return round(unit * (3 * blur + max(across, down))) + 2

    def area_of(self, sprite: Sprite, *, lifted: bool = False) -> pygame.Rect:
        """The part of the window that a card in motion touches, shadow and all."""
        reach = self._shadow_reach(lifted=lifted)
        width, height = map(max, zip(*self._known_sizes(), strict=True))
        box = pygame.Rect(round(sprite.x), round(sprite.y), width, height)
        return box.inflate(2 * reach, 2 * reach)

    # Faces

    def _face(self, *, narrow: bool) -> str:
        if self.view.arrangement.mini:
            return "mini"
        if self.view.appearance.large:
            return "large"
        return "side" if narrow else "classic"

    def _picture(self, card: Card, up: bool, narrow: bool) -> CardPicture:
        """A card's picture. When all cards change their size, each keeps the old size until its
        sharp picture of the new size is ready: no card is scaled, and no single frame draws all
        cards.
        """
        before, now = self._known_sizes()
        order, art = self._order(card, now, up, narrow), self._assets.cards
        if before != now and art.get_sharp(order) is None:
            earlier = (self._order(card, before, up, side) for side in (narrow, False))
            order = next(filter(art.is_sharp, earlier), order)
        return CardPicture(order, up and card in self.marks.reversed, art.is_sharp(order))

    def _art(self, picture: CardPicture) -> pygame.Surface:
        return self._assets.cards.get(picture.order, reverse=picture.reverse)

    def _new_order(self, card: Card, size: tuple[int, int], up: bool, narrow: bool) -> CardOrder:
        if not up:
            mini = self.view.arrangement.mini
            return self._assets.back_order(self.view.appearance.back, size, mini=mini)
        face, name = self._face(narrow=narrow), cards.name(card)
        return self._assets.card_order(face, name, size, palette=self.view.appearance.palette)

    def prepare_faces(self) -> None:
        """Order the art of face-down cards early, so that turning one over never waits."""
        position = self.view.position
        self.prepare([card for card, seat in position.seats() if not position.is_up(seat)])

    # Resting things

    def resting(self) -> Iterator[Shown]:
        """Empty places, every card that lies still, and the marks."""
        lying, spot = self.view.lying(), self.spot((0, 0))
        seen = {pile: self._visible(pile, lying.get(pile, [])) for pile in range(len(self._piles))}
        for pile, held in seen.items():
            if not held:
                yield self._place(spot, pile)
        for pile, held in seen.items():
            yield from self._pile(spot, pile, held)
        yield from self.marking.shown(self.marks, self.view.appearance.felt)

    @property
    def _piles(self) -> tuple[Box, ...]:
        return self.view.arrangement.piles

    def spot(self, corner: tuple[int, int]) -> pygame.Rect:
        """The place of a card with its shadow and its glow, at the larger of the old and the new
        card size.
        """
        reach, (width, height) = self.reach(), map(max, zip(*self._known_sizes(), strict=True))
        return pygame.Rect(*corner, width, height).inflate(2 * reach, 2 * reach)

    def _known_sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The sizes of cards: before they last changed, and now. Notices a change of size."""
        if self._sizes[1] != self._size:
            before = self._sizes[1]
            table = self.view.arrangement
            alike = table.is_mini(before[0]) == table.mini
            self._sizes = before if alike else self._size, self._size
        return self._sizes

    def _visible(self, pile: int, lying: list[tuple[Card, Lying]]) -> list[tuple[Card, Lying]]:
        """The still cards that can be seen."""
        kinds = self.view.arrangement.kinds
        if kinds[pile] is PileKind.COLUMN:
            return lying
        # While a card is on its way to or from a pile, the card below it can be seen.
        edges = EDGES_SEEN if kinds[pile] is PileKind.RESERVE else 0
        return lying[:edges] + lying[max(edges, len(lying) - 2) :]

    def _place(self, spot: pygame.Rect, pile: int) -> Shown:
        """An empty place, or one whose cards are all on their way; `spot` is that of a card at
        (0, 0).
        """
        marks, box = self.marks, self._piles[pile]
        order = self._assets.slot_order(self.slot_name(pile), self._size)
        picture = CardPicture(order, False, self._assets.cards.is_sharp(order))
        fill = FILL_OPACITY * (4 if pile == marks.filled else 1)
        glowing = pile in marks.glowing and not self.view.position.piles[pile]
        ghost = marks.ghost[1][0] if marks.ghost and marks.ghost[0] == pile else None
        value = picture, box, fill if glowing else 0, ghost
        return Shown(("place", pile), value, spot.move(box[:2]), self._draw_place)

    def _draw_place(
        self,
        target: pygame.Surface,
        picture: CardPicture,
        box: Box,
        fill: float,
        ghost: Card | None,
    ) -> None:
        radius = self._radius(self._size)
        if fill or ghost is not None:
            self.marking.glow(target, box, radius, hollow=True)
        target.blit(self._art(picture), box[:2])
        if fill:
            self.marking.ring(target, box, radius, fill)
        if ghost is not None:
            self.marking.ring(target, box, radius, FILL_OPACITY)
            french = self.view.appearance.palette.endswith(FRENCH)
            self.marking.draw_ghost(target, box, ghost, french=french)

    def slot_name(self, pile: int) -> str:
        """The drawing of an empty place; only that of a stock changes."""
        kind, number = self.view.rules.piles[pile]
        if kind is PileKind.FOUNDATION:
            return cards.SUIT_NAMES[number - 1]
        if kind is not PileKind.RESERVE:
            return "plain"
        if pile != stock_of(self.view.rules):
            return "compass"
        # While the cards of a stock are on their way to it, it offers nothing.
        return "plain" if self.view.position.piles[pile] else self._stock_name()

    def _stock_name(self) -> str:
        """The drawing of an empty stock: `turnover` if a click turns the pulled cards over, `spent`
        if it cannot, `plain` if no card is pulled.
        """
        rules, position = self.view.rules, self.view.position
        if can_draw(rules, position):
            return "turnover"
        pulled = (held for held, pile in zip(position.piles, rules.piles, strict=True)
                  if pile.kind is PileKind.PULL)  # fmt: skip
        return "spent" if any(pulled) else "plain"

    def _pile(
        self, spot: pygame.Rect, pile: int, lying: list[tuple[Card, Lying]]
    ) -> Iterator[Shown]:
        """The still cards of a pile; `spot` is that of a card at (0, 0)."""
        held = self.view.position.piles[pile]
        heaped = self.view.arrangement.kinds[pile] is not PileKind.COLUMN
        glowing = held[-1] if held and pile in self.marks.glowing else None
        lift = self._lift(lying)
        for number, (card, place) in enumerate(lying):
            picture = self._picture(card, place.face_up, place.narrow)
            above = lying[number + 1][1] if number + 1 < len(lying) else None
            seen = above.y - place.y if above is not None and above.x == place.x else None
            # A heap has one shadow, not a darker one for each card.
            casts = not (heaped and number)
            lifted = card in self.marks.lifted
            at = place.x, place.y - lifted * lift
            value = picture, at, casts, card == glowing, seen, lifted
            reach = 2 * self._shadow_reach(lifted=True) if lifted else 0
            area = spot.move(place[:2]).inflate(reach, reach)
            yield Shown(card, value, area, self._draw_lying)

    def _lift(self, lying: list[tuple[Card, Lying]]) -> int:
        """How far the lifted cards of a pile rise: never over the index of the card below them."""
        usual, lifted = self.view.frame.card_scale.px(LIFT), self.marks.lifted
        for (other, below), (card, place) in pairwise(lying):
            if card in lifted and other not in lifted and below.face_up and below.y < place.y:
                index = self.view.arrangement.index_height(narrow=below.narrow)
                return max(0, min(usual, place.y - below.y - index))
        return usual

    def _draw_lying(
        self,
        target: pygame.Surface,
        picture: CardPicture,
        at: tuple[int, int],
        casts: bool,
        glowing: bool,
        seen: int | None,
        lifted: bool,
    ) -> None:
        art = self._art(picture)
        spot = art.get_rect(topleft=at)
        radius = self._radius(spot.size)
        if casts or lifted:
            self._shadow(target, spot, lifted=lifted)
        if glowing:
            self.marking.glow(target, spot, radius)
        self._draw_card(target, art, at, seen)
        if glowing:
            self.marking.ring(target, spot, radius)
        elif lifted and picture.reverse:
            self.marking.ring(target, spot, radius, line=colours.SELECTED_RING)

    def _draw_card(
        self,
        target: pygame.Surface,
        art: pygame.Surface,
        at: tuple[int, int],
        seen: int | None,
    ) -> None:
        """Draw a card; `seen`: how many of its rows the card that covers it leaves visible."""
        stamp = self._cut(art, self._radius(art.get_size()))
        if seen is None or seen < 0:
            stamp.draw(target, at)
        else:
            stamp.draw_top(target, at, seen + stamp.at[1])

    # Things in motion

    def flying(self) -> list[Shown]:
        """Cards on their way or held."""
        found = []
        held = self.view.held.cards if self.view.held else ()
        moving, frame = self.view.in_motion(), self.view.frame
        window = pygame.Rect(0, 0, frame.width, frame.height)
        turning = sum(sprite.flip < 1.0 for sprite in moving)
        quick = turning * self._size[0] * self._size[1] > SMOOTH_PIXELS
        seen, casting = covered(moving), list[tuple[int, int]]()
        apart = HEAP_SHARE * self._size[0]
        for sprite in moving:
            shift = round(sprite.shift(self.view.now) * frame.text_scale.factor)
            lifted = sprite.card in held
            area = self.area_of(sprite, lifted=lifted).move(shift, 0)
            if not area.colliderect(window):
                continue
            at = round(sprite.x) + shift, round(sprite.y)
            picture = self._picture(sprite.card, sprite.face_up, sprite.narrow)
            # In a heap only the lowest card casts a shadow: all together would be black.
            casts = all(abs(at[0] - x) + abs(at[1] - y) >= apart for x, y in casting)
            if casts and not lifted:
                casting.append(at)
            casts = casts or lifted
            value = picture, at, casts, lifted, sprite.flip, quick, seen.get(sprite.card)
            found.append(Shown(sprite.card, value, area, self._draw_flying))
        return found

    def _draw_flying(
        self,
        target: pygame.Surface,
        picture: CardPicture,
        at: tuple[int, int],
        casts: bool,
        lifted: bool,
        flip: float,
        quick: bool,
        seen: int | None,
    ) -> None:
        art = self._art(picture)
        if flip < 1.0:
            self._draw_turning(target, art, at, flip, quick=quick, casts=casts)
            return
        if casts:
            self._shadow(target, art.get_rect(topleft=at), lifted=lifted)
        self._draw_card(target, art, at, seen)

    def _draw_turning(
        self,
        target: pygame.Surface,
        art: pygame.Surface,
        at: tuple[int, int],
        flip: float,
        *,
        quick: bool,
        casts: bool,
    ) -> None:
        spot = art.get_rect(topleft=at)
        if casts and flip > SHADOW_FROM_FLIP:
            self._shadow(target, spot, lifted=False, whole=True)
        scale = pygame.transform.scale if quick else pygame.transform.smoothscale
        flipped = scale(art, (max(1, round(spot.w * flip)), spot.h))
        target.blit(flipped, flipped.get_rect(center=spot.center))

    def _shadow(
        self, target: pygame.Surface, spot: pygame.Rect, *, lifted: bool, whole: bool = False
    ) -> None:
        """A card's shadow; `whole`: also what lies below the card."""
        radius = self._radius(spot.size)
        pieces = card_shadow(self._paint, spot.size, radius, lifted=lifted, whole=whole)
        target.fblits([(part, (spot.x + dx, spot.y + dy)) for part, (dx, dy) in pieces])


def covered(moving: Sequence[Sprite]) -> dict[Card, int]:
    """The cards in motion that another one covers as in a column, each with how many pixels further
    down that one begins. `moving` has the lowest cards first.
    """
    found: dict[Card, int] = {}
    last: dict[tuple[int, int], Sprite] = {}
    for sprite in reversed(moving):
        if sprite.lies is None or sprite.flip < 1.0 or sprite.shaken is not None:
            continue
        key = sprite.lies.pile, round(sprite.x)
        above = last.get(key)
        if above is not None and above.y >= sprite.y:
            found[sprite.card] = round(above.y) - round(sprite.y)
        last[key] = sprite
    return found

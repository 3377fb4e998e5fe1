"""Draws what CardSprites holds: empty places, cards and their shadows."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind
from game.graphics.assets import FRENCH, Assets
from game.graphics.card_art import CardOrder
from game.graphics.paint import Painter
from game.play.click_and_drop import can_draw
from game.rules import stock_of
from game.table.card_motion import Lying, Sprite
from game.table.card_size_and_fan import uses_mini_face
from game.table.card_sprites import CardSprites
from game.table.markings import GLOW_BLUR, GLOW_GROWS, Marking, TableMarks
from game.table.opaque_blits import (
    CARD_UNIT,
    MOST_KEPT,
    SHADOW_LIFTED,
    SHADOW_RESTING,
    ShadowCasters,
    card_shadow,
    cut,
)
from game.table.window_layout import Box

CARD_RADIUS: Final = 15 / 250
MINI_RADIUS: Final = 18 / 250
"""The radius of a card's corners, as a share of the card's width."""
FILL_OPACITY: Final = 0.10
EDGES_SEEN: Final = 3
"""The number of a reserve's lowest cards, whose edges show beside the others."""
SMOOTH_PIXELS: Final = 500_000
"""If more pixels turn over at once, cards are drawn more roughly, in a seventh of the time."""
SHADOW_FROM_FLIP: Final = 0.7
"""A card that is turning over has a shadow only while it still lies nearly flat."""


class CardsPicture:
    """Draws one table; holds no state of the game."""

    def __init__(self, view: CardSprites, assets: Assets, paint: Painter) -> None:
        self.view = view
        self.marks = TableMarks()
        self.marking = Marking(view, assets, paint)
        self._assets, self._paint = assets, paint
        self._cut = lru_cache(MOST_KEPT)(cut)
        self._sizes = (view.arrangement.card,) * 2
        """The sizes of cards: before they last changed, and now."""

    def forget(self) -> None:
        """Forget the pictures' parts and the earlier card size; called when the window has been
        resized.
        """
        self._cut.cache_clear()
        self._sizes = (self.view.arrangement.card,) * 2

    def prepare(self, faces: Sequence[Card]) -> None:
        """Have the faces of these cards drawn in the background, in this order."""
        orders = [self._order(card, self._size, up=True, narrow=False) for card in faces]
        self._assets.cards.prepare(orders)

    def areas_of(self, names: frozenset[str]) -> list[pygame.Rect]:
        """The areas of still cards and empty places whose pictures have these names."""
        lying = self.view.lying()
        backs = any(name.startswith("back ") for name in names)
        found = [
            self.spot(place[:2])
            for held in lying.values()
            for card, place in held
            if (cards.name(card) in names if place.face_up else backs)
        ]
        if any(name.startswith("slot ") for name in names):
            found += [
                self.spot(box[:2]) for pile, box in enumerate(self._piles) if pile not in lying
            ]
        return found

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

    def area_of_pile(self, pile: int) -> pygame.Rect:
        """The part of the window that a pile may touch."""
        arrangement = self.view.arrangement
        box, reach = arrangement.piles[pile], self.reach()
        height = max(box.h, arrangement.floors[pile] - box.y)
        return pygame.Rect(box.x, box.y, box.w, height).inflate(2 * reach, 2 * reach)

    # Faces

    def _face(self, *, narrow: bool) -> str:
        if self.view.arrangement.mini:
            return "mini"
        if self.view.appearance.large:
            return "large"
        return "side" if narrow else "classic"

    def _art(self, card: Card, *, up: bool, narrow: bool, reverse: bool) -> pygame.Surface:
        """A card's picture. When all cards change their size, each keeps the old size until its
        sharp picture of the new size is ready: no card is scaled, and no single frame draws all
        cards.
        """
        before, now = self._known_sizes()
        order = self._order(card, now, up=up, narrow=narrow)
        if before != now and self._assets.cards.get_sharp(order) is None:
            earlier = (self._order(card, before, up=up, narrow=side) for side in (narrow, False))
            order = next(filter(self._assets.cards.is_sharp, earlier), order)
        return self._assets.cards.get(order, reverse=reverse and up)

    def _order(self, card: Card, size: tuple[int, int], *, up: bool, narrow: bool) -> CardOrder:
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

    def draw_resting(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        """Empty places, glows, and every card that lies still, within a part of the window."""
        lying = self.view.lying()
        seen = {pile: self._visible(pile, lying.get(pile, [])) for pile in range(len(self._piles))}
        corners = self._corners(clip)
        for pile, held in seen.items():
            if not held and corners.collidepoint(self._piles[pile][:2]):
                self._draw_place(target, pile)
        for pile, held in seen.items():
            self._draw_pile(target, corners, pile, held)
        self.marking.draw(target, clip, self.marks, self.view.appearance.felt)

    @property
    def _piles(self) -> tuple[Box, ...]:
        return self.view.arrangement.piles

    def spot(self, corner: tuple[int, int]) -> pygame.Rect:
        """The place of a card with its shadow and its glow, at the larger of the old and the new
        card size.
        """
        reach, (width, height) = self.reach(), map(max, zip(*self._known_sizes(), strict=True))
        return pygame.Rect(*corner, width, height).inflate(2 * reach, 2 * reach)

    def _corners(self, clip: pygame.Rect) -> pygame.Rect:
        """The area for the corners of cards whose `spot` is partly within a part of the window.
        Computed at once for all cards, because the clock redraws its part every second.
        """
        spot = self.spot((0, 0))
        left, top = clip.x - spot.right + 1, clip.y - spot.bottom + 1
        return pygame.Rect(left, top, clip.w + spot.w - 1, clip.h + spot.h - 1)

    def _known_sizes(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The sizes of cards: before they last changed, and now. Notices a change of size."""
        if self._sizes[1] != self._size:
            before = self._sizes[1]
            alike = uses_mini_face(before[0]) == self.view.arrangement.mini
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

    def _draw_place(self, target: pygame.Surface, pile: int) -> None:
        position, box = self.view.position, self._piles[pile]
        radius = self._radius(self._size)
        glowing = pile in self.marks.glowing and not position.piles[pile]
        ghost = self.marks.ghost[1] if self.marks.ghost and self.marks.ghost[0] == pile else None
        if glowing or ghost is not None:
            self.marking.glow(target, box, radius, hollow=True)
        target.blit(self._assets.slot(self.slot_name(pile), self._size), box[:2])
        if glowing:
            filled = pile == self.marks.filled
            self.marking.ring(target, box, radius, FILL_OPACITY * (4 if filled else 1))
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

    def _draw_pile(
        self,
        target: pygame.Surface,
        corners: pygame.Rect,
        pile: int,
        lying: list[tuple[Card, Lying]],
    ) -> None:
        held = self.view.position.piles[pile]
        heaped = self.view.arrangement.kinds[pile] is not PileKind.COLUMN
        glowing = held[-1] if held and pile in self.marks.glowing else None
        for number, (card, place) in enumerate(lying):
            if not corners.collidepoint(place[:2]):
                continue
            reverse = card in self.marks.reversed
            art = self._art(card, up=place.face_up, narrow=place.narrow, reverse=reverse)
            spot = art.get_rect(topleft=(place.x, place.y))
            radius = self._radius(spot.size)
            if not (heaped and number):  # a heap has one shadow, not a darker one for each card
                self._shadow(target, spot, lifted=False)
            if card == glowing:
                self.marking.glow(target, spot, radius)
            above = lying[number + 1][1] if number + 1 < len(lying) else None
            shown = above.y - place.y if above is not None and above.x == place.x else None
            self._draw_card(target, art, spot.topleft, shown)
            if card == glowing:
                self.marking.ring(target, spot, radius, 0)

    def _draw_card(
        self,
        target: pygame.Surface,
        art: pygame.Surface,
        at: tuple[int, int],
        shown: int | None,
    ) -> None:
        """Draw a card; `shown`: how many of its rows the card that covers it leaves visible."""
        stamp = self._cut(art, self._radius(art.get_size()))
        if shown is None or shown < 0:
            stamp.draw(target, at)
        else:
            stamp.draw_top(target, at, shown + stamp.at[1])

    # Things in motion

    def draw_moving(self, target: pygame.Surface) -> list[pygame.Rect]:
        """Cards on their way or held; returns the parts of the window they touch."""
        touched = []
        held = self.view.held.cards if self.view.held else ()
        moving, window = self.view.in_motion(), target.get_rect()
        turning = sum(sprite.flip < 1.0 for sprite in moving)
        quick = turning * self._size[0] * self._size[1] > SMOOTH_PIXELS
        shown, casting = covered(moving), ShadowCasters(self._size[0])
        for sprite in moving:
            shift = round(sprite.shift(self.view.now) * self.view.frame.text_scale.factor)
            lifted = sprite.card in held
            area = self.area_of(sprite, lifted=lifted).move(shift, 0)
            if not area.colliderect(window):
                continue
            touched.append(area)
            at = round(sprite.x) + shift, round(sprite.y)
            art, casts = self._art_of(sprite), lifted or casting.takes(at)
            if sprite.flip < 1.0:
                self._draw_turning(target, art, at, sprite.flip, quick=quick, casts=casts)
                continue
            if casts:
                self._shadow(target, art.get_rect(topleft=at), lifted=lifted)
            self._draw_card(target, art, at, shown.get(sprite.card))
        return touched

    def _art_of(self, sprite: Sprite) -> pygame.Surface:
        reverse = sprite.card in self.marks.reversed
        return self._art(sprite.card, up=sprite.face_up, narrow=sprite.narrow, reverse=reverse)

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

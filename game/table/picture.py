"""Draws what a TableView holds: empty places, cards, shadows, glows, marks."""

from __future__ import annotations

from collections.abc import Iterator

import pygame

from game import cards, theme
from game.assets import Align, Assets
from game.cards import Card
from game.paint import Painter
from game.position import Kind, Position, Seat
from game.table.layout import Box
from game.table.looks import Looks, Marks, Pill
from game.table.motion import Sprite
from game.table.view import TableView, drawn_seats

CARD_RADIUS = 15 / 250
"""Of the card's width."""
GLOW_GROWS = 5
GLOW_BLUR = 8
RING = 2.6
PILL_TEXT = 18
PILL_FACE = theme.Face.SANS_SEMIBOLD
SUIT_NAMES = ("club", "diamond", "heart", "spade")
FILL_OPACITY = 0.10
SHADOW_FROM_FLIP = 0.7
"""A card that is turning over has a shadow only while it still lies nearly flat."""


class TablePicture:
    """Draws one table; holds no state of the game."""

    def __init__(self, view: TableView, assets: Assets, paint: Painter, looks: Looks) -> None:
        self.view = view
        self.looks = looks
        self.marks = Marks()
        self._assets = assets
        self._paint = paint

    # Sizes

    @property
    def _size(self) -> tuple[int, int]:
        return self.view.arrangement.card

    @property
    def _radius(self) -> float:
        width = self._size[0]
        return width * (18 / 250 if self.view.arrangement.mini else CARD_RADIUS)

    def reach(self) -> int:
        """How far shadows and glows reach beyond a card, in pixels."""
        unit = self._size[1] / theme.CARD_UNIT
        lifted = round(unit * (3 * theme.SHADOW_LIFTED[1] + theme.SHADOW_LIFTED[3]))
        glow = self.view.frame.scale.px(GLOW_GROWS + 3 * GLOW_BLUR)
        return max(lifted, glow) + 2

    def area_of(self, sprite: Sprite) -> pygame.Rect:
        """The part of the window that a card in motion touches, shadow and all."""
        reach = self.reach()
        box = pygame.Rect(round(sprite.x), round(sprite.y), *self._size)
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
        if self.looks.large:
            return "large"
        return "side" if narrow else "classic"

    def _art(self, card: Card, *, up: bool, narrow: bool, reverse: bool) -> pygame.Surface:
        if not up:
            mini = self.view.arrangement.mini
            return self._assets.back(self.looks.back, self._size, mini=mini)
        face, name = self._face(narrow=narrow), cards.name(card)
        palette = self.looks.palette
        return self._assets.card(face, name, self._size, palette=palette, reverse=reverse)

    # Resting things

    def draw_resting(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        """Empty places, glows, and every card that lies still, within a part of the window."""
        position = self.view.position
        touched = [
            pile
            for pile in range(len(self.view.rules.piles))
            if self.area_of_pile(pile).colliderect(clip)
        ]
        for pile in touched:
            self._draw_place(target, position, pile)
        for pile in touched:
            self._draw_pile(target, position, pile)
        for first, last in self.marks.runs:
            self._draw_run(target, first, last)
        for pill, area in self.pills():
            self._draw_pill(target, pill, area)
        for pile, letter in enumerate(self.marks.letters):
            if letter != " ":
                self._draw_letter(target, pile, letter)

    def pills(self) -> list[tuple[Pill, pygame.Rect]]:
        """What can be redone and where it is shown, below the cards: several on a side stand
        next to each other.
        """
        taken: dict[tuple[int, bool], int] = {}
        found = []
        for pill in self.marks.pills:
            used = taken.get((pill.pile, pill.right), 0)
            area = self._pill_area(pill, used)
            taken[pill.pile, pill.right] = used + area.w + 2
            found.append((pill, area))
        return found

    def _pill_area(self, pill: Pill, used: int) -> pygame.Rect:
        """Where one goes, so far from its edge of the card."""
        scale, position = self.view.frame.scale, self.view.position
        last = max(0, len(position.piles[pill.pile]) - 1)
        box = self.view.arrangement.seat(position, Seat(pill.pile, last))
        px = scale.text(PILL_TEXT)
        width = max(scale.px(28), self._assets.text_width(pill.text, PILL_FACE, px) + scale.px(16))
        x = box.right - used - width if pill.right else box.x + used
        height = max(scale.px(25), px + 4)
        below = box.bottom + scale.px(5)
        y = below if self._has_room_below(pill.pile) else box.bottom - height - scale.px(4)
        return pygame.Rect(x, y, width, height)

    def _has_room_below(self, pile: int) -> bool:
        """True if a mark below the pile's card covers no other card."""
        kind = self.view.arrangement.kinds[pile]
        in_top_row = kind not in (Kind.COLUMN, Kind.SLOT)
        return kind is Kind.COLUMN or (in_top_row and not self.view.frame.small)

    def _draw_pill(self, target: pygame.Surface, pill: Pill, area: pygame.Rect) -> None:
        scale = self.view.frame.scale
        fill, edge = (theme.GOLD, None) if pill.gold else (theme.MARK_FILL, theme.FIELD_EDGE)
        self._paint.box(target, area, area.h / 2.6, fill, edge, scale.line())
        ink, px = theme.ON_GOLD if pill.gold else theme.CREAM, scale.text(PILL_TEXT)
        self._assets.write(target, pill.text, PILL_FACE, px, ink, area.center, Align.CENTRE)

    def _draw_letter(self, target: pygame.Surface, pile: int, letter: str) -> None:
        """A small key cap on the upper edge of a pile, in the middle of a gap."""
        box, scale = self.view.arrangement.piles[pile], self.view.frame.scale
        side = max(16, scale.px(theme.KEY_CAP_HEIGHT))
        cap = pygame.Rect(0, 0, side, side)
        in_gap = self.view.arrangement.kinds[pile] is Kind.SLOT
        cap.center = box.centre if in_gap else (box.centre[0], box.y)
        self._paint.box(target, cap, side / 4, theme.TABLE_BAR, theme.KEY_CAP_EDGE, scale.line())
        px = scale.text(theme.KEY_CAP.size)
        self._assets.write(target, letter, PILL_FACE, px, theme.CREAM, cap.center, Align.CENTRE)

    def _draw_run(self, target: pygame.Surface, first: int, last: int) -> None:
        """The line under a row's cards that are in sequence, with a diamond at its end."""
        start, end = self.view.arrangement.piles[first], self.view.arrangement.piles[last]
        scale = self.view.frame.scale
        thick, y = max(2, scale.px(3)), start.bottom + min(scale.px(9), start.h // 16)
        target.fill(theme.MARK, (start.x, y + 1, end.right - start.x, thick))
        target.fill(theme.GOLD, (start.x, y, end.right - start.x, thick))
        side = 3 * thick
        diamond = self._assets.icon("diamond", side * 2, theme.GOLD)
        target.blit(diamond, (end.right - side, y + thick // 2 - side))

    def _still(self, position: Position, pile: int) -> list[int]:
        """The depths of the cards that lie still and can be seen."""
        kinds = self.view.arrangement.kinds
        held = position.piles[pile]
        still = [d for d in range(len(held)) if self.view.is_still(held[d])]
        if kinds[pile] is Kind.COLUMN:
            return still
        # A card on its way to or from a pile lets the one below be seen.
        return still[-len(drawn_seats(position, kinds, pile)) :] if still else []

    def _draw_place(self, target: pygame.Surface, position: Position, pile: int) -> None:
        if self._still(position, pile):
            return
        box = self.view.arrangement.piles[pile]
        glowing = pile in self.marks.glowing and not position.piles[pile]
        if glowing:
            self._glow(target, box, hollow=True)
        target.blit(self._assets.slot(self._slot_name(position, pile), self._size), box[:2])
        if glowing:
            filled = pile == self.marks.filled
            self._ring(target, box, FILL_OPACITY * (4 if filled else 1))
        if self.marks.ghost and self.marks.ghost[0] == pile:
            self._ring(target, box, FILL_OPACITY)
            self._draw_ghost(target, box, self.marks.ghost[1])

    def _slot_name(self, position: Position, pile: int) -> str:
        kind, number = self.view.rules.piles[pile]
        if kind is Kind.FOUNDATION:
            return SUIT_NAMES[number - 1]
        if kind is Kind.RESERVE and self.view.rules.one_click:
            return "compass"
        return "plain"

    def _draw_ghost(self, target: pygame.Surface, box: Box, card: Card) -> None:
        """Rank and suit of the card that fits, side by side."""
        px = max(12, round(box.w * 0.42))
        rank = cards.RANKS[cards.rank(card)].replace("T", "10")
        face, suit = theme.Face.SERIF_BOLD, SUIT_NAMES[cards.suit(card)]
        width = self._assets.text_width(rank, face, px)
        x, y = box.centre[0] - (width + px) // 2, box.y + round(box.h * 0.27)
        self._assets.write(target, rank, face, px, theme.CREAM, (x, y))
        target.blit(self._assets.icon(suit, px, theme.CREAM), (x + width, y - px // 2))

    def _draw_pile(self, target: pygame.Surface, position: Position, pile: int) -> None:
        arrangement = self.view.arrangement
        held = position.piles[pile]
        narrow = arrangement.takes_side_face(position, pile)
        for depth in self._still(position, pile):
            seat = Seat(pile, depth)
            last = depth == len(held) - 1
            box = arrangement.seat(position, seat)
            self._draw_lying(target, box, held[depth], seat, narrow and not last)
        if held and pile in self.marks.glowing and self.view.is_still(held[-1]):
            self._ring(target, arrangement.seat(position, Seat(pile, len(held) - 1)), 0)

    def _draw_lying(
        self, target: pygame.Surface, box: Box, card: Card, seat: Seat, narrow: bool
    ) -> None:
        position = self.view.position
        self._shadow(target, box[0], box[1], lifted=False)
        if seat.pile in self.marks.glowing and seat.depth == len(position.piles[seat.pile]) - 1:
            self._glow(target, box)
        reverse = card in self.marks.reversed
        art = self._art(card, up=position.is_up(seat), narrow=narrow, reverse=reverse)
        target.blit(art, box[:2])

    # Things in motion

    def draw_moving(self, target: pygame.Surface) -> list[pygame.Rect]:
        """Cards on their way or held; returns the parts of the window they touch."""
        touched = []
        held = self.view.held.cards if self.view.held else ()
        for sprite in self.view.in_motion():
            shift = sprite.shift(self.view.now) * self.view.frame.scale.factor
            x, y = round(sprite.x + shift), round(sprite.y)
            if sprite.flip > SHADOW_FROM_FLIP:
                self._shadow(target, x, y, lifted=sprite.card in held)
            art = self._flipped(sprite)
            target.blit(art, (x + (self._size[0] - art.get_width()) // 2, y))
            touched.append(self.area_of(sprite).move(round(shift), 0))
        return touched

    def _flipped(self, sprite: Sprite) -> pygame.Surface:
        reverse = sprite.card in self.marks.reversed
        narrow = self._is_narrow(sprite.card)
        art = self._art(sprite.card, up=sprite.face_up, narrow=narrow, reverse=reverse)
        if sprite.flip >= 1.0:
            return art
        width = max(1, round(self._size[0] * sprite.flip))
        return pygame.transform.smoothscale(art, (width, self._size[1]))

    def _is_narrow(self, card: Card) -> bool:
        """True if a card on its way will be covered in a column that is squeezed."""
        position = self.view.position
        seat = position.seat(card)
        if seat is None or seat.depth == len(position.piles[seat.pile]) - 1:
            return False
        return self.view.arrangement.takes_side_face(position, seat.pile)

    # Light

    def _shadow(self, target: pygame.Surface, x: int, y: int, *, lifted: bool) -> None:
        unit = self._size[1] / theme.CARD_UNIT
        for alpha, blur, dx, dy in _shadows(lifted):
            radius = max(1, round(blur * unit))
            art, margin = self._paint.soft_art(
                self._size, self._radius, radius, (*theme.SHADOW, alpha)
            )
            target.blit(art, (x - margin + round(dx * unit), y - margin + round(dy * unit)))

    def _glow(self, target: pygame.Surface, box: Box, *, hollow: bool = False) -> None:
        scale = self.view.frame.scale
        grown = pygame.Rect(box).inflate(2 * scale.px(GLOW_GROWS), 2 * scale.px(GLOW_GROWS))
        radius = self._radius + scale.px(GLOW_GROWS)
        blur = max(2, scale.px(GLOW_BLUR))
        self._paint.glow(target, grown, radius, blur, (*theme.GLOW, 225), hollow=hollow)

    def _ring(self, target: pygame.Surface, box: Box, fill: float) -> None:
        width = max(2, self.view.frame.scale.px(RING))
        colour = theme.tint(theme.GLOW, fill) if fill else None
        rect = pygame.Rect(box).inflate(2, 2)
        self._paint.box(target, rect, self._radius + 1, colour, theme.GLOW_RING, width)


def _shadows(lifted: bool) -> Iterator[tuple[int, float, float, float]]:
    if lifted:
        yield theme.SHADOW_LIFTED
    yield theme.SHADOW_RESTING

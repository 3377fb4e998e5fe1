"""Draws what a TableView holds: empty places, cards, shadows, glows, marks."""

from __future__ import annotations

import pygame

from game import cards, theme
from game.assets import Align, Assets
from game.cards import Card
from game.paint import Painter
from game.position import Kind, Position, Seat
from game.table.layout import Box
from game.table.looks import Looks, Marks, Pill
from game.table.motion import Sprite
from game.table.rest import Lying
from game.table.shadows import CardShadows
from game.table.stamps import Stamps
from game.table.view import TableView

CARD_RADIUS = 15 / 250
"""Of the card's width."""
GLOW_GROWS = 5
GLOW_BLUR = 8
RING = 2.6
PILL_TEXT = 18
PILL_FACE = theme.Face.SANS_SEMIBOLD
SUIT_NAMES = ("club", "diamond", "heart", "spade")
FILL_OPACITY = 0.10
EDGES_SEEN = 4
"""Of the cards of a reserve."""
SMOOTH_PIXELS = 500_000
"""Where more pixels of cards turn over at once they are drawn rougher, in a seventh of the time."""
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
        self._stamps = Stamps()
        self._shadows = CardShadows(paint)

    def forget(self) -> None:
        """Cards have another size from now on."""
        self._stamps.clear()

    # Sizes

    @property
    def _size(self) -> tuple[int, int]:
        return self.view.arrangement.card

    @property
    def _radius(self) -> float:
        width = self._size[0]
        return width * (18 / 250 if self.view.arrangement.mini else CARD_RADIUS)

    def reach(self) -> int:
        """How far shadows and glows of cards that lie still reach beyond them, in pixels."""
        glow = self.view.frame.scale.px(GLOW_GROWS + 3 * GLOW_BLUR)
        return max(self._shadow_reach(lifted=False), glow) + 2

    def _shadow_reach(self, *, lifted: bool) -> int:
        unit = self._size[1] / theme.CARD_UNIT
        _, blur, across, down = theme.SHADOW_LIFTED if lifted else theme.SHADOW_RESTING
        return round(unit * (3 * blur + max(across, down))) + 2

    def area_of(self, sprite: Sprite, *, lifted: bool = False) -> pygame.Rect:
        """The part of the window that a card in motion touches, shadow and all."""
        reach = self._shadow_reach(lifted=lifted)
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
        lying = self.view.lying()
        seen = {pile: self._visible(pile, lying.get(pile, [])) for pile in range(len(self._piles))}
        for pile, held in seen.items():
            if not held and self._spot(self._piles[pile]).colliderect(clip):
                self._draw_place(target, pile)
        for pile, held in seen.items():
            self._draw_pile(target, clip, pile, held)
        for first, last in self.marks.runs:
            area = self._run_area(first, last)
            if area.colliderect(clip):
                self._draw_run(target, area)
        for pill, area in self.pills():
            if area.colliderect(clip):
                self._draw_pill(target, pill, area)
        for pile, letter in enumerate(self.marks.letters):
            if letter != " " and self._cap(pile).colliderect(clip):
                self._draw_letter(target, self._cap(pile), letter)

    @property
    def _piles(self) -> tuple[Box, ...]:
        return self.view.arrangement.piles

    def _spot(self, box: Box | pygame.Rect) -> pygame.Rect:
        """A card's place with its shadow and its glow."""
        reach = self.reach()
        return pygame.Rect(box).inflate(2 * reach, 2 * reach)

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

    def cap_areas(self, marks: Marks) -> set[tuple[int, int, int, int, str]]:
        """Where key caps are, each with what it says."""
        caps = enumerate(marks.letters)
        return {(*self._cap(pile), letter) for pile, letter in caps if letter != " "}

    def _cap(self, pile: int) -> pygame.Rect:
        """A small key cap on the upper edge of a pile, in the middle of a gap."""
        box = self._piles[pile]
        side = max(16, self.view.frame.scale.px(theme.KEY_CAP_HEIGHT))
        cap = pygame.Rect(0, 0, side, side)
        in_gap = self.view.arrangement.kinds[pile] is Kind.SLOT
        cap.center = box.centre if in_gap else (box.centre[0], box.y)
        return cap

    def _draw_letter(self, target: pygame.Surface, cap: pygame.Rect, letter: str) -> None:
        scale = self.view.frame.scale
        self._paint.box(target, cap, cap.w / 4, theme.TABLE_BAR, theme.KEY_CAP_EDGE, scale.line())
        px = scale.text(theme.KEY_CAP.size)
        self._assets.write(target, letter, PILL_FACE, px, theme.CREAM, cap.center, Align.CENTRE)

    def run_areas(self, marks: Marks) -> set[tuple[int, int, int, int]]:
        """Where lines under rows are."""
        areas = (self._run_area(first, last) for first, last in marks.runs)
        return {(area.x, area.y, area.w, area.h) for area in areas}

    def _run_area(self, first: int, last: int) -> pygame.Rect:
        """The line under a row's cards that are in sequence, with the diamond at its end."""
        start, end = self._piles[first], self._piles[last]
        thick = max(2, self.view.frame.scale.px(3))
        y = start.bottom + min(self.view.frame.scale.px(9), start.h // 16)
        line = pygame.Rect(start.x, y, end.right - start.x, thick)
        return line.inflate(6 * thick, 6 * thick)

    def _draw_run(self, target: pygame.Surface, area: pygame.Rect) -> None:
        thick = area.h // 7
        line = area.inflate(-6 * thick, -6 * thick)
        target.fill(theme.MARK, line.move(0, 1))
        target.fill(theme.GOLD, line)
        side = 3 * thick
        diamond = self._assets.icon("diamond", side * 2, theme.GOLD)
        target.blit(diamond, (line.right - side, line.y + thick // 2 - side))

    def _visible(self, pile: int, lying: list[tuple[Card, Lying]]) -> list[tuple[Card, Lying]]:
        """Of the cards that lie still those that can be seen."""
        kinds = self.view.arrangement.kinds
        if kinds[pile] is Kind.COLUMN:
            return lying
        # A card on its way to or from a pile lets the one below be seen.
        return lying[-EDGES_SEEN if kinds[pile] is Kind.RESERVE else -2 :]

    def _draw_place(self, target: pygame.Surface, pile: int) -> None:
        position, box = self.view.position, self._piles[pile]
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

    def _draw_pile(
        self,
        target: pygame.Surface,
        clip: pygame.Rect,
        pile: int,
        lying: list[tuple[Card, Lying]],
    ) -> None:
        held = self.view.position.piles[pile]
        glowing = held[-1] if held and pile in self.marks.glowing else None
        for number, (card, place) in enumerate(lying):
            spot = pygame.Rect(place.x, place.y, *self._size)
            if not self._spot(spot).colliderect(clip):
                continue
            self._shadow(target, (place.x, place.y), lifted=False)
            if card == glowing:
                self._glow(target, spot)
            self._draw_card(target, card, place, lying[number + 1 : number + 2])
            if card == glowing:
                self._ring(target, spot, 0)

    def _draw_card(
        self, target: pygame.Surface, card: Card, place: Lying, above: list[tuple[Card, Lying]]
    ) -> None:
        """Draw a card that lies still, without what the one above it hides."""
        reverse = card in self.marks.reversed
        art = self._art(card, up=place.face_up, narrow=place.narrow, reverse=reverse)
        stamp, at = self._stamps.of(art, self._radius), (place.x, place.y)
        covers = [over.y - place.y for _, over in above if over.x == place.x and over.y >= place.y]
        if covers:
            stamp.draw_top(target, at, covers[0] + stamp.at[1])
        else:
            stamp.draw(target, at)

    # Things in motion

    def draw_moving(self, target: pygame.Surface) -> list[pygame.Rect]:
        """Cards on their way or held; returns the parts of the window they touch."""
        touched = []
        held = self.view.held.cards if self.view.held else ()
        moving = self.view.in_motion()
        window = target.get_rect()
        turning = sum(sprite.flip < 1.0 for sprite in moving)
        quick = turning * self._size[0] * self._size[1] > SMOOTH_PIXELS
        for sprite in moving:
            shift = round(sprite.shift(self.view.now) * self.view.frame.scale.factor)
            lifted = sprite.card in held
            area = self.area_of(sprite, lifted=lifted).move(shift, 0)
            if area.colliderect(window):
                at = round(sprite.x) + shift, round(sprite.y)
                self._draw_moving(target, sprite, at, lifted=lifted, quick=quick)
                touched.append(area)
        return touched

    def _draw_moving(
        self,
        target: pygame.Surface,
        sprite: Sprite,
        at: tuple[int, int],
        *,
        lifted: bool,
        quick: bool,
    ) -> None:
        reverse = sprite.card in self.marks.reversed
        art = self._art(sprite.card, up=sprite.face_up, narrow=sprite.narrow, reverse=reverse)
        if sprite.flip >= 1.0:
            self._shadow(target, at, lifted=lifted)
            self._stamps.of(art, self._radius).draw(target, at)
            return
        if sprite.flip > SHADOW_FROM_FLIP:
            self._shadow(target, at, lifted=lifted, whole=True)
        size = max(1, round(self._size[0] * sprite.flip)), self._size[1]
        scale = pygame.transform.scale if quick else pygame.transform.smoothscale
        target.blit(scale(art, size), (at[0] + (self._size[0] - size[0]) // 2, at[1]))

    # Light

    def _shadow(
        self, target: pygame.Surface, at: tuple[int, int], *, lifted: bool, whole: bool = False
    ) -> None:
        """A card's shadow; `whole`: also what lies below the card."""
        pieces = self._shadows.of(self._size, self._radius, lifted=lifted, whole=whole)
        target.fblits([(part, (at[0] + dx, at[1] + dy)) for part, (dx, dy) in pieces])

    def _glow(
        self, target: pygame.Surface, box: Box | pygame.Rect, *, hollow: bool = False
    ) -> None:
        scale = self.view.frame.scale
        grown = pygame.Rect(box).inflate(2 * scale.px(GLOW_GROWS), 2 * scale.px(GLOW_GROWS))
        radius = self._radius + scale.px(GLOW_GROWS)
        blur = max(2, scale.px(GLOW_BLUR))
        self._paint.glow(target, grown, radius, blur, (*theme.GLOW, 225), hollow=hollow)

    def _ring(self, target: pygame.Surface, box: Box | pygame.Rect, fill: float) -> None:
        width = max(2, self.view.frame.scale.px(RING))
        colour = theme.tint(theme.GLOW, fill) if fill else None
        rect = pygame.Rect(box).inflate(2, 2)
        self._paint.box(target, rect, self._radius + 1, colour, theme.GLOW_RING, width)

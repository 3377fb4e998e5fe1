"""A small picture of a whole table, for the menu's game cards and the pictures of the help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind, Position, Seat
from game.graphics import colours
from game.graphics.scale import clamp
from game.rules import Rules
from game.table.card_sprites import Appearance
from game.widgets.look import Look

HEIGHT = 1.4
"""The height of a card, as a share of its width. ROW_GAP and the gaps are such shares too."""
ROW_GAP = 0.35
GAP = {8: 0.20, 13: 0.12, 7: 0.20}
"""Between columns, by how many there are."""
USUAL_GAP = 0.16
STEPS = (0.40, 0.85)
"""The least and the greatest step from card to card in a column, in card widths."""
BACK_STEP = 0.16
ROW_PITCH = 2.0
"""The greatest distance from row to row of slots, in card heights."""


def card_art(
    look: Look, card: Card, size: tuple[int, int], appearance: Appearance
) -> pygame.Surface:
    """A card's mini face at a size in pixels; while a window is dragged, its draft.

    It is cached apart from the table's cards, where it would be scaled up and look poor.
    """
    if look.paint.is_draft:
        return look.assets.little_card(cards.name(card), size, palette=appearance.palette)
    order = look.assets.card_order("mini", cards.name(card), size, palette=appearance.palette)
    return look.assets.picture(order.path, size)


def back_art(look: Look, size: tuple[int, int], appearance: Appearance) -> pygame.Surface:
    """A card's back at a size in pixels."""
    return look.assets.picture(f"cards/backs/{appearance.back}-mini", size)


def slot_art(look: Look, name: str, size: tuple[int, int]) -> pygame.Surface:
    """An empty place at a size in pixels."""
    return look.assets.picture(f"cards/slots/{name}", size)


class MiniatureColumn(NamedTuple):
    """How many cards of a column lie face down, and how many face up."""

    down: int
    up: int

    def reach(self, step: float) -> float:
        """The distance from its first card to its last, in card widths; `step`: between face-up
        cards.
        """
        backs = min(self.down, max(0, self.down + self.up - 1))
        return backs * BACK_STEP + max(0, self.down + self.up - 1 - backs) * step


def columns_of(rules: Rules, position: Position) -> list[MiniatureColumn]:
    """The columns of a position."""
    found = []
    for index, pile in enumerate(rules.piles):
        if pile.kind is PileKind.COLUMN:
            down = position.down_in(index)
            found.append(MiniatureColumn(down, len(position.piles[index]) - down))
    return found


class MiniaturePlaces:
    """Where the cards of a game lie in a rectangle."""

    def __init__(self, rules: Rules, area: pygame.Rect, columns: Iterable[MiniatureColumn]) -> None:
        """`columns` must all have room."""
        self.rules = rules
        self.kinds = [kind for kind, _ in rules.piles]
        self._columns = [*columns]
        spread = rules.facts.spreads[0]
        self._across = spread.across
        self._starts = {kind: start for kind, start, _ in spread.top}
        self._in_rows = self.kinds[0] is PileKind.SLOT
        self._gap = GAP.get(self._across, USUAL_GAP)
        width = self._card_width(area)
        self.card = width, round(HEIGHT * width)
        pitch = width * (1 + self._gap)
        spare = area.w - pitch * (self._across - 1) - width
        self._xs = [round(area.x + spare / 2 + pitch * n) for n in range(self._across)]
        self._inset = spread.columns_inset(rules.piles, self._xs)
        self._area = area
        self._tops = self._row_tops()
        self._step = self._column_step()

    def _card_width(self, area: pygame.Rect) -> int:
        """The width of cards in pixels: the largest for which columns and rows have room."""
        by_width = area.w / (self._across + (self._across - 1) * self._gap)
        if self._in_rows:
            by_height = area.h / (4 * HEIGHT + 3 * self._gap)
        else:
            by_height = area.h / (2 * HEIGHT + ROW_GAP + self._longest(STEPS[0]))
        return max(4, int(min(by_width, by_height)))

    def _longest(self, step: float) -> float:
        """How far the longest column reaches below its first card, in card widths."""
        return max((column.reach(step) for column in self._columns), default=0)

    def _row_tops(self) -> list[int]:
        """The tops of the rows: four rows of slots, else the top row and the columns."""
        area, height = self._area, self.card[1]
        if self._in_rows:
            pitch = min((area.h - height) / 3, height * ROW_PITCH)
            first = area.y + (area.h - height - 3 * pitch) / 2
            return [round(first + row * pitch) for row in range(4)]
        used = height * 2 + self.card[0] * (ROW_GAP + self._longest(STEPS[1]))
        top = area.y + max(0, round((area.h - used) * 0.4))
        return [top, top + height + round(self.card[0] * ROW_GAP)]

    def _room(self) -> float:
        """The room for a column below its first card, in card widths."""
        return 0.0 if self._in_rows else (self._area.bottom - self._tops[1]) / self.card[0] - HEIGHT

    def _column_step(self) -> float:
        """The step of columns in card widths: what the longest column leaves, within STEPS."""
        if self._in_rows or self._longest(1) == 0:
            return STEPS[0]
        fixed = self._longest(0)
        room = self._room() - fixed
        return clamp(room / max(0.01, self._longest(1) - fixed), *STEPS)

    def corner(self, pile: int) -> tuple[int, int]:
        """Where a pile's lowest card lies."""
        kind, number = self.rules.piles[pile]
        if kind is PileKind.SLOT:
            row, place = divmod(number - 1, self._across)
            return self._xs[place], self._tops[row]
        if kind is PileKind.COLUMN:
            return self._xs[number - 1] + self._inset, self._tops[1]
        return self._xs[self._starts[kind] + number - 1], self._tops[0]

    def heap(self) -> tuple[int, int]:
        """Where all cards would lie on one heap: in the middle."""
        return (
            self._area.centerx - self.card[0] // 2,
            self._area.centery - self.card[1] // 2,
        )

    def place(self, position: Position, seat: Seat) -> tuple[int, int]:
        """The top left corner of a card. A column longer than those planned for draws together."""
        x, y = self.corner(seat.pile)
        if self.kinds[seat.pile] is not PileKind.COLUMN:
            return x, y
        down = position.down_in(seat.pile)
        column = MiniatureColumn(down, len(position.piles[seat.pile]) - down)
        fixed, free = column.reach(0), column.reach(1)
        step = self._step
        if fixed + (free - fixed) * step > self._room() > fixed:
            step = min(step, (self._room() - fixed) / (free - fixed))
        below = min(seat.depth, down) * BACK_STEP + max(0, seat.depth - down) * step
        return x, round(y + self.card[0] * below)

    def slot_name(self, pile: int) -> str:
        """The drawing of an empty place."""
        kind, number = self.rules.piles[pile]
        return cards.SUIT_NAMES[number - 1] if kind is PileKind.FOUNDATION else "plain"


def draw_miniature(
    target: pygame.Surface,
    look: Look,
    area: pygame.Rect,
    rules: Rules,
    position: Position,
    appearance: Appearance,
) -> None:
    """Draw one position of a game, laid out in a rectangle."""
    places = MiniaturePlaces(rules, area, columns_of(rules, position))
    for pile, held in enumerate(position.piles):
        if not held:
            target.blit(slot_art(look, places.slot_name(pile), places.card), places.corner(pile))
        for depth in seen(position, places.kinds, pile):
            seat = Seat(pile, depth)
            art = face_or_back_art(
                look, held[depth], places.card, appearance, up=position.is_up(seat)
            )
            draw_little_card(target, look, art, places.place(position, seat))


def seen(position: Position, kinds: Sequence[PileKind], pile: int) -> range:
    """The depths of a pile's cards that can be seen: all of a column, the last of a heap."""
    count = len(position.piles[pile])
    return range(0 if kinds[pile] is PileKind.COLUMN else max(0, count - 1), count)


def face_or_back_art(
    look: Look, card: Card, size: tuple[int, int], appearance: Appearance, *, up: bool
) -> pygame.Surface:
    """A card's face or its back, at a size in pixels."""
    return card_art(look, card, size, appearance) if up else back_art(look, size, appearance)


def draw_little_card(
    target: pygame.Surface, look: Look, art: pygame.Surface, at: tuple[int, int]
) -> None:
    """Draw a card with its shadow, which at this size only darkens the card's edge."""
    blur = shade_blur(art.get_height())
    shade = (*colours.SHADOW, 130)
    soft, margin = look.paint.soft_art(art.get_size(), art.get_height() * 0.05, blur, shade)
    target.blit(soft, (at[0] - margin, at[1] - margin + blur // 2))
    target.blit(art, at)


def shade_blur(height: int) -> int:
    """The blur radius of a card's shadow in pixels. The shadow reaches three times as far."""
    return max(1, round(height / HEIGHT) // 24)

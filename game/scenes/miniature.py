"""A whole table in little: for the doors of the menu and the pictures of the help."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game import cards, theme
from game.cards import Card
from game.position import Kind, Pile, Position, Seat
from game.rules import Rules
from game.settings import Settings
from game.table.layout import SPREADS
from game.table.view import drawn_seats
from game.widgets.look import Look

HEIGHT = 1.4
"""Of a card, as a share of its width; so are the next three."""
ROW_GAP = 0.35
GAP = {8: 0.20, 13: 0.12, 7: 0.20}
"""Between columns, by how many there are."""
USUAL_GAP = 0.16
STEPS = (0.40, 0.85)
"""Least and most from one card of a column to the next, as shares of the card's width."""
BACK_STEP = 0.16
ROW_PITCH = 2.0
"""From row to row where cards lie in rows, at most, in card heights."""
SUITS = ("club", "diamond", "heart", "spade")


@dataclass(frozen=True)
class Taste:
    """What cards look like in little."""

    palette: str = ""
    """Colours of the suits: empty for two, `four` or `safe`."""
    back: str = "navy"

    @classmethod
    def of(cls, settings: Settings) -> Taste:
        """The player's."""
        palette = "four" if settings.four_colours else ""
        return cls("safe" if settings.safe_colours else palette, settings.card_back)


def card_art(look: Look, card: Card, size: tuple[int, int], taste: Taste) -> pygame.Surface:
    """A card's small face at a size in pixels.

    It is kept apart from the table's art: scaled up it would be a poor stand-in there.
    """
    face = "mini" if theme.uses_mini_face(size[0]) else "classic"
    order = look.assets.card_order(face, cards.name(card), size, palette=taste.palette)
    return look.assets.picture(order.path, size)


def back_art(look: Look, size: tuple[int, int], taste: Taste) -> pygame.Surface:
    """A card's back at a size in pixels."""
    mini = "-mini" if theme.uses_mini_face(size[0]) else ""
    return look.assets.picture(f"cards/backs/{taste.back}{mini}", size)


def slot_art(look: Look, name: str, size: tuple[int, int]) -> pygame.Surface:
    """An empty place at a size in pixels."""
    return look.assets.picture(f"cards/slots/{name}", size)


class Miniature:
    """One position of a game, laid out in a rectangle."""

    def __init__(self, rules: Rules, position: Position, area: pygame.Rect) -> None:
        self._rules = rules
        self._position = position
        spread = SPREADS[rules.name]
        self._across = spread.across
        self._starts = dict(spread.top)
        self._in_rows = rules.piles[0].kind is Kind.SLOT
        self._gap = GAP.get(self._across, USUAL_GAP)
        width = self._card_width(area)
        self.card = width, round(HEIGHT * width)
        pitch = width * (1 + self._gap)
        spare = area.w - pitch * (self._across - 1) - width
        self._xs = [round(area.x + spare / 2 + pitch * n) for n in range(self._across)]
        self._area = area
        self._tops = self._row_tops()
        self._step = self._column_step()

    def _card_width(self, area: pygame.Rect) -> int:
        """As wide as the columns allow, and as the rows or the longest column do."""
        by_width = area.w / (self._across + (self._across - 1) * self._gap)
        if self._in_rows:
            by_height = area.h / (4 * HEIGHT + 3 * self._gap)
        else:
            by_height = area.h / (2 * HEIGHT + ROW_GAP + self._longest(STEPS[0]))
        return max(4, int(min(by_width, by_height)))

    def _longest(self, step: float) -> float:
        """How far the longest column reaches below its first card, in card widths."""
        columns = [p for p, pile in enumerate(self._rules.piles) if pile.kind is Kind.COLUMN]
        return max((self._reach(pile, step) for pile in columns), default=0)

    def _reach(self, pile: int, step: float) -> float:
        count = len(self._position.piles[pile])
        down = self._position.down[pile] if self._position.down else 0
        backs = min(down, max(0, count - 1))
        return backs * BACK_STEP + max(0, count - 1 - backs) * step

    def _row_tops(self) -> list[int]:
        """The tops of the rows: slots in four, else what is above and the columns."""
        area, height = self._area, self.card[1]
        if self._in_rows:
            pitch = min((area.h - height) / 3, height * ROW_PITCH)
            first = area.y + (area.h - height - 3 * pitch) / 2
            return [round(first + row * pitch) for row in range(4)]
        used = height * 2 + self.card[0] * (ROW_GAP + self._longest(STEPS[1]))
        top = area.y + max(0, round((area.h - used) * 0.4))
        return [top, top + height + round(self.card[0] * ROW_GAP)]

    def _column_step(self) -> float:
        """In card widths: as much as the longest column leaves, within the bounds."""
        if self._in_rows or self._longest(1) == 0:
            return STEPS[0]
        room = (self._area.bottom - self._tops[1] - self.card[1]) / self.card[0]
        fixed = self._longest(0)
        return theme.clamp((room - fixed) / max(0.01, self._longest(1) - fixed), *STEPS)

    def _corner(self, pile: Pile) -> tuple[int, int]:
        """Where a pile's lowest card lies."""
        if pile.kind is Kind.SLOT:
            row, place = divmod(pile.number - 1, self._across)
            return self._xs[place], self._tops[row]
        if pile.kind is Kind.COLUMN:
            return self._xs[pile.number - 1], self._tops[1]
        return self._xs[self._starts[pile.kind] + pile.number - 1], self._tops[0]

    def draw(self, target: pygame.Surface, look: Look, taste: Taste) -> None:
        """Draw it."""
        for index, pile in enumerate(self._rules.piles):
            x, y = self._corner(pile)
            if not self._position.piles[index]:
                target.blit(slot_art(look, self._slot_name(pile), self.card), (x, y))
                continue
            self._draw_pile(target, look, taste, index, x, y)

    def _draw_pile(
        self, target: pygame.Surface, look: Look, taste: Taste, pile: int, x: int, top: int
    ) -> None:
        kinds = [kind for kind, _ in self._rules.piles]
        position = self._position
        held = position.piles[pile]
        seats = drawn_seats(position, kinds, pile)
        fanned = kinds[pile] is Kind.COLUMN
        y = float(top)
        for depth in seats if fanned else seats[-1:]:
            up = position.is_up(Seat(pile, depth))
            art = (
                card_art(look, held[depth], self.card, taste)
                if up
                else back_art(look, self.card, taste)
            )
            self._shade(target, look, x, round(y))
            target.blit(art, (x, round(y)))
            y += self.card[0] * (self._step if up else BACK_STEP)

    def _shade(self, target: pygame.Surface, look: Look, x: int, y: int) -> None:
        """A card this small only darkens its edge."""
        blur = max(1, self.card[0] // 24)
        shade = (*theme.SHADOW, 130)
        art, margin = look.paint.soft_art(self.card, self.card[0] * 0.07, blur, shade)
        target.blit(art, (x - margin, y - margin + blur // 2))

    def _slot_name(self, pile: Pile) -> str:
        return SUITS[pile.number - 1] if pile.kind is Kind.FOUNDATION else "plain"

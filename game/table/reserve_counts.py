"""The round number at the corner of a reserve: how many cards are left in it."""

from __future__ import annotations

import pygame

from game.core.position import PileKind
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.rules import Rules
from game.table.card_sprites import CardSprites
from game.widgets.look import Look

SIZE = 46
"""The diameter in dp; on a narrow card half the card's width."""


class ReserveCounts:
    """The counts of one table's reserves; a reserve whose cards lie face up has none."""

    def __init__(self, rules: Rules, view: CardSprites) -> None:
        self._rules, self._view = rules, view

    def areas(self, look: Look) -> dict[int, pygame.Rect]:
        """Where the count of each reserve with face-down cards is or will be once they lie there,
        by the pile's index.
        """
        position, found = self._view.position, {}
        for pile, (kind, _) in enumerate(self._rules.piles):
            if kind is PileKind.RESERVE and position.down_in(pile):
                box = self._view.arrangement.piles[pile]
                side = min(look.px(SIZE), box.w // 2)
                found[pile] = pygame.Rect(0, 0, side, side)
                found[pile].center = box.right - side // 4, box.bottom - side // 4
        return found

    def shown(self, look: Look) -> list[tuple[int, pygame.Rect]]:
        """The counts that are shown: the number of cards, and the area."""
        piles, lying = self._view.position.piles, self._view.lying()
        areas = self.areas(look).items()
        return [(len(piles[pile]), area) for pile, area in areas if pile in lying]

    def draw(self, target: pygame.Surface, clip: pygame.Rect, look: Look) -> None:
        """Draw the counts within a part of the window."""
        for count, area in self.shown(look):
            if area.colliderect(clip):
                self._draw_one(target, look, count, area)

    def _draw_one(self, target: pygame.Surface, look: Look, count: int, area: pygame.Rect) -> None:
        edge, ground = look.scale.line(2), self._view.appearance.felt.label_ground
        look.paint.disc(target, area.center, area.w, ground, colours.GOLD, edge)
        style = TextStyle(fonts.Face.SERIF_SEMIBOLD, look.scale.dp(area.w * 0.46))
        look.write(target, str(count), style, colours.CREAM, area.center, Align.CENTRE)

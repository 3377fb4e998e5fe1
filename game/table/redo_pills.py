"""The pills on a table, which show what can be redone: their places below the cards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.core.position import PileKind
from game.graphics import colours, fonts
from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.graphics.text_rendering import Align
from game.table.card_sprites import CardSprites

FACE: Final = fonts.Face.SANS_SEMIBOLD
GAP: Final = 2
"""The space between two pills, and to the next column, in pixels."""


class PillSize(NamedTuple):
    """The size of pills, in dp."""

    text: int
    width: int
    height: int
    """Width and height are the least ones."""
    below: int
    """From the card to the pill."""


USUAL: Final = PillSize(18, 28, 25, 5)
SMALL: Final = PillSize(13, 18, 17, 2)


class Pill(NamedTuple):
    """An action that can be redone, shown below the pile that its card leaves."""

    pile: int
    text: str
    """A letter, an answer's total, or a dot."""
    right: bool = False
    """At the right edge of the card: a second choice."""
    gold: bool = False
    """It leads to an answer."""


class RedoPills:
    """Places and draws the pills of one table."""

    def __init__(self, view: CardSprites, assets: Assets, paint: Painter) -> None:
        self._view, self._texts, self._paint = view, assets.texts, paint

    def placed(self, pills: Iterable[Pill]) -> list[tuple[Pill, pygame.Rect]]:
        """The pills, each with its area below the cards. Several pills on one side of a card are
        placed side by side, or one below the other where the next column is too near.
        """
        taken: dict[tuple[int, bool], pygame.Rect] = {}
        found = []
        for pill in pills:
            side = pill.pile, pill.right
            area = taken[side] = self._area(pill, taken.get(side))
            found.append((pill, area))
        return found

    def draw(self, target: pygame.Surface, pill: Pill, area: pygame.Rect) -> None:
        """Draw a pill in its area."""
        line = self._view.frame.scale.line()
        fill, edge = (colours.GOLD, None) if pill.gold else (colours.MARK_FILL, colours.FIELD_EDGE)
        self._paint.box(target, area, area.h / 2.6, fill, edge, line)
        ink, px = colours.ON_GOLD if pill.gold else colours.CREAM, self._px(pill)
        self._texts.write(target, pill.text, FACE, px, ink, area.center, Align.CENTRE)

    @property
    def _size(self) -> PillSize:
        return SMALL if self._view.frame.small else USUAL

    def _area(self, pill: Pill, before: pygame.Rect | None) -> pygame.Rect:
        """The area of a pill: at its edge of the card, or after `before`, the pill before it."""
        scale, position = self._view.frame.scale, self._view.position
        box = self._view.arrangement.seat(position, position.end(pill.pile))
        size, px, room = self._size, self._px(pill), self._room
        words = self._texts.width(pill.text, FACE, px) + self._edges
        width = min(max(scale.px(size.width), words), max(words, room))
        area = pygame.Rect(box.x, 0, width, max(scale.px(size.height), px + 4))
        if pill.right:
            area.right = box.right
        below = box.bottom + scale.px(size.below)
        if not self._has_room_below(pill.pile):
            below = box.bottom - area.h - scale.px(4)
        floor = self._floor(pill.pile)
        area.y = max(box.y, min(below, floor - area.h))
        if before is None:
            return area
        beside, line = _next_to(before, area, right=pill.right)
        reaches = beside.x < box.right - room or beside.right > box.x + room
        return line if reaches and line.bottom <= floor else beside

    @property
    def _room(self) -> int:
        """The width below a card that belongs to no other column."""
        table = self._view.arrangement
        lefts = sorted({box.x for box in table.piles if box.y == table.piles[-1].y})
        steps = [after - x for x, after in pairwise(lefts)]
        return max(table.card[0], min(steps, default=table.card[0]) - GAP)

    def _floor(self, pile: int) -> int:
        """The lowest y of pills below a pile: above the pile under it and the figures at the
        bottom.
        """
        window, piles = self._view.frame, self._view.arrangement.piles
        lowest, own = window.height, piles[pile]
        if window.small or window.portrait:
            lowest = window.edge.y
        below = [box for box in piles if box.x < own.right and own.x < box.right]
        return min((box.y for box in below if box.y >= own.bottom), default=lowest)

    @property
    def _edges(self) -> int:
        """The width of a pill that its words leave free, in pixels."""
        return self._view.frame.scale.px(self._size.width - 12)

    def _px(self, pill: Pill) -> int:
        """The size of a pill's words in pixels: smaller where they would reach another column."""
        scale, room = self._view.frame.scale, self._room - self._edges
        px = scale.text(self._size.text)
        while px > scale.smallest_text_px and self._texts.width(pill.text, FACE, px) > room:
            px -= 1
        return px

    def _has_room_below(self, pile: int) -> bool:
        """True if a mark below the pile's card covers no other card."""
        kind = self._view.arrangement.kinds[pile]
        in_top_row = kind not in (PileKind.COLUMN, PileKind.SLOT)
        return kind is PileKind.COLUMN or (in_top_row and not self._view.frame.small)


def _next_to(
    before: pygame.Rect, area: pygame.Rect, *, right: bool
) -> tuple[pygame.Rect, pygame.Rect]:
    """An area moved beside the one before it, and the same area moved below that one."""
    beside = area.copy()
    if right:
        beside.topright = before.left - GAP, before.top
    else:
        beside.topleft = before.right + GAP, before.top
    return beside, area.move(0, before.bottom + GAP - area.y)

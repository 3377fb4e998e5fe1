"""The list of what cost something: one row a costly action, dearest first."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import fonts, theme
from game.graphics.assets import Align
from game.graphics.fonts import TextStyle
from game.record.costly_moves import Costly
from game.record.review_text import ReviewText
from game.widgets.list_view import ListRow
from game.widgets.look import Look

PRICE: Final = TextStyle(fonts.Face.SERIF_BOLD, 20)
WHAT: Final = TextStyle(fonts.Face.SANS, 16)
INSET: Final = 10
SIGN: Final = 20
"""In place of the words that the win is lost, where they have no room."""


def draw_mistake(
    target: pygame.Surface, look: Look, row: ListRow, found: Costly, text: ReviewText
) -> None:
    """What was played, what would have been better, and what it cost."""
    area, px = row.area, look.px
    left, right = area.left + px(INSET), area.right - px(INSET)
    ink = theme.CORAL if found.cost is None else theme.GOLD
    price = text.price(found.cost)
    style = PRICE if found.cost is not None else fonts.CAPTION_STRONG
    at = right, area.centery
    room = right - look.width(price, style) - px(10) - left
    if found.cost is None and look.width(text.played(found), WHAT) > room:
        look.icon(target, "cross", ink, (right - px(SIGN) // 2, area.centery), px(SIGN))
        room = right - px(SIGN) - px(10) - left
    else:
        look.write(target, price, style, ink, at, Align.RIGHT)
    instead = text.instead(found)
    third = area.h * 10 // 32 if instead else area.h // 2
    at = left, area.top + third
    look.write(target, text.played(found), WHAT, theme.CREAM, at, room=room)
    if instead:
        at = left, area.top + area.h * 22 // 32
        look.write(target, instead, fonts.CAPTION, theme.DIM, at, room=room)

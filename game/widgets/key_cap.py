"""The picture of a key, as hints, tooltips and key tables show it."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.widgets.look import Look

KEY_CAP_RADIUS: Final = 5
"""The letters on the table round theirs by their own width (table/markings)."""
KEY_CAP_HEIGHT: Final = 22

CAP_PADDING = 6

PAD_BUTTONS = {"Ⓐ": "A", "Ⓑ": "B", "Ⓧ": "X", "Ⓨ": "Y"}
"""The round buttons of a game pad: what is written on them."""


def key_cap_width(look: Look, key: str) -> int:
    """How wide the cap of this key is, in pixels."""
    if key in PAD_BUTTONS:
        return _height(look)
    wanted = look.width(key, fonts.KEY_CAP) + 2 * look.px(CAP_PADDING)
    return max(look.px(KEY_CAP_HEIGHT), wanted)


def draw_key_cap(
    target: pygame.Surface, look: Look, key: str, left: int, centre_y: int
) -> pygame.Rect:
    """Draw a key's cap from `left`, centred on a line; returns its area."""
    height = _height(look)
    area = pygame.Rect(left, centre_y - height // 2, key_cap_width(look, key), height)
    radius, edge = look.px(KEY_CAP_RADIUS), look.scale.line()
    if key in PAD_BUTTONS:
        letter = PAD_BUTTONS[key]
        fill = colours.PAD_BUTTON_FILLS[letter]
        look.paint.disc(target, area.center, height, fill, colours.CREAM, edge)
        look.write(target, letter, fonts.KEY_CAP, colours.WHITE, area.center, Align.CENTRE)
        return area
    look.paint.box(target, area, radius, colours.KEY_CAP_FILL, colours.KEY_CAP_EDGE, edge)
    look.write(target, key, fonts.KEY_CAP, colours.CREAM, area.center, Align.CENTRE)
    return area


def _height(look: Look) -> int:
    return max(look.px(KEY_CAP_HEIGHT), look.text_px(fonts.KEY_CAP) + 4)

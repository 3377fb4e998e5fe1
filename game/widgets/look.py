"""What controls are drawn with: the objects that drawing needs, in one value, and the picture of a
key, as hints, tooltips and key tables show it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.assets import Assets
from game.graphics.colours import Rgb
from game.graphics.fonts import TextStyle
from game.graphics.paint import Painter
from game.graphics.scale import Scale
from game.graphics.text_rendering import Align


class Look(NamedTuple):
    """Assets, painter and the window's current scale."""

    assets: Assets
    paint: Painter
    scale: Scale

    def at_factor(self, factor: float) -> Look:
        """The look with another number of pixels for one dp."""
        return self._replace(scale=self.scale._replace(factor=factor))

    def px(self, dp: float) -> int:
        """A length in dp as whole pixels."""
        return self.scale.px(dp)

    def text_px(self, style: TextStyle) -> int:
        """The size of a style's font in pixels."""
        return self.scale.text(style.size)

    def width(self, string: str, style: TextStyle) -> int:
        """How wide a line of text is, in pixels."""
        tracking = self.px(style.tracking)
        return self.assets.texts.width(string, style.face, self.text_px(style), tracking)

    def shrunk(
        self, string: str, style: TextStyle, room: int, least: float, step: float = 1
    ) -> TextStyle:
        """The style, smaller by steps in dp until a text is no wider than `room` pixels or the
        style no larger than `least` dp.
        """
        while self.width(string, style) > room and style.size > least:
            style = style._replace(size=style.size - step)
        return style

    def write(
        self,
        target: pygame.Surface,
        string: str,
        style: TextStyle,
        colour: Rgb,
        at: tuple[int, int],
        align: Align = Align.LEFT,
        room: int | None = None,
    ) -> pygame.Rect:
        """Draw a line of text, its capitals centred on `at`; returns its area.

        Text wider than `room` pixels is cut and ends in an ellipsis.
        """
        px, whole = self.text_px(style), string
        if room is not None:
            string = self.assets.texts.shortened(string, style.face, px, room)
        tracking = self.px(style.tracking)
        area = self.assets.texts.write(target, string, style.face, px, colour, at, align, tracking)
        if target is self.assets.recorded_surface:
            seen = target.get_clip().collidepoint(area.center)
            self.assets.written.append((whole, area, seen))
        return area

    def icon(
        self,
        target: pygame.Surface,
        name: str,
        colour: Rgb,
        centre: tuple[int, int],
        px: int,
    ) -> None:
        """Draw a square icon of this side in pixels."""
        art = self.assets.icon(name, px, colour)
        target.blit(art, (centre[0] - px // 2, centre[1] - px // 2))


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

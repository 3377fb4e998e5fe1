"""A button of the table's side bar: an icon in a square, its name below."""

from __future__ import annotations

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.scale import round_half_up
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import PressWidget, ShownAttribute
from game.widgets.button import PRESSED_SHADE, ButtonColours, shaded
from game.widgets.look import Look

ICON_SHARE = 0.60
RADIUS_SHARE = 0.24
CAPTION = TextStyle(fonts.Face.SANS, 14)
CAPTION_GAP = 2
CAPTION_HEIGHT = 1.25


def caption_height(look: Look) -> int:
    """Room for the name below the square, in pixels, with its gap."""
    text = round_half_up(look.text_px(CAPTION) * CAPTION_HEIGHT)
    return look.px(CAPTION_GAP) + text


class ToolButton(PressWidget):
    """Answers Pressed. `caption` may be empty: then it is the square alone.

    In an area higher than the square, the square stays at the top; a press on the name counts
    too. `lit` shows it gold while its function is active.
    """

    icon = ShownAttribute[str]()
    """The name of its icon."""
    lit = ShownAttribute[bool]()
    """Whether it is shown gold."""

    def __init__(
        self, name: str, icon: str, caption: str = "", *, tooltip: str = "", key: str = ""
    ) -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self._icon = icon
        self._caption = self.spoken = caption
        self._lit = False

    def square(self) -> pygame.Rect:
        """Where its square is; the focus ring goes around it."""
        below = caption_height(self.look) if self._caption else 0
        side = min(self.rect.width, self.rect.height - below)
        return pygame.Rect(self.rect.centerx - side // 2, self.rect.top, side, side)

    def own_area(self) -> pygame.Rect:
        """The square and the name, which may be wider."""
        beyond = self.look.width(self._caption, CAPTION) - self.rect.width
        return self.rect.inflate(max(0, beyond), 0)

    def drawn_area(self) -> pygame.Rect:
        """The name may reach a pixel further than it is wide."""
        return self.target().inflate(2, 0)

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around the square."""
        square = self.square()
        return square, round(square.width * RADIUS_SHARE)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the square, its icon and the name."""
        look, square = self.look, self.square()
        fill, edge, ink = self._skin()
        radius = square.width * RADIUS_SHARE
        look.paint.box(target, square, radius, fill, edge, look.scale.line())
        drop = look.scale.line(control_sizes.PRESSED_DROP) if self.is_down else 0
        centre = (square.centerx, square.centery + drop)
        look.icon(target, self._icon, ink, centre, round(square.width * ICON_SHARE))
        if self._caption:
            text = caption_height(look) - look.px(CAPTION_GAP)
            at = (square.centerx, square.bottom + look.px(CAPTION_GAP) + text // 2)
            colour = colours.SIDE_LABEL if self.enabled else colours.OFF
            look.write(target, self._caption, CAPTION, colour, at, Align.CENTRE)

    def _skin(self) -> ButtonColours:
        if not self.enabled:
            return colours.DISABLED_FILL, colours.DISABLED_EDGE, colours.OFF
        ink = colours.ON_GOLD if self._lit else colours.CREAM
        fill: colours.Rgba | colours.Rgb = colours.GOLD if self._lit else colours.BUTTON_FILL
        if self.is_down:
            return shaded(fill if self._lit else colours.HOVER_FILL, PRESSED_SHADE), None, ink
        if self.hovered and not self._lit:
            return colours.HOVER_FILL, colours.HOVER_EDGE, ink
        return fill, colours.BUTTON_EDGE, ink

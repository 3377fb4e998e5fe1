"""A line that says what just happened, and goes by itself."""

from __future__ import annotations

import pygame

from game import theme
from game.assets import Align
from game.widgets.look import Look

HEIGHT = 34
PADDING = 18
SHOWN_S = 4.0


class Toast:
    """One message at a time; a new one takes the place of the old."""

    def __init__(self) -> None:
        self._text = ""
        self._left = 0.0
        self.stale = False

    @property
    def text(self) -> str:
        """The message shown, or nothing."""
        return self._text

    @property
    def due(self) -> float | None:
        """In how many seconds it will go; None while there is none."""
        return self._left if self._text else None

    def show(self, text: str, seconds: float = SHOWN_S) -> None:
        """Show a message for so long."""
        self._text, self._left, self.stale = text, seconds, True

    def hide(self) -> None:
        """Go now."""
        self.stale = self.stale or bool(self._text)
        self._text = ""

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left -= seconds
        if self._text and self._left <= 0:
            self.hide()

    def draw(self, target: pygame.Surface, look: Look, centre: tuple[int, int]) -> None:
        """Draw the message, if there is one, around a point and inside the target."""
        self.stale = False
        if not self._text:
            return
        padding = look.px(PADDING)
        room = target.get_width() - 4 * padding
        text = look.width(self._text, theme.CAPTION)
        area = pygame.Rect(0, 0, min(text, room) + 2 * padding, look.px(HEIGHT))
        area.center = centre
        area.clamp_ip(target.get_rect())
        edge = theme.tint(theme.GOLD_EDGE, 0.5)
        radius = area.height / 2
        look.paint.box(target, area, radius, theme.TOOLTIP_FILL, edge, look.scale.line())
        look.write(
            target, self._text, theme.CAPTION, theme.CREAM, area.center, Align.CENTRE, room=room
        )

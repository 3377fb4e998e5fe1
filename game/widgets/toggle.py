"""A switch that is on or off."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import colours
from game.widgets.base import Changed, ShownAttribute, Widget, WidgetAction
from game.widgets.look import Look

TOGGLE_WIDTH: Final = 46
TOGGLE_HEIGHT: Final = 26

CHECK_SIZE = 11


class Toggle(Widget):
    """Answers Changed with its new state, a bool, to a click, Enter or Space.

    It shows a check mark when it is on, so that the state is not told by colour alone.
    """

    on = ShownAttribute[bool]()
    """Its state."""

    def __init__(self, name: str, on: bool = False, *, tooltip: str = "", key: str = "") -> None:
        super().__init__(name, tooltip=tooltip, key=key)
        self._on = on

    def natural_size(self, look: Look) -> tuple[int, int]:
        """The size, which is always the same."""
        return look.px(TOGGLE_WIDTH), look.px(TOGGLE_HEIGHT)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Switch."""
        self.on = not self._on
        return Changed(self.name, self._on)

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring follows its round ends."""
        return self.rect, self.rect.height // 2

    def draw(self, target: pygame.Surface) -> None:
        """Draw groove and knob."""
        look, radius = self.look, self.rect.height / 2
        groove, edge, knob = self._colours()
        look.paint.box(target, self.rect, radius, groove, edge, look.scale.line(1.3))
        diameter = self.rect.height - 2 * look.px(3)
        inset = self.rect.height // 2
        at = self.rect.right - inset if self._on else self.rect.left + inset
        look.paint.disc(target, (at, self.rect.centery), diameter, knob)
        if self._on:
            mark = colours.GOLD_DARK if self.enabled else colours.TRACK
            size = max(9, look.px(CHECK_SIZE))
            look.icon(target, "check", mark, (at, self.rect.centery), size)

    def _colours(self) -> tuple[colours.Rgb, colours.Rgb | colours.Rgba, colours.Rgb]:
        if not self.enabled:
            return colours.TRACK, colours.DISABLED_EDGE, colours.FAINT
        if self._on:
            groove = (
                colours.mix(colours.GOLD, colours.WHITE, 0.15) if self.hovered else colours.GOLD
            )
            return groove, groove, colours.WHITE
        edge = colours.HOVER_EDGE if self.hovered else colours.TOGGLE_EDGE
        return colours.TRACK, edge, colours.DIM

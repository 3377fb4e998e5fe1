"""A choice among options that are shown, not named: card backs, colours of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.graphics import colours
from game.widgets import control_sizes
from game.widgets.base import WidgetAction
from game.widgets.choice_base import Choice
from game.widgets.look import Look

SWATCH: Final = (32, 24)
SWATCH_RADIUS: Final = 7

PITCH = 40
MARK = 15
OFF_SHARE = 0.6
"""How much of a disabled swatch's colour is the ground's."""
FRAME_REACH = 3
"""From a swatch to the frame of the one chosen: frames of two rows of options lie apart."""


@dataclass(frozen=True)
class Swatch:
    """A value, its colour, its name for the tooltip, and perhaps a picture over the colour."""

    value: object
    colour: colours.Rgb
    label: str
    draw: Callable[[pygame.Surface, pygame.Rect], None] | None = None


class Swatches(Choice):
    """The chosen one has a gold frame and a check mark, in its corner if it has a picture: the
    choice is not told by colour alone.
    """

    def __init__(self, name: str, swatches: Sequence[Swatch], value: object) -> None:
        super().__init__(name, [(swatch.value, swatch.label) for swatch in swatches], value)
        self._swatches = list(swatches)

    def natural_size(self, look: Look) -> tuple[int, int]:
        """All of them in a row."""
        last = look.px(SWATCH[0]) - look.px(PITCH)
        return look.px(PITCH) * len(self._swatches) + last, look.px(control_sizes.TARGET)

    def _area(self, place: int) -> pygame.Rect:
        pitch, (wide, high) = self.look.px(PITCH), SWATCH
        area = pygame.Rect(0, 0, self.look.px(wide), self.look.px(high))
        area.midleft = self.rect.left + place * pitch, self.rect.centery
        return area

    @property
    def frame(self) -> pygame.Rect:
        """The frame around the one chosen, in window pixels."""
        reach = self.look.px(FRAME_REACH)
        return self._area(self.place_chosen).inflate(2 * reach, 2 * reach)

    def place_at(self, point: tuple[int, int]) -> int:
        """Which swatch lies at a point, or nearest to it."""
        pitch, gap = self.look.px(PITCH), self.look.px(PITCH) - self.look.px(SWATCH[0])
        place = (point[0] - self.rect.left + gap // 2) // pitch
        return max(0, min(len(self._swatches) - 1, place))

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every choice; the tooltip names the swatch under the mouse."""
        action = super().handle(event)
        pointed = self.place_pointed >= 0
        self.tooltip = self.labels[self.place_pointed if pointed else self.place_chosen]
        return action

    # Drawing

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around them all."""
        return self.rect, self.look.px(SWATCH_RADIUS + 4)

    def draw(self, target: pygame.Surface) -> None:
        """Draw all of them and the frame of the one chosen."""
        for place, swatch in enumerate(self._swatches):
            self._draw_swatch(target, place, swatch)

    def _draw_swatch(self, target: pygame.Surface, place: int, swatch: Swatch) -> None:
        look, area = self.look, self._area(place)
        radius = look.px(SWATCH_RADIUS)
        edge = colours.HOVER_EDGE if place == self.place_pointed else colours.BUTTON_EDGE
        colour = swatch.colour
        if not self.enabled:
            edge, colour = colours.DISABLED_EDGE, colours.mix(colour, colours.TRACK, OFF_SHARE)
        look.paint.box(target, area, radius, colour, edge, look.scale.line())
        if swatch.draw:
            swatch.draw(target, area)
        if place == self.place_chosen:
            rounding = radius + look.px(FRAME_REACH)
            ink = colours.GOLD if self.enabled else colours.FAINT
            look.paint.box(target, self.frame, rounding, None, ink, look.scale.line(2))
            at = area.center
            if swatch.draw is not None:
                at = area.right - look.px(MARK) // 2, area.bottom - look.px(MARK) // 2
                look.paint.disc(target, at, look.px(MARK), colours.WELL)
            mark = colours.WHITE if self.enabled else colours.FAINT
            look.icon(target, "check", mark, at, look.px(MARK))

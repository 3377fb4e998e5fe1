"""A choice among options that are shown, not named: card backs, colours of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import pygame

from game.graphics import colours
from game.widgets import control_sizes
from game.widgets.base import Changed, Consumed, Widget, WidgetAction
from game.widgets.look import Look

SWATCH: Final = (32, 30)
SWATCH_RADIUS: Final = 7

PITCH = 40
KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
MARK = 15


@dataclass(frozen=True)
class Swatch:
    """A value, its colour, its name for the tooltip, and perhaps a picture over the colour."""

    value: object
    colour: colours.Rgb
    label: str
    draw: Callable[[pygame.Surface, pygame.Rect], None] | None = None


class Swatches(Widget):
    """Answers Changed with the value chosen by a click or by Left and Right.

    The chosen one has a gold frame and, if it has no picture, a check mark: the choice is not
    told by colour alone.
    """

    def __init__(self, name: str, swatches: Sequence[Swatch], value: object) -> None:
        super().__init__(name)
        self._swatches = list(swatches)
        self._chosen = 0
        self._pointed = -1
        self.value = value

    @property
    def value(self) -> object:
        """The value chosen; setting an unknown one raises ValueError."""
        return self._swatches[self._chosen].value

    @value.setter
    def value(self, value: object) -> None:
        self._choose([swatch.value for swatch in self._swatches].index(value))

    @property
    def labels(self) -> list[str]:
        """The name of each swatch."""
        return [swatch.label for swatch in self._swatches]

    @property
    def place_chosen(self) -> int:
        """Which swatch is chosen, counted from 0."""
        return self._chosen

    def natural_size(self, look: Look) -> tuple[int, int]:
        """All of them in a row."""
        last = look.px(SWATCH[0]) - look.px(PITCH)
        return look.px(PITCH) * len(self._swatches) + last, look.px(control_sizes.TARGET)

    def _area(self, place: int) -> pygame.Rect:
        pitch, (wide, high) = self.look.px(PITCH), SWATCH
        area = pygame.Rect(0, 0, self.look.px(wide), self.look.px(high))
        area.midleft = self.rect.left + place * pitch, self.rect.centery
        return area

    def _at(self, point: tuple[int, int]) -> int:
        pitch, gap = (
            self.look.px(PITCH),
            self.look.px(PITCH) - self.look.px(SWATCH[0]),
        )
        place = (point[0] - self.rect.left + gap // 2) // pitch
        return max(0, min(len(self._swatches) - 1, place))

    # ------------------------------------------------------------------- events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control; the tooltip names the swatch under the mouse."""
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            place = self._at(event.pos) if self.hovered else -1
            if place != self._pointed:
                self._pointed, self.stale = place, True
        named = self._pointed if self._pointed >= 0 else self._chosen
        self.tooltip = self._swatches[named].label
        return action

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Choose a neighbour; at the ends arrows are left to the FocusGroup."""
        if event.key in KEYS and not event.mod & pygame.KMOD_CTRL:
            place = self._chosen + KEYS[event.key]
            return self._choose(place) if 0 <= place < len(self._swatches) else None
        return super().key_down(event)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Choose the swatch at a point; None, from the keyboard: the next swatch."""
        if at is None:
            return self._choose((self._chosen + 1) % len(self._swatches))
        return self._choose(self._at(at))

    def _choose(self, place: int) -> WidgetAction:
        if place == self._chosen:
            return Consumed()
        self._chosen, self.stale = place, True
        return Changed(self.name, self.value)

    # ------------------------------------------------------------------ drawing

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
        edge = colours.HOVER_EDGE if place == self._pointed else colours.BUTTON_EDGE
        look.paint.box(target, area, radius, swatch.colour, edge, look.scale.line())
        if swatch.draw:
            swatch.draw(target, area)
        if place == self._chosen:
            reach = look.px(4)
            frame = area.inflate(2 * reach, 2 * reach)
            look.paint.box(target, frame, radius + reach, None, colours.GOLD, look.scale.line(2))
            if swatch.draw is None:
                look.icon(target, "check", colours.WHITE, area.center, look.px(MARK))

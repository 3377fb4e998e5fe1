"""A choice of one of a few options: as segments, or as a stepper where segments do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import WidgetAction
from game.widgets.choice_base import Choice
from game.widgets.look import Look

SEGMENT_PADDING: Final = 12


class Segmented(Choice):
    """Placed narrower than its natural width it shows only the chosen label between two arrows. A
    click on the left arrow then chooses the option before, a click elsewhere the next one.
    """

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[object, str]],
        value: object,
        *,
        height: float = control_sizes.SEGMENTS_HEIGHT,
        tooltip: str = "",
    ) -> None:
        super().__init__(name, options, value, tooltip=tooltip)
        self._height = height
        self._edges: list[int] = []

    @property
    def is_stepper(self) -> bool:
        """Whether it was placed too narrow for all its segments."""
        return self.rect.width < self.natural_size(self.look)[0]

    # Layout

    def natural_size(self, look: Look) -> tuple[int, int]:
        """Room for all segments side by side."""
        inset = 2 * look.px(control_sizes.SEGMENTS_INSET)
        return sum(self._widths(look)) + inset, look.px(self._height)

    def stepper_width(self, look: Look) -> int:
        """Room for any one label whole, between the arrows."""
        label = max(look.width(label, fonts.SEGMENT) for label in self.labels)
        return label + 2 * look.px(self._height)

    def _widths(self, look: Look) -> list[int]:
        padding = 2 * look.px(SEGMENT_PADDING)
        return [look.width(label, fonts.SEGMENT) + padding for label in self.labels]

    def arrange(self) -> None:
        """Compute where each segment begins. The segments share spare width evenly."""
        inset = self.look.px(control_sizes.SEGMENTS_INSET)
        widths = self._widths(self.look)
        spare = max(0, self.rect.width - 2 * inset - sum(widths))
        edges, left = [], self.rect.left + inset
        for place, width in enumerate(widths):
            edges.append(left)
            left += width + spare * (place + 1) // len(widths) - spare * place // len(widths)
        self._edges = [*edges, left]

    def _segment(self, place: int) -> pygame.Rect:
        inset = self.look.px(control_sizes.SEGMENTS_INSET)
        left, right = self._edges[place], self._edges[place + 1]
        return pygame.Rect(left, self.rect.top + inset, right - left, self.rect.height - 2 * inset)

    def _arrow(self, direction: int) -> pygame.Rect:
        side = self.rect.height
        left = self.rect.left if direction < 0 else self.rect.right - side
        return pygame.Rect(left, self.rect.top, side, side)

    # Events

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """As every choice; a stepper chooses the option before or after."""
        if at is None or not self.is_stepper:
            return super().activate(at)
        back = self._arrow(-1).collidepoint(at[0], self.rect.centery)
        return self.choose(self.place_chosen + (-1 if back else 1))

    def place_at(self, point: tuple[int, int]) -> int:
        """Which segment lies at a point, or nearest to it."""
        place = sum(point[0] >= edge for edge in self._edges) - 1
        return max(0, min(len(self.labels) - 1, place))

    # Drawing

    def focus_area(self) -> tuple[pygame.Rect, int]:
        """The ring goes around all segments."""
        return self.rect, self.look.px(control_sizes.SEGMENTS_RADIUS)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the well and the options, or the stepper."""
        look = self.look
        radius = look.px(control_sizes.SEGMENTS_RADIUS)
        edge = colours.HOVER_EDGE if self.hovered else colours.WELL_EDGE
        if not self.enabled:
            edge = colours.DISABLED_EDGE
        look.paint.box(target, self.rect, radius, colours.WELL, edge, look.scale.line())
        if self.is_stepper:
            self._draw_stepper(target)
        else:
            for place in range(len(self.labels)):
                self._draw_segment(target, place)

    def _draw_segment(self, target: pygame.Surface, place: int) -> None:
        look, area = self.look, self._segment(place)
        radius = look.px(control_sizes.SEGMENT_RADIUS)
        ink = colours.CREAM if self.enabled else colours.FAINT
        if place == self.place_chosen:
            look.paint.box(target, area, radius, colours.GOLD if self.enabled else colours.TRACK)
            ink = colours.ON_GOLD if self.enabled else colours.FAINT
        elif place == self.place_pointed and self.enabled:
            look.paint.box(target, area, radius, colours.BUTTON_FILL)
        look.write(target, self.labels[place], fonts.SEGMENT, ink, area.center, Align.CENTRE)

    def _draw_stepper(self, target: pygame.Surface) -> None:
        look = self.look
        colour = colours.GOLD if self.enabled else colours.FAINT
        for direction, icon in ((-1, "left"), (1, "right")):
            centre = self._arrow(direction).center
            look.icon(target, icon, colour, centre, look.px(16))
        label = self.labels[self.place_chosen]
        ink = colours.CREAM if self.enabled else colours.FAINT
        room = self.rect.width - 2 * self.rect.height
        look.write(target, label, fonts.SEGMENT, ink, self.rect.center, Align.CENTRE, room=room)

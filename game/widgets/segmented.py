"""A choice of one of a few options: as segments, or as a stepper where segments do not fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.assets import Align
from game.widgets import control_sizes
from game.widgets.base import Changed, Consumed, Widget, WidgetAction
from game.widgets.look import Look

SEGMENT_PADDING: Final = 12

KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}


class Segmented(Widget):
    """Answers Changed with the value chosen by a click or by Left and Right.

    Options are (value, label). Placed narrower than its natural width it shows only the
    chosen label between two arrows; Space, Enter and a click in the middle choose the next one.
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
        super().__init__(name, tooltip=tooltip)
        if not options:
            raise ValueError(f"choice '{name}' has no options")
        self._options = list(options)
        self._height = height
        self._chosen = 0
        self._pointed = -1
        self._edges: list[int] = []
        self.value = value

    @property
    def value(self) -> object:
        """The value chosen; setting an unknown one raises ValueError."""
        return self._options[self._chosen][0]

    @value.setter
    def value(self, value: object) -> None:
        self._chosen = [option for option, _ in self._options].index(value)
        self.stale = True

    @property
    def labels(self) -> list[str]:
        """What is written on each segment."""
        return [label for _, label in self._options]

    @property
    def place_chosen(self) -> int:
        """Which segment is chosen, counted from 0."""
        return self._chosen

    @property
    def is_stepper(self) -> bool:
        """Whether it was placed too narrow for all its segments."""
        return self.rect.width < self.natural_size(self.look)[0]

    # ------------------------------------------------------------------- layout

    def natural_size(self, look: Look) -> tuple[int, int]:
        """Room for all segments side by side."""
        inset = 2 * look.px(control_sizes.SEGMENTS_INSET)
        return sum(self._widths(look)) + inset, look.px(self._height)

    def _widths(self, look: Look) -> list[int]:
        padding = 2 * look.px(SEGMENT_PADDING)
        return [look.width(label, fonts.SEGMENT) + padding for _, label in self._options]

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

    # ------------------------------------------------------------------- events

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control; also remember which segment the mouse is over."""
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._point_at(self._at(event.pos) if self.hovered else -1)
        return action

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Choose a neighbour; at the ends arrows are left to the FocusGroup."""
        if event.key in KEYS and not event.mod & pygame.KMOD_CTRL:
            place = self._chosen + KEYS[event.key]
            return self._choose(place) if 0 <= place < len(self._options) else None
        return super().key_down(event)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Choose the option at a point; None, from the keyboard: the next option."""
        count = len(self._options)
        if at is None:
            return self._choose((self._chosen + 1) % count)
        if self.is_stepper:
            back = self._arrow(-1).collidepoint(at[0], self.rect.centery)
            return self._choose((self._chosen + (-1 if back else 1)) % count)
        return self._choose(self._at(at))

    def _at(self, point: tuple[int, int]) -> int:
        place = sum(point[0] >= edge for edge in self._edges) - 1
        return max(0, min(len(self._options) - 1, place))

    def _choose(self, place: int) -> WidgetAction:
        if place == self._chosen:
            return Consumed()
        self._chosen, self.stale = place, True
        return Changed(self.name, self.value)

    def _point_at(self, place: int) -> None:
        if place != self._pointed:
            self._pointed, self.stale = place, True

    # ------------------------------------------------------------------ drawing

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
            for place in range(len(self._options)):
                self._draw_segment(target, place)

    def _draw_segment(self, target: pygame.Surface, place: int) -> None:
        look, area = self.look, self._segment(place)
        radius = look.px(control_sizes.SEGMENT_RADIUS)
        ink = colours.CREAM if self.enabled else colours.FAINT
        if place == self._chosen:
            look.paint.box(target, area, radius, colours.GOLD if self.enabled else colours.TRACK)
            ink = colours.ON_GOLD if self.enabled else colours.FAINT
        elif place == self._pointed and self.enabled:
            look.paint.box(target, area, radius, colours.BUTTON_FILL)
        look.write(target, self._options[place][1], fonts.SEGMENT, ink, area.center, Align.CENTRE)

    def _draw_stepper(self, target: pygame.Surface) -> None:
        look = self.look
        colour = colours.GOLD if self.enabled else colours.FAINT
        for direction, icon in ((-1, "left"), (1, "right")):
            centre = self._arrow(direction).center
            look.icon(target, icon, colour, centre, look.px(16))
        label = self._options[self._chosen][1]
        ink = colours.CREAM if self.enabled else colours.FAINT
        room = self.rect.width - 2 * self.rect.height
        look.write(target, label, fonts.SEGMENT, ink, self.rect.center, Align.CENTRE, room=room)

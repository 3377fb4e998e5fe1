"""Choices of one of a few options: segments, a stepper where they do not fit, and swatches; a
switch that is on or off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.widgets import control_sizes
from game.widgets.base import SIDEWAYS, Changed, Consumed, ShownAttribute, Widget, WidgetAction
from game.widgets.look import Look

SEGMENT_PADDING: Final = 12
SWATCH: Final = (32, 24)
SWATCH_RADIUS: Final = 7
PITCH = 40
MARK = 15
OFF_SHARE = 0.6
"""How much of a disabled swatch's colour is the ground's."""
FRAME_REACH = 3
"""From a swatch to the frame of the one chosen: frames of two rows of options lie apart."""


class Choice(Widget):
    """Answers Changed with the value chosen: by a click, by Left and Right, or the next one by
    Enter and Space.
    """

    place_chosen = ShownAttribute[int]()
    """Which option is chosen, counted from 0."""
    place_pointed = ShownAttribute[int]()
    """Which option the mouse is over; -1: none."""

    def __init__(
        self,
        name: str,
        options: Sequence[tuple[object, str]],
        value: object,
        *,
        tooltip: str = "",
    ) -> None:
        """`options`: values with their names."""
        super().__init__(name, tooltip=tooltip)
        self._values = [option for option, _ in options]
        self.labels = [label for _, label in options]
        """The name of each option."""
        self._place_chosen = self._values.index(value)
        self._place_pointed = -1

    @property
    def value(self) -> object:
        """The value chosen; setting an unknown one raises ValueError."""
        return self._values[self.place_chosen]

    @value.setter
    def value(self, value: object) -> None:
        self.place_chosen = self._values.index(value)

    @property
    def part_focused(self) -> int:
        """The option that a screen reader regards as focused while the control is."""
        return self.place_chosen

    def place_at(self, point: tuple[int, int]) -> int:
        """Which option lies at a point, or nearest to it."""
        raise NotImplementedError

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """As every control; also remember which option the mouse is over."""
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self.place_pointed = self.place_at(event.pos) if self.hovered else -1
        return action

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Choose a neighbour; at the ends arrows are left to the FocusGroup."""
        if event.key in SIDEWAYS and not event.mod & pygame.KMOD_CTRL:
            place = self.place_chosen + SIDEWAYS[event.key]
            return self.choose(place) if 0 <= place < len(self._values) else None
        return super().key_down(event)

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Choose the option at a point; None, from the keyboard: the next option."""
        return self.choose(self.place_chosen + 1 if at is None else self.place_at(at))

    def choose(self, place: int) -> WidgetAction:
        """Choose an option; places go around."""
        place %= len(self._values)
        if place == self.place_chosen:
            return Consumed()
        self.place_chosen = place
        return Changed(self.name, self.value)


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
        spare, left = max(0, self.rect.width - 2 * inset - sum(widths)), self.rect.left + inset
        starts = enumerate([0, *accumulate(widths)])
        self._edges = [left + start + spare * place // len(widths) for place, start in starts]

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
            groove = colours.mix(colours.GOLD, colours.WHITE, 0.15 if self.hovered else 0)
            return groove, groove, colours.WHITE
        edge = colours.HOVER_EDGE if self.hovered else colours.TOGGLE_EDGE
        return colours.TRACK, edge, colours.DIM

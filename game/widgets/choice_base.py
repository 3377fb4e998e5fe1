"""What the choices of one of a few options share: segments and swatches."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.widgets.base import SIDEWAYS, Changed, Consumed, ShownAttribute, Widget, WidgetAction


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

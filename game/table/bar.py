"""The bar at the bottom of a table where nothing can be done: what it is, and the ways on."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game import theme
from game.table.layout import Frame
from game.theme import TextStyle
from game.widgets.button import Button, Kind
from game.widgets.look import Look

HEIGHT = 56
BUTTON_HEIGHT = 40
CENTRE_ABOVE = 20
"""The bar's middle is so far above the lower end of the card area."""
TEXT = TextStyle(theme.Face.SANS, 17)
ICON = 30


class Bar:
    """Text and buttons; the first button is the gold one."""

    def __init__(self, icon: str, text: str, ways: Sequence[tuple[str, str, str]]) -> None:
        """Ways: name, icon and label of each button."""
        self._icon, self._text = icon, text
        self._labels = [label for _, _, label in ways]
        self._rect = pygame.Rect(0, 0, 0, 0)
        self.widgets = [
            Button(
                name,
                label,
                way_icon,
                kind=Kind.PLAIN if number else Kind.PRIMARY,
                style=theme.BUTTON_SMALL,
                height=BUTTON_HEIGHT,
                tooltip=label,
            )
            for number, (name, way_icon, label) in enumerate(ways)
        ]

    @property
    def rect(self) -> pygame.Rect:
        """Where it is, in window pixels."""
        return self._rect

    def place(self, window: Frame, look: Look) -> None:
        """Lay it out at the bottom of the card area."""
        head = look.px(20) + look.px(ICON) + look.px(10)
        text = look.width(self._text, TEXT) + look.px(24)
        room = window.area.w - head - text - look.px(4)
        sizes = self._fitted(look, room)
        width = head + text + sum(w + look.px(8) for w, _ in sizes) + look.px(4)
        height = max(look.px(HEIGHT), look.px(BUTTON_HEIGHT) + 8)
        self._rect = pygame.Rect(0, 0, width, height)
        self._rect.center = (
            window.area.centre[0],
            min(window.area.bottom - look.px(CENTRE_ABOVE), window.area.bottom - height // 2 + 6),
        )
        x = self._rect.x + head + text
        for widget, (w, h) in zip(self.widgets, sizes, strict=True):
            widget.place(look, pygame.Rect(x, self._rect.centery - h // 2, w, h))
            x += w + look.px(8)

    def _fitted(self, look: Look, room: int) -> list[tuple[int, int]]:
        """The sizes of the buttons; from the last one on they have icons alone where all labels
        do not fit.
        """
        for labelled in range(len(self.widgets), 0, -1):
            for place, (widget, label) in enumerate(zip(self.widgets, self._labels, strict=True)):
                widget.label = label if place < labelled else ""
            sizes = [widget.natural_size(look) for widget in self.widgets]
            if sum(w + look.px(8) for w, _ in sizes) <= room:
                break
        return sizes

    def draw(self, target: pygame.Surface, look: Look) -> None:
        """Draw its ground and text; its buttons are drawn with the other controls."""
        rect, radius = self._rect, self._rect.h / 3.2
        look.paint.shadow(target, rect, radius, look.px(12), (0, look.px(6)), 150)
        edge = theme.tint(theme.GOLD_EDGE, 0.6)
        fill = theme.tint(theme.TABLE_BAR, 0.97)
        look.paint.box(target, rect, radius, fill, edge, look.scale.line(1.4))
        middle = rect.x + look.px(20) + look.px(ICON) // 2
        look.icon(target, self._icon, theme.GOLD, (middle, rect.centery), look.px(ICON))
        at = (rect.x + look.px(20) + look.px(ICON) + look.px(10), rect.centery)
        look.write(target, self._text, TEXT, theme.CREAM, at)

"""The bar at the bottom of a table: a text such as `No move is left`, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.table.window_layout import TableFrame, bottom_bar_scale
from game.widgets.button import Button, ButtonKind
from game.widgets.look import Look

HEIGHT = 56
BUTTON_HEIGHT = 40
CENTRE_ABOVE = 20
"""The bar's middle is at least this far above the lower end of the card area, in dp."""
BELOW = 6
"""How far it may reach below the card area, in pixels."""
TEXT = TextStyle(fonts.Face.SANS, 17)
ICON = 30
SHRINKING = 0.05
"""The steps in which the bar is made smaller until its words have room."""
SMALL_HEIGHT = 44
SMALL_BUTTON = 36
SMALL_TEXT = TextStyle(fonts.Face.SANS, 15)


class BarButton(NamedTuple):
    """A button of the bar: its command, which has its icon, and its label."""

    name: Command
    label: str
    short: str = ""
    """The label where there is little room; empty: `label`."""


class BottomBar:
    """Text and buttons; the first button is the gold one."""

    def __init__(
        self,
        icon: str,
        text: str,
        ways: Sequence[BarButton],
        ink: colours.Rgb = colours.GOLD,
    ) -> None:
        """`ink`: the colour of the sign."""
        self._icon, self.text, self._ink = icon, text, ink
        self.told = icon, text, tuple(ways), ink
        """What tells it from another bar."""
        self._style = TEXT
        self._labels = [way.label for way in ways]
        self._short = [way.short or way.label for way in ways]
        self.rect = pygame.Rect(0, 0, 0, 0)
        """Where it is, in window pixels."""
        self.widgets = [
            Button(
                way.name,
                way.label,
                way.name.row.icon,
                kind=ButtonKind.PLAIN if number else ButtonKind.PRIMARY,
                style=fonts.BUTTON_SMALL,
                height=BUTTON_HEIGHT,
                tooltip=way.label,
            )
            for number, way in enumerate(ways)
        ]

    def place(self, window: TableFrame, look: Look, floor: int) -> None:
        """Lay it out at the bottom of the card area, no lower than the floor."""
        self._style = SMALL_TEXT if window.small else TEXT
        look = self._roomy(window, look)
        head, text = self._head(look)
        sizes = self._fitted(look, window.area.w - head - text - look.px(4))
        width = head + text + sum(w + look.px(8) for w, _ in sizes) + look.px(4)
        button = look.px(SMALL_BUTTON if window.small else BUTTON_HEIGHT)
        height = max(look.px(SMALL_HEIGHT if window.small else HEIGHT), button + 8)
        self.rect = pygame.Rect(0, 0, width, height)
        centre = window.area.bottom - height // 2 + BELOW
        if not window.small:
            centre = min(window.area.bottom - look.px(CENTRE_ABOVE), centre)
        self.rect.center = window.area.centre[0], centre
        self.rect.bottom = min(self.rect.bottom, floor)
        x = self.rect.x + head + text
        for widget, (w, _) in zip(self.widgets, sizes, strict=True):
            widget.place(look, pygame.Rect(x, self.rect.centery - button // 2, w, button))
            x += w + look.px(8)

    def _head(self, look: Look) -> tuple[int, int]:
        """The widths of the sign and of the text, with what is free around them."""
        sign = look.px(20) + look.px(ICON) + look.px(10)
        return sign, look.width(self.text, self._style) + look.px(24)

    def _roomy(self, window: TableFrame, look: Look) -> Look:
        """The look with which all words of the bar have room: at the player's size, or reduced
        where words would be left out, but not below the usual size.
        """
        largest = bottom_bar_scale(window).factor
        usual, share = window.card_scale.factor / largest, 1.0
        while share >= usual:
            smaller = look.at_factor(largest * share)
            head = sum(self._head(smaller))
            for widget, label in zip(self.widgets, self._short, strict=True):
                widget.label = label
                head += widget.natural_size(smaller)[0] + smaller.px(8)
            if head + smaller.px(4) <= window.area.w:
                return smaller
            share -= SHRINKING
        return look.at_factor(min(window.text_scale.factor, window.card_scale.factor))

    def _fitted(self, look: Look, room: int) -> list[tuple[int, int]]:
        """The sizes of the buttons in pixels; sets their labels. If not all labels fit, the short
        ones are used; if these do not fit either, buttons from the last one on have icons alone.
        """
        count = len(self.widgets)
        choices = [self._labels]
        choices += [self._short[:n] + [""] * (count - n) for n in range(count, 0, -1)]
        for labels in choices:
            for widget, label in zip(self.widgets, labels, strict=True):
                widget.label = label
            sizes = [widget.natural_size(look) for widget in self.widgets]
            if sum(w + look.px(8) for w, _ in sizes) <= room:
                break
        return sizes

    def draw(self, target: pygame.Surface) -> None:
        """Draw its ground and text; its buttons are drawn with the other controls."""
        look = self.widgets[0].look
        rect, radius = self.rect, self.rect.h / 3.2
        look.paint.shadow(target, rect, radius, look.px(12), (0, look.px(6)), 150)
        edge = colours.tint(colours.GOLD_EDGE, 0.6)
        fill = colours.tint(colours.TABLE_BAR, 0.97)
        look.paint.box(target, rect, radius, fill, edge, look.scale.line(1.4))
        middle = rect.x + look.px(20) + look.px(ICON) // 2
        look.icon(target, self._icon, self._ink, (middle, rect.centery), look.px(ICON))
        at = (rect.x + look.px(20) + look.px(ICON) + look.px(10), rect.centery)
        look.write(target, self.text, self._style, colours.CREAM, at)

"""The bar at the bottom of a table: a text such as `No move is left`, and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.table.window_layout import SMALL_BOTTOM_BAR, TableFrame, bottom_bar_scale
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
SMALL_BUTTON = 30
SMALL_MARGIN = 4
LEAVE_GAP = 12
"""Between it and the button that leaves the table, in pixels of the screen's density."""
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
        self._left = 0
        """Where its content begins; the bar may be wider."""
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
        """Lay it out at the bottom of the card area, no lower than the floor; in a small window in
        place of all figures, beside the button that leaves.
        """
        self._style = SMALL_TEXT if window.small else TEXT
        area = pygame.Rect(window.area)
        if window.small:
            area = pygame.Rect(window.edge)
            area.width -= area.h + look.scale.fixed(LEAVE_GAP)
            area.x = window.edge.right - area.w if window.mirrored else window.edge.x
            area.inflate_ip(-2 * SMALL_MARGIN, 0)
        look, labels = self._fitted(window, look, area.w)
        wide = self._width(look, labels)
        button = look.px(SMALL_BUTTON if window.small else BUTTON_HEIGHT)
        high = max(look.px(SMALL_BOTTOM_BAR if window.small else HEIGHT), button + 8)
        self._left = area.centerx - wide // 2
        self.rect = pygame.Rect(0, 0, max(wide, area.w) if window.small else wide, high)
        self.rect.centerx = area.centerx
        if window.small:
            self.rect.bottom = window.height
        else:
            centre = min(area.bottom - look.px(CENTRE_ABOVE), area.bottom - high // 2 + BELOW)
            self.rect.bottom = min(centre + high // 2, floor)
        x = self._left + self._head(look)
        for widget in self.widgets:
            w = widget.natural_size(look)[0]
            widget.place(look, pygame.Rect(x, self.rect.centery - button // 2, w, button))
            x += w + look.px(8)

    def _head(self, look: Look) -> int:
        """The width of the sign and of the text, with what is free around them."""
        sign = look.px(20) + look.px(ICON) + look.px(10)
        return sign + look.width(self.text, self._style) + look.px(24)

    def _width(self, look: Look, labels: Sequence[str]) -> int:
        """The width with some labels, which the buttons get."""
        for widget, label in zip(self.widgets, labels, strict=True):
            widget.label = label
        buttons = sum(widget.natural_size(look)[0] + look.px(8) for widget in self.widgets)
        return self._head(look) + buttons + look.px(4)

    def _fitted(self, window: TableFrame, look: Look, room: int) -> tuple[Look, list[str]]:
        """The look and the labels with which the bar has room: at the player's size, or reduced
        where short labels would be left out, but not below the usual size. If the short ones do not
        fit either, buttons from the last one on have icons alone.
        """
        largest, usual = bottom_bar_scale(window).factor, window.card_scale.factor
        count = len(self.widgets)
        while self._width(look := look.at_factor(largest), self._short) > room and largest > usual:
            largest = max(usual, largest - SHRINKING)
        choices = [self._labels]
        choices += [self._short[:n] + [""] * (count - n) for n in range(count, -1, -1)]
        for labels in choices:
            if self._width(look, labels) <= room:
                break
        return look, labels

    def draw(self, target: pygame.Surface) -> None:
        """Draw its ground and text; its buttons are drawn with the other controls."""
        look = self.widgets[0].look
        rect, radius = self.rect, self.rect.h / 3.2
        look.paint.shadow(target, rect, radius, look.px(12), (0, look.px(6)), 150)
        edge = colours.tint(colours.GOLD_EDGE, 0.6)
        fill = colours.tint(colours.TABLE_BAR, 0.97)
        look.paint.box(target, rect, radius, fill, edge, look.scale.line(1.4))
        middle = self._left + look.px(20) + look.px(ICON) // 2
        look.icon(target, self._icon, self._ink, (middle, rect.centery), look.px(ICON))
        at = (self._left + look.px(20) + look.px(ICON) + look.px(10), rect.centery)
        look.write(target, self.text, self._style, colours.CREAM, at)

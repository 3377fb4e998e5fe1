"""A question over a dimmed scene: a title, a text, perhaps an entry, and buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.widgets import control_sizes
from game.widgets.base import Cancelled, Consumed, Pressed, Widget, WidgetAction
from game.widgets.button import Button
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.text_flow import TextLine, draw_line, line_height, wrap

DIALOG_TITLE: Final = fonts.TextStyle(fonts.Face.SERIF_SEMIBOLD, 26)

WIDTH = 460
LEAST_MARGIN = 16
TITLE_ROOM = 52
SENTENCE_ENDS = ".!?:…"
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Factors of its size, in order. It is drawn at the first at which it fits the window."""


class Dialog:
    """A modal dialog: it uses every event. A button answers Pressed, Escape Pressed(cancel).

    `buttons` go from left to right; the last one is the usual answer. The focus begins on
    `entry`, if there is one, else on the last button.
    """

    def __init__(
        self,
        title: str,
        text: str,
        buttons: Sequence[Button],
        *,
        cancel: str,
        entry: Widget | None = None,
    ) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self._title = title
        self._text = text
        self._buttons = list(buttons)
        self._cancel = cancel
        self._entry = entry
        self._lines: list[TextLine] = []
        self._stacked = False
        """Its buttons stand below each other."""
        self.group = FocusGroup([*([entry] if entry else []), *self._buttons])
        self.group.focus(entry or self._buttons[-1])

    @property
    def stale(self) -> bool:
        """Whether it looks different from when it was last drawn."""
        return self.group.stale

    @property
    def words(self) -> tuple[str, ...]:
        """The title, and the text if there is one."""
        return tuple(filter(None, (self._title, self._text)))

    @property
    def spoken(self) -> str:
        """Title and text as sentences, for a screen reader."""
        ended = (text if text[-1] in SENTENCE_ENDS else f"{text}." for text in self.words)
        return " ".join(ended) if len(self.words) > 1 else self._title

    def say(self, text: str) -> None:
        """Change the text. Call `place` afterwards."""
        self._text = text

    # Layout

    def place(self, look: Look, window: pygame.Rect) -> None:
        """Centre it in the window, at a smaller scale if it would be higher than that."""
        for share in SHARES:
            smaller = look.at_factor(look.scale.factor * share)
            self._measure(smaller, window)
            if self.rect.height <= window.height:
                break
        self._place_entry(smaller)
        self._place_buttons(smaller)

    def _measure(self, look: Look, window: pygame.Rect) -> None:
        """Break its text into lines and set `rect`."""
        margin, padding = look.px(LEAST_MARGIN), look.px(control_sizes.PANEL_PADDING)
        buttons = self._buttons_width(look) + 2 * padding
        width = min(max(look.px(WIDTH), buttons), window.width - 2 * margin)
        self._stacked = buttons > width
        self._lines = wrap(look, self._text, fonts.ROW, width - 2 * padding)
        self.rect = pygame.Rect(0, 0, width, self._height(look))
        self.rect.center = window.center

    def _buttons_width(self, look: Look) -> int:
        widths = [button.natural_size(look)[0] for button in self._buttons]
        return sum(widths) + look.px(control_sizes.GAP) * (len(widths) - 1)

    def _text_top(self, look: Look) -> int:
        return look.px(control_sizes.PANEL_PADDING + TITLE_ROOM)

    def _text_height(self, look: Look) -> int:
        return len(self._lines) * line_height(look, fonts.ROW)

    def _height(self, look: Look) -> int:
        gap = look.px(control_sizes.PANEL_PADDING)
        heights = [button.natural_size(look)[1] for button in self._buttons]
        between = look.px(control_sizes.GAP) * (len(heights) - 1)
        buttons = sum(heights) + between if self._stacked else max(heights)
        entry = self._entry.natural_size(look)[1] + look.px(control_sizes.GAP) if self._entry else 0
        return self._text_top(look) + self._text_height(look) + entry + gap + buttons + gap

    def _place_entry(self, look: Look) -> None:
        if self._entry:
            inner = self.rect.inflate(-2 * look.px(control_sizes.PANEL_PADDING), 0)
            top = inner.top + self._text_top(look) + self._text_height(look)
            area = pygame.Rect(inner.left, top + look.px(control_sizes.GAP), inner.width, 0)
            area.height = self._entry.natural_size(look)[1]
            self._entry.place(look, area)

    def _place_buttons(self, look: Look) -> None:
        padding = look.px(control_sizes.PANEL_PADDING)
        right, bottom = self.rect.right - padding, self.rect.bottom - padding
        for button in reversed(self._buttons):
            width, height = button.natural_size(look)
            if self._stacked:
                width = self.rect.width - 2 * padding
            button.place(look, pygame.Rect(right - width, bottom - height, width, height))
            if self._stacked:
                bottom -= height + look.px(control_sizes.GAP)
            else:
                right -= width + look.px(control_sizes.GAP)

    # Events

    def handle(self, event: pygame.event.Event) -> WidgetAction:
        """React to any event; those without meaning are Consumed."""
        action = self.group.handle(event)
        if isinstance(action, Cancelled):
            return Pressed(self._cancel)
        if action is None and event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            return Pressed(self._cancel)
        return action or Consumed()

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw its panel, text and controls."""
        look = self._buttons[-1].look
        look.paint.panel(target, self.rect, look.scale)
        left = self.rect.left + look.px(control_sizes.PANEL_PADDING)
        title_at = (left, self.rect.top + look.px(control_sizes.PANEL_PADDING + 14))
        room = self.rect.width - 2 * look.px(control_sizes.PANEL_PADDING)
        style = look.shrunk(self._title, DIALOG_TITLE, room, fonts.ROW.size)
        look.write(target, self._title, style, colours.CREAM, title_at, room=room)
        step = line_height(look, fonts.ROW)
        y = self.rect.top + self._text_top(look) + step // 2
        for line in self._lines:
            draw_line(target, look, line, fonts.ROW, colours.CREAM, (left, y))
            y += step
        self.group.draw(target)

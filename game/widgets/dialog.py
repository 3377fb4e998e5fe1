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
        any(self._fits(look.at_factor(look.scale.factor * share), window) for share in SHARES)

    def _fits(self, look: Look, window: pygame.Rect) -> bool:
        """Place it at a scale; False if it is higher than the window."""
        padding, gap = look.px(control_sizes.PANEL_PADDING), look.px(control_sizes.GAP)
        sizes = [button.natural_size(look) for button in self._buttons]
        wide = sum(width for width, _high in sizes) + gap * (len(sizes) - 1) + 2 * padding
        width = min(max(look.px(WIDTH), wide), window.width - 2 * look.px(LEAST_MARGIN))
        stacked = wide > width
        self._lines = wrap(look, self._text, fonts.ROW, width - 2 * padding)
        heights = [look.px(control_sizes.PANEL_PADDING + TITLE_ROOM)]
        heights.append(len(self._lines) * line_height(look, fonts.ROW))
        if self._entry is not None:
            heights += [gap, self._entry.natural_size(look)[1]]
        buttons = [high + gap for _width, high in sizes]
        heights += [padding, (sum(buttons) if stacked else max(buttons)) - gap, padding]
        self.rect = pygame.Rect(0, 0, width, sum(heights))
        self.rect.center = window.center
        inner = self.rect.inflate(-2 * padding, -2 * padding)
        if self._entry is not None:
            top, high = self.rect.top + sum(heights[:3]), heights[3]
            self._entry.place(look, pygame.Rect(inner.left, top, inner.width, high))
        right, bottom = inner.bottomright
        for button, (width, high) in zip(reversed(self._buttons), reversed(sizes), strict=True):
            width = inner.width if stacked else width
            button.place(look, pygame.Rect(right - width, bottom - high, width, high))
            if stacked:
                bottom -= high + gap
            else:
                right -= width + gap
        return self.rect.height <= window.height

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
        padding = look.px(control_sizes.PANEL_PADDING)
        left, room = self.rect.left + padding, self.rect.width - 2 * padding
        title_at = (left, self.rect.top + look.px(control_sizes.PANEL_PADDING + 14))
        style = look.shrunk(self._title, DIALOG_TITLE, room, fonts.ROW.size)
        look.write(target, self._title, style, colours.CREAM, title_at, room=room)
        step = line_height(look, fonts.ROW)
        top = self.rect.top + look.px(control_sizes.PANEL_PADDING + TITLE_ROOM)
        y = top + step // 2
        for line in self._lines:
            draw_line(target, look, line, fonts.ROW, colours.CREAM, (left, y))
            y += step
        self.group.draw(target)

"""The undo and redo buttons of a table repeat while the mouse holds them."""

from __future__ import annotations

from typing import Final

import pygame

from game.desktop.key_bindings import Command
from game.widgets.base import Pressed, Widget, WidgetAction
from game.widgets.focus import FocusGroup

REPEAT_AFTER_S: Final = 0.4
REPEAT_EVERY_S: Final = 1 / 22
REPEATING = (Command.UNDO, Command.REDO)
"""The buttons that do their command again while they are held."""


class HeldButtons:
    """The repeats of the buttons `REPEATING` of a group."""

    def __init__(self, focus: FocusGroup) -> None:
        self._focus = focus
        self._held_for = 0.0
        """Minus the seconds until a held button is pressed again; from 0 on it is due."""
        self._repeated = False
        """Whether the held button was pressed again: then its release does nothing more."""

    def _held(self) -> Widget | None:
        """The button that repeats and is held by the mouse, which is over it."""
        return next((w for w in self._focus.widgets if w.name in REPEATING and w.is_down), None)

    @property
    def due(self) -> float | None:
        """In how many seconds a held button is pressed again; None if none is held."""
        return None if self._held() is None else max(0.0, -self._held_for)

    def update(self, seconds: float) -> str | None:
        """Let time pass; returns the name of a button that is pressed again."""
        button = self._held()
        if button is None:
            self._held_for = -REPEAT_AFTER_S
            return None
        self._held_for += seconds
        if self._held_for < 0:
            return None
        self._held_for = -REPEAT_EVERY_S
        self._repeated = True
        return button.name

    def follow(self, event: pygame.event.Event) -> None:
        """Note an event, before the group handles it."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._repeated, self._held_for = False, -REPEAT_AFTER_S

    def has_done(self, event: pygame.event.Event, action: WidgetAction | None) -> bool:
        """True if an event released a button that was pressed again: it does nothing more."""
        if isinstance(action, Pressed) and self._repeated and event.type != pygame.KEYDOWN:
            self._repeated = False
            return True
        return False

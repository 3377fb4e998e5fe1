"""A dialog over the scene below: what every question, name and progress has in common."""

from __future__ import annotations

from typing import Any

import pygame

from game.graphics import colours
from game.scenes.common.base import Change, Pop, Scene
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.dialog import Dialog
from game.widgets.focus import FocusGroup


class DialogScene(Scene):
    """Shows one dialog. A subclass makes it, and says in `_answer` what its controls do."""

    overlay = True

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._dialog: Dialog
        self._outdated = False

    def follow_language(self) -> None:
        """Its words may come from elsewhere: where it cannot say them anew, it closes."""
        self._outdated = True

    def resume(self) -> Change | None:
        """Close where the words are of the language before."""
        return Pop() if self._outdated else super().resume()

    def place(self, size: tuple[int, int]) -> None:
        """In the middle."""
        super().place(size)
        self._dialog.place(self.services.look(self.scale), pygame.Rect((0, 0), size))

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return self._dialog.group

    def handle(self, event: pygame.event.Event) -> Change | None:
        """What was chosen, or nothing yet."""
        action = self._dialog.handle(event)
        self.stale = self.stale or self._dialog.stale
        return self._answer(action) if isinstance(action, Pressed | Submitted) else None

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        """What follows a button, Escape, or Enter in a field."""
        raise NotImplementedError

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog, over what lies below in the dark."""
        self.services.paint.veil(target, pygame.Rect((0, 0), self.size), colours.VEIL_FILL)
        self._dialog.draw(target)
        return None

    def traced(self) -> dict[str, Any] | None:
        """Its controls."""
        return {"buttons": {w.name: list(w.rect) for w in self._dialog.widgets}}

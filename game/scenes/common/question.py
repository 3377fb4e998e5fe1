"""A question over the scene below, with a yes and a no."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.graphics import theme
from game.scenes.common.base import Change, Pop, Scene, Services
from game.widgets.base import Pressed
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog
from game.widgets.focus import FocusGroup

YES, NO = "yes", "no"


class QuestionScene(Scene):
    """Escape is a no."""

    name = "question"
    overlay = True

    def __init__(
        self, services: Services, title: str, text: str, yes: str, do: Callable[[], None]
    ) -> None:
        """`do` is called after a yes."""
        super().__init__(services)
        self._do = do
        self._outdated = False
        buttons = [
            Button(YES, yes),
            Button(NO, services.language("Cancel"), kind=ButtonKind.PRIMARY),
        ]
        self._dialog = Dialog(title, text, buttons, cancel=NO)

    def resume(self) -> Change | None:
        """What it asks was said in the language of before: it is not asked any more."""
        return Pop() if self._outdated else super().resume()

    def follow_language(self) -> None:
        """Its words are not its own."""
        self._outdated = True

    def place(self, size: tuple[int, int]) -> None:
        """In the middle."""
        super().place(size)
        self._dialog.place(self.services.look(self.scale), pygame.Rect((0, 0), size))

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return self._dialog.group

    def handle(self, event: pygame.event.Event) -> Change | None:
        """The answer, or nothing yet."""
        action = self._dialog.handle(event)
        self.stale = self.stale or self._dialog.stale
        if not isinstance(action, Pressed):
            return None
        if action.name == YES:
            self._do()
        return Pop()

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog, over what lies below in the dark."""
        whole = pygame.Rect((0, 0), self.size)
        self.services.paint.veil(target, whole, theme.VEIL_FILL)
        self._dialog.draw(target)
        return None

    def traced(self) -> dict[str, Any] | None:
        """Its buttons."""
        return {"buttons": {w.name: list(w.rect) for w in self._dialog.widgets}}

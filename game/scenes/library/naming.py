"""The dialog in which a deal's name or note is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from game.graphics import theme
from game.scenes.common.base import Change, Pop, Scene, Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog
from game.widgets.text_entry import TextEntry

SAVE, CANCEL, TEXT = "save", "cancel", "text"


class NamingScene(Scene):
    """Enter saves, Escape does not."""

    name = "naming"
    overlay = True

    def __init__(
        self, services: Services, title: str, text: str, most: int, take: Callable[[str], None]
    ) -> None:
        """`take` is given the text that is saved, of `most` letters."""
        super().__init__(services)
        _ = services.language
        self._take, self._outdated = take, False
        self._entry = TextEntry(TEXT, text, most=most)
        buttons = [
            Button(CANCEL, _("Cancel")),
            Button(SAVE, _("Save"), kind=ButtonKind.PRIMARY),
        ]
        self._dialog = Dialog(title, "", buttons, cancel=CANCEL, entry=self._entry)

    def resume(self) -> Change | None:
        """What it asks was said in the language of before: it closes."""
        return Pop() if self._outdated else super().resume()

    def follow_language(self) -> None:
        """Its words are not its own."""
        self._outdated = True

    def place(self, size: tuple[int, int]) -> None:
        """In the middle."""
        super().place(size)
        self._dialog.place(self.services.look(self.scale), pygame.Rect((0, 0), size))

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Type, save or cancel."""
        action = self._dialog.handle(event)
        self.stale = self.stale or self._dialog.stale
        saved = isinstance(action, Submitted) or action == Pressed(SAVE)
        if saved:
            self._take(self._entry.text.strip())
        return Pop() if saved or isinstance(action, Pressed) else None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog, over what lies below in the dark."""
        self.services.paint.veil(target, pygame.Rect((0, 0), self.size), theme.VEIL_FILL)
        self._dialog.draw(target)
        return None

    def traced(self) -> dict[str, Any] | None:
        """Its controls."""
        return {"buttons": {w.name: list(w.rect) for w in self._dialog.widgets}}

"""The moment in which answers are imported: how far it is, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pygame

from game.importing import Importing
from game.keys import Command
from game.scenes.base import Change, Push, Replace, Scene, Services
from game.scenes.report import ReportScene
from game.widgets.base import Pressed
from game.widgets.button import Button
from game.widgets.dialog import Dialog

AT_ONCE: Final = 8
"""Lines: a file so short is read before anything is shown."""
SLICE_S: Final = 0.01
"""Of reading between two frames."""


def begin(services: Services, importing: Importing) -> Change:
    """The report of a short file; of a longer one, this scene until it is read."""
    importing.work(SLICE_S, AT_ONCE)
    if importing.done:
        return Push(_report(services, importing.lines))
    return Push(ImportScene(services, importing))


def _report(services: Services, lines: Callable[[], list[str]]) -> ReportScene:
    _ = services.language
    return ReportScene(services, lambda: _("Imported answers"), lines)


class ImportScene(Scene):
    """A piece is read between two frames; Escape stops it, and what was read is kept."""

    name = "import"
    overlay = True

    def __init__(self, services: Services, importing: Importing) -> None:
        super().__init__(services)
        self._importing = importing
        self._shown = False
        """A frame was drawn since the last piece."""
        self._dialog = self._new_dialog()

    def _new_dialog(self) -> Dialog:
        _ = self.services.language
        stop = Button(Command.BACK, _("Stop"))
        text = self._text()
        return Dialog(_("Importing answers"), text, [stop], cancel=Command.BACK)

    def _text(self) -> str:
        _, importing = self.services.language, self._importing
        text = _.plural(
            "{n} of {count} lines is read", "{n} of {count} lines are read", importing.read
        )
        return text.format(n=importing.read, count=importing.count)

    def place(self, size: tuple[int, int]) -> None:
        """In the middle."""
        super().place(size)
        self._dialog.place(self.services.look(self.scale), pygame.Rect((0, 0), size))

    def follow_language(self) -> None:
        """The dialog in the other language."""
        self._dialog = self._new_dialog()

    @property
    def busy(self) -> bool:
        """Always: it goes by itself."""
        return True

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Stop, if that is asked for."""
        action = self._dialog.handle(event)
        self.stale = self.stale or self._dialog.stale
        if not isinstance(action, Pressed):
            return None
        return Replace(_report(self.services, self._stopped))

    def _stopped(self) -> list[str]:
        """What is reported where it was stopped."""
        _, importing = self.services.language, self._importing
        stopped = _.plural(
            "Stopped after {n} of {count} lines; what was read is kept",
            "Stopped after {n} of {count} lines; what was read is kept",
            importing.read,
        )
        return [stopped.format(n=importing.read, count=importing.count), *importing.lines()]

    def update(self, seconds: float) -> Change | None:
        """Read the next piece, once the frame before it is seen."""
        if not self._shown:
            return None
        self._shown = False
        self._importing.work(SLICE_S)
        if self._importing.done:
            return Replace(_report(self.services, self._importing.lines))
        self._dialog.say(self._text())
        self.place(self.size)
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog."""
        self._shown = True
        self._dialog.draw(target)
        return None

    def traced(self) -> dict[str, Any] | None:
        """Its button."""
        return {"buttons": {w.name: list(w.rect) for w in self._dialog.widgets}}

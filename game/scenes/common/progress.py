"""The moment in which something long is done: how far it is, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.core.named_tuple import NamedTuple
from game.desktop.keys import Command
from game.scenes.common.base import Change, Pop, Push, Replace
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.result_page import ResultPage
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button
from game.widgets.dialog import Dialog

AT_ONCE: Final = 8
"""Pieces: what has no more is done before anything is shown."""
SLICE_S: Final = 0.01
"""Of work between two frames."""


class LongWork(Protocol):
    """Something that is done a piece at a time."""

    @property
    def count(self) -> int:
        """Pieces in all."""
        ...

    @property
    def read(self) -> int:
        """Pieces done so far."""
        ...

    @property
    def done(self) -> bool:
        """True once there is nothing left to do."""
        ...

    def work(self, seconds: float, least: int = 1) -> None:
        """Go on for about so many seconds, and so many pieces at least."""
        ...


class ReportedWork(LongWork, Protocol):
    """One of which a report tells what came of it."""

    def lines(self) -> list[str]:
        """What came of it, in words."""
        ...


class ProgressWords(NamedTuple):
    """What is told of a work, in the language of the moment."""

    scene: str
    """The scene's name in the trace."""
    heading: Callable[[Language], str]
    progress: Callable[[Language, int, int], str]
    """So many pieces of so many are done."""


class ReportWords(NamedTuple):
    """What is told after a work."""

    heading: Callable[[Language], str]
    stopped: Callable[[Language, ReportedWork], list[str]]
    """What is reported where it was stopped."""


Then = Callable[[bool], Change | None]
"""What follows a work, given whether it was stopped: asked for while the scene of the work is on
top, if it ever came.
"""


def begin(services: Services, work: LongWork, words: ProgressWords, then: Then) -> Change | None:
    """What follows a work that is soon done; of a longer one, this scene until it is done."""
    work.work(SLICE_S, AT_ONCE)
    return then(False) if work.done else Push(ProgressScene(services, work, words, then))


def reported(services: Services, work: ReportedWork, words: ReportWords) -> Then:
    """A report follows."""

    def then(stopped: bool) -> Change:
        language = services.language
        lines = (lambda: words.stopped(language, work)) if stopped else work.lines
        return Push(ResultPage(services, lambda: words.heading(language), lines))

    return then


class ProgressScene(DialogScene):
    """A piece is done between two frames; Escape stops it."""

    def __init__(
        self, services: Services, work: LongWork, words: ProgressWords, then: Then
    ) -> None:
        super().__init__(services)
        self.name = words.scene
        self._work, self._words, self._then = work, words, then
        self._shown = False
        """A frame was drawn since the last piece."""
        self._dialog = self._new_dialog()

    def _new_dialog(self) -> Dialog:
        _ = self.services.language
        stop = Button(Command.BACK, _("Stop"))
        return Dialog(self._words.heading(_), self._text(), [stop], cancel=Command.BACK)

    def _text(self) -> str:
        return self._words.progress(self.services.language, self._work.read, self._work.count)

    def follow_language(self) -> None:
        """The dialog in the other language."""
        self._dialog = self._new_dialog()

    @property
    def busy(self) -> bool:
        """Always: it goes by itself."""
        return True

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        return self._end(stopped=True)

    def _end(self, *, stopped: bool) -> Change:
        """What follows takes this scene's place."""
        change = self._then(stopped)
        match change:
            case None:
                return Pop()
            case Push(scene, None):
                return Replace(scene)
        return change

    def update(self, seconds: float) -> Change | None:
        """Do the next piece, once the frame before it is seen."""
        if not self._shown:
            return None
        self._shown = False
        self._work.work(SLICE_S)
        if self._work.done:
            return self._end(stopped=False)
        self._dialog.say(self._text())
        self.place(self.size)
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog."""
        self._shown = True
        self._dialog.draw(target)
        return None

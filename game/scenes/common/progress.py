"""The moment in which something long is done: how far it is, and a way to stop it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.core.named_tuple import NamedTuple
from game.desktop.keys import Command
from game.scenes.common.base import Change, Push, Replace, Services
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.result_page import ResultPage
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
    stopped: Callable[[Language, LongWork], list[str]]
    """What is reported where it was stopped."""
    report: Callable[[Language], str]


def begin(services: Services, work: LongWork, words: ProgressWords) -> Change:
    """The report of what is soon done; of a longer work, this scene until it is done."""
    work.work(SLICE_S, AT_ONCE)
    if work.done:
        return Push(_report(services, words, work.lines))
    return Push(ProgressScene(services, work, words))


def _report(services: Services, words: ProgressWords, lines: Callable[[], list[str]]) -> ResultPage:
    return ResultPage(services, lambda: words.report(services.language), lines)


class ProgressScene(DialogScene):
    """A piece is done between two frames; Escape stops it."""

    def __init__(self, services: Services, work: LongWork, words: ProgressWords) -> None:
        super().__init__(services)
        self.name = words.scene
        self._work, self._words = work, words
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
        language = self.services.language
        return Replace(
            _report(self.services, self._words, lambda: self._words.stopped(language, self._work))
        )

    def update(self, seconds: float) -> Change | None:
        """Do the next piece, once the frame before it is seen."""
        if not self._shown:
            return None
        self._shown = False
        self._work.work(SLICE_S)
        if self._work.done:
            return Replace(_report(self.services, self._words, self._work.lines))
        self._dialog.say(self._text())
        self.place(self.size)
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog."""
        self._shown = True
        self._dialog.draw(target)
        return None

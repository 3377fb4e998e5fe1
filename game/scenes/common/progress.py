"""Long work in a thread, behind a dialog that shows the progress and can stop it; the report of its
result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import pygame

from game.core.threads_and_memory import BackgroundJob
from game.desktop.commands import Command
from game.scenes.common.base import Change, Push, closing
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.page import PageScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.base import Pressed, Submitted, Widget
from game.widgets.button import Button
from game.widgets.text_page import Paragraph, TextPage

SLICE_S: Final = 0.01
"""Seconds that the work is waited for before the dialog is shown, and between two frames."""
ABOVE: Final = 16
"""Between the header of the report and its lines, in dp."""


def percent_done(_: Language, done: int, count: int) -> str:
    """The usual words for progress."""
    return _("{n}% done").format(n=100 * done // max(1, count))


class LongWork(NamedTuple):
    """A job, the words of its dialog, and what follows. The words are asked for in the current
    language.
    """

    job: BackgroundJob
    scene: str
    """The dialog's name in the trace."""
    heading: Callable[[Language], str]
    then: Callable[[bool, Exception | None], Change | None]
    """Called after the job, with whether it was stopped, and with its error. The change that it
    returns is applied to the stack without the progress scene, whether or not that was shown.
    """
    progress: Callable[[Language, int, int], str] = percent_done
    """Called with the job's steps that are done, and with all."""
    errors: tuple[type[Exception], ...] = ()
    """The errors with which the job may end."""

    def go_on(self) -> tuple[bool, Exception | None]:
        """Wait for the job for a moment. Returns whether it has ended, and its error."""
        try:
            self.job.work(SLICE_S)
        except self.errors as error:
            return True, error
        return self.job.done, None


def begin(services: Services, work: LongWork) -> Change | None:
    """Wait for short work and return what follows it; for longer work push the dialog."""
    done, error = work.go_on()
    return work.then(False, error) if done else Push(ProgressScene(services, work))


class ProgressScene(DialogScene):
    """Shows how far the work is. Escape stops it."""

    def __init__(self, services: Services, work: LongWork) -> None:
        super().__init__(services)
        self.name, self._work = work.scene, work
        self._shown = False
        """A frame was drawn since the work was looked at."""
        self.follow_language()

    def follow_language(self) -> None:
        """Word the dialog in the language of now."""
        _ = self.services.language
        stop = Button(Command.BACK, _("Stop"))
        self.ask(self._work.heading(_), self._text(), [stop], cancel=Command.BACK)

    def _text(self) -> str:
        job = self._work.job
        return self._work.progress(self.services.language, job.read, job.count)

    @property
    def busy(self) -> bool:
        """Always True: the work goes on without events."""
        return True

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        self._work.job.close()
        return closing(self._work.then(True, None))

    def update(self, seconds: float) -> Change | None:
        """Look how far the work is, once the progress so far has been drawn."""
        if not self._shown:
            return None
        self._shown = False
        done, error = self._work.go_on()
        if done:
            return closing(self._work.then(False, error))
        self.words = self.words[0], self._text()
        self.place(self.size)
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog."""
        self._shown = True
        self.draw_panel(target)
        return None


class ResultPage(PageScene):
    """Shows a heading and lines; many lines scroll."""

    name = "report"
    usual_height = 420

    def __init__(
        self,
        services: Services,
        heading: Callable[[Language], str],
        lines: Callable[[], Sequence[str]],
    ) -> None:
        """`lines` is called again when the language changes."""
        super().__init__(services, heading)
        self._lines = lines
        self._page = TextPage("report")
        self.rebuild()
        self.focus.focus(self._page)

    def controls(self) -> Sequence[Widget]:
        """The lines in the current language."""
        self._page.fill([Paragraph(_plain(line)) for line in self._lines()])
        self._page.spoken = self.heading
        return [self._page]

    def arrange(self) -> None:
        """The page fills the panel."""
        self._page.place(self.look, self.content.inflate(0, -2 * self.look.px(ABOVE)))


def _plain(line: str) -> str:
    """A line without the characters that the page treats as markup."""
    return line.replace("**", "").replace("`", "'")

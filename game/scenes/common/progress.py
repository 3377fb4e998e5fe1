"""Long work in a thread, behind a dialog that shows the progress and can stop it; the report of its
result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, Protocol

import pygame

from game.desktop.key_bindings import Command
from game.scenes.common.base import Change, Push, closing
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.page import PageScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button
from game.widgets.dialog import Dialog
from game.widgets.text_page import Paragraph, TextPage

SLICE_S: Final = 0.01
"""Seconds that the work is waited for before the dialog is shown, and between two frames."""
ABOVE: Final = 16
"""Between the header of the report and its lines, in dp."""


class LongWork(Protocol):
    """A `BackgroundJob`, or what is made of one."""

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

    def work(self, seconds: float) -> None:
        """Wait for it, or work, for about this many seconds."""
        ...

    def close(self) -> None:
        """Stop the work."""
        ...


class ReportedWork(LongWork, Protocol):
    """Long work whose result is shown in a report."""

    def lines(self) -> list[str]:
        """The lines of the report."""
        ...


def percent_done(_: Language, done: int, count: int) -> str:
    """The usual words for progress."""
    return _("{n}% done").format(n=100 * done // max(1, count))


class ProgressWords(NamedTuple):
    """The words of the progress dialog. Its functions are called with the current language."""

    scene: str
    """The scene's name in the trace."""
    heading: Callable[[Language], str]
    progress: Callable[[Language, int, int], str] = percent_done
    """Called with the pieces done and the pieces in all."""


class ReportWords(NamedTuple):
    """The words of the report."""

    heading: Callable[[Language], str]
    stopped: Callable[[Language, ReportedWork], list[str]]
    """The report's lines if the work was stopped."""


Then = Callable[[bool], Change | None]
"""Called after the work, with whether it was stopped. The change that it returns is applied to the
stack without the progress scene, whether or not that was shown.
"""


def begin(services: Services, work: LongWork, words: ProgressWords, then: Then) -> Change | None:
    """Wait for short work and return the result of `then`; for longer work push the dialog."""
    work.work(SLICE_S)
    return then(False) if work.done else Push(ProgressScene(services, work, words, then))


def begin_reported(
    services: Services,
    work: ReportedWork,
    words: ProgressWords,
    report: ReportWords,
    after: Callable[[], None] = lambda: None,
) -> Change | None:
    """As `begin`; the report of the work follows. `after` is called once the work has ended."""

    def then(stopped: bool) -> Change:
        after()
        lines = (lambda: report.stopped(services.language, work)) if stopped else work.lines
        return Push(ResultPage(services, report.heading, lines))

    return begin(services, work, words, then)


class ProgressScene(DialogScene):
    """Shows how far the work is. Escape stops it."""

    def __init__(
        self, services: Services, work: LongWork, words: ProgressWords, then: Then
    ) -> None:
        super().__init__(services)
        self.name = words.scene
        self._work, self._words, self._then = work, words, then
        self._shown = False
        """A frame was drawn since the work was looked at."""
        self._dialog = self._new_dialog()

    def _new_dialog(self) -> Dialog:
        _ = self.services.language
        stop = Button(Command.BACK, _("Stop"))
        return Dialog(self._words.heading(_), self._text(), [stop], cancel=Command.BACK)

    def _text(self) -> str:
        return self._words.progress(self.services.language, self._work.read, self._work.count)

    def follow_language(self) -> None:
        """Remake the dialog in the other language."""
        self._dialog = self._new_dialog()

    @property
    def busy(self) -> bool:
        """Always True: the work goes on without events."""
        return True

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        self._work.close()
        return closing(self._then(True))

    def update(self, seconds: float) -> Change | None:
        """Look how far the work is, once the progress so far has been drawn."""
        if not self._shown:
            return None
        self._shown = False
        self._work.work(SLICE_S)
        if self._work.done:
            return closing(self._then(False))
        self._dialog.say(self._text())
        self.place(self.size)
        return None

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The dialog."""
        self._shown = True
        self._dialog.draw(target)
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
        self._fill()

    def _fill(self) -> None:
        """Show the lines in the current language."""
        self._page.fill([Paragraph(_plain(line)) for line in self._lines()])
        self._page.spoken = self.heading
        self.focus.widgets = [self.back, self._page]
        self.focus.focus(self._page)

    def follow_language(self) -> None:
        """Fetch the lines in the other language."""
        self.back = self.back_button()
        self._fill()

    def arrange(self) -> None:
        """The page fills the panel."""
        self._page.place(self.look, self.content.inflate(0, -2 * self.look.px(ABOVE)))


def _plain(line: str) -> str:
    """A line without the characters that the page treats as markup."""
    return line.replace("**", "").replace("`", "'")

"""A page of lines that report the result of some work."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.scenes.common.page_panel import PageScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.text_page import Paragraph, TextPage

ABOVE = 16


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

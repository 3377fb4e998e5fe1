"""A page of lines that report the result of some work."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.scenes.common.page_panel import PageScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.widgets.text_page import Block, Paragraph, TextPage

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
        self._page = TextPage("report", self._blocks())
        self._gather()

    def _blocks(self) -> list[Block]:
        return [Paragraph(_plain(line)) for line in self._lines()]

    def _gather(self) -> None:
        self._page.spoken = self.heading
        self.focus.widgets = [self.back, self._page]
        self.focus.focus(self._page)

    def follow_language(self) -> None:
        """Fetch the lines in the other language."""
        self.back = self.back_button()
        self._page.fill(self._blocks())
        self._gather()

    def arrange(self) -> None:
        """The page fills the panel."""
        look, area = self.look, self.content.copy()
        area.y += look.px(ABOVE)
        area.h -= 2 * look.px(ABOVE)
        self._page.place(look, area)


def _plain(line: str) -> str:
    """A line without the characters that the page treats as markup."""
    return line.replace("**", "").replace("`", "'")

"""The figures of a table: what each one shows, says and does, and the verdict light among them."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.core.translatable_texts import Wording
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours
from game.graphics.colours import Rgb
from game.play.verdict import VerdictLight, verdict_words
from game.system.language import Language
from game.widgets.base import Consumed, Pressed, Widget, WidgetAction
from game.widgets.look import Look

LIGHT: Final = "light"
"""The name of the verdict light among the figures."""
RADIUS: Final = 8


class Figure(NamedTuple):
    """One figure beside a table, which `FiguresBar` draws."""

    name: str
    value: str = ""
    word: str = ""
    """What the value is; it may have several lines."""
    sign: str = ""
    """An icon for the word, where there is no room for that."""
    tooltip: str = ""
    """What the figure means, and what a click on it does."""
    click: Command | None = None
    told: str = ""
    """The value in words, for a screen reader; empty: `value`."""
    more: str = ""
    """A line below the word."""
    more_ink: Rgb = colours.DIM
    in_line: str = ""
    """The word where it has one line only; empty: `word`."""
    of: tuple[int, int] | None = None
    """How many of how many: so many signs are gold, without a sign a bar is filled."""
    ink: Rgb = colours.CREAM
    sign_ink: Rgb = colours.DIM
    signed: bool = False
    """The sign is always shown."""
    result: bool = False
    """The length of an answer, not the state of the game: it goes to the end."""

    @property
    def label(self) -> str:
        """The word in one line."""
        return self.in_line or self.word


class FigureSpot(Widget):
    """One figure as a control: has its tooltip, answers Pressed with its command."""

    focusable = False

    def __init__(self, figure: Figure, _: Language) -> None:
        self._command = figure.click
        key = "" if self._command is None else key_name(self._command, _)
        super().__init__(f"figure-{figure.name}", key=key)

    def follow(self, look: Look, area: pygame.Rect, figure: Figure) -> None:
        """Take the area where the figure was drawn, and the words for what it shows."""
        self.tooltip = figure.tooltip
        self.spoken = f"{figure.tooltip}, {figure.told or figure.value}"
        if area != self.rect:
            stale = self.stale
            self.place(look, area)
            self.stale = stale

    def target(self) -> pygame.Rect:
        """The figure's own area, not enlarged, because figures lie close to each other."""
        return self.rect

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Answer Pressed with the figure's command, or Consumed if it has none."""
        return Consumed() if self._command is None else Pressed(self._command)

    def draw(self, target: pygame.Surface) -> None:
        """Lighten the figure under the mouse if it can be clicked."""
        if self.hovered and self._command is not None:
            area = self.rect.inflate(-2, 0)
            self.look.paint.box(target, area, self.look.px(RADIUS), colours.ROW_HOVER_FILL)


# The verdict light

LIGHTS: Final[dict[VerdictLight, tuple[Rgb, str, Wording]]] = {
    VerdictLight.CAN: (colours.GREEN, "check", Wording("can be won")),
    VerdictLight.CANNOT: (colours.CORAL, "cross", Wording("can no\nlonger be won")),
    VerdictLight.NEVER: (colours.CORAL, "cross", Wording("cannot\nbe won")),
    VerdictLight.WITHOUT: (colours.GREEN, "check", Wording("can be won\nwithout\na redeal")),
    VerdictLight.ONE: (colours.GOLD, "redeal", Wording("can be won\nwith one\nredeal")),
    VerdictLight.TWO: (colours.GOLD, "redeal", Wording("can be won\nwith two\nredeals")),
    VerdictLight.AT_MOST_ONE: (
        colours.GOLD, "redeal", Wording("can be won\nwith at most\none redeal"),
    ),
    VerdictLight.AT_MOST_TWO: (
        colours.GOLD, "redeal", Wording("can be won\nwith at most\ntwo redeals"),
    ),
    VerdictLight.WHATEVER: (
        colours.CORAL, "cross", Wording("cannot be\nwon, whatever\nyou do"),
    ),
    VerdictLight.THINKING: (colours.DIM, "clock", Wording("still\nthinking")),
    VerdictLight.UNKNOWN: (colours.DIM, "help", Wording("not known")),
    VerdictLight.NO_SOLVER: (colours.DIM, "help", Wording("not known")),
}  # fmt: skip
"""Each verdict's colour, the name of its icon, and its words in lines that are short enough for the
right edge.
"""


def light_figure(light: VerdictLight, _: Language) -> Figure:
    """The verdict light as a figure."""
    ink, sign, wording = LIGHTS[light]
    words = wording.translated(_)
    return Figure(
        LIGHT, "", words, sign, _("Can you still win? Click to hide the light"), Command.VERDICT,
        told=verdict_words(light, _), in_line=words.replace("\n", " "),
        ink=ink, sign_ink=ink, signed=True,
    )  # fmt: skip

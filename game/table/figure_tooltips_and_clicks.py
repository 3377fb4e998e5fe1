"""The figures of a table as controls: the tooltip of each one, and what a click on it does."""

from __future__ import annotations

from typing import Final

import pygame

from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_bindings import Command
from game.graphics import colours
from game.play.verdict import verdict_words
from game.system.language import Language
from game.table.figure_values import Figures
from game.widgets.base import Consumed, Pressed, Widget, WidgetAction
from game.widgets.look import Look

CLICKS: Final = {
    "other": Command.SWITCH_PATH,
    "bookmarks": Command.BOOKMARKS,
    "light": Command.VERDICT,
    "best": Command.FOLLOW_BEST,
    "shortest": Command.SHOW_SHORTEST,
}
"""What a click on a figure does; figures that are not listed only have a tooltip."""
FIGURE_NAMES: Final = (
    "moves", "other", "bookmarks", "clock", "home", "turns", "light", "best", "alone", "shortest",
)  # fmt: skip
RADIUS: Final = 8


class FigureSpot(Widget):
    """One figure, which `FigureEdge` draws: has a tooltip, answers Pressed with its command."""

    focusable = False

    def __init__(self, figure: str, _: Language) -> None:
        self.figure = figure
        self._command = CLICKS.get(figure)
        key = "" if self._command is None else key_name(self._command, _)
        super().__init__(f"figure-{figure}", key=key)
        self._ = _

    def follow(self, look: Look, area: pygame.Rect, shown: Figures) -> None:
        """Take the area where the figure was drawn, and the words for what it shows."""
        self.tooltip = figure_words(self.figure, shown, self._)
        value = figure_value(self.figure, shown, self._)
        self.spoken = f"{self.tooltip}, {value}" if value else self.tooltip
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


def figure_words(figure: str, shown: Figures, _: Language) -> str:
    """What a figure means, and what a click on it does."""
    words = {
        "moves": _("Moves made so far"),
        "other": _("A shorter path leads here: click to take it"),
        "bookmarks": _("Bookmarks: click for the list"),
        "clock": _("Time played"),
        "home": shown.home_words,
        "turns": shown.turns_words,
        "light": _("Can you still win? Click to hide the light"),
        "best": _("Your best solution: click to make redo follow it"),
        "alone": _("Your best unaided solution"),
        "shortest": _("The best known solution: click to see it"),
    }
    if figure == "clock" and shown.clock_in_all:
        told = _("Time for this attempt; {time} over all attempts")
        return told.format(time=shown.clock_in_all)
    if figure == "shortest" and shown.proved:
        return _("The shortest possible solution: click to see it")
    return words[figure]


def figure_value(figure: str, shown: Figures, _: Language) -> str:
    """The value of a figure in words, for a screen reader; empty if the figure is not shown."""
    match figure:
        case "home":
            return _("{n} of {count}").format(n=shown.home[0], count=shown.home[1])
        case "turns":
            turns = shown.turns
            return _("{n} of {count}").format(n=turns[0], count=turns[1]) if turns else ""
        case "light":
            return "" if shown.light is None else verdict_words(shown.light, _)
        case "other":
            return _path_words(shown, _)
        case "shortest" if shown.redeals:
            return f"{shown.shortest}, {shown.redeals}"
    value = getattr(shown, figure)
    return "" if value is None else str(value)


def _path_words(shown: Figures, _: Language) -> str:
    """The length of the shorter way, and of the answer that it leads to."""
    length = "" if shown.other is None else str(shown.other)
    if shown.other is None or shown.other_answer is None:
        return length
    words = _.plural(
        "leads to a solution in {n} move", "leads to a solution in {n} moves", shown.other_answer
    )
    return f"{length}, {words.format(n=shown.other_answer)}"

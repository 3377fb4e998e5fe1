"""The menu's buttons, which may leave out their icon or their word."""

from __future__ import annotations

from enum import Enum

from game.graphics import fonts
from game.graphics.fonts import TextStyle
from game.widgets.button import Button
from game.widgets.look import Look


class ButtonForm(Enum):
    """What is on a button: icon and word, the word alone, or the icon alone."""

    WHOLE = "whole"
    WORD = "word"
    ICON = "icon"


class MenuButton(Button):
    """A button with an icon and a word, which is its tooltip too."""

    def __init__(
        self, name: str, word: str, icon: str, *, style: TextStyle = fonts.BUTTON, key: str = ""
    ) -> None:
        super().__init__(name, word, icon, style=style, tooltip=word, key=key)
        self._icon = icon

    def wear(self, form: ButtonForm) -> None:
        """Take a form."""
        self.label = "" if form is ButtonForm.ICON else self.tooltip
        self.icon = "" if form is ButtonForm.WORD else self._icon

    def width_in(self, look: Look, form: ButtonForm) -> int:
        """The width in pixels that it needs in a form, which it takes."""
        self.wear(form)
        return self.least_width(look)

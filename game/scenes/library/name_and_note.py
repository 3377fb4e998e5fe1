"""The dialog in which a deal's name or note is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.scenes.common.base import Change, Pop
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog
from game.widgets.text_entry import TextEntry

MOST_NAME: Final = 60
"""The greatest length of a name, in letters."""
MOST_NOTE: Final = 300
SAVE, CANCEL, TEXT = "save", "cancel", "text"


class NameAndNoteScene(DialogScene):
    """The dialog for a name or a note. Enter saves, Escape cancels."""

    name = "naming"

    def __init__(
        self,
        services: Services,
        title: str,
        label: str,
        text: str,
        most: int,
        take: Callable[[str], None],
    ) -> None:
        """`label` is the entry's name for a screen reader, which has heard the title before. `take`
        is called with the text that is saved, stripped; `most`: its greatest length in letters.
        """
        super().__init__(services)
        _ = services.language
        self._take = take
        self._entry = TextEntry(TEXT, text, most=most)
        self._entry.spoken = label
        buttons = [
            Button(CANCEL, _("Cancel")),
            Button(SAVE, _("Save"), kind=ButtonKind.PRIMARY),
        ]
        self._dialog = Dialog(title, "", buttons, cancel=CANCEL, entry=self._entry)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        if isinstance(action, Submitted) or action == Pressed(SAVE):
            self._take(self._entry.text.strip())
        return Pop()

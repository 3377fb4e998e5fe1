"""A question over the scene below, with a yes and a no."""

from __future__ import annotations

from collections.abc import Callable

from game.scenes.common.base import Change, closing
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog

YES, NO = "yes", "no"


class QuestionScene(DialogScene):
    """Asks a yes-or-no question. Escape answers no."""

    name = "question"

    def __init__(
        self, services: Services, title: str, text: str, yes: str, do: Callable[[], Change | None]
    ) -> None:
        """`do` is called after a yes; a scene that it pushes replaces the question."""
        super().__init__(services)
        self._do = do
        buttons = [
            Button(YES, yes),
            Button(NO, services.language("Cancel"), kind=ButtonKind.PRIMARY),
        ]
        self._dialog = Dialog(title, text, buttons, cancel=NO)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        return closing(self._do() if action == Pressed(YES) else None)

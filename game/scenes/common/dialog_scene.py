"""Scenes over the scene below: the base of popups, that of name entry and progress dialogs, and a
question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.graphics import colours
from game.scenes.common.base import Change, Pop, Push, Scene, closing
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog
from game.widgets.focus import FocusGroup


class ClosesOnLanguageChange(Scene):
    """A scene whose words come from its caller, so that it cannot make them again."""

    overlay = True
    _outdated = False

    def follow_language(self) -> None:
        """Close at the next `resume`, unless a subclass can remake its words."""
        self._outdated = True

    def resume(self) -> Change | None:
        """Close if the words are in the previous language."""
        return Pop() if self._outdated else super().resume()


class DialogScene(ClosesOnLanguageChange):
    """Shows one dialog. A subclass sets `_dialog`, and handles its controls in `_answer`."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._dialog: Dialog

    def place(self, size: tuple[int, int]) -> None:
        """Centre the dialog in the window."""
        super().place(size)
        self._dialog.place(self.look, pygame.Rect((0, 0), size))

    @property
    def heading(self) -> str:
        """The dialog's title and text."""
        return self._dialog.spoken

    @property
    def focus_group(self) -> FocusGroup | None:
        """Its controls."""
        return self._dialog.group

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Pass the event to the dialog; returns what `_answer` makes of a control that was used."""
        action = self._dialog.handle(event)
        self.stale = self.stale or self._dialog.stale
        return self._answer(action) if isinstance(action, Pressed | Submitted) else None

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        """React to a button, to Escape, or to Enter in a field."""
        raise NotImplementedError

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the dialog over the darkened scene below."""
        self.services.paint.veil(target, pygame.Rect((0, 0), self.size), colours.VEIL_FILL)
        self._dialog.draw(target)
        return None


YES, NO = "yes", "no"


class QuestionScene(DialogScene):
    """Asks a question. Escape gives the answer that does nothing."""

    name = "question"

    def __init__(
        self,
        services: Services,
        title: str,
        text: str,
        answers: Sequence[tuple[Button, Callable[[], Change | None] | None]],
    ) -> None:
        """`answers`: the buttons from left to right, the usual one last, each with what it does; a
        scene that is pushed then replaces the question.
        """
        super().__init__(services)
        self._do = {button.name: do for button, do in answers}
        nothing = next(name for name, do in self._do.items() if do is None)
        self._dialog = Dialog(title, text, [button for button, _do in answers], cancel=nothing)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        do = self._do[action.name]
        return closing(None if do is None else do())


def ask_yes_or_no(
    services: Services, title: str, text: str, yes: str, do: Callable[[], Change | None]
) -> Push:
    """Ask a question whose usual answer is Cancel; a yes does something."""
    cancel = Button(NO, services.language("Cancel"), kind=ButtonKind.PRIMARY)
    answers = [(Button(YES, yes), do), (cancel, None)]
    return Push(QuestionScene(services, title, text, answers))

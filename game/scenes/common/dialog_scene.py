"""Scenes over the scene below: the base of popups, that of dialogs, and questions, such as that
before the program ends with moves that could not be saved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.scenes.common.base import Change, Pop, Push, Quit, Scene, closing
from game.scenes.common.services import Services
from game.widgets import control_sizes
from game.widgets.base import Cancelled, Pressed, Submitted, Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.text_flow import TextLine, draw_line, line_height, wrap


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


DIALOG_TITLE: Final = fonts.TextStyle(fonts.Face.SERIF_SEMIBOLD, 26)

WIDTH = 460
LEAST_MARGIN = 16
TITLE_ROOM = 52
SENTENCE_ENDS = ".!?:…"
SHARES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
"""Factors of its size, in order. It is drawn at the first at which it fits the window."""


class DialogScene(ClosesOnLanguageChange):
    """A question over the dimmed scene below: a title, a text, perhaps an entry, and buttons. A
    subclass says what with `ask`, and handles what is pressed in `_answer`.
    """

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.focus: FocusGroup = FocusGroup()
        self.panel = pygame.Rect(0, 0, 0, 0)
        self._lines: list[TextLine] = []

    def ask(
        self,
        title: str,
        text: str,
        buttons: Sequence[Button],
        *,
        cancel: str,
        entry: Widget | None = None,
    ) -> None:
        """Show this. `buttons` go from left to right; the last one is the usual answer, and has the
        focus if there is no `entry`. Escape presses the button `cancel`.
        """
        self.words, self._buttons, self._cancel, self._entry = (title, text), buttons, cancel, entry
        self.focus.widgets = [*([entry] if entry else []), *buttons]
        self.focus.focus(entry or buttons[-1])

    @property
    def heading(self) -> str:
        """The dialog's title and text as sentences."""
        title, text = self.words
        ended = (
            part if part[-1] in SENTENCE_ENDS else f"{part}." for part in (title, text) if part
        )
        return " ".join(ended) if text else title

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Centre it in the window, at a smaller scale if it would be higher than that."""
        super().place(size)
        factor, window = self.scale.factor, pygame.Rect((0, 0), size)
        any(self._fits(self.look.at_factor(factor * share), window) for share in SHARES)

    def _fits(self, look: Look, window: pygame.Rect) -> bool:
        """Place it at a scale; False if it is higher than the window."""
        padding, gap = look.px(control_sizes.PANEL_PADDING), look.px(control_sizes.GAP)
        sizes = [button.natural_size(look) for button in self._buttons]
        wide = sum(width for width, _high in sizes) + gap * (len(sizes) - 1) + 2 * padding
        width = min(max(look.px(WIDTH), wide), window.width - 2 * look.px(LEAST_MARGIN))
        stacked = wide > width
        self._lines = wrap(look, self.words[1], fonts.ROW, width - 2 * padding)
        heights = [look.px(control_sizes.PANEL_PADDING + TITLE_ROOM)]
        heights.append(len(self._lines) * line_height(look, fonts.ROW))
        if self._entry is not None:
            heights += [gap, self._entry.natural_size(look)[1]]
        buttons = [high + gap for _width, high in sizes]
        heights += [padding, (sum(buttons) if stacked else max(buttons)) - gap, padding]
        self.panel = pygame.Rect(0, 0, width, sum(heights))
        self.panel.center = window.center
        inner = self.panel.inflate(-2 * padding, -2 * padding)
        if self._entry is not None:
            top, high = self.panel.top + sum(heights[:3]), heights[3]
            self._entry.place(look, pygame.Rect(inner.left, top, inner.width, high))
        right, bottom = inner.bottomright
        for button, (width, high) in zip(reversed(self._buttons), reversed(sizes), strict=True):
            width = inner.width if stacked else width
            button.place(look, pygame.Rect(right - width, bottom - high, width, high))
            if stacked:
                bottom -= high + gap
            else:
                right -= width + gap
        return self.panel.height <= window.height

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """React to any event; returns what `_answer` makes of a control that was used."""
        action = self.focus.handle(event)
        self.stale = self.stale or self.focus.stale
        escapes = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        if isinstance(action, Cancelled) or (action is None and escapes):
            action = Pressed(self._cancel)
        return self._answer(action) if isinstance(action, Pressed | Submitted) else None

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        """React to a button, to Escape, or to Enter in a field."""
        raise NotImplementedError

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw panel, text and controls over the darkened scene below."""
        self.services.paint.veil(target, pygame.Rect((0, 0), self.size), colours.VEIL_FILL)
        self.draw_panel(target)
        return None

    def draw_panel(self, target: pygame.Surface) -> None:
        """Draw panel, text and controls."""
        look = self._buttons[-1].look
        look.paint.panel(target, self.panel, look.scale)
        padding = look.px(control_sizes.PANEL_PADDING)
        left, room = self.panel.left + padding, self.panel.width - 2 * padding
        title_at = (left, self.panel.top + look.px(control_sizes.PANEL_PADDING + 14))
        style = look.shrunk(self.words[0], DIALOG_TITLE, room, fonts.ROW.size)
        look.write(target, self.words[0], style, colours.CREAM, title_at, room=room)
        step = line_height(look, fonts.ROW)
        top = self.panel.top + look.px(control_sizes.PANEL_PADDING + TITLE_ROOM)
        y = top + step // 2
        for line in self._lines:
            draw_line(target, look, line, fonts.ROW, colours.CREAM, (left, y))
            y += step
        self.focus.draw(target)


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
        self.ask(title, text, [button for button, _do in answers], cancel=nothing)

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


QUIT: Final = "quit"
TRY_AGAIN: Final = "try-again"
_STAY: Final = "stay"


class QuitQuestion(DialogScene):
    """Offers to save again and then quit, or to quit at once. Escape goes back to the game."""

    name = "unsaved"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.follow_language()

    def follow_language(self) -> None:
        """Word the question in the language of now."""
        _ = self.services.language
        kept, lost = self.services.game_store.storage.unsaved
        count = kept + lost
        title = _.plural("{n} move could not be saved", "{n} moves could not be saved", count)
        if lost:
            text = _.plural(
                "{n} move would be lost: it could not be kept elsewhere.",
                "{n} moves would be lost: they could not be kept elsewhere.",
                lost,
            ).format(n=lost)
        else:
            text = _("Your moves will be kept in a separate file until you next start Fourfold.")
        again = Button(TRY_AGAIN, _("Try again"), kind=ButtonKind.PRIMARY)
        self.ask(title.format(n=count), text, [Button(QUIT, _("Quit")), again], cancel=_STAY)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        if action != Pressed(TRY_AGAIN):
            return Quit() if action == Pressed(QUIT) else Pop()
        if self.services.game_store.try_again():
            return Quit()
        self.services.announce(self.services.language("Your moves still can’t be saved"))
        return None

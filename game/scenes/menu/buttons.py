"""The menu's buttons; two of them lie on the card of a game with an unfinished deal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.scenes.menu.game_card import RISE, GameCard
from game.system.language import Language
from game.widgets.button import Button
from game.widgets.look import Look

GO_ON: Final = "go-on-"
NEW: Final = "new-"
"""`GO_ON` and `NEW` are prefixes: a button is named by one of them and the game."""
HEIGHT: Final = 34
INSET: Final = 9
GAP: Final = 8
STACK_INSET: Final = 7
STACK_GAP: Final = 5
"""`INSET` and `GAP` of buttons one above the other: windows may be low."""


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


class PairForm(NamedTuple):
    """How the buttons of a card lie, and what is on them."""

    buttons: ButtonForm
    stacked: bool = False
    """One lies above the other."""


ICONS: Final = PairForm(ButtonForm.ICON)
BESIDE: Final = PairForm(ButtonForm.WHOLE), PairForm(ButtonForm.WORD)
STACKED: Final = PairForm(ButtonForm.WHOLE, stacked=True), PairForm(ButtonForm.WORD, stacked=True)


class CardButton(MenuButton):
    """Lies in the window of its card and rises with it."""

    def __init__(self, name: str, label: str, icon: str, card: GameCard) -> None:
        super().__init__(name, label, icon, style=fonts.BUTTON_SMALL)
        self._card = card

    def target(self) -> pygame.Rect:
        """The button's own area: a press beside it goes to the card."""
        return self.rect

    def drawn_area(self) -> pygame.Rect:
        """Where it is, and where it is while the card is raised."""
        return self.rect.union(self.rect.move(0, -self.look.px(RISE)))

    def draw(self, target: pygame.Surface) -> None:
        """On a dark ground."""
        placed, self.rect = self.rect, self.rect.move(0, self._card.lift)
        look = self.look
        look.paint.box(target, *self.focus_area(), colours.tint(colours.VEIL, 0.8))
        super().draw(target)
        self.rect = placed


class CardButtons:
    """The pair of buttons of one card."""

    def __init__(self, card: GameCard, _: Language) -> None:
        self.card = card
        self.go_on = CardButton(GO_ON + card.name, _("Continue"), "play", card)
        self.new = CardButton(NEW + card.name, _("New"), "new", card)
        for button in (self.go_on, self.new):
            # All cards have the same labels: a screen reader says the game with them.
            button.spoken = f"{button.label}, {card.spoken}"
        self.shown = False

    @property
    def widgets(self) -> list[CardButton]:
        """The buttons, or none while they are not shown."""
        return [self.go_on, self.new] if self.shown else []

    def ask_room(self, look: Look, *, small: bool) -> None:
        """Ask the card for a window in which both words find room, one above the other. In a
        small window ask for nothing.
        """
        wanted = self.shown and not small
        self.card.asked_window = self._width(look, STACKED[-1]) if wanted else 0

    def fits(self, look: Look, form: PairForm) -> bool:
        """Whether the window has room for a form."""
        return self._width(look, form) <= self.card.window().w

    def _width(self, look: Look, form: PairForm) -> int:
        """The width that the window must have for a form, in pixels."""
        wide = max(button.width_in(look, form.buttons) for button in (self.go_on, self.new))
        if form.stacked:
            return wide + 2 * look.px(STACK_INSET)
        return 2 * wide + look.px(GAP) + 2 * look.px(INSET) + 1

    def place(self, look: Look, form: PairForm) -> None:
        """Place the buttons at the lower end of the window."""
        window = self.card.window().move(self.card.rect.topleft)
        areas = _areas(look, window, form)
        for button, area in zip((self.go_on, self.new), areas, strict=True):
            button.wear(form.buttons)
            button.place(look, area)
        taken = window.bottom - areas[0].top + look.px(STACK_GAP)
        self.card.keep_free(taken if self.shown else 0)


def _areas(look: Look, window: pygame.Rect, form: PairForm) -> tuple[pygame.Rect, pygame.Rect]:
    """The areas of the first and the second button in a window."""
    inset = look.px(STACK_INSET if form.stacked else INSET)
    gap = look.px(STACK_GAP if form.stacked else GAP)
    room = window.inflate(-2 * inset, -2 * inset)
    wide = room.w if form.stacked else (room.w - gap) // 2
    high = min(look.px(HEIGHT), (room.h - gap) // 2) if form.stacked else look.px(HEIGHT)
    first = pygame.Rect(room.x, room.bottom - high, wide, high)
    if form.stacked:
        return first.move(0, -high - gap), first
    return first, first.move(wide + gap, 0)


def place_all(look: Look, pairs: Sequence[CardButtons], *, small: bool) -> None:
    """Place the buttons of all cards in one form: the first one for which every card has room. In
    a small window icons do rather than words one above the other.
    """
    shown = [pair for pair in pairs if pair.shown]
    forms = BESIDE if small else BESIDE + STACKED
    fitting = (form for form in forms if all(pair.fits(look, form) for pair in shown))
    form = next(fitting, ICONS)
    for pair in pairs:
        pair.place(look, form)

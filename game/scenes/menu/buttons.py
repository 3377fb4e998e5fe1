"""The menu's buttons; two of them lie on the card of a game with an unfinished deal."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.scenes.menu.game_card import RISE, GameCard
from game.system.language import Language
from game.widgets.button import Button
from game.widgets.control_sizes import columns
from game.widgets.look import Look

GO_ON: Final = "go-on-"
NEW: Final = "new-"
"""`GO_ON` and `NEW` are prefixes: a button is named by one of them and the game."""
HEIGHT: Final = 34
INSET: Final = 9
GAP: Final = 8


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

    def fits(self, look: Look, form: ButtonForm, *, stacked: bool) -> bool:
        """Whether the window has room for a form."""
        wide = max(button.width_in(look, form) for button in (self.go_on, self.new))
        beside = 0 if stacked else wide + look.px(GAP) + 1
        return wide + beside + 2 * look.px(INSET) <= self.card.window().w

    def place(self, look: Look, form: ButtonForm, *, stacked: bool) -> None:
        """Place the buttons at the lower end of the window, side by side or `stacked`."""
        gap, room = look.px(GAP), self.card.window().move(self.card.rect.topleft)
        room.inflate_ip(-2 * look.px(INSET), -2 * look.px(INSET))
        high = min(look.px(HEIGHT), (room.h - gap) // 2)
        area = pygame.Rect(room.x, room.bottom - high, room.w, high)
        areas = [area.move(0, -high - gap), area] if stacked else columns(area, [1, 1], gap)
        for button, area in zip((self.go_on, self.new), areas, strict=True):
            button.wear(form)
            button.place(look, area)
        taken = room.bottom - areas[0].top + look.px(INSET) + gap
        self.card.keep_free(taken if self.shown else 0)


def place_all(look: Look, pairs: Sequence[CardButtons], *, small: bool) -> None:
    """Place the buttons of all cards in one form: the first one for which every card has room. In
    a small window icons do rather than words one above the other.
    """
    shown = [pair for pair in pairs if pair.shown]
    words = ButtonForm.WHOLE, ButtonForm.WORD
    forms = [(form, stacked) for stacked in (False, True)[: 1 if small else 2] for form in words]
    fitting = (
        (form, stacked)
        for form, stacked in forms
        if all(pair.fits(look, form, stacked=stacked) for pair in shown)
    )
    form, stacked = next(fitting, (ButtonForm.ICON, False))
    for pair in pairs:
        pair.place(look, form, stacked=stacked)

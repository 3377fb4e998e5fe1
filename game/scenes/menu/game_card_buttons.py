"""The two buttons on the menu card of a game with an unfinished deal: go on, or a new deal."""

from __future__ import annotations

from typing import Final

import pygame

from game.graphics import colours, fonts
from game.scenes.menu.game_card import GameCard
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.button import Button
from game.widgets.look import Look

GO_ON: Final = "go-on-"
NEW: Final = "new-"
"""`GO_ON` and `NEW` are prefixes: a button is named by one of them and the game."""
HEIGHT: Final = 34
INSET: Final = 9
GAP: Final = 8


class CardButton(Button):
    """Lies in the window of its card and rises with it."""

    def __init__(self, name: str, label: str, icon: str, card: GameCard) -> None:
        super().__init__(name, label, icon, style=fonts.BUTTON_SMALL, tooltip=label)
        self._card = card

    def target(self) -> pygame.Rect:
        """The button's own area: a press beside it goes to the card."""
        return self.rect

    def draw(self, target: pygame.Surface) -> None:
        """On a dark ground, as cards lie below it."""
        placed, self.rect = self.rect, self.rect.move(0, self._card.lift)
        look = self.look
        look.paint.box(target, self.rect, self._radius(), colours.tint(colours.VEIL, 0.8))
        super().draw(target)
        self.rect = placed


class CardButtons:
    """The pair of buttons of one card."""

    def __init__(self, card: GameCard, _: Language) -> None:
        self.card, self._labels = card, (_("Go on"), _("New"))
        self.go_on = CardButton(GO_ON + card.name, self._labels[0], "play", card)
        self.new = CardButton(NEW + card.name, self._labels[1], "new", card)
        for button, label in zip((self.go_on, self.new), self._labels, strict=True):
            # All cards have the same labels: a screen reader says the game with them.
            button.spoken = f"{label}, {card.spoken}"
        self.shown = False

    @property
    def widgets(self) -> list[CardButton]:
        """The buttons, or none while they are not shown."""
        return [self.go_on, self.new] if self.shown else []

    def place(self, look: Look) -> None:
        """Place the buttons at the lower end of the window; labels that do not fit are left out."""
        window = self.card.window().move(self.card.rect.topleft)
        inset, gap = look.px(INSET), look.px(GAP)
        area = pygame.Rect(window.x + inset, 0, window.w - 2 * inset, look.px(HEIGHT))
        area.bottom = window.bottom - inset
        wide = (area.w - gap) // 2
        for place, button in enumerate((self.go_on, self.new)):
            button.label = self._labels[place]
            padding = 2 * look.px(control_sizes.BUTTON_PADDING - 8)
            if button.natural_size(look)[0] - padding > wide:
                button.label = ""
            left = area.x + place * (wide + gap)
            button.place(look, pygame.Rect(left, area.y, wide, area.h))

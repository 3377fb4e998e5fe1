"""The menu: the four games, the game that was left, quit."""

from __future__ import annotations

import secrets
from typing import Any

import pygame

from game import deals, keys, theme
from game.assets import Align
from game.keys import Command
from game.rules import RULES, LaPeau, Rules, rules_for
from game.scenes.base import Change, Push, Quit, Scene, Services
from game.scenes.table import TableScene
from game.widgets.base import Pressed
from game.widgets.button import Button, Kind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look

CONTINUE = "continue"
DOOR = (340, 72)
GAP = 16
LOGO = (208, 112)


class MenuScene(Scene):
    """The lowest scene of the stack."""

    name = "menu"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._ = services.language
        self._focus = FocusGroup()

    @property
    def _look(self) -> Look:
        return self.services.look(self.scale)

    def resume(self) -> Change | None:
        """What can be continued may have changed."""
        self._focus.widgets = self._buttons()
        self._place_buttons()
        self._focus.focus(self._focus.widgets[0])
        return super().resume()

    def _buttons(self) -> list[Button]:
        last = self.services.keeper.storage.last_played()
        found = []
        if last is not None:
            title = RULES[last.key.game]().title
            text = self._("Continue: {game}").format(game=title)
            if last.number is not None:
                text = f"{text} {last.number}"
            found.append(Button(CONTINUE, text, "play", kind=Kind.PRIMARY, height=60))
        for name, make in RULES.items():
            found.append(
                Button(name, make().title, "cards", style=theme.BUTTON_LARGE, height=DOOR[1])
            )
        found.append(Button(Command.QUIT, self._("Quit"), "quit"))
        return found

    def place(self, size: tuple[int, int]) -> None:
        """Lay the buttons out in a column, the games two by two."""
        super().place(size)
        self._place_buttons()

    def _place_buttons(self) -> None:
        look = self._look
        gap, width, height = look.px(GAP), look.px(DOOR[0]), look.px(DOOR[1])
        left = self.size[0] // 2 - width - gap // 2
        y = self._top() + look.px(LOGO[1]) + look.px(88)
        games = 0
        for widget in self._focus.widgets:
            if widget.name in RULES:
                column, row = games % 2, games // 2
                x = left + column * (width + gap)
                widget.place(look, pygame.Rect(x, y + row * (height + gap), width, height))
                games += 1
                continue
            if games:
                y += 2 * (height + gap)
            _, own = widget.natural_size(look)
            widget.place(look, pygame.Rect(left, y, 2 * width + gap, own))
            y += own + gap

    def _top(self) -> int:
        content = self._look.px(LOGO[1] + 88 + 60 + 2 * DOOR[1] + theme.BUTTON_HEIGHT + 4 * GAP)
        return max(self._look.px(8), (self.size[1] - content) // 2)

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Open a game or leave."""
        action = self._focus.handle(event)
        self.stale = self.stale or self._focus.stale
        if isinstance(action, Pressed):
            return self._open(action.name)
        if action is None and event.type == pygame.KEYDOWN:
            return self._key(event)
        return None

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = keys.command_of(event)
        if command in (Command.BACK, Command.QUIT):
            return Quit()
        if command is Command.FULLSCREEN:
            full = not self.services.settings.fullscreen
            self.services.change(fullscreen=full)
            self.services.set_fullscreen(full)
        return None

    def _open(self, name: str) -> Change | None:
        if name == Command.QUIT:
            return Quit()
        if name == CONTINUE:
            return self._continue()
        number = secrets.randbelow(deals.HIGHEST_NUMBER + 1)
        rules = self._rules(name)
        return Push(TableScene(self.services, rules, deals.deck_of(number), number))

    def _rules(self, name: str) -> Rules:
        if name == LaPeau.name:
            return LaPeau(same_suit=self.services.settings.same_suit)
        return rules_for(name)

    def _continue(self) -> Change | None:
        last = self.services.keeper.storage.last_played()
        if last is None:
            return None
        rules = rules_for(last.key.game, [last.key.options] if last.key.options else [])
        deck = deals.parse_deck(last.key.deck)
        return Push(TableScene(self.services, rules, deck, last.number))

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Felt, logo, name, buttons."""
        look = self._look
        target.blit(look.paint.felt(self.size, self.services.felt), (0, 0))
        size = look.px(LOGO[0]), look.px(LOGO[1])
        top = self._top()
        logo = look.assets.picture("logo/logotype", size)
        width = look.width("Fourfold", theme.WIN_TITLE)
        left = (self.size[0] - size[0] - look.px(24) - width) // 2
        target.blit(logo, (left, top))
        at = (left + size[0] + look.px(24), top + size[1] // 2)
        look.write(target, "Fourfold", theme.WIN_TITLE, theme.CREAM, at)
        text = self._("Four solitaires, played to be solved")
        at = (self.size[0] // 2, top + size[1] + look.px(40))
        look.write(target, text, theme.ROW, theme.PLATE_NUMBER, at, Align.CENTRE)
        self._focus.draw(target)
        return None

    def traced(self) -> dict[str, Any] | None:
        """The buttons."""
        return {"buttons": {str(w.name): list(w.rect) for w in self._focus.widgets}}

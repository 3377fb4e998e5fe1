"""Offers a first game in the bar of a table before anything is played, and handles its keys."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints
from game.play.session import Session
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    FirstGame,
    has_first_game,
    is_begun,
    is_offered,
    note_first_game,
)
from game.table.bottom_bar import BarButton, BottomBar
from game.table.table_picture import TablePicture
from game.widgets.base import ENTER_KEYS

WIDE = 820
"""The least width of the card area, in dp, for the long text."""


class FirstGameOffer:
    """The offer at one table."""

    def __init__(
        self, services: Services, picture: TablePicture, bar_gone: Callable[[], None]
    ) -> None:
        """`bar_gone` is called when the offer leaves the bar's place to others."""
        self._services, self._picture, self._bar_gone = services, picture, bar_gone
        self.shown = False
        """The first game is offered: until something is played, or it is declined."""
        self._to_note = ""
        """The game whose offer has not been noted yet."""

    def make(self, session: Session) -> None:
        """Offer the first game, once for each game, unless something was played in this deal. The
        offer ends when the first game is begun, from anywhere.
        """
        settings, game = self._services.settings, session.rules.name
        if is_begun(settings, game):
            self.end()
        offered = self.shown or is_offered(settings, game)
        if not settings.tips or offered or session.history.can_undo:
            return
        if has_first_game(self._services, game):
            self.shown, self._to_note = True, game
            self._picture.set_bar(self._bar())

    @property
    def text(self) -> str:
        """The offer in words; empty if there is none."""
        return self._bar().text if self.shown else ""

    def note_seen(self) -> None:
        """The offer has been drawn: save that, so that it is not made again."""
        game, self._to_note = self._to_note, ""
        if game and not is_offered(self._services.settings, game):
            note_first_game(self._services, game, FirstGame.OFFERED)

    def follow(self, session: Session) -> None:
        """Another deal has come: the offer stays, unless something was played in that one."""
        if session.history.can_undo:
            self.end()
        self.renew()

    def renew(self) -> None:
        """Word the offer, if there is one, for the device that is used now."""
        if self.shown:
            self._picture.set_bar(self._bar())

    def _bar(self) -> BottomBar:
        _ = self._services.language
        # With the card cursor on, Enter plays a card; a game pad has no letters, a finger no keys.
        by_keys = self._services.key_hints is KeyHints.KEYS
        learn = _("Learn by playing (Enter)") if by_keys else _("Learn by playing")
        ways = [
            BarButton(Command.FIRST_GAME, learn, _("Learn")),
            BarButton(Command.DECLINE, _("No (N)") if by_keys else _("No"), _("No")),
        ]
        text = _("New to this game? Try a guided first game.")
        wide = self._picture.cards.frame.area.w >= self._picture.look.px(WIDE)
        return BottomBar("help", text if wide else _("New to this game?"), ways)

    def end(self) -> None:
        """Take the offer away, if there is one."""
        if self.shown:
            self.note_seen()
            self.shown = False
            self._picture.set_bar(None)
            self._bar_gone()

    def answer(self, event: pygame.event.Event) -> Command | None:
        """The command by which a key answers the offer, which then ends; None: it does not."""
        # No game uses the letter N for a place.
        said = {"n": Command.DECLINE, "N": Command.DECLINE}.get(event.unicode)
        answer = Command.FIRST_GAME if event.key in ENTER_KEYS else said
        if not self.shown or answer is None:
            return None
        self.end()
        return answer

"""The bars at the bottom of a table: of a U-turn, of a lost game, of the offer of a first game."""

from __future__ import annotations

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints
from game.graphics import colours
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.scenes.common.services import Services
from game.scenes.common.tips_and_first_games import (
    FirstGame,
    has_first_game,
    is_begun,
    is_offered,
    note_first_game,
)
from game.system.language import Language
from game.table.bottom_bar import BarButton, BottomBar
from game.table.title_plate import PlateSign
from game.widgets.base import ENTER_KEYS


class FirstGameOffer:
    """The offer of the first game at one table."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.shown = False
        """The first game is offered: until something is played, or it is declined."""

    def make(self, session: Session) -> None:
        """Offer the first game, once for each game, unless something was played in this deal; that
        it was offered is saved. The offer ends when the first game is begun, from anywhere.
        """
        settings, game = self._services.settings, session.rules.name
        if is_begun(settings, game):
            self.shown = False
        offered = self.shown or is_offered(settings, game)
        if not settings.tips or offered or session.history.can_undo:
            return
        if has_first_game(self._services, game):
            self.shown = True
            note_first_game(self._services, game, FirstGame.OFFERED)

    def answer(self, event: pygame.event.Event) -> Command | None:
        """The command by which a key answers the offer; None: it does not."""
        if not self.shown:
            return None
        # No game uses the letter N for a place.
        said = {"n": Command.DECLINE, "N": Command.DECLINE}.get(event.unicode)
        return Command.FIRST_GAME if event.key in ENTER_KEYS else said


def offer_bar(services: Services, *, wide: bool) -> BottomBar:
    """The bar of the offer, worded for the device that is used now; `wide`: there is room."""
    _ = services.language
    # With the card cursor on, Enter plays a card; a game pad has no letters, a finger no keys.
    by_keys = services.key_hints is KeyHints.KEYS
    learn = _("Learn by playing (Enter)") if by_keys else _("Learn by playing")
    ways = [
        BarButton(Command.FIRST_GAME, learn, _("Learn")),
        BarButton(Command.DECLINE, _("No (N)") if by_keys else _("No"), _("No")),
    ]
    text = _("New to this game? Try a guided first game.")
    return BottomBar("help", text if wide else _("New to this game?"), ways)


def bar_of(
    sign: PlateSign | None, undos: int | None, light: VerdictLight | None, _: Language
) -> BottomBar | None:
    """The bar that belongs to a U-turn or a warning; None for other signs. `undos`: to a place
    where the game can still be won, if that is known.
    """
    if sign is PlateSign.UTURN:
        return _stuck_bar(undos, _)
    return _warning_bar(undos, light, _) if sign is PlateSign.WARNING else None


def _stuck_bar(undos: int | None, _: Language) -> BottomBar:
    restart = _own(Command.RESTART, _)
    if undos is None:
        ways = [_own(Command.UNDO, _), restart, _own(Command.SHOW_ME, _)]
    else:
        told = undo_to_win_words(undos, _)
        back = BarButton(Command.UNDO_TO_WIN, told, Command.UNDO_TO_WIN.caption(_, n=undos))
        ways = [back, _from_there(_), restart]
    return BottomBar("uturn", _("No moves left."), [*ways, _own(Command.REVIEW, _)])


def undo_to_win_words(undos: int, _: Language) -> str:
    """How far back the game can still be won."""
    return _.plural(
        "Undo {n} step: still winnable there", "Undo {n} steps: still winnable there", undos
    ).format(n=undos)


def _warning_bar(undos: int | None, light: VerdictLight | None, _: Language) -> BottomBar:
    ways = [_own(Command.PLAY_ON, _)]
    if light is VerdictLight.NEVER:
        text = _("This deal cannot be won.")
    elif undos is None:
        text = _("This game can no longer be won.")
    else:
        text = _.plural(
            "The win is lost: undo {n} step and you can still win.",
            "The win is lost: undo {n} steps and you can still win.",
            undos,
        ).format(n=undos)
        back = BarButton(Command.UNDO_TO_WIN, Command.UNDO_TO_WIN.caption(_, n=undos))
        ways = [back, _from_there(_), *ways]
    return BottomBar("warning", text, ways, colours.CORAL)


def _own(command: Command, _: Language) -> BarButton:
    return BarButton(command, command.caption(_))


def _from_there(_: Language) -> BarButton:
    return BarButton(Command.SHOW_ME, _("Show me from there"), Command.SHOW_ME.caption(_))

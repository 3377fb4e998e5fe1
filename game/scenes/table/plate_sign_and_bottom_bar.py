"""The state of a game on a table: the plate's sign, and the bar at the bottom for it. There a first
game is offered before anything is played.
"""

from __future__ import annotations

from collections.abc import Callable

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
from game.table.table_picture import TablePicture
from game.table.title_plate import PlateSign
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


NOTHING_SHOWN = None, None, False


class StuckAndLostNotice:
    """Sign and bar of one table. The bar of a sign takes the place of an offer."""

    def __init__(self, services: Services, picture: TablePicture) -> None:
        self._services, self._picture = services, picture
        self._shown: tuple[PlateSign | None, int | None, bool] = NOTHING_SHOWN
        """What the bar depends on: sign, undos to a win, and whether no win was ever possible."""
        self.offer = FirstGameOffer(services, picture, self.forget)

    def follow(self, sign: PlateSign | None, *, lit: bool) -> None:
        """Show a sign on the plate, and its bar. `lit`: the verdict light shows."""
        before, self._picture.sign = self._picture.sign, sign
        self._follow_bar(sign, lit=lit)
        if sign is not before and PlateSign.UTURN in (sign, before):
            scene = "stuck" if sign is PlateSign.UTURN else "table"
            self._services.tracer.event("scene", name=scene)

    def _follow_bar(self, sign: PlateSign | None, *, lit: bool) -> None:
        barred = sign in (PlateSign.WARNING, PlateSign.UTURN)
        undos = self._services.advisor.undos_to_win if barred else None
        shown = sign, undos, self._services.advisor.light is VerdictLight.NEVER
        if shown != self._shown:
            self._shown = shown
            bar = self.bar_of(sign, undos)
            self._picture.set_bar(bar)
            # Of a U-turn the narrator speaks, and of a lost deal the light where it shows.
            if sign is PlateSign.WARNING and bar is not None and (undos or not lit):
                self._services.speak(bar.text)
            if sign is PlateSign.UTURN and undos is not None:
                self._services.speak(self._undo_to_win(undos).label)

    def bar_of(self, sign: PlateSign | None, undos: int | None) -> BottomBar | None:
        """The bar that belongs to a U-turn or a warning; None for other signs."""
        if sign is PlateSign.UTURN:
            return self._stuck_bar(undos)
        return self._warning_bar(undos) if sign is PlateSign.WARNING else None

    def _stuck_bar(self, undos: int | None) -> BottomBar:
        """The bar where no move is left; its first button undoes to a winnable place if known."""
        _ = self._services.language
        restart = _own(Command.RESTART, _)
        if undos is None:
            ways = [_own(Command.UNDO, _), restart, _own(Command.SHOW_ME, _)]
        else:
            ways = [self._undo_to_win(undos), _from_there(_), restart]
        ways.append(_own(Command.REVIEW, _))
        return BottomBar("uturn", _("No moves left."), ways)

    def _undo_to_win(self, undos: int) -> BarButton:
        _ = self._services.language
        told = _.plural(
            "Undo {n} step: still winnable there", "Undo {n} steps: still winnable there", undos
        ).format(n=undos)
        return BarButton(Command.UNDO_TO_WIN, told, Command.UNDO_TO_WIN.caption(_, n=undos))

    def _warning_bar(self, undos: int | None) -> BottomBar:
        _ = self._services.language
        play_on = _own(Command.PLAY_ON, _)
        if self._services.advisor.light is VerdictLight.NEVER:
            return BottomBar("warning", _("This deal cannot be won."), [play_on], colours.CORAL)
        if undos is None:
            return BottomBar(
                "warning", _("This game can no longer be won."), [play_on], colours.CORAL
            )
        text = _.plural(
            "The win is lost: undo {n} step and you can still win.",
            "The win is lost: undo {n} steps and you can still win.",
            undos,
        )
        back = BarButton(Command.UNDO_TO_WIN, Command.UNDO_TO_WIN.caption(_, n=undos))
        ways = [back, _from_there(_), play_on]
        return BottomBar("warning", text.format(n=undos), ways, colours.CORAL)

    def forget(self) -> None:
        """Have the next `follow` make the bar again."""
        self._shown = NOTHING_SHOWN


def _own(command: Command, _: Language) -> BarButton:
    return BarButton(command, command.caption(_))


def _from_there(_: Language) -> BarButton:
    return BarButton(Command.SHOW_ME, _("Show me from there"), Command.SHOW_ME.caption(_))

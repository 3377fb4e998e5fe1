"""The state of the game on a table: the plate's sign, and the bar at the bottom for it."""

from __future__ import annotations

from game.desktop.commands import Command
from game.graphics import colours
from game.play.verdict import VerdictLight
from game.scenes.common.services import Services
from game.scenes.table.first_game_offer import FirstGameOffer
from game.system.language import Language
from game.table.bottom_bar import BarButton, BottomBar
from game.table.table_picture import TablePicture
from game.table.title_plate import PlateSign

NOTHING_SHOWN = None, None, False


class SignAndBar:
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
            "Undo {n} step and you can still win.", "Undo {n} steps and you can still win.", undos
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

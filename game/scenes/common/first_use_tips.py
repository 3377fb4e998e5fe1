"""Tips that are shown once each, when they are first useful."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.core.translatable_texts import said_in_turn
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.desktop.key_bindings import Command
from game.scenes.common.services import Services
from game.system.settings import LONGEST

REFUSALS: Final = 3
"""The number of refused moves at one table after which `Tip.HINT` is shown."""
WINS: Final = 3
"""The number of wins after which `Tip.MORE` is shown."""


class Tip(StrEnum):
    """The tips, by their names in the setting `told`."""

    HINT = "hint"
    HOME = "home"
    CLICK = "click"
    MORE = "more"


def _told(services: Services) -> list[str]:
    return [name for name in services.settings.told.split(",") if name]


def _note(services: Services, name: str) -> None:
    # Nothing on the screen depends on this setting, so scenes are not told. Of a text that was
    # made too long elsewhere the newest names stay.
    told = ",".join([*_told(services), name])[-LONGEST:]
    services.settings_file.change(told=told)


def tell_tip(services: Services, tip: Tip, *, double: bool = False) -> None:
    """Show a tip, if it was never shown and the player wants tips. `double`: in this game a
    double click sends a card home.
    """
    if not services.settings.tips or tip in _told(services):
        return
    _note(services, tip)
    by_touch = services.key_hints is KeyHints.TOUCH
    services.remark(_words(services, double=double)[tip][by_touch])


def _words(services: Services, *, double: bool) -> dict[Tip, tuple[str, str]]:
    """The tips in the words for keyboard, pad and mouse, and in those for a touch screen."""
    _ = services.language
    home = _("Tip: a right click sends a card home"), _("Tip: a long press sends a card home")
    if double:
        home = _("Tip: a double click sends a card home"), _("Tip: two quick taps send a card home")
    by_key = _(
        "Tip: {key} shows whether it can still be won; the list tells each deal's fewest moves"
    ).format(key=key_name(Command.VERDICT, _))
    touch = _(
        "Tip: Verdict shows whether it can still be won; the list tells each deal's fewest moves"
    )
    return {
        Tip.HINT: (
            _("Tip: {key} shows a hint, and {key} again plays it").format(
                key=key_name(Command.HINT, _)
            ),
            _("Tip: Hint shows the next move, and Hint again plays it"),
        ),
        Tip.HOME: home,
        Tip.CLICK: (
            _("Tip: a click moves a card too, a right click to its second choice"),
            _("Tip: a tap moves a card too, a long press to its second choice"),
        ),
        Tip.MORE: (_with_branching(by_key, services), _with_branching(touch, services)),
    }


def _with_branching(more: str, services: Services) -> str:
    _ = services.language
    branching = _("the options have the branching history, which keeps every try")
    return said_in_turn((more, "" if services.settings.branching else branching), _)


def note_win(services: Services) -> None:
    """Count a win, until `Tip.MORE` has been shown."""
    if services.settings.tips and Tip.MORE not in _told(services):
        _note(services, "won")


def tell_after_wins(services: Services) -> None:
    """Show `Tip.MORE` if `WINS` deals were won."""
    if _told(services).count("won") >= WINS:
        tell_tip(services, Tip.MORE)

"""Lines that are told once, when they are first of use."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.scenes.common.services import Services

REFUSALS: Final = 3
"""So many at one table are time for a hint."""
WINS: Final = 3
"""After so many the game points to what else there is."""


class Tip(StrEnum):
    """What can be told, by the name it is remembered by."""

    HINT = "hint"
    HOME = "home"
    CLICK = "click"
    MORE = "more"


def _told(services: Services) -> list[str]:
    return [name for name in services.settings.told.split(",") if name]


def _note(services: Services, name: str) -> None:
    # Nothing that is on the screen depends on it.
    services.settings_file.change(told=",".join([*_told(services), name]))


def tell_tip(services: Services, tip: Tip, *, double: bool = False) -> None:
    """Tell it, if it was never told and the player wants tips. `double`: a double click does
    what a right click does.
    """
    if not services.settings.tips or tip in _told(services):
        return
    _note(services, tip)
    _ = services.language
    words = {
        Tip.HINT: _("Tip: F2 shows a hint, and F2 again plays it"),
        Tip.HOME: _("Tip: a double click sends a card home")
        if double
        else _("Tip: a right click sends a card home"),
        Tip.CLICK: _("Tip: a click moves a card too, a right click to its second choice"),
        Tip.MORE: _(
            "Tip: F3 shows whether it can still be won, the list each deal's shortest answer; "
            "the options have the branching history, which keeps every try"
        ),
    }
    services.announce(words[tip])


def note_win(services: Services) -> None:
    """A deal was won: some wins later `MORE` is of use."""
    if services.settings.tips and Tip.MORE not in _told(services):
        _note(services, "won")


def tell_after_wins(services: Services) -> None:
    """Tell it at the first table after some wins."""
    if _told(services).count("won") >= WINS:
        tell_tip(services, Tip.MORE)

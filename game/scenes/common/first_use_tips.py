"""Tips that are shown once each, when they are first useful."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

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
    home = (
        _("Tip: right-click a card to send it home"),
        _("Tip: press and hold a card to send it home"),
    )
    if double:
        home = (
            _("Tip: double-click a card to send it home"),
            _("Tip: double-tap a card to send it home"),
        )
    by_key = _(
        "Tip: {key} shows whether you can still win; the list shows the fewest moves for each deal"
    ).format(key=key_name(Command.VERDICT, _))
    touch = _(
        "Tip: Verdict shows whether you can still win; the list shows the fewest moves "
        "for each deal"
    )
    return {
        Tip.HINT: (
            _("Tip: press {key} for a hint, and {key} again to play it").format(
                key=key_name(Command.HINT, _)
            ),
            _("Tip: tap Hint for the next move, and Hint again to play it"),
        ),
        Tip.HOME: home,
        Tip.CLICK: (
            _("Tip: click a card to move it; right-click for the alternative"),
            _("Tip: tap a card to move it; press and hold for the alternative"),
        ),
        Tip.MORE: (by_key, touch),
    }


def note_win(services: Services) -> None:
    """Count a win, until `Tip.MORE` has been shown."""
    if services.settings.tips and Tip.MORE not in _told(services):
        _note(services, "won")


def tell_after_wins(services: Services) -> None:
    """Show `Tip.MORE` if `WINS` deals were won."""
    if _told(services).count("won") >= WINS:
        tell_tip(services, Tip.MORE)

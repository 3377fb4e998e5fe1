"""What a new player is shown once: tips, when they are first useful, and each game's first game
(its tutorial), which is offered, begun, or done.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.scenes.common.services import Services
from game.system.settings import LONGEST, Settings

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


def note_used(services: Services, tip: Tip) -> None:
    """The player has done what a tip tells: it need not be shown."""
    if tip not in _told(services):
        _note(services, tip)


def tell_tip(services: Services, tip: Tip) -> None:
    """Show a tip, if it was never shown and the player wants tips."""
    if not services.settings.tips or tip in _told(services):
        return
    note_used(services, tip)
    by_touch = services.key_hints is KeyHints.TOUCH
    services.remark(_words(services)[tip][by_touch])


def _words(services: Services) -> dict[Tip, tuple[str, str]]:
    """The tips in the words for keyboard, pad and mouse, and in those for a touch screen."""
    _ = services.language
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
        Tip.HOME: (
            _("Tip: double-click a card to send it home"),
            _("Tip: double-tap a card to send it home"),
        ),
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


class FirstGame(StrEnum):
    """The states of a first game that are not a number of steps done."""

    OFFERED = "offered"
    DONE = "done"


def has_first_game(services: Services, game: str) -> bool:
    """True if the game has a first game, a file in the assets' folder `lessons`."""
    return (services.assets.folder / "lessons" / f"{game}.txt").is_file()


def _states(settings: Settings) -> dict[str, str]:
    pairs = (each.partition("=") for each in settings.first_games.split(",") if each)
    return {game: state for game, _, state in pairs}


def is_offered(settings: Settings, game: str) -> bool:
    """True if the player was offered the first game of a game before, or has begun it."""
    return game in _states(settings)


def is_begun(settings: Settings, game: str) -> bool:
    """True if a step of the first game of a game was done."""
    return _states(settings).get(game, FirstGame.OFFERED) != FirstGame.OFFERED


def steps_done(settings: Settings, game: str) -> int:
    """The number of steps done of a first game that was left; 0 if it was not begun, or is done."""
    state = _states(settings).get(game, "")
    return int(state) if state.isdecimal() else 0


def note_first_game(services: Services, game: str, state: str) -> None:
    """Save the state of a first game: a `FirstGame`, or the number of steps done."""
    states = _states(services.settings)
    if states.get(game) != state:
        states.pop(game, None)
        states[game] = state
        # Of a text that was made too long elsewhere the newest states stay.
        told = ",".join(f"{name}={each}" for name, each in states.items())[-LONGEST:]
        # Nothing on the screen depends on this setting, so scenes are not told.
        services.settings_file.change(first_games=told)

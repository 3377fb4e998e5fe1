"""The state of each game's first game (its tutorial): offered, begun, or done."""

from __future__ import annotations

from enum import StrEnum

from game.scenes.common.services import Services
from game.system.settings import LONGEST, Settings


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

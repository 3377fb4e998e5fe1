"""What is known of the first games: which were offered, begun, or played to their end."""

from __future__ import annotations

from enum import StrEnum

from game.scenes.common.services import Services
from game.system.settings import Settings


class FirstGame(StrEnum):
    """How it stands with a game's first game, where that is no number of steps done."""

    OFFERED = "offered"
    DONE = "done"


def has_first_game(services: Services, game: str) -> bool:
    """True if the game has a first game; one that was added may have none."""
    return (services.assets.folder / "lessons" / f"{game}.txt").is_file()


def _states(settings: Settings) -> dict[str, str]:
    pairs = (each.partition("=") for each in settings.first_games.split(",") if each)
    return {game: state for game, _, state in pairs}


def is_offered(settings: Settings, game: str) -> bool:
    """True if the player was offered the first game of a game before, or has begun it."""
    return game in _states(settings)


def steps_done(settings: Settings, game: str) -> int:
    """How many steps of a first game that was left are done."""
    state = _states(settings).get(game, "")
    return int(state) if state.isdecimal() else 0


def note_first_game(services: Services, game: str, state: str) -> None:
    """Remember how it stands with a first game."""
    states = _states(services.settings)
    if states.get(game) != state:
        states[game] = state
        told = ",".join(f"{name}={each}" for name, each in states.items())
        # Nothing that is on the screen depends on it.
        services.settings_file.change(first_games=told)

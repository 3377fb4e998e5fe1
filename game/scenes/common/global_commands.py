"""What some keys do in every scene: choices, help, full screen, the end."""

from __future__ import annotations

from game.desktop.keys import Command
from game.scenes.common.base import Change, OpenHelp, OpenOptions, Push, Quit
from game.scenes.common.services import Services


def global_command(services: Services, command: Command | None, game: str | None) -> Change | None:
    """Do what a command means in every scene, for the game that it is about; None where that
    changes nothing of the stack.
    """
    match command:
        case Command.OPTIONS:
            return Push(OpenOptions(game))
        case Command.HELP:
            return Push(OpenHelp(game))
        case Command.QUIT:
            return Quit()
        case Command.FULLSCREEN:
            services.switch_fullscreen()
    return None

"""The commands that work in every scene: options, help, full screen, quit. Menu, table and win do
more on some of them, and run them themselves.
"""

from __future__ import annotations

from game.desktop.commands import Command
from game.scenes.common.base import Change, OpenHelp, OpenOptions, Push, Quit
from game.scenes.common.services import Services


def global_command(services: Services, command: Command | None, game: str | None) -> Change | None:
    """Run a command that works in every scene; others do nothing. `game` is the game that the
    scene is about. None: the stack does not change.
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

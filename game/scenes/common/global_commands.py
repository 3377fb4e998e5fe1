"""The commands that work in every scene: options, help, full screen, quit. Menu, table and win do
more on some of them, and run them themselves. Also those that lead along a line, in the review and
while an answer is shown.
"""

from __future__ import annotations

from game.desktop.key_bindings import Command
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


def place_of_command(command: Command | None, at: int, last: int) -> int | None:
    """The place to which a command leads from the place `at` of a line, possibly beyond its ends;
    None: it leads nowhere. `last` is the line's last place.
    """
    goals = {
        Command.UNDO: at - 1,
        Command.REDO: at + 1,
        Command.UNDO_TEN: at - 10,
        Command.REDO_TEN: at + 10,
        Command.START: 0,
        Command.END: last,
    }
    return None if command is None else goals.get(command)

"""The commands that lead along a line, in the review and while an answer is shown."""

from __future__ import annotations

from game.desktop.key_bindings import Command

LEAP = 10
"""The places that Page Up and Page Down pass."""


def place_of_command(command: Command | None, at: int, last: int) -> int | None:
    """The place to which a command leads from the place `at` of a line, possibly beyond its ends;
    None: it leads nowhere. `last` is the line's last place.
    """
    goals = {
        Command.UNDO: at - 1,
        Command.REDO: at + 1,
        Command.UNDO_TEN: at - LEAP,
        Command.REDO_TEN: at + LEAP,
        Command.START: 0,
        Command.END: last,
    }
    return None if command is None else goals.get(command)

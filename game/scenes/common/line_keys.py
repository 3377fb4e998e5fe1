"""The keys that lead along a line, by one move, by ten or to an end, in the review and while an
answer is shown.
"""

from __future__ import annotations

from game.desktop.keys import Command


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

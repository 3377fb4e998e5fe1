"""How the program ends, and what it says then."""

from __future__ import annotations

from typing import Any, Final

from game.storage import Storage
from game.system.console import complain

UNSAVED: Final = 3
"""The exit code of an end with moves that are not in the player's file."""


class ProgramEnd:
    """What is known of how the program ends."""

    def __init__(self) -> None:
        self.forced = False
        """It is to end whatever is unsaved: nobody is asked."""
        self.window_lost = False
        """Somebody else has destroyed the window."""
        self.closing = False
        """The window is being closed: SDL's QUIT that follows says nothing new."""


def tell_unsaved(storage: Storage[Any]) -> int:
    """Say on the terminal what became of moves that could not be saved; returns the exit code."""
    kept, lost = storage.unsaved
    if kept:
        where = f"kept in {storage.journal_place} for the next start"
        complain(f"{_moves(kept)} could not be saved in {storage.path}, and {_are(kept)} {where}")
    if lost:
        complain(f"{_moves(lost)} could not be saved anywhere, and {_are(lost)} lost")
    return UNSAVED if kept or lost else 0


def _moves(count: int) -> str:
    return f"{count} move{'s' * (count != 1)}"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"

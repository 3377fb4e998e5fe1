"""Tells the terminal, when the program ends, of moves that could not be saved."""

from __future__ import annotations

from game.storage import Storage
from game.system.console import complain, counted
from game.system.exit_codes import UNSAVED_MOVES


def tell_unsaved(storage: Storage) -> int:
    """Say on the terminal what became of moves that could not be saved; returns the exit code."""
    kept, lost = storage.unsaved
    if kept:
        where = f"{_are(kept)} kept in {storage.spare_folder} for the next start"
        complain(f"{counted(kept, 'move')} could not be saved in {storage.path}, and {where}")
    if lost:
        complain(f"{counted(lost, 'move')} could not be saved anywhere, and {_are(lost)} lost")
    return UNSAVED_MOVES if kept or lost else 0


def _are(count: int) -> str:
    return "is" if count == 1 else "are"

"""What is deleted first if the disk is full, and how much room is left for the player's moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.storage.database_files import HALF

LEFT_FREE: Final = 8_000_000
"""Bytes of disk space reserved for the player's moves: backup and cache leave them free."""


def has_room(folder: Path, size: int = 0) -> bool:
    """Whether the disk has room for this many dispensable bytes and for `LEFT_FREE` more."""
    from shutil import disk_usage  # Imported here: few starts need it.

    return disk_usage(folder).free >= size + LEFT_FREE


def made_room(folder: Path, remove_cache: Callable[[], bool]) -> bool:
    """Delete an unfinished backup, else the cache, to make room for moves; False if there is
    neither.
    """
    try:
        (folder / HALF).unlink()
    except OSError:
        return remove_cache()
    return True

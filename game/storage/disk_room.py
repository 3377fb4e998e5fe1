"""What goes first where the disk is full, and how much of it is left to the player's moves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from game.storage.database_files import HALF

LEFT_FREE: Final = 8_000_000
"""Bytes of disk space reserved for the player's moves: backup and cache leave them free."""


def has_room(folder: Path, size: int = 0) -> bool:
    """Whether the disk has room for so many bytes that moves can do without, and for `LEFT_FREE`
    more.
    """
    from shutil import disk_usage  # Imported here: few starts need it.

    return disk_usage(folder).free >= size + LEFT_FREE


def made_room(folder: Path, remove_cache: Callable[[], bool]) -> bool:
    """Delete an unfinished backup, else the cache, since moves take precedence; False if there is
    neither.
    """
    try:
        (folder / HALF).unlink()
    except OSError:
        return remove_cache()
    return True

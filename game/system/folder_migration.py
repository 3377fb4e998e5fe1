"""Moves the settings, which older versions kept in the data folder, to the config folder, and
deletes the caches there, which only those versions read.

Each file is complete at any moment, in the old place or in the new one. An interrupted move is
completed at the next start.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from shutil import rmtree

from game.core import untrusted_input
from game.core.whole_files import replace_whole
from game.system.folders import PRIVATE, Folders


def migrate_settings(folders: Folders) -> None:
    """Move the settings that are still in the data folder, and delete the caches. A file that
    cannot be moved stays, and is used in its old place.
    """
    if folders.config_dir not in (None, folders.data):
        for old in untrusted_input.entries_in(folders.data, "settings*.json"):
            _move(old, folders.settings.with_name(old.name))
    old_cache = folders.data / "cache"
    if folders.cache_dir is not None and folders.cache != old_cache:
        rmtree(old_cache, ignore_errors=True)


def settings_in_use(folders: Folders) -> Path:
    """The settings file: where it belongs, or in its old place as long as it is only there."""
    old = folders.data / folders.settings.name
    if _is_there(old) and not _is_there(folders.settings):
        return old
    return folders.settings


def _move(old: Path, new: Path) -> None:
    """Move a file. If there is one in the new place, that is newer: the old file stays, or is
    deleted if both are the same.
    """
    with suppress(OSError, untrusted_input.InputError):
        if _is_there(new):
            if _same(old, new):
                old.unlink()
            return
        new.parent.mkdir(PRIVATE, parents=True, exist_ok=True)
        if old.is_symlink():
            # A relative link would point elsewhere from the new place.
            new.symlink_to(old.resolve())
            old.unlink()
            return
        try:
            old.rename(new)
        except OSError:
            # Another file system.
            replace_whole(new, untrusted_input.read_bytes(old, untrusted_input.MOST_SETTINGS))
            old.unlink()


def _is_there(path: Path) -> bool:
    """Whether a path exists; a broken link does."""
    return os.path.lexists(path)


def _same(old: Path, new: Path) -> bool:
    """Whether both paths hold the same: a move was interrupted before it deleted the old one."""
    if old.is_symlink() or new.is_symlink():
        return old.resolve() == new.resolve()
    most = untrusted_input.MOST_SETTINGS
    return untrusted_input.read_bytes(old, most) == untrusted_input.read_bytes(new, most)

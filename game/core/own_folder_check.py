"""Folders where every user may create some: whether one is this user's own, and no link."""

from __future__ import annotations

import os
import stat
from pathlib import Path


def is_own_folder(path: Path) -> bool:
    """Whether a path is a folder that belongs to this user, and no link: another user may have
    prepared either. Raises OSError if nothing is there.
    """
    about = path.lstat()
    if not stat.S_ISDIR(about.st_mode):
        return False
    return not hasattr(os, "getuid") or about.st_uid == os.getuid()

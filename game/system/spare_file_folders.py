"""Where the folders for the spare file may be, which keeps what the player's file rejects until the
next start (`storage` makes and checks them).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

_NAME: Final = "fourfold-spare"


def spare_file_folders() -> list[Path]:
    """Folders of this user's own, the preferred one first; none of them need exist. Those that
    survive a restart of the machine come before the temporary one.
    """
    found = [_state_folder()]
    if sys.platform != "win32":
        found += [Path("/var/tmp") / _of_user()]
    named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
    temporary = next((place for place in map(Path, filter(None, named)) if place.is_dir()), None)
    found += [(temporary or Path("/tmp")) / _of_user()]
    return [place for place in found if place is not None]


def _state_folder() -> Path | None:
    """The folder for the program's state; None for a user without a home folder."""
    home = Path(os.environ.get("HOME", ""))
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", ""))
        found = home / "fourfold" / "spare"
    elif sys.platform == "darwin":
        found = home / "Library" / "Application Support" / _NAME
    else:
        given = Path(os.environ.get("XDG_STATE_HOME", ""))
        if given.is_absolute():
            return given / "fourfold" / "spare"
        found = home / ".local" / "state" / "fourfold" / "spare"
    return found if home.is_absolute() and home.is_dir() else None


def _of_user() -> str:
    """The name of this user's own folder in one where every user may write."""
    ask: Callable[[], int] | None = getattr(os, "getuid", None)
    return _NAME if ask is None else f"{_NAME}-{ask()}"

"""Where packaging/ finds and puts things."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
FOLDER: Final = DIST / "fourfold"
"""The program in a folder, as `build.py` makes it."""


def cache() -> Path:
    """Where things that are fetched or made once are kept, outside the repository:
    `FOURFOLD_CACHE`, else `fourfold-build` in the user's cache folder.
    """
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fourfold-build"
    return Path(os.environ.get("FOURFOLD_CACHE") or usual).absolute()


def size_of(result: Path) -> int:
    """Bytes of a file, or of all files in a folder; links count nothing."""
    files = [result] if result.is_file() else result.rglob("*")
    return sum(file.stat().st_size for file in files if file.is_file() and not file.is_symlink())

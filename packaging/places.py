"""Where packaging/ finds and puts things."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"


def cache() -> Path:
    """Where things that are fetched or made once are kept, outside the repository:
    `FOURFOLD_CACHE`, else `fourfold-build` in the user's cache folder.
    """
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fourfold-build"
    return Path(os.environ.get("FOURFOLD_CACHE") or usual).absolute()

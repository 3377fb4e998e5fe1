"""Where the player's own things live: one folder, and what is in it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True, slots=True)
class Folders:
    """The places under a data folder; none of them need exist."""

    data: Path

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.data / "settings.json"

    @property
    def levels(self) -> Path:
        """The player's own level packs."""
        return self.data / "levels"

    @property
    def screenshots(self) -> Path:
        """What the screenshot key makes."""
        return self.data / "screenshots"


def usual_data_dir() -> Path | None:
    """The data folder of this system and user, or None for a user without a home folder."""
    try:
        found = Path(platformdirs.user_data_dir("fourfold", appauthor=False))
    except RuntimeError:
        return None
    # Where there is no home folder, its sign `~` is left in the path.
    return found if found.is_absolute() and "~" not in found.parts else None


def spare_data_dir() -> Path:
    """A folder for those without a home: it may not outlive the machine's next start."""
    return Path(tempfile.gettempdir()) / "fourfold"

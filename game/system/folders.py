"""The folders of the player's data: games, settings and caches are each in the system's folder for
that, or all in one named folder. Also the folders for screenshots and exports, and those
of the program itself.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

from game.core.whole_files import is_own_folder

PRIVATE: Final = 0o700
"""The mode of a folder that only its owner may use."""


class MissingAssetError(Exception):
    """A picture or font that ships with the program is missing."""


class Folders(NamedTuple):
    """The places that belong to a data folder; none of them need exist."""

    data: Path
    """Games, answers, statistics, packs."""
    config_dir: Path | None = None
    cache_dir: Path | None = None
    """For `config_dir` and `cache_dir`, None means the data folder."""

    @property
    def settings(self) -> Path:
        """The settings file."""
        return (self.config_dir or self.data) / "settings.json"

    @property
    def cache(self) -> Path:
        """The folder for files that can be made again."""
        return self.cache_dir or self.data / "cache"

    @property
    def levels(self) -> Path:
        """The player's own level packs."""
        return self.data / "levels"

    @property
    def screenshots(self) -> Path:
        """Where the screenshot key writes: the user's pictures."""
        return _of_user(lambda dirs: dirs.user_pictures_dir()) or self.data / "screenshots"

    @property
    def documents(self) -> Path:
        """Where exports go: the user's documents."""
        return _of_user(lambda dirs: dirs.user_documents_dir()) or self.data


def asset_folder() -> Path:
    """The folder of pictures and texts, in a checkout or an installed or frozen program. Raises
    MissingAssetError, which names the places searched.
    """
    places = _own_places("assets")
    for place in places:
        if place.is_dir():
            return place
    raise MissingAssetError(f"no folder of assets at {places[0]} nor at {places[1]}")


def levels_folder() -> Path:
    """The folder of the game's own level packs; it is missing in a damaged installation."""
    places = _own_places("levels")
    return next((place for place in places if place.is_dir()), places[0])


def _own_places(name: str) -> tuple[Path, Path]:
    """Where a folder of the program itself may be: inside the package or beside it."""
    here = Path(__file__).parents[1]
    return here / name, here.parent / name


def usual_folders() -> Folders | None:
    """The folders of this system and user, or None for a user without a home folder."""
    data = usual_data_dir()
    if data is None:
        return None
    config = _of_user(lambda dirs: dirs.user_config_dir("fourfold", appauthor=False))
    cache = _of_user(lambda dirs: dirs.user_cache_dir("fourfold", appauthor=False))
    return Folders(data, config, cache)


def usual_data_dir() -> Path | None:
    """The data folder for this system and user, or None for a user without a home folder."""
    return _of_user(lambda dirs: dirs.user_data_dir("fourfold", appauthor=False))


def _of_user(ask: Callable[[ModuleType], str]) -> Path | None:
    """A folder of this user that `platformdirs` names; None for a user without a home folder."""
    import platformdirs  # Imported here: few starts need it.

    try:
        found = Path(ask(platformdirs))
    except RuntimeError:
        return None
    # Without a home folder `~` is left in the path.
    return found if found.is_absolute() and "~" not in found.parts else None


def spare_data_dir() -> Path:
    """The folder in the temporary folder for a user without a home folder, who is part of its name.
    It may not survive a restart of the machine.
    """
    import tempfile  # Imported here: few starts need it.

    return Path(tempfile.gettempdir()) / _spare_name()


def is_spare(folder: Path) -> bool:
    """Whether this is `spare_data_dir`. The name is compared first: at almost every start it
    differs.
    """
    return folder.name == _spare_name() and folder == spare_data_dir()


def _spare_name() -> str:
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "user")
    return f"fourfold-{user}"


def make_own_folder(folder: Path) -> Path:
    """Create a folder in a place where every user may create some, and return it. If the folder
    exists and is not this user's own, somebody may have prepared it: another one is created.
    """
    with suppress(FileExistsError):
        folder.mkdir(PRIVATE)
    if is_own_folder(folder):
        if sys.platform != "win32":
            folder.chmod(PRIVATE)
        return folder
    import tempfile

    return Path(tempfile.mkdtemp(prefix=f"{folder.name}-"))


def spare_file_folders() -> list[Path]:
    """Folders of this user's own, the preferred one first; none of them need exist. Those that
    survive a restart of the machine come before the temporary one.
    """
    found = [_state_folder()]
    if sys.platform != "win32":
        found += [Path("/var/tmp") / f"{_spare_name()}-spare"]
    named = (os.environ.get(name, "") for name in ("TMPDIR", "TEMP", "TMP"))
    temporary = next((place for place in map(Path, filter(None, named)) if place.is_dir()), None)
    found += [(temporary or Path("/tmp")) / f"{_spare_name()}-spare"]
    return [place for place in found if place is not None]


def _state_folder() -> Path | None:
    """The folder for the program's state; None for a user without a home folder."""
    home = Path(os.environ.get("HOME", ""))
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA", ""))
        found = home / "fourfold" / "spare"
    elif sys.platform == "darwin":
        found = home / "Library" / "Application Support" / "fourfold-spare"
    else:
        given = Path(os.environ.get("XDG_STATE_HOME", ""))
        if given.is_absolute():
            return given / "fourfold" / "spare"
        found = home / ".local" / "state" / "fourfold" / "spare"
    return found if home.is_absolute() and home.is_dir() else None

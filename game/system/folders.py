"""Where the player's own things live: games, settings and caches each in the system's folder for
that, or all in one that is named; and the folders for what the player asks to have.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Final

from game.core.named_tuple import NamedTuple

PRIVATE: Final = 0o700
"""The mode of a folder that is the player's alone."""


class Folders(NamedTuple):
    """The places that belong to a data folder; none of them need exist."""

    data: Path
    """Games, answers, statistics, packs."""
    config_dir: Path | None = None
    cache_dir: Path | None = None
    """None: these two are in the data folder."""

    @property
    def settings(self) -> Path:
        """The settings file."""
        return (self.config_dir or self.data) / "settings.json"

    @property
    def cache(self) -> Path:
        """What can be made again."""
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
    """The platformdirs of this user, or None without a home folder."""
    import platformdirs  # Here, as few starts need it.

    try:
        found = Path(ask(platformdirs))
    except RuntimeError:
        return None
    # Where there is no home folder, its sign `~` is left in the path.
    return found if found.is_absolute() and "~" not in found.parts else None


def spare_data_dir() -> Path:
    """A folder for those without a home, named by user: it may not outlive the machine's next
    start.
    """
    import tempfile  # Here, as few starts need it.

    return Path(tempfile.gettempdir()) / _spare_name()


def is_spare(folder: Path) -> bool:
    """Whether this is `spare_data_dir`. Its name is compared first: almost no start goes on."""
    return folder.name == _spare_name() and folder == spare_data_dir()


def _spare_name() -> str:
    user = os.getuid() if sys.platform != "win32" else os.environ.get("USERNAME", "user")
    return f"fourfold-{user}"


def claimed(folder: Path) -> Path:
    """Make a folder in a place where anybody may make some, and return it; another one where that
    is not this user's alone, as somebody may have prepared it.
    """
    with suppress(FileExistsError):
        folder.mkdir(PRIVATE)
    if _is_ours(folder):
        return folder
    import tempfile

    return Path(tempfile.mkdtemp(prefix=f"{folder.name}-"))


def make_private(folders: Folders) -> None:
    """Close to others what an older version may have left open to them. A folder that was named
    by the player stays as it is, only what is ours in it is closed.
    """
    for folder in {folders.data, folders.settings.parent}:
        for pattern in ("fourfold*", "settings*.json", "fault-*.txt"):
            for file in folder.glob(pattern):
                _close(file, 0o600)
    if folders.config_dir is not None:
        for folder in {folders.data, folders.config_dir}:
            _close(folder, PRIVATE)


def _close(path: Path, mode: int) -> None:
    """Take away what a mode does not allow, of a file or a folder of this user's."""
    with suppress(OSError):
        found = path.lstat().st_mode
        kind = stat.S_ISDIR if mode == PRIVATE else stat.S_ISREG
        if kind(found) and stat.S_IMODE(found) & ~mode:
            path.chmod(stat.S_IMODE(found) & mode)


def _is_ours(folder: Path) -> bool:
    """Whether a folder is no link, and only this user can write there."""
    found = folder.lstat()
    if sys.platform == "win32":
        return stat.S_ISDIR(found.st_mode)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        return False
    folder.chmod(PRIVATE)
    return True


def write_new(folder: Path, name: str, content: bytes) -> Path:
    """Write a new file and return its path; if the name is taken, a number is added before its
    suffix.

    The folder is made if needed. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    wanted = folder / name
    for number in count(1):
        path = wanted if number == 1 else wanted.with_stem(f"{wanted.stem}-{number}")
        try:
            with path.open("xb") as file:
                file.write(content)
        except FileExistsError:
            continue
        return path
    raise AssertionError("there is always another number")

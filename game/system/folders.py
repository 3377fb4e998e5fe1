"""Where the player's own things live: one folder with what is kept, and the system's folders
for what the player asks to have.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from pathlib import Path
from types import ModuleType

from game.core.named_tuple import NamedTuple


class Folders(NamedTuple):
    """The places that go with a data folder; none of them need exist."""

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
        """What the screenshot key makes: the user's pictures."""
        return _of_user(lambda dirs: dirs.user_pictures_dir()) or self.data / "screenshots"

    @property
    def documents(self) -> Path:
        """What is written out for other programs: the user's documents."""
        return _of_user(lambda dirs: dirs.user_documents_dir()) or self.data


def usual_data_dir() -> Path | None:
    """The data folder of this system and user, or None for a user without a home folder."""
    return _of_user(lambda dirs: dirs.user_data_dir("fourfold", appauthor=False))


def _of_user(ask: Callable[[ModuleType], str]) -> Path | None:
    """What platformdirs is asked for; None for a user without a home folder."""
    import platformdirs  # Here, as few starts need it.

    try:
        found = Path(ask(platformdirs))
    except RuntimeError:
        return None
    # Where there is no home folder, its sign `~` is left in the path.
    return found if found.is_absolute() and "~" not in found.parts else None


def spare_data_dir() -> Path:
    """A folder for those without a home: it may not outlive the machine's next start."""
    import tempfile  # Here, as few starts need it.

    return Path(tempfile.gettempdir()) / "fourfold"


def write_new(folder: Path, name: str, content: bytes) -> Path:
    """Write a file that is not there yet, and return it: under the name, or with a number before
    its ending where that is taken. The folder is made if need be; OSError where nothing can be
    written.
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

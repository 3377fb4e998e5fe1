"""Exports and imports everything that a player has: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, Final

from game.core import level_packs, untrusted_input
from game.core.messages import WordedError, Wording, why
from game.core.named_tuple import NamedTuple
from game.core.whole_files import replace_whole
from game.record.packs import PACK_ENDINGS
from game.storage import Storage
from game.storage.export_file import SUFFIX
from game.system.folders import Folders
from game.system.settings import UNSAVED, SettingsFile, valid_settings

_SETTINGS: Final = "settings"
_PACK: Final = "pack "


def new_export_path(folders: Folders, today: date) -> Path:
    """The path of a new export in the documents folder, named by the date."""
    folder, name = folders.documents, f"fourfold-{today.isoformat()}"
    paths = (folder / f"{name}{f'-{n}' if n > 1 else ''}{SUFFIX}" for n in count(1))
    return next(path for path in paths if not path.exists())


def export_all(storage: Storage, settings: SettingsFile, folders: Folders, path: Path) -> None:
    """Write everything into one file. Raises StorageError or WordedError (`Storage.export_to`).
    Level packs that are unreadable, or whose names are, are left out.
    """
    chosen = settings.settings._asdict().items()
    kept = {name: value for name, value in chosen if not _is_of_the_window(name)}
    extras = {_SETTINGS: json.dumps(kept, sort_keys=True)}
    for file in sorted(folders.levels.glob("*")):
        if file.suffix in PACK_ENDINGS:
            with suppress(OSError, UnicodeError, WordedError):
                file.name.encode()  # fails if the name is no valid text
                most = level_packs.MOST_PACK
                extras[_PACK + file.name] = untrusted_input.read_text(file, most)
    storage.export_to(path, extras)


class TakenExtras(NamedTuple):
    """What an import brings beside the games."""

    settings: dict[str, Any]
    """Those that are valid here; the caller applies them."""
    troubles: list[Wording]
    """What to tell the player of the level packs that could not be saved."""


def import_all(storage: Storage, folders: Folders, path: Path) -> TakenExtras:
    """Import everything but the settings, which are returned. Existing level packs are kept.
    Raises StorageError; nothing has changed then.
    """
    return take_extras(folders, storage.import_from(path))


def take_extras(folders: Folders, extras: Mapping[str, str]) -> TakenExtras:
    """Save the level packs of an export, unless they exist, and read its settings."""
    packs = {n.removeprefix(_PACK): text for n, text in extras.items() if n.startswith(_PACK)}
    troubles = [_saved_pack(folders.levels / name, packs[name]) for name in packs if _is_pack(name)]
    return TakenExtras(_settings(extras), [trouble for trouble in troubles if trouble is not None])


def _is_pack(name: str) -> bool:
    """True for the name of a pack file: it leads to no other folder, and a system can have it."""
    return Path(name).name == name and name.endswith(PACK_ENDINGS) and "\0" not in name


def _saved_pack(path: Path, text: str) -> Wording | None:
    """Save a pack unless the file exists; returns what to tell the player if that fails."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            replace_whole(path, text.encode())
    except OSError as error:
        return UNSAVED.filled(what=why(error), file=path)
    return None


def _is_of_the_window(name: str) -> bool:
    """True for a setting that belongs to one machine's screen: neither exported nor imported."""
    return name == "fullscreen" or name.startswith("window_")


def _settings(extras: Mapping[str, str]) -> dict[str, Any]:
    """The settings of an export that are valid here, without those of the window."""
    with suppress(ValueError, RecursionError):
        found = json.loads(extras.get(_SETTINGS, ""))
        if isinstance(found, dict):
            valid = valid_settings(found).items()
            return {name: value for name, value in valid if not _is_of_the_window(name)}
    return {}

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
from game.core.messages import WordedError, Wording
from game.record.packs import PACK_ENDINGS
from game.storage import Storage
from game.storage.export_file import SUFFIX
from game.system.folders import Folders
from game.system.settings import SettingsFile

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


def import_all(storage: Storage, folders: Folders, path: Path) -> dict[str, Any]:
    """Import everything but the settings, which are returned. Existing level packs are kept.
    Raises StorageError; nothing has changed then.
    """
    return take_extras(folders, storage.import_from(path))


def take_extras(folders: Folders, extras: Mapping[str, str]) -> dict[str, Any]:
    """Store the level packs of an export, unless they exist; returns its settings."""
    for name, text in extras.items():
        if name.startswith(_PACK):
            _write_pack(folders.levels, name.removeprefix(_PACK), text)
    return _settings(extras)


def _write_pack(folder: Path, name: str, text: str) -> None:
    if Path(name).name != name or not name.endswith(PACK_ENDINGS):
        return
    with suppress(OSError, ValueError):
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)


def _is_of_the_window(name: str) -> bool:
    """True for a setting that belongs to one machine's screen: neither exported nor imported."""
    return name == "fullscreen" or name.startswith("window_")


def _settings(extras: Mapping[str, str]) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        found = json.loads(extras.get(_SETTINGS, ""))
        if isinstance(found, dict):
            return {name: v for name, v in found.items() if not _is_of_the_window(name)}
    return {}


def take_settings(settings: SettingsFile, found: Mapping[str, Any]) -> Wording | None:
    """Apply imported settings; those that are unknown or invalid here are ignored. Returns what to
    tell the player if saving fails.
    """
    trouble = None
    for name, value in found.items():
        with suppress(ValueError, TypeError):
            trouble = settings.change(**{name: value})
    return trouble

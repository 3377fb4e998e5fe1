"""Everything a player has, written out and taken in: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from game.core import level_packs, untrusted_input
from game.core.messages import WordedError
from game.record.catalogue import PACK_ENDINGS
from game.storage import Storage
from game.system.folders import Folders
from game.system.settings import SettingsFile

OF_THE_MACHINE: Final = ("window_width", "window_height", "fullscreen")
"""Settings that belong to a screen and are left behind."""
_SETTINGS: Final = "settings"
_PACK: Final = "pack "


def export_all(storage: Storage[Any], settings: SettingsFile, folders: Folders, path: Path) -> None:
    """Write everything into one file. StorageError where that fails."""
    chosen = settings.settings._asdict().items()
    kept = {name: value for name, value in chosen if name not in OF_THE_MACHINE}
    extras = {_SETTINGS: json.dumps(kept, sort_keys=True)}
    for file in sorted(folders.levels.glob("*")):
        if file.suffix in PACK_ENDINGS:
            with suppress(OSError, UnicodeDecodeError, WordedError):
                most = level_packs.MOST_PACK
                extras[_PACK + file.name] = untrusted_input.read_text(file, most)
    storage.export_to(path, extras)


def import_all(storage: Storage[Any], folders: Folders, path: Path) -> dict[str, Any]:
    """Take everything in; returns the settings that came with it. StorageError: nothing has
    changed. A level pack that is here already stays.
    """
    return take_extras(folders, storage.import_from(path))


def take_extras(folders: Folders, extras: Mapping[str, str]) -> dict[str, Any]:
    """Keep the level packs that came along; returns the settings."""
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


def _settings(extras: Mapping[str, str]) -> dict[str, Any]:
    with suppress(ValueError, RecursionError):
        found = json.loads(extras.get(_SETTINGS, ""))
        if isinstance(found, dict):
            return {name: v for name, v in found.items() if name not in OF_THE_MACHINE}
    return {}


def take_settings(settings: SettingsFile, found: Mapping[str, Any]) -> None:
    """Choose what was chosen on the other machine, as far as there is such a choice here."""
    for name, value in found.items():
        with suppress(ValueError, TypeError):
            settings.change(**{name: value})

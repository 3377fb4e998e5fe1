"""Exports and imports everything that a player has: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

from game.core.named_tuple import NamedTuple
from game.core.translatable_texts import Wording
from game.record.pack_export_and_import import exported_packs, import_packs
from game.rules import RULES
from game.storage import Storage
from game.storage.export_file import SUFFIX
from game.system.folders import Folders
from game.system.numbered_files import numbered
from game.system.settings import SettingsFile, valid_settings

_SETTINGS: Final = "settings"


def new_export_path(folders: Folders, today: date) -> Path:
    """The path of a new export in the documents folder, named by the date."""
    wanted = folders.documents / f"fourfold-{today.isoformat()}{SUFFIX}"
    return next(path for path in numbered(wanted) if not path.exists())


def export_all(
    storage: Storage, settings: SettingsFile, folders: Folders, path: Path
) -> list[Wording]:
    """Write everything into one file; returns which level packs were left out, and why. Raises
    StorageError or WordedError (`Storage.export_to`).
    """
    chosen = settings.settings._asdict().items()
    kept = {name: value for name, value in chosen if not _is_of_the_window(name)}
    extras = {_SETTINGS: json.dumps(kept, sort_keys=True)}
    packs, left_out = exported_packs(folders.levels)
    storage.export_to(path, extras | packs)
    return left_out


def deals_kept(storage: Storage) -> tuple[int, int]:
    """How many deals there are of the games of this version, and of others. Raises StorageError."""
    known = [row.key.game in RULES for row in storage.library()]
    return sum(known), known.count(False)


class TakenExtras(NamedTuple):
    """What an import brings beside the games."""

    settings: dict[str, Any]
    """Those that are valid here; the caller applies them."""
    troubles: list[Wording]
    """What to tell the player of the level packs that could not be saved."""
    renamed: list[Wording]
    """Messages about packs that were renamed because another pack has their name."""


def import_all(storage: Storage, folders: Folders, path: Path) -> TakenExtras:
    """Import everything but the settings, which are returned. Existing level packs are kept.
    Raises StorageError; nothing has changed then.
    """
    return take_extras(folders, storage.import_from(path))


def take_extras(folders: Folders, extras: Mapping[str, str]) -> TakenExtras:
    """Save the level packs of an export, unless they exist, and read its settings."""
    return TakenExtras(_settings(extras), *import_packs(folders.levels, extras))


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

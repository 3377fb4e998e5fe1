"""Exports and imports everything that a player has: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.core.moves import Action
from game.core.translatable_texts import Wording
from game.history import SavedLine
from game.record.history_checks import checked
from game.record.pack_export_and_import import exported_packs, import_packs
from game.rules import RULES
from game.storage import Storage, StoredDeal
from game.storage.export_file import SUFFIX, Export, Import
from game.system.folders import Folders
from game.system.numbered_files import numbered
from game.system.settings import SettingsFile, valid_settings

_SETTINGS: Final = "settings"


def new_export_path(folders: Folders, today: date) -> Path:
    """The path of a new export in the documents folder, named by the date."""
    wanted = folders.documents / f"fourfold-{today.isoformat()}{SUFFIX}"
    return next(path for path in numbered(wanted) if not path.exists())


def start_export(
    storage: Storage, settings: SettingsFile, folders: Folders, path: Path
) -> tuple[Export, list[Wording]]:
    """Begin to write everything into one file; also returns which level packs are left out, and
    why. Raises as `Storage.start_export` does.
    """
    chosen = settings.settings._asdict().items()
    kept = {name: value for name, value in chosen if not _is_of_the_window(name)}
    extras = {_SETTINGS: json.dumps(kept, sort_keys=True)}
    packs, left_out = exported_packs(folders.levels)
    return storage.start_export(path, extras | packs), left_out


def start_import(storage: Storage, path: Path) -> Import:
    """Begin to import an export. Its deals are replayed by the rules before one is joined."""
    return storage.start_import(path, _verified)


def _verified(deal: StoredDeal[Action]) -> StoredDeal[Action]:
    """What the rules accept of a deal; of a game that this version does not know, no history."""
    try:
        return checked(deal).deal
    except ValueError:
        return deal._replace(edges=(), line=SavedLine(), bookmarks=(), answers=())


def deals_kept(storage: Storage) -> int:
    """How many deals there are of the games of this version. Raises StorageError."""
    return sum(row.key.game in RULES for row in storage.library())


class TakenExtras(NamedTuple):
    """What an import brings beside the games."""

    settings: dict[str, Any]
    """Those that are valid here; the caller applies them."""
    troubles: list[Wording]
    """What to tell the player of the level packs that could not be saved."""
    renamed: list[Wording]
    """Messages about packs that were renamed because another pack has their name."""


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

"""Exports and imports everything that a player has: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final, NamedTuple

from game.core import untrusted_input
from game.core.moves import Action
from game.core.translatable_texts import WordedError, Wording, why
from game.core.untrusted_input import entries_in
from game.core.whole_files import numbered, replace_whole
from game.history import SavedLine
from game.play.level_packs import MOST_PACK
from game.record.pack_files import PACK_ENDINGS
from game.record.validation import checked
from game.rules import RULES
from game.storage import DealKey, Storage, StoredDeal
from game.storage.export_file import SUFFIX, Export, Import
from game.system.folders import Folders
from game.system.settings import UNSAVED, SettingsFile, valid_settings

_SETTINGS: Final = "settings"
_PACK: Final = "pack "
"""What an export calls the text of a pack: this and the name of its file."""
_LEFT_OUT: Final = Wording("{file} was skipped: {reason}")
_RENAMED: Final = Wording("you already have a list called {file}: the new one is {new}")


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
    packs, left_out = _exported_packs(folders.levels)
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


def deals_kept(storage: Storage) -> set[DealKey]:
    """The deals that there are of the games of this version. Raises StorageError."""
    return {row.key for row in storage.library() if row.key.game in RULES}


class TakenExtras(NamedTuple):
    """What an import brings beside the games."""

    settings: dict[str, Any]
    """Those that are valid here, if they were asked for; the caller applies them."""
    troubles: list[Wording]
    """What to tell the player of the level packs that could not be saved."""
    renamed: list[Wording]
    """Messages about packs that were renamed because another pack has their name."""


def take_extras(folders: Folders, extras: Mapping[str, str], *, with_settings: bool) -> TakenExtras:
    """Save the level packs of an export, unless they exist, and read its settings."""
    settings = _settings(extras) if with_settings else {}
    return TakenExtras(settings, *_import_packs(folders.levels, extras))


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


# Level packs


def _exported_packs(levels: Path) -> tuple[dict[str, str], list[Wording]]:
    """The texts of a folder's packs by their names in an export; and the packs left out, with
    reasons.
    """
    packs, left_out = {}, []
    for file in entries_in(levels):
        if file.suffix in PACK_ENDINGS and not file.is_dir():
            try:
                file.name.encode()
                packs[_PACK + file.name] = untrusted_input.read_text(file, MOST_PACK)
            except UnicodeEncodeError:
                reason = Wording("its name contains invalid characters")
                left_out.append(_LEFT_OUT.filled(file=file.name, reason=reason))
            except (OSError, UnicodeDecodeError, WordedError) as error:
                left_out.append(_LEFT_OUT.filled(file=file.name, reason=why(error)))
    return packs, left_out


def _import_packs(levels: Path, extras: Mapping[str, str]) -> tuple[list[Wording], list[Wording]]:
    """Save the packs among the texts of an export, unless the folder has them. Returns what to tell
    of those that could not be saved, and of those that got another name, since theirs was taken by
    another pack.
    """
    troubles, renamed = [], []
    packs = {n.removeprefix(_PACK): text for n, text in extras.items() if n.startswith(_PACK)}
    for name in filter(_is_pack, packs):
        path = levels / name
        try:
            new = _new_pack(path, packs[name].encode())
        except OSError as error:
            troubles.append(UNSAVED.filled(what=why(error), file=path))
        else:
            if new is not None and new != path:
                renamed.append(_RENAMED.filled(file=name, new=new.name))
    return troubles, renamed


def _is_pack(name: str) -> bool:
    """True for the name of a pack file: it leads to no other folder, and a system can have it."""
    return Path(name).name == name and name.endswith(PACK_ENDINGS) and "\0" not in name


def _new_pack(wanted: Path, content: bytes) -> Path | None:
    """Save a pack under its name, or a free one if another pack has that; returns where it is.
    None: it was there already. Raises OSError.
    """
    wanted.parent.mkdir(parents=True, exist_ok=True)
    path = next(path for path in numbered(wanted) if not path.exists() or _holds(path, content))
    if path.exists():
        return None
    replace_whole(path, content)
    return path


def _holds(path: Path, content: bytes) -> bool:
    with suppress(OSError, WordedError):
        return untrusted_input.read_bytes(path, MOST_PACK) == content
    return False

"""Exports and imports everything that a player has: games, settings, level packs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any, Final

from game.core import untrusted_input
from game.core.named_tuple import NamedTuple
from game.core.translatable_texts import WordedError, Wording
from game.core.untrusted_input import files_in, why
from game.core.whole_files import replace_whole
from game.record.pack_files import PACK_ENDINGS
from game.rules import RULES
from game.storage import Storage
from game.storage.export_file import SUFFIX
from game.system.folders import Folders
from game.system.numbered_files import numbered
from game.system.settings import UNSAVED, SettingsFile, valid_settings

_SETTINGS: Final = "settings"
_PACK: Final = "pack "
_LEFT_OUT: Final = Wording("{file} was left out: {reason}")
_RENAMED: Final = Wording("another list here is called {file}: the new one is {new}")


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
    left_out = []
    for file in files_in(folders.levels):
        if file.suffix in PACK_ENDINGS and not file.is_dir():
            try:
                extras[_PACK + file.name] = _pack_text(file)
            except (OSError, UnicodeDecodeError, WordedError) as error:
                left_out.append(_LEFT_OUT.filled(file=file.name, reason=why(error)))
    storage.export_to(path, extras)
    return left_out


def _pack_text(file: Path) -> str:
    """The text of a pack. Raises OSError, UnicodeDecodeError or WordedError if that, or its name,
    is none.
    """
    try:
        file.name.encode()
    except UnicodeEncodeError as error:
        raise WordedError(Wording("its name is not a text")) from error
    return untrusted_input.read_text(file, untrusted_input.MOST_PACK)


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
    """What to tell of those that got another name, since theirs was taken by another pack."""


def import_all(storage: Storage, folders: Folders, path: Path) -> TakenExtras:
    """Import everything but the settings, which are returned. Existing level packs are kept.
    Raises StorageError; nothing has changed then.
    """
    return take_extras(folders, storage.import_from(path))


def take_extras(folders: Folders, extras: Mapping[str, str]) -> TakenExtras:
    """Save the level packs of an export, unless they exist, and read its settings."""
    packs = {n.removeprefix(_PACK): text for n, text in extras.items() if n.startswith(_PACK)}
    taken = TakenExtras(_settings(extras), [], [])
    for name in filter(_is_pack, packs):
        path = folders.levels / name
        try:
            new = _new_pack(path, packs[name].encode())
        except OSError as error:
            taken.troubles.append(UNSAVED.filled(what=why(error), file=path))
        else:
            if new is not None and new != path:
                taken.renamed.append(_RENAMED.filled(file=name, new=new.name))
    return taken


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
        return untrusted_input.read_bytes(path, untrusted_input.MOST_PACK) == content
    return False


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

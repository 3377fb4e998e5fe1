"""The level packs of an export: written into one, and saved from one."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from game.core import untrusted_input
from game.core.error_reasons import why
from game.core.level_packs import MOST_PACK
from game.core.translatable_texts import WordedError, Wording
from game.core.untrusted_input import entries_in
from game.core.whole_files import replace_whole
from game.record.pack_files import PACK_ENDINGS
from game.system.numbered_files import numbered
from game.system.settings import UNSAVED

_PACK: Final = "pack "
"""What an export calls the text of a pack: this and the name of its file."""
_LEFT_OUT: Final = Wording("{file} was skipped: {reason}")
_RENAMED: Final = Wording("you already have a list called {file}: the new one is {new}")


def exported_packs(levels: Path) -> tuple[dict[str, str], list[Wording]]:
    """The texts of a folder's packs by their names in an export; and the packs left out, with
    reasons.
    """
    packs, left_out = {}, []
    for file in entries_in(levels):
        if file.suffix in PACK_ENDINGS and not file.is_dir():
            try:
                packs[_PACK + file.name] = _pack_text(file)
            except (OSError, UnicodeDecodeError, WordedError) as error:
                left_out.append(_LEFT_OUT.filled(file=file.name, reason=why(error)))
    return packs, left_out


def _pack_text(file: Path) -> str:
    """The text of a pack. Raises OSError if the file cannot be read, UnicodeDecodeError or
    WordedError if its content or its name is not text.
    """
    try:
        file.name.encode()
    except UnicodeEncodeError as error:
        raise WordedError(Wording("its name is not text")) from error
    return untrusted_input.read_text(file, MOST_PACK)


def import_packs(levels: Path, extras: Mapping[str, str]) -> tuple[list[Wording], list[Wording]]:
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

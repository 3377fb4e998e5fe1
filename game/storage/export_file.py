"""All that a player has played in one file, to be taken to another machine.

The file is one line of text and then a SQLite database, compressed with zlib. The line is
`fourfold export 1 SHA256 BYTES SIZE`: the checksum and the length of what follows it, and its
length unpacked. The tables are those of `schema.py`, without what the solver found. Facts that
begin with `extra ` hold what is no table: settings, level packs.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from game.storage import files
from game.storage.repair import merge
from game.storage.schema import migrate
from game.storage.tables import Tables, transaction
from game.storage.values import StorageError, StorageTrouble

SUFFIX: Final = ".fourfold-export"
_MAGIC: Final = "fourfold export 1"
_EXTRA: Final = "extra "
_LONGEST_HEAD: Final = 200
_MOST: Final = 4 * 2**30
"""Bytes: more is no export of anybody's games."""


def write_export(tables: Tables, path: Path, extras: Mapping[str, str]) -> None:
    """Write everything into a file, in the place of any other of its name once it is whole.
    OSError or sqlite3.Error where that fails; then nothing is left behind.
    """
    content = _packed(_copied(tables, extras))
    aside = path.with_name(path.name + ".new")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise


def _copied(tables: Tables, extras: Mapping[str, str]) -> bytes:
    """The tables as a database of their own."""
    copy = Tables(sqlite3.connect(":memory:", isolation_level=None))
    try:
        tables.db.backup(copy.db)
        with transaction(copy.db):
            copy.db.execute("DELETE FROM worth")
            copy.remove_facts("worths")
            for name, text in extras.items():
                copy.write_side("fact", (_EXTRA + name, text))
        copy.db.execute("VACUUM")
        # A database in memory has no log beside it, whatever its header says.
        content = bytearray(copy.db.serialize())
        content[18:20] = b"\1\1"
        return bytes(content)
    finally:
        copy.db.close()


def _packed(content: bytes) -> bytes:
    body = zlib.compress(content, 6)
    head = f"{_MAGIC} {sha256(body).hexdigest()} {len(body)} {len(content)}\n"
    return head.encode() + body


def read_export(path: Path) -> tuple[Tables, dict[str, str]]:
    """The tables and extras of a file, all of it looked at. StorageError where it is damaged, no
    export at all, or of a newer version; OSError where it cannot be read.
    """
    tables = Tables(sqlite3.connect(":memory:", isolation_level=None))
    try:
        tables.db.deserialize(_unpacked(path.read_bytes()))
        migrate(tables)
        problems = tables.problems()
    except StorageError:
        tables.db.close()
        raise
    except files.BROKEN as error:
        tables.db.close()
        raise _damaged() from error
    if problems:
        tables.db.close()
        raise _damaged()
    extras = {name[len(_EXTRA) :]: text for name, text in tables.facts(_EXTRA).items()}
    tables.remove_facts(_EXTRA)
    return tables, extras


def _unpacked(content: bytes) -> bytes:
    head, line_end, body = content.partition(b"\n")
    words = head[:_LONGEST_HEAD].decode("ascii", "replace").split(" ")
    if " ".join(words[:3]) != _MAGIC or len(words) != 6 or not line_end:
        raise _damaged()
    digest, length, size = words[3:]
    if head != f"{_MAGIC} {digest} {length} {size}".encode() or len(size) > len(str(_MOST)):
        raise _damaged()
    if (length, digest) != (str(len(body)), sha256(body).hexdigest()) or not size.isdecimal():
        raise _damaged()
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(body, min(int(size), _MOST) + 1)
    except zlib.error as error:
        raise _damaged() from error
    if str(len(found)) != size or not unpacker.eof or unpacker.unused_data:
        raise _damaged()
    return found


def _damaged() -> StorageError:
    detail = "this is no whole export of games: nothing was taken from it"
    return StorageError(StorageTrouble.EXPORT, detail)


def take_in(source: Tables, target: Tables) -> None:
    """Put what another machine has together with what is here: both trees of a deal are kept,
    the shorter answers, all plays, the names and notes of here where there are any. StorageError
    or sqlite3.Error; then nothing has changed.
    """
    known = {name for (name,) in target.db.execute("SELECT name FROM fact")}
    with transaction(source.db):
        for name in known:
            source.db.execute("DELETE FROM fact WHERE name = ?", (name,))
    merge(source, target, apart=True)

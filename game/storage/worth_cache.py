"""A cache of the solver's results for positions, in a file of its own in the cache folder.

They can be computed again, so nothing here raises: what cannot be read is not known, what cannot be
written is lost. The file is bounded and belongs to one solver. It takes no room that moves may
need, and is deleted once they do need it, or if it is damaged.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from game.storage.database_files import has_room
from game.storage.errors import BROKEN, is_damage
from game.storage.schema import transaction

MOST: Final = 20_000
"""Rows, most of some 500 bytes."""
_AT_ONCE: Final = 400
"""Key hashes in one query."""
_TABLE: Final = """CREATE TABLE IF NOT EXISTS worth (
    game TEXT NOT NULL, options TEXT NOT NULL, mark INTEGER NOT NULL,
    lost INTEGER NOT NULL CHECK (lost IN (0, 1)), least INTEGER NOT NULL CHECK (least >= 0),
    most INTEGER CHECK (most >= least), win TEXT,
    UNIQUE (game, options, mark)
) STRICT"""
"""Rows written later have greater ids."""
_CUT: Final = """DELETE FROM worth
    WHERE rowid <= (SELECT rowid FROM worth ORDER BY rowid DESC LIMIT 1 OFFSET ?)"""


class KeptWorth(NamedTuple):
    """A solver's result for a position; `solver.line_worths.PositionBounds` explains the fields."""

    key_hash: int
    """The hash of the position's key, which the caller may salt."""
    lost: bool
    least: int
    most: int | None
    win: str | None


class WorthCache:
    """The cache in a folder. The file is open only while it is read or written, so that deleting it
    frees its room.
    """

    def __init__(self, folder: Path, *, read_only: bool) -> None:
        """`folder`: created once something is written."""
        self._folder, self._read_only = folder, read_only

    def read(
        self, solver: str, game: str, options: str, key_hashes: Sequence[int]
    ) -> list[KeptWorth]:
        """The results of `solver` for positions of a game, by key hash. Missing or damaged ones are
        left out.
        """
        path = self._file(solver)
        try:
            if path.is_file():
                with closing(_opened(path, "ro")) as db:
                    return [*_rows(db, game, options, key_hashes)]
        except BROKEN as error:
            self._look_at(error)
        return []

    def write(self, solver: str, game: str, options: str, worths: Iterable[KeptWorth]) -> None:
        """Store results of `solver`, in place of those of the same positions. Results of another
        solver are deleted, and the oldest ones if there are more than `MOST`.
        """
        path = self._file(solver)
        try:
            if self._read_only or not self._made_ready(path):
                return
            with closing(_opened(path, "rwc")) as db, transaction(db):
                db.execute(_TABLE)
                for one in worths:
                    row = (game, options, *one)
                    db.execute("INSERT OR REPLACE INTO worth VALUES (?, ?, ?, ?, ?, ?, ?)", row)
                db.execute(_CUT, (MOST,))
        except BROKEN as error:
            self._look_at(error)

    def remove(self) -> bool:
        """Delete the cache; False if there is none, or it cannot be deleted."""
        removed = False
        for path in () if self._read_only else self._folder.glob("worths-*"):
            with suppress(OSError):
                path.unlink()
                removed = True
        return removed

    def _file(self, solver: str) -> Path:
        return self._folder / f"worths-{solver}.sqlite3"

    def _made_ready(self, path: Path) -> bool:
        """Make the folder, and delete another solver's file; False if this file is none, or the
        disk has no room for what can be computed again.
        """
        self._folder.mkdir(0o700, parents=True, exist_ok=True)
        if not path.exists():
            self.remove()
        elif not path.is_file():
            return False
        return has_room(self._folder)

    def _look_at(self, error: BaseException) -> None:
        """Delete the cache if an error means that it is damaged."""
        if is_damage(error):
            self.remove()


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that waits for no other program. A power cut may damage the file."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=0)
    db.execute("PRAGMA synchronous = OFF")
    return db


def _rows(
    db: sqlite3.Connection, game: str, options: str, key_hashes: Sequence[int]
) -> Iterator[KeptWorth]:
    for at in range(0, len(key_hashes), _AT_ONCE):
        some = key_hashes[at : at + _AT_ONCE]
        rows = db.execute(
            "SELECT mark, lost, least, most, win FROM worth"
            f" WHERE game = ? AND options = ? AND mark IN ({', '.join('?' * len(some))})",
            (game, options, *some),
        )
        for key_hash, lost, *bounds in rows:
            yield KeptWorth(key_hash, bool(lost), *bounds)

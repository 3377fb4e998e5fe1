"""What the solver found of positions, kept so that it is found once. Nothing is lost with it: it
has a bound, goes when the solver is another one, and is left behind when a file is mended.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any, Final

from game.core.named_tuple import NamedTuple
from game.storage.sealed_rows import checksum_of
from game.storage.tables import Tables

MOST: Final = 20_000
"""Rows, of some 100 bytes to 500 each."""
_AFTER_CUT: Final = MOST * 3 // 4
_FACT: Final = "worths"
"""The small value that says which solver found them, and how many rows there may be."""
_AT_ONCE: Final = 400
"""Marks in one query."""


class KeptWorth(NamedTuple):
    """What is known of a position; what the fields mean is `solver.line_worths.Found`'s."""

    mark: int
    """The mark of the position's key."""
    lost: bool
    least: int
    most: int | None
    win: str | None


def add_table(db: sqlite3.Connection) -> None:
    """The step of `schema.STEPS` that brings the table."""
    db.execute(
        """CREATE TABLE worth (
            game TEXT NOT NULL, options TEXT NOT NULL, mark INTEGER NOT NULL,
            lost INTEGER NOT NULL, least INTEGER NOT NULL, most INTEGER, win TEXT,
            kept INTEGER NOT NULL, seal INTEGER NOT NULL,
            PRIMARY KEY (game, options, mark)
        ) WITHOUT ROWID"""
    )


def read(
    tables: Tables, solver: str, game: str, options: str, marks: Sequence[int]
) -> list[KeptWorth]:
    """What this solver found of some positions of a game."""
    if _standing(tables)[0] != solver:
        return []
    found: list[KeptWorth] = []
    for at in range(0, len(marks), _AT_ONCE):
        some = marks[at : at + _AT_ONCE]
        rows = tables.db.execute(
            "SELECT * FROM worth WHERE game = ? AND options = ?"
            f" AND mark IN ({', '.join('?' * len(some))})",
            (game, options, *some),
        )
        found += [KeptWorth(row[2], bool(row[3]), *row[4:7]) for row in rows if _is_good(row)]
    return found


def write(
    tables: Tables, solver: str, game: str, options: str, worths: Iterable[KeptWorth]
) -> None:
    """Keep what a solver found, in the place of what is known of the same positions; call it
    inside a transaction. What another solver found goes, and the oldest where it is too much.
    """
    known, writes, written = _standing(tables)
    if known != solver:
        tables.db.execute("DELETE FROM worth")
        written = 0
    for one in worths:
        fields = (game, options, one.mark, int(one.lost), *one[2:], writes + 1)
        tables.rows.write("worth", fields)
        written += 1
    if written > MOST:
        written = _cut(tables)
    tables.rows.write("fact", (_FACT, f"{solver} {writes + 1} {written}"))


def _standing(tables: Tables) -> tuple[str, int, int]:
    """Which solver the rows are of, how often some were written, and how many at most there
    are: a row that was written twice counts twice, until the next cut.
    """
    words = (tables.fact(_FACT) or "").split()
    if len(words) == 3 and words[1].isdecimal() and words[2].isdecimal():
        return words[0], int(words[1]), int(words[2])
    return "", 0, 0


def _cut(tables: Tables) -> int:
    """Let the oldest rows go where there are too many; returns how many are left."""
    (count,) = tables.db.execute("SELECT count(*) FROM worth").fetchone()
    if count <= _AFTER_CUT:
        return int(count)
    (last,) = tables.db.execute(
        "SELECT kept FROM worth ORDER BY kept DESC LIMIT 1 OFFSET ?", (_AFTER_CUT,)
    ).fetchone()
    tables.db.execute("DELETE FROM worth WHERE kept <= ?", (last,))
    (count,) = tables.db.execute("SELECT count(*) FROM worth").fetchone()
    return int(count)


def _is_good(row: Sequence[Any]) -> bool:
    """Whether a row is what was written."""
    return bool(checksum_of(*row[:-1]) == row[-1])

"""A cache of the solver's results for positions. They can be computed again: the cache is bounded,
is emptied when another solver writes, and is not copied when a file is mended.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from game.core.named_tuple import NamedTuple
from game.storage.row_checksums import is_intact, placeholders
from game.storage.tables import Tables

MOST: Final = 20_000
"""Rows, of some 100 bytes to 500 each."""
_AFTER_CUT: Final = MOST * 3 // 4
_FACT: Final = "worths"
"""The fact with the solver's name, the number of writes, and an upper bound of the rows."""
_AT_ONCE: Final = 400
"""Marks in one query."""


class KeptWorth(NamedTuple):
    """A solver's result for a position; `solver.line_worths.Found` explains the fields."""

    mark: int
    """The mark of the position's key."""
    lost: bool
    least: int
    most: int | None
    win: str | None


def read(
    tables: Tables, solver: str, game: str, options: str, marks: Sequence[int]
) -> list[KeptWorth]:
    """The results of `solver` for positions of a game, which `marks` names. Missing or damaged ones
    are left out.
    """
    if _header(tables)[0] != solver:
        return []
    found: list[KeptWorth] = []
    for at in range(0, len(marks), _AT_ONCE):
        some = marks[at : at + _AT_ONCE]
        rows = tables.db.execute(
            "SELECT * FROM worth WHERE game = ? AND options = ?"
            f" AND mark IN ({placeholders(len(some))})",
            (game, options, *some),
        )
        found += [KeptWorth(row[2], bool(row[3]), *row[4:7]) for row in rows if is_intact(row)]
    return found


def write(
    tables: Tables, solver: str, game: str, options: str, worths: Iterable[KeptWorth]
) -> None:
    """Store results of `solver`, replacing those of the same positions; call it inside a
    transaction. Results of another solver are deleted, and the oldest ones if there are more than
    `MOST`.
    """
    known, writes, written = _header(tables)
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


def _header(tables: Tables) -> tuple[str, int, int]:
    """The solver of the rows, the number of writes, and an upper bound of the rows: a row that was
    written twice counts twice, until the next cut.
    """
    words = (tables.fact(_FACT) or "").split()
    if len(words) == 3 and words[1].isdecimal() and words[2].isdecimal():
        return words[0], int(words[1]), int(words[2])
    return "", 0, 0


def _cut(tables: Tables) -> int:
    """Delete the oldest rows beyond `_AFTER_CUT`; returns how many are left."""
    (count,) = tables.db.execute("SELECT count(*) FROM worth").fetchone()
    if count <= _AFTER_CUT:
        return int(count)
    (last,) = tables.db.execute(
        "SELECT kept FROM worth ORDER BY kept DESC LIMIT 1 OFFSET ?", (_AFTER_CUT,)
    ).fetchone()
    tables.db.execute("DELETE FROM worth WHERE kept <= ?", (last,))
    (count,) = tables.db.execute("SELECT count(*) FROM worth").fetchone()
    return int(count)

"""Rows with a checksum of their other fields, so that damage is noticed. The side tables, which are
all but those of deals and their nodes, consist of such rows.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from game.core.hashing import hash_text
from game.storage.stored_answer import HelpKind
from game.storage.stored_play import PlayOutcome

SIDE_TABLES = ("answer", "play", "ordered", "help", "about", "fact")
"""The side tables."""

_DEAL = ("game", "options", "deck")
KEY = " AND ".join(f"{name} = ?" for name in _DEAL)
"""The condition that a row belongs to a deal, given its key."""

HOW_OF = {str(how): how for how in HelpKind}
OUTCOME_OF = {str(outcome): outcome for outcome in PlayOutcome}
_ALONE = frozenset(how for how in HelpKind if how.is_alone)

_KINDS = {
    "answer": "tttiitnit",
    "play": "tttitifiiiiniti",
    "ordered": "tttti",
    "help": "tttiit",
    "about": "tttttn",
    "fact": "tt",
}
"""The types of the side tables' fields, in the letters of `shapes_of`."""

_TYPES: dict[str, tuple[type, ...]] = {
    "t": (str,),
    "i": (int,),
    "f": (float,),
    "r": (int, float),
    "n": (int, type(None)),
}


def shapes_of(kinds: str) -> frozenset[tuple[type, ...]]:
    """The types that the fields of a row may have. `kinds` has a letter for each field: text,
    integer, float, real number (integer or float), integer or NULL.
    """
    return frozenset(product(*(_TYPES[kind] for kind in kinds)))


_SHAPES = {table: shapes_of(kinds) for table, kinds in _KINDS.items()}


def checksum_of(*fields: object) -> int:
    """A signed 64-bit hash of a row's fields, the same on every machine."""
    return hash_text(json.dumps(fields, default=repr))


def is_intact(row: Sequence[object]) -> bool:
    """Whether a row, whose last field is its checksum, matches that."""
    return checksum_of(*row[:-1]) == row[-1]


def placeholders(count: int) -> str:
    """`count` question marks, separated by commas: places for values in a statement."""
    return ", ".join("?" * count)


class SideRows:
    """The rows of the side tables."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def write(self, table: str, fields: Sequence[object]) -> None:
        """Write a row of a table, in the place of one with the same key."""
        places = placeholders(len(fields) + 1)
        self.db.execute(
            f"INSERT OR REPLACE INTO {table} VALUES ({places})", (*fields, checksum_of(*fields))
        )

    def intact(
        self, table: str, where: str = "", values: Sequence[object] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a table without their checksums; damaged ones are left out."""
        for fields in self.db.execute(f"SELECT * FROM {table} {where}", values):
            if is_intact(fields) and is_ours(table, fields):
                yield fields[:-1]

    def in_order(self, table: str, order: str) -> Iterator[tuple[Any, ...]]:
        """The good rows of a table by key, plays by attempt too; `order` is ASC or DESC."""
        first = {"fact": ("name",), "play": (*_DEAL, "attempt")}.get(table, _DEAL)
        return self.intact(table, "ORDER BY " + ", ".join(f"{name} {order}" for name in first))


def is_ours(table: str, fields: Sequence[object]) -> bool:
    """Whether the fields of a row, with its checksum, have types and words that this program
    writes. Plays from before version 6, which have no id, are accepted.
    """
    if tuple(map(type, fields[: len(_KINDS[table])])) not in _SHAPES[table]:
        return False
    if table == "play":  # Checked first: there may be thousands.
        return fields[4] in OUTCOME_OF and fields[13] in HOW_OF
    if table == "answer":
        return fields[8] in HOW_OF and bool(fields[3]) is (fields[8] in _ALONE)
    return table != "help" or fields[5] in HOW_OF

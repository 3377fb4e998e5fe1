"""The tables' own words and their version, transactions, and SQLite's check.

Types and ranges stand in the words (STRICT, CHECK), so that SQLite keeps to them when it writes,
and finds what breaks them when it checks a file. What belongs to a deal hangs on the row of that
deal, which stays for ever; a deleted one is a blank row.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from game.storage.errors import StorageError, StorageTrouble
from game.storage.stored_values import HelpKind, PlayOutcome

_HOW: Final = ", ".join(f"'{how}'" for how in HelpKind)
SCHEMA: Final = (
    """CREATE TABLE deal (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    number INTEGER CHECK (number BETWEEN 0 AND 999999), pack TEXT NOT NULL DEFAULT '',
    length INTEGER NOT NULL DEFAULT 0 CHECK (length BETWEEN 0 AND 1000000),
    place INTEGER NOT NULL DEFAULT 0 CHECK (place BETWEEN 0 AND length),
    moves INTEGER NOT NULL DEFAULT 0, won INTEGER NOT NULL DEFAULT 0,
    writer INTEGER NOT NULL DEFAULT 0,
    saved INTEGER NOT NULL DEFAULT 0 CHECK (saved BETWEEN 0 AND 1 << 53),
    opened INTEGER NOT NULL DEFAULT 0 CHECK (opened BETWEEN 0 AND 1 << 53),
    positions INTEGER NOT NULL DEFAULT 0 CHECK (positions >= 0),
    seconds REAL NOT NULL DEFAULT 0 CHECK (seconds BETWEEN 0 AND 1e12),
    hints INTEGER NOT NULL DEFAULT 0 CHECK (hints BETWEEN 0 AND 1 << 40),
    shown INTEGER NOT NULL DEFAULT 0 CHECK (shown IN (0, 1)),
    redone INTEGER NOT NULL DEFAULT 0 CHECK (redone IN (0, 1)),
    attempt INTEGER NOT NULL DEFAULT 0,
    ordinal INTEGER NOT NULL DEFAULT 1 CHECK (ordinal BETWEEN 1 AND 1 << 40),
    total REAL NOT NULL DEFAULT 0 CHECK (total BETWEEN 0 AND 1e12),
    name TEXT NOT NULL DEFAULT '', note TEXT NOT NULL DEFAULT '',
    shortest INTEGER CHECK (shortest BETWEEN 1 AND 1 << 40),
    UNIQUE (game, options, deck)
) STRICT""",
    "CREATE INDEX deal_opened ON deal (opened)",
    "CREATE INDEX deal_opened_of_game ON deal (game, opened)",
    """CREATE TABLE edge (
    deal INTEGER NOT NULL, source INTEGER NOT NULL CHECK (source <> 0),
    target INTEGER NOT NULL CHECK (target <> source), action TEXT NOT NULL,
    cost INTEGER NOT NULL CHECK (cost BETWEEN 1 AND 1 << 40),
    first INTEGER NOT NULL CHECK (first BETWEEN 0 AND 1 << 40),
    walked INTEGER NOT NULL CHECK (walked BETWEEN 0 AND 1 << 40),
    PRIMARY KEY (deal, source, target)
) STRICT, WITHOUT ROWID""",
    f"""CREATE TABLE told (
    deal INTEGER NOT NULL, source INTEGER NOT NULL, target INTEGER NOT NULL,
    how TEXT NOT NULL CHECK (how IN ({_HOW})),
    PRIMARY KEY (deal, source, target)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE seen (
    deal INTEGER NOT NULL, place INTEGER NOT NULL,
    first INTEGER NOT NULL CHECK (first BETWEEN 0 AND 1 << 40),
    PRIMARY KEY (deal, place)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE line (
    deal INTEGER NOT NULL, n INTEGER NOT NULL, action TEXT NOT NULL,
    PRIMARY KEY (deal, n)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE bookmark (
    deal INTEGER NOT NULL, n INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 0), actions TEXT NOT NULL,
    PRIMARY KEY (deal, n)
) STRICT, WITHOUT ROWID""",
    f"""CREATE TABLE answer (
    deal INTEGER NOT NULL, alone INTEGER NOT NULL CHECK (alone = (how = 'alone')),
    moves INTEGER NOT NULL CHECK (moves BETWEEN 1 AND 1 << 40), actions TEXT NOT NULL,
    number INTEGER CHECK (number BETWEEN 0 AND 999999),
    found INTEGER NOT NULL CHECK (found BETWEEN 0 AND 1 << 53),
    how TEXT NOT NULL CHECK (how IN ({_HOW})),
    PRIMARY KEY (deal, alone)
) STRICT, WITHOUT ROWID""",
    f"""CREATE TABLE play (
    id INTEGER PRIMARY KEY CHECK (id <> 0), deal INTEGER NOT NULL,
    ordinal INTEGER NOT NULL CHECK (ordinal BETWEEN 1 AND 1 << 40),
    outcome TEXT NOT NULL CHECK (outcome IN ({", ".join(f"'{each}'" for each in PlayOutcome)})),
    moves INTEGER NOT NULL CHECK (moves BETWEEN 0 AND 1 << 40),
    seconds REAL NOT NULL CHECK (seconds BETWEEN 0 AND 1e12),
    hints INTEGER NOT NULL CHECK (hints BETWEEN 0 AND 1 << 40),
    shown INTEGER NOT NULL CHECK (shown IN (0, 1)),
    redone INTEGER NOT NULL CHECK (redone IN (0, 1)),
    par INTEGER NOT NULL CHECK (par IN (0, 1)),
    number INTEGER CHECK (number BETWEEN 0 AND 999999),
    ended INTEGER NOT NULL CHECK (ended BETWEEN 0 AND 1 << 53),
    how TEXT CHECK (how IN ({_HOW}))
) STRICT""",
    "CREATE INDEX play_of_deal ON play (deal)",
    """CREATE TABLE ordered (
    deal INTEGER NOT NULL, done TEXT NOT NULL,
    found INTEGER NOT NULL CHECK (found BETWEEN 0 AND 1 << 53),
    PRIMARY KEY (deal, done)
) STRICT, WITHOUT ROWID""",
    """CREATE TABLE fact (
    name TEXT PRIMARY KEY, value TEXT NOT NULL,
    saved INTEGER NOT NULL CHECK (saved BETWEEN 0 AND 1 << 53)
) STRICT, WITHOUT ROWID""",
)
"""Version 1. `line` may have rows beyond the length of a deal's line; they mean nothing."""

COLUMNS: Final = {
    "deal": 24, "edge": 7, "told": 4, "seen": 3, "line": 3, "bookmark": 4, "answer": 7, "play": 13,
    "ordered": 3, "fact": 3,
}  # fmt: skip
"""The tables and the number of their columns."""

STEPS: Final[tuple[Callable[[sqlite3.Connection], None], ...]] = ()
"""The step at index n turns version n + 1 of the tables into the next one."""
VERSION: Final = 1 + len(STEPS)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Commit what the block writes, or roll all of it back if the block raises."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(db: sqlite3.Connection) -> Iterator[None]:
    """Have all reads of the block see one state of the file. What is written meanwhile would look
    like damage where one read counts or names what another one reads.
    """
    db.execute("BEGIN")
    try:
        yield
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def prepare(db: sqlite3.Connection) -> None:
    """Make the tables in an empty file, or bring them to the present version. StorageError if the
    file has tables of another version (OTHER_VERSION), or of none.
    """
    version = _version(db)
    if version == VERSION:
        return
    made = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master") if sql is not None}
    if made and not 1 <= version <= VERSION:
        if made == {*SCHEMA}:
            raise StorageError(StorageTrouble.DAMAGED, "the number of its version is damaged")
        detail = f"the file was made by another version of this program (tables {version})"
        raise StorageError(StorageTrouble.OTHER_VERSION, detail)
    with transaction(db):
        version = _version(db)  # read again: others are locked out now
        for statement in SCHEMA if version == 0 else ():
            db.execute(statement)
        for step in STEPS[max(0, version - 1) :]:
            step(db)
        db.execute(f"PRAGMA user_version = {VERSION}")


def _version(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def page_problems(db: sqlite3.Connection) -> list[str]:
    """What SQLite's integrity check finds in pages, types and ranges, at most 5; empty if all is
    good.
    """
    found = [str(text) for (text,) in db.execute("PRAGMA integrity_check(5)")]
    return [] if found == ["ok"] else found

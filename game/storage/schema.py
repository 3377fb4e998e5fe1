"""The tables, and the steps from each version of them to the next."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

from game.storage.all_tables import Tables, transaction
from game.storage.errors import StorageError, StorageTrouble
from game.storage.row_checksums import checksum_of, is_intact, placeholders

VERSION_1 = """
CREATE TABLE deal (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    number INTEGER, pack TEXT NOT NULL,
    here INTEGER NOT NULL, bookmarks TEXT NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, attempt INTEGER NOT NULL,
    played INTEGER NOT NULL, turn INTEGER NOT NULL, revision INTEGER NOT NULL,
    nodes INTEGER NOT NULL, tree INTEGER NOT NULL, seal INTEGER NOT NULL,
    UNIQUE (game, options, deck)
);
CREATE TABLE node (
    deal INTEGER NOT NULL, id INTEGER NOT NULL, parent INTEGER NOT NULL, action TEXT NOT NULL,
    cost INTEGER NOT NULL, visit INTEGER NOT NULL, mark INTEGER NOT NULL, won INTEGER NOT NULL,
    PRIMARY KEY (deal, id)
) WITHOUT ROWID;
CREATE TABLE answer (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    moves INTEGER NOT NULL, actions TEXT NOT NULL, number INTEGER, found INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck)
) WITHOUT ROWID;
CREATE TABLE play (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    attempt INTEGER NOT NULL, outcome TEXT NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, par INTEGER NOT NULL, number INTEGER, ended INTEGER NOT NULL,
    seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, attempt)
) WITHOUT ROWID;
CREATE TABLE ordered (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    done TEXT NOT NULL, found INTEGER NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, done)
) WITHOUT ROWID;
CREATE TABLE fact (
    name TEXT NOT NULL, value TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (name)
) WITHOUT ROWID;
"""


VERSION_2 = """
ALTER TABLE answer RENAME TO answer_1;
CREATE TABLE answer (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL, alone INTEGER NOT NULL,
    moves INTEGER NOT NULL, actions TEXT NOT NULL, number INTEGER, found INTEGER NOT NULL,
    how TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, alone)
) WITHOUT ROWID;
ALTER TABLE play RENAME TO play_1;
CREATE TABLE play (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    attempt INTEGER NOT NULL, outcome TEXT NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, par INTEGER NOT NULL, number INTEGER, ended INTEGER NOT NULL,
    how TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, attempt)
) WITHOUT ROWID;
CREATE TABLE help (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    before INTEGER NOT NULL, after INTEGER NOT NULL, how TEXT NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, before, after)
) WITHOUT ROWID;
"""


VERSION_4 = """
ALTER TABLE deal ADD COLUMN total REAL;
CREATE TABLE about (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    name TEXT NOT NULL, note TEXT NOT NULL, shortest INTEGER, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck)
) WITHOUT ROWID;
CREATE INDEX answer_length ON answer (alone, moves, how);
"""
"""The time of all attempts of a deal, which is NULL and in no checksum until the deal is saved
again; its name, note and proved length; an index of answers by length.
"""


VERSION_5 = """
CREATE INDEX deal_turn ON deal (turn);
CREATE INDEX deal_turn_of_game ON deal (game, turn);
"""
"""Indexes of deals by the order in which they were last opened."""

VERSION_6 = """
ALTER TABLE play RENAME TO play_5;
CREATE TABLE play (
    game TEXT NOT NULL, options TEXT NOT NULL, deck TEXT NOT NULL,
    attempt INTEGER NOT NULL, outcome TEXT NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, hints INTEGER NOT NULL, shown INTEGER NOT NULL,
    redone INTEGER NOT NULL, par INTEGER NOT NULL, number INTEGER, ended INTEGER NOT NULL,
    how TEXT NOT NULL, id INTEGER NOT NULL, seal INTEGER NOT NULL,
    PRIMARY KEY (game, options, deck, attempt)
) WITHOUT ROWID;
"""

VERSION_7 = """
DROP TABLE IF EXISTS worth;
DELETE FROM fact WHERE name = 'worths';
"""
"""The solver's results, a table from version 3 on, are in a file of their own (`worth_cache`)."""


def _run(script: str, db: sqlite3.Connection) -> None:
    """Execute a script's statements; sqlite3's `executescript` would end the transaction."""
    for statement in script.split(";")[:-1]:
        db.execute(statement)


def _add_help(db: sqlite3.Connection) -> None:
    """Version 2: how an answer and a play came about, the best answer found alone beside the best
    of any kind, and which actions were suggested.
    """
    _run(VERSION_2, db)
    _move(db, "answer_1", "answer", _answer_2)
    _move(db, "play_1", "play", _play_2)


def _move(
    db: sqlite3.Connection,
    old: str,
    table: str,
    made: Callable[[tuple[object, ...]], tuple[object, ...]],
) -> None:
    """Move the rows of an old table into a new one, each as `made` makes it."""
    for fields in db.execute(f"SELECT * FROM {old}").fetchall():
        row = made(fields[:-1])
        # A damaged row keeps a wrong checksum, so that repair takes it from the backup.
        seal = checksum_of(*row) ^ (not is_intact(fields))
        db.execute(f"INSERT INTO {table} VALUES ({placeholders(len(row) + 1)})", (*row, seal))
    db.execute(f"DROP TABLE {old}")


def _answer_2(fields: tuple[object, ...]) -> tuple[object, ...]:
    """A row of version 2. How older answers came about is not known; they count as found alone."""
    return (*fields[:3], 1, *fields[3:], "unknown")


def _play_2(fields: tuple[object, ...]) -> tuple[object, ...]:
    return (*fields, "unknown")


def _add_play_ids(db: sqlite3.Connection) -> None:
    """Version 6: plays have ids, the older ones none."""
    _run(VERSION_6, db)
    _move(db, "play_5", "play", lambda fields: (*fields, 0))


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    partial(_run, VERSION_1),
    _add_help,
    lambda db: None,
    partial(_run, VERSION_4),
    partial(_run, VERSION_5),
    _add_play_ids,
    partial(_run, VERSION_7),
)
"""The step at index n turns version n into version n + 1; version 0 is an empty file.

The table `fact` must never change its shape: it tells even older programs a file's version. A step
that adds fields to a table with checksums must compute its rows' checksums again.
"""


def version_of(tables: Tables) -> int:
    """The version of the tables in a file; 0 if there are none yet.

    Raises StorageError if `user_version` and the fact `version` differ.
    """
    version = int(tables.db.execute("PRAGMA user_version").fetchone()[0])
    names = {name for (name,) in tables.db.execute("SELECT name FROM sqlite_master")}
    if not names and version == 0:
        return 0
    if "fact" not in names or tables.fact("version") != str(version):
        raise StorageError(StorageTrouble.DAMAGED, "the version of the tables is damaged")
    return version


def migrate(tables: Tables, steps: Sequence[Callable[[sqlite3.Connection], None]] = STEPS) -> None:
    """Bring the tables to the newest version, wholly or not at all.

    StorageError if they are newer than that, or damaged.
    """
    version = version_of(tables)
    if version > len(steps):
        detail = f"the file was made by a newer version of this program (tables {version})"
        raise StorageError(StorageTrouble.NEWER, detail)
    if version == len(steps):
        return
    with transaction(tables.db):
        for step in steps[version_of(tables) :]:  # read again: others are locked out now
            step(tables.db)
        tables.db.execute(f"PRAGMA user_version = {len(steps)}")
        tables.rows.write("fact", ("version", str(len(steps))))

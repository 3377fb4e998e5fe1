"""All tables of one database: values are written into them and read back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from game.storage.answer_table import AnswerTable
from game.storage.deal_table import DealTable
from game.storage.errors import StorageError
from game.storage.play_table import PlayTable
from game.storage.row_checksums import KEY, SIDE_TABLES, SideRows
from game.storage.stored_answer import HelpKind, SuggestedAction, most_help
from game.storage.stored_deal import About, DealKey
from game.storage.unsaved_work import UnsavedWork

_BEGINS = "WHERE name >= ? AND name < ?"
_LAST = "\U0010ffff"
"""Sorts after every text that can follow a prefix."""


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


class Tables:
    """The tables of one open database. Methods pass sqlite3's errors on."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.rows = SideRows(db)
        self.answers = AnswerTable(self.rows)
        self.plays = PlayTable(self.rows)
        self.deals = DealTable(db)

    def write(self, key: DealKey, work: UnsavedWork[str], last_opened: int, now: int) -> None:
        """Write the unsaved work of a deal; call it inside a transaction. `now`: seconds since
        1970.
        """
        self.deals.write(key, work, last_opened, now)
        for answer in work.answers:
            self.answers.offer(key, answer, now)
        for helped in work.helped:
            self.add_help(key, helped)
        for play in work.plays:
            self.plays.write(key, play, now)
        for done in work.ordered:
            known = f"SELECT 1 FROM ordered WHERE {KEY} AND done = ?"
            if self.db.execute(known, (*key, done)).fetchone() is None:
                self.rows.write("ordered", (*key, done, now))

    def adopt(self, table: str, fields: Sequence[Any]) -> None:
        """Merge a row of another file's side table, other than plays. The shorter answer stays."""
        if table == "answer":
            self.answers.adopt(fields)
        elif table == "help":
            self.add_help(
                DealKey(*fields[:3]), SuggestedAction(fields[3], fields[4], HelpKind(fields[5]))
            )
        elif table == "about":
            self.add_about(DealKey(*fields[:3]), About(*fields[3:]))
        elif fields[0] != "version":
            self.rows.write(table, fields)

    def names(self) -> set[tuple[str, DealKey]]:
        """The table's name and the key of every deal and every answer."""
        named = "SELECT game, options, deck FROM {0}"
        return {
            (table, DealKey(*row))
            for table in ("deal", "answer")
            for row in self.db.execute(named.format(table))
        }

    def kinds(self) -> list[tuple[str, str]]:
        """The (game, options) pairs that have deals or answers, sorted."""
        return sorted(self.deals.kinds() | self.answers.kinds())

    # The small tables

    def help_of(self, key: DealKey) -> dict[tuple[int, int], HelpKind]:
        """The kind of help that suggested an action, by the key hashes of the positions before and
        after it.
        """
        found = self.rows.intact("help", f"WHERE {KEY}", key)
        return {(before, after): HelpKind(how) for _, _, _, before, after, how in found}

    def add_help(self, key: DealKey, helped: SuggestedAction) -> None:
        """Record that an action was suggested. If it is known already, the greater kind of help
        stays.
        """
        before, after, how = helped
        where = f"WHERE {KEY} AND before = ? AND after = ?"
        found = [HelpKind(row[5]) for row in self.rows.intact("help", where, (*key, before, after))]
        self.rows.write("help", (*key, before, after, most_help([how, *found]).value))

    def about(self, key: DealKey) -> About:
        """A deal's name, note and proved shortest length."""
        found = self.rows.intact("about", f"WHERE {KEY}", key)
        return next((About(*fields[3:]) for fields in found), About())

    def proved(self, game: str, options: str) -> dict[str, int]:
        """The proved shortest lengths of a game's deals by deck. Checksums are not verified."""
        some = """SELECT deck, shortest FROM about
            WHERE game = ? AND options = ? AND shortest IS NOT NULL"""
        return dict(self.db.execute(some, (game, options)).fetchall())

    def write_about(self, key: DealKey, about: About) -> None:
        """Replace a deal's notes."""
        self.rows.write("about", (*key, *about))

    def add_about(self, key: DealKey, about: About) -> None:
        """Merge notes from another file; fields that are filled in here stay."""
        known = self.about(key)
        shortest = about.shortest if known.shortest is None else known.shortest
        self.write_about(key, About(known.name or about.name, known.note or about.note, shortest))

    def ordered(self, key: DealKey) -> list[str]:
        """Which cards were on the foundations each time the deal was ordered, shortest first."""
        found = self.rows.intact("ordered", f"WHERE {KEY} ORDER BY length(done), done", key)
        return [fields[3] for fields in found]

    def fact(self, name: str) -> str | None:
        """A small value kept under a name, or None."""
        found = self.rows.intact("fact", "WHERE name = ?", (name,))
        return next((str(fields[1]) for fields in found), None)

    def facts(self, prefix: str) -> dict[str, str]:
        """The small values whose names begin with `prefix`."""
        found = self.rows.intact("fact", _BEGINS, (prefix, prefix + _LAST))
        return {str(name): str(value) for name, value in found}

    def remove_facts(self, prefix: str) -> None:
        """Delete the small values whose names begin with `prefix`."""
        self.db.execute(f"DELETE FROM fact {_BEGINS}", (prefix, prefix + _LAST))

    # Integrity

    def problems(self) -> list[str]:
        """A description of each damage; empty if there is none."""
        return self.page_problems() or [problem for problem in self.look_through() if problem]

    def page_problems(self) -> list[str]:
        """What SQLite's integrity check finds, at most 5 problems; empty if all is good."""
        found = [str(text) for (text,) in self.db.execute("PRAGMA integrity_check(5)")]
        return [] if found == ["ok"] else found

    def count_rows(self) -> int:
        """The number of deals and of rows in the side tables together."""
        counts = " + ".join(f"(SELECT count(*) FROM {table})" for table in ("deal", *SIDE_TABLES))
        (count,) = self.db.execute(f"SELECT {counts}").fetchone()
        return int(count)

    def look_through(self) -> Iterator[str]:
        """Check every deal and every row of the side tables, one at a time. Yields an empty text
        after each, so that the caller can pause, and a description of each damage found.
        """
        for id in self.deals.ids():
            try:
                self.deals.load_by_id(id)
            except StorageError as error:
                yield str(error)
            yield ""
        for table in SIDE_TABLES:
            (rows,) = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()
            for _ in self.rows.intact(table):
                rows -= 1
                yield ""
            if rows:
                yield f"a row of the table '{table}' is damaged"

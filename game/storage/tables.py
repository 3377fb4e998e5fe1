"""All the SQL: values into tables and back, sealed so that changed data is not taken as good.

Every row of a table carries a checksum, a hash of its other fields; a deal's covers its tree by
the XOR of its nodes' hashes, which an action changes without reading the other nodes.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import reduce
from itertools import product
from typing import Any

from game.core.hashing import blake2b, hash_text
from game.history import ROOT, HistoryChanges, NodeRow
from game.storage.stored_values import (
    About,
    DealKey,
    DealRecord,
    DealState,
    Helped,
    How,
    Kept,
    LastPlayed,
    Play,
    Played,
    PlayOutcome,
    Saved,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    Tally,
    UnsavedWork,
    shorter,
)

SIDE_TABLES = ("answer", "play", "ordered", "help", "about", "fact")
"""The tables beside the trees."""

_DEAL = """id, game, options, deck, number, pack, here, bookmarks, seconds, hints, shown, redone,
    attempt, played, turn, revision, nodes, tree, total, seal"""
_NODE = "id, parent, action, cost, visit, mark, won"
_KEY = "game = ? AND options = ? AND deck = ?"
_BEGINS = "WHERE name >= ? AND name < ?"
_LAST = "\U0010ffff"
"""Comes after all that may follow in a name."""


def checksum_of(*fields: object) -> int:
    """A signed 64-bit hash of a row's fields, the same on every machine."""
    return hash_text(json.dumps(fields, default=repr))


def _tree_of(rows: Iterable[Sequence[Any]]) -> int:
    """The XOR of the hashes of a tree's rows, in any order. One loop: it runs 100,000 times."""
    tree, number_of = 0, int.from_bytes
    for id, parent, action, cost, visit, better, won in rows:
        text = f"{id} {parent} {action} {cost} {visit} {better} {won:d}"
        tree ^= number_of(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
    return tree


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _checksum_fits(fields: Sequence[Any]) -> bool:
    """Whether a deal's own row is what was written. A row of before version 4 has no total, and
    its checksum covers none.
    """
    covered = fields[1:-2] if fields[-2] is None else fields[1:-1]
    return bool(checksum_of(*covered) == fields[-1])


def _is_good(deal: Sequence[Any], rows: Sequence[NodeRow[str]]) -> bool:
    """Whether a deal's row and those of its tree are what was written."""
    try:
        return _checksum_fits(deal) and deal[16:18] == (len(rows), _tree_of(rows))
    except (TypeError, ValueError):  # a number has turned into something else
        return False


def _damaged(deal: Sequence[Any]) -> StorageError:
    return StorageError(
        StorageTrouble.DAMAGED, f"the saved history of {deal[1]} {deal[4]} is damaged"
    )


def _is_plain(deal: Sequence[Any], rows: Sequence[NodeRow[str]]) -> bool:
    """Whether a deal's fields and those of its tree are of the kinds that we write."""
    whole = (deal[6], *deal[9:16], deal[4] or 0)
    texts = (deal[1], deal[2], deal[3], deal[5], deal[7])
    times = [time for time in (deal[8], deal[18]) if time is not None]
    if not (_are(int, whole) and _are(str, texts) and _are(float, times)):
        return False
    if not all(map(str.isdecimal, deal[7].split())):
        return False
    columns = enumerate(zip(*rows, strict=True))
    return all(_are(str if n == 2 else int, column) for n, column in columns)


def _are(kind: type, values: Iterable[object]) -> bool:
    return set(map(type, values)) <= {kind}


_KINDS = {
    "answer": "tttiitnit",
    "play": "tttitifiiiinit",
    "ordered": "tttti",
    "help": "tttiit",
    "about": "tttttn",
    "fact": "tt",
}
"""What the fields of the tables beside the trees are: text, integer, float, integer or NULL."""

_TYPES: dict[str, tuple[type, ...]] = {
    "t": (str,),
    "i": (int,),
    "f": (float,),
    "n": (int, type(None)),
}

_SHAPES = {
    table: frozenset(product(*(_TYPES[kind] for kind in kinds))) for table, kinds in _KINDS.items()
}
"""The types that the fields of a row may have."""

_NO_OPENING = 2**53
"""More than all turns there will ever be: a damaged one must not be gone on from."""


class Tables:
    """The tables of one open database. What sqlite3 raises passes through."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    # Deals

    def revision(self, key: DealKey) -> int:
        """How often a deal was saved; 0 where it never was. StorageError where its row is not what
        was written: nothing may be built on it.
        """
        fields = self.db.execute(f"SELECT {_DEAL} FROM deal WHERE {_KEY}", key).fetchone()
        if fields is None:
            return 0
        if not _checksum_fits(fields):
            raise _damaged(fields)
        return int(fields[15])

    def standing(self, key: DealKey) -> tuple[int, ...] | None:
        """Equal for a deal in two files only where it is the same tree at the same revision."""
        found = self.db.execute(f"SELECT revision, nodes, tree FROM deal WHERE {_KEY}", key)
        return next(iter(found), None)

    def kept(self, key: DealKey) -> Kept | None:
        """What is kept of a deal, without a look at its whole tree; None where it never was, or
        is damaged.
        """
        fields = self.db.execute(f"SELECT {_DEAL} FROM deal WHERE {_KEY}", key).fetchone()
        if fields is None or not _checksum_fits(fields):
            return None
        deal, here, nodes, bookmarks = fields[0], fields[6], fields[16], fields[7]
        way = self.db.execute(
            "WITH RECURSIVE way(id, moves) AS (SELECT ?, 0 UNION ALL"
            " SELECT node.parent, way.moves + node.cost FROM way"
            " JOIN node ON node.deal = ? AND node.id = way.id LIMIT ?) SELECT max(moves) FROM way",
            (here, deal, nodes + 1),  # a damaged way may go round in a circle
        ).fetchone()
        return Kept(nodes, way[0], len(bookmarks.split()))

    def line(self, key: DealKey) -> list[NodeRow[str]]:
        """The rows from the deal to where it was left, the other ones unread."""
        fields = self.db.execute(f"SELECT {_DEAL} FROM deal WHERE {_KEY}", key).fetchone()
        if fields is None:
            return []
        if not _checksum_fits(fields):
            raise _damaged(fields)
        node = ", ".join(f"node.{name}" for name in _NODE.split(", "))
        rows = self.db.execute(
            f"WITH RECURSIVE way(depth, {_NODE}) AS (SELECT 0, {_NODE} FROM node"
            f" WHERE deal = ?1 AND id = ?2 UNION ALL SELECT way.depth + 1, {node} FROM way"
            " JOIN node ON node.deal = ?1 AND node.id = way.parent LIMIT ?3)"
            f" SELECT {_NODE} FROM way ORDER BY depth DESC",
            (fields[0], fields[6], fields[16] + 1),
        )
        found = [NodeRow(*row) for row in rows]
        if fields[6] != ROOT and (not found or found[0].parent != ROOT):
            raise _damaged(fields)
        return found

    def load(self, key: DealKey) -> Saved[str] | None:
        """A deal with its tree, or None. StorageError where it is not what was written.

        The rows are plain tuples in the shape of Row: to name their fields would take too long.
        """
        fields = self.db.execute(f"SELECT {_DEAL} FROM deal WHERE {_KEY}", key).fetchone()
        return None if fields is None else self._load(fields)

    def load_by_id(self, id: int) -> Saved[str] | None:
        """As `load`, without asking the index: for a file that may be damaged."""
        fields = self.db.execute(f"SELECT {_DEAL} FROM deal WHERE id = ?", (id,)).fetchone()
        return None if fields is None else self._load(fields)

    def _load(self, fields: Sequence[Any]) -> Saved[str]:
        nodes = self.db.execute(f"SELECT {_NODE} FROM node WHERE deal = ?", (fields[0],))
        rows: tuple[NodeRow[str], ...] = tuple(nodes)
        if not _is_good(fields, rows):
            raise _damaged(fields)
        if not _is_plain(fields, rows):
            detail = f"the saved history of {fields[1]} {fields[4]} cannot be read"
            raise StorageError(StorageTrouble.DAMAGED, detail)
        bookmarks = tuple(int(id) for id in fields[7].split())
        seconds, hints, shown, redone, attempt = fields[8:13]
        key, total = DealKey(*fields[1:4]), fields[18]
        if total is None:
            earlier = (play.seconds for play in self.plays_of(key) if play.attempt != attempt)
            total = seconds + sum(earlier)
        return Saved(
            key,
            number=fields[4],
            pack=fields[5],
            rows=rows,
            here=fields[6],
            bookmarks=bookmarks,
            state=DealState(seconds, hints, bool(shown), bool(redone), attempt, total),
            when=fields[13],
            last_opened=fields[14],
            revision=fields[15],
        )

    def last_won(self, key: DealKey) -> int:
        """The last attempt at a deal that was won; 0 where none was."""
        won = (play.attempt for play in self.plays_of(key) if play.outcome is PlayOutcome.WON)
        return max(won, default=0)

    def deal_ids(self) -> list[int]:
        """The ids of the deals."""
        return [id for (id,) in self.db.execute("SELECT id FROM deal")]

    def names(self) -> set[tuple[str, ...]]:
        """What deals and answers there are."""
        named = "SELECT '{0}', game, options, deck FROM {0}"
        return {
            tuple(row)
            for table in ("deal", "answer")
            for row in self.db.execute(named.format(table))
        }

    def newest_opening(self) -> int:
        """The turn of the deal that was taken up last."""
        turns = (
            "SELECT coalesce(max(turn), 0) FROM deal WHERE typeof(turn) = 'integer' AND turn < ?"
        )
        return int(self.db.execute(turns, (_NO_OPENING,)).fetchone()[0])

    def _deals(self, where: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The deals' own rows, without those that are not what was written."""
        for fields in self.db.execute(f"SELECT {_DEAL} FROM deal {where}", values):
            if _checksum_fits(fields):
                yield fields

    def last_played(self, game: str | None) -> LastPlayed | None:
        """The deal taken up last, of one game or of all."""
        some, values = ("", ()) if game is None else ("WHERE game = ?", (game,))
        for fields in self._deals(f"{some} ORDER BY turn DESC", values):
            return LastPlayed(DealKey(*fields[1:4]), fields[4], fields[5], fields[13])
        return None

    def touched(self, game: str, options: str) -> dict[str, int]:
        """The decks of a game that were played, and when last."""
        found = self._deals("WHERE game = ? AND options = ?", (game, options))
        return {fields[3]: fields[13] for fields in found}

    def kinds(self) -> list[tuple[str, str]]:
        """The games with their options of which there are deals or answers."""
        deals = {(fields[1], fields[2]) for fields in self._deals("", ())}
        answers = {(fields[0], fields[1]) for fields in self._intact_rows("answer")}
        return sorted(deals | answers)

    def write(self, key: DealKey, work: UnsavedWork, last_opened: int, now: int) -> None:
        """Write what is new of a deal; call it inside a transaction."""
        self._write_deal(key, work, last_opened, now)
        for answer in work.answers:
            self.offer_answer(key, answer, now)
        for helped in work.helped:
            self.add_help(key, helped)
        for play in work.plays:
            self.write_play(key, play, now)
        for done in work.ordered:
            known = f"SELECT 1 FROM ordered WHERE {_KEY} AND done = ?"
            if self.db.execute(known, (*key, done)).fetchone() is None:
                self.write_side("ordered", (*key, done, now))

    def _write_deal(self, key: DealKey, work: UnsavedWork, last_opened: int, now: int) -> None:
        found = self.db.execute(
            f"SELECT id, revision, nodes, tree FROM deal WHERE {_KEY}", key
        ).fetchone()
        id, revision, nodes, tree = found or (self._new_deal(key), 0, 0, 0)
        if work.whole:
            self.db.execute("DELETE FROM node WHERE deal = ?", (id,))
            nodes, tree = 0, 0
        more, other = self._write_nodes(id, work.changes)
        bookmarks = " ".join(map(str, work.changes.bookmarks))
        standing = (work.number, work.pack, work.changes.here, bookmarks, *_plain(work.state))
        after = (now, last_opened, revision + 1, nodes + more, tree ^ other, work.state.total)
        self._write_checksum(id, key, (*standing, *after))

    def put(self, saved: Saved[str]) -> None:
        """Write a whole deal as it was read elsewhere, in the place of what is known of it."""
        self.db.execute(
            f"DELETE FROM node WHERE deal IN (SELECT id FROM deal WHERE {_KEY})", saved.key
        )
        self.db.execute(f"DELETE FROM deal WHERE {_KEY}", saved.key)
        id = self._new_deal(saved.key)
        self._write_nodes(id, HistoryChanges(saved.rows, (), saved.here, saved.bookmarks))
        bookmarks = " ".join(map(str, saved.bookmarks))
        standing = (saved.number, saved.pack, saved.here, bookmarks, *_plain(saved.state))
        tree = (len(saved.rows), _tree_of(saved.rows), float(saved.state.total))
        self._write_checksum(
            id, saved.key, (*standing, saved.when, saved.last_opened, saved.revision, *tree)
        )

    def _new_deal(self, key: DealKey) -> int:
        """Make room for a deal; `_seal_deal` must follow."""
        (id,) = self.db.execute("SELECT coalesce(max(id), 0) + 1 FROM deal").fetchone()
        blank = (None, "", 0, "", 0.0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.0, 0)
        self.db.execute(f"INSERT INTO deal ({_DEAL}) VALUES ({_marks(20)})", (id, *key, *blank))
        return int(id)

    def _write_checksum(self, id: int, key: DealKey, fields: Sequence[object]) -> None:
        """Write a deal's own row. An UPDATE, since replacing it would rewrite its index too."""
        self.db.execute(
            """UPDATE deal SET number = ?, pack = ?, here = ?, bookmarks = ?, seconds = ?,
            hints = ?, shown = ?, redone = ?, attempt = ?, played = ?, turn = ?, revision = ?,
            nodes = ?, tree = ?, total = ?, seal = ? WHERE id = ?""",
            (*fields, checksum_of(*key, *fields), id),
        )

    def _write_nodes(self, deal: int, changes: HistoryChanges[str]) -> tuple[int, int]:
        """Write and remove nodes; returns how many more there are, and the XOR of all hashes."""
        more, other = 0, 0
        for id in (*changes.removed, *(row[0] for row in changes.written)):
            old = self.db.execute(
                f"SELECT {_NODE} FROM node WHERE deal = ? AND id = ?", (deal, id)
            ).fetchone()
            if old is not None:
                more, other = more - 1, other ^ _tree_of([old])
        self.db.executemany(
            "DELETE FROM node WHERE deal = ? AND id = ?", [(deal, id) for id in changes.removed]
        )
        self.db.executemany(
            f"INSERT OR REPLACE INTO node (deal, {_NODE}) VALUES ({_marks(8)})",
            [(deal, *row) for row in changes.written],
        )
        return more + len(changes.written), other ^ _tree_of(changes.written)

    # What is kept beside the trees

    def answer(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal, or None."""
        return reduce(shorter, self._answers_of(key), None)

    def answer_alone(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal that was found alone, or None."""
        return next((answer for answer in self._answers_of(key) if answer.how.is_alone), None)

    def _answers_of(self, key: DealKey) -> list[StoredAnswer]:
        """The best that was found with help, and the best that was found alone."""
        return [_answer(fields) for fields in self._intact_rows("answer", f"WHERE {_KEY}", key)]

    def offer_answer(self, key: DealKey, answer: StoredAnswer, now: int) -> bool:
        """Keep an answer if it is the shortest so far, of all or of those found alone; returns
        whether it is the shortest of all.
        """
        alone = answer.how.is_alone
        best = self.answer(key)
        known = self.answer_alone(key) if alone else best
        if shorter(known, answer) is known:
            return False
        _, actions, number, found, how = answer
        row = (*key, int(alone), answer.moves, actions, number, found or now, how.value)
        self.write_side("answer", row)
        return best is None or answer.moves < best.moves

    def solved(self, game: str, options: str) -> set[str]:
        """The decks of a game that have an answer found alone; their checksums are left to
        `problems`.
        """
        where = "WHERE game = ? AND options = ? AND alone = 1"
        return {
            str(deck)
            for (deck,) in self.db.execute(f"SELECT deck FROM answer {where}", (game, options))
        }

    def answers(self, game: str, options: str) -> dict[str, StoredAnswer]:
        """The best answers of a game, by deck."""
        best: dict[str, StoredAnswer] = {}
        for fields in self._intact_rows(
            "answer", "WHERE game = ? AND options = ?", (game, options)
        ):
            deck, answer = fields[2], _answer(fields)
            best[deck] = shorter(best.get(deck), answer) or answer
        return best

    def answers_alone(self, game: str, options: str) -> dict[str, StoredAnswer]:
        """The best answers of a game that were found alone, by deck."""
        where = "WHERE game = ? AND options = ? AND alone = 1"
        return {
            fields[2]: _answer(fields)
            for fields in self._intact_rows("answer", where, (game, options))
        }

    def help_of(self, key: DealKey) -> dict[tuple[int, int], How]:
        """The actions that somebody else named, by the marks of the positions before and after."""
        found = self._intact_rows("help", f"WHERE {_KEY}", key)
        return {(before, after): How(how) for _, _, _, before, after, how in found}

    def add_help(self, key: DealKey, helped: Helped) -> None:
        """Note an action that was named; of several kinds of help the greatest stays."""
        before, after, how = helped
        where = f"WHERE {_KEY} AND before = ? AND after = ?"
        found = [How(row[5]) for row in self._intact_rows("help", where, (*key, before, after))]
        how = max([how, *found], key=list(How).index)
        self.write_side("help", (*key, before, after, how.value))

    def about(self, key: DealKey) -> About:
        """What is noted of a deal."""
        found = self._intact_rows("about", f"WHERE {_KEY}", key)
        return next((About(*fields[3:]) for fields in found), About())

    def write_about(self, key: DealKey, about: About) -> None:
        """Note this of a deal, in the place of what was noted before."""
        self.write_side("about", (*key, *about))

    def add_about(self, key: DealKey, about: About) -> None:
        """Take over what was noted elsewhere; what is noted here stays."""
        known = self.about(key)
        shortest = about.shortest if known.shortest is None else known.shortest
        self.write_about(key, About(known.name or about.name, known.note or about.note, shortest))

    def take_out(self, key: DealKey) -> DealRecord:
        """Remove all that is stored of a deal but its plays; returns it, to be put back."""
        saved = None
        with suppress(StorageError):
            saved = self.load(key)
        rows = []
        for table in ("answer", "ordered", "help", "about"):
            rows += [(table, row) for row in self._intact_rows(table, f"WHERE {_KEY}", key)]
            self.db.execute(f"DELETE FROM {table} WHERE {_KEY}", key)
        self.db.execute(f"DELETE FROM node WHERE deal IN (SELECT id FROM deal WHERE {_KEY})", key)
        self.db.execute(f"DELETE FROM deal WHERE {_KEY}", key)
        return DealRecord(key, saved, tuple(rows))

    def write_play(self, key: DealKey, play: Play, now: int) -> None:
        """Keep a play, in the place of what was known of the same attempt: but one that was won
        stays so, whatever another program makes of it.
        """
        known = self.play(key, play.attempt)
        if known is None or known.outcome is not PlayOutcome.WON:
            self._put_play(key, play, now)

    def play(self, key: DealKey, attempt: int) -> Play | None:
        """What was written of an attempt, or None."""
        found = self._intact_rows("play", f"WHERE {_KEY} AND attempt = ?", (*key, attempt))
        return next((_played(fields).play for fields in found), None)

    def _put_play(self, key: DealKey, play: Play, now: int) -> None:
        attempt, outcome, moves, *state, number, when, how = play
        shown = [float(state[0]), *map(int, state[1:])]
        row = (*key, attempt, outcome, moves, *shown, number, when or now, how.value)
        self.write_side("play", row)

    def plays(self, game: str | None, options: str | None) -> list[Played]:
        """The plays of a game, or of all, oldest first. Their checksums are left to
        `problems`: there may be thousands.
        """
        where = "WHERE (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2) ORDER BY ended"
        found = self.db.execute(f"SELECT * FROM play {where}", (game, options))
        # Of these there may be thousands: as `_is_ours`, without a call for each.
        shapes, width = _SHAPES["play"], len(_KINDS["play"])
        return [
            _played(fields[:-1])
            for fields in found
            if tuple(map(type, fields[:width])) in shapes
            and fields[4] in _OUTCOMES
            and fields[13] in HOW_OF
        ]

    def plays_of(self, key: DealKey) -> list[Play]:
        """The plays of one deal, by attempt."""
        found = self._intact_rows("play", f"WHERE {_KEY} ORDER BY attempt", key)
        return [_played(fields).play for fields in found]

    def tallies(self, game: str, options: str) -> list[Tally]:
        """How many plays of a game ended in each way, with and without help, and when the last
        of them did; their checksums are left to `problems`.
        """
        found = self.db.execute(
            "SELECT outcome, CASE how WHEN 'unknown' THEN hints > 0 OR shown"
            " OR (redone AND attempt > 1) ELSE how <> 'alone' END AS helped, count(*),"
            " max(ended) FROM play WHERE game = ? AND options = ? GROUP BY outcome, helped",
            (game, options),
        )
        return [
            Tally(PlayOutcome(row[0]), bool(row[1]), *row[2:])
            for row in found
            if row[0] in _OUTCOMES
        ]

    def mark_par(self, key: DealKey, moves: int) -> None:
        """Of a deal's won plays, mark those that took so many moves as being as short as can be."""
        won = f"WHERE {_KEY} AND outcome = 'won' AND moves = ? AND par = 0"
        for fields in list(self._intact_rows("play", won, (*key, moves))):
            play = _played(fields).play
            self._put_play(key, play._replace(par=True), play.when)

    def remove_plays(self, game: str | None, options: str | None) -> None:
        """Forget the plays of a game, or of all."""
        where = "(?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2)"
        self.db.execute(f"DELETE FROM play WHERE {where}", (game, options))

    def ordered(self, key: DealKey) -> list[str]:
        """Which cards were on the done stacks when the deal was ordered, shortest text first."""
        found = self._intact_rows("ordered", f"WHERE {_KEY} ORDER BY length(done), done", key)
        return [fields[3] for fields in found]

    def fact(self, name: str) -> str | None:
        """A small value kept under a name, or None."""
        found = self._intact_rows("fact", "WHERE name = ?", (name,))
        return next((str(fields[1]) for fields in found), None)

    def facts(self, prefix: str) -> dict[str, str]:
        """The small values whose names begin so."""
        found = self._intact_rows("fact", _BEGINS, (prefix, prefix + _LAST))
        return {str(name): str(value) for name, value in found}

    def remove_facts(self, prefix: str) -> None:
        """Forget the small values whose names begin so."""
        self.db.execute(f"DELETE FROM fact {_BEGINS}", (prefix, prefix + _LAST))

    def write_side(self, table: str, fields: Sequence[object]) -> None:
        """Write a row of a table beside the trees, in the place of one with the same key."""
        marks = _marks(len(fields) + 1)
        self.db.execute(
            f"INSERT OR REPLACE INTO {table} VALUES ({marks})", (*fields, checksum_of(*fields))
        )

    def adopt(self, table: str, fields: Sequence[Any]) -> None:
        """Take over a row of a table beside the trees: of answers, the shorter one stays, and so
        does a play that was won.
        """
        if table == "answer":
            answer = _answer(fields)
            self.offer_answer(DealKey(*fields[:3]), answer, answer.found)
        elif table == "help":
            self.add_help(DealKey(*fields[:3]), Helped(fields[3], fields[4], How(fields[5])))
        elif table == "play":
            self._adopt_play(_played(fields))
        elif table == "about":
            self.add_about(DealKey(*fields[:3]), About(*fields[3:]))
        elif fields[0] != "version":
            self.write_side(table, fields)

    def _adopt_play(self, played: Played) -> None:
        """A play of another file: one that was won stays so. Where both have won an attempt at
        different times, it counts as one more.
        """
        key, play = played
        known = self.play(key, play.attempt)
        if known is not None and known.outcome is PlayOutcome.WON:
            if play.outcome is not PlayOutcome.WON:
                return
            if known.when != play.when:
                last = f"SELECT max(attempt) FROM play WHERE {_KEY}"
                play = play._replace(attempt=self.db.execute(last, key).fetchone()[0] + 1)
        self._put_play(key, play, play.when)

    def _intact_rows(
        self, table: str, where: str = "", values: Sequence[object] = ()
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a table without their checksums; damaged ones are left out."""
        for fields in self.db.execute(f"SELECT * FROM {table} {where}", values):
            if checksum_of(*fields[:-1]) == fields[-1] and _is_ours(table, fields):
                yield fields[:-1]

    # Trust

    def problems(self) -> list[str]:
        """All that is not as it was written, in words; empty where all is good."""
        return self.page_problems() or [problem for problem in self.look_through() if problem]

    def page_problems(self) -> list[str]:
        """What SQLite itself finds wrong with the file; empty where all is good."""
        found = [str(text) for (text,) in self.db.execute("PRAGMA integrity_check(5)")]
        return [] if found == ["ok"] else found

    def count_rows(self) -> int:
        """How many deals there are, and rows beside the trees."""
        counts = " + ".join(f"(SELECT count(*) FROM {table})" for table in ("deal", *SIDE_TABLES))
        (count,) = self.db.execute(f"SELECT {counts}").fetchone()
        return int(count)

    def look_through(self) -> Iterator[str]:
        """Look at every deal and every row beside the trees, one at a time: what is not as it was
        written, in words; an empty text for what is.
        """
        for id in self.deal_ids():
            try:
                self.load_by_id(id)
            except StorageError as error:
                yield str(error)
            yield ""
        for table in SIDE_TABLES:
            (rows,) = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()
            for _ in self._intact_rows(table):
                rows -= 1
                yield ""
            if rows:
                yield f"a row of the table '{table}' is damaged"

    def sealed_rows(self, table: str, order: str) -> Iterator[tuple[Any, ...]]:
        """The good rows of a table beside the trees, ASC or DESC."""
        first = "name" if table == "fact" else f"game {order}, options {order}, deck"
        return self._intact_rows(table, f"ORDER BY {first} {order}")


def _is_ours(table: str, fields: Sequence[object]) -> bool:
    """Whether a row beside the trees has the kinds of fields, and the words, that we write."""
    shapes = _SHAPES[table]
    if tuple(map(type, fields[: len(_KINDS[table])])) not in shapes:
        return False
    if table == "play":  # Of these there may be thousands.
        return fields[4] in _OUTCOMES and fields[13] in _HOWS
    if table == "answer" and bool(fields[3]) is not (fields[8] in _ALONE):
        return False
    words = {"answer": ((8, _HOWS),), "help": ((5, _HOWS),)}
    return all(fields[place] in known for place, known in words.get(table, ()))


_OUTCOMES = frozenset(PlayOutcome)
_HOWS = frozenset(How)
_OUTCOME_OF = {str(outcome): outcome for outcome in PlayOutcome}
HOW_OF = {str(how): how for how in How}
_ALONE = frozenset(how for how in How if how.is_alone)


def _plain(state: DealState) -> tuple[float, int, int, int, int]:
    """A state as SQLite gives it back, which is as it must be sealed."""
    seconds, hints, shown, redone, attempt, _ = state
    return float(seconds), hints, int(shown), int(redone), attempt


def _answer(fields: Sequence[Any]) -> StoredAnswer:
    moves, actions, number, found, how = fields[4:]
    return StoredAnswer(moves, actions, number, found, How(how))


def _played(fields: Sequence[Any]) -> Played:
    attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how = fields[3:]
    play = Play(
        attempt,
        _OUTCOME_OF[outcome],
        moves,
        seconds,
        hints,
        bool(shown),
        bool(redone),
        bool(par),
        number,
        when,
        HOW_OF[how],
    )
    return Played(DealKey(*fields[:3]), play)


def _marks(count: int) -> str:
    return ", ".join("?" * count)

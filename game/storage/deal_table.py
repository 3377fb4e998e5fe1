"""The tables of deals and of the nodes of their trees.

A deal's checksum covers its tree by the XOR of its nodes' hashes, which an action changes without
reading the other nodes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from game.core.hashing import blake2b
from game.history import ROOT, HistoryChanges, NodeRow
from game.storage.errors import StorageError, StorageTrouble
from game.storage.row_checksums import KEY, checksum_of, placeholders
from game.storage.stored_deal import DealKey, DealState, LastPlayed, Saved, TreeFigures
from game.storage.unsaved_work import UnsavedWork

_DEAL = """id, game, options, deck, number, pack, here, bookmarks, seconds, hints, shown, redone,
    attempt, played, turn, revision, nodes, tree, total, seal"""
_NODE = "id, parent, action, cost, visit, mark, won"

_NO_OPENING = 2**53
"""More than any valid `turn`: a damaged one above this must not be continued from."""


class DealTable:
    """The deals of one open database, with their trees."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def revision(self, key: DealKey) -> int:
        """How often a deal was saved; 0 if never. Raises StorageError if its row is damaged, since
        no changes may be based on it.
        """
        fields = self._good_row(key)
        return 0 if fields is None else int(fields[15])

    def tree_state(self, key: DealKey) -> tuple[int, ...] | None:
        """A value that is equal for a deal in two files only if tree and revision are the same;
        None if the deal was never saved.
        """
        found = self._db.execute(f"SELECT revision, nodes, tree FROM deal WHERE {KEY}", key)
        return next(iter(found), None)

    def tree_figures(self, key: DealKey) -> TreeFigures | None:
        """A deal's tree in figures, without reading all of it; None if it was never saved or is
        damaged.
        """
        fields = self._row(f"WHERE {KEY}", key)
        if fields is None or not _checksum_fits(fields):
            return None
        deal, here, nodes, bookmarks = fields[0], fields[6], fields[16], fields[7]
        way = self._db.execute(
            "WITH RECURSIVE way(id, moves) AS (SELECT ?, 0 UNION ALL"
            " SELECT node.parent, way.moves + node.cost FROM way"
            " JOIN node ON node.deal = ? AND node.id = way.id LIMIT ?) SELECT max(moves) FROM way",
            (here, deal, nodes + 1),  # a damaged path may be a cycle
        ).fetchone()
        return TreeFigures(nodes, way[0], len(bookmarks.split()))

    def line(self, key: DealKey) -> list[NodeRow[str]]:
        """The rows on the path from the deal to where it was left, in playing order; no other rows
        are read. Raises StorageError if they are damaged.
        """
        fields = self._good_row(key)
        if fields is None:
            return []
        node = ", ".join(f"node.{name}" for name in _NODE.split(", "))
        rows = self._db.execute(
            f"WITH RECURSIVE way(depth, {_NODE}) AS (SELECT 0, {_NODE} FROM node"
            f" WHERE deal = ?1 AND id = ?2 UNION ALL SELECT way.depth + 1, {node} FROM way"
            " JOIN node ON node.deal = ?1 AND node.id = way.parent LIMIT ?3)"
            f" SELECT {_NODE} FROM way ORDER BY depth DESC",
            (fields[0], fields[6], fields[16] + 1),
        )
        found = [NodeRow(*row) for row in rows]
        lost = fields[6] != ROOT and (not found or found[0].parent != ROOT)
        if lost or not _is_plain(fields, found):
            raise _damaged(fields)
        return found

    def load(self, key: DealKey) -> Saved[str] | None:
        """A deal with its tree, or None. Raises StorageError if it is damaged.

        The rows are plain tuples in the order of `NodeRow`'s fields: making NodeRows would take too
        long.
        """
        fields = self._row(f"WHERE {KEY}", key)
        return None if fields is None else self._load(fields)

    def load_by_id(self, id: int) -> Saved[str] | None:
        """Like `load`, but without the index of keys, which may be damaged too."""
        fields = self._row("WHERE id = ?", (id,))
        return None if fields is None else self._load(fields)

    def _row(self, where: str, values: Sequence[object]) -> tuple[Any, ...] | None:
        """A deal's own row, unchecked; None if there is none."""
        found = self._db.execute(f"SELECT {_DEAL} FROM deal {where}", values)
        return next(iter(found), None)

    def _good_row(self, key: DealKey) -> tuple[Any, ...] | None:
        """A deal's own row; None if there is none. Raises StorageError if it is damaged."""
        fields = self._row(f"WHERE {KEY}", key)
        if fields is not None and not _checksum_fits(fields):
            raise _damaged(fields)
        return fields

    def _load(self, fields: Sequence[Any]) -> Saved[str]:
        nodes = self._db.execute(f"SELECT {_NODE} FROM node WHERE deal = ?", (fields[0],))
        rows: tuple[NodeRow[str], ...] = tuple(nodes)
        if not _is_good(fields, rows):
            raise _damaged(fields)
        if not _is_plain(fields, rows):
            detail = f"the saved history of {fields[1]} {fields[4]} cannot be read"
            raise StorageError(StorageTrouble.DAMAGED, detail)
        bookmarks = tuple(int(id) for id in fields[7].split())
        seconds, hints, shown, redone, attempt = fields[8:13]
        total = seconds if fields[18] is None else fields[18]
        return Saved(
            DealKey(*fields[1:4]),
            number=fields[4],
            rows=rows,
            here=fields[6],
            bookmarks=bookmarks,
            state=DealState(seconds, hints, bool(shown), bool(redone), attempt, total),
            when=fields[13],
            last_opened=fields[14],
            revision=fields[15],
            pack=fields[5],
        )

    def ids(self) -> list[int]:
        """The ids of the deals."""
        return [id for (id,) in self._db.execute("SELECT id FROM deal")]

    def newest_opening(self) -> int:
        """The `last_opened` of the deal opened last; 0 if there is none."""
        newest = (
            "SELECT coalesce(max(turn), 0) FROM deal WHERE typeof(turn) = 'integer' AND turn < ?"
        )
        return int(self._db.execute(newest, (_NO_OPENING,)).fetchone()[0])

    def _deals(self, where: str, values: Sequence[object]) -> Iterator[tuple[Any, ...]]:
        """The deals' own rows, without damaged ones."""
        for fields in self._db.execute(f"SELECT {_DEAL} FROM deal {where}", values):
            if _checksum_fits(fields):
                yield fields

    def last_played(self, game: str | None) -> LastPlayed | None:
        """The deal opened last, of one game or of all; None if there is none."""
        some, values = ("", ()) if game is None else ("WHERE game = ?", (game,))
        for fields in self._deals(f"{some} ORDER BY turn DESC", values):
            return LastPlayed(DealKey(*fields[1:4]), fields[4], fields[13], fields[5])
        return None

    def touched(self, game: str, options: str) -> dict[str, int]:
        """The played decks of a game, each with when it was last played, in seconds since 1970."""
        found = self._deals("WHERE game = ? AND options = ?", (game, options))
        return {fields[3]: fields[13] for fields in found}

    def begun(self, game: str, options: str) -> set[str]:
        """The decks of a game that have a saved tree. Checksums are not verified."""
        some = "SELECT deck FROM deal WHERE game = ? AND options = ? AND nodes > 0"
        return {deck for (deck,) in self._db.execute(some, (game, options))}

    def attempt_totals(self, game: str, options: str) -> dict[str, tuple[int, float]]:
        """For each deck of a game, the number of attempts and the seconds played in all of them.
        Checksums are not verified.
        """
        where = "WHERE game = ? AND options = ?"
        tries = f"SELECT deck, count(*), total(seconds) FROM play {where} GROUP BY deck"
        found = {deck: (n, s) for deck, n, s in self._db.execute(tries, (game, options))}
        total = f"SELECT deck, coalesce(total, seconds) FROM deal {where}"
        for deck, seconds in self._db.execute(total, (game, options)):
            tried, played = found.get(deck, (0, 0.0))
            found[deck] = tried, max(played, seconds)
        return found

    def kinds(self) -> set[tuple[str, str]]:
        """The (game, options) pairs that have deals."""
        return {(fields[1], fields[2]) for fields in self._deals("", ())}

    def write(self, key: DealKey, work: UnsavedWork[str], last_opened: int, now: int) -> None:
        """Write what is new of a deal and its tree; call it inside a transaction."""
        found = self._db.execute(
            f"SELECT id, revision, nodes, tree FROM deal WHERE {KEY}", key
        ).fetchone()
        id, revision, nodes, tree = found or (self._new_deal(key), 0, 0, 0)
        if work.whole:
            self._db.execute("DELETE FROM node WHERE deal = ?", (id,))
            nodes, tree = 0, 0
        more, other = self._write_nodes(id, work.changes)
        bookmarks = " ".join(map(str, work.changes.bookmarks))
        standing = (work.number, work.pack, work.changes.here, bookmarks, *_plain(work.state))
        after = (now, last_opened, revision + 1, nodes + more, tree ^ other, work.state.total)
        self._write_checksum(id, key, (*standing, *after))

    def begin_after(self, key: DealKey, last: int) -> None:
        """Number a deal's attempt, which has not begun, after the attempt `last`."""
        fields = self._good_row(key)
        if fields is not None and fields[12] <= last:
            saved = self._load(fields)
            state = saved.state._replace(attempt=last + 1)
            self.put(saved._replace(state=state))

    def attempt(self, key: DealKey) -> int:
        """The number of a deal's present attempt; 0 if the deal was never saved."""
        fields = self._good_row(key)
        return 0 if fields is None else int(fields[12])

    def put(self, saved: Saved[str]) -> None:
        """Replace a deal, with its tree, by one that was read elsewhere."""
        self.remove(saved.key)
        id = self._new_deal(saved.key)
        self._write_nodes(id, HistoryChanges(saved.rows, (), saved.here, saved.bookmarks))
        bookmarks = " ".join(map(str, saved.bookmarks))
        standing = (saved.number, saved.pack, saved.here, bookmarks, *_plain(saved.state))
        tree = (len(saved.rows), _tree_of(saved.rows), float(saved.state.total))
        self._write_checksum(
            id, saved.key, (*standing, saved.when, saved.last_opened, saved.revision, *tree)
        )

    def remove(self, key: DealKey) -> None:
        """Remove a deal with its tree."""
        self._db.execute(f"DELETE FROM node WHERE deal IN (SELECT id FROM deal WHERE {KEY})", key)
        self._db.execute(f"DELETE FROM deal WHERE {KEY}", key)

    def _new_deal(self, key: DealKey) -> int:
        """Insert a blank row for a deal and return its id; `_write_checksum` must follow."""
        (id,) = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM deal").fetchone()
        blank = (None, "", 0, "", 0.0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0.0, 0)
        self._db.execute(
            f"INSERT INTO deal ({_DEAL}) VALUES ({placeholders(20)})", (id, *key, *blank)
        )
        return int(id)

    def _write_checksum(self, id: int, key: DealKey, fields: Sequence[object]) -> None:
        """Write a deal's own row. An UPDATE, since replacing it would rewrite its index too."""
        self._db.execute(
            """UPDATE deal SET number = ?, pack = ?, here = ?, bookmarks = ?, seconds = ?,
            hints = ?, shown = ?, redone = ?, attempt = ?, played = ?, turn = ?, revision = ?,
            nodes = ?, tree = ?, total = ?, seal = ? WHERE id = ?""",
            (*fields, checksum_of(*key, *fields), id),
        )

    def _write_nodes(self, deal: int, changes: HistoryChanges[str]) -> tuple[int, int]:
        """Write and remove nodes. Returns the change of their number, and the XOR of the hashes of
        all rows that were removed, replaced or written.
        """
        more, other = 0, 0
        for id in (*changes.removed, *(row[0] for row in changes.written)):
            old = self._db.execute(
                f"SELECT {_NODE} FROM node WHERE deal = ? AND id = ?", (deal, id)
            ).fetchone()
            if old is not None:
                more, other = more - 1, other ^ _tree_of([old])
        self._db.executemany(
            "DELETE FROM node WHERE deal = ? AND id = ?", [(deal, id) for id in changes.removed]
        )
        self._db.executemany(
            f"INSERT OR REPLACE INTO node (deal, {_NODE}) VALUES ({placeholders(8)})",
            [(deal, *row) for row in changes.written],
        )
        return more + len(changes.written), other ^ _tree_of(changes.written)


def _tree_of(rows: Iterable[Sequence[Any]]) -> int:
    """The XOR of the hashes of a tree's rows, in any order. One loop: it hashes 100,000 rows."""
    tree, number_of = 0, int.from_bytes
    for id, parent, action, cost, visit, better, won in rows:
        text = f"{id} {parent} {action} {cost} {visit} {better} {won:d}"
        tree ^= number_of(blake2b(text.encode(), digest_size=8).digest(), "big", signed=True)
    return tree


def _checksum_fits(fields: Sequence[Any]) -> bool:
    """Whether a deal's own row matches its checksum. A row from before version 4 has no total, and
    its checksum covers none.
    """
    covered = fields[1:-2] if fields[-2] is None else fields[1:-1]
    return bool(checksum_of(*covered) == fields[-1])


def _is_good(deal: Sequence[Any], rows: Sequence[NodeRow[str]]) -> bool:
    """Whether a deal's row and those of its tree match their checksums."""
    try:
        return _checksum_fits(deal) and deal[16:18] == (len(rows), _tree_of(rows))
    except (TypeError, ValueError):  # a number has turned into something else
        return False


def _damaged(deal: Sequence[Any]) -> StorageError:
    return StorageError(
        StorageTrouble.DAMAGED, f"the saved history of {deal[1]} {deal[4]} is damaged"
    )


def _is_plain(deal: Sequence[Any], rows: Sequence[NodeRow[str]]) -> bool:
    """Whether the fields of a deal and of its tree have the types that this program writes."""
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


def _plain(state: DealState) -> tuple[float, int, int, int, int]:
    """A state without its total, in the types that SQLite returns, which the checksum needs."""
    seconds, hints, shown, redone, attempt, _ = state
    return float(seconds), hints, int(shown), int(redone), attempt

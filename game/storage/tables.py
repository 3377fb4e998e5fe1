"""The tables of one database: what a command changes is written, deals are read and joined."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, TypeVar

from game.history.line import EdgeRow, SavedLine
from game.storage.errors import StorageError, StorageTrouble
from game.storage.stored_values import (
    About,
    DealChanges,
    DealKey,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    StoredAnswer,
    StoredDeal,
    ToldMove,
    best_answers,
    further,
)

T = TypeVar("T")
_KindT = TypeVar("_KindT", HelpKind, PlayOutcome)

KEY: Final = "game = ? AND options = ? AND deck = ?"
_EDGE: Final = "source, target, action, cost, first, walked"
_SOUND_EDGES: Final = f"""SELECT {_EDGE} FROM edge WHERE deal = ? AND typeof(action) = 'text'
    AND typeof(source) = 'integer' AND typeof(target) = 'integer' AND typeof(cost) = 'integer'
    AND typeof(first) = 'integer' AND typeof(walked) = 'integer'"""
"""Only damage can break the types of a table; the check of the file finds that and says so."""
_ADD_EDGE: Final = f"""INSERT INTO edge (deal, {_EDGE}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (deal, source, target) DO UPDATE SET
    action = min(action, excluded.action), cost = excluded.cost,
    first = CASE WHEN first = 0 OR excluded.first = 0 THEN max(first, excluded.first)
        ELSE min(first, excluded.first) END,
    walked = max(walked, excluded.walked)
    WHERE excluded.action < action OR cost <> excluded.cost OR excluded.walked > walked
    OR (excluded.first > 0 AND (first = 0 OR excluded.first < first))"""
PLAY: Final = """play.ordinal, outcome, play.moves, play.seconds, play.hints, play.shown,
    play.redone, par, play.number, ended, how, play.id"""
_STATE: Final = "seconds, hints, shown, redone, attempt, ordinal, total"
_OF_ROW: Final = f"""id, game, options, deck, number, pack, length, place, moves, won, saved,
    opened, {_STATE}, name, note, shortest"""


def kind_of(kinds: type[_KindT], text: str) -> _KindT:
    """The kind that a text names. StorageError if it names none, which only damage can do."""
    try:
        return kinds(text)
    except ValueError as error:
        raise StorageError(StorageTrouble.DAMAGED, f"no kind '{text}' is known") from error


def play_of(fields: Sequence[Any]) -> Play:
    """A play from the columns of `PLAY`."""
    attempt, outcome, moves, seconds, hints, shown, redone, par, number, when, how, id = fields
    found = None if how is None else kind_of(HelpKind, how)
    ended, flags = kind_of(PlayOutcome, outcome), (bool(shown), bool(redone), bool(par))
    return Play(attempt, ended, moves, seconds, hints, *flags, number, when, found, id)


def answer_of(fields: Sequence[Any]) -> StoredAnswer:
    """An answer from its columns: moves, actions, number, found, how."""
    moves, actions, number, found, how = fields
    return StoredAnswer(moves, actions, number, found, kind_of(HelpKind, how))


def _last(deal: StoredDeal[str]) -> tuple[Any, ...]:
    """What tells which of two lines was saved last; equal only for equal ones."""
    return deal.saved, deal.line.place, deal.line.actions, deal.bookmarks, deal.state


class Tables:
    """The tables of one open database. Methods pass sqlite3's errors on, and raise StorageError for
    damage that they notice. Those that write are called inside a transaction.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        """The first field that a query finds, or None."""
        found = self.db.execute(query, values).fetchone()
        return None if found is None else found[0]

    def id_of(self, key: DealKey, *, make: bool = False) -> int | None:
        """The id of a deal's row. With `make` a blank row is made where there is none."""
        id = self._one(f"SELECT id FROM deal WHERE {KEY}", key)
        if id is None and make:
            made = self.db.execute("INSERT INTO deal (game, options, deck) VALUES (?, ?, ?)", key)
            return made.lastrowid
        return None if id is None else int(id)

    # A deal

    def keys(self) -> dict[DealKey, tuple[int, int]]:
        """Every deal that has a row, with the time when its line was saved and who saved it."""
        rows = self.db.execute("SELECT game, options, deck, saved, writer FROM deal")
        return {DealKey(*row[:3]): row[3:] for row in rows}

    def last_save(self, key: DealKey) -> tuple[int, int] | None:
        """When a deal's line was saved, and who saved it; None if the deal has no row."""
        row = self.db.execute(f"SELECT saved, writer FROM deal WHERE {KEY}", key).fetchone()
        return None if row is None else (row[0], row[1])

    def load(self, key: DealKey, *, edges: bool = True) -> StoredDeal[str] | None:
        """All that is stored of a deal; None if it has no row. The edges are plain tuples: making
        EdgeRows would take too long.
        """
        row = self.db.execute(f"SELECT {_OF_ROW} FROM deal WHERE {KEY}", key).fetchone()
        if row is None:
            return None
        id, _, _, _, number, pack, length, place, moves, won, saved, opened = row[:12]
        seconds, hints, shown, redone, attempt, ordinal, total = row[12:19]
        found: tuple[EdgeRow[str], ...] = ()
        if edges:
            found = tuple(self.db.execute(_SOUND_EDGES, (id,)))
        seen = "SELECT place, first FROM seen WHERE deal = ? ORDER BY place"
        done = "SELECT done, found FROM ordered WHERE deal = ? ORDER BY length(done), done"
        return StoredDeal(
            key,
            number,
            pack,
            found,
            self._line(id, length, place),
            tuple(self._bookmarks(id)),
            tuple(ToldMove(*ends, how) for ends, how in self.help_of(id).items()),
            tuple(self.db.execute(seen, (id,))),
            DealState(seconds, hints, bool(shown), bool(redone), attempt, ordinal, total),
            saved // 1000,
            opened,
            0,
            moves,
            bool(won),
            saved,
            tuple(self.answers(id)),
            tuple(self.plays(id)),
            tuple(self.db.execute(done, (id,))),
            About(*row[19:]),
        )

    def help_of(self, id: int | None) -> dict[tuple[int, int], HelpKind]:
        """What was told of a deal: the kind of help by the positions before and after moves."""
        some = "SELECT source, target, how FROM told WHERE deal = ? ORDER BY source, target"
        found = self.db.execute(some, (id,))
        return {(source, target): kind_of(HelpKind, how) for source, target, how in found}

    def line(self, key: DealKey) -> SavedLine[str]:
        """A deal's line alone."""
        found = self.db.execute(f"SELECT id, length, place FROM deal WHERE {KEY}", key).fetchone()
        return SavedLine() if found is None else self._line(*found)

    def _line(self, id: int, length: int, place: int) -> SavedLine[str]:
        """The line of a deal, up to the first row that damage has taken."""
        rows = "SELECT n, action FROM line WHERE deal = ? AND n < ? ORDER BY n"
        actions: list[str] = []
        for n, action in self.db.execute(rows, (id, length)):
            if n != len(actions):
                break
            actions.append(action)
        return SavedLine(tuple(actions), min(place, len(actions)))

    def write(
        self,
        key: DealKey,
        changes: DealChanges[str],
        by: int,
        saved: int,
        opened: int | None,
        *,
        anew: bool,
    ) -> None:
        """Write what a command changes. `by`: who writes; `saved`: when, in milliseconds; `opened`:
        the deal's new `last_opened`, None for the old one. `anew`: the changes hold the whole
        history, and the bookmarks that are here go below.
        """
        id = self.id_of(key, make=True)
        history, state, now = changes.history, changes.state, saved // 1000
        gone = [(id, *ends) for ends in history.removed]
        self.db.executemany("DELETE FROM edge WHERE deal = ? AND source = ? AND target = ?", gone)
        self.add_edges(key, history.edges)
        self._write_line(id, history.kept, history.actions)
        if history.bookmarks is not None:
            below = self._bookmarks(id) if anew else []
            self._write_bookmarks(id, below, history.bookmarks)
        told = "INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)"
        self.db.executemany(told, [(id, *ends, how.value) for *ends, how in changes.told])
        self._add_seen(id, changes.seen)
        for answer in changes.answers:
            self.offer(key, answer, now)
        for play in changes.plays:
            self._write_play(id, play, now)
        done = [(id, each, now) for each in changes.ordered]
        self.db.executemany("INSERT OR IGNORE INTO ordered VALUES (?, ?, ?)", done)
        length = history.kept + len(history.actions)
        # Listing `opened` would rewrite its indexes, even with the same value.
        also, values = ("", ()) if opened is None else (", opened = ?", (opened,))
        self.db.execute(
            f"""UPDATE deal SET number = ?, pack = ?, length = ?, place = ?, moves = ?, won = ?,
            writer = ?, saved = ?, seconds = ?, hints = ?, shown = ?, redone = ?,
            attempt = ?, ordinal = ?, total = ?{also} WHERE id = ?""",
            (
                *(changes.number, changes.pack, length, history.place, changes.moves, changes.won),
                *(by, saved, *state, *values, id),
            ),
        )
        if changes.positions is not None and not anew:
            self.db.execute(
                "UPDATE deal SET positions = ?1 WHERE id = ?2 AND positions <> ?1",
                (changes.positions, id),
            )
        elif history.edges or history.removed:
            self._count(id)

    def _count(self, id: int | None) -> None:
        count = "SELECT count(DISTINCT target) FROM edge WHERE deal = ?1"
        self.db.execute(f"UPDATE deal SET positions = ({count}) WHERE id = ?1", (id,))

    def add_edges(self, key: DealKey, edges: Iterable[EdgeRow[str]]) -> None:
        """Add edges to a deal. Of a known one the later walk, the earlier first walk and the lesser
        action text stay; its cost is the new one's.
        """
        id = self.id_of(key, make=True)
        self.db.executemany(_ADD_EDGE, [(id, *row) for row in edges])

    def _write_line(self, id: int | None, kept: int, actions: Sequence[str]) -> None:
        rows = [(id, n, action) for n, action in enumerate(actions, kept)]
        self.db.executemany("INSERT OR REPLACE INTO line VALUES (?, ?, ?)", rows)

    def _bookmarks(self, id: int | None) -> list[SavedLine[str]]:
        marks = "SELECT actions, place FROM bookmark WHERE deal = ? ORDER BY n"
        return [SavedLine(tuple(a.split()), at) for a, at in self.db.execute(marks, (id,))]

    def _write_bookmarks(
        self, id: int | None, below: Iterable[SavedLine[str]], top: Collection[SavedLine[str]]
    ) -> None:
        """Write a stack of bookmarks: those of `top`, below them those of `below` that are not
        among them.
        """
        stack = (*(mark for mark in below if mark not in top), *top)
        rows = [(id, n, mark.place, " ".join(mark.actions)) for n, mark in enumerate(stack)]
        self.db.execute("DELETE FROM bookmark WHERE deal = ?", (id,))
        self.db.executemany("INSERT INTO bookmark VALUES (?, ?, ?, ?)", rows)

    def _add_seen(self, id: int | None, seen: Iterable[tuple[int, int]]) -> None:
        add = """INSERT INTO seen VALUES (?, ?, ?) ON CONFLICT (deal, place)
            DO UPDATE SET first = excluded.first WHERE excluded.first < first"""
        self.db.executemany(add, [(id, *each) for each in seen])

    # Joining

    def join(self, deal: StoredDeal[str], by: int, *, moves_player: bool = True) -> None:
        """Join a deal from elsewhere with what is here of it. The order of joins does not matter,
        nor how often one comes; only notes that are here stay, and so does the line with
        `moves_player` False. `by`: who joins, so that other windows see that the deal has changed.
        """
        self.join_told(deal.key, deal.told, {row[:2] for row in deal.edges if row[4] > 0})
        self.add_edges(deal.key, deal.edges)
        self.join_rest(deal, by, moves_player=moves_player)

    def join_told(
        self, key: DealKey, told: Iterable[ToldMove], walked: Collection[tuple[int, ...]]
    ) -> None:
        """Join what was told of a deal; its edges come afterwards. Of two kinds of help the lesser
        stays; none stays for a move that either side made without being told of it. `walked`: the
        ends of the edges that the other side made.
        """
        id = self.id_of(key, make=True)
        here = self.help_of(id)
        there = {(source, target): how for source, target, how in told}
        made = "SELECT 1 FROM edge WHERE deal = ? AND source = ? AND target = ? AND first > 0"
        for ends in here.keys() - there.keys():
            if ends in walked:
                gone = "DELETE FROM told WHERE deal = ? AND source = ? AND target = ?"
                self.db.execute(gone, (id, *ends))
        for ends, how in there.items():
            alone = ends not in here and self._one(made, (id, *ends)) is not None
            if not alone and (ends not in here or how.rank < here[ends].rank):
                row = (id, *ends, how.value)
                self.db.execute("INSERT OR REPLACE INTO told VALUES (?, ?, ?, ?)", row)

    def join_rest(self, deal: StoredDeal[str], by: int, *, moves_player: bool = True) -> None:
        """Join all of a deal but what was told, and its edges, which are there already."""
        key, id = deal.key, self.id_of(deal.key, make=True)
        here = self.load(key, edges=False) or StoredDeal[str](key)
        there_last = _last(deal) > _last(here) and (moves_player or not here.line.actions)
        last, other = (deal, here) if there_last else (here, deal)
        if there_last:
            self._write_line(id, 0, last.line.actions)
        self._write_bookmarks(id, other.bookmarks, last.bookmarks)
        self._add_seen(id, deal.seen)
        self._write_answers(id, best_answers((*here.answers, *deal.answers)), here.answers)
        for play in deal.plays:
            self._join_play(id, play)
        add = """INSERT INTO ordered VALUES (?, ?, ?) ON CONFLICT (deal, done)
            DO UPDATE SET found = excluded.found WHERE excluded.found < found"""
        self.db.executemany(add, [(id, *each) for each in deal.ordered])
        number = deal.number if here.number is None else here.number
        state = last.state._replace(total=max(last.state.total, other.state.total))
        self.db.execute(
            """UPDATE deal SET number = ?, pack = ?, length = ?, place = ?, moves = ?, won = ?,
            writer = ?, saved = ?, opened = ?, seconds = ?, hints = ?, shown = ?, redone = ?,
            attempt = ?, ordinal = ?, total = ?, name = ?, note = ?, shortest = ? WHERE id = ?""",
            (
                *(number, here.pack or deal.pack, len(last.line.actions), last.line.place),
                *(last.moves, last.won, by, max(here.saved, deal.saved)),
                *(max(here.last_opened, deal.last_opened), *state),
                *(*here.about.joined(deal.about), id),
            ),
        )
        self._count(id)

    def join_all(
        self,
        source: Tables,
        by: int,
        keys: Collection[DealKey] | None = None,
        *,
        copied: bool = False,
    ) -> bool:
        """Join other tables; True if they have deals to join. `keys`: these deals alone, None for
        all. `copied`: they began as a copy of these, so that a deal which was saved at the same
        time by the same window brings nothing. Of a fact the value that was saved last stays.
        """
        theirs, ours = source.keys(), self.keys() if copied else {}
        wanted = [
            key
            for key, saved in theirs.items()
            if ours.get(key) != saved and (keys is None or key in keys)
        ]
        for key in wanted:
            deal = source.load(key)
            if deal is not None:
                self.join(deal, by)
        facts = source.db.execute("SELECT name, value, saved FROM fact").fetchall()
        add = """INSERT INTO fact VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE
            SET value = excluded.value, saved = excluded.saved WHERE excluded.saved > saved"""
        self.db.executemany(add, facts)
        return bool(wanted)

    def clear_history(self, key: DealKey, by: int) -> None:
        """Remove a deal's edges, line and bookmarks."""
        id = self.id_of(key)
        for table in ("edge", "line", "bookmark"):
            self.db.execute(f"DELETE FROM {table} WHERE deal = ?", (id,))
        self.db.execute(
            """UPDATE deal SET length = 0, place = 0, moves = 0, won = 0, positions = 0, writer = ?
            WHERE id = ?""",
            (by, id),
        )

    def delete(self, key: DealKey, by: int) -> StoredDeal[str]:
        """Remove all of a deal but its plays, and return it."""
        deal = self.load(key) or StoredDeal[str](key)
        self.clear_history(key, by)
        id = self.id_of(key)
        for table in ("told", "seen", "answer", "ordered"):
            self.db.execute(f"DELETE FROM {table} WHERE deal = ?", (id,))
        self.db.execute(
            """UPDATE deal SET number = NULL, pack = '', saved = 0, opened = 0, seconds = 0,
            hints = 0, shown = 0, redone = 0, attempt = 0, total = 0, name = '', note = '',
            shortest = NULL WHERE id = ?""",
            (id,),
        )
        ordinal = "SELECT 1 + coalesce(max(ordinal), 0) FROM play WHERE deal = ?1"
        self.db.execute(f"UPDATE deal SET ordinal = ({ordinal}) WHERE id = ?1", (id,))
        return deal

    # Answers

    def answers(self, id: int | None) -> list[StoredAnswer]:
        """The best answers of a deal: of any kind if it is shorter than that found alone, and that
        found alone.
        """
        some = "SELECT moves, actions, number, found, how FROM answer WHERE deal = ? ORDER BY alone"
        return [answer_of(fields) for fields in self.db.execute(some, (id,))]

    def offer(self, key: DealKey, answer: StoredAnswer, now: int) -> bool:
        """Store an answer if it is better than the known ones (`best_answers`). Returns whether it
        ranks before all others.
        """
        id = self.id_of(key, make=True)
        known = self.answers(id)
        dated = answer if answer.found else answer._replace(found=now)
        self._write_answers(id, best_answers((*known, dated)), known)
        return all(answer.rank < each.rank for each in known)

    def _write_answers(
        self, id: int | None, answers: Collection[StoredAnswer], known: Collection[StoredAnswer]
    ) -> None:
        if set(answers) != set(known):
            self.db.execute("DELETE FROM answer WHERE deal = ?", (id,))
            self.db.executemany(
                "INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(id, one.how.is_alone, *one[:4], one.how.value) for one in answers],
            )

    # Plays

    def plays(self, id: int | None) -> list[Play]:
        """The plays of one deal, by attempt."""
        some = f"SELECT {PLAY} FROM play WHERE deal = ? ORDER BY ordinal, ended, id"
        return [play_of(fields) for fields in self.db.execute(some, (id,))]

    def _known_play(self, id: int | None, play: Play) -> tuple[Play | None, bool]:
        """The stored copy of a play, and whether it is of this deal."""
        row = self.db.execute(f"SELECT {PLAY}, deal FROM play WHERE id = ?", (play.id,)).fetchone()
        return (None, True) if row is None else (play_of(row[:-1]), row[-1] == id)

    def _write_play(self, id: int | None, play: Play, now: int) -> None:
        """Store a play in the place of its stored copy, with the longer time; a win stays as it is,
        even if another window writes that play again.
        """
        known, _ = self._known_play(id, play)
        play = play if play.when else play._replace(when=now)
        if known is None:
            self._put_play(id, play)
        elif known.outcome is not PlayOutcome.WON:
            self._put_play(id, play._replace(seconds=max(known.seconds, play.seconds)))

    def _join_play(self, id: int | None, play: Play) -> None:
        known, ours = self._known_play(id, play)
        stored = play if known is None else further(known, play)
        if ours and stored != known:
            self._put_play(id, stored)

    def _put_play(self, id: int | None, play: Play) -> None:
        attempt, outcome, *fields, how, play_id = play
        row = (play_id, id, attempt, outcome.value, *fields, how and how.value)
        places = ", ".join("?" * len(row))
        self.db.execute(f"INSERT OR REPLACE INTO play VALUES ({places})", row)

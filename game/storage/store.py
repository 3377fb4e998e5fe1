"""`Storage`: the interface of scenes and sessions to the player's data, and how its errors are
handled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from game.core.moves import Action
from game.core.threads_and_memory import garbage_collection_paused
from game.history.line import HistoryChanges, SavedLine
from game.storage.errors import StorageError
from game.storage.player_file import PlayerFile
from game.storage.stored_values import (
    About,
    DealChanges,
    DealFigures,
    DealKey,
    HelpKind,
    LibraryRow,
    Play,
    Played,
    PlayOutcome,
    StoredAnswer,
    StoredDeal,
    Tally,
    as_text,
    parsed,
    shorter,
)
from game.storage.tables import KEY, PLAY, Tables, answer_of, kind_of, play_of
from game.storage.worth_cache import WorthCache

if TYPE_CHECKING:
    # Here and below, as no start needs it.
    from game.storage.export_file import Export, Import, Verify

_SAVED: Final = "FROM deal WHERE game = ? AND options = ? AND saved > 0"
_ANSWERS: Final = "answer JOIN deal ON deal.id = deal WHERE game = ? AND options = ?"
_OF_GAME: Final = "(?1 IS NULL OR game = ?1) AND (?2 IS NULL OR options = ?2)"
_OF_DEAL: Final = f"WHERE deal = (SELECT id FROM deal WHERE {KEY})"
_BEGINS: Final = "WHERE substr(name, 1, length(?1)) = ?1"
_EARLIER: Final = "SELECT total(seconds) FROM play WHERE play.deal = deal.id AND id <> attempt"
_ALL: Final = f"""SELECT game, options, deck, deal.number, positions,
    max(total, deal.seconds + ({_EARLIER})), saved / 1000, opened, any.moves, alone.moves,
    any.how, alone.how, name, note, shortest, pack,
    coalesce(any.number, alone.number), coalesce(any.found, alone.found)
    FROM deal LEFT JOIN answer AS any ON any.deal = id AND NOT any.alone
    LEFT JOIN answer AS alone ON alone.deal = id AND alone.alone
    WHERE saved > 0 OR any.deal OR alone.deal OR name <> '' OR note <> ''"""
_LEFT: Final = """positions > 0 AND NOT won
    AND (NOT EXISTS (SELECT 1 FROM answer WHERE answer.deal = deal.id)
    OR attempt <> 0
    AND EXISTS (SELECT 1 FROM play WHERE play.id = attempt AND outcome IN ('open', 'stuck')))"""
"""A solved deal counts as unfinished only while another attempt at it goes on."""
_ROWS: Final = """SELECT game, options, deck, number, positions, saved / 1000, opened, name,
    pack FROM deal WHERE"""
_LAST: Final = "ORDER BY opened DESC LIMIT ?"
"""With the indexes on `opened`, SQLite finds the last deals without reading the others."""
_IN_DOUBT: Final = (-1, -1)
"""As the last save of a deal: it is not known what the tables in use have of it."""


class Storage(PlayerFile):
    """The player's data: one SQLite file in a folder, a spare file while that cannot be written, or
    memory if nothing can.

    Opening never fails: `take_notices` reports what went wrong, and play goes on. Methods that
    write raise StorageError on failure. `save` and `set_fact` then have their data in a spare file
    or in memory (`unsaved`), from which the next save or `idle` that succeeds joins it into the
    player's file. `check` and `back_up` may be called from any thread; all other methods belong to
    one thread.

    Any number of programs may write the same file. Nothing that one of them has saved is lost by
    what another one saves: histories are joined.
    """

    def __init__(
        self,
        folder: Path,
        *,
        read_only: bool = False,
        clock: Callable[[], float] = time.time,
        spare_folders: Sequence[Path] = (),
        cache: Path | None = None,
    ) -> None:
        """Open the data in `folder`, which is created if needed.

        With `read_only` nothing is written: saved data lasts only as long as this object.
        `spare_folders`: the places for a spare file; without any, data that cannot be saved is lost
        with the program. `cache`: the folder for what can be computed again; None for one in
        `folder`. `clock` returns seconds since 1970.
        """
        self._clock = clock
        self._known: dict[DealKey, tuple[int, int] | None] = {}
        """The last save of each deal that is open here as it is known (`Tables.last_save`)."""
        self.worths = WorthCache(cache or folder / "cache", read_only=read_only)
        super().__init__(
            folder, spare_folders, self._doubt, self.worths.remove, read_only=read_only
        )
        self._saved = 0
        """The time of the last save, in milliseconds since 1970; it never runs backwards."""
        with suppress(StorageError):
            [(self._saved,)] = self.rows("SELECT coalesce(max(opened), 0) FROM deal")
        self._leader: DealKey | None = None
        """The deal that was saved last."""
        self.answers = BestAnswers(self)
        self.plays = Plays(self)

    def now(self) -> int:
        """Seconds since 1970."""
        return int(self._clock())

    def _stamp(self) -> int:
        self._saved = max(self._saved + 1, int(self._clock() * 1000))
        return self._saved

    def _doubt(self) -> None:
        self._known = dict.fromkeys(self._known, _IN_DOUBT)

    # Deals

    def open(self, key: DealKey) -> StoredDeal[Action]:
        """Open a deal for play, as it was left: from now on `save` builds on what is returned here.

        Raises StorageError if the deal cannot be read. What is saved in spite of that is joined
        with the stored history.
        """
        self._known[key] = _IN_DOUBT
        with garbage_collection_paused():
            found, last = self.ask(lambda t: (t.load(key), t.last_save(key)))
            self._known[key] = last
            return parsed(found or StoredDeal[str](key))

    def deal(self, key: DealKey) -> StoredDeal[Action]:
        """A deal as it was left, for reading only. Raises StorageError if it cannot be read."""
        with garbage_collection_paused():
            return parsed(self.ask(lambda t: t.load(key)) or StoredDeal[str](key))

    def line(self, key: DealKey) -> SavedLine[Action]:
        """A deal's line alone, without its history, which would take longer to read."""
        found = self.ask(lambda tables: tables.line(key))
        return parsed(StoredDeal[str](key, line=found)).line

    def save(
        self,
        key: DealKey,
        changes: DealChanges[Action],
        whole: Callable[[], HistoryChanges[Action]],
    ) -> bool:
        """Write what a command changes in one transaction; when this returns, it is on disk.

        If another window has written the deal's history since it was opened or saved here, the
        whole history (`whole`) is written, its bookmarks above those of the other, and True is
        returned: read the `deal` again and join it. `whole` is called too if the tables in use do
        not have what was saved here.

        On StorageError this is not in the player's file, but in a spare file or in memory.
        """
        text = DealChanges[str](as_text(changes.history), *changes[1:])
        now = self._stamp()

        def write(tables: Tables) -> bool:
            last = tables.last_save(key)
            anew = last != self._known.get(key)
            work = text._replace(history=as_text(whole())) if anew else text
            saved = max(now, 0 if last is None else last[0] + 1)
            opened = saved if anew or last is None or key != self._leader else None
            tables.write(key, work, self._window, saved, opened, anew=anew)
            self._known[key], self._leader = (saved, self._window), key
            self._saved = saved
            return anew and last is not None

        return self.write(write, key, changes.actions)

    def clear_history(self, key: DealKey) -> None:
        """Delete a deal's edges, line and bookmarks. What was told and seen, its answers and plays
        stay. A caller that has the deal open must `open` it again; otherwise its next save restores
        the history.
        """
        self.write_to_last(lambda tables: tables.clear_history(key, self._window))

    def delete(self, key: DealKey) -> StoredDeal[str]:
        """Remove all that is stored of a deal except its plays, and return it for `put_back`. A
        caller that has the deal open must `open` it again. On StorageError nothing was removed.
        """
        return self.write_to_last(lambda tables: tables.delete(key, self._window))

    def put_back(self, deal: StoredDeal[str]) -> None:
        """Undo a `delete`; what was played since is kept too. A caller that has the deal open must
        `open` it again. On StorageError nothing was put back.
        """
        self.write_to_last(lambda tables: tables.join(deal, self._window))

    def last_played(self, game: str | None = None) -> LibraryRow | None:
        """The deal opened last, of one game or of all; None if there is none."""
        return next(iter(self._last(game, 1, "opened > 0")), None)

    def deal_figures(self, key: DealKey) -> DealFigures | None:
        """A deal's history in figures, without reading all of it; None if it was never saved."""
        figures = f"""SELECT positions, (SELECT count(*) FROM bookmark WHERE deal = deal.id)
            FROM deal WHERE saved > 0 AND {KEY}"""
        return next(iter(self.rows(figures, key, DealFigures._make)), None)

    def touched(self, game: str, options: str) -> dict[str, int]:
        """The played decks of a game, each with when it was last played, in seconds since 1970."""
        return dict(self.rows(f"SELECT deck, saved / 1000 {_SAVED}", (game, options)))

    def kinds(self) -> list[tuple[str, str]]:
        """The (game, options) pairs that have deals or answers, sorted."""
        return self.rows(
            """SELECT DISTINCT game, options FROM deal WHERE saved > 0
            OR id IN (SELECT deal FROM answer) ORDER BY game, options"""
        )

    # The library

    def library(self) -> list[LibraryRow]:
        """Every deal that has a history, an answer, a name or a note, in no order."""
        return self.rows(_ALL, (), _library_row)

    def unfinished(self, game: str | None = None, most: int = 1) -> list[LibraryRow]:
        """At most `most` unfinished deals, of one game or of all, the one opened last first."""
        return self._last(game, most, _LEFT)

    def _last(self, game: str | None, most: int, wanted: str) -> list[LibraryRow]:
        """At most `most` deals, of one game or of all, the one opened last first."""
        values: Sequence[object] = (most,) if game is None else (game, most)
        of_game = "" if game is None else "game = ? AND"
        return self.rows(f"{_ROWS} {of_game} {wanted} {_LAST}", values, _last_row)

    def games_with_unfinished(self, known: Collection[str]) -> set[str]:
        """The games beside the `known` ones that have an unfinished deal."""
        # In the file's own order, deals are read in less time than in that of an index.
        some = f"""SELECT DISTINCT game FROM deal NOT INDEXED
            WHERE game NOT IN ({", ".join("?" for _ in known)}) AND {_LEFT}"""
        return {game for (game,) in self.rows(some, (*known,))}

    def attempt_totals(self, game: str, options: str) -> dict[str, tuple[int, float]]:
        """For each deck of a game, the number of attempts and the seconds played in all of them."""
        found = self.rows(
            """SELECT deck, count(play.id), max(total, deal.seconds, total(play.seconds)), saved
            FROM deal LEFT JOIN play ON play.deal = deal.id WHERE game = ? AND options = ?
            GROUP BY deal.id HAVING saved > 0 OR count(play.id)""",
            (game, options),
        )
        return {deck: (tried, seconds) for deck, tried, seconds, _ in found}

    def begun(self, game: str, options: str) -> set[str]:
        """The decks of a game that have a saved history."""
        some = self.rows(f"SELECT deck {_SAVED} AND positions > 0", (game, options))
        return {deck for (deck,) in some}

    def about(self, key: DealKey) -> About:
        """A deal's name, note and proved shortest length."""
        some = f"SELECT name, note, shortest FROM deal WHERE {KEY}"
        return next(iter(self.rows(some, key, About._make)), About())

    def proved(self, game: str, options: str) -> dict[str, int]:
        """The proved shortest lengths of a game's deals, by deck."""
        some = "SELECT deck, shortest FROM deal WHERE game = ? AND options = ? AND shortest"
        return dict(self.rows(some, (game, options)))

    def note(self, key: DealKey, about: About) -> None:
        """Replace a deal's notes. Raises StorageError if they cannot be written; name and note go
        into no spare file. A proved length may be lost with one, as it can be proved again.
        """
        change = "UPDATE deal SET name = ?, note = ?, shortest = ? WHERE id = ?"
        write = self.write if about[:2] == self.about(key)[:2] else self.write_to_last
        write(lambda tables: tables.db.execute(change, (*about, tables.id_of(key, make=True))))

    def ordered(self, key: DealKey) -> list[str]:
        """Which cards were on the foundations each time the deal was ordered, shortest first."""
        some = f"SELECT done FROM ordered {_OF_DEAL} ORDER BY length(done), done"
        return self.rows(some, key, lambda row: row[0])

    # Exports and imports

    def start_export(self, path: Path, extras: Mapping[str, str]) -> Export:
        """Begin to write all stored data, and the texts of `extras` by name, into one file; a
        thread does that. Raises StorageError if the data cannot be read, WordedError if the path
        names anything but a new file or an export.
        """
        from game.storage.export_file import Export

        with suppress(StorageError):
            self.flush()
        return Export(path, extras, self.source())

    def start_import(self, path: Path, verify: Verify) -> Import:
        """Begin an import. A thread checks the whole file, hands each deal to `verify`, which
        returns what holds of it by the rules, and joins the deals; where a deal has a line here,
        the player is not moved. A deal that is open must be read again. Raises StorageError if
        nothing can be written now.
        """
        from game.storage.export_file import Import

        self.write_to_last(lambda tables: None)
        target = self.path if self.on_disk else self.tables
        return Import(path, verify, target, self._window)

    # Records

    def fact(self, name: str) -> str | None:
        """A small value kept under a name, or None."""
        return self.facts(name).get(name)

    def facts(self, prefix: str) -> dict[str, str]:
        """The small values whose names begin with `prefix`, by their names."""
        return dict(self.rows(f"SELECT name, value FROM fact {_BEGINS}", (prefix,)))

    def clear_facts(self, prefix: str) -> None:
        """Delete the small values whose names begin with `prefix`. On StorageError none is."""
        gone = f"DELETE FROM fact {_BEGINS}"
        self.write_to_last(lambda tables: tables.db.execute(gone, (prefix,)))

    def set_fact(self, name: str, value: str) -> None:
        """Store a small value under a name. On StorageError it is not in the player's file yet."""
        row = (name, value, self._stamp())
        put = "INSERT OR REPLACE INTO fact VALUES (?, ?, ?)"
        self.write(lambda tables: tables.db.execute(put, row))


def _library_row(fields: Sequence[Any]) -> LibraryRow:
    """A row of the library from the columns of `_ALL`."""
    game, options, deck, number, positions, seconds, when, opened, *more = fields
    best, alone, how, how_alone, name, note, shortest, pack, its_number, found = more
    if best is None:  # the best one was found alone
        best, how = alone, how_alone
    if not when:
        number, when = its_number if number is None else number, found or 0
    answer, noted = (best, alone, how and HelpKind(how)), (name, note, shortest, pack)
    key = DealKey(game, options, deck)
    return LibraryRow(key, number, positions, seconds, when, opened, *answer, *noted)


def _last_row(fields: Sequence[Any]) -> LibraryRow:
    """The same from the columns of `_ROWS`, as far as they go."""
    *key, number, positions, when, opened, name, pack = fields
    row = LibraryRow(DealKey(*key), number, positions, when=when, last_opened=opened)
    return row._replace(name=name, pack=pack)


class BestAnswers:
    """The best answers of deals, and their help. Methods raise StorageError if they cannot read or
    write.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def best(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal, or None."""
        return reduce(shorter, self._of(key), None)

    def best_alone(self, key: DealKey) -> StoredAnswer | None:
        """The best answer of a deal that was found alone, or None."""
        return next((answer for answer in self._of(key) if answer.how.is_alone), None)

    def _of(self, key: DealKey) -> list[StoredAnswer]:
        return self._storage.ask(lambda tables: tables.answers(tables.id_of(key)))

    def all(self, game: str, options: str, *, alone: bool = False) -> dict[str, StoredAnswer]:
        """The best answers of all solved deals of a game, by deck; `alone`: of those that were
        found alone.
        """
        some = f"""SELECT deck, answer.moves, actions, answer.number, found, how
            FROM {_ANSWERS} {"AND alone" * alone} ORDER BY alone DESC"""
        # One that was not found alone is shorter, or would not be kept.
        return dict(
            self._storage.rows(some, (game, options), lambda row: (row[0], answer_of(row[1:])))
        )

    def solved(self, game: str, options: str) -> set[str]:
        """The decks of a game that have an answer."""
        # The answers are listed once: to look for that of each deal takes ten times as long, and
        # the menu waits for it.
        some = """SELECT deck FROM deal WHERE game = ? AND options = ?
            AND id IN (SELECT deal FROM answer)"""
        return {deck for (deck,) in self._storage.rows(some, (game, options))}

    def helped(self, game: str, options: str) -> set[int]:
        """The numbers of a game's deals that have an answer, but none which was found alone."""
        some = f"""SELECT max(answer.number) FROM {_ANSWERS} GROUP BY deal HAVING NOT max(alone)"""
        found = self._storage.rows(some, (game, options))
        return {number for (number,) in found if number is not None}

    def offer(self, answers: Iterable[tuple[DealKey, StoredAnswer]]) -> int:
        """Store those answers that are better than the known ones. Returns how many are the
        shortest of all. Refused if the player's file cannot be written now.
        """
        offered, now = list(answers), self._storage.now()
        return self._storage.write_to_last(
            lambda tables: sum(tables.offer(key, one, now) for key, one in offered)
        )

    def help_of(self, key: DealKey) -> dict[tuple[int, int], HelpKind]:
        """The kind of help by which moves of a deal were told, by the key hashes of the positions
        before and after them.
        """
        return self._storage.ask(lambda tables: tables.help_of(tables.id_of(key)))


class Plays:
    """The plays of deals. Methods raise StorageError if they cannot read or write."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def all(self, game: str | None = None, options: str | None = None) -> list[Played]:
        """The plays of a game (and policy), or of all, oldest first."""
        some = f"""SELECT game, options, deck, {PLAY} FROM play JOIN deal ON deal.id = deal
            WHERE {_OF_GAME} ORDER BY ended, play.ordinal, play.id"""
        return self._storage.rows(
            some, (game, options), lambda row: Played(DealKey(*row[:3]), play_of(row[3:]))
        )

    def of(self, key: DealKey) -> list[Play]:
        """The plays of one deal, by attempt."""
        return self._storage.ask(lambda tables: tables.plays(tables.id_of(key)))

    def tallies(self, game: str, options: str) -> list[Tally]:
        """The plays of a game and policy, counted by how they ended and by `Play.helped`."""
        counted = """SELECT outcome, CASE WHEN how IS NULL THEN play.hints > 0 OR play.shown
            OR (play.redone AND play.ordinal > 1) ELSE how <> 'alone' END AS helped, count(*),
            max(ended) FROM play JOIN deal ON deal.id = deal
            WHERE game = ? AND options = ? GROUP BY outcome, helped"""
        return self._storage.rows(
            counted,
            (game, options),
            lambda row: Tally(kind_of(PlayOutcome, row[0]), bool(row[1]), *row[2:]),
        )

    def clear(self, game: str | None = None, options: str | None = None) -> None:
        """Forget the plays of a game (and policy), or of all. On StorageError none is forgotten."""
        some = f"DELETE FROM play WHERE deal IN (SELECT id FROM deal WHERE {_OF_GAME})"
        self._storage.write_to_last(lambda tables: tables.db.execute(some, (game, options)))

    def mark_par(self, key: DealKey, moves: int) -> None:
        """Mark the won plays of a deal that took `moves` moves, the proved minimum, as par."""
        won = f"UPDATE play SET par = 1 {_OF_DEAL} AND outcome = 'won' AND moves = ?"
        self._storage.write(lambda tables: tables.db.execute(won, (*key, moves)))

"""`Storage`: the interface of scenes and sessions to the player's data, and how its errors are
handled.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from game.core.garbage_collection import garbage_collection_paused
from game.core.moves import Action
from game.history import ROOT, HistoryChanges, NodeRow
from game.storage import deleted_deals
from game.storage.all_tables import Tables
from game.storage.answer_repository import AnswerRepository
from game.storage.errors import StorageError, StorageTrouble
from game.storage.journal import Journal
from game.storage.library_rows import LibraryRow, read_games_left, read_library, read_unfinished
from game.storage.main_file_or_memory import MainFile
from game.storage.open_trees import OpenTrees
from game.storage.play_repository import PlayRepository
from game.storage.stored_actions import as_text, parsed, parsed_rows
from game.storage.stored_deal import (
    About,
    DealKey,
    DealRecord,
    LastPlayed,
    Saved,
    TreeFigures,
)
from game.storage.unsaved_work import Unsaved, UnsavedWork
from game.storage.worth_cache import KeptWorth, WorthCache

if TYPE_CHECKING:
    # Here and below, as no start needs it.
    from game.storage.export_file import Import


class Storage:
    """The player's data: one SQLite file in a folder, or memory if there is no writable file.

    Opening never fails: `take_notices` reports what went wrong, and play goes on. Methods that
    write raise StorageError on failure. `save` and `set_fact` then keep their data in memory, and
    the next save or `idle` writes it. `check` and `back_up` may be called from any thread; all
    other methods belong to one thread.

    `OpenTrees` states the guarantees for trees when other programs write the same file. Mending
    combines the undamaged data of the file and its backup; it never reverts an open deal.
    """

    def __init__(
        self,
        folder: Path,
        *,
        read_only: bool = False,
        clock: Callable[[], float] = time.time,
        journals: Sequence[Path] = (),
        cache: Path | None = None,
    ) -> None:
        """Open the data in `folder`, which is created if needed.

        With `read_only` nothing is written: saved data lasts only as long as this object.
        `journals`: the places for the emergency journal (`journal.Journal`); without any, data that
        cannot be saved is lost with the program. `cache`: the folder for what can be computed
        again; None for one in `folder`. `clock` returns seconds since 1970.
        """
        self._now: Callable[[], int] = lambda: int(clock())
        self._facts: dict[str, str] = {}
        self._journal = Journal(journals, folder, read_only=read_only)
        self._worths = WorthCache(cache or folder / "cache", read_only=read_only)
        self._home = MainFile(
            folder,
            lambda old, new: self._trees.note_other_tables(old, new),
            self._journal,
            self._worths.remove,
            read_only=read_only,
        )
        self._trees = OpenTrees(self._home, self._journal, self._now)
        self.answers = AnswerRepository(self._home, self._trees.waiting, self._now)
        self.plays = PlayRepository(self._home, self._trees.waiting, self._settle)
        self._clear_risks()

    # Opening and closing

    @property
    def path(self) -> Path:
        """The path of the player's data file, whether or not it could be opened."""
        return self._home.path

    @property
    def on_disk(self) -> bool:
        """Whether what is saved outlasts the program."""
        return self._home.on_disk

    @property
    def was_read(self) -> bool:
        """Whether all that the player's file holds is here, even if the file cannot be written."""
        return self._home.on_disk or self._home.was_read

    @property
    def has_unsaved(self) -> bool:
        """Whether something could not be written so far."""
        return bool(self._trees.waiting or self._facts)

    @property
    def unsaved(self) -> Unsaved:
        """How many actions are not in the player's file; none if read-only."""
        return self._journal.unsaved

    @property
    def journal_place(self) -> Path | None:
        """The folder of this program's emergency journal; None if there is none."""
        return self._journal.place

    @property
    def wants_idle(self) -> bool:
        """Whether `idle` has a failed write, or a failed opening of the file, to retry."""
        failed = self._home.locks_fail is not None
        return failed or self.has_unsaved or self._home.wants_file

    @property
    def wants_checkpoint(self) -> bool:
        """Whether something was written since `idle` was last called."""
        return self._home.wants_checkpoint

    def take_notices(self) -> list[StorageError]:
        """The problems that the player has not been told of; each is returned only once."""
        return self._home.take_notices()

    def close(self) -> None:
        """Write all waiting data and close the file. Raises StorageError if writing fails."""
        try:
            self.flush()
        finally:
            self._journal.close()
            self._home.close()

    def open(self, key: DealKey) -> Saved[Action]:
        """Open a deal for play, as it was left: from now on `save` builds on the tree returned
        here.

        Raises StorageError if the deal cannot be read, or is damaged and could not be mended.
        Changes saved in spite of that are merged with the tree on disk once it can be read.
        """
        return self._trees.open(key)

    def deal(self, key: DealKey) -> Saved[Action]:
        """A deal as it was left, for reading only: neither the disk nor the base of a later `save`
        changes. Raises StorageError also if an action cannot be parsed.
        """
        with garbage_collection_paused():
            saved = parsed(self._trees.as_left(key))
        if saved.unread:
            detail = f"the saved history of {key.game} {saved.number} is damaged"
            raise StorageError(
                StorageTrouble.DAMAGED, f"{detail}: {saved.unread} actions make no sense"
            )
        return saved

    def line(self, key: DealKey) -> list[NodeRow[Action]]:
        """The rows on the path from the deal to where it was left, in playing order.

        The other rows are neither read, which would take half a second in a large tree, nor checked
        for damage. Raises StorageError if the tree is damaged, ValueError if the path is broken.
        """
        if key in self._trees.waiting:
            saved = self.deal(key)
            return _way(saved.rows, saved.here)
        return parsed_rows(self._home.ask(lambda tables: tables.deals.line(key)))

    def save(
        self,
        key: DealKey,
        work: UnsavedWork[Action],
        tree: Callable[[], HistoryChanges[Action]] | None = None,
    ) -> None:
        """Write the outcome of an action in one transaction; when this returns, it is on disk. On
        StorageError the data could not be written now, and waits.

        If the deal on disk has changed since `open` read it, because another program played on in
        it or the file was mended, `work.unite` is called and its result is written instead; the
        caller must then continue with that tree. It may be called as long as this work waits.
        Without it the work can never be written (STALE).

        If the player's file rejects the data, it goes into the emergency journal before this
        returns; for that `tree` returns the whole tree.
        """
        now = self._now()
        dated = [play if play.when else play._replace(when=now) for play in work.plays]
        text = UnsavedWork(as_text(work.changes), *work[1:])._replace(plays=dated)
        self._trees.add(key, text)
        try:
            self.flush()
        except StorageError:
            if key in self._trees.waiting:
                self._trees.journal_unsaved(key, text, tree)
                raise
        if not self._home.on_disk:
            self._trees.journal_unsaved(key, text, tree)

    def flush(self) -> None:
        """Write all waiting data. Raises StorageError if some of it cannot be written; that keeps
        waiting. A deal that cannot be written does not block the others.
        """
        self._follow()
        failed = self._trees.commit_all()
        if self._facts:
            self._home.write(self._write_facts)
            self._facts = {}
        if failed is not None:
            raise failed
        self._clear_risks()

    def _follow(self) -> None:
        """Move into the new file if the main file was replaced. If that fails, copy all tables into
        the emergency journal and raise StorageError.
        """
        try:
            self._home.follow()
        except StorageError:
            self._journal.keep_all(self._home.tables)
            raise

    def _clear_risks(self) -> None:
        """Remove the emergency journal once everything is in the player's file."""
        if self._home.on_disk and not self.has_unsaved:
            self._journal.settle()

    def clear_history(self, key: DealKey) -> None:
        """Delete the tree of a deal. Its best answer and its plays stay. A caller that has the deal
        open must `open` it again; otherwise its next save restores the tree.
        """

        def clear(tables: Tables) -> None:
            saved = tables.deals.load(key)
            if saved is not None:
                revision = saved.revision + 1
                tables.deals.put(
                    saved._replace(rows=(), here=ROOT, bookmarks=(), revision=revision)
                )

        self._trees.commit(key)  # writes its waiting answers and plays too
        self._home.write_to_last(clear)

    def last_played(self, game: str | None = None) -> LastPlayed | None:
        """The deal opened last, of one game or of all; None if there is none."""
        return self._home.ask(lambda tables: tables.deals.last_played(game))

    def tree_figures(self, key: DealKey) -> TreeFigures | None:
        """A deal's tree in figures, without reading all of it; None if it was never saved or is
        damaged.
        """
        return self._home.ask(lambda tables: tables.deals.tree_figures(key))

    def touched(self, game: str, options: str) -> dict[str, int]:
        """The played decks of a game, each with when it was last played, in seconds since 1970."""
        return self._home.ask(lambda tables: tables.deals.touched(game, options))

    def kinds(self) -> list[tuple[str, str]]:
        """The (game, options) pairs that have deals or answers, sorted."""
        return self._home.ask(lambda tables: tables.kinds())

    # The library

    def library(self) -> list[LibraryRow]:
        """Every deal that has a tree, an answer, a name or a note, in no order."""
        self._settle()
        return self._home.ask(read_library)

    def unfinished(self, game: str | None = None, most: int = 1) -> list[LibraryRow]:
        """At most `most` unfinished deals, of one game or of all, the one opened last first."""
        self._settle()
        return self._home.ask(lambda tables: read_unfinished(tables, game, most))

    def games_with_unfinished(self) -> set[str]:
        """The games that have an unfinished deal."""
        self._settle()
        return self._home.ask(read_games_left)

    def attempt_totals(self, game: str, options: str) -> dict[str, tuple[int, float]]:
        """For each deck of a game, the number of attempts and the seconds played in all of them."""
        self._settle()
        return self._home.ask(lambda tables: tables.deals.attempt_totals(game, options))

    def begun(self, game: str, options: str) -> set[str]:
        """The decks of a game that have a saved tree."""
        self._settle()
        return self._home.ask(lambda tables: tables.deals.begun(game, options))

    def _settle(self) -> None:
        """Write waiting data if possible. The scene that plays the deal reports a failure."""
        if self.has_unsaved:
            with suppress(StorageError):
                self.flush()

    def about(self, key: DealKey) -> About:
        """A deal's name, note and proved shortest length."""
        return self._home.ask(lambda tables: tables.about(key))

    def proved(self, game: str, options: str) -> dict[str, int]:
        """The proved shortest lengths of a game's deals, by the deck's 52 letters."""
        return self._home.ask(lambda tables: tables.proved(game, options))

    def note(self, key: DealKey, about: About) -> None:
        """Replace a deal's notes. Raises StorageError if that fails; the notes do not wait. A
        proved length may be lost with the program, as it can be proved again.
        """
        write = self._home.write if about[:2] == self.about(key)[:2] else self._home.write_to_last
        write(lambda tables: tables.write_about(key, about))

    def delete(self, key: DealKey) -> DealRecord:
        """Remove all that is stored of a deal except its plays, and return it for `put_back`. A
        caller that has the deal open must `open` it again. On StorageError nothing was removed.
        """
        self._trees.commit(key)

        record = self._home.write_to_last(partial(deleted_deals.delete, key))
        self._trees.forget(key)
        return record

    def put_back(self, record: DealRecord) -> None:
        """Undo a `delete`; what was played since is kept too. A caller that has the deal open must
        `open` it again. On StorageError nothing was put back.
        """
        self._trees.commit(record.key)
        self._home.write_to_last(partial(deleted_deals.put_back, record))

    def export_to(self, path: Path, extras: Mapping[str, str]) -> None:
        """Write all stored data, and the texts of `extras` by name, into one file. Raises
        StorageError if the data cannot be read, WordedError if the file cannot be written or is no
        export; nothing has changed then.
        """
        from game.storage.export_file import export_of, write_export

        self._settle()
        write_export(self._home.ask(lambda tables: export_of(tables, extras)), path)

    def import_from(self, path: Path) -> dict[str, str]:
        """Import a whole export and return its extra texts. On StorageError nothing has changed. An
        open deal stays as it is in memory; its next save merges it with the imported tree.
        """
        taken = self.start_import(path)
        taken.work(inf)
        return taken.extras

    def start_import(self, path: Path) -> Import:
        """Begin an import in pieces (`Import.work`); each piece is on disk once it is taken."""
        from game.storage.export_file import Import

        self.flush()
        return Import(path, self._take)

    def _take(self, what: Callable[[Tables], None]) -> None:
        self._home.write_to_last(what)
        self._trees.rest_on_others()

    # Records

    def ordered(self, key: DealKey) -> list[str]:
        """Which cards were on the foundations each time the deal was ordered, shortest first."""
        return self._home.ask(lambda tables: tables.ordered(key))

    def fact(self, name: str) -> str | None:
        """A small value kept under a name, or None."""
        return self._facts.get(name) or self._home.ask(lambda tables: tables.fact(name))

    def facts(self, prefix: str) -> dict[str, str]:
        """The small values whose names begin with `prefix`, by their names."""
        waiting = {name: text for name, text in self._facts.items() if name.startswith(prefix)}
        return {**self._home.ask(lambda tables: tables.facts(prefix)), **waiting}

    def clear_facts(self, prefix: str) -> None:
        """Delete the small values whose names begin with `prefix`. On StorageError none is."""
        self._settle()
        self._home.write_to_last(lambda tables: tables.remove_facts(prefix))
        for name in [name for name in self._facts if name.startswith(prefix)]:
            del self._facts[name]

    def set_fact(self, name: str, value: str) -> None:
        """Store a small value under a name. On StorageError it could not be written, and waits."""
        self._facts[name] = value
        try:
            self.flush()
        except StorageError:
            if name in self._facts:
                self._journal.keep_fact(name, value)
                raise
        if not self._home.on_disk:
            self._journal.keep_fact(name, value)

    def _write_facts(self, tables: Tables) -> None:
        for name, value in self._facts.items():
            tables.rows.write("fact", (name, value))

    # What the solver found

    def worths(
        self, solver: str, game: str, options: str, key_hashes: Sequence[int]
    ) -> list[KeptWorth]:
        """The stored results of `solver` for positions of a game, by key hash."""
        return self._worths.read(solver, game, options, key_hashes)

    def keep_worths(self, solver: str, game: str, options: str, found: Sequence[KeptWorth]) -> None:
        """Store results of `solver` if the disk has room and nothing fails; they do not wait."""
        self._worths.write(solver, game, options, found)

    # In idle time

    def idle(self) -> None:
        """Retry failed writes and a failed opening of the file, and checkpoint the write-ahead log.

        Takes some milliseconds, but seconds where the locks of the file system fail. What fails is
        tried again at the next call.
        """
        self._home.retry()
        with suppress(StorageError):
            if self._home.wants_file:
                self._home.move()
        with suppress(StorageError):
            self.flush()
        self._home.checkpoint()

    def check(self, stop: Event | None = None) -> list[str]:
        """Check the whole file and describe each damage; empty if there is none. Any thread.

        May take a second. If it finds something, call `mend`. Once `stop` is set it ends at once
        with an empty list. Raises StorageError if the file cannot be read, which says nothing about
        its content.
        """
        return self._home.check(stop)

    def mend(self) -> None:
        """Set the damaged file aside and continue with the good data in it and in the backup.

        Raises StorageError, and changes nothing, if this program does not hold the folder's lock or
        the repair cannot be done now.
        """
        self._home.mend()

    def back_up(self, stop: Event | None = None) -> bool:
        """Replace the backup with a copy of the file, if that has changed and is good. Any thread.

        Returns False, and leaves the backup as it was, if the file is damaged, the disk has no
        room, or `stop` is set. Takes as long as `check`. Raises StorageError if a file cannot be
        read or written.
        """
        return self._home.back_up(stop)


def _way(rows: Sequence[NodeRow[Action]], here: int) -> list[NodeRow[Action]]:
    """The rows from the deal to a node. ValueError if the way up is broken."""
    by_id = {row.id: row for row in rows}
    line: list[NodeRow[Action]] = []
    while here != ROOT:
        if here not in by_id or len(line) > len(rows):
            raise ValueError(f"node {here} hangs on nothing")
        line.append(by_id[here])
        here = by_id[here].parent
    return line[::-1]

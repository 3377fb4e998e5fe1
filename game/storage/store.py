"""Storage: what scenes and sessions ask of the player's data, and what happens when it fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Generic, TypeVar

from game.history import ROOT, HistoryChanges, NodeRow, garbage_left_alone
from game.storage import files, worth_cache
from game.storage.journal import Journal
from game.storage.library_rows import (
    LibraryRow,
    read_begun,
    read_efforts,
    read_games_left,
    read_library,
    read_unfinished,
)
from game.storage.main_file import MainFile
from game.storage.open_trees import OpenTrees
from game.storage.stored_actions import StoredActions
from game.storage.stored_answers import StoredAnswers
from game.storage.stored_plays import StoredPlays
from game.storage.stored_values import (
    About,
    DealKey,
    DealRecord,
    DealState,
    Helped,
    Kept,
    LastPlayed,
    Play,
    Saved,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    Unite,
    Unsaved,
    UnsavedWork,
)
from game.storage.tables import Tables
from game.storage.worth_cache import KeptWorth

if TYPE_CHECKING:
    # Here and below, as no start needs it.
    from game.storage.export_file import Import

A = TypeVar("A")

LARGE = 5000
"""Positions: a larger tree is read whole only to be played."""


class Storage(Generic[A]):
    """The player's data: one SQLite file in a folder, or memory where there is none to write.

    Opening never fails: what stands in the way is told by `notices`, and play goes on. Methods
    that write raise StorageError where they cannot; what they were given is kept, and written
    with the next save, or by `idle`, as soon as that works. All but `check` and `back_up` belong
    to one thread.

    `OpenTrees` tells what holds of trees, whatever other programs do to the same file. Mending puts
    together what is good; of what is open, nothing is taken back by it.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        action_text: Callable[[A], str],
        parse_action: Callable[[str], A],
        read_only: bool = False,
        clock: Callable[[], float] = time.time,
        journals: Sequence[Path] = (),
    ) -> None:
        """Open the data in a folder, which is made; None: nothing outlasts the program.

        With `read_only` what is there is read, and what is saved only lasts as long as this.
        `journals`: places for the emergency journal (`journal.Journal`); without any, what cannot
        be saved is lost with the program.
        """
        self._now: Callable[[], int] = lambda: int(clock())
        self._facts: dict[str, str] = {}
        self._journal = Journal(journals, folder, read_only=read_only)
        self._home = MainFile(
            folder,
            lambda old, new: self._trees.note_other_tables(old, new),
            self._journal,
            read_only=read_only,
        )
        self._actions = StoredActions(action_text, parse_action)
        self._trees = OpenTrees(self._home, self._journal, self._actions, self._now)
        self.answers = StoredAnswers(self._home, self._trees.waiting, self._now)
        self.plays = StoredPlays(self._home, self._trees.waiting)
        self._clear_risks()

    # Opening and closing

    @property
    def path(self) -> Path | None:
        """The file of the player's data, whether or not it could be opened."""
        return self._home.path

    @property
    def on_disk(self) -> bool:
        """Whether what is saved outlasts the program."""
        return self._home.on_disk

    @property
    def has_unsaved(self) -> bool:
        """Whether something could not be written so far."""
        return bool(self._trees.waiting or self._facts)

    @property
    def unsaved(self) -> Unsaved:
        """How many actions are not in the player's file: none where nothing is to outlast us."""
        return self._trees.at_risk.unsaved

    @property
    def journal_place(self) -> Path | None:
        """The folder that those are kept in until the next start."""
        return self._journal.place

    @property
    def wants_idle(self) -> bool:
        """Whether `idle` has something to try again."""
        return self.has_unsaved or self._home.wants_file

    @property
    def wants_rest(self) -> bool:
        """Whether something was written since `idle` was last called."""
        return self._home.wants_rest

    def take_notices(self) -> list[StorageError]:
        """What the player should know and has not been told: each is given once."""
        return self._home.take_notices()

    def close(self) -> None:
        """Write what is waiting and let go of the file. StorageError where that fails."""
        try:
            self.flush()
        finally:
            self._journal.close()
            self._home.close()

    def open(self, key: DealKey) -> Saved[A]:
        """A deal as it was left, to be played on: from now on its tree is saved on top of this.

        StorageError where it cannot be read, or is damaged and could not be mended; what is saved
        of it all the same is put together with what is there, once that can be read.
        """
        return self._trees.open(key)

    def deal(self, key: DealKey) -> Saved[A]:
        """A deal as it was left, only to be looked at: that changes nothing, neither on disk nor
        in what a later `save` rests on. StorageError also where an action cannot be read.
        """
        with garbage_left_alone():
            saved = self._actions.parsed(self._trees.as_left(key))
        if saved.unread:
            detail = f"the saved history of {key.game} {saved.number} is damaged"
            raise StorageError(
                StorageTrouble.DAMAGED, f"{detail}: {saved.unread} actions make no sense"
            )
        return saved

    def line(self, key: DealKey) -> list[NodeRow[A]]:
        """The actions from the deal to where it was left.

        Of a large tree the others are not read, which would take half a second, nor looked at
        for damage. StorageError where it is damaged, ValueError where the way is broken.
        """
        kept = self.kept(key)
        if kept is None or kept.positions <= LARGE or key in self._trees.waiting:
            saved = self.deal(key)
            return _way(saved.rows, saved.here)
        return self._actions.parsed_rows(self._home.ask(lambda tables: tables.deals.line(key)))

    def save(
        self,
        key: DealKey,
        changes: HistoryChanges[A],
        state: DealState,
        *,
        number: int | None = None,
        pack: str = "",
        answers: Iterable[StoredAnswer] = (),
        helped: Iterable[Helped] = (),
        plays: Iterable[Play] = (),
        ordered: Iterable[str] = (),
        whole: bool = False,
        unite: Unite[A] | None = None,
        tree: Callable[[], HistoryChanges[A]] | None = None,
        actions: int = 0,
    ) -> None:
        """Write what came of an action, in one transaction; when this returns, it is on disk.

        An answer is kept if it is the shortest so far, of all or of those found alone. With
        `whole` no row on disk stays but those given. StorageError: it could not be written now,
        and waits.

        Where the deal on disk is another one by now than `open` read, since another program has
        played on in it or the file was mended, `unite` is called, and what it returns is written
        instead; the tree that the caller goes on with must then be that one. It may be called as
        long as these changes wait. Without it they wait in vain (STALE).

        Where the player's file does not take it, it goes into the emergency journal before this
        returns, for which `tree` gives all of the tree. `actions`: how many the changes are of.
        """
        now = self._now()
        dated = tuple(play if play.when else play._replace(when=now) for play in plays)
        side = (tuple(answers), dated, tuple(ordered))
        text = self._actions.as_text(changes)
        work = UnsavedWork(text, state, number, pack, *side, whole, unite, tuple(helped), actions)
        self._trees.add(key, work)
        try:
            self.flush()
        except StorageError:
            if key in self._trees.waiting:
                self._trees.note_risk(key, work, tree)
                raise
        if not self._home.on_disk:
            self._trees.note_risk(key, work, tree)

    def flush(self) -> None:
        """Write all that is waiting. StorageError where some of it cannot be; that goes on
        waiting, and one deal that cannot be written holds up no other.
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
        """Go on in another file in the place of ours; where that cannot be, all that was in ours
        is kept elsewhere.
        """
        try:
            self._home.follow()
        except StorageError:
            self._journal.keep_all(self._home.tables)
            raise

    def _clear_risks(self) -> None:
        """Once everything is in the player's file, nothing has to be kept elsewhere."""
        if self._home.on_disk and not self.has_unsaved:
            self._trees.at_risk.clear()

    def clear_history(self, key: DealKey) -> None:
        """Forget the tree of a deal. Its best answer and its plays stay. Who has it open must
        `open` it again, or its tree comes back with the next save.
        """

        def clear(tables: Tables) -> None:
            saved = tables.deals.load(key)
            if saved is not None:
                revision = saved.revision + 1
                tables.deals.put(
                    saved._replace(rows=(), here=ROOT, bookmarks=(), revision=revision)
                )

        self._trees.commit(key)  # with what is more than tree
        self._home.write(clear)

    def last_played(self, game: str | None = None) -> LastPlayed | None:
        """The deal taken up last, of one game or of all; None where none was."""
        return self._home.ask(lambda tables: tables.deals.last_played(game))

    def kept(self, key: DealKey) -> Kept | None:
        """What is kept of a deal, its tree left unread; None where it was never played."""
        return self._home.ask(lambda tables: tables.deals.kept(key))

    def touched(self, game: str, options: str) -> dict[str, int]:
        """The decks that were played of a game, and when last, in seconds since 1970."""
        return self._home.ask(lambda tables: tables.deals.touched(game, options))

    def kinds(self) -> list[tuple[str, str]]:
        """The games with their options of which there are deals or answers."""
        return self._home.ask(lambda tables: tables.kinds())

    # The library

    def library(self) -> list[LibraryRow]:
        """Every deal that has a tree, an answer, a name or a note, in no order."""
        self._settle()
        return self._home.ask(read_library)

    def unfinished(self, game: str | None = None, most: int = 1) -> list[LibraryRow]:
        """The deals that were left in the middle, of one game or of all, the last one first."""
        self._settle()
        return self._home.ask(lambda tables: read_unfinished(tables, game, most))

    def games_left(self) -> set[str]:
        """The games of which a deal was left in the middle."""
        self._settle()
        return self._home.ask(read_games_left)

    def efforts(self, game: str, options: str) -> dict[str, tuple[int, float]]:
        """The tries at each deal of a game and the seconds of all of them, by deck."""
        self._settle()
        return self._home.ask(lambda tables: read_efforts(tables, game, options))

    def begun(self, game: str, options: str) -> set[str]:
        """The decks of a game of which there is a tree."""
        self._settle()
        return self._home.ask(lambda tables: read_begun(tables, game, options))

    def _settle(self) -> None:
        """Write what waits, if that can be done now; what cannot is told where it is played."""
        if self._trees.waiting:
            with suppress(StorageError):
                self.flush()

    def about(self, key: DealKey) -> About:
        """What is noted of a deal."""
        return self._home.ask(lambda tables: tables.about(key))

    def note(self, key: DealKey, about: About) -> None:
        """Note this of a deal. StorageError where it cannot be written: nothing waits."""
        self._home.write(lambda tables: tables.write_about(key, about))

    def delete(self, key: DealKey) -> DealRecord:
        """Remove all that is stored of a deal but its plays; returns it, to be put back. Who has
        it open must `open` it again. StorageError: nothing was removed.
        """
        self._trees.commit(key)
        record = self._home.write(lambda tables: tables.take_out(key))
        self._trees.forget(key)
        return record

    def put_back(self, record: DealRecord) -> None:
        """Undo a `delete`; what was played since is kept too. Who has the deal open must `open`
        it again. StorageError: nothing was put back.
        """
        from game.storage.repair import put_back

        self._trees.commit(record.key)
        self._home.write(lambda tables: put_back(record, tables))

    def export_to(self, path: Path, extras: Mapping[str, str]) -> None:
        """Write all there is into one file, with some texts beside it. StorageError where that
        fails.
        """
        from game.storage.export_file import write_export

        self._settle()
        self._home.ask(lambda tables: write_export(tables, path, extras))

    def import_from(self, path: Path) -> dict[str, str]:
        """Take in all of an export; returns the texts beside it. StorageError: nothing has
        changed. Who has a deal open goes on with it as it was; both are put together then.
        """
        taken = self.start_import(path)
        taken.work(inf)
        return taken.extras

    def start_import(self, path: Path) -> Import:
        """The same a piece at a time: each is on disk once it is taken."""
        from game.storage.export_file import Import

        self.flush()
        try:
            return Import(path, self._take)
        except OSError as error:
            raise files.explain(error, path) from error

    def _take(self, what: Callable[[Tables], None]) -> None:
        self._home.write(what)
        self._trees.rest_on_others()

    # Records

    def ordered(self, key: DealKey) -> list[str]:
        """What was on the done stacks each time the deal was ordered, shortest text first."""
        return self._home.ask(lambda tables: tables.ordered(key))

    def fact(self, name: str) -> str | None:
        """A small value kept under a name, or None."""
        return self._facts.get(name) or self._home.ask(lambda tables: tables.fact(name))

    def facts(self, prefix: str) -> dict[str, str]:
        """The small values whose names begin so, by their names."""
        waiting = {name: text for name, text in self._facts.items() if name.startswith(prefix)}
        return {**self._home.ask(lambda tables: tables.facts(prefix)), **waiting}

    def clear_facts(self, prefix: str) -> None:
        """Forget the small values whose names begin so."""
        for name in [name for name in self._facts if name.startswith(prefix)]:
            del self._facts[name]
        self._home.write(lambda tables: tables.remove_facts(prefix))

    def set_fact(self, name: str, value: str) -> None:
        """Keep a small value under a name. StorageError: it could not be written now, and waits."""
        self._facts[name] = value
        try:
            self.flush()
        except StorageError:
            if name in self._facts:
                self._keep_fact(name, value)
                raise
        if not self._home.on_disk:
            self._keep_fact(name, value)

    def _keep_fact(self, name: str, value: str) -> None:
        if self._home.outlasts:
            self._journal.keep_fact(name, value)

    def _write_facts(self, tables: Tables) -> None:
        for name, value in self._facts.items():
            tables.rows.write("fact", (name, value))

    # What the solver found

    def worths(self, solver: str, game: str, options: str, marks: Sequence[int]) -> list[KeptWorth]:
        """What this solver once found of some positions of a game."""
        return self._home.ask(lambda tables: worth_cache.read(tables, solver, game, options, marks))

    def keep_worths(self, solver: str, game: str, options: str, found: Sequence[KeptWorth]) -> None:
        """Keep what a solver found, where there is room for that. StorageError where it cannot be:
        nothing waits.
        """
        if self._home.has_room():
            self._home.write(lambda tables: worth_cache.write(tables, solver, game, options, found))

    # When nothing is going on

    def idle(self) -> None:
        """Do what can wait: what could not be written, a file that could not be opened, the log.

        Takes some milliseconds. What fails is tried again the next time.
        """
        with suppress(StorageError):
            if self._home.wants_file:
                self._home.move()
        with suppress(StorageError):
            self.flush()
        self._home.rest()

    def check(self, stop: Event | None = None) -> list[str]:
        """All that is not as it was written, in words; empty where all is good. Any thread.

        Looks at the whole file, so it may take a second: then call `mend` if it found something.
        Once `stop` is set it ends at once, with nothing found. StorageError where the file cannot
        be looked at, which says nothing about what is in it.
        """
        return self._home.check(stop)

    def mend(self) -> None:
        """Set the file aside and go on with what is good of it and of the backup.

        StorageError where that is not for this program to do, or cannot be done now: then all
        stays as it is.
        """
        self._home.mend()

    def back_up(self, stop: Event | None = None) -> bool:
        """Copy the file over the backup, if it has changed and is good. Any thread.

        False where it is not good, or once `stop` is set: the backup stays as it was. Takes as
        long as `check`.
        """
        return self._home.back_up(stop)


def _way(rows: Sequence[NodeRow[A]], here: int) -> list[NodeRow[A]]:
    """The rows from the deal to a node. ValueError where the way up is broken."""
    by_id = {row.id: row for row in rows}
    line: list[NodeRow[A]] = []
    while here != ROOT:
        if here not in by_id or len(line) > len(rows):
            raise ValueError(f"node {here} hangs on nothing")
        line.append(by_id[here])
        here = by_id[here].parent
    return line[::-1]

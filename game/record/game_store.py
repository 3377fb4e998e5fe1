"""Keeps the open deal on disk: opens it as it was left, saves it with every command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from game.core import deals
from game.core.deals import Deck
from game.core.memory import (
    collect_all_but_what_is_here,
    garbage_collection_paused,
)
from game.core.moves import Action, Move
from game.core.position import Position
from game.core.translatable_texts import Translate
from game.history import HistoryChanges
from game.play.session import Session, flatten, new_history, passed_positions
from game.record.attempt_time_and_help import Attempt, looks_back, restored_attempt
from game.record.best_answers_of_deal import DealAnswers, DealHelp, winning_actions
from game.record.saving import PendingCommand, StorageErrorReports, deal_key
from game.record.seen_places import SeenPlaces, Today
from game.rules import Rules
from game.storage import (
    DealChanges,
    DealKey,
    HelpKind,
    Play,
    PlayOutcome,
    Storage,
    StorageError,
    StorageTrouble,
    StoredDeal,
)
from game.system.console import Tracer

LARGE: Final = 10_000
"""Edges: larger histories are kept out of garbage collections."""
LEAST_KEPT: Final = 1.0
"""Seconds: `keep_time` saves the deal only if at least this much time was added."""


class _Table(NamedTuple):
    """The deal of a table that lies below another one."""

    session: Session
    attempt: Attempt
    answers: DealAnswers
    seen: SeenPlaces
    counts: bool
    par: int | None


class GameStore:
    """The one deal that is open, and its record: that of the table on top. If that table is left,
    the deal of the table below is open again.
    """

    def __init__(
        self,
        storage: Storage,
        tracer: Tracer,
        tell: Callable[[str], None],
        words: Translate = str,
        on_win: Callable[[Rules, int | None], None] = lambda rules, number: None,
    ) -> None:
        """`tell` shows the player a message, in the language of `words`. `on_win` is called for
        each deal won without help, after the win is on disk or, if it cannot be written, waits
        in memory; what `on_win` stores then waits too.
        """
        self.storage = storage
        self._tracer = tracer
        self.troubles = StorageErrorReports(tell, words)
        self.on_win = on_win
        self.just_won = False
        """The last command won the open deal, and the statistics count that."""
        self._session: Session | None = None
        """The session of the open deal."""
        self._below: list[_Table] = []
        """The tables below that of the open deal, the lowest first."""
        self._is_left = False
        """The table of the open deal is gone."""
        self._counts = True
        """Whether the open deal is saved and counts in the statistics."""
        self._attempt = Attempt()
        self._answers: DealAnswers
        """The answers of the open deal; there are none before the first is opened."""
        self._seen = SeenPlaces()
        self._pending = PendingCommand()
        self._par: int | None = None
        self._kept_time = 0.0
        """The deal's `total` when it was last saved."""
        self.today = Today(storage)

    @property
    def seconds(self) -> float:
        """Seconds played in this attempt, or in the win that the player looks back at."""
        return self._attempt.in_view.seconds

    @property
    def hints(self) -> int:
        """Hints taken in this attempt, or in the win that the player looks back at."""
        return self._attempt.in_view.hints

    @property
    def total(self) -> float:
        """Seconds played in all attempts at the deal."""
        return self._attempt.state.total

    @property
    def clock_runs(self) -> bool:
        """True from the first action of an attempt on, except while looking back at a win."""
        return self._attempt.runs

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer of the deal, however it came about, or None."""
        return None if self._session is None else self._answers.best

    @property
    def best_alone(self) -> int | None:
        """Counted moves of the best answer that was found alone, or None."""
        return None if self._session is None else self._answers.best_alone

    @property
    def how(self) -> HelpKind:
        """How the line to the present position came about; ALONE if no deal is open."""
        session = self._session
        if session is None:
            return HelpKind.ALONE
        return self.how_along(session, (step.action for step in session.history.way()))

    def how_to(self, session: Session, key: int, source: int | None = None) -> HelpKind:
        """How the line to a position came about (`History.line_through`)."""
        line, place = session.history.line_through(key, source)
        return self.how_along(session, (step.action for step in line[: place + 1]))

    def how_along(self, session: Session, actions: Iterable[Action | None]) -> HelpKind:
        """How a line from the deal came about; ALONE if the session's deal is not the open one."""
        if session is not self._session:
            return HelpKind.ALONE
        made = (action for action in actions if action is not None)
        return self._answers.help.of_line(session.history, made)

    @property
    def how_won(self) -> HelpKind:
        """How the win that the player looks at came about: help taken since it was played does not
        count. As `how` for one that was not played since the deal was opened.
        """
        won = self._attempt.in_view
        if isinstance(won, Play) and won.how is not None:
            return won.how
        return self.how

    def spend(self, seconds: float) -> None:
        """Add time spent on the deal; it is saved with the next action, or by `keep_time`."""
        self._attempt.spend(seconds)

    def keep_time(self, session: Session) -> None:
        """Save the time spent since the last action; called when the deal is left."""
        if session is self._session and self._attempt.state.total >= self._kept_time + LEAST_KEPT:
            self._commit(session, self._attempt.updated())

    def keep_open_time(self) -> None:
        """As `keep_time`, for the open deal if there is one; called before an import, whose
        attempts may have come further.
        """
        if self._session is not None:
            self.keep_time(self._session)

    def begin_again(self, session: Session) -> None:
        """Restart: end the present attempt, if it has any action, and save that."""
        before, written = self._attempt.state.ordinal, self._attempt.updated()
        self._attempt.begin_again()
        if self._attempt.state.ordinal != before:
            self._commit(session, written)

    def count_hint(self, session: Session, *hint: Move, again: bool = False) -> None:
        """Count a hint that is shown: this attempt, and every answer that uses the move, count as
        helped. `again`: it replaces a hint that was counted.
        """
        if not again:
            self._attempt.count_hint()
        self._note_help(session, session.position, hint, HelpKind.HINTS)
        self._commit(session, self._attempt.updated())

    def note_shown(
        self, session: Session, start: Position | None = None, moves: Sequence[Move] = ()
    ) -> None:
        """Note that an answer is shown, as moves from the position `start` (None: the present
        one): the attempt, and every answer that uses one of the moves, count as helped.
        """
        fresh = not self._attempt.state.shown
        self._attempt.note_shown()
        self._note_help(session, start or session.position, moves, HelpKind.SHOWN)
        if not (fresh or self._answers.help.has_unsaved):
            return
        shown = PendingCommand()
        shown.add(session, "show-me")
        if self._commit(session, self._attempt.updated()) and fresh:
            shown.trace(self._tracer, saved=self.storage.on_disk)

    def name_better(self, session: Session, named: Iterable[tuple[Position, Move]]) -> None:
        """Note that a review has named better moves, each at its position: every answer that uses
        one of them was not found alone.
        """
        for position, move in named:
            self._note_help(session, position, (move,), HelpKind.HINTS)
        if self._answers.help.has_unsaved:
            self._commit(session)

    def add_line(self, session: Session, moves: Sequence[Move]) -> None:
        """Put a pasted line from the deal into the history. An answer that uses one of its moves
        was not found alone.
        """
        self._note_help(session, session.history.position_at(0), moves, HelpKind.PASTED)
        session.add_line(moves)

    def _note_help(
        self, session: Session, start: Position, moves: Sequence[Move], how: HelpKind
    ) -> None:
        """Note moves from a position as help, in the session's deal if that is the open one."""
        if session is not self._session:
            return
        self._answers.help.note(session.history, start, moves, how)
        if how is not HelpKind.HINTS:
            positions = [start]
            for move in moves:
                positions += passed_positions(session.rules, positions[-1], (move,))
            self._seen.show(session, positions)

    def prove_par(self, session: Session, moves: int) -> None:
        """Store the proved par of a deal: plays that reach it are marked, and the library shows
        it. Nothing is stored of a game in which a par is not the shortest answer.
        """
        if not session.rules.facts.par_is_shortest:
            return
        key = deal_key(session.rules, session.deck)
        try:
            about = self.storage.about(key)
            if about.shortest != moves:
                self.storage.note(key, about._replace(shortest=moves))
            best = self.storage.answers.best(key)
            if best is not None and best.moves == moves:
                self.storage.plays.mark_par(key, moves)
        except StorageError as error:
            self.troubles.report(error)
        if key == self._key:
            self._par = moves

    def proved_par(self, session: Session) -> int | None:
        """The par that `prove_par` stored of the open deal; None if there is none, if the deal is
        not saved, or if it cannot be read or be true: a file that was imported may claim any.
        """
        rules = session.rules
        if not self._counts or not rules.facts.par_is_shortest:
            return None
        par = None
        with suppress(StorageError):
            par = self.storage.about(deal_key(rules, session.deck)).shortest
        if par is None or par < rules.fewest_moves or (self.best is not None and self.best < par):
            return None
        return par

    def open(
        self,
        rules: Rules,
        deck: Deck,
        number: int | None,
        *,
        branching: bool = False,
        autoplay: bool = True,
        counts: bool = True,
        pack: str = "",
    ) -> Session:
        """Open a deal as it was left: an unfinished one where it was left, with what was undone; a
        solved one at its start with its best answer ahead, also if the player had looked back at
        the win. With
        `counts` False (a lesson), it opens as if never played, and nothing of it is saved. If
        another deal is open, its table lies below: call `leave` first if it is gone.
        `number` or `pack` (the deal's place in a level pack) None or empty: the one stored.
        """
        if self._session is not None and not self._is_left:
            self.keep_time(self._session)
            self._below.append(self._table_of(self._session))
        self._is_left = False
        session = Session(rules, deck, number=number, pack=pack, keep=self.save, autoplay=autoplay)
        session.has_no_label = not counts
        session.history.branching = branching
        self._load(session, counts=counts)
        return session

    def leave(self, session: Session) -> None:
        """Note that the table of a session is gone; the time spent there is saved. If its deal was
        the open one, that of the table below is open again, as it stood there.
        """
        self.keep_time(session)
        self._below = [table for table in self._below if table.session is not session]
        if session is self._session:
            self._is_left = not self._below
            if self._below:
                self._take_up(self._below.pop())
                if self._key == deal_key(session.rules, session.deck):
                    # The deal is left where this table of it stands, not where that other one did.
                    self._session.history.note_other_saved()
                    self._commit(self._session)

    def read_again(self) -> None:
        """Take into the open deal what an import has brought. The player stays where he is."""
        if self._session is not None and self._counts:
            self._join_stored(self._session)

    def _table_of(self, session: Session) -> _Table:
        """The table of the open deal."""
        return _Table(session, self._attempt, self._answers, self._seen, self._counts, self._par)

    def _take_up(self, table: _Table) -> None:
        """Open the deal of a table again, at its present place, with what a table above it, of the
        same deal, has added.
        """
        self._session, self._key = table.session, deal_key(table.session.rules, table.session.deck)
        self._attempt, self._answers, self._seen = table.attempt, table.answers, table.seen
        self._counts, self._par = table.counts, table.par
        self._pending = PendingCommand()
        if table.counts:
            self._join_stored(table.session)
        self._attempt.stand(table.session, self.storage)
        self._kept_time = self._attempt.state.total
        self.today.open(self._key, table.session.history.graph.clock)

    def _join_stored(self, session: Session) -> None:
        """Join what is stored of the open deal into the session: another window, a table above or
        an import may have added to it.
        """
        try:
            saved = self.storage.deal(self._key)
        except StorageError as error:
            self.troubles.report(error)
            return
        history, help = session.history, self._answers.help
        help.join(saved.told, saved.edges, history.graph.rows())
        history.join(saved.edges, saved.bookmarks, help.known)
        self._seen.join(saved.seen)
        self._attempt.hear(saved.state.total, saved.plays)
        self._answers.join(saved.answers)
        self._answers.hold(session)

    def _load(self, session: Session, *, counts: bool) -> None:
        """Make a session's deal the open one, as it is stored."""
        key = self._key = deal_key(session.rules, session.deck)
        self._counts = counts
        saved = self._opened(key) if counts else StoredDeal[Action](key)
        self._restore(session, saved)
        self._attempt = restored_attempt(self.storage, key, saved.state) if counts else Attempt()
        self._par, self._pending = None, PendingCommand()
        self._session = session
        session.number = saved.number if session.number is None else session.number
        session.pack = session.pack or saved.pack
        session.cancel()
        history = session.history
        if session.is_won or (not self._attempt.is_begun and looks_back(self.storage, session)):
            history.begin_with_best()
        self._kept_time = self._attempt.state.total
        self.today.open(key, history.graph.clock)

    def _restore(self, session: Session, saved: StoredDeal[Action]) -> None:
        """Give a session the history that is stored, as far as the rules accept it."""
        history = new_history(session.rules, session.deck)
        history.branching = session.history.branching
        help = DealHelp(session.rules, saved.told)
        history.is_helped = lambda position, action: (
            not help.of_action(history, position, action).is_alone
        )
        with garbage_collection_paused():
            history.restore(saved.edges, saved.line, saved.bookmarks, help.known)
        collect_all_but_what_is_here(len(saved.edges) > LARGE)
        session.history = history
        self._answers, self._seen = DealAnswers(help, saved.answers), SeenPlaces(saved.seen)
        self._answers.hold(session)
        if history.problem is not None or saved.unread:
            self.troubles.tell_unusable(session.rules)
            history.problem = None

    def clear(self, rules: Rules, deck: Deck) -> None:
        """Clear the history of a deal. If it is open, it then stands at its start. Raises
        StorageError if it cannot be cleared; nothing has changed then.
        """
        key = deal_key(rules, deck)
        self.storage.clear_history(key)
        self.today.forget(key)
        session = self._session
        if session is None or key != self._key:
            return
        self._load(session, counts=self._counts)

    def delete(self, rules: Rules, deck: Deck) -> StoredDeal[str]:
        """Delete everything stored of a deal except its plays; returns it for `put_back`. If the
        deal is open, it then stands at its start. Raises StorageError if it cannot be deleted;
        nothing has changed then.
        """
        key = deal_key(rules, deck)
        record = self.storage.delete(key)
        self.today.forget(key)
        self._open_again(rules, deck)
        return record

    def put_back(self, rules: Rules, deck: Deck, record: StoredDeal[str]) -> None:
        """Undo a `delete`. Raises StorageError if that fails; nothing has changed then."""
        self.storage.put_back(record)
        self._open_again(rules, deck)

    def _open_again(self, rules: Rules, deck: Deck) -> None:
        """If the deal is open, load it again: what is stored of it has changed."""
        session = self._session
        if session is not None and deal_key(rules, deck) == self._key:
            self._load(session, counts=self._counts)

    def _opened(self, key: DealKey) -> StoredDeal[Action]:
        """The deal as it was left. If it cannot be read, it opens as if never played; what is
        played is joined to the stored history once that can be read.
        """
        try:
            return self.storage.open(key)
        except StorageError as error:
            self.troubles.tell(error)
        return StoredDeal[Action](key)

    def save(self, session: Session) -> None:
        """Called after each change of the session. The last call of a command writes all of its
        actions in one transaction, then traces them.
        """
        text, played, new, more = session.last_change
        attempt, solved, pending = self._attempt, self._answers.best is not None, self._pending
        if played:
            how = self.how if session.is_won else None
            pending.ordered += self._ordered(session)
            pending.plays += attempt.play(
                session, solved=solved, par=self._par, how=how, known=not new
            )
        else:
            attempt.travel(session, self.storage, solved=solved)
        self._seen.look(session)
        pending.add(session, text)
        if more:
            return
        self._pending = PendingCommand()
        saved = self._commit(session, pending.plays, pending.ordered, pending.actions)
        if session.history.problem is not None:
            self.troubles.tell_unusable(session.rules)
            session.history.problem = None
        if saved and played and self._counts:
            self.today.played(session.history.graph.clock)
        pending.trace(self._tracer, saved=saved and self.storage.on_disk)
        self._note_win(session, pending.plays)

    def _ordered(self, session: Session) -> tuple[str, ...]:
        """The 'ordered' record of the present position: the cards home as letters. Empty if the
        other cards are not in order, or if the player has had help.
        """
        home = session.rules.ordered_cards(session.position)
        if home is None or self._attempt.was_helped or not self.how.is_alone:
            return ()
        return (deals.deck_text(home),)

    def _commit(
        self,
        session: Session,
        plays: Sequence[Play] = (),
        ordered: Sequence[str] = (),
        actions: int = 0,
    ) -> bool:
        """Write what has changed. If that fails, tell the player and return False; the changes wait
        in memory and are written as soon as possible.
        """
        answers = self._answers.take_better(session)
        told, changes = self._answers.help.take_unsaved(), session.history.take_changes()
        if not self._counts:
            return True
        work = self._work(session, self._attempt, changes)._replace(
            answers=answers,
            plays=plays,
            ordered=ordered,
            told=told,
            seen=self._seen.take_unsaved(),
            actions=actions,
        )
        try:
            by_other = self._write(session, work)
        except StorageError as error:
            self.troubles.report(error, lost=bool(self.storage.unsaved.lost))
            return False
        if by_other:
            known = session.history.graph.version
            self._join_stored(session)
            if session.history.graph.version != known:
                self.troubles.tell(StorageError(StorageTrouble.STALE, ""))
        self.troubles.end()
        self._kept_time = self._attempt.state.total
        return True

    @staticmethod
    def _work(
        session: Session, attempt: Attempt, changes: HistoryChanges[Action]
    ) -> DealChanges[Action]:
        """Changes of a session's history, with all that always goes with them."""
        return DealChanges(
            changes,
            attempt.state,
            session.number,
            session.pack,
            moves=session.moves,
            won=session.is_won,
            positions=len(session.history) - 1,
        )

    def _write(self, session: Session, work: DealChanges[Action]) -> bool:
        """Write work on a session's deal; True if another window had saved it. Raises
        StorageError.
        """
        key = deal_key(session.rules, session.deck)
        return self.storage.save(key, work, session.history.whole)

    def _note_win(self, session: Session, plays: Sequence[Play]) -> None:
        wins = [play for play in plays if play.outcome is PlayOutcome.WON and self._counts]
        self.just_won = bool(wins)
        if not all(play.helped for play in wins):
            self.on_win(session.rules, session.number)

    def try_again(self) -> bool:
        """Write everything that could not be written before; True if all of it is on disk."""
        self.storage.idle()
        return not any(self.storage.unsaved)

    def save_again(self) -> None:
        """Write all deals that are on tables again, after the file was mended."""
        for table in self._below:
            if table.counts and len(table.session.history) > 1:
                self._save_whole(table.session, table.attempt)
        if self._session is not None and len(self._session.history) > 1 and self._counts:
            self._save_whole(self._session, self._attempt)

    def _save_whole(self, session: Session, attempt: Attempt) -> None:
        """Write all of a history. What is stored beside it is joined to it."""
        try:
            self._write(session, self._work(session, attempt, session.history.whole()))
        except StorageError as error:
            self.troubles.report(error)

    def close(self) -> None:
        """Write what is waiting and close the file."""
        self.keep_open_time()
        try:
            self.storage.close()
        except StorageError as error:
            self.troubles.report(error)

    def answer_of(self, rules: Rules, deck: Deck) -> tuple[Move, ...]:
        """The moves of the best stored answer of a deal, from its start; empty if there is none,
        or if it does not win under the present rules.
        """
        try:
            saved = self.storage.answers.best(deal_key(rules, deck))
        except StorageError as error:
            self.troubles.report(error)
            return ()
        return flatten(winning_actions(rules, deck, saved))

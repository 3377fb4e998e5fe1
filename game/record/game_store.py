"""Keeps the open deal on disk: opens it as it was left, saves it with every command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

from game.core import deals
from game.core.deals import Deck
from game.core.moves import Action, Move
from game.core.position import Position
from game.core.threads_and_memory import (
    collect_all_but_what_is_here,
    garbage_collection_paused,
)
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


class OpenDeal:
    """The deal of a table, and what is known of it beside its history."""

    def __init__(self, session: Session, *, counts: bool) -> None:
        self.session = session
        self.key = deal_key(session.rules, session.deck)
        self.counts = counts
        """Whether the deal is saved and counts in the statistics."""
        self.attempt = Attempt()
        self.answers = DealAnswers(DealHelp(session.rules))
        self.seen = SeenPlaces()
        self.par: int | None = None

    def changes(self, history: HistoryChanges[Action]) -> DealChanges[Action]:
        """Changes of the history, with all that always goes with them."""
        session = self.session
        return DealChanges(
            history,
            self.attempt.state,
            session.number,
            session.pack,
            moves=session.moves,
            won=session.is_won,
            positions=len(session.history) - 1,
        )


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
        self._deal: OpenDeal | None = None
        """The open deal."""
        self._below: list[OpenDeal] = []
        """Those of the tables below, the lowest first."""
        self._is_left = False
        """The table of the open deal is gone."""
        self._pending = PendingCommand()
        self._kept_time = 0.0
        """The deal's `total` when it was last saved."""
        self.today = Today(storage)

    @property
    def _session(self) -> Session | None:
        """The session of the open deal."""
        return None if self._deal is None else self._deal.session

    def is_open(self, session: Session) -> bool:
        """True if a session's deal is the open one: no table of another lies above its table."""
        return session is self._session

    @property
    def _attempt(self) -> Attempt:
        """The attempt at the open deal."""
        return Attempt() if self._deal is None else self._deal.attempt

    @property
    def seconds(self) -> float:
        """Seconds played in this attempt, or in the win that the player looks back at."""
        return self._attempt.in_view.seconds

    @property
    def is_attempt(self) -> bool:
        """False at a win that only improves an answer, from within a line of a solved deal."""
        return self._attempt.is_attempt

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
        return None if self._deal is None else self._deal.answers.best

    @property
    def best_alone(self) -> int | None:
        """Counted moves of the best answer that was found alone, or None."""
        return None if self._deal is None else self._deal.answers.best_alone

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
        deal = self._deal
        if deal is None or session is not deal.session:
            return HelpKind.ALONE
        made = (action for action in actions if action is not None)
        return deal.answers.help.of_line(session.history, made)

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

    def keep_time(self, session: Session | None = None) -> None:
        """Save the time spent since the last action, if the session's deal is the open one; None:
        of the open deal. Called when a deal is left, and before an import, whose attempts may have
        come further.
        """
        is_open = self._deal is not None and session in (None, self._session)
        if is_open and self._attempt.state.total >= self._kept_time + LEAST_KEPT:
            self._commit(self._attempt.updated())

    def begin_again(self, session: Session) -> None:
        """Restart: end the present attempt, if it has any action, and save that."""
        before, written = self._attempt.state.ordinal, self._attempt.updated()
        self._attempt.begin_again()
        if self._attempt.state.ordinal != before:
            self._commit(written)

    def count_hint(self, session: Session, *hint: Move, again: bool = False) -> None:
        """Count a hint that is shown: this attempt, and every answer that uses the move, count as
        helped. `again`: it replaces a hint that was counted.
        """
        if not again:
            self._attempt.count_hint()
        self._note_help(session, session.position, hint, HelpKind.HINTS)
        self._commit(self._attempt.updated())

    def note_shown(
        self, session: Session, start: Position | None = None, moves: Sequence[Move] = ()
    ) -> None:
        """Note that an answer is shown, as moves from the position `start` (None: the present
        one): the attempt, and every answer that uses one of the moves, count as helped.
        """
        fresh = not self._attempt.state.shown
        self._attempt.note_shown()
        noted = self._note_help(session, start or session.position, moves, HelpKind.SHOWN)
        if not (fresh or noted):
            return
        shown = PendingCommand()
        shown.add(session, "show-me")
        if self._commit(self._attempt.updated()) and fresh:
            shown.trace(self._tracer, saved=self.storage.on_disk)

    def name_better(self, session: Session, named: Iterable[tuple[Position, Move]]) -> None:
        """Note that a review has named better moves, each at its position: every answer that uses
        one of them was not found alone.
        """
        noted = [self._note_help(session, at, (move,), HelpKind.HINTS) for at, move in named]
        if any(noted):
            self._commit()

    def add_line(self, session: Session, moves: Sequence[Move]) -> None:
        """Put a pasted line from the deal into the history. An answer that uses one of its moves
        was not found alone.
        """
        self._note_help(session, session.history.position_at(0), moves, HelpKind.PASTED)
        session.add_line(moves)

    def _note_help(
        self, session: Session, start: Position, moves: Sequence[Move], how: HelpKind
    ) -> bool:
        """Note moves from a position as help, in the session's deal if that is the open one. True
        if there is help to be saved.
        """
        deal = self._deal
        if deal is None or session is not deal.session:
            return False
        deal.answers.help.note(session.history, start, moves, how)
        if how is not HelpKind.HINTS:
            positions = [start]
            for move in moves:
                positions += passed_positions(session.rules, positions[-1], (move,))
            deal.seen.show(session, positions)
        return deal.answers.help.has_unsaved

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
            plays = [each for each in self.storage.plays.of(key) if each.moves == moves]
            if any(each.outcome is PlayOutcome.WON and not each.par for each in plays):
                self.storage.plays.mark_par(key, moves)
        except StorageError as error:
            self.troubles.report(error)
        if self._deal is not None and key == self._deal.key:
            self._deal.par = moves

    def proved_par(self, session: Session) -> int | None:
        """The par that `prove_par` stored of the open deal; None if there is none, if the deal is
        not saved, or if it cannot be read or be true: a file that was imported may claim any.
        """
        rules = session.rules
        if self._deal is None or not self._deal.counts or not rules.facts.par_is_shortest:
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
        if self._deal is not None and not self._is_left:
            self.keep_time()
            self._below.append(self._deal)
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
        self._below = [deal for deal in self._below if deal.session is not session]
        if session is self._session:
            self._is_left = not self._below
            if self._below:
                deal = self._below.pop()
                self._take_up(deal)
                if deal.key == deal_key(session.rules, session.deck):
                    # The deal is left where this table of it stands, not where that other one did.
                    deal.session.history.note_other_saved()
                    self._commit()

    def _take_up(self, deal: OpenDeal) -> None:
        """Open the deal of a table again, at its present place, with what a table above it, of the
        same deal, has added.
        """
        self._deal, self._pending = deal, PendingCommand()
        self.read_again()
        deal.attempt.stand(deal.session, self.storage)
        self._kept_time = deal.attempt.state.total
        self.today.open(deal.key, deal.session.history.graph.clock)

    def read_again(self) -> None:
        """Join what is stored of the open deal into the session: another window, a table above or
        an import may have added to it. The player stays where he is.
        """
        deal = self._deal
        if deal is None or not deal.counts:
            return
        try:
            saved = self.storage.deal(deal.key)
        except StorageError as error:
            self.troubles.report(error)
            return
        history, help = deal.session.history, deal.answers.help
        help.join(saved.told, saved.edges, history.graph.rows())
        history.join(saved.edges, saved.bookmarks, help.known)
        deal.seen.join(saved.seen)
        deal.attempt.hear(saved.state.total, saved.plays)
        deal.answers.join(saved.answers)
        deal.answers.hold(deal.session)

    def _load(self, session: Session, *, counts: bool) -> None:
        """Make a session's deal the open one, as it is stored, as far as the rules accept it. If it
        cannot be read, it opens as if never played; what is played is joined to the stored history
        once that can be read.
        """
        deal = OpenDeal(session, counts=counts)
        saved = StoredDeal[Action](deal.key)
        if counts:
            try:
                saved = self.storage.open(deal.key)
            except StorageError as error:
                self.troubles.tell(error)
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
        deal.answers, deal.seen = DealAnswers(help, saved.answers), SeenPlaces(saved.seen)
        deal.answers.hold(session)
        if history.problem is not None or saved.unread:
            self.troubles.tell_unusable(session.rules)
            history.problem = None
        if counts:
            deal.attempt = restored_attempt(self.storage, deal.key, saved.state)
        self._deal, self._pending = deal, PendingCommand()
        deal.par = self.proved_par(session)
        session.number = saved.number if session.number is None else session.number
        session.pack = session.pack or saved.pack
        session.cancel()
        if session.is_won or (not deal.attempt.is_begun and looks_back(self.storage, session)):
            history.begin_with_best()
        self._kept_time = deal.attempt.state.total
        self.today.open(deal.key, history.graph.clock)

    def clear(self, rules: Rules, deck: Deck) -> None:
        """Clear the history of a deal. If it is open, it then stands at its start. Raises
        StorageError if it cannot be cleared; nothing has changed then.
        """
        key = deal_key(rules, deck)
        self.storage.clear_history(key)
        self.today.forget(key)
        self._open_again(key)

    def delete(self, rules: Rules, deck: Deck) -> StoredDeal[str]:
        """Delete everything stored of a deal except its plays; returns it for `put_back`. If the
        deal is open, it then stands at its start. Raises StorageError if it cannot be deleted;
        nothing has changed then.
        """
        key = deal_key(rules, deck)
        record = self.storage.delete(key)
        self.today.forget(key)
        self._open_again(key)
        return record

    def put_back(self, record: StoredDeal[str]) -> None:
        """Undo a `delete`. Raises StorageError if that fails; nothing has changed then."""
        self.storage.put_back(record)
        self._open_again(record.key)

    def _open_again(self, key: DealKey) -> None:
        """If the deal is open, load it again: what is stored of it has changed."""
        if self._deal is not None and key == self._deal.key:
            self._load(self._deal.session, counts=self._deal.counts)

    def save(self, session: Session) -> None:
        """Called after each change of the session. The last call of a command writes all of its
        actions in one transaction, then traces them.
        """
        deal = self._deal
        assert deal is not None
        text, played, new, more = session.last_change
        attempt, solved, pending = deal.attempt, deal.answers.best is not None, self._pending
        if played:
            how = self.how if session.is_won else None
            pending.ordered += self._ordered(session)
            pending.plays += attempt.play(
                session, solved=solved, par=deal.par, how=how, known=not new
            )
        else:
            attempt.travel(session, self.storage, solved=solved)
        deal.seen.look(session)
        pending.add(session, text)
        if more:
            return
        self._pending = PendingCommand()
        saved = self._commit(pending.plays, pending.ordered, pending.actions)
        if session.history.problem is not None:
            self.troubles.tell_unusable(session.rules)
            session.history.problem = None
        if saved and played and deal.counts:
            self.today.played(session.history.graph.clock)
        pending.trace(self._tracer, saved=saved and self.storage.on_disk)
        wins = [play for play in pending.plays if play.outcome is PlayOutcome.WON and deal.counts]
        self.just_won = bool(wins)
        if not all(play.helped for play in wins):
            self.on_win(session.rules, session.number)

    def _ordered(self, session: Session) -> tuple[str, ...]:
        """The 'ordered' record of the present position: the cards home as letters. Empty if the
        other cards are not in order, or if the player has had help.
        """
        home = session.rules.ordered_cards(session.position)
        if home is None or self._attempt.was_helped or not self.how.is_alone:
            return ()
        return (deals.deck_text(home),)

    def _commit(
        self, plays: Sequence[Play] = (), ordered: Sequence[str] = (), actions: int = 0
    ) -> bool:
        """Write what has changed of the open deal. If that fails, tell the player and return False;
        the changes wait in memory and are written as soon as possible.
        """
        deal = self._deal
        assert deal is not None
        history, help = deal.session.history, deal.answers.help
        answers = deal.answers.take_better(deal.session)
        told, changes = help.take_unsaved(), history.take_changes()
        if not deal.counts:
            return True
        work = deal.changes(changes)._replace(
            answers=answers,
            plays=plays,
            ordered=ordered,
            told=told,
            seen=deal.seen.take_unsaved(),
            actions=actions,
        )
        try:
            by_other = self.storage.save(deal.key, work, history.whole)
        except StorageError as error:
            self.troubles.report(error, lost=bool(self.storage.unsaved.lost))
            return False
        if by_other:
            known = history.graph.version
            self.read_again()
            if history.graph.version != known:
                self.troubles.tell(StorageError(StorageTrouble.STALE, ""))
        self.troubles.end()
        self._kept_time = deal.attempt.state.total
        return True

    def try_again(self) -> bool:
        """Write everything that could not be written before; True if all of it is on disk."""
        self.storage.idle()
        return not any(self.storage.unsaved)

    def save_again(self) -> None:
        """Write all deals that are on tables again, after the file was mended. What is stored
        beside a history is joined to it.
        """
        for deal in (*self._below, *([self._deal] if self._deal else ())):
            history = deal.session.history
            if deal.counts and len(history) > 1:
                try:
                    self.storage.save(deal.key, deal.changes(history.whole()), history.whole)
                except StorageError as error:
                    self.troubles.report(error)

    def close(self) -> None:
        """Write what is waiting and close the file."""
        self.keep_time()
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

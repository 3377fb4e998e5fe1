"""Keeps the open deal on disk: opens it as it was left, saves it with every command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from game.core import deals
from game.core.deals import Deck
from game.core.messages import Translate, Wording
from game.core.position import Action, Move, Position, action_text, parse_action
from game.history import ROOT, HistoryChanges
from game.play.refusals import wording
from game.play.session import Session, flatten
from game.record.attempt import Attempt
from game.record.deal_standing import Edge, edges, how_of, named
from game.record.history_restoring import in_full, restored, united
from game.record.seen_today import Today
from game.record.statistics import is_own
from game.rules import IllegalMove, Rules
from game.storage import (
    DealKey,
    DealRecord,
    DealState,
    Helped,
    How,
    Play,
    PlayOutcome,
    Saved,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    United,
    shorter,
)
from game.system.trace import Tracer

LEAST_KEPT: Final = 1.0
"""Seconds: for less a deal is not written again."""


class GameStore:
    """The one deal that is open, and its record."""

    def __init__(
        self,
        storage: Storage[Action],
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
        self._tell = tell
        self.words, self.on_win = words, on_win
        self._troubles: set[StorageTrouble] = set()
        """Troubles with saving that the player has been told of."""
        self._session: Session | None = None
        """Of the deal that is open."""
        self._counts = True
        """It is in the statistics."""
        self._attempt = Attempt()
        self._best: StoredAnswer | None = None
        self._alone: StoredAnswer | None = None
        """The best answer that was found alone."""
        self._alone_end: int | None = None
        """The node that it ends at."""
        self._help: dict[Edge, How] | None = None
        """The deal's moves made with help; None: to be read from disk."""
        self._helped: list[Helped] = []
        """Those that are not saved yet."""
        self._pending = _Pending()
        self._was_united = False
        """What is known of the deal's answers is what it was before another tree came to it."""
        self._par: int | None = None
        self._kept_time = 0.0
        """The total of the deal as it was saved last."""
        self._next_id = 0
        """The deal's nodes from here on were not there before the last action."""
        self.today = Today(storage)

    @property
    def seconds(self) -> float:
        """Played in this attempt, or in the won one that is looked back at."""
        return self._attempt.in_view.seconds

    @property
    def hints(self) -> int:
        """Taken in this attempt, or in the won one that is looked back at."""
        return self._attempt.in_view.hints

    @property
    def total(self) -> float:
        """Seconds played in all attempts at the deal."""
        return self._attempt.state.total

    @property
    def clock_runs(self) -> bool:
        """True from the first action of an attempt on; not while a win is looked back at."""
        return self._attempt.runs

    def spend(self, seconds: float) -> None:
        """Add time spent on the deal; it is saved with the next action, or by `keep_time`."""
        self._attempt.spend(seconds)

    def keep_time(self, session: Session) -> None:
        """Save the time spent since the last action: the deal is left."""
        if session is self._session and self._attempt.state.total >= self._kept_time + LEAST_KEPT:
            self._commit(session, self._attempt.marked())

    def begin_again(self, session: Session) -> None:
        """A restart: what is played from now on is another attempt."""
        before, written = self._attempt.state.attempt, self._attempt.marked()
        self._attempt.begin_again()
        if self._attempt.state.attempt != before:
            self._commit(session, written)

    def count_hint(self, session: Session, *hint: Move) -> None:
        """Count a shown hint: it marks this attempt, and every answer that uses the move."""
        self._attempt.count_hint()
        self._note_help(session, session.position, hint, How.HINTS)
        self._commit(session, self._attempt.marked())

    def mark_shown(
        self, session: Session, start: Position | None = None, moves: Sequence[Move] = ()
    ) -> None:
        """Note that an answer is shown, as moves from a position: this marks the attempt, and
        every answer that uses one of the moves.
        """
        fresh = not self._attempt.state.shown
        self._attempt.mark_shown()
        self._note_help(session, start or session.position, moves, How.SHOWN)
        if (fresh or self._helped) and self._commit(session, self._attempt.marked()) and fresh:
            self._tracer.event("action", **_traced(session, "show-me"))

    def name_better(self, session: Session, named: Iterable[tuple[Position, Move]]) -> None:
        """Note that a review has named better moves, each at its position: every answer that uses
        one of them was not found alone.
        """
        for position, move in named:
            self._note_help(session, position, (move,), How.HINTS)
        if self._helped:
            self._commit(session)

    def take_line(self, session: Session, moves: Sequence[Move]) -> None:
        """Put a pasted line from the deal into the history. An answer that uses one of its moves
        was not found alone.
        """
        self._note_help(session, session.tree.position_of(ROOT), moves, How.PASTED)
        session.take_line(moves)

    # How answers came about

    def _note_help(
        self, session: Session, start: Position, moves: Sequence[Move], how: How
    ) -> None:
        """Store these moves as help, except those on the answer the player found alone."""
        known = self._help_of(session)
        own = set(self._edges_of(session, self._alone))
        for helped in named(session.rules, start, moves, how):
            edge = helped.before, helped.after
            if edge not in own and known.get(edge) is not how:
                known[edge] = how
                self._helped.append(helped)

    def _help_of(self, session: Session) -> dict[Edge, How]:
        if self._help is None:
            try:
                self._help = self.storage.answers.help_of(_key(session.rules, session.deck))
            except StorageError as error:
                self._report(error)
                self._help = {}
        return self._help

    def _edges_of(self, session: Session, answer: StoredAnswer | None) -> Iterator[Edge]:
        if answer is not None:
            moves = _winning(session.rules, session.deck, answer.actions)
            yield from edges(session.rules, session.tree.position_of(ROOT), moves)

    def _how_of(self, session: Session, line: Sequence[Action]) -> How:
        start = session.tree.position_of(ROOT)
        return how_of(session.rules, start, flatten(line), self._help_of(session))

    @property
    def how(self) -> How:
        """How the line to the present position came about."""
        session = self._session
        return How.ALONE if session is None else self._how_of(session, session.tree.line())

    def prove_par(self, session: Session, moves: int) -> None:
        """Store the proved par of a deal: plays that reach it are marked, and the library tells
        it. That of Gaps holds only among answers with as few redeals: it is no deal's shortest.
        """
        key = _key(session.rules, session.deck)
        try:
            about = self.storage.about(key)
            if about.shortest != moves and not session.rules.facts.redeals:
                self.storage.note(key, about._replace(shortest=moves))
            best = self.storage.answers.best(key)
            if best is not None and best.moves == moves:
                self.storage.plays.mark_par(key, moves)
        except StorageError as error:
            self._report(error)
        if key == self._key:
            self._par = moves

    def open(
        self,
        rules: Rules,
        deck: Deck,
        number: int | None,
        *,
        branching: bool = False,
        autoplay: bool = True,
        counts: bool = True,
    ) -> Session:
        """The deal as it was left: an unfinished one where it stood, a solved one at its start
        with redo along its line. One that does not count is kept, but is in no statistics.
        """
        key = self._key = _key(rules, deck)
        self._counts = counts
        saved = self._opened(key)
        tree, problem, rewritten = restored(rules, deck, saved)
        tree.branching = branching
        state = saved.state if problem is None else self._mended_state(saved)
        self._attempt = Attempt(state, self._saved_play(key, state.attempt))
        self._par, self._helped, self._pending = None, [], _Pending()
        session = self._session = Session(
            rules, deck, number=number, tree=tree, keep=self.save, autoplay=autoplay
        )
        self._hold_answers(session)
        if problem is not None:
            self._tell(self._in_words(problem, rules))
        if problem is not None or rewritten:
            self._save_whole(session)
        if rules.is_won(tree.position):
            tree.start()
        self._attempt.here = tree.here
        self._kept_time, self._next_id = state.total, tree.next_id
        self.today.open(key, tree.next_id)
        return session

    def _hold_answers(self, session: Session) -> None:
        """Put the best answers into the tree, so that redo and the map can follow them."""
        key = _key(session.rules, session.deck)
        self._best = self._alone = self._alone_end = None
        self._read_answers(key)
        for answer in (self._alone, self._best):
            line = _playable(session.rules, session.deck, answer)
            if answer is None or not line:
                continue
            end = session.tree.hold_answer(line)
            if answer is self._alone:
                self._spare_alone(session, end)
            if not answer.how.is_alone:
                start = session.tree.position_of(ROOT)
                self._note_help(session, start, flatten(line), answer.how)

    def _spare_alone(self, session: Session, end: int) -> None:
        """Make plain mode keep the best answer found alone, even if another is shorter."""
        session.tree.spared = session.tree.spared - {self._alone_end} | {end}
        self._alone_end = end

    def clear(self, rules: Rules, deck: Deck) -> None:
        """Clear the history of a deal. If it is open, it then stands at its start. Raises
        StorageError if it cannot be cleared; nothing has changed then.
        """
        key = _key(rules, deck)
        self.storage.clear_history(key)
        self.today.forget(key)
        session = self._session
        if session is None or key != self._key:
            return
        branching = session.tree.branching
        session.tree = restored(rules, deck, self._opened(key)).tree
        session.tree.branching = branching
        self._hold_answers(session)
        session.cancel()
        self._attempt.here = session.tree.here
        self.today.open(key, session.tree.next_id)

    def delete(self, rules: Rules, deck: Deck) -> DealRecord:
        """Delete all of a deal but its plays. If it is open, it then stands at its start. Raises
        StorageError if it cannot be deleted; nothing has changed then.
        """
        key = _key(rules, deck)
        record = self.storage.delete(key)
        self.today.forget(key)
        self._open_again(rules, deck)
        return record

    def put_back(self, rules: Rules, deck: Deck, record: DealRecord) -> None:
        """Undo a `delete`. Raises StorageError if that fails; nothing has changed then."""
        self.storage.put_back(record)
        self._open_again(rules, deck)

    def _open_again(self, rules: Rules, deck: Deck) -> None:
        """The deal is another one on disk: if it is open, go on with that."""
        session = self._session
        if session is not None and _key(rules, deck) == self._key:
            branching = session.tree.branching
            opened = self.open(
                rules, deck, session.number, branching=branching, counts=self._counts
            )
            session.tree, self._session = opened.tree, session
            session.cancel()

    def _opened(self, key: DealKey) -> Saved[Action]:
        """The deal as it was left. If it cannot be read, it opens as if never played; what is
        played is united with the stored tree once that can be read.
        """
        try:
            return self.storage.open(key)
        except StorageError as error:
            self._tell(error.sentence(self.words))
        nothing = Saved[Action](key)
        return nothing._replace(state=self._mended_state(nothing))

    def _save_whole(self, session: Session) -> None:
        """Replace the stored history by the mended one."""
        try:
            self._save(session, in_full(session.tree), whole=True)
        except StorageError as error:
            self._report(error)

    def _in_words(self, problem: ValueError, rules: Rules) -> str:
        """Why a history cannot be used as it was saved, in the player's language."""
        if isinstance(problem, IllegalMove):
            told = Wording("the saved history of {game} does not follow the rules: {reason}")
            return told.filled(game=rules.title, reason=wording(problem)).said(self.words)
        return StorageError(StorageTrouble.DAMAGED, str(problem)).sentence(self.words)

    def _mended_state(self, saved: Saved[Action]) -> DealState:
        """How a damaged deal stands: it must not overwrite the plays that are known of it."""
        try:
            plays = self.storage.plays.of(saved.key)
        except StorageError:
            return saved.state
        attempts = (play.attempt + 1 for play in plays)
        return saved.state._replace(attempt=max(saved.state.attempt, *attempts, 1))

    def _report(self, error: StorageError) -> None:
        """Tell the player what went wrong, once for as long as it lasts."""
        if error.trouble not in self._troubles:
            self._tell(error.sentence(self.words))
        self._troubles.add(error.trouble)

    def save(self, session: Session, what: str, played: bool) -> None:
        """Called for each action of a command: the last call writes all of them in one
        transaction, then traces them.
        """
        attempt, solved, pending = self._attempt, self._best is not None, self._pending
        if played:
            how = self.how if session.is_won else How.UNKNOWN
            known = session.tree.here < self._next_id
            pending.ordered += self._ordered(session)
            pending.plays += attempt.play(
                session, solved=solved, par=self._par, how=how, known=known
            )
        else:
            attempt.travel(session, solved=solved, written_win=lambda: self._written_win(session))
        self._next_id = session.tree.next_id
        pending.traced.append(_traced(session, what))
        if session.more_follows:
            return
        self._pending = _Pending()
        saved = self._commit(session, pending.plays, pending.ordered, len(pending.traced))
        if saved and played:
            self.today.played()
        for traced in pending.traced:
            self._tracer.event("action" if saved else "unsaved", **traced)
        self._tell_win(session, pending.plays)

    def _ordered(self, session: Session) -> tuple[str, ...]:
        """The 'ordered' record of the present position, where nobody helped to come to it."""
        found = _ordered(session)
        return found if found and not self._attempt.was_helped and self.how.is_alone else ()

    def _written_win(self, session: Session) -> Play | None:
        """The latest stored win of the deal in as many moves as the present line."""
        rules, deck = session.rules, deals.deck_text(session.deck)
        try:
            plays = self.storage.plays.of(DealKey(rules.name, rules.policy, deck))
        except StorageError:
            return None
        wins = [
            play
            for play in plays
            if play.outcome is PlayOutcome.WON and play.moves == session.moves
        ]
        return max(wins, key=lambda play: play.when, default=None)

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
        answers = self._better_answers(session)
        helped, self._helped = self._helped, []
        try:
            changes = session.tree.take_changes()
            self._save(
                session,
                changes,
                answers=answers,
                helped=helped,
                plays=plays if self._counts else (),
                ordered=ordered if self._counts else (),
                actions=actions,
            )
        except StorageError as error:
            self._report(error)
            return False
        if self._was_united:
            self._read_answers(_key(session.rules, session.deck))
        self._troubles.clear()
        self._kept_time = self._attempt.state.total
        return True

    def _save(
        self,
        session: Session,
        changes: HistoryChanges[Action],
        *,
        answers: Sequence[StoredAnswer] = (),
        helped: Sequence[Helped] = (),
        plays: Sequence[Play] = (),
        ordered: Sequence[str] = (),
        whole: bool = False,
        actions: int = 0,
    ) -> None:
        self.storage.save(
            _key(session.rules, session.deck),
            changes,
            self._attempt.state,
            number=session.number,
            answers=answers,
            helped=helped,
            plays=plays,
            ordered=ordered,
            whole=whole,
            unite=lambda saved, by_other: self._unite(session, saved, by_other),
            tree=lambda: in_full(session.tree),
            actions=actions,
        )

    def _unite(self, session: Session, saved: Saved[Action], by_other: bool) -> United[Action]:
        """Unite our tree with the one on disk, which another program has changed, and go on in it.

        Also called for a deal that was left before it could be saved.
        """
        session.tree, union = united(session.rules, session.deck, saved, session.tree)
        if session is self._session:
            self._attempt.unite(saved.state, session.tree)
            self._alone_end, self._was_united = None, True
        if by_other:
            self._tell(StorageError(StorageTrouble.STALE, "").sentence(self.words))
        return union

    def _tell_win(self, session: Session, plays: Sequence[Play]) -> None:
        if self._counts and any(play.outcome is PlayOutcome.WON and is_own(play) for play in plays):
            self.on_win(session.rules, session.number)

    def try_again(self) -> bool:
        """Write what could not be written; True if it is on disk now."""
        self.storage.idle()
        return not any(self.storage.unsaved)

    def save_again(self) -> None:
        """Write the whole open deal again, after the file was mended."""
        if self._session is not None and len(self._session.tree) > 1:
            self._commit(self._session)

    def close(self) -> None:
        """Write what is waiting and close the file."""
        if self._session is not None:
            self.keep_time(self._session)
        try:
            self.storage.close()
        except StorageError as error:
            self._report(error)

    def answer_of(self, rules: Rules, deck: Deck) -> tuple[Move, ...]:
        """The best answer of a deal, from its start; empty where none is known that the rules
        take and that wins.
        """
        try:
            saved = self.storage.answers.best(_key(rules, deck))
        except StorageError as error:
            self._report(error)
            return ()
        return () if saved is None else _winning(rules, deck, saved.actions)

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer of the deal, however it came about, or None."""
        return None if self._best is None else self._best.moves

    @property
    def best_alone(self) -> int | None:
        """Counted moves of the best answer that was found alone, or None."""
        return None if self._alone is None else self._alone.moves

    def _read_answers(self, key: DealKey) -> None:
        """Take over the best answer of any kind and the best that was found alone."""
        self._help, self._was_united = None, False
        try:
            self._best = shorter(self._best, self.storage.answers.best(key))
            self._alone = shorter(self._alone, self.storage.answers.best_alone(key))
        except StorageError as error:
            self._report(error)

    def _saved_play(self, key: DealKey, attempt: int) -> Play | None:
        """What was written of the attempt that goes on."""
        try:
            return self.storage.plays.one(key, attempt)
        except StorageError:
            return None  # told, where the deal itself was read

    def _better_answers(self, session: Session) -> list[StoredAnswer]:
        """The answers of the tree that are better than those that are saved: the shortest, and of
        those found alone the one that is stood on or has become shorter.
        """
        tree, found = session.tree, []
        if tree.best is not None and (self._best is None or tree.best < self._best.moves):
            found.append(self._answer(session, tree.best_way()[-1].id))
        if session.is_won and (self._alone is None or session.moves < self._alone.moves):
            found += (a for a in [self._answer(session, tree.here)] if a.how.is_alone)
        end = self._alone_end
        if end in tree and self._alone and tree.node(end).depth < self._alone.moves:
            found.append(self._answer(session, tree.node(end).id))
        for answer in found:
            self._best = shorter(self._best, answer)
            if answer.how.is_alone:
                self._alone = shorter(self._alone, answer)
        return found

    def _answer(self, session: Session, end: int) -> StoredAnswer:
        """The answer that ends at a node."""
        tree = session.tree
        line = tree.line(end)
        how, words = self._how_of(session, line), " ".join(map(action_text, line))
        moves = tree.node(end).depth
        if how.is_alone and (self._alone is None or moves < self._alone.moves):
            self._spare_alone(session, end)
        return StoredAnswer(moves, words, session.number, how=how)


class _Pending:
    """What the actions of one command have brought so far."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.ordered: tuple[str, ...] = ()
        self.traced: list[dict[str, object]] = []


def _traced(session: Session, what: str) -> dict[str, object]:
    return {
        "game": session.rules.name,
        "number": session.number,
        "move": what,
        "moves": session.moves,
        "won": session.is_won,
        "stuck": session.is_stuck,
    }


def _key(rules: Rules, deck: Deck) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))


def _ordered(session: Session) -> tuple[str, ...]:
    """The 'ordered' record of the present position, where the game keeps one: the cards home."""
    home = session.rules.ordered_cards(session.position)
    return () if home is None else (deals.deck_text(home),)


def _playable(rules: Rules, deck: Deck, answer: StoredAnswer | None) -> list[Action]:
    """An answer's actions; none where they are not such as win by the rules of today."""
    if answer is None or not _winning(rules, deck, answer.actions):
        return []
    return [parse_action(word) for word in answer.actions.split()]


def _winning(rules: Rules, deck: Deck, actions: str) -> tuple[Move, ...]:
    """An answer's moves; none where they are not such as win by the rules of today."""
    position = rules.deal(deck)
    try:
        moves = flatten(map(parse_action, actions.split()))
        for move in moves:
            position = rules.apply(position, move)
    except ValueError:
        return ()
    return moves if rules.is_won(position) else ()

"""Keeps the deal being played on disk: opens it as it was left, saves it at every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core import deals
from game.core.deals import Deck
from game.core.messages import Translate, Wording
from game.core.position import Action, Move, action_text, parse_action
from game.history import HistoryChanges
from game.play.refusals import wording
from game.play.session import Session, flatten
from game.record.attempt import Attempt
from game.record.restoring import in_full, restored, united
from game.record.seen_today import Today
from game.record.statistics import is_own
from game.rules import IllegalMove, Rules
from game.rules.lapeau import LaPeau, done_cards
from game.storage import (
    DealKey,
    DealState,
    Play,
    PlayOutcome,
    Saved,
    Storage,
    StorageError,
    StorageTrouble,
    StoredAnswer,
    United,
)
from game.system.trace import Tracer


class GameStore:
    """The one deal that is open, and its record."""

    def __init__(
        self, storage: Storage[Action], tracer: Tracer, tell: Callable[[str], None]
    ) -> None:
        self.storage = storage
        self._tracer = tracer
        self._tell = tell
        """Shows the player a message."""
        self.words: Translate = str
        """The language that the player is told things in."""
        self._troubles: set[StorageTrouble] = set()
        """What stands in the way of saving and has been told."""
        self.on_win: Callable[[Rules, int | None], None] = lambda rules, number: None
        """Told of each deal that is won without help, once that is on disk, or waits with what else
        cannot be written: what it keeps then waits as well.
        """
        self._session: Session | None = None
        """Of the deal that is open."""
        self._attempt = Attempt()
        self._best: int | None = None
        self._par: int | None = None
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
    def was_shown(self) -> bool:
        """An answer was shown in this attempt, or in the won one that is looked back at."""
        return self._attempt.in_view.shown

    def spend(self, seconds: float) -> None:
        """Time has been spent on the deal; saved with the next action."""
        self._attempt.spend(seconds)

    def count_hint(self, session: Session) -> None:
        """A hint is shown: the statistics say so, from now on."""
        self._attempt.count_hint()
        self._commit(session, self._attempt.marked())

    def mark_shown(self, session: Session) -> None:
        """An answer is shown: the statistics say so, from now on."""
        if not self._attempt.state.shown:
            self._attempt.mark_shown()
            if self._commit(session, self._attempt.marked()):
                self._trace(session, "show-me")

    def prove_par(self, session: Session, moves: int) -> None:
        """The shortest possible answer of a deal is known: plays that reach it are marked."""
        key = _key(session.rules, session.deck)
        try:
            best = self.storage.answer(key)
            if best is not None and best.moves == moves:
                self.storage.mark_par(key, moves)
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
    ) -> Session:
        """The deal as it was left: an unfinished one where it stood, a solved one at its start
        with redo along its line.
        """
        key = self._key = _key(rules, deck)
        saved = self._opened(key)
        tree, problem = restored(rules, deck, saved)
        tree.branching = branching
        state = saved.state if problem is None else self._mended_state(saved)
        self._attempt = Attempt(state, self._saved_play(key, state.attempt))
        self._par = None
        self._best = self._saved_best(key)
        session = self._session = Session(
            rules, deck, number=number, tree=tree, keep=self.save, autoplay=autoplay
        )
        if problem is not None:
            self._tell(self._in_words(problem, rules))
            self._save_whole(session)
        if rules.is_won(tree.position):
            tree.start()
        self._attempt.here = tree.here
        self.today.open(key, tree.next_id)
        return session

    def clear(self, rules: Rules, deck: Deck) -> None:
        """Forget the history of a deal; one that is open stands at its start then, with nothing
        to redo. StorageError where that cannot be done: nothing has changed then.
        """
        key = _key(rules, deck)
        self.storage.clear_history(key)
        self.today.forget(key)
        session = self._session
        if session is None or key != self._key:
            return
        branching = session.tree.branching
        session.tree, _ = restored(rules, deck, self._opened(key))
        session.tree.branching = branching
        session.cancel()
        self._attempt.here = session.tree.here
        self.today.open(key, session.tree.next_id)

    def _opened(self, key: DealKey) -> Saved[Action]:
        """The deal as it was left; where that cannot be read, as if it had never been played:
        what is played of it is put together with what is there as soon as that can be read.
        """
        try:
            return self.storage.open(key)
        except StorageError as error:
            self._tell(error.sentence(self.words))
        nothing = Saved[Action](key)
        return nothing._replace(state=self._mended_state(nothing))

    def _save_whole(self, session: Session) -> None:
        """Write a history that was mended in the place of the one that it was made of."""
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
            plays = self.storage.plays(saved.key.game, saved.key.options)
        except StorageError:
            return saved.state
        attempts = (each.play.attempt + 1 for each in plays if each.key == saved.key)
        return saved.state._replace(attempt=max(saved.state.attempt, *attempts, 1))

    def _report(self, error: StorageError) -> None:
        """Tell what went wrong; while it goes on, only the first time."""
        if error.trouble not in self._troubles:
            self._tell(error.sentence(self.words))
        self._troubles.add(error.trouble)

    def save(self, session: Session, what: str, played: bool) -> None:
        """Write what an action changed in one transaction, then trace it."""
        plays: list[Play] = []
        ordered: tuple[str, ...] = ()
        attempt, solved = self._attempt, self._best is not None
        if played:
            ordered = () if attempt.was_helped else _ordered(session)
            plays = attempt.play(session, solved=solved, par=self._par)
        else:
            attempt.travel(session, solved=solved, written_win=lambda: self._written_win(session))
        if self._commit(session, plays, ordered):
            if played:
                self.today.played()
            self._trace(session, what)
        self._tell_win(session, plays)

    def _written_win(self, session: Session) -> Play | None:
        """The last win of the deal in as many moves as to here."""
        rules, deck = session.rules, deals.deck_text(session.deck)
        try:
            played = self.storage.plays(rules.name, rules.policy)
        except StorageError:
            return None
        wins = [
            each.play
            for each in played
            if each.key.deck == deck
            and each.play.outcome is PlayOutcome.WON
            and each.play.moves == session.moves
        ]
        return max(wins, key=lambda play: play.when, default=None)

    def _commit(
        self, session: Session, plays: Sequence[Play] = (), ordered: Sequence[str] = ()
    ) -> bool:
        """Write what has changed; False where that fails, which is told: then it waits, and is
        written as soon as that works.
        """
        answer = self._shorter_answer(session)
        try:
            changes = session.tree.take_changes()
            self._save(session, changes, answer=answer, plays=plays, ordered=ordered)
        except StorageError as error:
            self._report(error)
            return False
        self._troubles.clear()
        return True

    def _save(
        self,
        session: Session,
        changes: HistoryChanges[Action],
        *,
        answer: StoredAnswer | None = None,
        plays: Sequence[Play] = (),
        ordered: Sequence[str] = (),
        whole: bool = False,
    ) -> None:
        self.storage.save(
            _key(session.rules, session.deck),
            changes,
            self._attempt.state,
            number=session.number,
            answer=answer,
            plays=plays,
            ordered=ordered,
            whole=whole,
            unite=lambda saved, by_other: self._unite(session, saved, by_other),
        )

    def _unite(self, session: Session, saved: Saved[Action], by_other: bool) -> United[Action]:
        """The deal on disk is not the one that was opened: go on in both trees in one.

        Also called for a deal that was left since, if it could not be saved at once.
        """
        session.tree, union = united(session.rules, session.deck, saved, session.tree)
        if session is self._session:
            self._attempt.unite(saved.state, session.tree)
            self._best = _shorter(self._best, session.tree.best)
        if by_other:
            self._tell(StorageError(StorageTrouble.STALE, "").sentence(self.words))
        return union

    def _tell_win(self, session: Session, plays: Sequence[Play]) -> None:
        if any(play.outcome is PlayOutcome.WON and is_own(play) for play in plays):
            self.on_win(session.rules, session.number)

    def _trace(self, session: Session, what: str) -> None:
        self._tracer.event(
            "action",
            game=session.rules.name,
            number=session.number,
            move=what,
            moves=session.moves,
            won=session.is_won,
            stuck=session.is_stuck,
        )

    def save_again(self) -> None:
        """The file was mended: have it hold all of the deal that is open."""
        if self._session is not None and len(self._session.tree) > 1:
            self._commit(self._session)

    def close(self) -> None:
        """Write what is waiting and let go of the file."""
        try:
            self.storage.close()
        except StorageError as error:
            self._report(error)

    def answer_of(self, rules: Rules, deck: Deck) -> tuple[Move, ...]:
        """The best answer of a deal, from its start; empty where none is known that the rules
        take and that wins.
        """
        try:
            saved = self.storage.answer(_key(rules, deck))
        except StorageError as error:
            self._report(error)
            return ()
        return () if saved is None else _winning(rules, deck, saved.actions)

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer of the deal, or None."""
        return self._best

    def _saved_best(self, key: DealKey) -> int | None:
        try:
            answer = self.storage.answer(key)
        except StorageError as error:
            self._report(error)
            return None
        return None if answer is None else answer.moves

    def _saved_play(self, key: DealKey, attempt: int) -> Play | None:
        """What was written of the attempt that goes on."""
        try:
            return self.storage.play(key, attempt)
        except StorageError:
            return None  # told, where the deal itself was read

    def _shorter_answer(self, session: Session) -> StoredAnswer | None:
        """The shortest answer of the tree, where none so short is saved yet."""
        best = session.tree.best
        if best is None or (self._best is not None and best >= self._best):
            return None
        self._best = best
        words = " ".join(map(action_text, session.tree.best_answer()))
        return StoredAnswer(best, words, session.number)


def _shorter(one: int | None, other: int | None) -> int | None:
    """The smaller number of moves; None where there is none."""
    return min((moves for moves in (one, other) if moves is not None), default=None)


def _key(rules: Rules, deck: Deck) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))


def _ordered(session: Session) -> tuple[str, ...]:
    """La Peau's 'ordered' record of the present position: the cards on the done stacks."""
    rules = session.rules
    if not isinstance(rules, LaPeau) or not rules.is_ordered(session.position):
        return ()
    return (deals.deck_text(done_cards(session.position)),)


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

"""Keeps the deal being played on disk: opens it as it was left, saves it at every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game import deals
from game.deals import Deck
from game.history import ROOT
from game.position import Action, Move, action_text, parse_action
from game.rules import Rules
from game.rules.lapeau import LaPeau, done_cards
from game.session import Session, Tree, flatten, new_tree
from game.storage import (
    Answer,
    DealKey,
    Outcome,
    Play,
    Saved,
    StaleDeal,
    State,
    Storage,
    StorageError,
)
from game.tracing import Tracer


class Keeper:
    """The one deal that is open, and its record."""

    def __init__(
        self, storage: Storage[Action], tracer: Tracer, tell: Callable[[str], None]
    ) -> None:
        self.storage = storage
        self._tracer = tracer
        self._tell = tell
        """Shows the player a message."""
        self._state = State()
        self._won_in: float | None = None
        """Seconds of the attempt that was won, until another one begins."""
        self._best: int | None = None
        self._begun = False
        """The attempt has an action of its own."""

    @property
    def seconds(self) -> float:
        """Played in this attempt, or in the one that was just won."""
        return self._state.seconds if self._won_in is None else self._won_in

    def spend(self, seconds: float) -> None:
        """Time has been spent on the deal; saved with the next action."""
        self._state = self._state._replace(seconds=self._state.seconds + seconds)

    def count_hint(self) -> None:
        """A hint was taken: the statistics say so; the move it makes saves that."""
        self._state = self._state._replace(hints=self._state.hints + 1)

    def mark_shown(self, session: Session) -> None:
        """An answer is shown: the statistics say so, from now on."""
        if not self._state.shown:
            self._state = self._state._replace(shown=True)
            self.save(session, "show-me", played=False)

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
        key = _key(rules, deck)
        tree, self._state = self._load(key, rules, deck, branching)
        self._won_in = None
        self._begun = False
        self._best = self._saved_best(key)
        if rules.is_won(tree.position):
            tree.start()
        return Session(rules, deck, number=number, tree=tree, keep=self.save, autoplay=autoplay)

    def _load(self, key: DealKey, rules: Rules, deck: Deck, branching: bool) -> tuple[Tree, State]:
        saved: Saved[Action] = Saved(key)
        tree = new_tree(rules, deck, branching=branching)
        try:
            saved = self.storage.deal(key)
            tree.restore(saved.rows, saved.here, saved.bookmarks)
        except (StorageError, ValueError) as error:
            self._tell(str(error))
            tree = new_tree(rules, deck, branching=branching)
        return tree, saved.state

    def save(self, session: Session, what: str, played: bool) -> None:
        """Write what an action changed in one transaction, then trace it."""
        if not session.is_won:
            self._won_in = None
        if what == "redo":
            self._state = self._state._replace(redone=True)
        ordered = _ordered(session) if played and not self._was_helped else ()
        plays = [self._play(session)] if played and self._counts(session) else []
        try:
            try:
                self._write(session, plays, ordered)
            except StaleDeal as error:
                self._tell(str(error))
                self._reload(session, plays)
        except StorageError as error:
            self._tell(str(error))
            return
        self._trace(session, what)

    def _counts(self, session: Session) -> bool:
        """True if an action belongs to an attempt. One begins at the deal; who goes on from
        within a line of a solved deal improves an answer, and that is no further win.
        """
        from_deal = session.tree.node().parent is session.tree.node(ROOT)
        solved = self._best is not None
        self._begun = self._begun or from_deal or not solved
        return self._begun

    def _play(self, session: Session) -> Play:
        """The attempt as the statistics see it."""
        state = self._state
        outcome = Outcome.WON if session.is_won else Outcome.OPEN
        self._won_in = state.seconds if session.is_won else None
        if session.is_won:
            self._begun = False
            self._state = State(attempt=state.attempt + 1)
        return Play(
            state.attempt,
            outcome,
            session.moves,
            state.seconds,
            state.hints,
            state.shown,
            state.redone,
            number=session.number,
        )

    def _write(self, session: Session, plays: Sequence[Play], ordered: Sequence[str] = ()) -> None:
        best, answer = self._best, self._shorter_answer(session)
        try:
            self.storage.save(
                _key(session.rules, session.deck),
                session.tree.take_changes(),
                self._state,
                number=session.number,
                answer=answer,
                plays=plays,
                ordered=ordered,
            )
        except StaleDeal:
            # The answer was dropped with the rest: it is still to be saved.
            self._best = best
            raise

    @property
    def _was_helped(self) -> bool:
        """A hint or show-me was used in this attempt."""
        return self._state.hints > 0 or self._state.shown

    def _reload(self, session: Session, plays: Sequence[Play]) -> None:
        """Another program has played on in this deal: take its tree, and play our line in it."""
        line = session.tree.line()
        key = _key(session.rules, session.deck)
        session.tree, _ = self._load(key, session.rules, session.deck, branching=True)
        session.tree.start()
        for action in line:
            session.tree.play(action)
        self._write(session, plays)

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

    def close(self) -> None:
        """Write what is waiting and let go of the file."""
        try:
            self.storage.close()
        except StorageError as error:
            self._tell(str(error))

    def answer_of(self, rules: Rules, deck: Deck) -> tuple[Move, ...]:
        """The best answer of a deal, from its start; empty where none is known."""
        try:
            saved = self.storage.answer(_key(rules, deck))
        except StorageError as error:
            self._tell(str(error))
            return ()
        return () if saved is None else flatten(map(parse_action, saved.actions.split()))

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer of the deal, or None."""
        return self._best

    def _saved_best(self, key: DealKey) -> int | None:
        try:
            answer = self.storage.answer(key)
        except StorageError as error:
            self._tell(str(error))
            return None
        return None if answer is None else answer.moves

    def _shorter_answer(self, session: Session) -> Answer | None:
        """The shortest answer of the tree, where none so short is saved yet."""
        best = session.tree.best
        if best is None or (self._best is not None and best >= self._best):
            return None
        self._best = best
        words = " ".join(map(action_text, session.tree.best_answer()))
        return Answer(best, words, session.number)


def _key(rules: Rules, deck: Deck) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))


def _ordered(session: Session) -> tuple[str, ...]:
    """La Peau's 'ordered' record of the present position: the cards on the done stacks."""
    rules = session.rules
    if not isinstance(rules, LaPeau) or not rules.is_ordered(session.position):
        return ()
    return (deals.deck_text(done_cards(session.position)),)

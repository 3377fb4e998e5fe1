"""Keeps the deal being played on disk: opens it as it was left, saves it at every move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from game import deals
from game.deals import Deck
from game.history import ROOT, Changes, Row
from game.position import Action, Move, action_text, parse_action
from game.refusals import wording
from game.rules import IllegalMove, Rules
from game.rules.lapeau import LaPeau, done_cards
from game.session import Session, Tree, flatten, new_tree
from game.statistics import is_own
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
    Trouble,
)
from game.today import Today
from game.tracing import Tracer
from game.wording import Wording, Words

_TRIES: Final = 5
"""How often a deal is read again that another program keeps playing on in."""


class Keeper:
    """The one deal that is open, and its record."""

    def __init__(
        self, storage: Storage[Action], tracer: Tracer, tell: Callable[[str], None]
    ) -> None:
        self.storage = storage
        self._tracer = tracer
        self._tell = tell
        """Shows the player a message."""
        self.words: Words = str
        """The language that the player is told things in."""
        self._troubles: set[Trouble] = set()
        """What stands in the way of saving and has been told."""
        self.on_win: Callable[[Rules, int | None], None] = lambda rules, number: None
        """Told of each deal that is won without help, once that is on disk."""
        self._state = State()
        self._won: Play | None = None
        """The attempt that was won, until another one begins."""
        self._best: int | None = None
        self._begun = False
        """The attempt has an action of its own."""
        self._open_play: Play | None = None
        """The attempt as it was written last, while it is not won."""
        self._par: int | None = None
        self._here = ROOT
        self.today = Today(storage)

    @property
    def seconds(self) -> float:
        """Played in this attempt, or in the one that was just won."""
        return (self._won or self._state).seconds

    @property
    def hints(self) -> int:
        """Taken in this attempt, or in the one that was just won."""
        return (self._won or self._state).hints

    @property
    def was_shown(self) -> bool:
        """An answer was shown in this attempt, or in the one that was just won."""
        return (self._won or self._state).shown

    def spend(self, seconds: float) -> None:
        """Time has been spent on the deal; saved with the next action."""
        self._state = self._state._replace(seconds=self._state.seconds + seconds)

    def count_hint(self, session: Session) -> None:
        """A hint is shown: the statistics say so, from now on."""
        self._state = self._state._replace(hints=self._state.hints + 1)
        self._commit(session, self._marked_play())

    def mark_shown(self, session: Session) -> None:
        """An answer is shown: the statistics say so, from now on."""
        if not self._state.shown:
            self._state = self._state._replace(shown=True)
            if self._commit(session, self._marked_play()):
                self._trace(session, "show-me")

    def _marked_play(self) -> list[Play]:
        """What was written of the attempt, with the help that was taken since."""
        if self._open_play is None:
            return []
        state = self._state
        self._open_play = self._open_play._replace(
            hints=state.hints, shown=state.shown, redone=state.redone
        )
        return [self._open_play]

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
        tree, self._state = self._load(key, rules, deck, branching)
        self._won = None
        self._begun = False
        self._open_play = None
        self._par = None
        self._best = self._saved_best(key)
        if rules.is_won(tree.position):
            tree.start()
        self._here = tree.here
        self.today.open(key, tree.next_id)
        return Session(rules, deck, number=number, tree=tree, keep=self.save, autoplay=autoplay)

    def _load(self, key: DealKey, rules: Rules, deck: Deck, branching: bool) -> tuple[Tree, State]:
        saved: Saved[Action] = Saved(key)
        tree = new_tree(rules, deck, branching=branching)
        try:
            saved = self.storage.open(key)
            tree.restore(saved.rows, saved.here, saved.bookmarks)
            _replay(tree)
        except (StorageError, ValueError) as error:
            self._tell(self._in_words(error, rules))
            tree = new_tree(rules, deck, branching=branching)
            if not isinstance(error, StorageError) or error.trouble is Trouble.DAMAGED:
                rows = _legal_rows(saved.rows, new_tree(rules, deck))
                saved = saved._replace(state=self._mended_state(saved))
                self._mend(tree, saved, rows)
        return tree, saved.state

    def _in_words(self, error: StorageError | ValueError, rules: Rules) -> str:
        """Why a history cannot be used as it was saved, in the player's language."""
        if isinstance(error, IllegalMove):
            told = Wording("the saved history of {game} does not follow the rules: {reason}")
            return told.filled(game=rules.title, reason=wording(error)).said(self.words)
        if not isinstance(error, StorageError):
            error = StorageError(Trouble.DAMAGED, str(error))
        return error.sentence(self.words)

    def _mended_state(self, saved: Saved[Action]) -> State:
        """How a damaged deal stands: it must not overwrite the plays that are known of it."""
        try:
            plays = self.storage.plays(saved.key.game, saved.key.options)
        except StorageError:
            return saved.state
        attempts = (each.play.attempt + 1 for each in plays if each.key == saved.key)
        return saved.state._replace(attempt=max(saved.state.attempt, *attempts, 1))

    def _mend(self, tree: Tree, saved: Saved[Action], rows: Sequence[Row[Action]]) -> None:
        """Keep of a history what the rules accept, in the tree and on disk."""
        kept = {ROOT, *(row.id for row in rows)}
        here = saved.here if saved.here in kept else ROOT
        marks = tuple(mark for mark in saved.bookmarks if mark in kept)
        try:
            tree.restore(rows, here, marks)
            self.storage.clear_history(saved.key)
            changes = Changes(tuple(rows), (), here, marks)
            self.storage.save(saved.key, changes, saved.state, number=saved.number)
        except StorageError as error:
            self._report(error)

    def _report(self, error: StorageError) -> None:
        """Tell what went wrong; while it goes on, only the first time."""
        if error.trouble not in self._troubles:
            self._tell(error.sentence(self.words))
        if not isinstance(error, StaleDeal):
            self._troubles.add(error.trouble)

    def save(self, session: Session, what: str, played: bool) -> None:
        """Write what an action changed in one transaction, then trace it."""
        if not session.is_won:
            self._won = None
        self._note_way(session, played)
        ordered = _ordered(session) if played and not self._was_helped else ()
        plays = [self._play(session)] if played and self._counts(session) else []
        if self._commit(session, plays, ordered):
            if played:
                self.today.played()
            self._trace(session, what)
            self._tell_win(session, plays)

    def _note_way(self, session: Session, played: bool) -> None:
        """Mark that an action went on along what was there already, or brought an answer that
        nobody has played.
        """
        tree, before = session.tree, self._here
        self._here = tree.here
        if played or before not in tree:
            return
        if self._best is None and tree.best is not None:
            self._state = self._state._replace(shown=True)
        elif not _is_behind(tree, before):
            self._state = self._state._replace(redone=True)

    def _commit(
        self, session: Session, plays: Sequence[Play] = (), ordered: Sequence[str] = ()
    ) -> bool:
        """Write what has changed, also where another program plays on in this deal meanwhile;
        False where that fails, which is told; it is written with the next action then.
        """
        try:
            for number in range(_TRIES):
                try:
                    self._write(session, plays, ordered)
                    self._troubles.clear()
                    return True
                except StaleDeal as error:
                    if number == 0 and error.trouble is Trouble.STALE:
                        self._report(error)
                    self._reload(session)
        except StorageError as error:
            self._report(error)
        return False

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
        state, won = self._state, session.is_won
        outcome = Outcome.STUCK if session.is_stuck else Outcome.OPEN
        play = Play(
            state.attempt,
            Outcome.WON if won else outcome,
            session.moves,
            state.seconds,
            state.hints,
            state.shown,
            state.redone,
            won and session.moves == self._par,
            number=session.number,
        )
        self._open_play, self._won = (None, play) if won else (play, None)
        if won:
            self._begun = False
            self._state = State(attempt=state.attempt + 1)
        return play

    def _tell_win(self, session: Session, plays: Sequence[Play]) -> None:
        if any(play.outcome is Outcome.WON and is_own(play) for play in plays):
            self.on_win(session.rules, session.number)

    def _write(self, session: Session, plays: Sequence[Play], ordered: Sequence[str]) -> None:
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

    def _reload(self, session: Session) -> None:
        """Another program has played on in this deal: take its tree, and play our line in it."""
        line = session.tree.line()
        key = _key(session.rules, session.deck)
        session.tree, _ = self._load(key, session.rules, session.deck, branching=True)
        session.tree.start()
        for action in line:
            session.tree.play(action)
        self._here = session.tree.here

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
            self._report(error)

    def answer_of(self, rules: Rules, deck: Deck) -> tuple[Move, ...]:
        """The best answer of a deal, from its start; empty where none is known."""
        try:
            saved = self.storage.answer(_key(rules, deck))
        except StorageError as error:
            self._report(error)
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
            self._report(error)
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


def _replay(tree: Tree) -> None:
    """Make the positions from the deal to here and on to where redo leads. Otherwise they are
    made when they are asked for, and rules that have changed may not take the moves of then:
    ValueError.
    """
    node = tree.node()
    while node.children:
        node = node.children[0]
    tree.position_of(node.id)


def _legal_rows(rows: Sequence[Row[Action]], tree: Tree) -> list[Row[Action]]:
    """The rows of a history that the rules take; the fresh tree given is used up for it."""
    try:
        tree.restore(rows, ROOT)
    except ValueError:
        return []
    illegal: set[int] = set()
    for node in tree.walk():
        if node.parent is not None and node.parent.id in illegal:
            illegal.add(node.id)
            continue
        try:
            tree.position_of(node.id)
        except ValueError:
            illegal.add(node.id)
    return [row for row in rows if row.id not in illegal]


def _is_behind(tree: Tree, before: int) -> bool:
    """True if the present node lies on the way from the deal to another one, or is that one."""
    return any(node.id == tree.here for node in tree.path(before))


def _key(rules: Rules, deck: Deck) -> DealKey:
    return DealKey(rules.name, rules.policy, deals.deck_text(deck))


def _ordered(session: Session) -> tuple[str, ...]:
    """La Peau's 'ordered' record of the present position: the cards on the done stacks."""
    rules = session.rules
    if not isinstance(rules, LaPeau) or not rules.is_ordered(session.position):
        return ()
    return (deals.deck_text(done_cards(session.position)),)

"""The attempt at a deal: its time, the help it has had, and the win that the player looks back at.

An attempt begins at the deal and ends with a win or with a restart. Its time runs from its first
action on. After a win, undo and redo along the winning line are *looking back*: they belong to the
same attempt and change none of its figures. Looking back ends when another line is played or the
deal is restarted.
"""

from __future__ import annotations

import os
from typing import Final

from game.core.moves import Action
from game.history import ROOT
from game.play.session import DealHistory, Session
from game.record.deal_key import deal_key
from game.storage import (
    DealKey,
    DealState,
    HelpKind,
    Play,
    PlayOutcome,
    Saved,
    Storage,
    StorageError,
)

_FRESH: Final = DealState()


class Attempt:
    """The attempt at the open deal."""

    def __init__(
        self, state: DealState = _FRESH, written: Play | None = None, last: int = 0
    ) -> None:
        """`state`: how the deal stands; `written`: the attempt as stored so far, None if it is
        not; `last`: the greatest number of a stored attempt.
        """
        self.state = state
        self._last = last
        self._written = written
        """The attempt as last stored; None if it is not stored, or is won."""
        self._begun = written is not None
        self._runs = self._begun or state.seconds > 0
        """True once the first action of the attempt was made: its time counts."""
        self._won: Play | None = None
        """The won attempt, while the player looks back at it."""
        self._won_line: list[Action] = []
        self.here = ROOT
        """The id of the session's node when the attempt was last updated."""

    @property
    def in_view(self) -> Play | DealState:
        """The record whose time and help are shown: the present attempt, or the win that the
        player looks back at.
        """
        return self._won or self.state

    @property
    def is_begun(self) -> bool:
        """True if the attempt has an action of its own."""
        return self._begun

    @property
    def was_helped(self) -> bool:
        """True if a hint or show-me was used."""
        return self.state.hints > 0 or self.state.shown

    @property
    def runs(self) -> bool:
        """True while time counts: from the first action on, except while looking back at a win."""
        return self._runs and self._won is None

    def spend(self, seconds: float) -> None:
        """Add time, if it counts."""
        if self.runs:
            before, total = self.state.seconds, self.state.total
            self.state = self.state._replace(seconds=before + seconds, total=total + seconds)

    def begin_again(self) -> None:
        """The player restarts the deal: this ends the present attempt, if it has any action."""
        if self._begun:
            self._end()
        self._won = None

    def _end(self, *, counted: bool = True) -> None:
        attempt = max(self.state.attempt, self._last) + 1 if counted else self.state.attempt
        self.state = DealState(attempt=attempt, total=self.state.total)
        self._begun = self._runs = False
        self._written = None

    def count_hint(self) -> None:
        """A hint is shown."""
        self.state = self.state._replace(hints=self.state.hints + 1)

    def note_shown(self) -> None:
        """An answer is shown."""
        self.state = self.state._replace(shown=True)

    def updated(self) -> list[Play]:
        """The stored attempt, to be stored again with its present time and help; empty if it is
        not stored.
        """
        if self._written is None:
            return []
        seconds, hints, shown, redone, *_ = self.state
        self._written = self._written._replace(
            seconds=seconds, hints=hints, shown=shown, redone=redone
        )
        return [self._written]

    def go_on_in(self, loaded: Attempt, tree: DealHistory) -> Attempt:
        """The attempt at a deal that was loaded again: this one or that of `loaded`, whichever is
        later, or has begun.
        """
        is_later = loaded.state.attempt > self.state.attempt
        if is_later or (loaded._begun and not self._begun):
            return loaded
        self._last = loaded._last
        self.unite(loaded.state, tree)
        return self

    def unite(self, state: DealState, tree: DealHistory) -> None:
        """Continue in `tree`, which unites ours with what another program has saved; `state` is
        that program's. An attempt that ended there has ended here too: actions that continue it
        from within its line do not begin another one.
        """
        if state.attempt > self.state.attempt:
            self._begun = self._runs = False
            self._written = None
        self.state = self.state.united(state)
        self.here = tree.here

    def stand(self, session: Session, storage: Storage) -> None:
        """Note where the session stands in the deal that was just loaded; at a win that is stored
        the player looks back at it.
        """
        self.here = session.tree.here
        self._look_back(session, storage)

    def travel(self, session: Session, storage: Storage, *, solved: bool) -> None:
        """Note that the player has moved in the history without playing. This counts the attempt as
        helped if it followed a known line, or brought in an answer that was never played.

        `solved`: an answer of the deal was known before.
        """
        tree, before, looked_back = session.tree, self.here, self._won is not None
        self.here = tree.here
        self._look_back(session, storage)
        stays = tree.here != ROOT and not session.last_change.more
        self._runs = self._runs or (not solved and stays)
        if before not in tree or (looked_back and self._won is not None):
            return
        if not solved and tree.best is not None:
            self.state = self.state._replace(shown=True)
        elif not _is_behind(tree, before) and (solved or self.state.attempt == 1):
            # After a restart the player's own tries are no help.
            self.state = self.state._replace(redone=True)

    def _look_back(self, session: Session, storage: Storage) -> None:
        if not self._is_on_won_line(session.tree):
            self._won = _win_in(storage, session, session.moves) if session.is_won else None
            self._won_line = [] if self._won is None else session.tree.line()

    def _is_on_won_line(self, tree: DealHistory) -> bool:
        """True if the current line is the start, or all, of the won line. False at the deal
        itself: there another attempt begins.
        """
        if self._won is None:
            return False
        line = tree.line()
        return line == self._won_line[: len(line) or None]

    def play(
        self,
        session: Session,
        *,
        solved: bool,
        par: int | None,
        how: HelpKind = HelpKind.UNKNOWN,
        known: bool = False,
    ) -> list[Play]:
        """Note that an action was played; returns the plays to store. `solved`: an answer of the
        deal was known before; `par`: the proved length of its shortest answer, or None; `how`: how
        the line to a win came about; `known`: the action had been made before.
        """
        self.here, self._runs = session.tree.here, True
        if self._is_on_won_line(session.tree):
            return []
        self._won = None
        counted = self._counts(session, solved) and not self._retraces(session, known)
        if not (counted or session.is_won):
            return []
        play = self._play(session, par)._replace(how=how)
        if session.is_won:
            self._won, self._won_line = play, session.tree.line()
            self._end(counted=counted)
        else:
            self._written = play
        return [play] if counted else []

    def _retraces(self, session: Session, known: bool) -> bool:
        """True if the action ends a known answer that was followed with redo: no further win."""
        return known and session.is_won and self.state.redone and self.state.attempt > 1

    def _counts(self, session: Session, solved: bool) -> bool:
        """True if an action belongs to an attempt. An attempt begins at the deal. Playing on from
        within a line of a solved deal only improves an answer: it is not a further attempt.
        """
        from_deal = session.tree.node().parent is session.tree.node(ROOT)
        self._begun = self._begun or from_deal or not solved
        return self._begun

    def _play(self, session: Session, par: int | None) -> Play:
        """The attempt as a play for the statistics."""
        state, won, moves = self.state, session.is_won, session.moves
        left = PlayOutcome.STUCK if session.is_stuck else PlayOutcome.OPEN
        return Play(
            state.attempt,
            PlayOutcome.WON if won else left,
            moves,
            state.seconds,
            state.hints,
            state.shown,
            state.redone,
            won and moves == par,
            number=session.number,
            id=_random_id() if self._written is None else self._written.id,
        )


def _random_id() -> int:
    return 1 + int.from_bytes(os.urandom(6), "big")


def _is_behind(tree: DealHistory, before: int) -> bool:
    """True if the present node is on the path from the deal to `before`, or is that node."""
    return any(node.id == tree.here for node in tree.path(before))


# Restoring; plays that cannot be read are ignored


def restored_attempt(storage: Storage, key: DealKey, state: DealState) -> Attempt:
    """The attempt in progress at a deal with this saved state. The total is at least the time of
    all plays of the deal, some of which another machine may have brought.
    """
    try:
        plays = {play.attempt: play for play in storage.plays.of(key)}
    except StorageError:
        return Attempt(state)  # reported when the deal itself was read
    earlier = sum(play.seconds for play in plays.values() if play.attempt != state.attempt)
    state = state._replace(total=max(state.total, state.seconds + earlier))
    return Attempt(state, plays.get(state.attempt), max(plays, default=0))


def mended_state(storage: Storage, saved: Saved[Action]) -> DealState:
    """The state of a damaged deal, with the attempt numbered after all stored plays, so that it
    overwrites none of them.
    """
    try:
        plays = storage.plays.of(saved.key)
    except StorageError:
        return saved.state
    attempts = (play.attempt + 1 for play in plays)
    return saved.state._replace(attempt=max(saved.state.attempt, *attempts, 1))


def looks_back(storage: Storage, session: Session) -> bool:
    """Whether redo leads from the present place to a stored win without leaving the line."""
    node = session.tree.node()
    while node.children and not node.won:
        node = node.children[0]
    return node.won and _win_in(storage, session, node.depth) is not None


def _win_in(storage: Storage, session: Session, moves: int) -> Play | None:
    """The latest stored win of the deal in this many moves, or None. How it came about is left out:
    the line may be another one of that length.
    """
    try:
        plays = storage.plays.of(deal_key(session.rules, session.deck))
    except StorageError:
        return None
    wins = [play for play in plays if play.outcome is PlayOutcome.WON and play.moves == moves]
    last = max(wins, key=lambda play: play.when, default=None)
    return None if last is None else last._replace(how=HelpKind.UNKNOWN)

"""The attempt at a deal: its time, the help it has had, and the win that the player looks back at.

An attempt begins at the deal and ends with a win or with a restart. A restart that redo takes back
has ended nothing. The time runs from the first action on; moves of an earlier attempt that are
redone bring the time of all attempts with them.
After a win, undo and redo along the winning line are *looking back*: they belong to the same
attempt and change none of its figures. Looking back ends when another line is played or the deal
is restarted.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Final

from game.history import WON
from game.play.session import DealHistory, Session
from game.record.saving import deal_key
from game.storage import DealKey, DealState, HelpKind, Play, PlayOutcome, Storage, StorageError

_FRESH: Final = DealState()
_NO_HELP: Final = ("undo", "start", "branch-before", "forget", "bookmark", "drop", "follow-answer")
"""Commands that lead to no position ahead."""


class Attempt:
    """The attempt at the open deal."""

    def __init__(
        self, state: DealState = _FRESH, written: Play | None = None, last: int = 0
    ) -> None:
        """`state`: how the attempt stands; `written`: its play as stored so far, None if it is not
        stored; `last`: the greatest ordinal of a stored attempt.
        """
        self.state = state
        self._last = last
        self._written = written
        """The play as last stored; None if it is not stored, or is won."""
        self._begun = written is not None
        self._runs = self._begun or state.seconds > 0
        """True once the first action of the attempt was made: its time counts."""
        self._won: Play | None = None
        """The won attempt, while the player looks back at it."""
        self.is_attempt = True
        """Whether `in_view` is an attempt, or only an answer that was improved from within it."""
        self._won_line: list[int] = []
        """The keys of the positions of its line, from the deal on."""
        self._passed: set[int] | None = None if self._begun else set()
        """The keys of the positions on the lines played in this attempt; None: they are not known,
        because the attempt was begun before the deal was opened.
        """
        self._restarted: tuple[DealState, Play | None, set[int] | None] | None = None
        """State, play and passed keys of the attempt that a restart has ended, until an action."""

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
            restarted = self.state, self._written, self._passed
            self._end()
            self._restarted = restarted
        self._won = None

    def _end(self, *, counted: bool = True) -> None:
        ordinal = self.state.ordinal
        if counted:
            self._last = max(ordinal, self._last)
            ordinal = self._last + 1
        self.state = DealState(ordinal=ordinal, total=self.state.total)
        self._begun = self._runs = False
        self._written, self._passed, self._restarted = None, set(), None

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

    def hear(self, total: float, plays: Iterable[Play]) -> None:
        """Another window has saved the deal, with this total time and these plays. The attempt, if
        it was won there, has ended here too; if not, the longer time and all help count.
        """
        self.state = self.state._replace(total=max(total, self.state.total))
        for play in plays:
            self._last = max(self._last, play.attempt)
            if play.id != self.state.attempt:
                continue
            if play.outcome is PlayOutcome.WON:
                self._end()
            else:
                self.state = _with_play(self.state, play)

    def travel(self, session: Session, storage: Storage, *, solved: bool) -> None:
        """Note that the player has moved in the history without playing. This counts the attempt as
        helped if it followed a known line, or brought in an answer that was never played.

        `solved`: an answer of the deal was known before.
        """
        history, looked_back, change = session.history, self._won is not None, session.last_change
        self.stand(session, storage)
        if self._restarted is not None and history.can_undo:
            self._take_restart_back(*self._restarted)
        stays = history.can_undo and not change.more
        self._runs = self._runs or (not solved and stays)
        if looked_back and self._won is not None:
            return
        if not solved and history.best is not None:
            self.state = self.state._replace(shown=True)
        elif change.text in _NO_HELP:
            return
        elif solved or self.state.ordinal == 1:
            self.state = self.state._replace(redone=True)
        elif self._passed is not None and history.here not in self._passed:
            # After a restart the player's own tries are no help, but the time they took counts.
            self.state = self.state._replace(seconds=self.state.total)

    def _take_restart_back(
        self, state: DealState, written: Play | None, passed: set[int] | None
    ) -> None:
        """Go on with the attempt that the restart has ended; help after it counts in it."""
        now = self.state
        self.state = state._replace(
            total=now.total, hints=state.hints + now.hints, shown=state.shown or now.shown
        )
        self._begun, self._written, self._passed, self._restarted = True, written, passed, None

    def stand(self, session: Session, storage: Storage) -> None:
        """Note where the session stands; at a win that is stored the player looks back at it."""
        if not self._is_on_won_line(session.history):
            moves = session.history.moves_without_circles()
            self._won = _win_in(storage, session, moves) if session.is_won else None
            self.is_attempt = self._won is not None or not session.is_won
            self._won_line = [] if self._won is None else _keys_made(session.history)

    def _is_on_won_line(self, history: DealHistory) -> bool:
        """True if the line made is the start, or all, of the won line. False at the deal itself:
        there another attempt begins.
        """
        if self._won is None or not history.can_undo:
            return False
        made = _keys_made(history)
        return made == self._won_line[: len(made)]

    def play(
        self,
        session: Session,
        *,
        solved: bool,
        par: int | None,
        how: HelpKind | None = None,
        known: bool = False,
    ) -> list[Play]:
        """Note that an action was played; returns the plays to store. `solved`: an answer of the
        deal was known before; `par`: the proved length of its shortest answer, or None; `how`: how
        the line to a win came about; None: it is no win; `known`: the action had been made before.
        """
        self._runs, self._restarted = True, None
        if self._passed is not None:
            self._passed.update(_keys_made(session.history))
        if self._is_on_won_line(session.history):
            return []
        self._won = None
        # An attempt begins at the deal: to play on from within a line of a solved one only improves
        # an answer. Nor is the end of a known answer, followed with redo, a further win.
        self._begun = self._begun or session.history.at == 1 or not solved
        retraces = known and session.is_won and self.state.redone and self.state.ordinal > 1
        counted = self._begun and not retraces
        if not (counted or session.is_won):
            return []
        if not self.state.attempt:
            self.state = self.state._replace(attempt=1 + int.from_bytes(os.urandom(6), "big"))
        play = self._play(session, par)._replace(how=how)
        if session.is_won:
            self._won, self._won_line = play, _keys_made(session.history)
            self.is_attempt = counted
            self._end(counted=counted)
        else:
            self._written = play
        return [play] if counted else []

    def _play(self, session: Session, par: int | None) -> Play:
        """The attempt as a play for the statistics. A win counts without its detours."""
        state, won, moves = self.state, session.is_won, session.moves
        if won:
            moves = session.history.moves_without_circles()
        left = PlayOutcome.STUCK if session.is_stuck else PlayOutcome.OPEN
        return Play(
            state.ordinal,
            PlayOutcome.WON if won else left,
            moves,
            state.seconds,
            state.hints,
            state.shown,
            state.redone,
            won and moves == par,
            number=session.number,
            id=state.attempt,
        )


def _with_play(state: DealState, play: Play) -> DealState:
    """The state of an attempt, with the time and help that its play has."""
    return state._replace(
        seconds=max(state.seconds, play.seconds),
        hints=max(state.hints, play.hints),
        shown=state.shown or play.shown,
        redone=state.redone or play.redone,
    )


def _keys_made(history: DealHistory) -> list[int]:
    """The keys of the positions passed after the deal."""
    return [step.key for step in history.made]


# Restoring; plays that cannot be read are ignored


def restored_attempt(storage: Storage, key: DealKey, state: DealState) -> Attempt:
    """The attempt in progress at a deal with this saved state; a new one, if its play is won. The
    total is at least the time of the longest play, which another machine may have brought.
    """
    try:
        plays = {play.id: play for play in storage.plays.of(key)}
    except StorageError:
        return Attempt(state)  # reported when the deal itself was read
    longest = max((play.seconds for play in plays.values()), default=0.0)
    state = state._replace(total=max(state.total, state.seconds, longest))
    last = max((play.attempt for play in plays.values()), default=0)
    written = plays.get(state.attempt)
    if written is not None:
        state = _with_play(state, written)
    if not state.attempt or (written is not None and written.outcome is PlayOutcome.WON):
        seconds = 0.0 if written is not None else state.seconds
        ordinal = max(state.ordinal, last + 1)
        fresh = state._replace(attempt=0, ordinal=ordinal, seconds=seconds)
        return Attempt(fresh, None, last)
    return Attempt(state, written, last)


def looks_back(storage: Storage, session: Session) -> bool:
    """Whether the line leads on from the present place to a stored win."""
    history = session.history
    if history.line[-1].key != WON:
        return False
    moves = history.moves_without_circles(len(history.line) - 1)
    return _win_in(storage, session, moves) is not None


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
    return None if last is None else last._replace(how=None)

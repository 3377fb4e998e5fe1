"""The attempt at a deal: its time, its help, how it stands; and the win being looked back at.

An attempt begins at the deal and ends with a win, or where the player begins again. Its time runs
from its first action on. Undo from a win and redo along the same line is
looking back: it belongs to the same attempt and counts nothing. Looking back ends when another
line is played or the deal is begun again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.core.position import Action
from game.history import ROOT
from game.play.session import DealHistory, Session
from game.storage import DealState, How, Play, PlayOutcome

_FRESH: Final = DealState()


class Attempt:
    """Of the one deal that is open."""

    def __init__(self, state: DealState = _FRESH, written: Play | None = None) -> None:
        """How the deal stands, and what was written of the attempt so far."""
        self.state = state
        self._written = written
        """The attempt as it was written last, while it is not won."""
        self._begun = written is not None
        """The attempt has an action of its own."""
        self._runs = self._begun or state.seconds > 0
        """Its first action was made: time counts."""
        self._won: Play | None = None
        """The attempt that was won, as long as one looks back at it."""
        self._won_line: list[Action] = []
        self.here = ROOT
        """The node where the session was when this was told last."""

    @property
    def in_view(self) -> Play | DealState:
        """Whose time and help are shown: the present attempt's, or those of the win that one
        looks back at.
        """
        return self._won or self.state

    @property
    def was_helped(self) -> bool:
        """A hint or show-me was used."""
        return self.state.hints > 0 or self.state.shown

    @property
    def runs(self) -> bool:
        """Time counts: the first action was made, and one does not look back at a win."""
        return self._runs and self._won is None

    def spend(self, seconds: float) -> None:
        """Add time, if it counts."""
        if self.runs:
            before, total = self.state.seconds, self.state.total
            self.state = self.state._replace(seconds=before + seconds, total=total + seconds)

    def begin_again(self) -> None:
        """The player goes back to the deal to try again. An attempt without any action, or one
        that was won, is none that would end by it.
        """
        if self._begun:
            self._end()
        self._won = None

    def _end(self, *, counted: bool = True) -> None:
        attempt = self.state.attempt + counted
        self.state = DealState(attempt=attempt, total=self.state.total)
        self._begun = self._runs = False
        self._written = None

    def count_hint(self) -> None:
        """A hint is shown."""
        self.state = self.state._replace(hints=self.state.hints + 1)

    def mark_shown(self) -> None:
        """An answer is shown."""
        self.state = self.state._replace(shown=True)

    def marked(self) -> list[Play]:
        """What was written of the attempt, with the help that was taken since."""
        if self._written is None:
            return []
        seconds, hints, shown, redone, *_ = self.state
        self._written = self._written._replace(
            seconds=seconds, hints=hints, shown=shown, redone=redone
        )
        return [self._written]

    def unite(self, state: DealState, tree: DealHistory) -> None:
        """The deal goes on in another tree. An attempt that is over there is over here: what is
        played on from within it is no attempt of its own.
        """
        if state.attempt > self.state.attempt:
            self._begun = self._runs = False
            self._written = None
        self.state = self.state.united(state)
        self.here = tree.here

    def travel(
        self, session: Session, *, solved: bool, written_win: Callable[[], Play | None]
    ) -> None:
        """The player has moved in the history without playing. The attempt is marked if that
        followed a known line, or brought an answer that was never played.

        `written_win` finds the win that was written for the present position.
        """
        tree, before, looked_back = session.tree, self.here, self._won is not None
        self.here = tree.here
        self._look_back(session, written_win)
        self._runs = self._runs or (not solved and tree.here != ROOT)
        if before not in tree or (looked_back and self._won is not None):
            return
        if not solved and tree.best is not None:
            self.state = self.state._replace(shown=True)
        elif not _is_behind(tree, before) and (solved or self.state.attempt == 1):
            # After a restart the player's own tries are no help.
            self.state = self.state._replace(redone=True)

    def _look_back(self, session: Session, written_win: Callable[[], Play | None]) -> None:
        if not self._is_on_won_way(session.tree):
            self._won = written_win() if session.is_won else None
            self._won_line = [] if self._won is None else session.tree.line()

    def _is_on_won_way(self, tree: DealHistory) -> bool:
        """Not at the deal itself: there another attempt begins."""
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
        how: How = How.UNKNOWN,
        known: bool = False,
    ) -> list[Play]:
        """An action was played; returns what is to be written of it. `solved`: an answer of the
        deal was known before; `par`: the length of its shortest, if that is proved; `how`: how
        the line to a win came about; `known`: it had been made before.
        """
        self.here, self._runs = session.tree.here, True
        if self._is_on_won_way(session.tree):
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
        """True for the end of an answer that was known, which redo led along: no further win."""
        return known and session.is_won and self.state.redone and self.state.attempt > 1

    def _counts(self, session: Session, solved: bool) -> bool:
        """True if an action belongs to an attempt. One begins at the deal; who goes on from
        within a line of a solved deal improves an answer, and that is no further win.
        """
        from_deal = session.tree.node().parent is session.tree.node(ROOT)
        self._begun = self._begun or from_deal or not solved
        return self._begun

    def _play(self, session: Session, par: int | None) -> Play:
        """The attempt as the statistics see it."""
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
        )


def _is_behind(tree: DealHistory, before: int) -> bool:
    """True if the present node lies on the way from the deal to another one, or is that one."""
    return any(node.id == tree.here for node in tree.path(before))

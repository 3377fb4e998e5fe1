"""The answers that a table plays: at once, or as soon as the solver has found one."""

from __future__ import annotations

from collections.abc import Callable

from game.core.position import Position
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.scenes.common.base import Change, OpenShowMe, Push
from game.scenes.table.advice import solver_knows
from game.scenes.table.answers import ShownAnswer, TableAnswers
from game.scenes.table.played_table import PlayedTable

FindAnswer = Callable[[Session], ShownAnswer | None]


class AwaitedAnswer:
    """The answer that the player of one table has asked for."""

    def __init__(self, table: PlayedTable) -> None:
        self._table, self._services = table, table.services
        self._ = table.services.language
        self._answers = TableAnswers(table.services)
        self._awaited: tuple[Position, FindAnswer] | None = None
        """The position at which an answer is awaited, and the function that finds it; or None."""
        self._found: ShownAnswer | None = None

    @property
    def _session(self) -> Session:
        return self._table.session

    def show_me(self) -> Change | None:
        """Play an answer: of a won deal the player's best, else the best known from here or from
        the last winnable position. If none is known yet, it is played once the solver has found it.
        """
        session = self._session
        found = self._answers.at_hand(session)
        if found is None and self._awaited == (session.position, self._answers.at_hand):
            # Asked for a second time: an answer of the whole deal is better than none.
            found = self._answers.of_deal(session)
        if found is None:
            self._services.advisor.want_hint()
        return self._show_or_await(found, self._answers.at_hand)

    def show_shortest(self) -> Change | None:
        """Play the shortest answer of the deal."""
        return self._show_or_await(self._answers.shortest(self._session), self._answers.shortest)

    def _show_or_await(self, found: ShownAnswer | None, find: FindAnswer) -> Change | None:
        self._awaited = None
        if found is not None:
            return self._push_answer(found)
        if self._is_hopeless():
            self._services.tell(self._("No answer is known from here"))
        else:
            self._awaited = self._session.position, find
            self._services.tell(self._("The solver is looking for an answer: it will be shown"))
        return None

    def _is_hopeless(self) -> bool:
        if not solver_knows(self._session.rules):
            return True
        return self._services.advisor.light in (VerdictLight.NEVER, VerdictLight.UNKNOWN)

    def _push_answer(self, found: ShownAnswer) -> Change:
        session, services = self._session, self._services
        start = session.tree.position_of(found.node)
        services.game_store.mark_shown(session, start, found.moves)
        made = session.tree.node(found.node).depth

        def play(count: int) -> None:
            self._table.show(session.play_line(found.node, found.moves[:count]))

        return Push(
            OpenShowMe(
                session.rules, start, found.moves, services.looks, self._table.title,
                session.label, made, found.whose, play,
            )
        )  # fmt: skip

    def advised(self) -> None:
        """The solver has answered: an answer that was asked for may be there."""
        if self._awaited is None:
            return
        position, find = self._awaited
        if position != self._session.position:
            self._awaited = None
            return
        found = find(self._session)
        if found is not None:
            self._awaited, self._found = None, found
        elif self._is_hopeless():
            self._awaited = None
            self._services.tell(self._("No answer is known from here"))

    def forget(self) -> None:
        """Another scene was opened, or another deal: no answer is awaited any more."""
        self._awaited = self._found = None

    @property
    def due(self) -> float | None:
        """0 if an answer that was awaited is there to be taken, else None."""
        return None if self._found is None else 0.0

    def take_found(self) -> Change | None:
        """Open the answer that was awaited, if it is there."""
        found, self._found = self._found, None
        return None if found is None else self._push_answer(found)

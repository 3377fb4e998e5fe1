"""The answers that a table shows: which one, whose it is, and from where in its history it starts.
One that is not known yet is shown as soon as the solver has found it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from game.core.moves import Move
from game.core.position import Position
from game.play.notation import replay
from game.play.session import Outcome, Session, flatten
from game.play.verdict import LOST, VerdictLight
from game.rules import IllegalMove
from game.scenes.common.base import Change, OpenShowMe, Push
from game.scenes.common.services import Services
from game.solver.answer import redeals_in


class ShownAnswer(NamedTuple):
    """Moves that win, from a position of the history on."""

    key: int
    moves: tuple[Move, ...]
    length: int
    """How many moves they count."""
    whose: Callable[[], str]
    """Says whose answer it is and how long, in the present language."""


FindAnswer = Callable[[], ShownAnswer | None]


class TableAnswers:
    """Finds and shows the answers of the deal on one table."""

    def __init__(
        self,
        services: Services,
        session: Session,
        title: Callable[[], str],
        show: Callable[[Outcome], None],
    ) -> None:
        """`title` says which deal it is; `show` brings the table in line with an outcome."""
        self._services, self._session, self._title, self._show = services, session, title, show
        self._ = services.language
        self._awaited: tuple[Position, FindAnswer] | None = None
        """The position at which an answer is awaited, and the function that finds it; or None."""
        self._found: ShownAnswer | None = None

    def show_me(self) -> Change | None:
        """Play an answer: of a won deal the player's best, else the best known from here or from
        the last winnable position. If none is known yet, it is played once the solver has found it.
        """
        found = self._at_hand()
        if found is None and self._awaited == (self._session.position, self._at_hand):
            # Asked for a second time: an answer of the whole deal is better than none.
            found = self._of_deal()
        if found is None:
            self._services.advisor.want_hint()
        return self._show_or_await(found, self._at_hand)

    def show_shortest(self) -> Change | None:
        """Play the shortest answer of the deal."""
        return self._show_or_await(self._shortest(), self._shortest)

    def _show_or_await(self, found: ShownAnswer | None, find: FindAnswer) -> Change | None:
        self._awaited = None
        if found is not None:
            return self._push_answer(found)
        why_none = self._why_none(find)
        self._services.tell(why_none or self._("Looking for a solution to show"))
        if not why_none:
            self._awaited = self._session.position, find
        return None

    def _why_none(self, find: FindAnswer) -> str:
        """Why no answer will be found; empty: one may be."""
        _, advisor = self._, self._services.advisor
        if not self._services.solver.knows_game(self._session.rules):
            return _("There is no solver for this game")
        if advisor.light is VerdictLight.NEVER:
            return _("This deal cannot be won")
        nowhere = find == self._at_hand and advisor.knows_no_way_back
        if nowhere or advisor.light is VerdictLight.UNKNOWN:
            return _("No solution is known from here")
        return ""

    def _push_answer(self, found: ShownAnswer) -> Change:
        session, services = self._session, self._services
        history = session.history
        line, place = history.line_through(found.key)
        start, made = history.position_of(found.key), line[place].moves
        services.game_store.note_shown(session, start, found.moves)

        def play(count: int) -> None:
            self._show(session.play_line(found.key, found.moves[:count]))

        return Push(
            OpenShowMe(
                session.rules, start, found.moves, self._title(), session.label, made,
                found.whose, play,
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
        self._found = find()
        why_none = "" if self._found else self._why_none(find)
        if self._found or why_none:
            self._awaited = None
        if why_none:
            self._services.tell(why_none)

    def forget(self) -> None:
        """Another scene was opened: no answer is awaited any more."""
        self._awaited = self._found = None

    @property
    def due(self) -> float | None:
        """0 if the awaited answer is there to be taken, else None."""
        return None if self._found is None else 0.0

    def take_found(self) -> Change | None:
        """Open the answer that was awaited, if it is there."""
        found, self._found = self._found, None
        return None if found is None else self._push_answer(found)

    # Which answer

    def _at_hand(self) -> ShownAnswer | None:
        """The answer that 'show me' plays: of a won deal the player's best, else the best from here
        or, from a lost position, from the last winnable one. None: it is not known, or not yet.
        """
        session, advisor = self._session, self._services.advisor
        if session.is_won:
            return self._of_deal()
        found = self._from(session.history.here)
        if found is not None:
            return found
        place = advisor.last_winnable
        found = None if place is None else self._from(session.history.line[place].key)
        if found is None and (advisor.light in LOST or session.is_stuck):
            advisor.want_last_winnable()
        return found

    def _of_deal(self) -> ShownAnswer | None:
        """The player's best answer of the deal."""
        rules, deck = self._session.rules, self._session.deck
        moves = self._services.game_store.answer_of(rules, deck)
        return self._told(self._deal, moves, own=True) if moves else None

    def _shortest(self) -> ShownAnswer | None:
        """The shortest possible answer or, once the search for it has ended, the shortest known.
        None: it is not known, or not yet.
        """
        session, advisor = self._session, self._services.advisor
        shorter = advisor.known.at(session.rules, session.history.position_at(0)).shortest
        found = [self._of_deal(), self._from(self._deal)]
        found += [self._told(self._deal, shorter, own=False)] if shorter else []
        best = min(filter(None, found), key=lambda answer: answer.length, default=None)
        par = advisor.par(session)
        if best is not None and par is not None and best.length <= par.moves:
            return best
        if advisor.is_shortest_settled(session):
            return best
        advisor.want_shortest()
        return None

    @property
    def _deal(self) -> int:
        return self._session.history.graph.start.key

    def _from(self, key: int) -> ShownAnswer | None:
        """The shorter one of the player's own answer and the solver's, from a position on; of
        equally short ones that with fewer redeals, else the player's own.
        """
        rules, history = self._session.rules, self._session.history
        known = self._services.advisor.known.at(rules, history.position_of(key)).win
        own_moves = flatten(edge.action for edge in history.graph.answer_from(key))
        found = []
        for moves, own in ((own_moves, True), (known, False)):
            if moves:
                # Found where the columns stood otherwise, it may name another empty place.
                with suppress(IllegalMove):
                    found.append(self._told(key, moves, own=own))
        return min(found, key=lambda each: (each.length, redeals_in(each.moves)), default=None)

    def _told(self, key: int, moves: tuple[Move, ...], *, own: bool) -> ShownAnswer:
        _, session = self._, self._session
        count = replay(session.rules, session.history.position_of(key), moves)[1]
        par = self._services.advisor.par(session)
        shortest = key == self._deal and par is not None and par.proved and count == par.moves

        def whose() -> str:
            if shortest:
                words = _.plural("the shortest possible, {n} move",
                                 "the shortest possible, {n} moves", count)  # fmt: skip
            elif own and key == self._deal:
                words = _.plural("your best, {n} move", "your best, {n} moves", count)
            elif own:
                words = _.plural("your solution, {n} move", "your solution, {n} moves", count)
            elif key == self._deal and (par is None or count <= par.moves):
                words = _.plural("the best known so far, {n} move",
                                 "the best known so far, {n} moves", count)  # fmt: skip
            elif key == self._deal and par is not None:
                words = _.plural("a short solution, {n} move, {par} possible",
                                 "a short solution, {n} moves, {par} possible", count)  # fmt: skip
            else:
                words = _.plural("a short solution, {n} move", "a short solution, {n} moves", count)
            return words.format(n=count, par=par and par.moves)

        return ShownAnswer(key, moves, count, whose)

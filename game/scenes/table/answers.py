"""The answers that a table can show: from where in its history they start, and whose they are."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from game.core.named_tuple import NamedTuple
from game.core.position import Move
from game.history import ROOT
from game.play.notation import replay
from game.play.session import Session, flatten
from game.play.verdict import LOST
from game.rules import IllegalMove
from game.scenes.common.services import Services


class ShownAnswer(NamedTuple):
    """Moves that win, from a node of the history on."""

    node: int
    moves: tuple[Move, ...]
    length: int
    """How many moves they count."""
    whose: Callable[[], str]
    """Says whose answer it is and how long, in the language of now."""


class TableAnswers:
    """Finds the answers of a session."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def at_hand(self, session: Session) -> ShownAnswer | None:
        """The answer that 'show me' plays: of a won deal the player's best, else the best from here
        or, from a lost position, from the last winnable one. None: it is not known, or not yet.
        """
        if session.is_won:
            return self.of_deal(session)
        found = self._from(session, session.tree.here)
        if found is not None:
            return found
        advisor = self._services.advisor
        node = advisor.last_winnable
        found = None if node is None else self._from(session, node.id)
        if found is None and (advisor.light in LOST or session.is_stuck):
            advisor.want_last_winnable()
        return found

    def of_deal(self, session: Session) -> ShownAnswer | None:
        """The player's best answer of the deal."""
        moves = self._services.game_store.answer_of(session.rules, session.deck)
        return self._told(session, ROOT, moves, own=True) if moves else None

    def shortest(self, session: Session) -> ShownAnswer | None:
        """The shortest possible answer or, once the search for it has ended, the shortest known.
        None: it is not known, or not yet.
        """
        advisor = self._services.advisor
        shorter = advisor.shorter_win(session)
        found = [self.of_deal(session), self._from(session, ROOT)]
        found += [self._told(session, ROOT, shorter, own=False)] if shorter else []
        best = min(filter(None, found), key=lambda answer: answer.length, default=None)
        par = advisor.par(session)
        if best is not None and par is not None and best.length <= par.moves:
            return best
        if advisor.is_shortest_settled(session):
            return best
        advisor.want_shortest()
        return None

    def _from(self, session: Session, node: int) -> ShownAnswer | None:
        """The shorter one of the player's own answer and the solver's, from a node on."""
        position = session.tree.position_of(node)
        known = self._services.advisor.known_win(session.rules, position)
        found = []
        for moves, own in ((known, False), (flatten(session.tree.answer_from(node)), True)):
            if moves:
                # A twin's answer may name another empty place.
                with suppress(IllegalMove):
                    found.append(self._told(session, node, moves, own=own))
        return min(found, key=lambda answer: answer.length, default=None)

    def _told(
        self, session: Session, node: int, moves: tuple[Move, ...], *, own: bool
    ) -> ShownAnswer:
        _, advisor = self._services.language, self._services.advisor
        count = replay(session.rules, session.tree.position_of(node), moves)[1]
        par = advisor.par(session)
        shortest = node == ROOT and par is not None and par.proved and count == par.moves

        def whose() -> str:
            if shortest:
                words = _.plural("the shortest possible, {n} move",
                                 "the shortest possible, {n} moves", count)  # fmt: skip
            elif own:
                words = _.plural("your best, {n} move", "your best, {n} moves", count)
            elif node == ROOT:
                words = _.plural("the best known, {n} move", "the best known, {n} moves", count)
            else:
                words = _.plural("short answer, {n} move left", "short answer, {n} moves left",
                                 count)  # fmt: skip
            return words.format(n=count)

        return ShownAnswer(node, moves, count, whose)

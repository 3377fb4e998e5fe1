"""The best answers of the open deal: the shortest of any kind, and the shortest found alone. Also
which of its moves the player had help with, and so how a line came about.

An answer found alone is one that the player found without help.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from game.core.deals import Deck
from game.core.moves import Action, Move, action_text, parse_action
from game.core.position import Position
from game.history import FAR, Edge, EdgeRow
from game.play.session import DealHistory, Session, flatten, passed_positions
from game.rules import Rules
from game.storage import HelpKind, StoredAnswer, ToldMove, most_help, shorter

_Ends = tuple[int, int]
"""A counted move as the keys of the positions before and after it, so that it is the same on every
line and for every choice of an empty place.
"""


class DealHelp:
    """The counted moves of the open deal that were hinted, shown, pasted or imported."""

    def __init__(self, rules: Rules, told: Iterable[ToldMove] = ()) -> None:
        """`told`: what is stored."""
        self._rules = rules
        self._known: dict[_Ends, HelpKind] = {(one.source, one.target): one.how for one in told}
        self._unsaved: list[ToldMove] = []

    @property
    def known(self) -> dict[_Ends, HelpKind]:
        """The help that each move has had."""
        return self._known

    def join(
        self,
        told: Iterable[ToldMove],
        edges: Iterable[EdgeRow[Action]],
        own: Iterable[EdgeRow[Action]],
    ) -> None:
        """Take in what another window has told of the deal; `edges` are those that it knows, and
        `own` those known here. A move that was made alone on either side stays so.
        """
        theirs = {(one.source, one.target): one.how for one in told}
        walked = {row[:2]: row[4] for row in own if row[4]}
        made_alone_here = walked.keys() - self._known.keys()
        for row in edges:
            ends = row[:2]
            # What was walked first there; the same number is this window's own walk.
            if row[4] and row[4] < walked.get(ends, FAR) and ends not in theirs:
                self._known.pop(ends, None)
        for ends, how in theirs.items():
            if ends not in made_alone_here:
                self._known[ends] = min(self._known.get(ends, how), how, key=lambda one: one.rank)
        mine = self._known.items()
        self._unsaved = [ToldMove(*ends, how) for ends, how in mine if theirs.get(ends) is not how]

    def note(
        self, history: DealHistory, start: Position, moves: Sequence[Move], how: HelpKind
    ) -> None:
        """Note moves from the position `start` as help, except those that the player has made alone
        before. A move that has had more help keeps that. Raises ValueError, and notes nothing, if
        the rules refuse a move.
        """
        positions = [start]
        for move in moves:
            positions += passed_positions(self._rules, positions[-1], (move,))
        alone = set(self._made_alone(history, positions))
        for ends in _pairs(history, positions):
            before = self._known.get(ends)
            if ends not in alone and (before is None or before.rank < how.rank):
                self._set(ends, how)

    def _set(self, ends: _Ends, how: HelpKind) -> None:
        self._known[ends] = how
        self._unsaved.append(ToldMove(*ends, how))

    def _made_alone(self, history: DealHistory, positions: Iterable[Position]) -> Iterator[_Ends]:
        """The counted moves from some positions that the player found without help."""
        for position in positions:
            node = history.graph.nodes.get(history.key_of(position))
            for edge in node.out if node is not None else ():
                if not edge.helped:
                    yield from self._moves_of(history, position, edge.action)

    def _moves_of(
        self, history: DealHistory, position: Position, action: Action
    ) -> Iterator[_Ends]:
        return _pairs(history, [position, *passed_positions(self._rules, position, action)])

    def of_action(self, history: DealHistory, position: Position, action: Action) -> HelpKind:
        """The most help that a move of an action has had. An action of several moves that had help
        is noted as a whole too, so that a history that is opened need not replay its edges.
        """
        if not self._known:
            return HelpKind.ALONE
        moves = list(self._moves_of(history, position, action))
        how = most_help(self._known.get(ends, HelpKind.ALONE) for ends in moves)
        whole = moves[0][0], moves[-1][1]
        if not how.is_alone and whole not in self._known:
            self._set(whole, how)
        return how

    def of_line(self, history: DealHistory, actions: Iterable[Action]) -> HelpKind:
        """How a line from the deal came about: the most help that any of its moves has had."""
        if not self._known:
            return HelpKind.ALONE
        position, found = history.position_at(0), HelpKind.ALONE
        for action in actions:
            found = most_help((found, self.of_action(history, position, action)))
            position = passed_positions(self._rules, position, action)[-1]
        return found

    @property
    def has_unsaved(self) -> bool:
        """True if help was noted since the last `take_unsaved`."""
        return bool(self._unsaved)

    def take_unsaved(self) -> list[ToldMove]:
        """Return the help noted since the last call, to be saved."""
        taken, self._unsaved = self._unsaved, []
        return taken


def _pairs(history: DealHistory, positions: Iterable[Position]) -> Iterator[_Ends]:
    """The keys of each two positions that follow on one another."""
    keys = [history.key_of(position) for position in positions]
    return pairwise(keys)


class DealAnswers:
    """The best answers of one deal while it is open: the stored ones, and those found since."""

    def __init__(self, help: DealHelp, stored: Iterable[StoredAnswer] = ()) -> None:
        """`stored`: the answers that are stored."""
        self.help = help
        self._best: StoredAnswer | None = None
        self._alone: StoredAnswer | None = None
        """The best answer that was found alone."""
        self._unsaved: list[StoredAnswer] = []
        self._hear(stored)

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer, however it came about, or None."""
        return None if self._best is None else self._best.moves

    @property
    def best_alone(self) -> int | None:
        """Counted moves of the best answer that was found alone, or None."""
        return None if self._alone is None else self._alone.moves

    def join(self, stored: Sequence[StoredAnswer]) -> None:
        """Take in the answers that are stored by now. Better ones known here, which another window
        may have deleted, are to be saved again.
        """
        self._hear(stored)
        alone = [answer for answer in stored if answer.how.is_alone]
        for own, others in ((self._best, stored), (self._alone, alone)):
            if own is not None and all(own.rank < other.rank for other in others):
                self._unsaved.append(own)

    def _hear(self, answers: Iterable[StoredAnswer]) -> None:
        for answer in answers:
            self._best = shorter(self._best, answer)
            if answer.how.is_alone:
                self._alone = shorter(self._alone, answer)

    def hold(self, session: Session) -> None:
        """Put the stored answers into the graph, so that redo and the map can follow them. Call it
        after the history was restored.
        """
        history = session.history
        for answer in (self._alone, self._best):
            line = winning_actions(session.rules, session.deck, answer)
            if answer is None or not line:
                continue
            if not answer.how.is_alone:
                self.help.note(history, history.position_at(0), flatten(line), answer.how)
            history.hold(line)

    def take_better(self, session: Session) -> list[StoredAnswer]:
        """Return the answers of the graph to store, those better than the stored ones: the shortest
        of all, and the shortest without help.
        """
        found, self._unsaved = self._unsaved, []
        history, graph = session.history, session.history.graph
        best, alone = graph.start.answer_rank, graph.start.answer_rank_alone
        if history.best is not None and (self._best is None or best < self._best.rank):
            found.append(self._answer(session, graph.answer_from(graph.start.key)))
        if history.best_alone is not None and (self._alone is None or alone < self._alone.rank):
            way = graph.answer_from(graph.start.key, alone=True)
            found.append(self._answer(session, way))
        self._hear(found)
        return found

    def _answer(self, session: Session, way: Sequence[Edge[Action]]) -> StoredAnswer:
        """The answer along some edges from the deal on."""
        line = [edge.action for edge in way]
        how = self.help.of_line(session.history, line)
        moves = sum(edge.cost for edge in way)
        return StoredAnswer(moves, " ".join(map(action_text, line)), session.number, how=how)


def winning_actions(rules: Rules, deck: Deck, answer: StoredAnswer | None) -> list[Action]:
    """The actions of a stored answer; empty if they do not win under the present rules."""
    if answer is None:
        return []
    try:
        actions = [parse_action(word) for word in answer.actions.split()]
        end = rules.replay(rules.deal(deck), flatten(actions))
    except ValueError:
        return []
    return actions if rules.is_won(end) else []

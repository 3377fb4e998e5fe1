"""The best answers of the open deal: the shortest of any kind, and the shortest found alone. Also
which of its moves the player had help with, and so how a line came about.

An answer found alone is one that the player found without help.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.deals import Deck
from game.core.moves import Action, Move, action_text, parse_action
from game.core.position import Position
from game.history import ROOT, key_hash_of
from game.play.session import Session, flatten
from game.record.deal_key import deal_key
from game.record.storage_error_reports import StorageErrorReports
from game.rules import Rules
from game.storage import (
    HelpKind,
    Storage,
    StorageError,
    StoredAnswer,
    SuggestedAction,
    most_help,
    shorter,
)

_Edge = tuple[int, int]
"""A single move as the key hashes of the positions before and after it; 0 is a won position. So
it is the same on every path and for every choice of an empty place.
"""


class DealHelp:
    """The moves of the open deal that were hinted, shown, pasted or imported."""

    def __init__(self, storage: Storage, troubles: StorageErrorReports) -> None:
        """Help that cannot be read is reported to `troubles` and counts as absent."""
        self._storage, self._troubles = storage, troubles
        self._known: dict[_Edge, HelpKind] = {}
        self._is_read = False
        """What is stored has been read."""
        self._unsaved: list[SuggestedAction] = []

    def note(
        self,
        session: Session,
        start: Position,
        moves: Sequence[Move],
        how: HelpKind,
        own: Sequence[Move],
    ) -> None:
        """Note moves from the position `start` as help, except those that the line `own` from the
        deal contains. A move that has had more help keeps that. Raises ValueError, and notes
        nothing, if the rules refuse a move.
        """
        known, rules = self._all(session), session.rules
        not_helped = {*_edges(rules, session.tree.position_of(ROOT), own)}
        # A list, so that all moves are replayed before the first is noted: one may be refused.
        for edge in [*_edges(rules, start, moves)]:
            before = known.get(edge)
            if edge not in not_helped and before is not most_help([how, before or how]):
                known[edge] = how
                self._unsaved.append(SuggestedAction(*edge, how))

    def how_of(self, session: Session, line: Sequence[Action]) -> HelpKind:
        """How a line from the deal came about: the most help that any of its moves has had."""
        known = self._all(session)
        if not known:
            return HelpKind.ALONE
        walked = _edges(session.rules, session.tree.position_of(ROOT), flatten(line))
        return most_help(known.get(edge, HelpKind.ALONE) for edge in walked)

    @property
    def has_unsaved(self) -> bool:
        """True if help was noted since the last `take_unsaved`."""
        return bool(self._unsaved)

    def take_unsaved(self) -> list[SuggestedAction]:
        """Return the help noted since the last call, to be saved."""
        taken, self._unsaved = self._unsaved, []
        return taken

    def read_again(self) -> None:
        """Read the help from disk when it is next asked for. Help that is known here but was
        deleted from disk by another program is saved again.
        """
        self._is_read = False

    def _all(self, session: Session) -> dict[_Edge, HelpKind]:
        if not self._is_read:
            self._is_read = True
            try:
                stored = self._storage.answers.help_of(deal_key(session.rules, session.deck))
            except StorageError as error:
                self._troubles.report(error)
                return self._known
            ours = self._known.items()
            self._unsaved += (
                SuggestedAction(*edge, how) for edge, how in ours if edge not in stored
            )
            self._known.update(stored)
        return self._known


def _edges(rules: Rules, start: Position, moves: Sequence[Move]) -> Iterator[_Edge]:
    """The edges of a line that begins at a position. Raises ValueError if a move is refused."""
    position, before = start, _key_hash(rules, start)
    for move in moves:
        position = rules.apply(position, move)
        after = _key_hash(rules, position)
        yield before, after
        before = after


def _key_hash(rules: Rules, position: Position) -> int:
    return 0 if rules.is_won(position) else key_hash_of(rules.key(position))


class DealAnswers:
    """The best answers of one deal while it is open: the stored ones, and those found since."""

    def __init__(self, storage: Storage, troubles: StorageErrorReports) -> None:
        """An answer that cannot be read is reported to `troubles` and counts as absent."""
        self._storage, self._troubles = storage, troubles
        self.help = DealHelp(storage, troubles)
        self._best: StoredAnswer | None = None
        self._alone: StoredAnswer | None = None
        """The best answer that was found alone."""
        self._alone_end: int | None = None
        """The id of the node that `_alone` ends at; None if it is not known."""
        self._was_united = False
        """True if another program's tree was merged in after the answers were last read."""

    @property
    def best(self) -> int | None:
        """Counted moves of the player's best answer, however it came about, or None."""
        return None if self._best is None else self._best.moves

    @property
    def best_alone(self) -> int | None:
        """Counted moves of the best answer that was found alone, or None."""
        return None if self._alone is None else self._alone.moves

    def hold(self, session: Session) -> None:
        """Put the stored answers into the tree, so that redo and the map can follow them."""
        self._best = self._alone = self._alone_end = None
        self._read(session)
        for answer in (self._alone, self._best):
            line = winning_actions(session.rules, session.deck, answer)
            if answer is None or not line:
                continue
            end = session.tree.hold_answer(line)
            if answer is self._alone:
                self._spare_alone(session, end)
            if not answer.how.is_alone:
                start = session.tree.position_of(ROOT)
                self.note_help(session, start, flatten(line), answer.how)

    def note_help(
        self, session: Session, start: Position, moves: Sequence[Move], how: HelpKind
    ) -> None:
        """Note moves from a position as help, except those on the answer found alone."""
        own = flatten(winning_actions(session.rules, session.deck, self._alone))
        self.help.note(session, start, moves, how, own)

    def unite(self) -> None:
        """Note that the session continues in a tree that was merged with another program's."""
        self._alone_end, self._was_united = None, True

    def catch_up(self, session: Session) -> None:
        """Call after a save: if trees were merged, read the answers and help that are stored now.
        The other program may have deleted ours: the next save finds the answers in the tree.
        """
        if self._was_united:
            self._best = self._alone = None
            self._read(session)

    def _read(self, session: Session) -> None:
        key = deal_key(session.rules, session.deck)
        self._was_united = False
        self.help.read_again()
        try:
            self._best = shorter(self._best, self._storage.answers.best(key))
            self._alone = shorter(self._alone, self._storage.answers.best_alone(key))
        except StorageError as error:
            self._troubles.report(error)

    def take_better(self, session: Session) -> list[StoredAnswer]:
        """Return the answers of the tree to store, those better than the stored ones: the shortest
        of all, the answer that ends at the present node if it was found alone, and the best answer
        found alone if a graft has made it shorter.
        """
        tree, found = session.tree, []
        if tree.best is not None and (self._best is None or tree.best < self._best.moves):
            found.append(self._answer(session, tree.best_answer_nodes()[-1].id))
        if session.is_won and (self._alone is None or session.moves < self._alone.moves):
            found += (a for a in [self._answer(session, tree.here)] if a.how.is_alone)
        end = self._alone_end
        if end in tree and self._alone and tree.node(end).depth < self._alone.moves:
            found.append(self._answer(session, tree.node(end).id))
        for answer in found:
            self._best = shorter(self._best, answer)
            if answer.how.is_alone:
                self._alone = shorter(self._alone, answer)
        return found

    def _answer(self, session: Session, end: int) -> StoredAnswer:
        """The answer that ends at a node."""
        tree = session.tree
        line = tree.line(end)
        how, words = self.help.how_of(session, line), " ".join(map(action_text, line))
        moves = tree.node(end).depth
        if how.is_alone and (self._alone is None or moves < self._alone.moves):
            self._spare_alone(session, end)
        return StoredAnswer(moves, words, session.number, how=how)

    def _spare_alone(self, session: Session, end: int) -> None:
        """Make plain mode keep the best answer found alone, even if another is shorter."""
        session.tree.pinned = session.tree.pinned - {self._alone_end} | {end}
        self._alone_end = end


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

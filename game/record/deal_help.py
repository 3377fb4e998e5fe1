"""Records which moves of the open deal the player had help with, and so how a line came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.position import Action, Move, Position
from game.history import ROOT
from game.history.transpositions import key_hash_of
from game.play.session import Session, flatten
from game.record.deal_key import deal_key
from game.record.storage_error_reports import StorageErrorReports
from game.rules import Rules
from game.storage import HelpKind, Storage, StorageError, SuggestedAction

_Edge = tuple[int, int]
"""A single move as the marks of the positions before and after it. A mark is the hash of the
position's key, 0 for a won position, so the edge is the same on every path and for every choice of
an empty place.
"""


class DealHelp:
    """The moves of the open deal that were hinted, shown, pasted or imported."""

    def __init__(self, storage: Storage, troubles: StorageErrorReports) -> None:
        """Help that cannot be read is reported to `troubles` and counts as absent."""
        self._storage, self._troubles = storage, troubles
        self._known: dict[_Edge, HelpKind] | None = None
        """None: not read from disk yet."""
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
        deal contains. Raises ValueError, and notes nothing, if the rules refuse a move.
        """
        known, rules = self._all(session), session.rules
        not_helped = {*_edges(rules, session.tree.position_of(ROOT), own)}
        # A list, so that all moves are replayed before the first is noted: one may be refused.
        for edge in [*_edges(rules, start, moves)]:
            if edge not in not_helped and known.get(edge) is not how:
                known[edge] = how
                self._unsaved.append(SuggestedAction(*edge, how))

    def how_of(self, session: Session, line: Sequence[Action]) -> HelpKind:
        """How a line from the deal came about: the most help that any of its moves has had."""
        known, order = self._all(session), list(HelpKind).index
        walked = _edges(session.rules, session.tree.position_of(ROOT), flatten(line))
        return max(
            (known.get(edge, HelpKind.ALONE) for edge in walked), key=order, default=HelpKind.ALONE
        )

    @property
    def has_unsaved(self) -> bool:
        """True if help was noted since the last `take_unsaved`."""
        return bool(self._unsaved)

    def take_unsaved(self) -> list[SuggestedAction]:
        """Return the help noted since the last call, to be saved."""
        taken, self._unsaved = self._unsaved, []
        return taken

    def read_again(self) -> None:
        """Read the help from disk when it is asked for next."""
        self._known = None

    def _all(self, session: Session) -> dict[_Edge, HelpKind]:
        if self._known is None:
            try:
                self._known = self._storage.answers.help_of(deal_key(session.rules, session.deck))
            except StorageError as error:
                self._troubles.report(error)
                self._known = {}
        return self._known


def _edges(rules: Rules, start: Position, moves: Sequence[Move]) -> Iterator[_Edge]:
    """The edges of a line that begins at a position. Raises ValueError if a move is refused."""
    position, before = start, _mark(rules, start)
    for move in moves:
        position = rules.apply(position, move)
        after = _mark(rules, position)
        yield before, after
        before = after


def _mark(rules: Rules, position: Position) -> int:
    return 0 if rules.is_won(position) else key_hash_of(rules.key(position))

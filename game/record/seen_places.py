"""What the player has seen of the open deal: places of the deck in games with hidden cards, redeals
in Gaps (`Rules.seen`). It outlives undo, Backspace and clearing: nobody unsees a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from game.core.position import Position
from game.play.session import Session


class SeenPlaces:
    """The places of one deal that were seen, each with the walk counter at that moment."""

    def __init__(self, stored: Iterable[tuple[int, int]] = ()) -> None:
        """`stored`: what is saved."""
        self._first = dict(stored)
        self._unsaved: list[tuple[int, int]] = []

    def join(self, others: Iterable[tuple[int, int]]) -> None:
        """Take in what another window has saved: of a place the earlier moment."""
        theirs = dict(others)
        for place, first in theirs.items():
            self._first[place] = min(first, self._first.get(place, first))
        mine = self._first.items()
        self._unsaved = [(place, first) for place, first in mine if theirs.get(place) != first]

    def look(self, session: Session) -> None:
        """Note what shows where the session stands."""
        history = session.history
        before = history.position_at(history.at - 1) if history.at else None
        self._note(session, before, session.position)

    def show(self, session: Session, positions: Sequence[Position]) -> None:
        """Note what shows along a line that is shown to the player."""
        for before, position in pairwise(positions):
            self._note(session, before, position)

    def _note(self, session: Session, before: Position | None, position: Position) -> None:
        for place in session.rules.seen(session.deck, before, position):
            if place not in self._first:
                self._first[place] = session.history.graph.clock
                self._unsaved.append((place, self._first[place]))

    def take_unsaved(self) -> list[tuple[int, int]]:
        """Return what was seen since the last call, to be saved."""
        taken, self._unsaved = self._unsaved, []
        return taken

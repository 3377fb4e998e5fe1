"""What of the deal being played was seen, and which of its positions were new today."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise

from game.core.position import Position
from game.play.session import Session
from game.storage import DealKey, Storage, StorageError


class Today:
    """Stores, for a deal, its last day of play and the walk counter before that day.

    Days are local dates. A day is written once, after its first action.
    """

    def __init__(
        self, storage: Storage, day: Callable[[], str] = lambda: date.today().isoformat()
    ) -> None:
        self._storage, self._day = storage, day
        self._name = ""
        self._of = ""
        """The day that `_before` is of."""
        self._written = True
        self._before = self._now = 0

    @property
    def before(self) -> int:
        """Edges whose `first` is greater were first walked today. The day may change during
        play.
        """
        day = self._day()
        if day != self._of:
            self._of, self._before, self._written = day, self._now, False
        return self._before

    def open(self, key: DealKey, clock: int) -> None:
        """Call when a deal is opened; `clock` is its walk counter."""
        self._name, self._of, self._now = _name(key), self._day(), clock
        day, _, before = self._read().partition(" ")
        self._written = day == self._of and before.isdigit()
        self._before = int(before) if self._written else clock

    def forget(self, key: DealKey) -> None:
        """Call when a deal's history was cleared: its walks are counted from 1 again."""
        with suppress(StorageError):
            self._storage.clear_facts(_name(key))

    def _read(self) -> str:
        try:
            return self._storage.fact(self._name) or ""
        except StorageError:
            return ""

    def played(self, clock: int) -> None:
        """Call when an action was played and is on disk; `clock` as in `open`."""
        before, self._now = self.before, clock
        if self._name and not self._written:
            self._written = True
            # The loss of a day is too small to tell the player.
            with suppress(StorageError):
                self._storage.set_fact(self._name, f"{self._of} {before}")


def _name(key: DealKey) -> str:
    """The name of the fact that stores a deal's day."""
    return " ".join(("today", key.game, key.options, key.deck))


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

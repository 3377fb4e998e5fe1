"""A deal as it is stored: its key, its state, its tree and what is noted on it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from game.core.named_tuple import NamedTuple
from game.history import ROOT, NodeRow

A = TypeVar("A")


class DealKey(NamedTuple):
    """Identifies a deal in the history and in the statistics."""

    game: str
    options: str
    """The policy as text, empty for none."""
    deck: str
    """The 52 letters in dealing order."""


class DealState(NamedTuple):
    """The state of a deal, apart from its tree."""

    seconds: float = 0.0
    """Time played in this attempt."""
    hints: int = 0
    shown: bool = False
    """Whether show-me was used."""
    redone: bool = False
    """Whether redo was used."""
    attempt: int = 1
    """The number of the current play of this deal, from 1. A win or a restart begins the next."""
    total: float = 0.0
    """Seconds played in all attempts together."""

    def united(self, theirs: DealState) -> DealState:
        """Merge with the state of another program: the later attempt and greater total count. If
        both are at the same attempt, the longer time and all help count.
        """
        if theirs.attempt == self.attempt:
            return DealState._make(map(max, self, theirs))
        further = theirs if theirs.attempt > self.attempt else self
        return further._replace(total=max(self.total, theirs.total))


class LastPlayed(NamedTuple):
    """The deal that was opened last."""

    key: DealKey
    number: int | None
    when: int
    pack: str = ""


class TreeFigures(NamedTuple):
    """What a saved tree holds, in figures."""

    positions: int
    """How many were tried."""
    moves: int
    """Counted moves from the deal to where it was left."""
    bookmarks: int


class Saved(NamedTuple, Generic[A]):
    """A deal as it was left. One that was never played has no rows and revision 0."""

    key: DealKey
    number: int | None = None
    rows: tuple[NodeRow[A], ...] = ()
    here: int = ROOT
    bookmarks: tuple[int, ...] = ()
    state: DealState = DealState()
    when: int = 0
    """Last played, in seconds since 1970."""
    last_opened: int = 0
    """Orders deals by when they were last opened; the last one has the greatest value."""
    revision: int = 0
    """Grows with every save, so that two programs at the same deal notice each other."""
    unread: int = 0
    """How many rows are left out because their actions, or their ancestors', cannot be parsed."""
    pack: str = ""
    """The deal's place in a level pack, in the caller's words; empty: it has none."""


class About(NamedTuple):
    """The notes on a deal, which are not part of its tree."""

    name: str = ""
    note: str = ""
    """Name and note are the player's own words."""
    shortest: int | None = None
    """Counted moves of the shortest possible answer; None unless that was proved."""


class DealRecord(NamedTuple):
    """All that is stored of one deal except its plays, taken out to be put back."""

    key: DealKey
    saved: Saved[str] | None
    """None if there was no tree, or it was damaged."""
    rows: tuple[tuple[str, tuple[Any, ...]], ...]
    """The rows of the side tables, each with its table's name."""

"""The stored data as plain values: deals and their states, answers, plays."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
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
        """Merge with the state of another program: the later attempt and greater total count."""
        further = theirs if theirs.attempt > self.attempt else self
        return further._replace(total=max(self.total, theirs.total))


class HelpKind(StrEnum):
    """How an answer was found, in the order from no help to most help. An answer has the most help
    of all the actions on its line.
    """

    ALONE = "alone"
    UNKNOWN = "unknown"
    """Found before this was stored: taken as found alone."""
    HINTS = "hints"
    """A hint or a review suggested an action of it."""
    SHOWN = "shown"
    """The program showed it."""
    PASTED = "pasted"
    IMPORTED = "imported"

    @property
    def is_alone(self) -> bool:
        """Whether the player found it without help, as far as is known."""
        return self in (HelpKind.ALONE, HelpKind.UNKNOWN)


class SuggestedAction(NamedTuple):
    """An action that was suggested, given by the marks of the positions that it leads from and to.
    Every line with that action counts as helped.
    """

    before: int
    after: int
    """0 for a won position."""
    how: HelpKind


class StoredAnswer(NamedTuple):
    """A line that wins a deal."""

    moves: int
    """Counted moves."""
    actions: str
    """As text in the caller's notation."""
    number: int | None = None
    found: int = 0
    """When, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind = HelpKind.UNKNOWN


class PlayOutcome(StrEnum):
    """How a play ended."""

    OPEN = "open"
    STUCK = "stuck"
    """No move is left in the current position."""
    WON = "won"
    ABANDONED = "abandoned"
    """Not written any more; kept so that older rows are accepted."""


class Play(NamedTuple):
    """One attempt at a deal, for the statistics. Saving it again replaces it."""

    attempt: int
    outcome: PlayOutcome
    moves: int
    seconds: float
    hints: int = 0
    shown: bool = False
    redone: bool = False
    par: bool = False
    """Whether the play is par: as short as possible."""
    number: int | None = None
    when: int = 0
    """Last written, in seconds since 1970; filled in on saving where it is 0."""
    how: HelpKind = HelpKind.UNKNOWN
    """For a win, how its line was found."""
    id: int = 0
    """A random number, the same in every copy of the play; 0: stored before there was one."""

    @property
    def helped(self) -> bool:
        """Whether a hint, a shown answer or an earlier play has helped. A win is judged by `how`
        its line was found. A play that is not won, or was won before `how` was stored, is judged by
        the help asked for. Redo counts from the second attempt on: in the first it only retraces
        the player's own moves.
        """
        if self.how is HelpKind.UNKNOWN:
            return self.hints > 0 or self.shown or (self.redone and self.attempt > 1)
        return not self.how.is_alone


AttemptT = TypeVar("AttemptT", DealState, Play)


def renumbered(known: AttemptT, attempt: int) -> AttemptT:
    """What is known of an attempt, as that of another number. Redo in the first attempt was no
    help, and becomes none.
    """
    moved = known.attempt == 1 != attempt
    return known._replace(attempt=attempt, redone=known.redone and not moved)


class Tally(NamedTuple):
    """How many plays ended in the same way, with help or without."""

    outcome: PlayOutcome
    helped: bool
    plays: int
    last: int
    """When the last of them was written, in seconds since 1970."""


def tallied(plays: Iterable[Play]) -> list[Tally]:
    """Counts plays one by one, with the result of the query in `PlayTable.tallies`."""
    found: dict[tuple[PlayOutcome, bool], list[int]] = {}
    for play in plays:
        found.setdefault((play.outcome, play.helped), []).append(play.when)
    return [Tally(*kind, len(times), max(times)) for kind, times in found.items()]


class Played(NamedTuple):
    """A play and the deal it was of."""

    key: DealKey
    play: Play


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
    """None where there was no tree, or it was damaged."""
    rows: tuple[tuple[str, tuple[Any, ...]], ...]
    """The rows of the side tables, each with its table's name."""


def shorter(one: StoredAnswer | None, other: StoredAnswer | None) -> StoredAnswer | None:
    """The better of two answers: the shorter one; of equally short ones the one found alone, else
    `one`. None if both are None.
    """
    if one is None or other is None:
        return other if one is None else one
    return other if _worth(other) < _worth(one) else one


def _worth(answer: StoredAnswer) -> tuple[int, bool]:
    return answer.moves, not answer.how.is_alone

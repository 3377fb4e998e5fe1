"""A play as it is stored, and how plays are counted."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeVar

from game.core.named_tuple import NamedTuple
from game.storage.stored_answer import HelpKind
from game.storage.stored_deal import DealKey, DealState


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
    """A random number, the same in every copy of the play; 0: the play is older than this field."""

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
    """A play or a deal's state under the number of another attempt. Redo in the first attempt was
    no help, and becomes none.
    """
    moved = known.attempt == 1 != attempt
    return known._replace(attempt=attempt, redone=known.redone and not moved)


class Tally(NamedTuple):
    """The number of plays that ended in the same way, with or without help."""

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

"""An answer as it is stored, and the help that it was found with."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from game.core.named_tuple import NamedTuple


class HelpKind(StrEnum):
    """How an answer was found, in the order from no help to most help. An answer has the most help
    of all the actions on its line.
    """

    ALONE = "alone"
    UNKNOWN = "unknown"
    """Found before the kind of help was stored; counts as found alone."""
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


def most_help(kinds: Iterable[HelpKind]) -> HelpKind:
    """The kind with the most help; ALONE if there are none."""
    return max(kinds, key=list(HelpKind).index, default=HelpKind.ALONE)


class SuggestedAction(NamedTuple):
    """An action that was suggested, named by the key hashes of the positions before and after it.
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


def shorter(one: StoredAnswer | None, other: StoredAnswer | None) -> StoredAnswer | None:
    """The better of two answers: the shorter one; of equally short ones the one found alone, else
    `one`. None if both are None.
    """
    if one is None or other is None:
        return other if one is None else one
    return other if _worth(other) < _worth(one) else one


def _worth(answer: StoredAnswer) -> tuple[int, bool]:
    return answer.moves, not answer.how.is_alone

"""What a solver is asked and what it answers, the same for every game, and the limits
of searches. Searches for a deal count positions, in their own modules.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from game.core.moves import REDEAL, Move
from game.core.position import Position
from game.rules import Rules


class Verdict(StrEnum):
    """What is known of a position, taking the redeals that are left into account (Gaps)."""

    WON = "won"
    """It can be won, and the answer shows how."""
    UNWINNABLE = "unwinnable"
    """Proved by an exhausted search."""
    UNDECIDED = "undecided"
    """The search met a limit before it knew."""


class Goal(StrEnum):
    """How good an answer is wanted."""

    FIRST = "first"
    """Any win, or the proof that there is none."""
    SHORT = "short"
    """A win near the shortest."""
    OPTIMAL = "optimal"
    """The shortest win, with the proof that none is shorter where that is found."""


class Answer(NamedTuple):
    """The result of a search. Without a win, `moves` may lead to the highest score found (Gaps)."""

    verdict: Verdict
    moves: tuple[Move, ...] = ()
    optimal: bool = False
    """True only if it is proved that no win takes fewer counted moves; in Gaps: no win among those
    with as few redeals.
    """
    score: int | None = None
    """Gaps: the highest score that is known to be reachable; None in other games."""
    score_proved: bool = False
    nodes: int = 0
    fewest_redeals: bool = False
    """Gaps: True only where it is proved that no win takes fewer redeals."""
    least: int = 0
    """Of a search for the shortest answer below a length: no win takes fewer counted moves."""

    @property
    def redeals(self) -> int:
        """Gaps: how many redeals the moves take."""
        return redeals_in(self.moves)


def redeals_in(moves: Iterable[Move]) -> int:
    """Gaps: how many redeals there are among moves."""
    return sum(move.onto == REDEAL for move in moves)


class Search(Protocol):
    """A search that can be run in slices. Memory that cannot be had ends it as its limit does."""

    def run(self, nodes: int) -> bool:
        """Search about `nodes` further positions; True when the search has ended."""
        ...

    def answer(self) -> Answer:
        """What is known now; UNDECIDED with the best found so far if it has not ended."""
        ...


class WrongAnswer(AssertionError):
    """A solver's answer that the rules do not accept: a bug, never shown as an answer."""


def check_answer(rules: Rules, position: Position, answer: Answer) -> Answer:
    """The answer itself, once the rules have replayed it. Raises WrongAnswer."""
    try:
        last = rules.replay(position, answer.moves)
    except ValueError as error:
        raise WrongAnswer(f"{rules.name}: the rules refuse the answer: {error}") from error
    if answer.verdict is Verdict.WON and not rules.is_won(last):
        raise WrongAnswer(f"{rules.name}: the answer does not win")
    if answer.score is not None and answer.moves and rules.score(last) != answer.score:
        raise WrongAnswer(f"{rules.name}: the answer does not reach its score")
    return answer


MEGABYTE: Final = 1_000_000
DEFAULT_MEMORY: Final = 1000 * MEGABYTE
"""What a search may use, in bytes, unless its caller says otherwise."""
SEARCH_SECONDS: Final = 20.0
"""For the verdict of a position, and a hint or a short win from there."""
PAR_SECONDS: Final = 10.0
"""For a deal's par, and its shortest answer."""
PLACE_SECONDS: Final = 20.0
"""For each search of a review, which weighs one place of a line."""
PLACE_MEMORY: Final = DEFAULT_MEMORY // 2
LINE_SECONDS: Final = 180.0
"""For all searches of a review together."""


class SearchLimits(NamedTuple):
    """The limits of one search. At a limit it ends with what it knows by then."""

    seconds: float | None = None
    memory: int = DEFAULT_MEMORY
    """Bytes."""

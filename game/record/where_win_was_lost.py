"""A line of positions, and what is known of where a win was lost on it.

Every position after a lost one is lost. So a line that ends lost can be won up to some place, and
is lost from the next place on. A place is an index on the line, from 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.play.session import LineStep
from game.solver.answer import Verdict
from game.solver.line_worths import where_lost


class VerdictLine(NamedTuple):
    """The steps of a line, and the verdict of the position after each; None: not known yet."""

    steps: Sequence[LineStep]
    verdicts: list[Verdict | None]

    @property
    def is_lost(self) -> bool:
        """True if the end of the line is known to be lost."""
        return Verdict.UNWINNABLE in self.verdicts

    @property
    def bounds(self) -> tuple[int, int]:
        """The last place known to be won (-1: none), and the first place after it known to be
        lost. Only for a lost line.
        """
        low, high = where_lost(self.verdicts)
        assert high is not None
        return low, high

    @property
    def undos_to_win(self) -> int | None:
        """The number of actions from the last place that can be won to the end; None while that
        place is not known. Only for a lost line.
        """
        low, high = self.bounds
        return None if low < 0 or None in self.verdicts[low:high] else len(self.steps) - 1 - low

    @property
    def lost_at(self) -> int | None:
        """The number of the move that lost the win, as in a review: of a run, its first move. 0:
        the deal itself is lost. None: not known yet. Only for a lost line.
        """
        low, high = self.bounds
        if high > low + 1:
            return None
        return self.steps[high].moves if low < 0 else self.steps[low].moves + 1

    def probe(self) -> int | None:
        """The place to ask the solver about next: the end or, if that is lost, the middle of the
        unknown stretch. If undecided places split that stretch, the part nearest to the end comes
        first. None: there is nothing left to ask.
        """
        last = len(self.steps) - 1
        if not self.is_lost:
            return last if self.verdicts[last] is None else None
        low, high = self.bounds
        unknown = [n for n in range(low + 1, high) if self.verdicts[n] is None]
        if not unknown:
            return None
        places = reversed(range(unknown[-1] + 1))
        first = next(n for n in places if self.verdicts[n - 1] or n == 0)
        return (first + unknown[-1]) // 2

"""The review of a line: which place is searched next, and for what."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from game.rules import Gaps, Klondike
from game.solver.answer import Verdict
from game.solver.line_deductions import Aim, Job, LineDeductions

STRIDE: Final = 8
"""Short answers are searched for at places whose number is a multiple of this."""
_INWARDS: Final = (Klondike.name, Gaps.name)
"""Games in which a verdict can take long: the places next to what is known come first."""


class LineReview(LineDeductions):
    """The worths of a line while they are being worked out."""

    def next_job(self, busy: Collection[Job] = ()) -> Job | None:
        """The search most worth running, except those in `busy`. None: nothing is left, or a
        running search decides what follows.
        """
        self.settle()
        taken = self._asked.union((job.aim, job.place) for job in busy)
        for job in self._jobs():
            if (job.aim, job.place) not in taken:
                return job
            if job.aim is Aim.VERDICT and job.place == len(self._most) - 1 and job in busy:
                # All other searches depend on this verdict.
                return None
        return None

    def _jobs(self) -> Iterator[Job]:
        """All that could be searched, most urgent first."""
        for game in sorted(set(self._games), key=lambda game: -game.start):
            if self.worth(game[-1]).verdict is Verdict.UNDECIDED:
                yield Job(Aim.VERDICT, game[-1])
            for place in self._probes(game):
                yield Job(Aim.VERDICT, place)
        known = enumerate(self.worths())
        open_ = [n for n, one in known if one.verdict is Verdict.WON and not one.proved]
        for place in open_:
            if place % STRIDE == 0:
                yield Job(Aim.SHORT, place)
        if self._proves:
            for place in open_:
                yield Job(Aim.PROOF, place, self._most[place] - self.line.depths[place])

    def _probes(self, game: range) -> Iterator[int]:
        """The places of a game whose verdict tells most of where the win was lost."""
        low, high = self._last_won(game), self._first_lost(game)
        if high is None:
            # The end is not decided: whether the deal can be won at all is the next question.
            high = game[-1]
            if low < game.start < high:
                yield game.start
        places = (n for n in range(low + 1, high) if not self._lost[n])
        unknown = [n for n in places if (Aim.VERDICT, n) not in self._asked]
        if not unknown:
            return
        if self.line.rules.name in _INWARDS:
            yield from _inwards(unknown)
        else:
            yield unknown[len(unknown) // 2]


def _inwards(places: list[int]) -> Iterator[int]:
    """The last one, the first one, the last but one and so on."""
    low, high = 0, len(places) - 1
    while low <= high:
        yield places[high]
        if low < high:
            yield places[low]
        low, high = low + 1, high - 1

"""Hints and verdicts for text play: asks the solver, and waits for its reply."""

from __future__ import annotations

import time
from threading import Event
from typing import Final

from game.core.moves import Move
from game.play.session import Session
from game.play.verdict import AT_MOST, LOST, VerdictLight
from game.record.advisor import Advisor
from game.record.solver_gateway import SolverGateway

PATIENCE_S: Final = 25.0
"""Seconds to wait for the solver, which gives up earlier."""
FEWEST_S: Final = 5.0
"""Of these, seconds to wait for the fewest redeals (Gaps)."""


class TextAdvice:
    """Asks the solver, one question at a time. Call `close` at the end."""

    def __init__(self) -> None:
        self._woken = Event()
        self._solver = SolverGateway(self._woken.set, eager=False)
        self._advisor = Advisor(self._solver, self._woken.set, lambda name, **told: None)

    def light(self, session: Session) -> VerdictLight:
        """Whether the present position can be won. For a lost one, it is also found out where the
        win was lost.
        """
        self._advisor.follow(session, watch=True, warn=True, par=False)
        self._wait(back=True)
        return self._advisor.light or VerdictLight.UNKNOWN

    @property
    def undos_to_win(self) -> int | None:
        """How many undos lead from the position that `light` was asked for to one that can be won;
        None if that is not known, and if the position is not lost.
        """
        return self._advisor.undos_to_win

    def hint(self, session: Session) -> Move | None:
        """The next move of a short answer, or of the best one known by the end of the wait, or
        towards the `score` of a lost position (Gaps); None if none is known.
        """
        self._advisor.follow(session, watch=True, warn=False, par=False)
        self._advisor.want_hint()
        self._wait(short=True)
        return self._advisor.first_hint

    @property
    def is_lost(self) -> bool:
        """True if the position last asked about is known to be lost."""
        return self._advisor.light in LOST

    @property
    def score(self) -> int | None:
        """Gaps: the highest score known to be reachable from the position last asked about."""
        return self._advisor.score

    def _wait(self, *, short: bool = False, back: bool = False) -> None:
        """Wait until the position's verdict is known and, with `short`, a short win or, with
        `back`, where a win was lost, at most `PATIENCE_S`; in Gaps also until the fewest redeals
        are, at most `FEWEST_S`.
        """
        begun = time.monotonic()
        self._advisor.collect()
        while (left := begun + self._patience(short=short, back=back) - time.monotonic()) > 0:
            self._woken.wait(left)
            self._woken.clear()
            self._advisor.collect()

    def _patience(self, *, short: bool, back: bool) -> float:
        """How many seconds it is worth waiting for what is not known yet."""
        advisor, light = self._advisor, self._advisor.light
        seeks_back = back and light in LOST and advisor.undos_to_win is None
        if (
            light is VerdictLight.THINKING
            or (short and advisor.seeks_short)
            or (seeks_back and not advisor.knows_no_way_back)
        ):
            return PATIENCE_S
        return FEWEST_S if light in AT_MOST and self._advisor.is_improving else 0.0

    def close(self) -> None:
        """End the solver's process."""
        self._solver.close()

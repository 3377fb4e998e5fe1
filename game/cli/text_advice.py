"""Hints and verdicts for text play: asks the solver, and waits for its reply."""

from __future__ import annotations

import time
from threading import Event
from typing import Final

from game.core.position import Move
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.advisor import Advisor

PATIENCE_S: Final = 25.0
"""Seconds to wait for the solver, which gives up earlier."""


class TextAdvice:
    """Asks the solver, one question at a time. Call `close` at the end."""

    def __init__(self) -> None:
        self._woken = Event()
        self._advisor = Advisor(self._woken.set, lambda name, **told: None, eager=False)

    def light(self, session: Session) -> VerdictLight:
        """Whether the present position can be won."""
        self._advisor.follow(session, watch=True, warn=False, par=False)
        self._wait()
        return self._advisor.light or VerdictLight.UNKNOWN

    def hint(self, session: Session) -> Move | None:
        """The next move of a short answer, or towards the `score` of a lost position (Gaps); None
        where none is known.
        """
        self._advisor.follow(session, watch=True, warn=False, par=False)
        self._advisor.want_hint()
        self._wait()
        return self._advisor.hint

    @property
    def score(self) -> int | None:
        """Gaps: the highest score known to be reachable from the position last asked about."""
        return self._advisor.score

    def _wait(self) -> None:
        """Wait until the position's verdict is known, at most `PATIENCE_S`."""
        until = time.monotonic() + PATIENCE_S
        while self._advisor.light is VerdictLight.THINKING and time.monotonic() < until:
            self._woken.wait(until - time.monotonic())
            self._woken.clear()
            self._advisor.collect()

    def close(self) -> None:
        """End the solver's process."""
        self._advisor.close()

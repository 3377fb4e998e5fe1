"""Weighs the moves of a line in the worker, a slice at a time, and within limits."""

from __future__ import annotations

import sys
import time
import traceback
from typing import Final

from game.solver.answer import LINE_SECONDS, PLACE_MEMORY, PLACE_SECONDS, SearchLimits
from game.solver.line_messages import Weigh, Weighed, unpacked
from game.solver.line_review import ReviewScheduler
from game.solver.line_search import LineSearch

_TOLD_EVERY: Final = 0.05
"""The least time between two deliveries, in seconds. They are drawn, and nobody reads faster."""


class Weigher:
    """Joins the parts of lines and reviews the newest line, a slice at a time."""

    def __init__(self) -> None:
        self._number = 0
        self._data = b""
        self._search: LineSearch | None = None
        self._review: ReviewScheduler | None = None
        self._spent = 0.0
        self._told = 0.0

    def want(self, message: Weigh) -> None:
        """Take in a part; the last one makes the line the one to weigh."""
        if message.part == 0:
            self._end()
            self._number = message.number
        self._data += message.data
        if message.parts and message.part == message.parts - 1:
            line, known = unpacked(self._data)
            self._data = b""
            self._review = ReviewScheduler(line)
            self._review.note_found(known)
            self._search = LineSearch(self._review, SearchLimits(PLACE_SECONDS, PLACE_MEMORY))

    @property
    def is_busy(self) -> bool:
        """True while a line is there to weigh."""
        return self._search is not None

    def step(self) -> Weighed | None:
        """A slice of a few milliseconds; what has become known, if it is time to tell."""
        try:
            return self._slice()
        except Exception as error:
            # A bug in a solver, or a lack of memory, costs this line, not the worker.
            if not isinstance(error, MemoryError):
                traceback.print_exc(file=sys.stderr)
            self._end()
            return Weighed(self._number, (), True)

    def _slice(self) -> Weighed | None:
        assert self._search is not None and self._review is not None
        begun = time.monotonic()
        final = self._search.step() or self._spent >= LINE_SECONDS
        now = time.monotonic()
        self._spent += now - begun
        if not final and (not self._review.changed or now - self._told < _TOLD_EVERY):
            return None
        self._told = now
        found = self._review.found(self._review.changed)
        self._review.changed.clear()
        if final:
            self._end()
        return Weighed(self._number, found, final)

    def _end(self) -> None:
        self._search = self._review = None
        self._data, self._spent, self._told = b"", 0.0, 0.0

"""The messages for weighing a line in the worker: the line goes in parts, results come back.

A message to the worker must fit into an empty pipe, but a line may be long. So a line is sent in
parts, and the worker notes each part before the next is sent.
"""

from __future__ import annotations

import pickle
import sys
import time
import traceback
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from game.solver.line import Line
from game.solver.line_review import LineReview
from game.solver.line_search import JobLimits, LineSearch
from game.solver.line_worths import Found
from game.solver.memory_limit import DEFAULT_MEMORY

PART: Final = 2000
"""The size of a part of a line, in bytes."""
LIMITS: Final = JobLimits(20.0, DEFAULT_MEMORY // 2)
"""The limits of one search."""
SECONDS: Final = 180.0
"""The seconds that all searches of a line may take."""
_TOLD_EVERY: Final = 0.05
"""The least time between two deliveries, in seconds. They are drawn, and nobody reads faster."""


@dataclass(frozen=True, slots=True)
class Weigh:
    """A message: one part of a line. The last part begins the work, a newer line ends it."""

    number: int
    """The number of the line; 0: no line is wanted."""
    part: int
    parts: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Weighed:
    """What has become known of a line since the last time."""

    number: int
    found: tuple[Found, ...]
    final: bool
    """True: nothing more will come of this line."""


NOTHING: Final = Weigh(0, 0, 0, b"")
"""The message that ends the work."""


@dataclass(slots=True)
class Weighing:
    """The client's record of a line whose review has not ended."""

    number: int
    line: Line
    known: dict[int, Found]
    """By place."""
    tries: int = 0
    """How many workers were lost over it."""
    parts: list[Weigh] = field(default_factory=list)
    """The messages to a worker."""

    def pack(self) -> None:
        """Make the messages to a worker from the line and what is known by now."""
        known = [self.known[place] for place in sorted(self.known)]
        self.parts = packed(self.number, self.line, known)


def packed(number: int, line: Line, known: Sequence[Found]) -> list[Weigh]:
    """A line, and what is known of it, as messages."""
    told = (line.rules, line.positions[0], line.actions[1:], tuple(known))
    data = zlib.compress(pickle.dumps(told))
    cuts = range(0, len(data), PART)
    return [Weigh(number, n, len(cuts), data[at : at + PART]) for n, at in enumerate(cuts)]


def unpacked(data: bytes) -> tuple[Line, tuple[Found, ...]]:
    """The line of all parts, and what is known of it."""
    rules, start, actions, known = pickle.loads(zlib.decompress(data))
    return Line.of_actions(rules, start, actions), known


class Weigher:
    """Joins the parts of lines and reviews the newest line, a slice at a time."""

    def __init__(self) -> None:
        self._number = 0
        self._data = b""
        self._search: LineSearch | None = None
        self._review: LineReview | None = None
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
            self._review = LineReview(line)
            self._review.note_found(known)
            self._search = LineSearch(self._review, LIMITS)

    @property
    def is_busy(self) -> bool:
        """True while a line is there to weigh."""
        return self._search is not None

    def step(self) -> Weighed | None:
        """A slice of a few milliseconds; what has become known, if it is time to tell."""
        try:
            return self._slice()
        except Exception:
            # A bug in a solver costs this line, not the worker.
            traceback.print_exc(file=sys.stderr)
            self._end()
            return Weighed(self._number, (), True)

    def _slice(self) -> Weighed | None:
        assert self._search is not None and self._review is not None
        begun = time.monotonic()
        final = self._search.step() or self._spent >= SECONDS
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

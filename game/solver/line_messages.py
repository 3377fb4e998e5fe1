"""The messages for weighing a line in the worker: the line goes in parts, results come back.

A message to the worker must fit into an empty pipe, but a line may be long. So a line is sent in
parts, and the worker notes each part before the next is sent.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from game.solver.line_worths import Line, PositionBounds

PART: Final = 2000
"""The size of a part of a line, in bytes."""


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
    found: tuple[PositionBounds, ...]
    final: bool
    """True: nothing more will come of this line."""


NOTHING: Final = Weigh(0, 0, 0, b"")
"""The message that ends the work."""


@dataclass(slots=True)
class Weighing:
    """The client's record of a line whose review has not ended."""

    number: int
    line: Line
    known: dict[int, PositionBounds]
    """By place."""
    tries: int = 0
    """How many workers were lost over it."""
    parts: list[Weigh] = field(default_factory=list)
    """The messages to a worker."""

    def pack(self) -> None:
        """Make the messages to a worker from the line and what is known by now."""
        known = [self.known[place] for place in sorted(self.known)]
        self.parts = packed(self.number, self.line, known)


def packed(number: int, line: Line, known: Sequence[PositionBounds]) -> list[Weigh]:
    """A line, and what is known of it, as messages."""
    told = (line.rules, line.positions[0], line.actions[1:], tuple(known))
    data = zlib.compress(pickle.dumps(told))
    cuts = range(0, len(data), PART)
    return [Weigh(number, n, len(cuts), data[at : at + PART]) for n, at in enumerate(cuts)]


def unpacked(data: bytes) -> tuple[Line, tuple[PositionBounds, ...]]:
    """The line of all parts, and what is known of it."""
    rules, start, actions, known = pickle.loads(zlib.decompress(data))
    return Line.of_actions(rules, start, actions), known

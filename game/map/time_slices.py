"""Work done a little at a time, so that no frame has to wait for it."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")
Slices = Generator[None, None, T]
"""Yields every millisecond or so, and returns what came of it."""


def finish(slices: Slices[T]) -> T:
    """Do all of it at once."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            result: T = end.value
            return result


class SlicedJob(Generic[T]):
    """Some work that has begun."""

    def __init__(self, slices: Slices[T]) -> None:
        self._slices = slices
        self.done = False

    def work(self, seconds: float) -> None:
        """Go on for so long, in seconds of this thread's processor time, or to the end."""
        until = time.thread_time() + seconds
        while not self.done and time.thread_time() < until:
            self.done = next(self._slices, self) is self

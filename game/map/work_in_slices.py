"""Runs long work in slices, so that no frame waits for it."""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Slices = Generator[None, None, T]
"""A generator that yields about every millisecond and returns the result."""


class SlicedJob:
    """Runs a generator of slices and drops its result; `done` is True once it has ended."""

    def __init__(self, slices: Slices[Any]) -> None:
        self._slices = slices
        self.done = False

    def work(self, seconds: float) -> None:
        """Continue for `seconds` of this thread's processor time, or to the end."""
        until = time.thread_time() + seconds
        while not self.done and time.thread_time() < until:
            self.done = next(self._slices, self) is self

"""Tells a double click, or two quick presses of a key, from two single ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Final

DOUBLE_CLICK_S: Final = 0.4
"""The longest time from one click to the next that make a double click."""


class DoubleClick:
    """Follows the clicks on things that take double clicks; `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._first: tuple[Hashable, float] | None = None
        """What the last click was on, and when; None if it cannot be the first of two."""

    def is_second(self, target: Hashable) -> bool:
        """Note a click on a target; True if it follows one on the same target soon enough. A third
        click begins anew.
        """
        now, first = self._now(), self._first
        double = first is not None and first[0] == target and now - first[1] <= DOUBLE_CLICK_S
        self._first = None if double else (target, now)
        return double

    def forget(self) -> None:
        """The next click is a first one."""
        self._first = None

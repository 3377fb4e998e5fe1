"""What the mouse of all scenes shares: its cursor (arrow, hand, or an arrow that points down at a
target), and what a double click is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from enum import Enum
from typing import Final

import pygame

from game.widgets.look import Look

SIDE = 30
"""In dp."""


class Shape(Enum):
    """The drawing's name, and its hot spot in 48ths of its side."""

    ARROW = ("cursor-arrow", (4, 3))
    HAND = ("cursor-hand", (20, 3))
    DOWN = ("cursor-down", (24, 44))


class Cursors:
    """The cursor that is wanted, and the one that is shown. One is shared by all scenes."""

    def __init__(self) -> None:
        self.wanted: tuple[Shape, Look] | None = None
        """None: the system's own arrow, for scenes that set no cursor."""
        self._shown: tuple[Shape, int] | None = None

    def show(self, shape: Shape, look: Look) -> None:
        """Request a cursor."""
        self.wanted = shape, look

    def reset(self) -> None:
        """Request the system's own arrow."""
        self.wanted = None

    def apply(self) -> None:
        """Show the requested cursor, unless it is shown already."""
        wanted = None if self.wanted is None else (self.wanted[0], _side(self.wanted[1]))
        if wanted == self._shown:
            return
        self._shown = wanted
        cursor = pygame.SYSTEM_CURSOR_ARROW if self.wanted is None else _drawn(*self.wanted)
        # Without a mouse, or on a display without cursors, there is nothing to change.
        with suppress(pygame.error):
            pygame.mouse.set_cursor(cursor)


def _side(look: Look) -> int:
    return max(24, look.px(SIDE))


def _drawn(shape: Shape, look: Look) -> pygame.Cursor:
    name, (x, y) = shape.value
    side = _side(look)
    art = look.assets.picture(f"icons/{name}", (side, side))
    return pygame.Cursor((x * side // 48, y * side // 48), art)


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

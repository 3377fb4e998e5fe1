"""The mouse cursor of a table: arrow, hand, or an arrow that points down at a target."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from enum import Enum
from functools import partial

import pygame

from game.widgets.look import Look

SIDE = 30
"""In dp."""


class Shape(Enum):
    """The drawing and the point in it that clicks, in 48ths."""

    ARROW = ("cursor-arrow", (4, 3))
    HAND = ("cursor-hand", (20, 3))
    DOWN = ("cursor-down", (24, 44))


class Cursors:
    """Shows a cursor; does nothing where it is shown already. One is shared by all scenes."""

    def __init__(self) -> None:
        self._shown: tuple[Shape, int] | None = None
        """None: the system's arrow."""
        self._rests = False
        self._put_off: Callable[[], None] | None = None

    def rest(self) -> None:
        """Change nothing until `begin`: the first frame would wait for it."""
        self._rests = True

    def begin(self) -> None:
        """Show what was wanted last meanwhile."""
        self._rests = False
        if self._put_off is not None:
            self._put_off()
            self._put_off = None

    def show(self, shape: Shape, look: Look) -> None:
        """Change the cursor."""
        if self._rests:
            self._put_off = partial(self.show, shape, look)
            return
        side = max(24, look.px(SIDE))
        if self._shown == (shape, side):
            return
        self._shown = shape, side
        name, (x, y) = shape.value
        art = look.assets.picture(f"icons/{name}", (side, side))
        # Without a mouse, or on a display that has none, there is nothing to change.
        with suppress(pygame.error):
            pygame.mouse.set_cursor(pygame.Cursor((x * side // 48, y * side // 48), art))

    def reset(self) -> None:
        """The system's own arrow, for scenes that have none."""
        self._put_off = None
        if self._shown is None:
            return
        self._shown = None
        with suppress(pygame.error):
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)

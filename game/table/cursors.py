"""The mouse cursor of a table: arrow, hand, or an arrow that points down at a target."""

from __future__ import annotations

from contextlib import suppress
from enum import Enum

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
    """Shows a cursor; does nothing where it is shown already."""

    def __init__(self) -> None:
        self._shown: tuple[Shape, int] | None = None

    def show(self, shape: Shape, look: Look) -> None:
        """Change the cursor."""
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
        """The system's own arrow, for other scenes."""
        self._shown = None
        with suppress(pygame.error):
            pygame.mouse.set_cursor(pygame.SYSTEM_CURSOR_ARROW)

"""A rectangle as plain numbers."""

from __future__ import annotations

from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle in window pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first pixel below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: int, y: int) -> bool:
        """True if a pixel lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

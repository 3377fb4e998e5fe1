"""How small and how large the window may be, in dp, and the room that scenes get in it."""

from __future__ import annotations

from typing import Final

LEAST_WINDOW: Final = (640, 400)
MOST_WINDOW: Final = (16_384, 16_384)

_Size = tuple[int, int]


def room_for_scenes(window: _Size, smallest: _Size = LEAST_WINDOW) -> _Size:
    """The size that scenes are laid out for: the window's, but at least `smallest`. In a smaller
    window, which some window managers make, the rest is cut off.
    """
    return max(window[0], smallest[0]), max(window[1], smallest[1])

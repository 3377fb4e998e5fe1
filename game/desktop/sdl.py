"""SDL functions that pygame lacks: sleep until an event, show parts of a window.

Falls back to plain pygame if SDL cannot be called directly.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from game.desktop.sdl_calls import SdlCalls

POLL_MS = 15
"""The interval at which the fallback looks for events."""
MOST_RECTS = 64
"""With more rectangles the whole window is shown at once."""


class Sdl:
    """The SDL functions that are called directly."""

    @cached_property
    def _direct(self) -> SdlCalls | None:
        # Imported at the first use, because the first frame does not need it.
        from game.desktop.sdl_calls import SdlCalls

        try:
            return SdlCalls()
        except (OSError, AttributeError, TypeError):
            return None

    def wait(self, seconds: float | None) -> None:
        """Sleep until there is an event, or for `seconds`; None: no limit."""
        if self._direct is not None:
            self._direct.wait(-1 if seconds is None else max(0, round(seconds * 1000)))
            return
        end = None if seconds is None else time.monotonic() + seconds
        while not pygame.event.peek() and (end is None or time.monotonic() < end):
            pygame.time.wait(POLL_MS)

    def show(self, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        """Show parts of the window's surface; None: all of it."""
        if rects is None or len(rects) > MOST_RECTS or self._direct is None:
            window.flip()
            return
        inside = window.get_surface().get_rect()
        parts = [part for rect in rects if (part := rect.clip(inside))]
        if parts and not self._direct.update(window, parts):
            window.flip()

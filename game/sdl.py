"""What SDL can do and pygame does not offer: sleeping until an event, showing parts of a window.

Both through ctypes on the library that pygame loaded, with plain pygame as the way out where a
symbol is not found.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Sequence

import pygame
import pygame.base

POLL_MS = 15
"""How often the fallback looks for events."""
MOST_RECTS = 64
"""From so many rectangles on the whole window is shown at once."""


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
    )


class Sdl:
    """The few functions that are called directly."""

    def __init__(self) -> None:
        self._library: ctypes.CDLL | None
        try:
            self._library = ctypes.CDLL(pygame.base.__file__)
            self._wait = self._library.SDL_WaitEventTimeout
            self._window = self._library.SDL_GetWindowFromID
            self._update = self._library.SDL_UpdateWindowSurfaceRects
        except (OSError, AttributeError, TypeError):
            self._library = None
            return
        self._window.restype = ctypes.c_void_p
        self._update.argtypes = (ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int)

    def wait(self, seconds: float | None) -> None:
        """Sleep until there is an event, or for so many seconds; None: for ever."""
        if self._library is not None:
            self._wait(None, -1 if seconds is None else max(0, round(seconds * 1000)))
            return
        end = None if seconds is None else time.monotonic() + seconds
        while not pygame.event.peek() and (end is None or time.monotonic() < end):
            pygame.time.wait(POLL_MS)

    def show(self, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        """Bring parts of the window's surface onto the screen; None: all of it."""
        if rects is None or self._library is None or len(rects) > MOST_RECTS:
            window.flip()
            return
        inside = pygame.Rect((0, 0), window.size)
        parts = [part for rect in rects if (part := rect.clip(inside))]
        if parts:
            array = (Rect * len(parts))(*(Rect(*part) for part in parts))
            handle = self._window(window.id)
            if not handle or self._update(handle, array, len(parts)) != 0:
                window.flip()

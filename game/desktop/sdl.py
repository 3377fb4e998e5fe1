"""SDL functions that pygame lacks, called in the library that pygame loaded: start the driver while
other threads run, sleep until an event, show parts of a window, look for fingers.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from types import ModuleType

import pygame
import pygame.base

POLL_MS = 15
"""The interval at which the fallback looks for events."""
MOST_RECTS = 64
"""With more rectangles the whole window is shown at once."""
_VIDEO = 0x20
"""SDL_INIT_VIDEO."""


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
    )


class Sdl:
    """Sleeps, and shows a window. If SDL cannot be called directly, plain pygame does it."""

    @cached_property
    def _library(self) -> ctypes.CDLL | None:
        """SDL, found at the first use: the first frame does not need it."""
        try:
            library = loaded("SDL2", pygame.base)
            library.SDL_WaitEventTimeout.argtypes = (ctypes.c_void_p, ctypes.c_int)
            library.SDL_GetWindowFromID.restype = ctypes.c_void_p
            library.SDL_UpdateWindowSurfaceRects.argtypes = (
                *(ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int),
            )
        except (OSError, AttributeError, TypeError):
            return None
        return library

    def wait(self, seconds: float | None) -> None:
        """Sleep until there is an event, or for `seconds`; None: no limit."""
        if self._library is not None:
            ms = -1 if seconds is None else max(0, round(seconds * 1000))
            self._library.SDL_WaitEventTimeout(None, ms)
            return
        end = None if seconds is None else time.monotonic() + seconds
        while not pygame.event.peek() and (end is None or time.monotonic() < end):
            pygame.time.wait(POLL_MS)

    def show(self, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        """Show parts of the window's surface; None: all of it."""
        if rects is None or len(rects) > MOST_RECTS:
            window.flip()
            return
        inside = window.get_surface().get_rect()
        parts = [part for rect in rects if (part := rect.clip(inside))]
        if parts and not self._is_updated(window, parts):
            window.flip()

    def _is_updated(self, window: pygame.Window, parts: Sequence[pygame.Rect]) -> bool:
        """Show parts of the window's surface; False if SDL fails or cannot be called."""
        if self._library is None:
            return False
        array = (Rect * len(parts))(*(Rect(*part) for part in parts))
        handle = self._library.SDL_GetWindowFromID(window.id)
        update = self._library.SDL_UpdateWindowSurfaceRects
        return bool(handle) and update(handle, array, len(parts)) == 0


def begin_video() -> None:
    """Have SDL start its video driver. pygame's own call, which must follow, would let no other
    thread run in the meantime; it finds the driver started, or tries again and tells the error.
    """
    with suppress(OSError, AttributeError):
        loaded("SDL2", pygame.base).SDL_InitSubSystem(_VIDEO)


def is_touched() -> bool:
    """Whether a finger is on a touch screen; True too if SDL cannot be called."""
    try:
        library = loaded("SDL2", pygame.base)
        library.SDL_GetTouchDevice.restype = ctypes.c_int64
        library.SDL_GetNumTouchFingers.argtypes = (ctypes.c_int64,)
        screens = map(library.SDL_GetTouchDevice, range(library.SDL_GetNumTouchDevices()))
        return any(library.SDL_GetNumTouchFingers(screen) > 0 for screen in screens)
    except (OSError, AttributeError):
        return True


def loaded(name: str, module: ModuleType) -> ctypes.CDLL:
    """A library that pygame has loaded. Raises OSError if it is not loaded.

    On Windows the library is looked up by name; elsewhere its functions are found through the
    pygame module that is linked with it. A second copy must never be loaded: it would not be
    initialised, so its wait would return at once and the main loop would spin.
    """
    if sys.platform != "win32":
        return ctypes.CDLL(str(module.__file__))
    find = ctypes.CDLL("kernel32").GetModuleHandleW
    find.argtypes, find.restype = (ctypes.c_wchar_p,), ctypes.c_void_p
    handle = find(f"{name}.dll")
    if not handle:
        raise OSError(f"{name}.dll is not loaded")
    return ctypes.CDLL(name, handle=handle)

"""SDL functions that pygame lacks, called in the library that pygame loaded: start the driver while
other threads run, sleep until an event, show parts of a window, look for fingers.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from ctypes import POINTER, c_char_p, c_int, c_int32, c_int64, c_uint32, c_void_p
from functools import cache
from types import ModuleType
from typing import Any, Final

import pygame
import pygame.base

MOST_RECTS = 64
"""With more rectangles the whole window is shown at once."""
_VIDEO = 0x20
"""SDL_INIT_VIDEO."""


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (("x", c_int), ("y", c_int), ("w", c_int), ("h", c_int))


_TYPES: Final[tuple[tuple[Any, ...], ...]] = (
    ("SDL_WaitEventTimeout", c_int, c_void_p, c_int),
    ("SDL_GetWindowFromID", c_void_p, c_uint32),
    ("SDL_GetWindowFlags", c_uint32, c_void_p),
    ("SDL_GetWindowDisplayIndex", c_int, c_void_p),
    ("SDL_GetWindowBordersSize", c_int, c_void_p, *(POINTER(c_int),) * 4),
    ("SDL_UpdateWindowSurfaceRects", c_int, c_void_p, POINTER(Rect), c_int),
    ("SDL_GetTouchDevice", c_int64, c_int),
    ("SDL_GetNumTouchFingers", c_int, c_int64),
    ("SDL_GameControllerOpen", c_void_p, c_int),
    ("SDL_GameControllerClose", None, c_void_p),
    ("SDL_GameControllerGetJoystick", c_void_p, c_void_p),
    ("SDL_JoystickInstanceID", c_int32, c_void_p),
    ("SDL_SetHint", c_int, c_char_p, c_char_p),
)
"""What functions return and take that do not take and return an int."""


@cache
def sdl() -> Any:
    """SDL itself. Other functions than those of `_TYPES` take and return ints, or what `byref`
    makes.
    """
    library = loaded("SDL2", pygame.base)
    for name, result, *taken in _TYPES:
        function = getattr(library, name)
        function.restype, function.argtypes = result, taken
    return library


class Sdl:
    """Sleeps, and shows a window."""

    def wait(self, seconds: float | None) -> None:
        """Sleep until there is an event, or for `seconds`; None: no limit."""
        sdl().SDL_WaitEventTimeout(None, -1 if seconds is None else max(0, round(seconds * 1000)))

    def show(self, window: pygame.Window, rects: Sequence[pygame.Rect] | None) -> None:
        """Show parts of the window's surface; None: all of it."""
        if rects is None or len(rects) > MOST_RECTS:
            window.flip()
            return
        inside = window.get_surface().get_rect()
        parts = [Rect(*part) for rect in rects if (part := rect.clip(inside))]
        if parts:
            handle = sdl().SDL_GetWindowFromID(window.id)
            array = (Rect * len(parts))(*parts)
            if not handle or sdl().SDL_UpdateWindowSurfaceRects(handle, array, len(parts)):
                window.flip()


def begin_video() -> None:
    """Have SDL start its video driver. pygame's own call, which must follow, would let no other
    thread run in the meantime; it finds the driver started, or tries again and tells the error.
    """
    sdl().SDL_InitSubSystem(_VIDEO)


def is_touched() -> bool:
    """Whether a finger is on a touch screen."""
    screens = map(sdl().SDL_GetTouchDevice, range(sdl().SDL_GetNumTouchDevices()))
    return any(sdl().SDL_GetNumTouchFingers(screen) > 0 for screen in screens)


def loaded(name: str, module: ModuleType) -> ctypes.CDLL:
    """A library that pygame has loaded. Raises OSError if it is not loaded.

    On Windows the library is looked up by name; elsewhere its functions are found through the
    pygame module that is linked with it. A second copy must never be loaded: it would not be
    initialised, so its wait would return at once and the main loop would spin.
    """
    if sys.platform != "win32":
        return ctypes.CDLL(str(module.__file__))
    find = ctypes.CDLL("kernel32").GetModuleHandleW
    find.argtypes, find.restype = (ctypes.c_wchar_p,), c_void_p
    handle = find(f"{name}.dll")
    if not handle:
        raise OSError(f"{name}.dll is not loaded")
    return ctypes.CDLL(name, handle=handle)

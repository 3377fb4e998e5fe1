"""The functions of SDL that pygame does not offer, called in the library that pygame loaded."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence

import pygame
import pygame.base


class Rect(ctypes.Structure):
    """SDL_Rect."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("w", ctypes.c_int),
        ("h", ctypes.c_int),
    )


class SdlCalls:
    """Raises OSError, AttributeError or TypeError where the library or a function of it is not
    found.
    """

    def __init__(self) -> None:
        library = ctypes.CDLL(pygame.base.__file__)
        self._wait = library.SDL_WaitEventTimeout
        self._window = library.SDL_GetWindowFromID
        self._update = library.SDL_UpdateWindowSurfaceRects
        self._window.restype = ctypes.c_void_p
        self._update.argtypes = (ctypes.c_void_p, ctypes.POINTER(Rect), ctypes.c_int)

    def wait(self, ms: int) -> None:
        """Sleep until there is an event, or for so many milliseconds; -1: for ever."""
        self._wait(None, ms)

    def update(self, window: pygame.Window, parts: Sequence[pygame.Rect]) -> bool:
        """Bring parts of the window's surface onto the screen; False where SDL could not."""
        array = (Rect * len(parts))(*(Rect(*part) for part in parts))
        handle = self._window(window.id)
        return bool(handle) and self._update(handle, array, len(parts)) == 0

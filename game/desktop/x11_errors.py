"""Error handlers for Xlib, whose own handlers end the program at once if the window or server is
gone.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, Final

import pygame

from game.desktop import x11

_GONE: Final = (3, 9)
"""BadWindow and BadDrawable."""


class _Error(ctypes.Structure):
    """The first fields of XErrorEvent."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("resource", ctypes.c_ulong),
        ("serial", ctypes.c_ulong),
        ("code", ctypes.c_ubyte),
    )


_OnError: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(_Error))
_OnLost: Final = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)

_kept: list[Any] = []
"""The handlers, kept alive because Xlib may call them until the program ends."""


def handle_x11_errors(window_gone: Callable[[], None], server_gone: Callable[[], None]) -> None:
    """Call `window_gone` when another program has destroyed the window, and `server_gone` when the
    server is lost. Both are called in whatever thread hears of it. `server_gone` must end the
    program: if it returns, Xlib does. Does nothing without X11.
    """
    if sys.platform != "linux" or pygame.display.get_driver() != "x11":
        return
    try:
        xlib = ctypes.CDLL(x11.LIBRARY)
        set_on_error, set_on_lost = xlib.XSetErrorHandler, xlib.XSetIOErrorHandler
    except (OSError, AttributeError):
        return

    def on_error(display: Any, error: Any) -> int:
        if error.contents.code in _GONE:
            window_gone()
            return 0
        return int(before(display, error)) if before else 0

    def on_lost(display: Any) -> int:
        server_gone()
        return 0

    handlers = _OnError(on_error), _OnLost(on_lost)
    set_on_error.restype = _OnError
    before = set_on_error(handlers[0])
    set_on_lost(handlers[1])
    _kept.extend((*handlers, before))

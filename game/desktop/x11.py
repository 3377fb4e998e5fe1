"""Requests to the X server that SDL does not offer: the size of the desktop, the hint that bypasses
the compositor, a connection of one's own. Without libX11 or a server there is no size, and the hint
does nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

_CARDINAL: Final = 6
"""XA_CARDINAL."""
_REPLACE: Final = 0
LIBRARY: Final = "libX11.so.6"
"""The library that SDL has loaded. Its name stands in no call, where packaging tools would find
it and bundle a second copy.
"""


def server_size() -> tuple[int, int] | None:
    """The width and height in pixels of all screens together; None if there is no server."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        return int(library.XDisplayWidth(server, 0)), int(library.XDisplayHeight(server, 0))
    return None


def bypass_compositor(window: int, *, wanted: bool) -> None:
    """Ask the compositor to leave a window alone, or (not `wanted`) withdraw the request."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        library.XInternAtom.restype = ctypes.c_ulong
        hint = ctypes.c_ulong(library.XInternAtom(server, b"_NET_WM_BYPASS_COMPOSITOR", 0))
        there = (server, ctypes.c_ulong(window), hint)
        with _without_errors(library, server):
            if wanted:
                one = ctypes.byref(ctypes.c_ulong(1))
                kind = ctypes.c_ulong(_CARDINAL)
                library.XChangeProperty(*there, kind, 32, _REPLACE, one, 1)
            else:
                library.XDeleteProperty(*there)


@contextmanager
def own_connection() -> Iterator[tuple[Any, ctypes.c_void_p]]:
    """A connection to the X server, separate from SDL's. Raises OSError if there is no server."""
    library: Any = ctypes.CDLL(LIBRARY)
    library.XOpenDisplay.restype = ctypes.c_void_p
    server = ctypes.c_void_p(library.XOpenDisplay(None))
    if not server:
        raise OSError("there is no X server")
    try:
        yield library, server
    finally:
        library.XCloseDisplay(server)


@contextmanager
def _without_errors(library: Any, server: ctypes.c_void_p) -> Iterator[None]:
    """Ignore X errors: the window may be gone, and Xlib's own handler would end the program."""
    ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
    library.XSetErrorHandler.restype = ctypes.c_void_p
    before = ctypes.c_void_p(library.XSetErrorHandler(ignore))
    try:
        yield
        library.XSync(server, 0)
    finally:
        library.XSetErrorHandler(before)

"""Requests to the X server that SDL does not offer: the desktop's density, its size, and the hint
that bypasses the compositor. Without libX11 or a server the functions return None or do nothing.
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
_DENSE_DPI: Final = 140
_MOST_DPI: Final = 1000


def server_dpi() -> float | None:
    """The pixels per inch that the desktop asks for: `Xft.dpi`, else the density of the server's
    screen if it is at least _DENSE_DPI. None if neither is known.
    """
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        library.XResourceManagerString.restype = ctypes.c_char_p
        resources: bytes = library.XResourceManagerString(server) or b""
        told = dpi_in(resources.decode("utf-8", "replace"))
        return _dpi_of_server(library, server) if told is None else told
    return None


def _dpi_of_server(library: Any, server: ctypes.c_void_p) -> float | None:
    """The server's own value, if it is high. Most servers report about 96 for any screen."""
    high, millimetres = library.XDisplayHeight(server, 0), library.XDisplayHeightMM(server, 0)
    dpi = high * 25.4 / max(1, millimetres)
    return dpi if _DENSE_DPI <= dpi <= _MOST_DPI else None


def server_size() -> tuple[int, int] | None:
    """The width and height in pixels of all screens together; None if there is no server."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        return int(library.XDisplayWidth(server, 0)), int(library.XDisplayHeight(server, 0))
    return None


def dpi_in(resources: str) -> float | None:
    """The value of `Xft.dpi` in the server's resources; None if it is missing or not plausible."""
    for line in resources.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "Xft.dpi":
            with suppress(ValueError):
                return dpi if 1 <= (dpi := float(value)) <= _MOST_DPI else None
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

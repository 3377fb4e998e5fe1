"""What an X server is asked beside SDL: the density that the desktop is set to, how large it is
now, and whether its compositor may go to sleep. Where there is no libX11, or no server, nothing is
known and nothing happens.
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
"""The one that SDL has loaded. A package must not bring another, so its name stands in no call."""
_DENSE_DPI: Final = 140
_MOST_DPI: Final = 1000


def server_dpi() -> float | None:
    """The pixels an inch that the desktop tells its programs of: `Xft.dpi`, else what the server
    was started with where that is dense. None where neither is known.
    """
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        library.XResourceManagerString.restype = ctypes.c_char_p
        resources: bytes = library.XResourceManagerString(server) or b""
        told = dpi_in(resources.decode("utf-8", "replace"))
        return _dpi_of_server(library, server) if told is None else told
    return None


def _dpi_of_server(library: Any, server: ctypes.c_void_p) -> float | None:
    """Usual servers pretend to something near 96, whatever the screen: that says nothing."""
    high, millimetres = library.XDisplayHeight(server, 0), library.XDisplayHeightMM(server, 0)
    dpi = high * 25.4 / max(1, millimetres)
    return dpi if _DENSE_DPI <= dpi <= _MOST_DPI else None


def server_size() -> tuple[int, int] | None:
    """What all screens make together; None where there is no server."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        return int(library.XDisplayWidth(server, 0)), int(library.XDisplayHeight(server, 0))
    return None


def dpi_in(resources: str) -> float | None:
    """The value of `Xft.dpi` in the server's resources; None for none, or one that is none."""
    for line in resources.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "Xft.dpi":
            with suppress(ValueError):
                return dpi if 1 <= (dpi := float(value)) <= _MOST_DPI else None
    return None


def bypass_compositor(window: int, *, wanted: bool) -> None:
    """Ask for a window's pictures to be shown without a compositor, or no longer."""
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
    """A connection of our own to the X server. OSError where there is none."""
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
    """A window that has gone meanwhile is no reason to end, as Xlib has it by itself."""
    ignore = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
    library.XSetErrorHandler.restype = ctypes.c_void_p
    before = ctypes.c_void_p(library.XSetErrorHandler(ignore))
    try:
        yield
        library.XSync(server, 0)
    finally:
        library.XSetErrorHandler(before)

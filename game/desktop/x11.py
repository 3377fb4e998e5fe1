"""Requests to the X server that SDL does not offer: the size of the desktop, whether a window fills
its screen, the hint that bypasses the compositor, a dropped list of files as its source wrote it, a
connection of one's own. Without libX11 or a server nothing is known, and the hint does nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

_ATOM: Final = 4
"""XA_ATOM."""
_CARDINAL: Final = 6
"""XA_CARDINAL."""
_MOST_STATES: Final = 64
_MOST_DROPPED: Final = 1_000_000
"""Bytes of a dropped list that are read, and a few more."""
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
        there = (
            server,
            ctypes.c_ulong(window),
            _atom(library, server, "_NET_WM_BYPASS_COMPOSITOR"),
        )
        with _without_errors(library, server):
            if wanted:
                one = ctypes.byref(ctypes.c_ulong(1))
                kind = ctypes.c_ulong(_CARDINAL)
                library.XChangeProperty(*there, kind, 32, _REPLACE, one, 1)
            else:
                library.XDeleteProperty(*there)


def is_full_screen(window: int) -> bool | None:
    """Whether the window manager has a window fill its screen; None if it does not tell."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        state = _atom(library, server, "_NET_WM_STATE")
        full = _atom(library, server, "_NET_WM_STATE_FULLSCREEN")
        kind, count, rest = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        bits, states = ctypes.c_int(), ctypes.POINTER(ctypes.c_ulong)()
        part = ctypes.c_long(0), ctypes.c_long(_MOST_STATES)
        asked = (server, ctypes.c_ulong(window), state, *part, 0, ctypes.c_ulong(_ATOM))
        with _without_errors(library, server):
            library.XGetWindowProperty(
                *asked, *map(ctypes.byref, (kind, bits, count, rest, states))
            )
        if states:
            found = full.value in states[: count.value]
            library.XFree(states)
            return found
    return None


def dropped_list(window: int) -> bytes:
    """The list of files that was dropped last onto a window of SDL, which leaves it there; empty if
    that was no list.
    """
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        place = _atom(library, server, "PRIMARY")
        asked_for = _atom(library, server, "text/uri-list")
        kind, count, rest = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        bits, text = ctypes.c_int(), ctypes.POINTER(ctypes.c_char)()
        part = ctypes.c_long(0), ctypes.c_long(_MOST_DROPPED // 4)
        with _without_errors(library, server):
            library.XGetWindowProperty(
                *(server, ctypes.c_ulong(window), place, *part, 0, asked_for),
                *map(ctypes.byref, (kind, bits, count, rest, text)),
            )
        if text:
            found = ctypes.string_at(text, count.value)
            library.XFree(text)
            return found
    return b""


def _atom(library: Any, server: ctypes.c_void_p, name: str) -> ctypes.c_ulong:
    library.XInternAtom.restype = ctypes.c_ulong
    return ctypes.c_ulong(library.XInternAtom(server, name.encode(), 0))


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

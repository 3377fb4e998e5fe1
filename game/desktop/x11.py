"""Requests to the X server that SDL does not offer: the size of the desktop, whether a window fills
its screen, a dropped list of files as its source wrote it, a connection of one's own; and errors of
Xlib, which would end the program. Without libX11 or a server nothing is known.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import pygame

_MOST_WORDS: Final = 250_000
"""Of 32 bits; a property may be longer."""
LIBRARY: Final = "libX11.so.6"
"""The library that SDL has loaded. Its name stands in no call, where packaging tools would find
it and bundle a second copy.
"""
_GONE: Final = (3, 9)
"""BadWindow and BadDrawable."""


def server_size() -> tuple[int, int] | None:
    """The width and height in pixels of all screens together; None if there is no server."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        return int(library.XDisplayWidth(server, 0)), int(library.XDisplayHeight(server, 0))
    return None


def is_full_screen(window: int) -> bool | None:
    """Whether the window manager has a window fill its screen; None if it does not tell."""
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        full = _atom(library, server, "_NET_WM_STATE_FULLSCREEN")
        states = _property(library, server, window, "_NET_WM_STATE", "ATOM", ctypes.c_ulong)
        return None if states is None else full.value in states
    return None


def dropped_list(window: int) -> bytes:
    """The list of files that was dropped last onto a window of SDL, which leaves it there; empty if
    that was no list.
    """
    with suppress(OSError, AttributeError), own_connection() as (library, server):
        kind = "text/uri-list"
        return _property(library, server, window, "PRIMARY", kind, ctypes.c_char) or b""
    return b""


def _property(
    library: Any, server: ctypes.c_void_p, window: int, name: str, kind: str, item: Any
) -> Any:
    """The first _MOST_WORDS of a window's property, as `ctypes` slices an array of items; None if
    the window is gone or has no such property of this kind.
    """
    atom, type_ = (_atom(library, server, each) for each in (name, kind))
    found, bits = ctypes.c_ulong(), ctypes.c_int()
    count, rest = ctypes.c_ulong(), ctypes.c_ulong()
    items = ctypes.POINTER(item)()
    with _without_errors(library, server):
        library.XGetWindowProperty(
            *(server, ctypes.c_ulong(window), atom, ctypes.c_long(0), ctypes.c_long(_MOST_WORDS)),
            *(0, type_, *map(ctypes.byref, (found, bits, count, rest, items))),
        )
    if not items:
        return None
    told = items[: count.value]
    library.XFree(items)
    return told


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
        xlib = ctypes.CDLL(LIBRARY)
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

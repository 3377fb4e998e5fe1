"""Reads the clipboard of an X server over a connection separate from SDL's. SDL would block the
window for a second if the owner does not answer or has much to send.
"""

from __future__ import annotations

import ctypes
import time
from select import select
from typing import Any, Final

from game.desktop.x11 import own_connection

PATIENCE_S: Final = 5.0
_PROPERTY_CHANGED: Final = 28
"""PropertyNotify."""
_NOTIFIED: Final = 31
"""SelectionNotify."""
_PROPERTY_CHANGES: Final = ctypes.c_long(1 << 22)
"""PropertyChangeMask."""
_WAIT_S: Final = 0.1


class _Event(ctypes.Structure):
    """XSelectionEvent, padded to the size of an XEvent. An XPropertyEvent has its state, 0 for a
    new value, in the place of `property`.
    """

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("requestor", ctypes.c_ulong),
        ("selection", ctypes.c_ulong),
        ("target", ctypes.c_ulong),
        ("property", ctypes.c_ulong),
        ("rest", ctypes.c_long * 24),
    )


def clipboard_owner() -> int:
    """The window that owns the clipboard, 0 for none. Raises OSError if there is no server."""
    with own_connection() as (library, display):
        return _Selection(library, display).owner


def fetch(most: int) -> bytes:
    """The first `most` bytes, or some more, of the clipboard's text in UTF-8; empty if it has none.
    Waits for the owner's answer, so call it in a thread. Raises OSError if there is no server or
    the owner does not answer.
    """
    with own_connection() as (library, display):
        selection = _Selection(library, display)
        return selection.read(most) if selection.owner else b""


class _Selection:
    """The clipboard as one connection sees it."""

    def __init__(self, library: Any, display: ctypes.c_void_p) -> None:
        self._library, self._display = library, display
        for name in ("XInternAtom", "XGetSelectionOwner", "XDefaultRootWindow"):
            getattr(library, name).restype = ctypes.c_ulong
        library.XCreateSimpleWindow.restype = ctypes.c_ulong
        self._clipboard = self._atom(b"CLIPBOARD")

    def _atom(self, name: bytes) -> ctypes.c_ulong:
        return ctypes.c_ulong(self._library.XInternAtom(self._display, name, 0))

    @property
    def owner(self) -> int:
        return int(self._library.XGetSelectionOwner(self._display, self._clipboard))

    def read(self, most: int) -> bytes:
        root = ctypes.c_ulong(self._library.XDefaultRootWindow(self._display))
        window = ctypes.c_ulong(
            self._library.XCreateSimpleWindow(self._display, root, 0, 0, 1, 1, 0, 0, 0)
        )
        self._library.XSelectInput(self._display, window, _PROPERTY_CHANGES)
        kind, place = self._atom(b"UTF8_STRING"), self._atom(b"FOURFOLD_CLIPBOARD")
        self._library.XConvertSelection(self._display, self._clipboard, kind, place, window, 0)
        if not self._next(_NOTIFIED).property:
            return b""  # the owner has no text
        kind, content = self._content(window, place, most)
        if kind.value != self._atom(b"INCR").value:
            return content
        return self._in_pieces(window, place, most)

    def _in_pieces(self, window: ctypes.c_ulong, place: ctypes.c_ulong, most: int) -> bytes:
        """A long text: the owner writes the next piece when the last one is deleted. It is let
        finish, as it may answer nobody else until then.
        """
        found, piece = b"", b"."
        while piece:
            self._library.XDeleteProperty(self._display, window, place)
            while self._next(_PROPERTY_CHANGED).property & 0xFF:
                pass  # its deletion
            _, piece = self._content(window, place, max(most - len(found), 0))
            found += piece
        return found

    def _next(self, kind: int) -> _Event:
        """Wait for the next event of a kind. Raises OSError after PATIENCE_S."""
        until, event = time.monotonic() + PATIENCE_S, _Event()
        while time.monotonic() < until:
            while self._library.XPending(self._display):
                self._library.XNextEvent(self._display, ctypes.byref(event))
                if event.type == kind:
                    return event
            select([self._library.XConnectionNumber(self._display)], [], [], _WAIT_S)
        raise OSError("the owner of the clipboard does not answer")

    def _content(
        self, window: ctypes.c_ulong, place: ctypes.c_ulong, most: int
    ) -> tuple[ctypes.c_ulong, bytes]:
        """The type and the first `most` bytes, or some more, of what the owner has written."""
        kind, left, count = ctypes.c_ulong(), ctypes.c_ulong(), ctypes.c_ulong()
        form, data = ctypes.c_int(), ctypes.POINTER(ctypes.c_char)()
        wanted = (0, most // 4 + 1, 0, 0)  # offset, length in 4 bytes, keep, any type
        found = (ctypes.byref(each) for each in (kind, form, count, left, data))
        self._library.XGetWindowProperty(self._display, window, place, *wanted, *found)
        content = ctypes.string_at(data, count.value) if form.value == 8 else b""
        self._library.XFree(data)
        return kind, content

"""The system's clipboard as text; empty on machines that have none. On X11 the window never waits
long for the program that owns the clipboard, even if that does not answer or has much to send. On
Wayland, where only SDL can ask, it waits no longer for one that is slow to answer.

On X11 another program's text is read over a connection of our own: SDL would block the window for a
second if the owner does not answer, and reads nothing that comes in pieces (over 1 MB from xclip,
over 256 kB from GTK).
"""

from __future__ import annotations

import ctypes
import time
from contextlib import suppress
from select import select
from threading import Thread
from typing import Any, Final

import pygame

from game.core.translatable_texts import Wording
from game.core.untrusted_input import MOST_LINE, InputError
from game.desktop.x11 import own_connection

_AT_ONCE_S: Final = 0.08
"""The longest that the window waits for a text."""
_KEPT_S: Final = 5.0
"""How long a text that came too late is kept for the next call."""

_MOST: Final = 4 * MOST_LINE + 4
"""Bytes that are read of a text: too many for a deal, enough for every field."""
PATIENCE_S: Final = 5.0
_PROPERTY_CHANGED: Final = 28
"""PropertyNotify."""
_NOTIFIED: Final = 31
"""SelectionNotify."""
_PROPERTY_CHANGES: Final = ctypes.c_long(1 << 22)
"""PropertyChangeMask."""
_WAIT_S: Final = 0.1


class _Fetched(Thread):
    """A thread that fetches the text from the program that owns the X clipboard."""

    def __init__(self, owner: int) -> None:
        super().__init__(name="clipboard", daemon=True)
        self._owner, self._begun = owner, time.monotonic()
        self.text = ""
        """Valid when the thread has ended."""

    def may_serve(self, owner: int) -> bool:
        """Whether the clipboard is probably still what was asked for."""
        return owner == self._owner and time.monotonic() < self._begun + _KEPT_S

    def run(self) -> None:
        """Fetch the text; runs in the thread."""
        with suppress(OSError, AttributeError):
            self.text = fetch(_MOST).decode("utf-8", errors="replace")


class _Clipboard:
    """The clipboard, and what is remembered between two calls."""

    def __init__(self) -> None:
        self._ours = 0
        """The X window that owned the clipboard just after our text was put there."""
        self._coming: _Fetched | None = None

    def put(self, text: str) -> None:
        pygame.scrap.put_text(text)
        if _is_on_x11():
            pygame.event.pump()  # before this the server does not know the new owner
        self._ours = _owner() or self._ours

    def text(self) -> str:
        owner = _owner()
        # Our window could not answer a request while it waits for the answer.
        if owner is None or owner == self._ours:
            return _text_at_once()
        coming, self._coming = self._coming, None
        if coming is None or not coming.may_serve(owner):
            coming = _Fetched(owner)
            try:
                coming.start()
            except RuntimeError:  # the system has no memory for another thread
                return ""
        coming.join(_AT_ONCE_S)
        if coming.is_alive():
            self._coming = coming
            raise _late()
        return coming.text


_clipboard: Final = _Clipboard()
"""A system has one clipboard, so there is one instance."""


def clipboard_text() -> str:
    """The clipboard's text; empty if it holds none or its owner does not answer at once. Bytes that
    are not UTF-8 become U+FFFD, which `core.untrusted_input.pasted_line` refuses.
    """
    try:
        return _clipboard.text()
    except InputError:
        return ""


def clipboard_line() -> str:
    """As `clipboard_text`, but InputError is raised if the text comes too late."""
    return _clipboard.text()


def put_clipboard(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if there is no clipboard."""
    try:
        _clipboard.put(text)
    except pygame.error:
        return False
    return True


def _is_on_x11() -> bool:
    return pygame.display.get_init() and pygame.display.get_driver() == "x11"


def _owner() -> int | None:
    """The window that owns the X clipboard, 0 for none; None if that is unknown."""
    with suppress(OSError, AttributeError):
        return clipboard_owner() if _is_on_x11() else None
    return None


def _late() -> InputError:
    return InputError(Wording("the clipboard is not responding: paste again in a moment"))


def _text_at_once() -> str:
    """The text by SDL. On Wayland SDL waits 14 ms for the owner and then returns none, so it is
    asked again for _AT_ONCE_S. Raises InputError if the owner, which has a text, is slower.
    """
    until = time.monotonic() + _AT_ONCE_S
    while not (text := _text_by_sdl()) and pygame.scrap.has_text():
        if time.monotonic() >= until:
            raise _late()
        time.sleep(0.005)
    return text


def _text_by_sdl() -> str:
    try:
        return pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""


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

"""A program of its own that drags something onto another window, as a file manager does (XDND):
`drag_source.py WINDOW KIND` with the content on its standard input. Ends with 0 once it was taken.
"""

from __future__ import annotations

import ctypes
import sys
import time
from select import select
from typing import Any

VERSION = 5
PATIENCE_S = 20.0
AT = 40, 40
"""Where it is dropped, in root coordinates: who takes a drop may not look."""
SELECTION_REQUEST, SELECTION_NOTIFY, CLIENT_MESSAGE = 30, 31, 33
ULONG = ctypes.c_ulong


class Head(ctypes.Structure):
    """What all events begin with."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ULONG),
        ("sent", ctypes.c_int),
        ("display", ctypes.c_void_p),
    )


class ClientMessage(Head):
    """XClientMessageEvent."""

    _fields_ = (
        ("window", ULONG),
        ("name", ULONG),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
    )


class Request(Head):
    """XSelectionRequestEvent."""

    _fields_ = tuple(
        (name, ULONG) for name in ("owner", "requestor", "selection", "target", "property", "time")
    )


class Answer(Head):
    """XSelectionEvent."""

    _fields_ = tuple(
        (name, ULONG) for name in ("requestor", "selection", "target", "property", "time")
    )


class Event(ctypes.Union):
    """XEvent."""

    _fields_ = (
        ("head", Head),
        ("message", ClientMessage),
        ("request", Request),
        ("answer", Answer),
        ("room", ctypes.c_long * 24),
    )


class Source:
    """The window that something is dragged from."""

    def __init__(self, target: int, kind: str, content: bytes) -> None:
        self._x: Any = ctypes.CDLL("libX11.so.6")
        for name in ("XInternAtom", "XDefaultRootWindow", "XCreateSimpleWindow"):
            getattr(self._x, name).restype = ULONG
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        root = ULONG(self._x.XDefaultRootWindow(self._display))
        made = self._x.XCreateSimpleWindow(self._display, root, 0, 0, 1, 1, 0, 0, 0)
        self._own, self._target = ULONG(made), ULONG(target)
        self._kind, self._content = self._atom(kind), content

    def _atom(self, name: str) -> int:
        return int(self._x.XInternAtom(self._display, name.encode(), 0))

    def _tell(self, name: str, *data: int) -> None:
        event = Event()
        event.message.type, event.message.format = CLIENT_MESSAGE, 32
        event.message.window, event.message.name = self._target, self._atom(name)
        event.message.data[:] = (self._own.value, *data)
        self._send(self._target, event)

    def _send(self, window: ctypes.c_ulong, event: Event) -> None:
        self._x.XSendEvent(self._display, window, 0, ctypes.c_long(0), ctypes.byref(event))
        self._x.XFlush(self._display)

    def drop(self) -> bool:
        """From the first touch of the window to its thanks; False where it wants nothing of it."""
        selection = ULONG(self._atom("XdndSelection"))
        self._x.XSetSelectionOwner(self._display, selection, self._own, ULONG(0))
        self._tell("XdndEnter", VERSION << 24, self._kind, 0, 0)
        self._tell("XdndPosition", 0, AT[0] << 16 | AT[1], 0, self._atom("XdndActionCopy"))
        if not self._told("XdndStatus"):
            return False
        self._tell("XdndDrop", 0, 0, 0, 0)
        return self._told("XdndFinished")

    def _told(self, name: str) -> bool:
        """What the window answers, while it is given what it asks for."""
        wanted, event, until = self._atom(name), Event(), time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            while self._x.XPending(self._display):
                self._x.XNextEvent(self._display, ctypes.byref(event))
                if event.head.type == SELECTION_REQUEST:
                    self._give(event.request)
                elif event.head.type == CLIENT_MESSAGE and event.message.name == wanted:
                    return bool(event.message.data[1] & 1)
            select([self._x.XConnectionNumber(self._display)], [], [], 0.1)
        raise TimeoutError(f"{name} does not come")

    def _give(self, request: Request) -> None:
        place, kind = ULONG(request.property), ULONG(self._kind)
        window = ULONG(request.requestor)
        content, size = self._content, len(self._content)
        self._x.XChangeProperty(self._display, window, place, kind, 8, 0, content, size)
        event = Event()
        event.answer.type = SELECTION_NOTIFY
        for name in ("requestor", "selection", "target", "property", "time"):
            setattr(event.answer, name, getattr(request, name))
        self._send(window, event)


if __name__ == "__main__":
    source = Source(int(sys.argv[1]), sys.argv[2], sys.stdin.buffer.read())
    raise SystemExit(0 if source.drop() else 1)

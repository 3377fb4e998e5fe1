"""The X server's screen saver, as a program asks for it that would lock the screen."""

from __future__ import annotations

import ctypes
from ctypes.util import find_library
from typing import Any

SHORT_S = 2
"""Seconds after which the screen blanks."""
_ON = 1


class _Info(ctypes.Structure):
    """XScreenSaverInfo."""

    _fields_ = (
        ("window", ctypes.c_ulong),
        ("state", ctypes.c_int),
        ("kind", ctypes.c_int),
        ("til_or_since", ctypes.c_ulong),
        ("idle", ctypes.c_ulong),
        ("mask", ctypes.c_ulong),
    )


def missing_parts() -> list[str]:
    """The packages that this needs and that are not there."""
    return [] if find_library("Xss") else ["libxss1"]


class ScreenSaver:
    """Blanks a screen after SHORT_S without input, until it is closed."""

    def __init__(self, display: str) -> None:
        self._x: Any = ctypes.CDLL("libX11.so.6")
        self._saver: Any = ctypes.CDLL("libXss.so.1")
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = ctypes.c_ulong
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(display.encode()))
        self._root = ctypes.c_ulong(self._x.XDefaultRootWindow(self._display))
        self._set(SHORT_S)

    def _set(self, seconds: int) -> None:
        self._x.XSetScreenSaver(self._display, seconds, seconds, 1, 1)
        self._x.XResetScreenSaver(self._display)
        self._x.XSync(self._display, 0)

    @property
    def is_on(self) -> bool:
        """Whether the screen is blank."""
        info = _Info()
        self._saver.XScreenSaverQueryInfo(self._display, self._root, ctypes.byref(info))
        return info.state == _ON

    def close(self) -> None:
        """Show the screen again, for good."""
        self._set(0)
        self._x.XCloseDisplay(self._display)

"""The density of a screen, in pixels per dp, as the system tells it: dots per inch under X11 and
Windows. Elsewhere the desktop's unit is the point, and the window's surface tells the density.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any, Final

import pygame

from game.desktop.screens import ScreenArea

IN_PIXELS: Final = ("x11", "windows")
"""Drivers whose desktop's unit is the pixel: there the length of a dp follows from the system's
dpi.
"""
USUAL_DPI: Final = 96
"""The pixels per inch of a density of 1."""
MOST_DENSITY: Final = 6.0
_DENSE_DPI: Final = 140
"""The least density of an X server's screen that is believed: most servers report about 96 for any
screen.
"""
_MOST_DPI: Final = 1000


def density_of(area: ScreenArea) -> float:
    """The pixels per dp on a screen, from 1 to MOST_DENSITY; 1 if the system does not tell. For a
    driver of IN_PIXELS.
    """
    dpi = x11_dpi() if pygame.display.get_driver() == "x11" else area.dpi
    return max(1.0, min((dpi or USUAL_DPI) / USUAL_DPI, MOST_DENSITY))


def x11_dpi() -> float | None:
    """The pixels per inch that the desktop asks for: `Xft.dpi`, else the density of the server's
    screen if it is at least _DENSE_DPI. None if neither is known.
    """
    from game.desktop.x11 import own_connection  # Imported here: other drivers do without it.

    with suppress(OSError, AttributeError), own_connection() as (library, server):
        library.XResourceManagerString.restype = ctypes.c_char_p
        resources: bytes = library.XResourceManagerString(server) or b""
        told = xft_dpi(resources.decode("utf-8", "replace"))
        return _dpi_of_server(library, server) if told is None else told
    return None


def _dpi_of_server(library: Any, server: ctypes.c_void_p) -> float | None:
    """The pixels per inch of the server's screen if they are from _DENSE_DPI to _MOST_DPI, else
    None.
    """
    high, millimetres = library.XDisplayHeight(server, 0), library.XDisplayHeightMM(server, 0)
    dpi = high * 25.4 / max(1, millimetres)
    return dpi if _DENSE_DPI <= dpi <= _MOST_DPI else None


def xft_dpi(resources: str) -> float | None:
    """The value of `Xft.dpi` in the server's resources; None if it is missing or not plausible."""
    for line in resources.splitlines():
        name, _, value = line.partition(":")
        if name.strip() == "Xft.dpi":
            with suppress(ValueError):
                return dpi if 1 <= (dpi := float(value)) <= _MOST_DPI else None
    return None

"""The screens of the desktop, and a window's frame: facts that pygame does not report.

Lengths are in the desktop's own unit: pixels under X11 and Windows, points elsewhere.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any, Final, NamedTuple

import pygame

from game.desktop import x11
from game.desktop.sdl import Rect, sdl

FULL_SCREEN: Final = 0x1
"""SDL_WINDOW_FULLSCREEN."""
MAXIMISED: Final = 0x80
"""SDL_WINDOW_MAXIMIZED."""
UNSEEN: Final = ("dummy", "offscreen")
"""Video drivers without a screen that a window would have to fit."""
USUAL_RATE: Final = 60
"""Pictures a second of a screen that does not tell its rate."""
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


class ScreenArea(NamedTuple):
    """One screen of the desktop."""

    bounds: tuple[int, int, int, int]
    """Left, top, width and height."""
    usable: tuple[int, int, int, int]
    """The part that panels leave free; of width 0 if the screen is switched off."""
    dpi: float = 0.0
    """Pixels per inch as the system reports them; 0 if it does not."""


class Frame(NamedTuple):
    """The width of what the desktop draws at each side of a window."""

    top: int = 0
    left: int = 0
    bottom: int = 0
    right: int = 0


class Screens:
    """Asks SDL for screens and frames."""

    def all(self) -> list[ScreenArea]:
        """Every screen, in SDL's order; none with a driver in UNSEEN."""
        if not pygame.display.get_init() or pygame.display.get_driver() in UNSEEN:
            return []
        return [self._area(number) for number in range(sdl().SDL_GetNumVideoDisplays())]

    def _area(self, number: int) -> ScreenArea:
        bounds, usable, dpi = Rect(), Rect(), ctypes.c_float(0.0)
        sdl().SDL_GetDisplayBounds(number, ctypes.byref(bounds))
        known = not sdl().SDL_GetDisplayUsableBounds(number, ctypes.byref(usable))
        if not (known and (usable.w or _is_off(bounds))):
            usable = bounds
        if sdl().SDL_GetDisplayDPI(number, ctypes.byref(dpi), None, None):
            dpi.value = 0.0
        return ScreenArea(_box(bounds), _box(usable), dpi.value)

    def number_of(self, window: pygame.Window) -> int:
        """The number of the screen that most of a window is on; 0 if it is unknown."""
        return max(0, self._ask("SDL_GetWindowDisplayIndex", window))

    def rate_of(self, window: pygame.Window) -> int:
        """How many pictures a second the screen shows that most of a window is on."""
        rates, number = pygame.display.get_desktop_refresh_rates(), self.number_of(window)
        return (rates[number] if number < len(rates) else 0) or USUAL_RATE

    def frame_of(self, window: pygame.Window) -> Frame:
        """The frame that the desktop draws around a window; all 0 while it is unknown."""
        sides = [ctypes.c_int(0) for _ in Frame._fields]
        self._ask("SDL_GetWindowBordersSize", window, *map(ctypes.byref, sides))
        return Frame(*(max(0, side.value) for side in sides))

    def is_maximised(self, window: pygame.Window) -> bool:
        """Whether a window fills its screen but for the panels."""
        return bool(self._ask("SDL_GetWindowFlags", window) & MAXIMISED)

    def is_full(self, window: pygame.Window) -> bool | None:
        """Whether a window fills all of its screen, by whatever key; None if that is unknown."""
        if pygame.display.get_driver() == "x11":
            return x11.is_full_screen(window.handle)
        return bool(self._ask("SDL_GetWindowFlags", window) & FULL_SCREEN)

    def _ask(self, function: str, window: pygame.Window, *places: Any) -> int:
        """What a function of SDL says of a window; 0 if the window is gone. `places` are for more
        results.
        """
        handle = sdl().SDL_GetWindowFromID(window.id)
        return int(getattr(sdl(), function)(handle, *places)) if handle else 0


def _is_off(bounds: Rect) -> bool:
    """Whether a screen lies outside the area of the X server. SDL notices a screen that is
    unplugged, but not one that is switched off.
    """
    if pygame.display.get_driver() != "x11":
        return False
    wide, high = x11.server_size() or (bounds.x + 1, bounds.y + 1)
    return bool(bounds.x >= wide or bounds.y >= high)


def _box(rect: Rect) -> tuple[int, int, int, int]:
    return rect.x, rect.y, rect.w, rect.h


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
    with suppress(OSError, AttributeError), x11.own_connection() as (library, server):
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

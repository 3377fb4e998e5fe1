"""Finds a way to show a window: a driver of SDL, and how its surface gets onto the screen."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import Final

import pygame

from game.desktop.screens import UNSEEN
from game.desktop.sdl import begin_video
from game.system.console import BAD_INPUT
from game.system.fault_report import tell

DRIVER: Final = "SDL_VIDEODRIVER"
ACCELERATION: Final = "SDL_FRAMEBUFFER_ACCELERATION"
ACCELERATIONS: Final = {
    # Software GL behind a window's surface costs 49 ms a frame; Wayland has no other way.
    "x11": ("0", "1"),
    "wayland": ("1", "0"),
}
"""The values of SDL_FRAMEBUFFER_ACCELERATION to try with a driver, the best first."""
NEEDED: Final = {"x11": "DISPLAY", "wayland": "XDG_RUNTIME_DIR"}
"""The variable without which a driver is not tried: it has nothing to draw on, and its library may
print an error.
"""

WAYLAND_LIBRARIES: Final = (
    *(("libwayland-egl.so.1",), ("libEGL.so.1",)),
    ("libGL.so.1", "libOpenGL.so.0"),
)
"""The libraries that SDL opens to show a window under Wayland, each with its possible names. SDL
crashes if one of them is missing.
"""


class NoScreenError(Exception):
    """No window can be shown; the text says why."""


def begin_display() -> None:
    """Have SDL find its driver; other threads run meanwhile. Raises NoScreenError."""
    wrong, asked = "", os.environ.get(DRIVER, "")
    # Where the user asks for none, the choice is SDL's alone.
    for name in (asked, *(_others(asked) if asked else ())):
        reason = _start_driver(name)
        if not reason:
            return
        wrong = wrong or reason
    raise NoScreenError(wrong)


def open_window(make: Callable[[], pygame.Window]) -> pygame.Window:
    """Make a window in the first way that works: the current driver's usual one, its others, then
    those of the other drivers. A display must have begun. Raises NoScreenError if none works;
    `make` raises pygame.error where it fails.
    """
    wrong, asked = "", os.environ.get(ACCELERATION)
    first = pygame.display.get_driver()
    begun = True
    for name in [first, *(_others(first) if first in ACCELERATIONS else ())]:
        # The user's own value first; an empty one leaves the choice to SDL.
        usual = [each for each in ACCELERATIONS.get(name, ()) if each != asked]
        for value in ([asked] if asked else []) + usual or [""]:
            # SDL chooses an acceleration once, for the first window after its driver has started.
            if not begun and _start_driver(name):
                break
            begun = False
            if value:
                os.environ[ACCELERATION] = value
            try:
                return make()
            except pygame.error as error:
                wrong = wrong or str(error)
    raise NoScreenError(wrong)


def tell_no_screen(error: NoScreenError) -> int:
    """Tell why no window can be opened, in a dialog if possible; returns the exit code."""
    told = f"there is no screen to play on ({error})"
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        told += "; update the graphics driver, or start it with SDL_VIDEODRIVER=x11 or wayland"
    tell(told)
    return BAD_INPUT


def _others(driver: str) -> list[str]:
    """The other known drivers, as far as their variable of NEEDED is set."""
    return [name for name in ACCELERATIONS if name != driver and os.environ.get(NEEDED[name])]


def _start_driver(name: str) -> str:
    """Start a driver; returns the error, empty if there is none. An empty name leaves the choice to
    SDL.
    """
    pygame.display.quit()
    os.environ[DRIVER] = name
    begin_video()
    try:
        pygame.display.init()
    except pygame.error as error:
        return str(error)
    # Without a screen SDL takes a driver that shows nothing: an error, unless it was asked for.
    if pygame.display.get_driver() in UNSEEN and name not in UNSEEN:
        pygame.display.quit()
        return "SDL finds none"
    lacking = _lacking() if pygame.display.get_driver() == "wayland" else ""
    if lacking:
        pygame.display.quit()
    return lacking


def _lacking() -> str:
    """What SDL would crash for if it drew under Wayland: a library that cannot be opened, or OpenGL
    that does not start. Empty if there is nothing.
    """
    for names in WAYLAND_LIBRARIES:
        if not any(map(_is_there, names)):
            return f"Wayland needs {names[0]}, which is not installed"
    try:
        pygame.Window(size=(1, 1), hidden=True, opengl=True).destroy()
    except pygame.error as error:
        return str(error)
    return ""


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True

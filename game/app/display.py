"""Finds a way to show a window: SDL's drivers, and how a window's surface gets onto the screen."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import pygame

from game.desktop.screens import UNSEEN

DRIVER: Final = "SDL_VIDEODRIVER"
ACCELERATION: Final = "SDL_FRAMEBUFFER_ACCELERATION"
WAYS: Final = {
    # Software GL behind a window's surface costs 49 ms a frame; Wayland has no other way.
    "x11": ("0", "1"),
    "wayland": ("1", "0"),
}
"""The values of SDL's hint that a driver is tried with, the best first."""
NEEDED: Final = {"x11": "DISPLAY", "wayland": "XDG_RUNTIME_DIR"}
"""Without this variable a driver has nothing to draw on, and its library may say so aloud."""

DRAWN_WITH: Final = (
    *(("libwayland-egl.so.1",), ("libEGL.so.1",)),
    ("libGL.so.1", "libOpenGL.so.0"),
)
"""What SDL opens to show a window under Wayland, each by one of these names; it dies of one that
is missing.
"""

T = TypeVar("T")


class NoScreenError(Exception):
    """There is nothing that a window could be shown on; the text says why."""


def begin_display() -> None:
    """Have SDL find its driver. Raises NoScreenError."""
    wrong = ""
    for name in _drivers():
        reason = _begun(name)
        if not reason:
            return
        wrong = wrong or reason
    raise NoScreenError(wrong)


def opened(make: Callable[[], T]) -> T:
    """Make a window in the first way that works: the driver's usual one, the others it has, then
    those of the other drivers. The display has begun. Raises NoScreenError.
    """
    wrong, asked = "", os.environ.get(ACCELERATION)
    first = pygame.display.get_driver()
    for name in [first, *(_others(first) if first in WAYS else ())]:
        if name != first and _begun(name):
            continue
        for _ in _ways(name, asked):
            try:
                return make()
            except pygame.error as error:
                wrong = wrong or str(error)
    raise NoScreenError(wrong)


def _drivers() -> list[str]:
    """What the user wants, else what SDL likes best; then those that we know."""
    asked = os.environ.get(DRIVER, "")
    return [asked, *_others(asked)] if asked else [asked]


def _others(driver: str) -> list[str]:
    """The drivers that we know beside one, as far as there may be something to draw on."""
    return [name for name in WAYS if name != driver and os.environ.get(NEEDED[name])]


def _begun(name: str) -> str:
    """Begin a driver; returns what is wrong with it. An empty name leaves the choice to SDL."""
    pygame.display.quit()
    with _environment(DRIVER, name):
        try:
            pygame.display.init()
        except pygame.error as error:
            return str(error)
    # Where SDL finds no screen it has a way out that nobody sees, unless that is asked for.
    if pygame.display.get_driver() in UNSEEN and name not in UNSEEN:
        pygame.display.quit()
        return "SDL finds none"
    lacking = _lacking() if pygame.display.get_driver() == "wayland" else ""
    if lacking:
        pygame.display.quit()
        return f"Wayland needs {lacking}, which is not installed"
    return ""


def _lacking() -> str:
    """The first of DRAWN_WITH that cannot be opened."""
    for names in DRAWN_WITH:
        if not any(map(_is_there, names)):
            return names[0]
    return ""


def _is_there(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


@contextmanager
def _environment(variable: str, value: str) -> Iterator[None]:
    """A variable is set meanwhile; an empty value takes it away."""
    before = os.environ.pop(variable, None)
    if value:
        os.environ[variable] = value
    try:
        yield
    finally:
        os.environ.pop(variable, None)
        if before is not None:
            os.environ[variable] = before


def _ways(driver: str, asked: str | None) -> Iterator[None]:
    """Set SDL's hint to each value in turn; the user's own word comes first."""
    usual = WAYS.get(driver, ())
    for value in [*([asked] if asked else []), *(each for each in usual if each != asked)] or [""]:
        if value:
            os.environ[ACCELERATION] = value
        yield

"""From the command line to the first frame, without what that does not need."""

from __future__ import annotations

import gc
import os
import sys

from game.app.launch import Launch
from game.system.console import complain


def play(launch: Launch) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    for name, value in _hints().items():
        os.environ.setdefault(name, value)
    # Imports and new scenes make no garbage; collecting would take 10 ms.
    gc.disable()
    import pygame

    from game.app.loop import run

    try:
        pygame.display.init()
    except pygame.error as error:
        return complain(f"there is no screen to play on ({error})")
    if _is_unseen(pygame.display.get_driver()):
        pygame.display.quit()
        return complain("there is no screen to play on (SDL finds none)")
    return run(launch, _settle)


def _is_unseen(driver: str) -> bool:
    """True for a window that nobody would see: SDL's way out where it finds no screen, unless
    somebody asks for it.
    """
    return driver in ("offscreen", "dummy") and not os.environ.get("SDL_VIDEODRIVER")


def _settle() -> None:
    """Collect garbage from now on, but not in what exists now, which is mostly modules."""
    gc.freeze()
    gc.enable()


def _hints() -> dict[str, str]:
    """What pygame and SDL read from the environment; the user's own word there stands."""
    # Standard output is for what was asked for. Without the second SDL drops a click that comes
    # within 10 ms of the focus: a busy moment eats it.
    hints = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1"}
    if sys.platform.startswith("linux"):
        # Software GL behind the window's surface costs 49 ms a frame. By the class a desktop
        # knows the window as that of the menu's entry.
        hints["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
        hints["SDL_VIDEO_X11_WMCLASS"] = hints["SDL_VIDEO_WAYLAND_WMCLASS"] = "fourfold"
    if sys.platform == "win32":
        hints["SDL_WINDOWS_DPI_AWARENESS"] = "permonitorv2"
    return hints

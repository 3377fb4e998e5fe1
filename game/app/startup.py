"""From the command line to the first frame, loading only what that frame needs."""

from __future__ import annotations

import os
import sys

from game.app.launch_options import LaunchOptions


def play(launch: LaunchOptions) -> int:
    """Open the window and play until it is closed; returns the exit code."""
    set_environment()
    from game.app.loop import run
    from game.app.video_driver import NoScreenError, begin_display, tell_no_screen

    try:
        begin_display()
        return run(launch)
    except NoScreenError as error:
        return tell_no_screen(error)


def set_environment() -> None:
    """Set the environment variables that pygame and SDL read; those that the user has set stay."""
    # With this one pygame takes another module for its fonts, which lacks what is needed.
    os.environ.pop("PYGAME_FREETYPE", None)
    for name, value in _hints().items():
        os.environ.setdefault(name, value)


def _hints() -> dict[str, str]:
    """What is better than the defaults of pygame and SDL."""
    # The first keeps pygame's greeting out of standard output. Without the second SDL drops a click
    # that comes within 10 ms of the focus, as it may while the program is busy.
    hints = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1"}
    # SDL keeps a screen from blanking and locking. The system's lists of sounds name the program.
    hints |= {"SDL_VIDEO_ALLOW_SCREENSAVER": "1", "SDL_APP_NAME": "Fourfold"}
    if sys.platform.startswith("linux"):
        # The compositor is bypassed only while the window fills the screen (desktop/x11.py).
        hints["SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR"] = "0"
        # By this class a desktop matches the window with the program's entry in its menu.
        hints["SDL_VIDEO_X11_WMCLASS"] = hints["SDL_VIDEO_WAYLAND_WMCLASS"] = "fourfold"
    if sys.platform == "win32":
        hints["SDL_WINDOWS_DPI_AWARENESS"] = "permonitorv2"
    return hints

"""What the command line asks of the window, and the environment that pygame finds: no pygame."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

from game.core.deals import Deck
from game.core.moves import Move
from game.play.level_packs import Pack
from game.rules import Rules
from game.system.folders import Folders


class Opening(NamedTuple):
    """A game to open at once instead of the menu."""

    rules: Rules
    number: int | None = None
    deck: Deck | None = None
    """None: the deal of `number`, or a new deal if `number` is None too."""
    moves: tuple[Move, ...] = ()
    """The answer of a sharing line, to be played into the history."""
    to_list: bool = False
    """Open the game's list of deals (Brain Jam without a number), or the list of the pack."""
    pack: Pack | None = None
    """The level pack that the deal is of, or whose list to open."""
    more_follow: bool = False
    """As in `Shared`."""


class LaunchOptions(NamedTuple):
    """How to start; None where the settings decide."""

    folders: Folders
    opening: Opening | None = None
    fullscreen: bool | None = None
    size: tuple[int, int] | None = None
    """Width and height of the window, in dp."""
    mute: bool = False
    reduced_motion: bool = False
    read_only: bool = False
    trace: Path | None = None
    handed: Path | None = None
    """A file that was opened with the program: a pack, whose list is opened, or an answers file."""
    has_no_home_folder: bool = False
    """There is no home folder; the data folder is a spare one."""


def set_environment() -> None:
    """Set the environment variables that pygame and SDL read; those that the user has set stay."""
    # With this one pygame takes another module for its fonts, which lacks what is needed.
    os.environ.pop("PYGAME_FREETYPE", None)
    # The first keeps pygame's greeting out of standard output. Without the second SDL drops a click
    # that comes within 10 ms of the focus, as it may while the program is busy.
    hints = {"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_MOUSE_FOCUS_CLICKTHROUGH": "1"}
    # SDL keeps a screen from blanking and locking. The system's lists of sounds name the program.
    hints |= {"SDL_VIDEO_ALLOW_SCREENSAVER": "1", "SDL_APP_NAME": "Fourfold"}
    if sys.platform.startswith("linux"):
        # Other programs' windows keep their shadows and effects.
        hints["SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR"] = "0"
        # By this class a desktop matches the window with the program's entry in its menu.
        hints["SDL_VIDEO_X11_WMCLASS"] = hints["SDL_VIDEO_WAYLAND_WMCLASS"] = "fourfold"
    if sys.platform == "win32":
        hints["SDL_WINDOWS_DPI_AWARENESS"] = "permonitorv2"
    for name, value in hints.items():
        os.environ.setdefault(name, value)

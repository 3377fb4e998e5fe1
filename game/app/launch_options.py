"""What the command line asks of the window: plain values, no pygame."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from game.core.deals import Deck
from game.core.level_packs import Pack
from game.core.moves import Move
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

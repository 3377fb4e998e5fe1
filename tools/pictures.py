"""Makes pictures of the program's scenes: `python tools/pictures.py --out DIR`.

Without a window, the same each time: fixed deals, positions that the rules reach, a fixed clock.
`--size` takes one or more window sizes, `--scene` some of the scenes in place of all,
`--ui-scale` the player's own size of text and buttons, `--language` another language.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pygame

from game.app.scene_stack import draw_scene
from game.system.language import ENGLISH, LANGUAGES
from tools.scene_pictures import player_actions
from tools.scene_pictures.page_pictures import PAGES
from tools.scene_pictures.picture_services import PictureServices
from tools.scene_pictures.player_actions import Size
from tools.scene_pictures.table_pictures import TABLES, Make

LARGE: Final = 1.5
LARGE_SCENES: Final = (
    "menu", "list", "table-menu", "map", "win", "statistics", "options", "help-playing", "show-me",
    "brainjam-figures", "brainjam-stuck", "lapeau", "gaps", "klondike",
)  # fmt: skip
"""Those that are made with large text and buttons too."""
FRENCH_SCENES: Final = (
    "menu", "library", "calendar", "map-worths", "review", "win", "show-me", "options",
    "help-playing", "tooltip", "brainjam-figures", "brainjam-stuck", "brainjam-warning",
    "first-game-offer", "first-game", "first-game-gaps", "lapeau-hint", "klondike-letters",
)  # fmt: skip
"""Those that are made in French too."""


def enlarged(make: Make) -> Make:
    """A picture with large text and buttons."""
    return lambda picture_services, size: make(picture_services.enlarged(LARGE), size)


def translated(make: Make) -> Make:
    """A picture in French."""
    return lambda picture_services, size: make(picture_services.translated("fr"), size)


_USUAL: Final = PAGES | TABLES
_LARGE: Final = {f"{name}-large": enlarged(_USUAL[name]) for name in LARGE_SCENES}
_FRENCH: Final = {f"{name}-french": translated(_USUAL[name]) for name in FRENCH_SCENES}
SCENES: Final = _USUAL | _LARGE | _FRENCH
"""How each picture is made; what a scene needs that a player must do is done in it."""


def picture(picture_services: PictureServices, name: str, size: Size) -> pygame.Surface:
    """One scene in a window of a size."""
    stack = SCENES[name](picture_services, size)
    for scene in stack:
        if scene.window != size:
            player_actions.set_up([scene], size)
    window = pygame.Surface(size)
    for scene in stack:
        scene.refresh()
        draw_scene(scene, window)
    return window


def use_utc() -> None:
    """Let times be told in UTC, whatever the machine's zone."""
    os.environ["TZ"] = "UTC"
    if hasattr(time, "tzset"):
        time.tzset()


def parse_size(text: str) -> Size:
    """`1280x800` as (1280, 800)."""
    width, _, height = text.partition("x")
    return int(width), int(height)


def parse_arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Makes pictures of the program's scenes.")
    parser.add_argument("--out", type=Path, required=True, help="the folder they go to")
    parser.add_argument("--size", type=parse_size, nargs="+", default=[(1280, 800)])
    parser.add_argument("--scene", nargs="+", choices=SCENES, default=list(SCENES))
    parser.add_argument("--ui-scale", type=float, default=1.0, help="0.8 to 2")
    parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Make the pictures asked for."""
    arguments = parse_arguments(words)
    use_utc()
    arguments.out.mkdir(parents=True, exist_ok=True)
    picture_services = PictureServices(arguments.out, arguments.ui_scale, arguments.language)
    for width, height in arguments.size:
        for name in arguments.scene:
            path = arguments.out / f"{name}-{width}x{height}.png"
            pygame.image.save(picture(picture_services, name, (width, height)), str(path))
            print(path)


if __name__ == "__main__":
    main()

import os
from collections.abc import Callable, Iterator

import pygame
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from game.graphics.assets import Assets
from game.graphics.paint import Painter
from game.graphics.scale import Scale
from game.widgets.base import Widget
from game.widgets.look import Look


@pytest.fixture(scope="session")
def look() -> Iterator[Look]:
    art = Assets(threaded=False)
    yield Look(art, Painter(art.folder), Scale(1))
    art.close()


@pytest.fixture
def screen() -> pygame.Surface:
    surface = pygame.Surface((800, 600))
    surface.fill((14, 51, 44))
    return surface


@pytest.fixture
def place(look: Look) -> Callable[..., Widget]:
    """Put a control somewhere, at its natural size unless told otherwise."""

    def put(
        widget: Widget,
        x: int = 100,
        y: int = 100,
        width: int | None = None,
        height: int | None = None,
    ) -> Widget:
        if not (width and height):
            natural = widget.natural_size(look)
            width, height = width or natural[0], height or natural[1]
        widget.place(look, pygame.Rect(x, y, width, height))
        return widget

    return put

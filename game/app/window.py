"""Opens the program's window."""

from __future__ import annotations

from typing import Final

import pygame

from game.app.spare import without_icon
from game.system.settings import LEAST_WINDOW

TITLE: Final = "Fourfold"
REPEAT_AFTER_MS: Final = 320
REPEAT_EACH_MS: Final = 45


def open_window(size: tuple[int, int]) -> pygame.Window:
    """A window of so many pixels, which can be resized."""
    pygame.key.set_repeat(REPEAT_AFTER_MS, REPEAT_EACH_MS)
    with without_icon():
        window = pygame.Window(TITLE, size, resizable=True)
    window.minimum_size = LEAST_WINDOW
    window.get_surface()
    return window

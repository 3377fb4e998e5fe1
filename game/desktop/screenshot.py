"""Saves a picture of the window."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

import pygame

from game.core.whole_files import write_new


def save_screenshot(window: pygame.Surface, folder: Path, now: datetime) -> Path:
    """Write the window's content to a new file named by the local time, and return its path. Raises
    OSError.
    """
    content = io.BytesIO()
    pygame.image.save(window, content, "fourfold.png")
    return write_new(folder, f"fourfold-{now:%Y-%m-%d-%H%M%S}.png", content.getvalue())

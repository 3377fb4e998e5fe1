"""A picture of the window as a file."""

from __future__ import annotations

import io
from datetime import datetime
from pathlib import Path

import pygame

from game.system.folders import write_new


def save_screenshot(window: pygame.Surface, folder: Path, now: datetime) -> Path:
    """Write what a window shows, and return the file, named by the local time; no file is ever
    overwritten. OSError where nothing can be written.
    """
    content = io.BytesIO()
    pygame.image.save(window, content, "fourfold.png")
    return write_new(folder, f"fourfold-{now:%Y-%m-%d-%H%M%S}.png", content.getvalue())

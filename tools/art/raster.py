"""Pixels from drawings, as the game makes them. Only this module needs pygame-ce."""

import io
import os
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from tools.art import qoi


def rasterise(text: str, width: int, height: int) -> pygame.Surface:
    """A drawing at exactly this size."""
    return pygame.image.load_sized_svg(io.BytesIO(text.encode()), (width, height))


def save_png(text: str, size: int, target: Path) -> None:
    """A square drawing as a PNG file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(rasterise(text, size, size), str(target))


def save_sheet(rows: list[list[str]], size: tuple[int, int], target: Path) -> None:
    """Drawings of one size side by side, row below row, as a QOI file."""
    width, height = size
    sheet = pygame.Surface((width * len(rows[0]), height * len(rows)), pygame.SRCALPHA)
    for y, row in enumerate(rows):
        for x, text in enumerate(row):
            sheet.blit(rasterise(text, width, height), (x * width, y * height))
    target.write_bytes(qoi.encoded(pygame.image.tobytes(sheet, "RGBA"), sheet.get_size()))

"""The system's clipboard as text; machines without one have an empty one."""

from __future__ import annotations

import pygame


def clipboard_text() -> str:
    """What the clipboard holds, empty where it holds no text."""
    try:
        return pygame.scrap.get_text()
    except pygame.error:
        return ""


def put_clipboard(text: str) -> bool:
    """Put a text into the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True

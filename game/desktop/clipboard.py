"""The system's clipboard as text; machines without one have an empty one."""

from __future__ import annotations

import pygame


def clipboard_text() -> str:
    """What the clipboard holds, empty where it holds no text. Of what is not UTF-8, the bytes that
    make no sense are U+FFFD: `core.outside.pasted_line` says so.
    """
    try:
        return pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""


def put_clipboard(text: str) -> bool:
    """Put a text into the clipboard; False where there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True

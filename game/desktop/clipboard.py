"""The system's clipboard as text; empty on machines that have none."""

from __future__ import annotations

import pygame


def clipboard_text() -> str:
    """The clipboard's text, empty if it holds none. Bytes that are not UTF-8 become U+FFFD, which
    `core.untrusted_input.pasted_line` refuses.
    """
    try:
        return pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""


def put_clipboard(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if there is none."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True

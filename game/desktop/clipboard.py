"""The system's clipboard as text, by SDL; empty on machines that have none."""

from __future__ import annotations

import time
from typing import Final

import pygame

_PATIENCE_S: Final = 0.08
"""On Wayland SDL waits 14 ms for the text's owner; where it returns none it is asked again for so
long.
"""


def clipboard_text() -> str:
    """The clipboard's text; empty if it holds none or its owner does not answer in time. Bytes that
    are not UTF-8 become U+FFFD, which `core.untrusted_input.pasted_line` refuses.
    """
    until = time.monotonic() + _PATIENCE_S
    try:
        while not (text := pygame.scrap.get_text()) and time.monotonic() < until:
            time.sleep(0.005)
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""
    return text


def put_clipboard(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if there is no clipboard."""
    try:
        pygame.scrap.put_text(text)
    except pygame.error:
        return False
    return True

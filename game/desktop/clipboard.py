"""The system's clipboard as text; empty on machines that have none. A program that has it and does
not answer, or has much to give, never holds up ours.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Thread
from typing import Final

import pygame

from game.core.messages import Wording
from game.core.untrusted_input import MOST_LINE, InputError

_AT_ONCE_S: Final = 0.08
"""The window waits no longer."""


class _Fetched(Thread):
    """A text that another program is asked for."""

    def __init__(self) -> None:
        super().__init__(name="clipboard", daemon=True)
        self.text: str | None = ""
        """None: it is too long."""

    def run(self) -> None:
        """In the thread."""
        from game.desktop.x11_clipboard import fetch

        with suppress(OSError, AttributeError):
            found = fetch(4 * MOST_LINE)
            self.text = None if found is None else found.decode("utf-8", errors="replace")


class _Clipboard:
    """What is known of the clipboard between two calls."""

    def __init__(self) -> None:
        self._ours = 0
        """The window that had it when our text was put there."""
        self._coming: _Fetched | None = None

    def put(self, text: str) -> None:
        pygame.scrap.put_text(text)
        if _is_on_x11():
            from game.desktop.x11_clipboard import clipboard_owner

            pygame.event.pump()  # until then the server has not heard of it
            with suppress(OSError, AttributeError):
                self._ours = clipboard_owner()

    def text(self) -> str:
        if not _is_on_x11() or self._is_ours():
            return _text_by_sdl()
        coming = self._coming or _Fetched()
        if coming is not self._coming:
            coming.start()
        coming.join(_AT_ONCE_S)
        self._coming = coming if coming.is_alive() else None
        if self._coming is not None:
            raise InputError(Wording("the clipboard does not answer: paste again in a moment"))
        if coming.text is None:
            raise InputError(Wording("this text is too long to be a deal"))
        return coming.text

    def _is_ours(self) -> bool:
        """SDL itself would have to answer the question, while it is asked."""
        from game.desktop.x11_clipboard import clipboard_owner

        with suppress(OSError, AttributeError):
            return self._ours == clipboard_owner()
        return True


_clipboard: Final = _Clipboard()
"""There is one in a system."""


def clipboard_text() -> str:
    """The clipboard's text, empty if it holds none, or none that comes at once. Bytes that are not
    UTF-8 become U+FFFD, which `core.untrusted_input.pasted_line` refuses.
    """
    try:
        return _clipboard.text()
    except InputError:
        return ""


def clipboard_line() -> str:
    """As `clipboard_text`. InputError for a text that is too long, or does not come at once."""
    return _clipboard.text()


def put_clipboard(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if there is none."""
    try:
        _clipboard.put(text)
    except pygame.error:
        return False
    return True


def _is_on_x11() -> bool:
    return pygame.display.get_init() and pygame.display.get_driver() == "x11"


def _text_by_sdl() -> str:
    try:
        return pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""

"""The system's clipboard as text; empty on machines that have none. On X11 the window never waits
long for the program that owns the clipboard, even if that does not answer or has much to send. On
Wayland, where only SDL can ask, it waits no longer for one that is slow to answer.
"""

from __future__ import annotations

import time
from contextlib import suppress
from threading import Thread
from typing import Final

import pygame

from game.core.translatable_texts import Wording
from game.core.untrusted_input import MOST_LINE, InputError

_AT_ONCE_S: Final = 0.08
"""The longest that the window waits for a text."""
_KEPT_S: Final = 5.0
"""How long a text that came too late is kept for the next call."""

_MOST: Final = 4 * MOST_LINE + 4
"""Bytes that are read of a text: too many for a deal, enough for every field."""


class _Fetched(Thread):
    """A thread that fetches the text from the program that owns the X clipboard."""

    def __init__(self, owner: int) -> None:
        super().__init__(name="clipboard", daemon=True)
        self._owner, self._begun = owner, time.monotonic()
        self.text = ""
        """Valid when the thread has ended."""

    def may_serve(self, owner: int) -> bool:
        """Whether the clipboard is probably still what was asked for."""
        return owner == self._owner and time.monotonic() < self._begun + _KEPT_S

    def run(self) -> None:
        """Fetch the text; runs in the thread."""
        from game.desktop.x11_clipboard import fetch

        with suppress(OSError, AttributeError):
            self.text = fetch(_MOST).decode("utf-8", errors="replace")


class _Clipboard:
    """The clipboard, and what is remembered between two calls."""

    def __init__(self) -> None:
        self._ours = 0
        """The X window that owned the clipboard just after our text was put there."""
        self._coming: _Fetched | None = None

    def put(self, text: str) -> None:
        pygame.scrap.put_text(text)
        if _is_on_x11():
            pygame.event.pump()  # before this the server does not know the new owner
        self._ours = _owner() or self._ours

    def text(self) -> str:
        owner = _owner()
        # Our window could not answer a request while it waits for the answer.
        if owner is None or owner == self._ours:
            return _text_at_once()
        coming, self._coming = self._coming, None
        if coming is None or not coming.may_serve(owner):
            coming = _Fetched(owner)
            try:
                coming.start()
            except RuntimeError:  # the system has no memory for another thread
                return ""
        coming.join(_AT_ONCE_S)
        if coming.is_alive():
            self._coming = coming
            raise _late()
        return coming.text


_clipboard: Final = _Clipboard()
"""A system has one clipboard, so there is one instance."""


def clipboard_text() -> str:
    """The clipboard's text; empty if it holds none or its owner does not answer at once. Bytes that
    are not UTF-8 become U+FFFD, which `core.untrusted_input.pasted_line` refuses.
    """
    try:
        return _clipboard.text()
    except InputError:
        return ""


def clipboard_line() -> str:
    """As `clipboard_text`, but InputError is raised if the text comes too late."""
    return _clipboard.text()


def put_clipboard(text: str) -> bool:
    """Copy a text to the clipboard. Returns False if there is no clipboard."""
    try:
        _clipboard.put(text)
    except pygame.error:
        return False
    return True


def _is_on_x11() -> bool:
    return pygame.display.get_init() and pygame.display.get_driver() == "x11"


def _owner() -> int | None:
    """The window that owns the X clipboard, 0 for none; None if that is unknown."""
    from game.desktop.x11_clipboard import clipboard_owner

    with suppress(OSError, AttributeError):
        return clipboard_owner() if _is_on_x11() else None
    return None


def _late() -> InputError:
    return InputError(Wording("the clipboard is not responding: paste again in a moment"))


def _text_at_once() -> str:
    """The text by SDL. On Wayland SDL waits 14 ms for the owner and then returns none, so it is
    asked again for _AT_ONCE_S. Raises InputError if the owner, which has a text, is slower.
    """
    until = time.monotonic() + _AT_ONCE_S
    while not (text := _text_by_sdl()) and pygame.scrap.has_text():
        if time.monotonic() >= until:
            raise _late()
        time.sleep(0.005)
    return text


def _text_by_sdl() -> str:
    try:
        return pygame.scrap.get_text()
    except UnicodeDecodeError as error:
        return error.object.decode("utf-8", errors="replace")
    except pygame.error:
        return ""

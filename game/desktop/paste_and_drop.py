"""What comes from other programs: the system's clipboard as text, and what is dropped onto the
window.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import pygame

_PATIENCE_S: Final = 0.08
"""On Wayland SDL waits 14 ms for the text's owner; where it returns none it is asked again for so
long.
"""
DROPPED: Final = (pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)
_FILE: Final = re.compile(r"file:(?://([^/]*))?(/.*)", re.IGNORECASE)
"""A file as a list of type text/uri-list names it: the machine, if it is named, and the path."""


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


# Dropping


class DesktopDrop(NamedTuple):
    """The content of one drop, without names and texts that are not UTF-8."""

    files: tuple[Path, ...]
    lines: tuple[str, ...]


class Drops:
    """Collects the events of a drop: SDL reports each file and each line of a text as an event of
    its own, and then one that ends the drop. It leaves out files of which their source says that
    they are on `localhost`, and reports a comment of the list as a file without a full path.
    """

    def __init__(self, dropped_list: Callable[[], bytes] = bytes) -> None:
        """`dropped_list` gives the list of the last drop as its source wrote it, of the type
        text/uri-list; empty: it is not known, or there was none.
        """
        self._dropped_list = dropped_list
        self._coming: list[pygame.event.Event] = []

    def take(self, event: pygame.event.Event) -> DesktopDrop | None:
        """Take an event of a type in DROPPED; returns the drop that it completes, else None."""
        if event.type != pygame.DROPCOMPLETE:
            self._coming.append(event)
            return None
        come, self._coming = self._coming, []
        lines = tuple(each.text for each in come if each.type == pygame.DROPTEXT)
        told = (Path(each.file) for each in come if each.type == pygame.DROPFILE)
        files = tuple(file for file in told if file.is_absolute())
        return DesktopDrop(files_in(self._dropped_list()) or files, lines)


def files_in(dropped: bytes) -> tuple[Path, ...]:
    """The files on this machine in a text of type text/uri-list, but those whose names are not
    UTF-8.
    """
    # Imported here: the first frame does without them.
    import platform
    from urllib.parse import unquote_to_bytes

    own = {"", "localhost", platform.node().lower()}

    files: list[Path] = []
    for line in dropped.decode("utf-8", "replace").splitlines():
        found = _FILE.fullmatch(line.strip())
        if found is None or (found[1] or "").lower() not in own:
            continue
        with suppress(UnicodeDecodeError):
            files.append(Path(unquote_to_bytes(found[2]).decode()))
    return tuple(files)


def new_events() -> list[pygame.event.Event]:
    """The events in pygame's queue. If a dropped text or file name is not UTF-8, pygame loses all
    events that came with it; the result is then one DROPCOMPLETE: an unreadable drop.
    """
    try:
        return pygame.event.get()
    except SystemError as error:
        if not isinstance(error.__cause__, UnicodeDecodeError):
            raise
        return [pygame.event.Event(pygame.DROPCOMPLETE)]

"""What is dropped onto the window, as SDL tells of it: each file and each line of a text for
itself, then that this was all.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.core.named_tuple import NamedTuple

DROPPED: Final = (pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class DesktopDrop(NamedTuple):
    """All that was let go of at once. What cannot be read is not in it."""

    files: tuple[Path, ...]
    lines: tuple[str, ...]


class Drops:
    """Gathers what is being dropped."""

    def __init__(self) -> None:
        self._coming: list[pygame.event.Event] = []

    def take(self, event: pygame.event.Event) -> DesktopDrop | None:
        """The drop that an event completes."""
        if event.type != pygame.DROPCOMPLETE:
            self._coming.append(event)
            return None
        come, self._coming = self._coming, []
        files = tuple(Path(each.file) for each in come if each.type == pygame.DROPFILE)
        return DesktopDrop(files, tuple(each.text for each in come if each.type == pygame.DROPTEXT))


def new_events() -> list[pygame.event.Event]:
    """What has happened. Where a dropped text or a file's name is not UTF-8, pygame loses all that
    came with it, too: then something was dropped that cannot be read.
    """
    try:
        return pygame.event.get()
    except SystemError as error:
        if not isinstance(error.__cause__, UnicodeDecodeError):
            raise
        return [pygame.event.Event(pygame.DROPCOMPLETE)]

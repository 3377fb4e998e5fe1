"""Drag and drop onto the window. SDL reports each file and each line of a text as an event of its
own, and then one event that ends the drop.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from game.core.named_tuple import NamedTuple

DROPPED: Final = (pygame.DROPFILE, pygame.DROPTEXT, pygame.DROPCOMPLETE)


class DesktopDrop(NamedTuple):
    """The content of one drop, without names and texts that are not UTF-8."""

    files: tuple[Path, ...]
    lines: tuple[str, ...]


class Drops:
    """Collects the events of a drop."""

    def __init__(self) -> None:
        self._coming: list[pygame.event.Event] = []

    def take(self, event: pygame.event.Event) -> DesktopDrop | None:
        """Take an event of a type in DROPPED; returns the drop that it completes, else None."""
        if event.type != pygame.DROPCOMPLETE:
            self._coming.append(event)
            return None
        come, self._coming = self._coming, []
        files = tuple(Path(each.file) for each in come if each.type == pygame.DROPFILE)
        return DesktopDrop(files, tuple(each.text for each in come if each.type == pygame.DROPTEXT))


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

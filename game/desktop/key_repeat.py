"""How a key that is held down repeats: how soon, how often, and for which commands not at all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import pygame

from game.desktop.key_bindings import Command

REPEAT_AFTER_MS: Final = 320
"""A key that is held down begins to repeat after this."""
REPEAT_EACH_MS: Final = 45

ONCE: Final = {
    *(Command.HINT, Command.VERDICT, Command.SHOW_ME, Command.NEW),
    *(Command.FULLSCREEN, Command.SCREENSHOT, Command.BOOKMARK),
    *(Command.DROP, Command.RETURN, Command.SWAP, Command.SWITCH_PATH),
}
"""The commands that a held key gives once: a hand that is slow to let go means one press."""


def overtaken_keys(events: Iterable[pygame.event.Event]) -> set[int]:
    """The `id` of each key event that another event of the same key follows.

    pygame makes repeats in a thread of its own until the KEYUP is fetched. A slow frame would
    therefore turn one press into many, even if the key has been released since.
    """
    last: dict[int, int] = {}
    found = set()
    for event in events:
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            found.add(last.get(event.key, 0))
            last[event.key] = id(event)
    return found

"""Gives the keys of the numeric keypad their other meaning while Num Lock is off."""

from __future__ import annotations

from typing import Final

import pygame

_WITHOUT_NUM_LOCK: Final = {
    pygame.K_KP0: pygame.K_INSERT,
    pygame.K_KP1: pygame.K_END,
    pygame.K_KP2: pygame.K_DOWN,
    pygame.K_KP3: pygame.K_PAGEDOWN,
    pygame.K_KP4: pygame.K_LEFT,
    pygame.K_KP6: pygame.K_RIGHT,
    pygame.K_KP7: pygame.K_HOME,
    pygame.K_KP8: pygame.K_UP,
    pygame.K_KP9: pygame.K_PAGEUP,
    pygame.K_KP_PERIOD: pygame.K_DELETE,
}


def with_keypad_arrows(event: pygame.event.Event) -> pygame.event.Event:
    """A KEYDOWN event of the keypad that writes nothing, as Num Lock is off, as that of the arrow
    or other key that is printed below the digit; others as they are.
    """
    key = _WITHOUT_NUM_LOCK.get(event.key)
    if key is None or event.unicode or event.mod & pygame.KMOD_NUM:
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": key})

"""The input device that the player used last, and whether a screen reader is on."""

from __future__ import annotations

from enum import Enum, auto

import pygame


class Device(Enum):
    """A kind of input device."""

    KEYBOARD = auto()
    MOUSE = auto()
    TOUCH = auto()
    PAD = auto()


class InputDevices:
    """Shared by all scenes. The main loop sets `last`, the accessibility code `screen_reader`."""

    def __init__(self) -> None:
        self.last = Device.MOUSE
        self.touched = False
        """True once the screen was touched: there may be no keyboard."""
        self.screen_reader = False
        """A screen reader is on."""


def device_of(event: pygame.event.Event) -> Device | None:
    """The device that an event came from; None for an event that no device caused, and for a pad's
    own events: of these only the ones that `game_pad` translates to keys count as input.
    """
    match event.type:
        case pygame.KEYDOWN:
            return Device.KEYBOARD
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEWHEEL:
            return Device.TOUCH if getattr(event, "touch", False) else Device.MOUSE
        case pygame.MOUSEMOTION if event.rel != (0, 0) and not getattr(event, "touch", False):
            return Device.MOUSE
        case pygame.FINGERDOWN:
            return Device.TOUCH
    return None

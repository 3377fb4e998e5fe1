"""What the player's hands and ears use: the device used last, and whether a reader speaks."""

from __future__ import annotations

from enum import Enum, auto

import pygame


class Device(Enum):
    """What an event came from."""

    KEYBOARD = auto()
    MOUSE = auto()
    TOUCH = auto()
    PAD = auto()


class InputDevices:
    """Known to all scenes; the loop keeps `last`, the accessibility tree `screen_reader`."""

    def __init__(self) -> None:
        self.last = Device.MOUSE
        self.touched = False
        """The screen has been touched: there may be no keyboard at hand."""
        self.screen_reader = False
        """A screen reader is on."""


def device_of(event: pygame.event.Event) -> Device | None:
    """What an event came from; None for one that no hand has made. A pad's own events are told
    apart by those of its buttons that mean something (`game_pad`).
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

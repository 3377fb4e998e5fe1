"""What the player's hands and ears use: the device used last, and whether a reader speaks."""

from __future__ import annotations

from enum import Enum, auto


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

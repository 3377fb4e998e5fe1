"""How to redeal, in words for the device used last."""

from __future__ import annotations

from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.desktop.key_bindings import Command
from game.scenes.common.services import Services


def redeal_instructions(services: Services) -> str:
    """The key, the button or the two clicks that redeal."""
    _, key = services.language, key_name(Command.REDEAL, services.language)
    by_device = {
        KeyHints.KEYS: _("{key}, or two quick clicks on a card"),
        KeyHints.ARROWS: _("{key}, or Enter twice quickly on a card"),
        KeyHints.PAD: _("Enter twice quickly on a card"),
        KeyHints.TOUCH: _("by the button, or two quick taps on a card"),
    }
    return by_device[services.key_hints].format(key=key)

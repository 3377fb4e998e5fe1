"""How to redeal, in words for the device used last."""

from __future__ import annotations

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.scenes.common.services import Services


def redeal_instructions(services: Services) -> str:
    """The key, the button or the two clicks that redeal."""
    _, key = services.language, key_name(Command.REDEAL, services.language)
    by_device = {
        KeyHints.KEYS: _("{key}, or double-click a card"),
        KeyHints.ARROWS: _("{key}, or press Enter twice quickly on a card"),
        KeyHints.PAD: _("press Enter twice quickly on a card"),
        KeyHints.TOUCH: _("tap the button, or double-tap a card"),
    }
    return by_device[services.key_hints].format(key=key)

"""What keys and the buttons of a game pad are called in hints, help and sentences."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Final

import pygame

from game.desktop.commands import Chord, Command, Control
from game.desktop.game_pad import ARROW_KEYS, CTRL, KEY_OF_NAME, SHIFT
from game.desktop.key_events import named_here

PAD_NAMES: Final[dict[Chord, str]] = {
    Chord(key, ctrl=mod == CTRL, shift=mod == SHIFT): name
    for name, (key, mod) in KEY_OF_NAME.items()
}
"""The name that hints show for the pad's button, by the key that it gives."""


class KeyHints(Enum):
    """The device that key hints are written for."""

    KEYS = auto()
    ARROWS = auto()
    """The keyboard while arrow keys move the card cursor."""
    PAD = auto()
    TOUCH = auto()
    """A touch screen, which has no keys."""


def key_name(
    command: Control, _: Callable[[str], str] = str, key_hints: KeyHints = KeyHints.KEYS
) -> str:
    """The first key of a command, or of a control, as it is printed (`Ctrl+N`), or its
    button on a game pad; empty where it has none.
    """
    if key_hints is KeyHints.TOUCH:
        return ""
    chords = command.row.keys
    if key_hints is KeyHints.PAD:
        return next((PAD_NAMES[chord] for chord in chords if chord in PAD_NAMES), "")
    if key_hints is KeyHints.ARROWS:
        chords = tuple(chord for chord in chords if chord.ctrl or chord.key not in ARROW_KEYS)
    return chord_name(chords[0], _) if chords else ""


def pad_button(key: str, _: Callable[[str], str] = str) -> str:
    """The pad's button for a printed key: its own button, or that of another key of the same
    command; empty if there is none.
    """
    for command in Command:
        if not command.row.on_pages and key in {chord_name(c, _) for c in command.row.keys}:
            return key_name(command, _, KeyHints.PAD)
    return _printed_pad_names(_).get(key, key if key in PAD_NAMES.values() else "")


def for_pad(text: str, _: Callable[[str], str] = str) -> str:
    """A sentence with the pad's buttons in place of the printed keys that it names."""
    names = _printed_pad_names(_)
    keys = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w+])({keys})(?![\w+])", lambda found: _bare(names[found[1]]), text)


def _bare(button: str) -> str:
    """The name of a pad's button as a sentence has it: a plain letter for one in a circle."""
    return chr(ord(button) - ord("Ⓐ") + ord("A")) if len(button) == 1 else button


def _printed_pad_names(_: Callable[[str], str]) -> dict[str, str]:
    """The pad's buttons, by the printed names of the keys that they give."""
    return {chord_name(chord, _): name for chord, name in PAD_NAMES.items()}


def chord_name(chord: Chord, _: Callable[[str], str] = str) -> str:
    """A chord as printed, in the language of `_`."""
    if chord.char:
        return chord.char
    name = _named_keys(_).get(chord.key) or pygame.key.name(chord.key).capitalize()
    before = (chord.ctrl, _("Ctrl")), (chord.alt, _("Alt")), (chord.shift, _("Shift"))
    return named_here("+".join([word for held, word in before if held] + [name]))


def _named_keys(_: Callable[[str], str]) -> dict[int, str]:
    return {
        pygame.K_LEFT: _("Left"),
        pygame.K_RIGHT: _("Right"),
        pygame.K_UP: _("Up"),
        pygame.K_DOWN: _("Down"),
        pygame.K_PAGEUP: _("Page Up"),
        pygame.K_PAGEDOWN: _("Page Down"),
        pygame.K_HOME: _("Home"),
        pygame.K_END: _("End"),
        pygame.K_BACKSPACE: _("Backspace"),
        pygame.K_DELETE: _("Del"),
        pygame.K_TAB: _("Tab"),
        pygame.K_SPACE: _("Space"),
        pygame.K_ESCAPE: _("Esc"),
        pygame.K_RETURN: _("Enter"),
        pygame.K_KP_ENTER: _("Enter"),
    }

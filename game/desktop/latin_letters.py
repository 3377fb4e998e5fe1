"""Gives letter keys of a keyboard layout of another script the letters of a US keyboard."""

from __future__ import annotations

from typing import Final

import pygame
import pygame.base

from game.desktop.sdl import loaded

OTHER_SCRIPTS: Final = range(0x370, 1 << 30)
"""The key constants of letters that are not Latin: Greek and what comes after it."""
DOTLESS_I: Final = 0x131
"""The key constant of the Turkish key that is printed with an I. The one with a dot writes `i`."""
LETTER_PLACES: Final = range(pygame.KSCAN_A, pygame.KSCAN_Z + 1)
"""The scancodes of the keys that have letters on a US keyboard, in their order."""


def in_latin_letters(event: pygame.event.Event) -> pygame.event.Event:
    """A KEYDOWN event as a US keyboard gives it, if the layout has another script there, such as
    Cyrillic, or an I without a dot; others as they are. Typed text comes as TEXTINPUT and stays.
    """
    code = _latin_code(event)
    if code is None:
        return event
    letter = chr(code).upper() if event.mod & pygame.KMOD_SHIFT else chr(code)
    text = "" if event.mod & pygame.KMOD_CTRL else letter
    return pygame.event.Event(event.type, {**event.dict, "key": code, "unicode": text})


def _latin_code(event: pygame.event.Event) -> int | None:
    """The key constant of the letter that a key of another script counts as; None for others."""
    if event.key == DOTLESS_I:
        return int(pygame.K_i)
    if event.scancode not in LETTER_PLACES or not _is_other_script(event.key):
        return None
    return int(pygame.K_a) + LETTER_PLACES.index(event.scancode)


def _is_other_script(key: int) -> bool:
    """Whether a key in the place of a letter belongs to a layout of another script. Greek has a
    sign in the place of Q, but a letter of its own in that of A.
    """
    return key in OTHER_SCRIPTS or (
        not pygame.K_a <= key <= pygame.K_z and key_at(pygame.KSCAN_A) in OTHER_SCRIPTS
    )


def key_at(scancode: int) -> int:
    """The key constant that the layout has in a place; 0 if SDL cannot be asked."""
    try:
        return int(loaded("SDL2", pygame.base).SDL_GetKeyFromScancode(scancode))
    except (OSError, AttributeError):
        return 0

"""What the events of keys mean: letters of other scripts, the numeric keypad without Num Lock, how
held keys repeat, and which keys belong to the desktop.

SDL reports Super, the Windows key and Cmd as one modifier. Keys pressed with it belong to the
desktop. On macOS it acts as Ctrl does elsewhere, except for the few keys that the system uses.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import Final

import pygame

from game.desktop.sdl import sdl

OTHER_SCRIPTS: Final = range(0x370, 1 << 30)
"""The key constants of letters that are not Latin: Greek and what comes after it."""
DOTLESS_I: Final = 0x131
"""The key constant of the Turkish key that is printed with an I. The one with a dot writes `i`."""
LETTER_PLACES: Final = range(pygame.KSCAN_A, pygame.KSCAN_Z + 1)
"""The scancodes of the keys that have letters on a US keyboard, in their order."""
SYSTEMS_OWN: Final = frozenset({pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_m})
"""Quit, close, hide and minimise, which macOS does by itself."""
_CTRL: Final = re.compile(r"Ctrl\+(?![QWHM]\b)")
_SUPER: Final = pygame.KMOD_LMETA | pygame.KMOD_RMETA
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
REPEAT_AFTER_MS: Final = 320
"""A key that is held down begins to repeat after this."""
REPEAT_EACH_MS: Final = 45


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
    """The key constant that the layout has in a place."""
    return int(sdl().SDL_GetKeyFromScancode(scancode))


def is_mac() -> bool:
    """Whether the desktop is macOS."""
    return sys.platform == "darwin"


def named_here(text: str) -> str:
    """A text with its key names as this desktop has them: on macOS Cmd in place of Ctrl."""
    return _CTRL.sub("Cmd+", text) if is_mac() else text


def holds_ctrl(mods: int) -> bool:
    """Whether Ctrl is down as part of a command. On Windows AltGr, which types letters and signs,
    comes as Ctrl+Alt.
    """
    return bool(mods & pygame.KMOD_CTRL) and not mods & pygame.KMOD_ALT


def takes_words(mods: int) -> bool:
    """Whether a key that moves or erases in a text does so by whole words: with Ctrl, on macOS with
    Option.
    """
    return bool(mods & pygame.KMOD_ALT) if is_mac() else holds_ctrl(mods)


def takes_lines(mods: int) -> bool:
    """Whether such a key does so up to the end of the line: on macOS with Cmd, elsewhere with Ctrl
    and Shift; there Shift with a key that moves means to select.
    """
    return holds_ctrl(mods) and (is_mac() or bool(mods & pygame.KMOD_SHIFT))


def for_program(event: pygame.event.Event) -> pygame.event.Event | None:
    """The event that the program should handle; None for a key that belongs to the desktop, and for
    the text that a key of another script writes with Ctrl under X11.
    """
    if event.type == pygame.TEXTINPUT:
        mods = pygame.key.get_mods()
        stray = holds_ctrl(mods) and not event.text.isascii()
        return None if stray or mods & _SUPER else event
    if event.type != pygame.KEYDOWN or not event.mod & _SUPER:
        return event
    if not is_mac() or in_latin_letters(event).key in SYSTEMS_OWN:
        return None
    mod = event.mod & ~_SUPER | pygame.KMOD_LCTRL
    return pygame.event.Event(event.type, {**event.dict, "mod": mod})


def with_keypad_arrows(event: pygame.event.Event) -> pygame.event.Event:
    """A KEYDOWN event of the keypad that writes nothing, as Num Lock is off, as that of the arrow
    or other key that is printed below the digit; others as they are.
    """
    key = _WITHOUT_NUM_LOCK.get(event.key)
    if key is None or event.unicode or event.mod & pygame.KMOD_NUM:
        return event
    return pygame.event.Event(event.type, {**event.dict, "key": key})


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

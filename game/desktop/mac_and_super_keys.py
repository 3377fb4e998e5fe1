"""Keeps the desktop's own shortcuts, those with Super or Cmd, from the program; maps Cmd to Ctrl on
macOS.

SDL reports Super, the Windows key and Cmd as one modifier. Keys pressed with it belong to the
desktop. On macOS it acts as Ctrl does elsewhere, except for the few keys that the system uses.
"""

from __future__ import annotations

import re
import sys
from typing import Final

import pygame

from game.desktop.latin_letters import in_latin_letters

SYSTEMS_OWN: Final = frozenset({pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_m})
"""Quit, close, hide and minimise, which macOS does by itself."""
_CTRL: Final = re.compile(r"Ctrl\+(?![QWHM]\b)")
_SUPER: Final = pygame.KMOD_LMETA | pygame.KMOD_RMETA


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

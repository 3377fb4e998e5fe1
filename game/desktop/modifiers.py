"""Which keys are the desktop's and not the program's, and what stands for Ctrl on a Mac.

Super, the Windows key and Cmd are one key to SDL. With it held, letters and arrows are the
desktop's. On macOS it does what Ctrl does elsewhere, but for the few that the system itself has.
"""

from __future__ import annotations

import re
import sys
from typing import Final

import pygame

SYSTEMS_OWN: Final = frozenset({pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_m})
"""Quit, close, hide and minimise, which macOS does by itself."""
_CTRL: Final = re.compile(r"Ctrl\+(?![QWHM]\b)")
_SUPER: Final = pygame.KMOD_LMETA | pygame.KMOD_RMETA


def is_mac() -> bool:
    """Whether the desktop is macOS."""
    return sys.platform == "darwin"


def named_here(text: str) -> str:
    """A text that names keys, as they are called on this desktop."""
    return _CTRL.sub("Cmd+", text) if is_mac() else text


def for_program(event: pygame.event.Event) -> pygame.event.Event | None:
    """An event as the program takes it; None for a key that is meant for the desktop."""
    if event.type == pygame.TEXTINPUT:
        return None if pygame.key.get_mods() & _SUPER else event
    if event.type != pygame.KEYDOWN or not event.mod & _SUPER:
        return event
    if not is_mac() or event.key in SYSTEMS_OWN:
        return None
    mod = event.mod & ~_SUPER | pygame.KMOD_LCTRL
    return pygame.event.Event(event.type, {**event.dict, "mod": mod})

"""Input events as SDL sends them: keys, mouse, taps."""

from __future__ import annotations

import pygame

from game.scenes.common.base import Change, Scene

CTRL, SHIFT, ALT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT, pygame.KMOD_LALT


LEFT, RIGHT = 1, 3


def key(code: int, mod: int = 0, char: str = "") -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=mod, unicode=char, scancode=0)


def letter(char: str, mod: int = 0) -> pygame.event.Event:
    """A character key; an upper-case one is typed with Shift."""
    shift = SHIFT if char.isupper() else 0
    return key(ord(char.lower()), mod | shift, char)


def motion(at: tuple[int, int], *, held: bool = False) -> pygame.event.Event:
    return pygame.event.Event(
        pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(int(held), 0, 0), touch=False
    )


def down(at: tuple[int, int], button: int = LEFT) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False)


def up(at: tuple[int, int], button: int = LEFT) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False)


def tapped(scene: Scene, at: tuple[int, int]) -> Change | None:
    """Tap with a finger; returns what the scene asks for."""
    change = None
    for event in (motion(at), down(at), up(at)):
        event.touch = True
        change = scene.handle(event) or change
    return change

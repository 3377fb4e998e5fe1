"""The numeric keypad with Num Lock on and off."""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL, SHIFT

from game.desktop.key_events import with_keypad_arrows


@pytest.mark.parametrize(
    ("key", "mod", "char", "wanted"),
    [
        (pygame.K_KP4, 0, "", pygame.K_LEFT),
        (pygame.K_KP8, SHIFT, "", pygame.K_UP),
        (pygame.K_KP8, CTRL, "", pygame.K_UP),
        (pygame.K_KP_PERIOD, 0, "", pygame.K_DELETE),
        (pygame.K_KP4, pygame.KMOD_NUM, "4", pygame.K_KP4),
        (pygame.K_KP4, pygame.KMOD_NUM | CTRL, "", pygame.K_KP4),
        (pygame.K_KP4, 0, "4", pygame.K_KP4),  # macOS, which has no Num Lock
        (pygame.K_KP_ENTER, 0, "", pygame.K_KP_ENTER),
    ],
)
def test_without_num_lock_the_keypad_has_arrows(key: int, mod: int, char: str, wanted: int) -> None:
    event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=char, scancode=0)
    found = with_keypad_arrows(event)
    assert (found.key, found.mod, found.unicode) == (wanted, mod, char)

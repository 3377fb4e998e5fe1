"""Letter keys of keyboard layouts of other scripts."""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL, SHIFT

from game.desktop import key_events
from game.desktop.key_events import in_latin_letters, key_at


def typed(code: int, scancode: int, mod: int, char: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, scancode=scancode, mod=mod, unicode=char)


@pytest.mark.parametrize(
    ("layout", "event", "wanted"),
    [
        ("Russian", typed(0x444, pygame.KSCAN_A, 0, "ф"), (pygame.K_a, "a")),
        ("Russian", typed(0x444, pygame.KSCAN_A, SHIFT, "Ф"), (pygame.K_a, "A")),
        ("Russian", typed(0x44F, pygame.KSCAN_Z, CTRL, "я"), (pygame.K_z, "")),
        ("Greek", typed(0x3B1, pygame.KSCAN_A, 0, "α"), (pygame.K_a, "a")),
        ("Russian", typed(0x445, pygame.KSCAN_LEFTBRACKET, 0, "х"), (0x445, "х")),
        ("French", typed(pygame.K_q, pygame.KSCAN_A, 0, "q"), (pygame.K_q, "q")),
        ("Turkish", typed(0x131, pygame.KSCAN_I, 0, "ı"), (pygame.K_i, "i")),
        ("Turkish", typed(0x131, pygame.KSCAN_I, SHIFT, "I"), (pygame.K_i, "I")),
        ("Turkish F", typed(0x131, pygame.KSCAN_R, 0, "ı"), (pygame.K_i, "i")),
        ("Bépo", typed(0xE9, pygame.KSCAN_W, 0, "é"), (0xE9, "é")),
        ("any", typed(pygame.K_LEFT, pygame.KSCAN_LEFT, 0, ""), (pygame.K_LEFT, "")),
    ],
)
def test_letters_of_other_scripts_count_by_their_place(
    layout: str, event: pygame.event.Event, wanted: tuple[int, str]
) -> None:
    found = in_latin_letters(event)
    assert (found.key, found.unicode) == wanted, layout
    assert (found.mod, found.scancode) == (event.mod, event.scancode)


@pytest.mark.parametrize(
    ("layout", "at_a", "sign", "mod", "wanted"),
    [
        ("Greek", 0x3B1, ";", 0, (pygame.K_q, "q")),
        ("Greek", 0x3B1, ";", SHIFT, (pygame.K_q, "Q")),
        ("Hebrew", 0x5E9, "/", 0, (pygame.K_q, "q")),
        ("Dvorak", pygame.K_a, "'", 0, (ord("'"), "'")),
    ],
)
def test_a_sign_in_the_place_of_a_letter_counts_as_the_letters_beside_it(
    layout: str,
    at_a: int,
    sign: str,
    mod: int,
    wanted: tuple[int, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(key_events, "key_at", lambda scancode: at_a)
    found = in_latin_letters(typed(ord(sign), pygame.KSCAN_Q, mod, sign))
    assert (found.key, found.unicode) == wanted, layout


def test_the_key_in_a_place_is_asked_of_sdl() -> None:
    pygame.display.init()
    assert key_at(pygame.KSCAN_A) == pygame.K_a

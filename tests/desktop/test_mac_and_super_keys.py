"""Super and Cmd: the desktop's keys, and on a Mac what Ctrl is elsewhere."""

from __future__ import annotations

import pygame
import pytest
from input_events import CTRL, SHIFT, key

from game.desktop import key_events
from game.desktop.commands import Command, command_of
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_events import for_program, named_here

SUPERS = (pygame.KMOD_LMETA, pygame.KMOD_RMETA)


@pytest.fixture
def mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(key_events, "is_mac", lambda: True)


@pytest.mark.parametrize("held", SUPERS)
@pytest.mark.parametrize("mod", [0, SHIFT, CTRL])
@pytest.mark.parametrize("code", [*range(pygame.K_a, pygame.K_z), pygame.K_LEFT, pygame.K_F11])
def test_with_super_no_key_is_for_the_program(held: int, mod: int, code: int) -> None:
    assert for_program(key(code, held | mod, "x")) is None


@pytest.mark.parametrize("held", SUPERS)
def test_on_a_mac_cmd_does_what_ctrl_does_elsewhere(mac: None, held: int) -> None:
    for command in Command:
        for chord in () if command.row.on_pages else command.row.keys:
            if not chord.ctrl or chord.key in key_events.SYSTEMS_OWN:
                continue
            taken = for_program(key(chord.key, held | (SHIFT if chord.shift else 0)))
            assert taken is not None
            assert command_of(taken) is command


@pytest.mark.parametrize("code", [pygame.K_q, pygame.K_w, pygame.K_h, pygame.K_m])
def test_what_a_mac_does_with_cmd_itself_stays_its_own(mac: None, code: int) -> None:
    assert for_program(key(code, pygame.KMOD_LMETA)) is None


def test_they_stay_its_own_on_a_keyboard_of_another_script(mac: None) -> None:
    minimise = {"key": 0x44C, "scancode": pygame.KSCAN_M, "mod": pygame.KMOD_LMETA, "unicode": ""}
    assert for_program(pygame.event.Event(pygame.KEYDOWN, minimise)) is None


def test_on_a_mac_ctrl_goes_on_working(mac: None) -> None:
    taken = for_program(key(pygame.K_m, CTRL))
    assert taken is not None and command_of(taken) is Command.MAP


def test_other_events_pass() -> None:
    for event in (key(pygame.K_a), pygame.event.Event(pygame.KEYUP, key=pygame.K_a, mod=1024)):
        assert for_program(event) is event


def test_what_is_typed_with_super_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = pygame.event.Event(pygame.TEXTINPUT, text="f")
    monkeypatch.setattr(pygame.key, "get_mods", lambda: 0)
    assert for_program(typed) is typed
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LMETA)
    assert for_program(typed) is None


def test_what_a_key_of_another_script_writes_with_ctrl_is_no_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed = pygame.event.Event(pygame.TEXTINPUT, text="ф")
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL)
    assert for_program(typed) is None
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_LCTRL | pygame.KMOD_RALT)
    assert for_program(typed) is typed, "AltGr"


def test_help_and_buttons_name_the_key_of_the_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (key_name(Command.NEW), named_here("`Ctrl+L`")) == (
        "Ctrl+N",
        "`Ctrl+L`",
    )
    monkeypatch.setattr(key_events, "is_mac", lambda: True)
    assert (key_name(Command.NEW), named_here("`Ctrl+L`")) == ("Cmd+N", "`Cmd+L`")
    assert key_name(Command.MAP) == "Ctrl+M"

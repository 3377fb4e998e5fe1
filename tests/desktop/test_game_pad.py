"""Game pads: buttons and sticks as keys, and what repeats."""

from __future__ import annotations

import pygame
import pytest

from game.desktop.commands import Command, command_of
from game.desktop.game_pad import (
    LOOK_EVERY,
    LOOK_SELDOM_EVERY,
    QUIET_AFTER,
    REPEAT_AFTER,
    REPEAT_EVERY,
    GamePads,
    is_of_pad,
)
from game.desktop.key_and_pad_button_names import KeyHints, for_pad, key_name, pad_button

Chord = tuple[int, int]


class Clock:
    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


def button(number: int, *, down: bool = True) -> pygame.event.Event:
    kind = pygame.CONTROLLERBUTTONDOWN if down else pygame.CONTROLLERBUTTONUP
    return pygame.event.Event(kind, instance_id=0, button=number)


def axis(number: int, value: int, pad: int = 0) -> pygame.event.Event:
    return pygame.event.Event(
        pygame.CONTROLLERAXISMOTION, instance_id=pad, axis=number, value=value
    )


def given(pads: GamePads, *events: pygame.event.Event) -> list[Chord]:
    assert all(map(is_of_pad, events))
    return [(key.key, key.mod) for event in events for key in pads.keys(event)]


@pytest.mark.parametrize(
    ("number", "command"),
    [
        (pygame.CONTROLLER_BUTTON_B, Command.BACK),
        (pygame.CONTROLLER_BUTTON_Y, Command.HINT),
        (pygame.CONTROLLER_BUTTON_LEFTSHOULDER, Command.UNDO),
        (pygame.CONTROLLER_BUTTON_RIGHTSHOULDER, Command.REDO),
        (pygame.CONTROLLER_BUTTON_START, Command.MENU),
        (pygame.CONTROLLER_BUTTON_BACK, Command.MAP),
        (pygame.CONTROLLER_BUTTON_RIGHTSTICK, Command.VERDICT),
    ],
)
def test_buttons_give_commands_and_hints_name_them(number: int, command: Command) -> None:
    (key,) = GamePads().keys(button(number))
    assert command_of(key) is command
    assert key_name(command, key_hints=KeyHints.PAD)


def test_hints_of_arrows_are_other_keys_while_these_move_the_cursor() -> None:
    assert key_name(Command.UNDO) == "Left"
    assert key_name(Command.UNDO, key_hints=KeyHints.ARROWS) == "Ctrl+Z"
    assert key_name(Command.BRANCH_BEFORE, key_hints=KeyHints.ARROWS) == "Ctrl+Up"
    assert key_name(Command.COPY, key_hints=KeyHints.PAD) == ""


@pytest.mark.parametrize(
    ("key", "button"),
    [
        *(("Enter", "Ⓐ"), ("Esc", "Ⓑ"), ("Q", "Ⓑ"), ("F2", "Ⓨ"), ("F3", "RS"), ("F10", "Start")),
        *(("Left", "LB"), ("Ctrl+Y", "RB"), ("Ctrl+M", "Select"), ("LB", "LB")),
        *(("F4", ""), ("Tab", ""), ("Home  End", ""), ("C", ""), ("", "")),
    ],
)
def test_hints_show_the_button_in_place_of_its_key(key: str, button: str) -> None:
    assert pad_button(key) == button


def test_sentences_name_the_button_in_place_of_its_key() -> None:
    assert for_pad("Tip: press F2 for a hint, and F2 again to play it").count("Y") == 2
    assert for_pad("Take it back: press Ctrl+Z, or this button.").count("LB") == 1
    assert for_pad("Shift+Enter, Enter.") == "X, A."
    assert for_pad("F12, Entering, Left, Ctrl+Zoom") == "F12, Entering, Left, Ctrl+Zoom"
    assert (
        for_pad("Entrée continue.", lambda text: text.replace("Enter", "Entrée")) == "A continue."
    )


def test_a_stick_counts_once_it_is_far_out_and_again_after_it_was_back() -> None:
    pads, x = GamePads(), pygame.CONTROLLER_AXIS_LEFTX
    right, left = (pygame.K_RIGHT, 0), (pygame.K_LEFT, 0)
    assert given(pads, axis(x, 9_000), axis(x, 15_000)) == []
    assert given(pads, axis(x, 25_000), axis(x, 15_000), axis(x, 30_000)) == [right]
    assert given(pads, axis(x, 0), axis(x, 25_000)) == [right]
    assert given(pads, axis(x, -32_768)) == [left]


def test_two_pads_do_not_disturb_each_other() -> None:
    pads, y = GamePads(), pygame.CONTROLLER_AXIS_RIGHTY
    down = (pygame.K_DOWN, pygame.KMOD_LSHIFT)
    assert given(pads, axis(y, 30_000, 1), axis(y, 30_000, 2)) == [down, down]


@pytest.mark.parametrize(
    ("trigger", "command"),
    [
        (pygame.CONTROLLER_AXIS_TRIGGERLEFT, Command.UNDO_TEN),
        (pygame.CONTROLLER_AXIS_TRIGGERRIGHT, Command.REDO_TEN),
    ],
)
def test_triggers_go_ten_actions_and_repeat(trigger: int, command: Command) -> None:
    clock = Clock()
    pads = GamePads(clock)
    (key,) = pads.keys(axis(trigger, 32_000))
    assert command_of(key) is command
    clock.now += REPEAT_AFTER + 0.001
    assert [command_of(key) for key in pads.repeated()] == [command]
    assert given(pads, axis(trigger, 0)) == []
    assert pads.due is None


def test_other_buttons_mean_nothing() -> None:
    assert given(GamePads(), button(15)) == []


def test_what_is_held_repeats_until_it_is_let_go() -> None:
    clock = Clock()
    pads, down = GamePads(clock), pygame.CONTROLLER_BUTTON_DPAD_DOWN
    assert given(pads, button(down)) == [(pygame.K_DOWN, 0)]
    assert pads.due == pytest.approx(REPEAT_AFTER)
    assert not list(pads.repeated())
    for wait in (REPEAT_AFTER, REPEAT_EVERY, REPEAT_EVERY):
        clock.now += wait + 0.001
        assert [(key.key, key.repeated) for key in pads.repeated()] == [(pygame.K_DOWN, True)]
    given(pads, button(down, down=False))
    clock.now += 1
    assert pads.due is None
    assert not list(pads.repeated())


@pytest.mark.parametrize("ends", ["unplugged", "scene"])
def test_what_is_held_ends_with_the_pad_and_with_the_scene(ends: str) -> None:
    pads = GamePads()
    given(pads, button(pygame.CONTROLLER_BUTTON_DPAD_UP))
    if ends == "scene":
        pads.let_go()
    else:
        given(pads, pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=0))
    assert pads.due is None


def test_a_pad_that_cannot_be_opened_is_none() -> None:
    pads = GamePads()
    assert given(pads, pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=99)) == []


class Calls:
    """Stands in for SDL: a pad whose button goes down at the third look."""

    SDL_IsGameController = SDL_GameControllerOpen = SDL_GameControllerGetJoystick = lambda *_: 1
    SDL_JoystickInstanceID = lambda *_: 7  # noqa: E731
    SDL_GameControllerClose = lambda *_: None  # noqa: E731

    def __init__(self) -> None:
        self.looks, self.often = 0, True

    def SDL_SetHint(self, name: bytes, value: bytes) -> None:  # noqa: N802 (SDL's own name)
        self.often = value == b"1"

    def SDL_JoystickUpdate(self) -> None:  # noqa: N802
        self.looks += 1
        if self.looks == 3:
            pygame.event.post(button(0))


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> tuple[GamePads, Calls, Clock]:
    pygame.display.init()
    pygame.event.clear()
    clock, calls = Clock(), Calls()
    monkeypatch.setattr("game.desktop.game_pad.sdl", lambda: calls)
    pads = GamePads(clock)
    given(pads, pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0))
    return pads, calls, clock


def test_sdl_looks_by_itself_only_while_there_is_no_pad(
    plugged: tuple[GamePads, Calls, Clock],
) -> None:
    pads, calls, _clock = plugged
    assert not calls.often
    given(pads, pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7))
    assert calls.often


@pytest.mark.parametrize(
    ("rested", "every"), [(0.0, LOOK_EVERY), (QUIET_AFTER + 1, LOOK_SELDOM_EVERY)]
)
def test_a_pad_that_rests_is_looked_at_seldom_until_it_does_something(
    plugged: tuple[GamePads, Calls, Clock], rested: float, every: float
) -> None:
    pads, calls, clock = plugged
    clock.now += rested
    waits: list[float | None] = []
    pads.rest(waits.append, None)
    assert (waits, calls.looks) == ([every] * 3, 3)
    assert pygame.event.peek(pump=False)


def test_resting_ends_after_its_time(plugged: tuple[GamePads, Calls, Clock]) -> None:
    pads, _calls, clock = plugged

    def wait(seconds: float | None) -> None:
        clock.now += seconds or 0.0

    pads.rest(wait, 0.012)
    assert clock.now == pytest.approx(10.012)


def test_without_a_pad_resting_is_waiting() -> None:
    waits: list[float | None] = []
    GamePads().rest(waits.append, None)
    assert waits == [None]

"""The device used last decides which keys hints name; scenes are told where that changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from stage import cast as services_in_memory

from game.app.player_input import PlayerInput
from game.desktop.input_devices import Device
from game.desktop.keys import Command, KeyHints, key_name
from game.scenes.common.services import Services


@pytest.fixture
def services() -> Services:
    return services_in_memory().services


def told_of(services: Services, *devices: Device) -> list[KeyHints]:
    """What key hints name each time that scenes are told of a change."""
    told: list[KeyHints] = []
    services.on_change = lambda: told.append(services.key_hints)
    nothing = cast(Any, SimpleNamespace())
    player = PlayerInput(services, nothing, nothing, nothing, nothing)
    for device in devices:
        player.note_device(device)
    return told


def test_scenes_are_told_when_fingers_come_and_when_they_go(services: Services) -> None:
    came_and_went = (Device.TOUCH, Device.TOUCH, Device.KEYBOARD, Device.MOUSE, Device.TOUCH)
    told = told_of(services, *came_and_went)
    assert told == [KeyHints.TOUCH, KeyHints.KEYS, KeyHints.TOUCH]


def test_scenes_are_told_when_a_pad_comes_and_when_it_goes(services: Services) -> None:
    told = told_of(services, Device.PAD, Device.TOUCH, Device.PAD, Device.MOUSE)
    assert told == [KeyHints.PAD, KeyHints.TOUCH, KeyHints.PAD, KeyHints.KEYS]


def test_hints_name_no_key_on_a_touch_screen(services: Services) -> None:
    services.devices.last = Device.TOUCH
    assert services.shown_key("Ctrl+N") == ""
    for command in Command:
        assert key_name(command, key_hints=services.key_hints) == ""

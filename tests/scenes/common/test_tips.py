"""Tips are told in the words of the device that the player has at hand."""

from __future__ import annotations

import re

import pytest
from recording_services import recording_services

from game.desktop.touch import Device
from game.scenes.common.tips_and_first_games import Tip, tell_tip

BY_HAND = re.compile(r"\bF\d|click|right")


@pytest.mark.parametrize("tip", Tip)
@pytest.mark.parametrize("device", [Device.MOUSE, Device.TOUCH])
def test_a_player_with_a_touch_screen_is_told_of_taps(device: Device, tip: Tip) -> None:
    held = recording_services(tips=True)
    held.services.devices.last = device
    tell_tip(held.services, tip)
    (told,) = held.told
    assert (BY_HAND.search(told) is None) is (device is Device.TOUCH)

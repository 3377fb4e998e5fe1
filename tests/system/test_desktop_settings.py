"""The desktop's own settings for motion and contrast are followed where they can be read."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from recording_services import recording_services

from game.graphics.felt import Felt
from game.system.desktop_settings import (
    AccessibilitySettings,
    DesktopSettings,
    of_linux,
    of_macos,
    read_accessibility_settings,
)

NO_FILE = Path("/nonexistent")


def test_gnome_without_animations_asks_for_less_motion() -> None:
    said = {"enable-animations": "false\n", "high-contrast": "false\n"}
    assert of_linux(lambda words: said[words[-1]], NO_FILE) == AccessibilitySettings(
        reduced_motion=True
    )


def test_gnome_with_high_contrast_asks_for_it() -> None:
    said = {"enable-animations": "true\n", "high-contrast": "true\n"}
    assert of_linux(lambda words: said[words[-1]], NO_FILE) == AccessibilitySettings(
        high_contrast=True
    )


@pytest.mark.parametrize(
    ("text", "still"),
    [("[KDE]\nAnimationDurationFactor=0\n", True), ("AnimationDurationFactor=1.5\n", False),
     ("AnimationDurationFactor=soon\n", False), ("", False)],
)  # fmt: skip
def test_kde_tells_it_in_its_file(tmp_path: Path, text: str, still: bool) -> None:
    file = tmp_path / "kdeglobals"
    file.write_text(text, encoding="utf-8")
    assert of_linux(lambda words: "", file) == AccessibilitySettings(reduced_motion=still)


def test_macos_tells_both() -> None:
    def ask(words: Sequence[str]) -> str:
        return {"reduceMotion": "1\n", "increaseContrast": "0\n"}[words[-1]]

    assert of_macos(ask) == AccessibilitySettings(reduced_motion=True)


def test_a_system_that_tells_nothing_asks_for_nothing() -> None:
    assert of_linux(lambda words: "", NO_FILE) == AccessibilitySettings()
    assert isinstance(read_accessibility_settings(), AccessibilitySettings)


def test_a_user_without_a_home_folder_has_settings_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.getuid", lambda: 54321)
    assert isinstance(read_accessibility_settings(), AccessibilitySettings)


def test_the_answer_comes_from_a_thread_and_is_taken_once() -> None:
    woken = threading.Event()
    desktop = DesktopSettings(lambda: AccessibilitySettings(reduced_motion=True))
    desktop.begin(woken.set)
    assert woken.wait(10)
    assert desktop.accessibility == AccessibilitySettings()
    assert desktop.take() and not desktop.take()
    assert desktop.accessibility.reduced_motion


def test_nobody_is_woken_where_nothing_is_asked_for() -> None:
    woken = threading.Event()
    desktop = DesktopSettings(AccessibilitySettings)
    desktop._ask(woken.set)
    assert not woken.is_set() and not desktop.take()


def test_less_motion_lets_pictures_fade_and_high_contrast_makes_the_cloth_black() -> None:
    services = recording_services().services
    assert (services.fades, services.speed, services.felt) == (False, 1.0, Felt.TEAL)
    services.desktop.accessibility = AccessibilitySettings(reduced_motion=True, high_contrast=True)
    assert (services.fades, services.speed, services.felt) == (True, 0.0, Felt.BLACK)

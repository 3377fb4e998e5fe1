"""A card game lets the screen blank and lock."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import screen_saver
from harness.program import Start
from harness.reader import Bus
from harness.screen import Screen, end
from harness.screen_saver import ScreenSaver

BLANK_S = 20.0
"""Many times what it takes."""
MARK = "fourfold.test.Mark"


def need(missing: list[str]) -> None:
    """Skip a test, or fail it in CI, where something is missing."""
    if missing:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(f"this needs {', '.join(missing)}")


@pytest.fixture
def saver(screen: Screen) -> Iterator[ScreenSaver]:
    need(screen_saver.missing_parts())
    made = ScreenSaver(screen.display)
    yield made
    made.close()


def test_the_screen_goes_blank_while_nobody_plays(start: Start, saver: ScreenSaver) -> None:
    with start("klondike", 5) as program:
        program.wait_for_scene("table")
        program.wait(lambda: saver.is_on, "a blank screen", BLANK_S)


def test_and_while_the_window_is_minimised(start: Start, saver: ScreenSaver) -> None:
    with start("klondike", 5) as program:
        program.wait_for_scene("table")
        program.tell(f"windowminimize {program.window}")
        program.wait(lambda: saver.is_on, "a blank screen", BLANK_S)


def test_the_desktop_is_asked_for_no_light(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need([tool for tool in ("dbus-daemon", "dbus-monitor", "gdbus") if not shutil.which(tool)])
    bus, heard = Bus(), tmp_path / "heard"
    for name, value in bus.environment.items():
        monkeypatch.setenv(name, value)
    try:
        with heard.open("wb") as file:
            monitor = subprocess.Popen(["dbus-monitor", "--session"], stdout=file)
        with start("klondike", 5) as program:
            program.wait(lambda: "NameAcquired" in heard.read_text(), "the monitor")
            program.wait_for_scene("table")
            program.key("Left")
            asked = ("--dest", "org.freedesktop.DBus", "--object-path", "/", "--method", MARK)
            subprocess.run(["gdbus", "call", "--session", *asked], capture_output=True, timeout=60)
            program.wait(lambda: "member=Mark" in heard.read_text(), "the end of what was heard")
        told = heard.read_text()
        assert "member=Inhibit" not in told and "SimulateUserActivity" not in told
    finally:
        end(monitor)
        bus.close()

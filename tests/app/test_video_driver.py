"""Which ways of showing a window are tried, and in which order."""

from __future__ import annotations

import os
from collections.abc import Callable
from unittest.mock import Mock

import pygame
import pytest

from game.app import video_driver
from game.app.video_driver import (
    ACCELERATION,
    DRIVER,
    NEEDED,
    NoScreenError,
    begin_display,
    open_window,
)


class Machine:
    """Stands in for SDL: has some drivers, of which some cannot make windows in some ways. The
    way is chosen with the first window after a driver has started.
    """

    def __init__(self, *drivers: str, refuses: tuple[tuple[str, str], ...] = ()) -> None:
        self.drivers, self.refuses = drivers, refuses
        self.has_opengl = True
        self.driver = ""
        self.acceleration: str | None = None
        self.tried: list[tuple[str, str]] = []

    def init(self) -> None:
        asked = os.environ.get(DRIVER) or (self.drivers[0] if self.drivers else "offscreen")
        if asked not in (*self.drivers, "offscreen", "dummy"):
            raise pygame.error(f"{asked} not available")
        self.driver, self.acceleration = asked, None

    def quit(self) -> None:
        self.driver = ""

    def get_driver(self) -> str:
        return self.driver

    def begin_opengl(self, **flags: object) -> Mock:
        if not self.has_opengl:
            raise pygame.error("Could not get EGL display")
        return Mock()

    def make(self) -> str:
        if self.acceleration is None:
            self.acceleration = os.environ.get(ACCELERATION, "")
        way = self.driver, self.acceleration
        self.tried.append(way)
        if way in self.refuses:
            raise pygame.error("Window framebuffer support not available")
        return " ".join(way)


@pytest.fixture
def use(monkeypatch: pytest.MonkeyPatch) -> Callable[[Machine], Machine]:
    monkeypatch.setenv(DRIVER, "")
    monkeypatch.setenv(ACCELERATION, "")
    for variable in NEEDED.values():
        monkeypatch.setenv(variable, "there")
    monkeypatch.setattr(video_driver, "_is_there", lambda library: True)
    # SDL counts how often it was started: what is started here nobody ends.
    monkeypatch.setattr(video_driver, "begin_video", lambda: None)

    def used(machine: Machine) -> Machine:
        for name in ("init", "quit", "get_driver"):
            monkeypatch.setattr(video_driver.pygame.display, name, getattr(machine, name))
        monkeypatch.setattr(video_driver.pygame, "Window", machine.begin_opengl)
        return machine

    return used


def test_each_driver_has_its_usual_way(use: Callable[[Machine], Machine]) -> None:
    for driver, way in (("x11", "x11 0"), ("wayland", "wayland 1")):
        machine = use(Machine(driver))
        begin_display()
        assert open_window(machine.make) == way
        os.environ[ACCELERATION] = ""


def test_what_a_driver_refuses_is_tried_the_other_way_then_with_the_other_driver(
    use: Callable[[Machine], Machine],
) -> None:
    refuses = (("wayland", "1"), ("wayland", "0"))
    machine = use(Machine("wayland", "x11", refuses=refuses))
    begin_display()
    assert open_window(machine.make) == "x11 0"
    assert machine.tried == [("wayland", "1"), ("wayland", "0"), ("x11", "0")]


@pytest.mark.parametrize("library", [names[0] for names in video_driver.WAYLAND_LIBRARIES])
def test_wayland_without_a_library_that_it_draws_with_gives_way(
    use: Callable[[Machine], Machine], monkeypatch: pytest.MonkeyPatch, library: str
) -> None:
    """SDL would die of it."""
    gone = {library, "libOpenGL.so.0"}
    monkeypatch.setattr(video_driver, "_is_there", lambda name: name not in gone)
    machine = use(Machine("wayland"))
    with pytest.raises(NoScreenError, match=library):
        begin_display()
    monkeypatch.setenv(DRIVER, "wayland")
    machine = use(Machine("wayland", "x11"))
    begin_display()
    assert open_window(machine.make) == "x11 0"
    gone.remove(library)
    monkeypatch.setenv(DRIVER, "wayland")
    begin_display()
    assert machine.driver == "wayland"


def test_wayland_where_opengl_does_not_start_gives_way(
    use: Callable[[Machine], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL would die of that, too."""
    monkeypatch.setenv(DRIVER, "wayland")
    machine = use(Machine("wayland", "x11"))
    machine.has_opengl = False
    begin_display()
    assert open_window(machine.make) == "x11 0"
    monkeypatch.setenv(DRIVER, "wayland")
    machine = use(Machine("wayland"))
    machine.has_opengl = False
    with pytest.raises(NoScreenError, match="EGL"):
        begin_display()


def test_the_users_own_word_comes_first(
    use: Callable[[Machine], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ACCELERATION, "opengl")
    monkeypatch.setenv(DRIVER, "wayland")
    machine = use(Machine("x11", "wayland", refuses=(("wayland", "opengl"),)))
    begin_display()
    assert open_window(machine.make) == "wayland 1"
    assert machine.tried[0] == ("wayland", "opengl")
    assert os.environ[DRIVER] == "wayland"


def test_a_driver_that_is_not_there_is_replaced(
    use: Callable[[Machine], Machine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DRIVER, "wayland")
    machine = use(Machine("x11"))
    begin_display()
    assert open_window(machine.make) == "x11 0"


def test_without_any_screen_there_is_one_error(use: Callable[[Machine], Machine]) -> None:
    use(Machine())
    with pytest.raises(NoScreenError):
        begin_display()


def test_where_all_refuse_the_first_reason_is_told(use: Callable[[Machine], Machine]) -> None:
    machine = use(Machine("x11", refuses=(("x11", "0"), ("x11", "1"))))
    begin_display()
    with pytest.raises(NoScreenError, match="framebuffer"):
        open_window(machine.make)

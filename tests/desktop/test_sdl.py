"""The few functions of SDL that are called directly."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from types import SimpleNamespace

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pygame.base
import pytest

from game.desktop import sdl as sdl_module
from game.desktop.sdl import MOST_RECTS, Sdl, is_touched, loaded

SCENE_COMMANDS = pygame.event.custom_type()


@pytest.fixture
def sdl() -> Sdl:
    pygame.display.init()
    for _ in range(5):
        # What windows of other tests have left behind comes late.
        pygame.time.wait(5)
        pygame.event.get()
    return Sdl()


@pytest.fixture
def window() -> Iterator[pygame.Window]:
    pygame.display.init()
    opened = pygame.Window("test", (320, 200))
    opened.get_surface()
    yield opened
    opened.destroy()


def test_waiting_ends_after_its_time(sdl: Sdl) -> None:
    began = time.monotonic()
    sdl.wait(0.08)
    assert 0.05 <= time.monotonic() - began < 30


def test_waiting_no_time_returns_at_once(sdl: Sdl) -> None:
    began = time.monotonic()
    sdl.wait(0.0)
    sdl.wait(-1.0)
    assert time.monotonic() - began < 30


def test_an_event_ends_the_waiting_and_is_still_there(sdl: Sdl) -> None:
    pygame.event.post(pygame.event.Event(SCENE_COMMANDS))
    began = time.monotonic()
    sdl.wait(60)
    assert time.monotonic() - began < 30
    assert SCENE_COMMANDS in [event.type for event in pygame.event.get()]


def test_an_event_from_another_thread_wakes_a_sleeper_without_end(sdl: Sdl) -> None:
    timer = threading.Timer(0.1, lambda: pygame.event.post(pygame.event.Event(SCENE_COMMANDS)))
    timer.start()
    sdl.wait(None)
    timer.join()
    assert SCENE_COMMANDS in [event.type for event in pygame.event.get()]


def test_parts_of_a_window_can_be_shown_wherever_they_lie(sdl: Sdl, window: pygame.Window) -> None:
    sdl.show(window, [pygame.Rect(10, 10, 50, 50), pygame.Rect(-20, 180, 400, 90)])
    sdl.show(window, [pygame.Rect(900, 900, 5, 5)])
    sdl.show(window, [])
    sdl.show(window, None)


def test_many_parts_are_shown_as_a_whole(window: pygame.Window) -> None:
    flips = []

    class Spy:
        size, id = window.size, window.id

        def flip(self) -> None:
            flips.append(True)

    Sdl().show(Spy(), [pygame.Rect(n, n, 2, 2) for n in range(MOST_RECTS + 1)])  # type: ignore[arg-type]
    assert flips == [True]


def test_a_window_that_sdl_does_not_know_is_shown_the_plain_way() -> None:
    pygame.display.init()
    flips = []

    class Gone:
        id = 999_999

        def get_surface(self) -> pygame.Surface:
            return pygame.Surface((100, 100))

        def flip(self) -> None:
            flips.append(True)

    Sdl().show(Gone(), [pygame.Rect(0, 0, 5, 5)])  # type: ignore[arg-type]
    assert flips == [True]


@pytest.mark.parametrize("handle", [4711, None])
def test_on_windows_the_library_that_is_loaded_is_called_and_no_other(
    handle: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Library:
        def __init__(self, name: str, handle: int | None = None) -> None:
            self.name, self.handle = name, handle

        @staticmethod
        def GetModuleHandleW(name: str) -> int | None:  # noqa: N802 (Windows' own name)
            return handle if name == "SDL2.dll" else None

    monkeypatch.setattr(sdl_module.sys, "platform", "win32")
    monkeypatch.setattr("ctypes.CDLL", Library)
    if handle is None:
        with pytest.raises(OSError, match="SDL2"):
            loaded("SDL2", pygame.base)
    else:
        assert loaded("SDL2", pygame.base).handle == handle  # type: ignore[attr-defined]


def test_without_a_touch_screen_no_finger_is_down() -> None:
    pygame.display.init()
    assert not is_touched()


@pytest.mark.parametrize("fingers", [(), (0,), (0, 2), (0, 0)])
def test_a_finger_on_any_touch_screen_is_seen(
    monkeypatch: pytest.MonkeyPatch, fingers: tuple[int, ...]
) -> None:
    library = SimpleNamespace(
        SDL_GetNumTouchDevices=lambda: len(fingers),
        SDL_GetTouchDevice=lambda number: 1000 + number,
        SDL_GetNumTouchFingers=lambda screen: fingers[screen - 1000],
    )
    monkeypatch.setattr(sdl_module, "sdl", lambda: library)
    assert is_touched() is any(fingers)

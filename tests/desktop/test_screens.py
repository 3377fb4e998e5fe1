"""What SDL says of the screens, made into what the program wants to know."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pygame
import pytest

from game.desktop.screens import USUAL_RATE, ScreenArea, Screens


def put(rect: Any, *box: int) -> int:
    rect._obj.x, rect._obj.y, rect._obj.w, rect._obj.h = box
    return 0


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch) -> Screens:
    """A laptop whose second screen, at its right, SDL still knows; the desktop has no use of it."""
    lengths = (0, 1366)
    pygame.display.init()
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "x11")
    library = SimpleNamespace(
        SDL_GetNumVideoDisplays=lambda: 2,
        SDL_GetDisplayBounds=lambda number, rect: put(rect, lengths[number], 0, 1366, 768),
        SDL_GetDisplayUsableBounds=lambda number, rect: (
            put(rect, 0, 0, 0, 0) if number else put(rect, 0, 24, 1366, 744)
        ),
        SDL_GetDisplayDPI=lambda *_: 1,
    )
    monkeypatch.setattr("game.desktop.screens.sdl", lambda: library)
    return Screens()


@pytest.mark.parametrize(
    ("size", "usable"),
    [
        ((1366, 768), (0, 0, 0, 0)),
        ((2732, 768), (1366, 0, 1366, 768)),
        (None, (1366, 0, 1366, 768)),
    ],
    ids=["switched off", "a work area that leaves it out", "no server"],
)
def test_a_screen_beyond_what_the_server_shows_is_off(
    screens: Screens,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int] | None,
    usable: tuple[int, int, int, int],
) -> None:
    monkeypatch.setattr("game.desktop.x11.server_size", lambda: size)
    assert screens.all() == [
        ScreenArea((0, 0, 1366, 768), (0, 24, 1366, 744)),
        ScreenArea((1366, 0, 1366, 768), usable),
    ]


def test_a_window_is_paced_by_the_screen_that_it_is_on(
    screens: Screens, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = [60, 144]
    monkeypatch.setattr(pygame.display, "get_desktop_refresh_rates", lambda: rates)
    for number, rate in ((0, 60), (1, 144), (2, USUAL_RATE)):
        monkeypatch.setattr(screens, "number_of", lambda window, number=number: number)
        assert screens.rate_of(SimpleNamespace()) == rate
    rates[:] = [0]
    monkeypatch.setattr(screens, "number_of", lambda window: 0)
    assert screens.rate_of(SimpleNamespace()) == USUAL_RATE, "a screen that does not tell"

"""The loop's own part in input, on the dummy driver."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.app import App
from game.launch import Launch, Opening
from game.rules import BrainJam
from game.scenes.deals import DealsScene
from game.scenes.table import TableScene


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The program at a table of Brain Jam; below it are the list of deals and the menu."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    running = App(Launch(tmp_path, Opening(BrainJam(), 617), size=(1280, 800), mute=True))
    yield running
    running.close()


def down(app: App, key: int) -> None:
    app._handle(
        pygame.event.Event(
            pygame.KEYDOWN, key=key, mod=0, unicode=chr(key) if key < 128 else "", scancode=0
        )
    )


def up(app: App, key: int) -> None:
    app._handle(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode="", scancode=0))


def played(app: App, *keys: int) -> int:
    """Type some keys of the game; returns how many moves have been made."""
    assert isinstance(app.top, TableScene)
    app.top.session.autoplay = False
    for key in keys:
        down(app, key)
        up(app, key)
    return app.top.session.moves


def test_the_repeats_of_a_key_that_is_up_again_are_left_out(app: App) -> None:
    assert played(app, pygame.K_a, pygame.K_b, pygame.K_c) == 3
    for _ in range(3):
        down(app, pygame.K_LEFT)
    up(app, pygame.K_LEFT)
    assert played(app) == 2


def test_a_key_pressed_again_counts_again(app: App) -> None:
    assert played(app, pygame.K_a, pygame.K_b, pygame.K_c) == 3
    assert played(app, pygame.K_LEFT, pygame.K_LEFT) == 1


def test_a_key_that_closes_a_scene_does_not_close_the_next_by_its_repeats(app: App) -> None:
    for _ in range(3):
        down(app, pygame.K_ESCAPE)
    assert isinstance(app.top, DealsScene)

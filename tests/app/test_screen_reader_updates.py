"""What a screen reader is told of the scene on top, with a stand-in for the reader."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from input_events import key

from game.app.screen_reader_updates import ScreenReaderLink
from game.scenes.common.base import Scene
from tools import pictures
from tools.scene_pictures import player_actions

SIZE = (1280, 800)
WINDOW: Any = SimpleNamespace(position=(0, 0), size=SIZE, focused=True, title="Table")


class Ear:
    """Stands for a `ScreenReader` that is on."""

    on = True

    def __init__(self) -> None:
        self.said = list[str]()
        self.shown: Any = None

    def say(self, text: str, *, first: bool = False) -> None:
        self.said.insert(0 if first else len(self.said), text)

    def place(self, *args: object, **more: object) -> None:
        pass

    def show(self, scene: str, snapshot: object) -> None:
        self.shown = snapshot


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(tmp_path_factory.mktemp("pictures"))


def link_of(scene: Scene, ear: Ear) -> ScreenReaderLink:
    link = ScreenReaderLink(scene.services, lambda: None)
    link._reader = ear  # type: ignore[assignment]
    scene.services.devices.screen_reader = True
    return link


def test_the_heading_of_a_scene_comes_before_what_is_said_of_it_and_comes_once(
    picture_services: pictures.PictureServices,
):
    ear, scene = Ear(), pictures.SCENES["lapeau"](picture_services, SIZE)[-1]
    link = link_of(scene, ear)
    link.say("can still be won")
    link.introduce()
    link.follow(scene, WINDOW)
    link.say("8 of spades home")
    link.follow(scene, WINDOW)
    assert ear.said == [scene.heading, "can still be won", "8 of spades home"]


@pytest.mark.parametrize("name", ["review", "comparison", "show-me"])
def test_in_every_scene_something_has_the_keyboard_where_a_reader_is_on(
    picture_services: pictures.PictureServices, name: str
):
    ear, scene = Ear(), pictures.SCENES[name](picture_services, SIZE)[-1]
    assert scene.focus_key is None
    link = link_of(scene, ear)
    link.introduce()
    link.follow(scene, WINDOW)
    assert ear.shown.focus is not None
    assert ear.shown.focus == scene.focus_key


def test_where_a_reader_is_on_the_first_tab_moves_on(picture_services: pictures.PictureServices):
    ear, scene = Ear(), pictures.SCENES["menu-first"](picture_services, SIZE)[-1]
    player_actions.set_up([scene], SIZE)
    link = link_of(scene, ear)
    link.introduce()
    link.follow(scene, WINDOW)
    first = scene.focus_key
    scene.handle(key(pygame.K_TAB))
    assert scene.focus_key != first

"""Another language, chosen in the options over any scene, is what that scene speaks after them."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from input_events import CTRL, key
from scene_driver import reading

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

import game.scenes
from game.app.launch_options import LaunchOptions
from game.app.loop import App
from game.scenes.common.base import Scene
from game.scenes.library.scene import NameAndNoteScene
from game.scenes.options.scene import OptionsScene
from game.scenes.table.first_game import FirstGameScene
from game.system.folders import Folders
from tools import pictures
from tools.scene_pictures.picture_services import PictureServices

SIZE = (1280, 800)
SHOWN = {
    "menu": "menu",
    "list": "list",
    "list-menu": "popup",
    "question": "question",
    "report": "report",
    "brainjam": "table",
    "brainjam-stuck": "table",
    "brainjam-warning": "table",
    "lapeau-figures": "table",
    "gaps-redeal": "table",
    "klondike": "table",
    "table-menu": "popup",
    "map": "map",
    "map-cursor": "map",
    "review": "review",
    "comparison": "comparison",
    "show-me": "show-me",
    "win": "win",
    "library": "library",
    "naming": "naming",
    "calendar": "calendar",
    "first-game": "first-game",
    "statistics": "statistics",
    "help-klondike": "help",
    "help-keys": "help",
}
"""Pictures, or scenes made here, and the name of the scene on top."""
ELSEWHERE = {"", "import", "options", "unsaved"}
"""A scene that is no scene yet, one that is over before anything can be opened, the options, and
one that needs a file that cannot be written (`test_quit_with_unsaved_moves.py`).
"""
CLOSED = ("list-menu", "question", "table-menu", "naming")
"""Scenes that only hold words of the scene below: they are not there any more."""


@pytest.fixture(scope="module")
def all_picture_services(tmp_path_factory: pytest.TempPathFactory) -> dict[str, PictureServices]:
    pictures.use_utc()
    return {
        code: PictureServices(tmp_path_factory.mktemp(code), language=code) for code in ("en", "fr")
    }


def naming(picture_services: PictureServices, size: tuple[int, int]) -> list[Scene]:
    stack = pictures.SCENES["library"](picture_services, size)
    services = stack[0].services
    title = services.language("Name")
    return [*stack, NameAndNoteScene(services, title, "Name", "", 40, lambda text: None)]


def first_game(picture_services: PictureServices, size: tuple[int, int]) -> list[Scene]:
    return [FirstGameScene(picture_services.services(), "klondike")]


MADE_HERE = {"naming": naming, "first-game": first_game}


def stack_of(picture_services: PictureServices, name: str) -> list[Scene]:
    """The scenes of a picture, lowest first, at rest."""
    stack = {**pictures.SCENES, **MADE_HERE}[name](picture_services, SIZE)
    for scene in stack:
        if scene.size != SIZE:
            pictures.player_actions.set_up([scene], SIZE)
    return stack


def told(scene: Scene) -> set[str]:
    """All that a scene writes, and what its controls say when they are asked."""
    scene.refresh()
    with reading() as found:
        scene.draw(pygame.Surface(SIZE))
    widgets = [] if scene.focus is None else scene.focus.widgets
    tips = [words for widget in widgets for words in (widget.tooltip, widget.key)]
    return {line.text for line in found} | set(tips)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    """The loop's own handling of scenes; what they show is drawn by the tests."""
    pygame.display.init()
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LANGUAGE", raising=False)
    app = App(LaunchOptions(Folders(tmp_path), mute=True, size=SIZE))
    own = app.services
    yield app
    app.services = own
    app.close()


def press(app: App, code: int, mod: int = 0) -> None:
    app._input._held_keys.clear()
    app._handle(key(code, mod))


def choose_french(app: App) -> None:
    """In the options, opened over the scene, or over the statistics where only they open."""
    above = len(app._stack)
    press(app, pygame.K_o, CTRL)
    if len(app._stack) == above:
        press(app, pygame.K_s, CTRL)
        press(app, pygame.K_o, CTRL)
    options = app.top
    assert isinstance(options, OptionsScene)
    options.focus.focus(options.focus.named("language"), ring=True)
    press(app, pygame.K_RIGHT)
    press(app, pygame.K_RIGHT)
    assert app.services.language.code == "fr"
    while len(app._stack) > above:
        press(app, pygame.K_ESCAPE)


def scenes(kind: type[Scene] = Scene) -> Iterator[str]:
    yield kind.name
    for more in kind.__subclasses__():
        if more.__module__.startswith("game."):
            yield from scenes(more)


def test_every_scene_is_tried() -> None:
    for module in pkgutil.walk_packages(game.scenes.__path__, "game.scenes."):
        importlib.import_module(module.name)
    assert {*scenes()} - ELSEWHERE == {*SHOWN.values()}


@pytest.mark.parametrize("name", SHOWN)
def test_after_a_change_of_language_a_scene_is_as_if_it_were_opened_in_it(
    program: App, all_picture_services: dict[str, PictureServices], name: str
) -> None:
    stack = stack_of(all_picture_services["en"], name)
    assert stack[-1].name == SHOWN[name]
    english = told(stack[-1])
    program._stack[:] = stack
    program.services = stack[0].services
    program.services.on_change = program._follow_settings
    choose_french(program)
    with reading() as once:
        expected = stack_of(all_picture_services["fr"], name)
        if name in CLOSED:
            expected.pop()
    assert [scene.name for scene in program._stack] == [scene.name for scene in expected]
    french = told(expected[-1])
    # What was drawn into a picture that is kept is not written again.
    known = french | {line.text for line in once}
    spoken = told(program.top)
    assert (spoken - known, french - spoken) == (set(), set())
    assert french != english

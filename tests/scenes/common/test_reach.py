"""Every control of every scene is reached with arrows alone, with the card cursor on."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from arrow_keys_player import CONTENT, DOWN, LEFT, MOST_PRESSES, RIGHT, STEADY, UP, inner

from game.scenes.common.base import Scene
from game.widgets.base import Widget
from game.widgets.focus import FocusGroup
from tools import pictures
from tools.scene_pictures import player_actions

SCENES = (
    "menu", "menu-first", "list", "list-first", "list-menu", "question", "table-menu", "map",
    "show-me", "win", "statistics", "statistics-reset", "options", "options-defaults",
    "help-lapeau", "help-keys", "brainjam", "lapeau", "gaps", "klondike", "brainjam-stuck",
    "brainjam-warning", "review", "lapeau-mirrored", "comparison", "library", "library-first",
    "calendar", "map-lost", "list-number", "report",
)  # fmt: skip
SIZES = ((640, 400), (1280, 800))


def group_of(holder: object, depth: int = 3) -> FocusGroup | None:
    """The controls that get a scene's keys: those of a dialog before all others."""
    found = [each for each in vars(holder).values() if isinstance(each, FocusGroup)]
    if found:
        return found[0]
    if depth:
        inner = [each for each in vars(holder).values() if type(each).__module__[:5] == "game."]
        inner = [each for each in inner if hasattr(each, "__dict__")]
        inner.sort(key=lambda each: type(each).__name__ != "Dialog")
        groups = (group_of(each, depth - 1) for each in inner)
        return next((group for group in groups if group is not None), None)
    return None


def controls(scene: Scene) -> FocusGroup:
    dialogs = [each for each in vars(scene).values() if type(each).__name__ == "Dialog"]
    group = group_of(dialogs[0] if dialogs else scene)
    assert group is not None
    return group


def key(code: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode="", scancode=0)


def led_to(scene: Scene, group: FocusGroup, start: Widget | None, code: int) -> Widget | None:
    """Where an arrow leads from a control, or from the content of the scene (None), pressed until
    something else has the focus.
    """
    group.focus(start, ring=True)
    seen: list[object] = []
    for _ in range(MOST_PRESSES):
        seen.append(inner(scene, start))
        if scene.handle(key(code)) is not None:
            return start
        focused = group.focused
        if (focused and focused.name) != (start and start.name):
            return focused
        if seen[-STEADY:] == [inner(scene, start)] * STEADY:
            return start
    return start


def reached(scene: Scene) -> set[str]:
    """The names of all controls that arrows lead to from where the keyboard is at first."""
    group = controls(scene)
    if group.focused is None:
        for code in (pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT):
            for _ in range(MOST_PRESSES):
                if group.focused is None:
                    scene.handle(key(code))
    assert group.focused is not None
    found: set[str] = {group.focused.name}
    due = [group.focused.name]
    while due:
        name = due.pop()
        for code in (LEFT, RIGHT, UP, DOWN):
            start = next((each for each in group.widgets if each.name == name), None)
            if name != CONTENT and (start is None or not start.enabled):
                continue
            other = led_to(scene, group, start, code)
            reached = CONTENT if other is None else other.name
            if reached not in found:
                found.add(reached)
                due.append(reached)
    return found - {CONTENT}


@pytest.fixture(scope="module")
def picture_services(tmp_path_factory: pytest.TempPathFactory) -> pictures.PictureServices:
    return pictures.PictureServices(Path(tmp_path_factory.mktemp("reach")))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
def test_arrows_lead_to_every_control(
    picture_services: pictures.PictureServices, name: str, size: tuple[int, int]
) -> None:
    stack = pictures.SCENES[name](picture_services, size)
    scene = stack[-1]
    player_actions.set_up([scene], size)
    scene.services.settings_file.settings = scene.services.settings._replace(
        card_cursor=True, animated=False
    )
    scene.follow_settings()
    wanted = {widget.name for widget in controls(scene).reachable()}
    # At the end of its slider, where arrows leave it, a map cannot be zoomed in.
    assert wanted - reached(scene) - {"zoom-in"} == set()

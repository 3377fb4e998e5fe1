"""A scene that large text makes larger than the window: which part is shown, and what is under the
mouse.
"""

from __future__ import annotations

import pygame
import pytest
from input_events import down, key, motion
from made_deals import easy_deck
from recording_services import recording_services
from scene_driver import SceneDriver, open_scene

from game.app.scene_factory import make_scene
from game.app.scene_stack import (
    SceneStack,
    draw_scene,
    follow_keyboard,
    follow_mouse,
    in_scene,
    is_panned,
    keeps_clear,
    shift,
)
from game.rules import BrainJam
from game.scenes.menu.scene import MenuScene
from game.scenes.table.scene import TableScene
from game.scenes.win.scene import WonScene
from game.widgets.toast import Toast, usual_centre

WINDOW = (640, 400)


@pytest.fixture
def menu() -> SceneDriver:
    return open_scene(MenuScene, size=WINDOW, ui_scale=2.0)


def test_a_scene_is_as_large_as_its_text_asks_for(menu: SceneDriver) -> None:
    assert menu.scene.window == WINDOW
    assert menu.scene.size == (960, 600)
    assert menu.scene.scale.factor == 1.6
    assert is_panned(menu.scene)
    menu.scene.place((1280, 800))
    assert menu.scene.size == (1280, 800) and not is_panned(menu.scene)


def test_the_mouse_leads_to_every_corner(menu: SceneDriver) -> None:
    for at, corner in (((0, 0), (0, 0)), ((639, 399), (320, 200)), ((639, 0), (320, 0))):
        follow_mouse(menu.scene, motion(at))
        assert menu.scene.corner == corner
    follow_mouse(menu.scene, motion((320, 200)))
    assert menu.scene.corner == (160, 100)


def test_a_finger_finds_what_it_was_put_on(menu: SceneDriver) -> None:
    touched = pygame.event.Event(pygame.MOUSEMOTION, {**motion((600, 380)).dict, "touch": True})
    follow_mouse(menu.scene, touched)
    assert menu.scene.corner == (0, 0)
    shift(menu.scene, (-50, -400))
    assert menu.scene.corner == (50, 200)


def test_a_click_counts_where_the_scene_is_seen(menu: SceneDriver) -> None:
    menu.scene.show_from(300, 150)
    assert in_scene(menu.scene, down((20, 30))).pos == (320, 180)
    assert in_scene(menu.scene, key(pygame.K_a)).key == pygame.K_a


def test_what_has_the_keyboard_is_in_view(menu: SceneDriver) -> None:
    seen = set()
    for _ in range(30):
        menu.press(pygame.K_TAB)
        follow_keyboard(menu.scene)
        area = menu.scene.attention
        assert area is not None
        assert pygame.Rect(menu.scene.corner, WINDOW).contains(area)
        seen.add(menu.scene.corner)
    assert len(seen) > 2


def test_the_button_that_has_the_keyboard_is_in_view_as_soon_as_a_win_is_shown() -> None:
    held = recording_services(ui_scale=2.0, card_cursor=True)
    table = TableScene(held.services, BrainJam(), easy_deck(BrainJam()), None)
    assert table.session.purge().refusal is None and table.session.is_won
    scene = WonScene(held.services, table)
    room = WINDOW
    stack = SceneStack(
        lambda: room, lambda scene: None, lambda: None, lambda r: make_scene(held.services, r)
    )
    stack.begin([table, scene])
    area = scene.attention
    assert stack.top is scene and is_panned(scene) and area is not None
    assert pygame.Rect(scene.corner, WINDOW).contains(area)
    room = (700, 420)
    assert stack.fit()
    area = scene.attention
    assert area is not None and pygame.Rect(scene.corner, scene.window).contains(area)


def test_the_window_shows_that_part(menu: SceneDriver) -> None:
    whole, part = pygame.Surface(menu.scene.size), pygame.Surface(WINDOW)
    menu.scene.draw(whole)
    menu.scene.show_from(200, 80)
    assert draw_scene(menu.scene, part) is None
    shown = whole.subsurface((200, 80, *WINDOW))
    assert pygame.image.tobytes(part, "RGB") == pygame.image.tobytes(shown, "RGB")


def test_a_message_over_a_part_of_a_scene_keeps_off_its_buttons() -> None:
    held = recording_services(ui_scale=1.4)
    table = TableScene(held.services, BrainJam(), easy_deck(BrainJam()), None)
    assert table.session.purge().refusal is None and table.session.is_won
    scene = WonScene(held.services, table)
    for each in (table, scene):
        each.place(WINDOW)
    assert is_panned(scene)
    scene.show_from(0, scene.size[1] - WINDOW[1])
    screen, look, toast = pygame.Surface(WINDOW), held.services.look(scene.scale), Toast()
    toast.show("Shortest answer so far: 81 moves")
    toast.draw(screen, look, usual_centre(screen, look), None, keeps_clear(scene))
    assert toast._stands is not None
    buttons = [widget.rect.move(scene.in_window(0, 0)) for widget in scene.focus.widgets]
    assert toast._stands[1].collidelist(buttons) < 0

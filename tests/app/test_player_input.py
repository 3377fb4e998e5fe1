"""The device used last decides which keys hints name; scenes are told where that changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pygame
import pytest
from input_events import down, key, motion, up
from made_deals import easy_deck
from recording_services import recording_services as services_in_memory
from recording_services import stack_for
from table_driver import Clock

from game.app import player_input
from game.app.player_input import PlayerInput
from game.app.scene_stack import SceneStack
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.desktop.touch import Device
from game.rules import BrainJam, LaPeau, Rules
from game.scenes.common.base import Pop, Push
from game.scenes.common.services import Services
from game.scenes.help.scene import HelpScene
from game.scenes.options.scene import OptionsScene
from game.scenes.table.scene import TableScene
from game.scenes.win.scene import WonScene


@pytest.fixture
def services() -> Services:
    return services_in_memory().services


def told_of(services: Services, *devices: Device) -> list[KeyHints]:
    """What key hints name each time that scenes are told of a change."""
    told: list[KeyHints] = []
    services.on_change = lambda: told.append(services.key_hints)
    nothing = cast(Any, SimpleNamespace())
    player = PlayerInput(services, nothing, nothing, nothing, nothing)
    for device in devices:
        player.note_device(device)
    return told


def test_scenes_are_told_when_fingers_come_and_when_they_go(services: Services) -> None:
    came_and_went = (Device.TOUCH, Device.TOUCH, Device.KEYBOARD, Device.MOUSE, Device.TOUCH)
    told = told_of(services, *came_and_went)
    assert told == [KeyHints.TOUCH, KeyHints.KEYS, KeyHints.TOUCH]


def test_scenes_are_told_when_a_pad_comes_and_when_it_goes(services: Services) -> None:
    told = told_of(services, Device.PAD, Device.TOUCH, Device.PAD, Device.MOUSE)
    assert told == [KeyHints.PAD, KeyHints.TOUCH, KeyHints.PAD, KeyHints.KEYS]


def test_hints_name_no_key_on_a_touch_screen(services: Services) -> None:
    services.devices.last = Device.TOUCH
    assert services.shown_key("Ctrl+N") == ""
    for command in Command:
        assert key_name(command, key_hints=services.key_hints) == ""


SPOT = 100, 200


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The time of clicks."""
    clock = Clock()
    monkeypatch.setattr(player_input.time, "monotonic", clock)
    return clock


def click(player: PlayerInput, at: tuple[int, int]) -> None:
    """The mouse comes to a place and clicks there."""
    for event in (motion(at), down(at), up(at)):
        player.hand_over(event)


def played_table(services: Services, rules: Rules) -> tuple[SceneStack, PlayerInput, TableScene]:
    """A deal on a table, and the input that reaches it."""
    stack = stack_for(services)
    player = PlayerInput(services, stack, cast(Any, None), stack.apply, lambda: None)
    table = TableScene(services, rules, easy_deck(rules))
    stack.enter(table)
    return stack, player, table


class Pages:
    """Two pages that note the presses they get; a click on the first opens the second."""

    def __init__(self, services: Services, opens_by: int = pygame.MOUSEBUTTONUP) -> None:
        self.opens_by = opens_by
        self.stack, self.pressed = stack_for(services), []
        first, self.other = HelpScene(services), OptionsScene(services)
        for scene in (first, self.other):
            scene.handle = self._handler(scene)
        self.stack.enter(first)
        screen = cast(Any, SimpleNamespace(pixels=(1280, 800)))
        self.player = PlayerInput(services, self.stack, screen, self.stack.apply, lambda: None)

    def _handler(self, scene: Any) -> Any:
        def handle(event: pygame.event.Event) -> Any:
            if event.type == pygame.MOUSEBUTTONDOWN:
                self.pressed.append(scene.name)
            opens = event.type == self.opens_by and scene.name == "help"
            return Push(self.other) if opens else None

        return handle

    def click(self, at: tuple[int, int] = SPOT) -> None:
        click(self.player, at)


@pytest.mark.parametrize("opens_by", [pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP])
def test_the_second_half_of_a_double_click_is_not_for_what_the_first_has_opened(
    services: Services, clock: Clock, opens_by: int
) -> None:
    pages = Pages(services, opens_by)
    pages.click()
    clock.now += 0.3
    pages.click((SPOT[0] + 3, SPOT[1] - 3))
    assert pages.pressed == ["help"]
    clock.now += 0.3
    pages.click()
    assert pages.pressed == ["help", "options"]


def test_nor_where_the_first_picture_takes_longer(services: Services, clock: Clock) -> None:
    pages = Pages(services)
    pages.click()
    clock.now += 3
    pages.player.note_drawn()
    clock.now += 0.1
    pages.click()
    assert pages.pressed == ["help"]
    pages.click()
    clock.now += 3
    for _ in range(2):
        pages.player.note_drawn()
        clock.now += 3
    pages.click()
    assert pages.pressed == ["help", "options", "options"]


def test_nor_for_what_comes_back(services: Services, clock: Clock) -> None:
    pages = Pages(services)
    pages.click()
    clock.now += 1
    pages.click()
    pages.stack.apply(Pop())
    pages.click()
    assert pages.pressed == ["help", "options"]


def test_a_click_elsewhere_or_later_is_for_the_new_scene(services: Services, clock: Clock) -> None:
    pages = Pages(services)
    pages.click()
    pages.click((SPOT[0] + 200, SPOT[1]))
    assert pages.pressed == ["help", "options"]
    pages = Pages(services)
    pages.click()
    clock.now += 0.5
    pages.click()
    assert pages.pressed == ["help", "options"]


def test_two_clicks_on_one_scene_are_both_its_own(services: Services, clock: Clock) -> None:
    pages = Pages(services)
    pages.stack.apply(Push(pages.other))
    pages.click()
    clock.now += 0.1
    pages.click()
    assert pages.pressed == ["options", "options"]


def test_switch_clicked_twice_fast_switches_back(services: Services) -> None:
    rules = LaPeau()
    stack, player, _table = played_table(services, rules)
    policies = []
    for _ in range(2):
        click(player, stack.top.focus.named("switch").rect.center)
        policies.append(cast(TableScene, stack.top).session.rules.policy)
    assert policies[0] != policies[1] == rules.policy


def test_undo_over_a_win_clicked_twice_takes_two_actions_back(services: Services) -> None:
    rules = BrainJam()
    stack, player, table = played_table(services, rules)
    while not table.session.is_won:
        table.session.play(rules.moves(table.session.position)[0])
    stack.enter(WonScene(services, table))
    moves = table.session.moves
    at = table.focus.named("undo").rect.center
    for _ in range(2):
        click(player, at)
    assert stack.top is table and table.session.moves == moves - 2


def test_all_actions_tapped_twice_runs_none_of_them(services: Services) -> None:
    """The popup that replaces the first lies under the second tap."""
    rules = BrainJam()
    stack, player, table = played_table(services, rules)
    services.devices.touched = True
    stack.apply(table.handle(key(pygame.K_F10)))
    menu = stack.top
    at = menu.focus.named("more").rect.center
    for _ in range(2):
        click(player, at)
    assert type(stack.top) is type(menu) and stack.top is not menu


@pytest.mark.parametrize(
    ("code", "times"), [(pygame.K_F2, 1), (pygame.K_F3, 1), (pygame.K_LEFT, 3)]
)
def test_a_held_key_gives_some_commands_once(
    services: Services, monkeypatch: pytest.MonkeyPatch, code: int, times: int
) -> None:
    pages, given = Pages(services), []
    monkeypatch.setattr(pages.stack.top, "handle", given.append)
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {code: True})
    for _ in range(3):
        pages.player.hand_over(key(code))
    assert len(given) == times


def test_of_the_events_of_a_key_only_repeats_are_overtaken(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Pages(services).player

    def come(*kinds: int) -> list[int]:
        events = [pygame.event.Event(kind, key(pygame.K_y).dict) for kind in kinds]
        monkeypatch.setattr(player_input, "new_events", lambda: events)
        taken = []
        for event in player.events():
            player.hand_over(event)
            taken.append(event.type)
        return taken

    assert come(pygame.KEYDOWN) == [pygame.KEYDOWN]
    again = [pygame.KEYUP, pygame.KEYDOWN, pygame.KEYUP]
    assert come(*again) == again
    held = [pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP]
    assert come(*held) == [pygame.KEYDOWN, pygame.KEYUP]


def test_a_held_key_of_another_alphabet_deals_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, given = Pages(services), []
    monkeypatch.setattr(pages.stack.top, "handle", given.append)
    code = ord("т")  # the key of N
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {code: True})
    for _ in range(3):
        press = {"key": code, "mod": pygame.KMOD_CTRL, "unicode": "", "scancode": pygame.KSCAN_N}
        pages.player.hand_over(pygame.event.Event(pygame.KEYDOWN, press))
    assert len(given) == 1


def test_enter_that_is_held_asks_for_the_defaults_and_does_not_answer(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.change(large_print=True)
    pages = Pages(services)
    pages.stack.apply(Push(OptionsScene(services)))
    group = pages.stack.top.focus_group
    assert group is not None
    group.focus(group.named("defaults"), ring=True)
    enter = pygame.K_RETURN
    monkeypatch.setattr(pygame.key, "get_pressed", lambda: {enter: True})
    for _ in range(3):
        pages.player.hand_over(key(enter))
    assert pages.stack.top.focus_group is not group and services.settings.large_print
    question = pages.stack.top.focus_group
    assert question is not None
    question.focus(question.named("yes"), ring=True)
    pages.player.hand_over(pygame.event.Event(pygame.KEYUP, key=enter))
    for _ in range(3):
        pages.player.hand_over(key(enter))
    assert pages.stack.top.focus_group is group and not services.settings.large_print


def finger(kind: int, number: int) -> pygame.event.Event:
    return pygame.event.Event(
        kind, touch_id=1, finger_id=number, x=0.5, y=0.5, dx=0.0, dy=0.0, pressure=1.0
    )


def test_taps_count_though_the_window_lost_the_keyboard_while_a_finger_was_down(
    services: Services,
) -> None:
    """Six of six taps did nothing until the next start."""
    pages = Pages(services, opens_by=pygame.NOEVENT)
    pages.player.hand_over(finger(pygame.FINGERDOWN, 1))
    pages.player.hand_over(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    for number in range(2, 8):
        pages.player.hand_over(finger(pygame.FINGERDOWN, number))
        pages.player.hand_over(finger(pygame.FINGERUP, number))
    assert pages.pressed == ["help"] * 6


def test_a_direction_held_on_a_pad_ends_when_the_window_loses_the_keyboard(
    services: Services,
) -> None:
    pages = Pages(services)
    press = {"instance_id": 0, "button": pygame.CONTROLLER_BUTTON_DPAD_LEFT}
    pages.player.hand_over(pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, press))
    assert pages.player.pads.due is not None
    pages.player.hand_over(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert pages.player.pads.due is None

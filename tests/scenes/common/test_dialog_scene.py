"""Dialogs: a question over the scene below, with buttons and perhaps an entry."""

from __future__ import annotations

import pygame
import pytest
from input_events import down
from recording_services import recording_services
from scene_driver import SceneDriver

from game.scenes.common.base import Change, Pop
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.services import Services
from game.widgets.base import Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.text_entry import TextEntry


class Asking(DialogScene):
    """Notes what is answered."""

    def __init__(self, services: Services, *labels: str, entry: TextEntry | None = None) -> None:
        super().__init__(services)
        self.answers: list[Pressed | Submitted] = []
        stay, leave = labels or ("Stay", "Leave")
        buttons = [Button("stay", stay), Button("leave", leave, kind=ButtonKind.PRIMARY)]
        told = "The deal is not finished. " * 4
        self.ask("Leave?", told, buttons, cancel="stay", entry=entry)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        self.answers.append(action)
        return Pop()


def asking(*labels: str, size: tuple[int, int] = (800, 600), **more: TextEntry) -> SceneDriver:
    held = recording_services()
    return SceneDriver(Asking(held.services, *labels, **more), held, size)


@pytest.mark.parametrize("size", [(800, 600), (640, 400), (320, 480)])
@pytest.mark.parametrize("labels", [(), ("Rejouer la solution la plus courte", "Nouvelle donne")])
def test_it_lies_in_the_middle_and_its_buttons_apart(
    size: tuple[int, int], labels: tuple[str, ...]
) -> None:
    driver = asking(*labels, size=size)
    scene, window = driver.scene, pygame.Rect((0, 0), size)
    assert scene.panel.center == window.center and window.contains(scene.panel)
    stay, leave = (button.rect for button in scene.focus.widgets)
    assert scene.panel.contains(stay) and scene.panel.contains(leave)
    assert not stay.colliderect(leave)
    driver.draw()


def test_buttons_answer_to_the_mouse_and_nothing_beside_them() -> None:
    driver = asking()
    for button in driver.scene.focus.widgets:
        assert driver.click(button.rect.center) == Pop()
    assert driver.scene.answers == [Pressed("stay"), Pressed("leave")]
    assert driver.send(down((5, 5))) is driver.press(pygame.K_F1) is None


def test_enter_takes_the_last_button_escape_cancels_arrows_and_tab_go_between_them() -> None:
    driver = asking()
    for code in (pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_LEFT, pygame.K_SPACE, pygame.K_TAB):
        driver.press(code)
    driver.press(pygame.K_SPACE)
    names = [action.name for action in driver.scene.answers]
    assert names == ["leave", "stay", "stay", "leave"]


def test_a_text_can_be_asked_for() -> None:
    entry = TextEntry("name", most=9)
    driver = asking(entry=entry)
    driver.send(pygame.event.Event(pygame.TEXTINPUT, text="7"))
    assert entry.text == "7" and driver.scene.panel.contains(entry.rect)
    driver.press(pygame.K_RETURN)
    driver.press(pygame.K_ESCAPE)
    assert driver.scene.answers == [Submitted("name", 0), Pressed("stay")]
    driver.draw()

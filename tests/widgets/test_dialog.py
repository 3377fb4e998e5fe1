import pygame
import pytest
from gestures import click, down, key, move, wheel

from game.graphics.scale import Scale
from game.widgets.base import Changed, Consumed, Pressed, Submitted
from game.widgets.button import Button, ButtonKind
from game.widgets.dialog import Dialog
from game.widgets.look import Look
from game.widgets.text_entry import TextEntry

WINDOW = pygame.Rect(0, 0, 800, 600)


def question(**more) -> Dialog:
    buttons = [Button("stay", "Stay"), Button("leave", "Leave", kind=ButtonKind.PRIMARY)]
    return Dialog("Leave?", "The deal is not finished. " * 4, buttons, cancel="stay", **more)


@pytest.fixture
def dialog(look) -> Dialog:
    made = question()
    made.place(look, WINDOW)
    return made


def test_it_lies_in_the_middle_with_all_its_buttons(dialog):
    assert dialog.rect.center == WINDOW.center
    for button in dialog.group.widgets:
        assert dialog.rect.contains(button.rect)
    stay, leave = dialog.group.widgets
    assert stay.rect.right < leave.rect.left


def test_buttons_answer_to_the_mouse(dialog):
    assert click(dialog, dialog.group.widgets[0].rect.center)[-1] == Pressed("stay")
    assert click(dialog, dialog.group.widgets[1].rect.center)[-1] == Pressed("leave")


def test_enter_takes_the_last_button_and_escape_cancels(dialog):
    assert dialog.handle(key(pygame.K_RETURN)) == Pressed("leave")
    assert dialog.handle(key(pygame.K_ESCAPE)) == Pressed("stay")


def test_arrows_and_tab_move_between_buttons(dialog):
    dialog.handle(key(pygame.K_LEFT))
    assert dialog.handle(key(pygame.K_SPACE)) == Pressed("stay")
    dialog.handle(key(pygame.K_TAB))
    assert dialog.handle(key(pygame.K_SPACE)) == Pressed("leave")


@pytest.mark.parametrize("event", [key(pygame.K_F1), down((5, 5)), move((5, 5)), wheel(1)])
def test_nothing_gets_through_to_the_scene(dialog, event):
    assert dialog.handle(event) == Consumed()


def test_a_text_can_be_asked_for(look, screen):
    asking = question(entry=TextEntry("name", most=9))
    asking.place(look, WINDOW)
    typed = pygame.event.Event(pygame.TEXTINPUT, text="7")
    assert asking.handle(typed) == Changed("name", "7")
    assert asking.handle(key(pygame.K_RETURN)) == Submitted("name", 0)
    assert asking.handle(key(pygame.K_ESCAPE)) == Pressed("stay")
    assert asking.rect.contains(asking.group.widgets[0].rect)
    asking.draw(screen)


@pytest.mark.parametrize(("size", "factor"), [((640, 400), 0.8), ((320, 480), 1.0)])
def test_narrow_windows_stack_the_buttons(look, screen, size, factor):
    long = [Button("a", "Rejouer la solution la plus courte"), Button("b", "Nouvelle donne")]
    made = Dialog("Quitter ?", "La donne n'est pas finie.", long, cancel="a")
    window = pygame.Rect((0, 0), size)
    made.place(Look(look.assets, look.paint, Scale(factor)), window)
    assert window.contains(made.rect)
    areas = [button.rect for button in made.group.widgets]
    assert not areas[0].colliderect(areas[1])
    assert all(made.rect.contains(area) for area in areas)
    made.draw(screen)


def test_drawing_before_placing_says_so(screen):
    with pytest.raises(RuntimeError, match="not placed"):
        question().draw(screen)

import pygame
import pytest
from gestures import click, down, drag, key, leave, move, up

from game.graphics import colours
from game.widgets import control_sizes
from game.widgets.base import Consumed, Pressed
from game.widgets.button import Button, ButtonKind, ToolButton


@pytest.fixture(params=["button", "tool button"])
def button(request, place):
    if request.param == "button":
        return place(Button("undo", "Undo", "undo"))
    return place(ToolButton("undo", "undo", "Undo"), width=46, height=66)


def test_a_click_presses_it(button):
    assert click(button) == [Consumed(), Pressed("undo")]


@pytest.mark.parametrize("code", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_enter_and_space_press_it(button, code):
    assert button.handle(key(code)) == Pressed("undo")


def test_other_keys_are_left_to_others(button):
    assert button.handle(key(pygame.K_a, unicode="a")) is None


def test_letting_go_elsewhere_changes_ones_mind(button):
    assert drag(button, button.rect.center, (700, 500)) == [Consumed(), Consumed()]
    assert not button.held


def test_a_press_ends_where_the_window_loses_the_keyboard(button):
    at = button.rect.center
    button.handle(move(at))
    button.handle(down(at))
    button.handle(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not button.held
    assert button.handle(up(at)) is None


def test_other_mouse_buttons_do_nothing(button):
    for number in (2, 3, 4, 5):
        assert button.handle(down(button.rect.center, number)) is None
        assert button.handle(up(button.rect.center, number)) is None


def test_a_disabled_one_does_nothing(button):
    button.enabled = False
    assert click(button) == []
    assert button.handle(key(pygame.K_RETURN)) is None
    assert not button.hovered


def test_disabling_while_held_lets_go(button):
    button.handle(down(button.rect.center))
    button.enabled = False
    button.enabled = True
    assert button.handle(up(button.rect.center)) is None


def test_it_looks_different_in_every_state(button, screen):
    def picture() -> bytes:
        screen.fill((14, 51, 44))
        button.draw(screen)
        return pygame.image.tobytes(screen, "RGB")

    pictures = [picture()]
    button.handle(move(button.rect.center))
    pictures.append(picture())
    button.handle(down(button.rect.center))
    pictures.append(picture())
    button.handle(leave())
    button.handle(up((0, 0)))
    button.enabled = False
    pictures.append(picture())
    assert len(set(pictures)) == 4


def test_it_is_stale_only_after_a_change(button, screen):
    button.draw(screen)
    button.stale = False
    button.handle(move((700, 500)))
    assert not button.stale
    button.handle(move(button.rect.center))
    assert button.stale


def test_small_buttons_are_pressed_in_a_large_enough_square(place):
    small = place(Button("x", icon="cross", height=24))
    assert small.rect.size == (24, 24)
    assert small.target().size == (control_sizes.TARGET, control_sizes.TARGET)
    beside = (small.rect.right + 6, small.rect.centery)
    assert click(small, beside) == [Consumed(), Pressed("x")]


def test_labels_decide_the_width(look):
    short, long = Button("a", "Go"), Button("b", "Playing without done")
    assert short.natural_size(look)[0] < long.natural_size(look)[0]
    assert short.natural_size(look)[1] == control_sizes.BUTTON_HEIGHT


def test_a_hint_takes_room(look):
    assert Button("a", "Play", hint="Enter").natural_size(look) > Button("a", "Play").natural_size(
        look
    )


def test_the_primary_one_is_gold(place, screen):
    button = place(Button("done", "Done", kind=ButtonKind.PRIMARY))
    button.draw(screen)
    assert screen.get_at((button.rect.left + 6, button.rect.centery))[:3] == colours.GOLD


def test_a_row_has_no_ground_until_it_is_hovered_or_selected(place, screen):
    row = place(Button("gaps", "Gaps", kind=ButtonKind.ROW), width=200)
    ground = screen.get_at((290, 120))
    row.draw(screen)
    assert screen.get_at((290, 120)) == ground
    row.selected = True
    row.draw(screen)
    assert screen.get_at((290, 120)) != ground


def test_a_cell_is_gold_while_it_is_chosen_and_has_no_ground_otherwise(place, screen):
    cell = place(Button("five", "5", kind=ButtonKind.CELL), width=200)
    ground = screen.get_at((290, 120))
    cell.draw(screen)
    assert screen.get_at((290, 120)) == ground
    cell.selected = True
    cell.draw(screen)
    assert screen.get_at((290, 120))[:3] == colours.GOLD


def test_a_new_label_or_being_selected_makes_it_stale(place):
    button = place(Button("show", "Show", "eye"))
    for change in ({"label": "Hide"}, {"selected": True}):
        button.stale = False
        for name, value in change.items():
            setattr(button, name, value)
            setattr(button, name, value)
        assert button.stale


def test_a_tool_button_is_pressed_by_its_caption_too(place):
    tool = place(ToolButton("bookmark", "bookmark", "Bookmark"), width=62, height=66)
    assert click(tool, (tool.rect.centerx, tool.rect.bottom - 3))[-1] == Pressed("bookmark")
    assert tool.focus_area()[0] == tool.square()
    assert tool.square().height < tool.rect.height


def test_a_lit_tool_button_is_gold(place, screen):
    tool = place(ToolButton("hint", "hint"), width=46, height=46)
    tool.lit = True
    tool.draw(screen)
    assert screen.get_at((tool.rect.left + 5, tool.rect.centery))[:3] == colours.GOLD


def test_drawing_before_placing_says_so(screen):
    with pytest.raises(RuntimeError, match="'undo' is not placed"):
        Button("undo", "Undo").draw(screen)

"""Toggle, slider, segments and swatches."""

import pygame
import pytest
from gestures import click, down, drag, key, move, up, wheel

from game.widgets.base import Changed, Consumed
from game.widgets.choices import Segmented, Swatch, Swatches, Toggle
from game.widgets.slider import Slider


def picture(widget, screen) -> bytes:
    screen.fill((14, 51, 44))
    widget.draw(screen)
    return pygame.image.tobytes(screen, "RGB")


# Toggle


@pytest.fixture
def toggle(place):
    return place(Toggle("sound"))


def test_a_click_switches(toggle):
    assert click(toggle)[-1] == Changed("sound", True)
    assert click(toggle)[-1] == Changed("sound", False)


def test_space_and_enter_switch(toggle):
    assert toggle.handle(key(pygame.K_SPACE)) == Changed("sound", True)
    assert toggle.handle(key(pygame.K_RETURN)) == Changed("sound", False)


def test_a_toggle_tells_its_state_by_place_and_mark(toggle, screen):
    off = picture(toggle, screen)
    toggle.on = True
    assert picture(toggle, screen) != off
    toggle.enabled = False
    assert picture(toggle, screen) != off
    assert click(toggle) == []


# Slider


@pytest.fixture
def volume(place):
    return place(Slider("volume", 0, 100, 50))


@pytest.fixture
def speed(place):
    return place(Slider("speed", 0, 4, 2, ticks=True))


def test_a_click_puts_the_knob_there(volume):
    assert click(volume, volume.rect.midleft)[0] == Changed("volume", 0)
    right = (volume.rect.right - 1, volume.rect.centery)
    assert click(volume, right) == [Changed("volume", 100), Consumed()]


def test_a_drag_answers_at_every_step_and_beyond_the_ends(speed):
    left, right = speed.rect.midleft, speed.rect.right
    middle = speed.rect.center
    answers = drag(speed, middle, (right, middle[1]), (right + 300, 0), (left[0] - 50, 500))
    assert answers == [Consumed(), Changed("speed", 4), Changed("speed", 0), Consumed()]


def test_moving_without_holding_does_not_change_it(volume):
    assert volume.handle(move(volume.rect.midright)) is None
    assert volume.value == 50


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (pygame.K_LEFT, 49),
        (pygame.K_RIGHT, 51),
        (pygame.K_PAGEUP, 70),
        (pygame.K_PAGEDOWN, 30),
        (pygame.K_HOME, 0),
        (pygame.K_END, 100),
    ],
)
def test_keys_move_the_knob(volume, code, value):
    assert volume.handle(key(code)) == Changed("volume", value)


def test_at_its_end_a_slider_leaves_the_arrow_to_the_focus(volume):
    volume.value = 100
    assert volume.handle(key(pygame.K_RIGHT)) is None
    assert volume.handle(key(pygame.K_UP)) is None


def test_the_wheel_moves_it_only_under_the_mouse(volume):
    assert volume.handle(wheel(1)) is None
    volume.handle(move(volume.rect.center))
    assert volume.handle(wheel(1)) == Changed("volume", 51)
    assert volume.handle(wheel(-3)) == Changed("volume", 48)


def test_values_are_rounded_to_steps_within_the_range():
    size = Slider("size", 80, 150, 104, step=10)
    assert size.value == 100
    size.value = 999
    assert size.value == 150
    with pytest.raises(ValueError, match="size"):
        Slider("size", 5, 5, 5)


def test_sliders_are_drawn_in_every_state(speed, screen):
    pictures = {picture(speed, screen)}
    speed.handle(move(speed.rect.center))
    pictures.add(picture(speed, screen))
    speed.value = 4
    pictures.add(picture(speed, screen))
    speed.enabled = False
    pictures.add(picture(speed, screen))
    assert len(pictures) == 4


# Segments

FACES = [("classic", "Classic"), ("four", "Four colours"), ("large", "Large print")]


@pytest.fixture
def faces(place):
    return place(Segmented("faces", FACES, "classic"))


def test_a_click_chooses_a_segment(faces):
    assert click(faces, (faces.rect.right - 10, faces.rect.centery))[-1] == Changed(
        "faces", "large"
    )
    assert click(faces)[-1] == Changed("faces", "four")
    assert click(faces)[-1] == Consumed()


def test_arrows_choose_a_neighbour_and_stop_at_the_ends(faces):
    assert faces.handle(key(pygame.K_LEFT)) is None
    assert faces.handle(key(pygame.K_RIGHT)) == Changed("faces", "four")
    assert faces.handle(key(pygame.K_RIGHT)) == Changed("faces", "large")
    assert faces.handle(key(pygame.K_RIGHT)) is None


def test_space_goes_around(faces):
    faces.value = "large"
    assert faces.handle(key(pygame.K_SPACE)) == Changed("faces", "classic")


def test_a_narrow_one_becomes_a_stepper(place, screen):
    stepper = place(Segmented("faces", FACES, "classic"), width=160)
    assert stepper.is_stepper
    right = (stepper.rect.right - 8, stepper.rect.centery)
    left = (stepper.rect.left + 8, stepper.rect.centery)
    assert click(stepper, right)[-1] == Changed("faces", "four")
    assert click(stepper, left)[-1] == Changed("faces", "classic")
    assert click(stepper)[-1] == Changed("faces", "four")
    assert picture(stepper, screen)


def test_a_wide_one_shares_the_room(place):
    wide = place(Segmented("faces", FACES, "classic"), width=600)
    assert not wide.is_stepper
    assert click(wide, (wide.rect.right - 10, wide.rect.centery))[-1] == Changed("faces", "large")


def test_unknown_values_are_refused(faces):
    with pytest.raises(ValueError):
        faces.value = "nothing"


def test_segments_show_what_is_pointed_at(faces, screen):
    pictures = {picture(faces, screen)}
    faces.handle(move(faces.rect.center))
    pictures.add(picture(faces, screen))
    faces.handle(move((faces.rect.right - 10, faces.rect.centery)))
    pictures.add(picture(faces, screen))
    faces.enabled = False
    pictures.add(picture(faces, screen))
    assert len(pictures) == 4


# Swatches


@pytest.fixture
def felts(place):
    colours = [("teal", (30, 112, 90)), ("blue", (34, 80, 127)), ("grey", (74, 80, 87))]
    return place(Swatches("felt", [Swatch(name, c, name.title()) for name, c in colours], "teal"))


def test_a_click_chooses_a_swatch(felts):
    assert click(felts, (felts.rect.right - 15, felts.rect.centery))[-1] == Changed("felt", "grey")
    assert felts.tooltip == "Grey"


def test_keys_choose_a_swatch(felts):
    assert felts.handle(key(pygame.K_LEFT)) is None
    assert felts.handle(key(pygame.K_RIGHT)) == Changed("felt", "blue")
    assert felts.handle(key(pygame.K_SPACE)) == Changed("felt", "grey")
    assert felts.handle(key(pygame.K_RETURN)) == Changed("felt", "teal")


def test_swatches_mark_the_one_chosen(felts, screen):
    first = picture(felts, screen)
    felts.value = "blue"
    assert picture(felts, screen) != first


def test_swatches_can_show_pictures(place, screen):
    drawn: list[pygame.Rect] = []
    backs = place(
        Swatches("back", [Swatch(1, (0, 0, 90), "Navy", lambda s, r: drawn.append(r))], 1)
    )
    backs.draw(screen)
    assert len(drawn) == 1


def test_a_chosen_picture_has_a_check_mark_too(place, screen, monkeypatch):
    backs = place(Swatches("back", [Swatch(1, (0, 0, 90), "Navy", lambda s, r: None)], 1))
    drawn: list[str] = []
    monkeypatch.setattr(
        "game.widgets.look.Look.icon", lambda self, target, name, *more: drawn.append(name)
    )
    backs.draw(screen)
    assert drawn == ["check"]


@pytest.mark.parametrize("event", [down((120, 110), 3), up((120, 110), 3), wheel(1)])
def test_other_gestures_change_nothing(felts, toggle, event):
    assert felts.handle(event) is None
    assert toggle.handle(event) is None

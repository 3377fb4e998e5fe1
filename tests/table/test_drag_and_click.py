"""What the mouse means on the cards: clicks, double clicks, drags."""

from __future__ import annotations

import pygame
from input_events import RIGHT, down, motion, up
from table_driver import Clock

from game.core.position import Seat
from game.table.drag_and_click import Click, Drag, DragAndClick, Drop, Gesture, Hover, RefusedDrag


class Mouse:
    """A pointer over piles of a hundred pixels; the one from 300 on cannot be dragged."""

    def __init__(self) -> None:
        pygame.display.init()
        self.clock = Clock()
        self.pointer = DragAndClick(self.hit, lambda seat: seat.pile != 3, self.clock)

    @staticmethod
    def hit(x: int, y: int) -> Seat | None:
        return Seat(x // 100, 0) if y < 100 else None

    def do(self, *events: pygame.event.Event) -> list[Gesture]:
        found = [self.pointer.handle(event) for event in events]
        return [gesture for gesture in found if gesture is not None]

    def click(self, x: int, later: float = 1.0) -> Click:
        self.clock.now += later
        (gesture,) = self.do(down((x, 50)), up((x, 50)))
        assert isinstance(gesture, Click)
        return gesture


def test_a_press_and_release_on_one_card_is_a_click() -> None:
    assert Mouse().click(150) == Click(Seat(1, 0))


def test_a_press_and_release_on_different_cards_is_nothing() -> None:
    assert Mouse().do(down((399, 50)), up((401, 50))) == []


def test_a_press_on_a_card_and_release_on_the_bare_table_is_nothing() -> None:
    assert Mouse().do(down((350, 99)), up((350, 101))) == []


def test_a_click_on_the_bare_table_has_no_seat() -> None:
    assert Mouse().do(down((350, 150)), up((350, 150))) == [Click(None)]


def test_two_quick_clicks_on_one_pile_are_a_double_click_and_a_third_begins_anew() -> None:
    mouse = Mouse()
    assert [mouse.click(150, later=0.3).double for _ in range(5)] == [
        False, True, False, True, False,
    ]  # fmt: skip


def test_slow_clicks_or_clicks_on_two_piles_are_no_double_click() -> None:
    mouse = Mouse()
    mouse.click(150)
    assert not mouse.click(150, later=0.41).double
    assert not mouse.click(250, later=0.1).double
    assert not mouse.click(150, later=0.1).double


def test_the_bare_table_between_two_clicks_parts_them() -> None:
    mouse = Mouse()
    mouse.click(150)
    mouse.do(down((150, 150)), up((150, 150)))
    assert not mouse.click(150, later=0.1).double


def test_a_forgotten_click_is_not_the_first_of_two() -> None:
    mouse = Mouse()
    mouse.click(150)
    mouse.pointer.forget_click()
    assert not mouse.click(150, later=0.1).double


def test_a_right_press_is_a_second_choice_at_once() -> None:
    (gesture,) = Mouse().do(down((150, 50), RIGHT), up((150, 50), RIGHT))
    assert gesture == Click(Seat(1, 0), second=True, right=True)


def test_shift_makes_a_left_click_a_second_choice() -> None:
    mouse = Mouse()
    pygame.key.set_mods(pygame.KMOD_LSHIFT)
    try:
        assert mouse.click(150) == Click(Seat(1, 0), second=True)
    finally:
        pygame.key.set_mods(0)


def test_a_tremble_within_a_click_is_no_drag() -> None:
    gestures = Mouse().do(down((150, 50)), motion((156, 44), held=True), up((156, 44)))
    assert gestures == [Click(Seat(1, 0))]


def test_moving_with_the_button_held_drags_and_letting_go_drops() -> None:
    mouse = Mouse()
    gestures = mouse.do(
        down((150, 50)),
        motion((160, 50), held=True),
        motion((250, 60), held=True),
        up((260, 70)),
    )
    assert gestures == [
        Drag(Seat(1, 0), True, (160, 50), (150, 50)),
        Drag(Seat(1, 0), False, (250, 60), (250, 60)),
        Drop(Seat(1, 0), (260, 70)),
    ]
    assert not mouse.pointer.dragging


def test_what_cannot_be_dragged_stays() -> None:
    gestures = Mouse().do(down((350, 50)), motion((390, 90), held=True), up((390, 90)))
    assert gestures == [Click(Seat(3, 0))]


def test_a_right_press_while_dragging_does_nothing() -> None:
    mouse = Mouse()
    mouse.do(down((150, 50)), motion((180, 50), held=True))
    assert mouse.do(down((180, 50), RIGHT), up((180, 50), RIGHT)) == []
    assert mouse.pointer.dragging


def test_a_reset_drag_drops_nothing() -> None:
    mouse = Mouse()
    mouse.do(down((150, 50)), motion((180, 50), held=True))
    mouse.pointer.reset()
    assert mouse.do(up((180, 50))) == []


def test_moving_without_a_button_hovers() -> None:
    assert Mouse().do(motion((150, 50)), motion((150, 150))) == [Hover(Seat(1, 0)), Hover(None)]


def test_a_release_without_a_press_is_nothing() -> None:
    assert Mouse().do(up((150, 50))) == []


def test_a_pull_at_what_refuses_is_told_once_and_is_no_click() -> None:
    mouse = Mouse()
    mouse.pointer = DragAndClick(mouse.hit, lambda seat: False, mouse.clock, lambda seat: True)
    told = mouse.do(
        down((150, 50)),
        motion((152, 50), held=True),
        motion((190, 50), held=True),
        motion((195, 50), held=True),
        up((195, 50)),
    )
    assert [gesture for gesture in told if not isinstance(gesture, Hover)] == [
        RefusedDrag(Seat(1, 0))
    ]


def test_on_a_dense_screen_the_mouse_may_tremble_more_within_a_click() -> None:
    mouse = Mouse()
    for density, far in ((1.0, 6), (2.0, 12)):
        mouse.pointer.density = density
        mouse.clock.now += 1
        there = motion((150 + far, 50), held=True)
        assert mouse.do(down((150, 50)), there, up((150 + far, 50))) == [Click(Seat(1, 0))]
        (drag, _) = mouse.do(down((150, 50)), motion((151 + far, 50), held=True), up((151, 50)))
        assert isinstance(drag, Drag)

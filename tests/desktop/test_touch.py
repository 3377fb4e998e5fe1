"""Fingers on the screen: what they do to a table."""

from __future__ import annotations

import pygame
import pytest
from table_driver import TableDriver

from game.app.scene_stack import in_scene
from game.core.position import Seat
from game.desktop.commands import Command
from game.desktop.touch import FORGET_S, LEAVES_S, LONG_S, SLOP, Touch, is_of_touch
from game.rules import BrainJam, LaPeau, Rules

SIZE = (1280, 800)
Point = tuple[int, int]


class Hand:
    """Fingers on one table, as the program's loop hands them over."""

    def __init__(self, rules: Rules) -> None:
        self.driver = TableDriver(rules, 3, SIZE, animated=False, autoplay=False)
        self.now = 5.0
        self.touched = True
        """What SDL says of fingers."""
        self.touch = Touch(lambda: self.now, lambda: self.touched)

    def finger(self, kind: int, at: Point, number: int = 0) -> None:
        x, y = (at[0] + 0.25) / SIZE[0], (at[1] + 0.25) / SIZE[1]
        event = pygame.event.Event(kind, touch_id=1, finger_id=number, x=x, y=y, dx=0.0, dy=0.0)
        self.send(self.touch.events(event, SIZE))

    def send(self, events) -> None:
        self.driver.clock.now = self.now
        for event in list(events):
            self.driver.send(event)
        self.driver.settle()

    def tap(self, at: Point, fingers: int = 1) -> None:
        for number in range(fingers):
            self.finger(pygame.FINGERDOWN, (at[0] + 60 * number, at[1]), number)
        for number in range(fingers):
            self.finger(pygame.FINGERUP, (at[0] + 60 * number, at[1]), number)
        self.now += 1.0

    def point(self, seat: Seat) -> Point:
        return self.driver.point(seat)

    @property
    def moves(self) -> int:
        return self.driver.scene.session.moves


def test_a_tap_is_a_click_and_more_fingers_undo_and_redo() -> None:
    hand = Hand(BrainJam())
    hand.tap(hand.point(hand.driver.seat("column-1")))
    assert hand.moves == 1
    hand.tap((600, 700), 2)
    assert hand.moves == 0
    hand.tap((600, 700), 3)
    assert hand.moves == 1


def test_a_long_press_is_the_second_choice_and_no_click() -> None:
    hand = Hand(BrainJam())
    session = hand.driver.scene.session
    columns = [index for index, pile in enumerate(session.rules.piles) if "column" in pile.id]
    pile = next(pile for pile in columns if len(session.choices_of(pile)) > 1)
    second = session.rules.apply(session.position, session.choices_of(pile)[1])
    at = hand.point(Seat(pile, len(session.position.piles[pile]) - 1))
    hand.finger(pygame.FINGERDOWN, at)
    assert hand.touch.due == pytest.approx(LONG_S)
    hand.send(hand.touch.late())
    assert hand.moves == 0
    hand.now += LONG_S + 0.01
    hand.send(hand.touch.late())
    hand.finger(pygame.FINGERUP, at)
    assert hand.moves == 1
    assert session.rules.key(session.position) == session.rules.key(second)


def test_a_finger_drags_a_card() -> None:
    hand = Hand(LaPeau())
    session, view = hand.driver.scene.session, hand.driver.view
    move = next(m for m in session.rules.moves(session.position) if isinstance(m.onto, int))
    assert move.card is not None
    seat = session.position.seat(move.card)
    goal = session.rules.apply(session.position, move).seat(move.card)
    assert seat is not None
    assert goal is not None
    start, end = hand.point(seat), view.arrangement.seat(session.position, goal).centre
    hand.finger(pygame.FINGERDOWN, start)
    hand.finger(pygame.FINGERMOTION, (start[0] + SLOP // 2, start[1]))
    assert view.held is None
    hand.finger(pygame.FINGERMOTION, end)
    assert view.held is not None
    hand.finger(pygame.FINGERUP, end)
    assert hand.moves == 1
    assert session.position.seat(move.card).pile == goal.pile


def test_fingers_that_slip_or_come_late_do_nothing() -> None:
    hand = Hand(BrainJam())
    at = hand.point(hand.driver.seat("column-1"))
    hand.finger(pygame.FINGERDOWN, at)
    hand.finger(pygame.FINGERDOWN, (at[0] + 90, at[1]), 1)
    hand.finger(pygame.FINGERMOTION, (at[0] + 200, at[1]), 1)
    hand.now += 2.0
    hand.send(hand.touch.late())
    hand.finger(pygame.FINGERUP, at)
    hand.finger(pygame.FINGERUP, (at[0] + 200, at[1]), 1)
    assert hand.moves == 0
    hand.tap(at)
    assert hand.moves == 1


def test_sdls_own_mouse_of_a_finger_is_told_apart() -> None:
    fields = {"pos": (1, 1), "button": 1}
    assert is_of_touch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, touch=True, **fields))
    assert not is_of_touch(pygame.event.Event(pygame.MOUSEBUTTONDOWN, touch=False, **fields))
    assert not is_of_touch(pygame.event.Event(pygame.KEYDOWN, key=1))


@pytest.mark.parametrize("corner", [(0, 0), (700, 400)])
def test_some_time_after_the_finger_nothing_is_hovered_any_more(corner: Point) -> None:
    hand = Hand(BrainJam())
    button = hand.driver.scene.table_picture.focus.named(Command.HINT)
    hand.tap(button.rect.center)
    assert button.hovered and hand.touch.due == pytest.approx(LEAVES_S - 1)
    hand.send(hand.touch.late())
    assert button.hovered, "its tooltip can be read"
    hand.now += LEAVES_S - 1
    hand.driver.scene.corner = corner
    hand.send(in_scene(hand.driver.scene, made) for made in hand.touch.late())
    assert not button.hovered and hand.touch.due is None


def test_a_mouse_that_is_used_stays_where_it_is() -> None:
    hand = Hand(BrainJam())
    hand.tap(hand.driver.scene.table_picture.focus.named(Command.HINT).rect.center)
    hand.touch.note_mouse(pygame.event.Event(pygame.MOUSEMOTION, pos=(9, 9), touch=False))
    hand.now += LEAVES_S
    assert list(hand.touch.late()) == []


def test_another_finger_holds_the_mouse() -> None:
    hand = Hand(BrainJam())
    at = hand.driver.scene.table_picture.focus.named(Command.HINT).rect.center
    hand.tap(at)
    hand.finger(pygame.FINGERDOWN, at)
    hand.now += LEAVES_S
    assert [made.type for made in hand.touch.late()][-1] == pygame.MOUSEBUTTONUP, "a long press"


def test_what_comes_of_a_finger_that_was_forgotten_is_nothing() -> None:
    hand = Hand(BrainJam())
    at = hand.point(hand.driver.seat("column-1"))
    hand.finger(pygame.FINGERDOWN, at)
    hand.touch.forget()
    hand.now += LONG_S
    hand.send(hand.touch.late())
    hand.finger(pygame.FINGERUP, at)
    assert hand.moves == 0
    hand.tap(at)
    assert hand.moves == 1


def test_a_tap_counts_though_a_finger_that_made_a_long_press_is_down() -> None:
    hand = Hand(BrainJam())
    hand.finger(pygame.FINGERDOWN, (600, 790), 7)
    hand.now += LONG_S
    hand.send(hand.touch.late())
    hand.tap(hand.point(hand.driver.seat("column-1")))
    assert hand.moves == 1


@pytest.mark.parametrize("fingers", [1, 2, 3])
def test_a_finger_whose_lifting_is_lost_is_forgotten_after_a_time(fingers: int) -> None:
    hand = Hand(BrainJam())
    for number in range(fingers):
        hand.finger(pygame.FINGERDOWN, (600 + 60 * number, 790), 7 + number)
    hand.now += FORGET_S + 0.01
    hand.tap(hand.point(hand.driver.seat("column-1")))
    assert hand.moves == 1


def test_a_finger_that_comes_down_twice_was_lifted_meanwhile() -> None:
    hand = Hand(BrainJam())
    hand.finger(pygame.FINGERDOWN, (600, 790))
    hand.tap(hand.point(hand.driver.seat("column-1")))
    assert hand.moves == 1


def test_a_finger_that_is_not_down_makes_no_long_press() -> None:
    hand = Hand(BrainJam())
    at = hand.driver.scene.table_picture.focus.named(Command.HINT).rect.center
    hand.finger(pygame.FINGERDOWN, at)
    hand.touched = False
    hand.now += LONG_S
    assert list(hand.touch.late()) == []
    assert hand.touch.due == pytest.approx(LEAVES_S), "only the mouse is to leave"


@pytest.mark.parametrize("found_by", ["SDL", "another finger"])
def test_a_drag_whose_finger_is_lost_lets_go_of_the_card(found_by: str) -> None:
    hand = Hand(LaPeau())
    session, view = hand.driver.scene.session, hand.driver.view
    move = next(m for m in session.rules.moves(session.position) if isinstance(m.onto, int))
    seat = session.position.seat(move.card)
    start = hand.point(seat)
    hand.finger(pygame.FINGERDOWN, start, 7)
    hand.finger(pygame.FINGERMOTION, (start[0] + 200, start[1] + 200), 7)
    hand.now += FORGET_S + 0.01
    hand.send(hand.touch.late())
    assert view.held is not None, "a finger may rest in a drag"
    hand.touched = found_by != "SDL"
    hand.now += FORGET_S + 0.01
    if hand.touched:
        hand.finger(pygame.FINGERDOWN, (600, 790))
    else:
        hand.send(hand.touch.late())
    assert view.held is None and hand.moves == 0
    assert session.position.seat(move.card) == seat

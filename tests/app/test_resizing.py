"""A change of the window's size: scaled at once, sharp after a moment of quiet, all at once for
whoever acts.
"""

from __future__ import annotations

import threading
from typing import cast

import pygame
import pytest

from game.app import resizing
from game.app.resizing import QUIET_S, Resizing
from game.graphics.card_art import CardArt
from game.scenes.common.base import Scene

OLD, NEW, OTHER = (600, 400), (900, 700), (640, 480)
DRAWN, PLACED = (10, 20, 30), (200, 150, 100)


class Plain(Scene):
    """Fills itself with one colour in its first size, and with another one in any other."""

    def __init__(self) -> None:
        self.window = self.size = OLD
        self.stale = False
        self.placed: list[tuple[int, int]] = []
        self.made: list[frozenset[str]] = []
        self.gate = threading.Event()
        self.gate.set()
        self.fault: Exception | None = None

    def place(self, size: tuple[int, int]) -> None:
        assert self.gate.wait(5)
        self.window = self.size = size
        if self.fault is not None and threading.current_thread() is not threading.main_thread():
            raise self.fault
        self.placed.append(size)

    def art_made(self, cards: frozenset[str]) -> None:
        self.made.append(cards)

    def draw(self, target: pygame.Surface) -> None:
        assert target.get_size() == self.size
        target.fill(PLACED if self.placed else DRAWN)


class Cards:
    """Stands in for what makes cards, and notes whether it is held."""

    def __init__(self) -> None:
        self.held = False
        self.made: frozenset[str] = frozenset()

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False

    def wait(self, seconds: float) -> None:
        self.made = frozenset({"7h"})

    def collect(self) -> frozenset[str]:
        return self.made


class Hand:
    """Does what the program's loop does, with a window that is only a size."""

    def __init__(self) -> None:
        self.scene, self.cards, self.now, self.size = Plain(), Cards(), 50.0, OLD
        self.woken = threading.Event()
        self.shown: list[tuple[tuple[int, int], tuple[int, ...]]] = []
        self.following = Resizing(
            [self.scene],
            self.room,
            cast(CardArt, self.cards),
            self.scene.draw,
            self.scene.art_made,
            self.woken.set,
        )

    def room(self) -> tuple[int, int]:
        """What scenes are laid out for: no less than 640x400."""
        return max(self.size[0], 640), max(self.size[1], 400)

    def resize(self, size: tuple[int, int]) -> None:
        self.size = size
        self.following.note(self.now)

    def turn(self, seconds: float = 0.0) -> None:
        """Time passes, the window is drawn, and one step is taken."""
        self.now += seconds
        window = pygame.Surface(self.size)
        if self.following.draw(window):
            self.shown.append((self.size, tuple(window.get_at((5, 5)))[:3]))
        self.following.go_on(self.now)

    def quiet(self) -> None:
        """Long enough for the thread to be begun, and to be done."""
        self.woken.clear()
        self.turn(QUIET_S * 1.1)
        assert self.woken.wait(5)

    def settle(self) -> None:
        self.quiet()
        self.turn()
        self.turn()


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_each_size_shows_the_last_picture_scaled_and_places_nothing(hand: Hand) -> None:
    for width in range(700, 900, 40):
        hand.resize((width, 500))
        hand.turn()
        hand.turn(QUIET_S / 2)
    assert [colour for _, colour in hand.shown] == [DRAWN] * len(hand.shown)
    assert {size[0] for size, _ in hand.shown} == set(range(700, 900, 40))
    assert hand.scene.placed == []
    assert hand.cards.held


def test_a_size_that_was_shown_is_not_shown_again(hand: Hand) -> None:
    hand.resize(NEW)
    for _ in range(6):
        hand.turn(QUIET_S / 20)
    assert len(hand.shown) == 1
    hand.following.spoil()
    hand.turn()
    assert len(hand.shown) == 2


def test_a_sharp_picture_follows_once_the_size_has_been_quiet(hand: Hand) -> None:
    hand.resize(OTHER)
    hand.turn()
    hand.resize(NEW)
    hand.turn()
    hand.settle()
    assert hand.scene.placed == [NEW]
    assert hand.shown[-1] == (NEW, PLACED)
    assert hand.following.settled
    assert not hand.cards.held
    assert hand.following.due(hand.now) is None


def test_where_no_thread_can_be_had_the_sharp_picture_is_drawn_at_once(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resizing, "started_thread", lambda *work: None)
    hand.resize(NEW)
    hand.turn()
    hand.settle()
    assert hand.shown[-1] == (NEW, PLACED)
    assert hand.following.settled


def test_the_sharp_picture_has_the_cards_that_were_made_meanwhile(hand: Hand) -> None:
    hand.resize(NEW)
    hand.turn()
    hand.settle()
    assert hand.scene.made == [frozenset({"7h"})]


def test_the_window_goes_on_showing_while_the_picture_is_made(hand: Hand) -> None:
    hand.resize(NEW)
    hand.turn()
    hand.scene.gate.clear()
    hand.turn(QUIET_S * 1.1)
    assert hand.following.due(hand.now) is None, "the thread wakes the loop"
    hand.resize(OTHER)
    hand.turn()
    assert hand.shown[-1] == (OTHER, DRAWN)
    hand.scene.gate.set()
    assert hand.woken.wait(5)
    hand.turn()
    hand.turn()
    assert hand.shown[-1] == (OTHER, PLACED), "what was made for another size is scaled, too"
    assert not hand.following.settled
    hand.settle()
    assert hand.scene.placed == [NEW, OTHER]
    assert hand.following.settled


def test_due_tells_when_there_is_something_to_do(hand: Hand) -> None:
    assert hand.following.due(hand.now) is None
    hand.resize(NEW)
    assert hand.following.due(hand.now) == 0
    hand.turn()
    assert hand.following.due(hand.now) == 0, "the picture is to be shown"
    hand.turn()
    assert hand.following.due(hand.now + QUIET_S / 4) == pytest.approx(QUIET_S * 0.75)
    hand.quiet()
    assert hand.following.due(hand.now) == 0, "the thread's picture is to be taken"


def test_who_acts_has_everything_made_at_once(hand: Hand) -> None:
    hand.resize(NEW)
    hand.turn()
    hand.following.finish()
    assert hand.following.settled
    assert hand.scene.placed == [NEW]
    assert hand.scene.stale
    assert not hand.cards.held


def test_who_acts_waits_for_the_thread_and_has_nothing_made_twice(hand: Hand) -> None:
    hand.resize(NEW)
    hand.turn()
    hand.scene.gate.clear()
    hand.turn(QUIET_S * 1.1)
    threading.Timer(0.02, hand.scene.gate.set).start()
    hand.following.finish()
    assert hand.scene.placed == [NEW]
    assert hand.following.settled


def test_a_fault_in_the_thread_comes_out_where_the_program_can_end_by_it(hand: Hand) -> None:
    hand.scene.fault = ValueError("only there")
    hand.resize(NEW)
    hand.turn()
    hand.settle()
    assert hand.scene.placed == [NEW], "the main thread had to do it"
    assert hand.following.settled and hand.scene.stale


def test_who_acts_has_all_placed_that_a_fault_in_the_thread_left_half_done(hand: Hand) -> None:
    hand.scene.fault = ValueError("only there")
    hand.resize(NEW)
    hand.turn()
    hand.quiet()
    hand.following.finish()
    assert hand.scene.placed == [NEW]
    assert hand.following.settled and hand.scene.stale


def test_a_window_too_small_shows_a_part_of_what_fits_the_least(hand: Hand) -> None:
    hand.resize((300, 200))
    hand.turn()
    hand.following.finish()
    assert hand.scene.placed == [(640, 400)]


def test_events_are_kept_in_their_order_with_the_last_place_of_the_mouse(hand: Hand) -> None:
    def moved(x: int) -> pygame.event.Event:
        return pygame.event.Event(pygame.MOUSEMOTION, pos=(x, 1), rel=(1, 0), buttons=(0, 0, 0))

    left = pygame.event.Event(pygame.WINDOWLEAVE)
    hand.resize(NEW)
    for event in (moved(1), moved(2), left, moved(3), moved(4)):
        hand.following.keep(event)
    assert not hand.following.settled
    hand.following.keep(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
    assert hand.following.settled
    kept = hand.following.take_kept()
    assert [event.type for event in kept] == [
        pygame.MOUSEMOTION,
        pygame.WINDOWLEAVE,
        pygame.MOUSEMOTION,
        pygame.KEYDOWN,
    ]
    assert [kept[0].pos, kept[2].pos] == [(2, 1), (4, 1)]
    assert hand.following.take_kept() == []


def test_scenes_are_placed_from_the_lowest_on() -> None:
    order: list[str] = []

    class Named(Plain):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

        def place(self, size: tuple[int, int]) -> None:
            order.append(self.name)

    resizing.place_scenes([Named("menu"), Named("table"), Named("dialog")], NEW)
    assert order == ["menu", "table", "dialog"]

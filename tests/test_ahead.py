"""Pictures made ahead in a thread: whoever asks gets each of them, made by one or the other."""

import threading
from collections import Counter

import pygame
import pytest

from game.ahead import Ahead


def blank() -> pygame.Surface:
    return pygame.Surface((3, 4))


class Slow:
    """Says that it has begun, and ends when it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def __call__(self) -> pygame.Surface:
        self.begun.set()
        assert self.go.wait(10)
        return blank()


def test_what_was_made_is_handed_over_once():
    ahead, last = Ahead(), Slow()
    last.go.set()
    ahead.begin([("a", blank), ("b", last)])
    assert last.begun.wait(10)
    assert ahead.take("a") is not None
    assert ahead.take("a") is None
    assert ahead.take("never begun") is None


def test_one_whose_turn_has_not_come_is_left_to_whoever_asks():
    ahead, first, second = Ahead(), Slow(), Slow()
    ahead.begin([("a", first), ("b", second)])
    assert first.begun.wait(10)
    assert ahead.take("b") is None
    first.go.set()
    assert ahead.take("a") is not None
    assert not second.begun.is_set()


def test_one_that_is_being_made_is_waited_for():
    ahead, slow = Ahead(), Slow()
    ahead.begin([("a", slow)])
    assert slow.begun.wait(10)
    threading.Timer(0.05, slow.go.set).start()
    assert ahead.take("a") is not None


def test_what_cannot_be_made_is_left_to_whoever_asks():
    def broken() -> pygame.Surface:
        raise OSError("gone")

    ahead = Ahead()
    ahead.begin([("a", broken)])
    assert ahead.take("a") is None


@pytest.mark.parametrize("run", range(20))
def test_two_at_work_make_each_picture_once(run: int):
    made: Counter[int] = Counter()

    def counted(number: int) -> pygame.Surface:
        made[number] += 1
        return blank()

    ahead = Ahead()
    ahead.begin((number, lambda number=number: counted(number)) for number in range(200))
    for number in range(200):
        if ahead.take(number) is None:
            counted(number)
    assert made == Counter(range(200))

"""Pictures made ahead in a thread: whoever asks gets each of them, made by one or the other."""

import threading

import pygame
import pytest

from game.ahead import Ahead

SIZE = (3, 4)


def made(name: str, size: tuple[int, int]) -> pygame.Surface:
    return pygame.Surface(size)


def test_what_was_made_is_handed_over_once():
    ahead = Ahead(made)
    ahead.begin([("a", SIZE), ("b", SIZE)])
    while ahead._thread is not None:
        pass
    assert ahead.take(("a", SIZE)).get_size() == SIZE
    assert ahead.take(("a", SIZE)) is None
    assert ahead.take(("c", SIZE)) is None


def test_one_whose_turn_has_not_come_is_left_to_whoever_asks():
    begun, go = threading.Event(), threading.Event()
    names = []

    def slow(name: str, size: tuple[int, int]) -> pygame.Surface:
        names.append(name)
        begun.set()
        go.wait()
        return pygame.Surface(size)

    ahead = Ahead(slow)
    ahead.begin([("a", SIZE), ("b", SIZE)])
    begun.wait()
    assert ahead.take(("b", SIZE)) is None
    go.set()
    assert ahead.take(("a", SIZE)).get_size() == SIZE
    assert names == ["a"]


def test_one_that_is_being_made_is_waited_for():
    begun, go = threading.Event(), threading.Event()

    def slow(name: str, size: tuple[int, int]) -> pygame.Surface:
        begun.set()
        go.wait()
        return pygame.Surface(size)

    ahead = Ahead(slow)
    ahead.begin([("a", SIZE)])
    begun.wait()
    threading.Timer(0.05, go.set).start()
    assert ahead.take(("a", SIZE)).get_size() == SIZE


def test_what_cannot_be_made_is_left_to_whoever_asks():
    def broken(name: str, size: tuple[int, int]) -> pygame.Surface:
        raise OSError("gone")

    ahead = Ahead(broken)
    ahead.begin([("a", SIZE)])
    assert ahead.take(("a", SIZE)) is None


@pytest.mark.parametrize("run", range(20))
def test_two_at_work_make_each_picture_once(run: int):
    count: dict[str, int] = {}

    def counted(name: str, size: tuple[int, int]) -> pygame.Surface:
        count[name] = count.get(name, 0) + 1
        return pygame.Surface(size)

    ahead = Ahead(counted)
    names = [str(number) for number in range(200)]
    ahead.begin((name, SIZE) for name in names)
    for name in names:
        if ahead.take((name, SIZE)) is None:
            counted(name, SIZE)
    assert count == dict.fromkeys(names, 1)

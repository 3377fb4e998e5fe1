"""A change of the window's size: what is seen follows at once, the rest after a moment of quiet."""

from __future__ import annotations

from typing import cast

import pygame
import pytest

from game import resizing
from game.resizing import Below, Resizing
from game.scenes.base import Scene, Services


class Plain(Scene):
    """Fills itself with a colour of its own."""

    def __init__(self, level: int, *, overlay: bool = False) -> None:
        self.size, self.overlay, self.level = (0, 0), overlay, level
        self.placed: list[tuple[int, int]] = []

    def place(self, size: tuple[int, int]) -> None:
        self.size = size
        self.placed.append(size)

    def refresh(self) -> None:
        pass

    def draw(self, target: pygame.Surface) -> None:
        target.fill((self.level, self.level, self.level))


class Held:
    """Stands in for what makes art, and notes whether it is held."""

    def __init__(self) -> None:
        self.held = False

    def hold(self) -> None:
        self.held = True

    def release(self) -> None:
        self.held = False


class Hands:
    def __init__(self) -> None:
        self.cards, self.paint = Held(), Held()
        self.assets = self

    @property
    def held(self) -> set[bool]:
        return {self.cards.held, self.paint.held}


class Time:
    now = 50.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(resizing, "time", made)
    return made


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def following(hands: Hands, clock: Time) -> Resizing:
    return Resizing(cast(Services, hands))


def test_only_the_last_of_many_sizes_is_laid_out(following: Resizing, hands: Hands) -> None:
    menu, table = Plain(1), Plain(2)
    for width in range(600, 700):
        following.note((width, 400))
    assert following.fit([menu, table]) == (699, 400)
    assert menu.placed == table.placed == [(699, 400)]
    assert hands.held == {True}
    assert following.fit([menu, table]) is None


def test_art_is_made_once_the_size_has_been_quiet(
    following: Resizing, hands: Hands, clock: Time
) -> None:
    stack: list[Scene] = [Plain(1)]
    assert following.due is None and not following.settle()
    for _ in range(5):
        following.note((600, 400))
        following.fit(stack)
        clock.now += resizing.QUIET_S * 0.9
        assert not following.settle()
    assert hands.held == {True}
    assert following.due == pytest.approx(resizing.QUIET_S * 0.1)
    clock.now += resizing.QUIET_S * 0.2
    assert following.settle()
    assert hands.held == {False}
    assert following.due is None and not following.settle()


def test_scenes_under_an_overlay_follow_one_at_a_time(following: Resizing, clock: Time) -> None:
    menu, table, dialog = Plain(1), Plain(2), Plain(3, overlay=True)
    following.note((600, 400))
    following.fit([menu, table, dialog])
    assert dialog.size == (600, 400)
    assert menu.placed == table.placed == []
    assert following.rough
    clock.now += 1
    done = [(following.settle(), len(menu.placed), len(table.placed)) for _ in range(3)]
    assert done == [(False, 1, 0), (False, 1, 1), (True, 1, 1)]
    assert not following.rough


def test_what_was_put_off_is_placed_before_it_is_seen(following: Resizing, clock: Time) -> None:
    menu, dialog = Plain(1), Plain(3, overlay=True)
    for size in ((600, 400), (700, 500)):
        following.note(size)
        following.fit([menu, dialog])
    following.place_rest()
    assert menu.placed == [(700, 500)]
    clock.now += 1
    assert following.settle()
    assert menu.placed == [(700, 500)]


def test_a_picture_from_below_is_scaled_until_it_is_taken_again() -> None:
    below, target = Below(), pygame.Surface((60, 40))
    below.draw(target)
    assert target.get_at((30, 20))[:3] == (0, 0, 0)
    stack: list[Scene] = [Plain(10), Plain(200), Plain(90, overlay=True)]
    below.take(stack, (60, 40))
    assert below.fresh
    large = pygame.Surface((90, 70))
    below.spoil()
    below.draw(large)
    assert not below.fresh
    assert large.get_at((89, 69))[:3] == (200, 200, 200)
    below.forget()
    target.fill((5, 5, 5))
    below.draw(target)
    assert target.get_at((30, 20))[:3] == (5, 5, 5)

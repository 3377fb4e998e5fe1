"""The mouse cursor: shown once, the same for all scenes, and never before the first frame."""

from __future__ import annotations

import pygame
import pytest
from stage import ART, PAINT

from game.graphics.theme import Scale
from game.widgets.cursors import Cursors, Shape
from game.widgets.look import Look

LOOK = Look(ART, PAINT, Scale(1))


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What the system's cursor was changed to, a drawn one by the point that clicks."""
    made: list[object] = []
    monkeypatch.setattr(
        pygame.mouse,
        "set_cursor",
        lambda cursor: made.append(cursor.data[0] if isinstance(cursor, pygame.Cursor) else cursor),
    )
    return made


def test_a_cursor_that_is_shown_is_not_shown_again(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.show(Shape.HAND, LOOK)
    cursors.show(Shape.HAND, LOOK)
    assert len(changes) == 1
    cursors.show(Shape.DOWN, LOOK)
    cursors.show(Shape.DOWN, Look(ART, PAINT, Scale(2)))
    assert len(changes) == 3


def test_the_systems_arrow_comes_back_once(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.reset()
    assert changes == []
    cursors.show(Shape.HAND, LOOK)
    cursors.reset()
    cursors.reset()
    assert changes[1:] == [pygame.SYSTEM_CURSOR_ARROW]


def test_before_the_first_frame_only_the_last_wish_is_remembered(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.rest()
    cursors.show(Shape.HAND, LOOK)
    cursors.show(Shape.DOWN, LOOK)
    assert changes == []
    cursors.begin()
    cursors.begin()
    assert changes == [(15, 27)]


def test_a_wish_before_the_first_frame_is_forgotten_with_its_scene(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.rest()
    cursors.show(Shape.HAND, LOOK)
    cursors.reset()
    cursors.begin()
    assert changes == []

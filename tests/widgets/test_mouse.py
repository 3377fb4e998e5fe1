"""The mouse cursor: shown once, the same for all scenes."""

from __future__ import annotations

import pygame
import pytest
from recording_services import ART, PAINT

from game.graphics.scale import Scale
from game.widgets.look import Look
from game.widgets.mouse import Cursors, Shape

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
    for number, (shape, scale) in enumerate(((Shape.HAND, 1), (Shape.DOWN, 1), (Shape.DOWN, 2))):
        for _ in range(2):
            cursors.show(shape, Look(ART, PAINT, Scale(scale)))
            cursors.apply()
        assert len(changes) == number + 1


def test_the_systems_arrow_comes_back_once(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.reset()
    cursors.apply()
    assert changes == []
    cursors.show(Shape.HAND, LOOK)
    cursors.apply()
    for _ in range(2):
        cursors.reset()
        cursors.apply()
    assert changes[1:] == [pygame.SYSTEM_CURSOR_ARROW]


def test_only_the_last_wish_is_shown(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.show(Shape.HAND, LOOK)
    cursors.show(Shape.DOWN, LOOK)
    assert changes == []
    cursors.apply()
    assert changes == [(15, 27)]


def test_a_wish_is_forgotten_with_its_scene(changes: list[object]) -> None:
    cursors = Cursors()
    cursors.show(Shape.HAND, LOOK)
    cursors.reset()
    cursors.apply()
    assert changes == []

"""What lies under an overlay is drawn once, and again only when it may have changed."""

from __future__ import annotations

import pygame

from game.app.frame_drawing import Backdrop, lowest_seen
from game.scenes.common.base import Scene

SIZE = (60, 40)


class Plain(Scene):
    """Fills itself with a level of grey; after a refresh all of it, else one corner."""

    def __init__(self, level: int, *, overlay: bool = False) -> None:
        self.size, self.overlay, self.level = SIZE, overlay, level
        self.stale = False
        self.drawn: list[str] = []

    def draw(self, target: pygame.Surface) -> None:
        self.drawn.append("all" if self.stale else "corner")
        target.fill((self.level,) * 3, None if self.stale else (0, 0, 10, 10))
        self.stale = False


def level(target: pygame.Surface, at: tuple[int, int] = (50, 30)) -> int:
    return target.get_at(at)[0]


def test_only_overlays_are_above_what_fills_the_window() -> None:
    table, dialog = Plain(1), Plain(2, overlay=True)
    assert lowest_seen([table]) == 0
    assert lowest_seen([Plain(0), table, dialog, dialog]) == 1


def test_what_is_hidden_is_not_drawn_and_the_rest_once() -> None:
    menu, table, dialog = Plain(10), Plain(200), Plain(90, overlay=True)
    behind, target = Backdrop(), pygame.Surface(SIZE)
    for _ in range(3):
        target.fill((0, 0, 0))
        behind.draw([menu, table, dialog], target, resizing=False)
        assert level(target) == 200
    assert (menu.drawn, table.drawn, dialog.drawn) == ([], ["all"], [])


def test_a_spoilt_picture_and_one_of_another_size_are_taken_again() -> None:
    table, dialog = Plain(200), Plain(90, overlay=True)
    behind, target = Backdrop(), pygame.Surface(SIZE)
    behind.draw([table, dialog], target, resizing=False)
    behind.spoil()
    behind.draw([table, dialog], target, resizing=False)
    larger = pygame.Surface((80, 70))
    table.size = larger.get_size()
    behind.draw([table, dialog], larger, resizing=False)
    assert table.drawn == ["all"] * 3
    assert level(larger, (79, 69)) == 200


def test_while_a_resize_goes_on_the_picture_is_scaled_even_if_it_is_spoilt() -> None:
    table, dialog = Plain(200), Plain(90, overlay=True)
    behind, target, larger = Backdrop(), pygame.Surface(SIZE), pygame.Surface((80, 70))
    behind.draw([table, dialog], target, resizing=True)
    behind.spoil()
    behind.draw([table, dialog], larger, resizing=True)
    assert table.drawn == ["all"]
    assert level(larger, (79, 69)) == 200

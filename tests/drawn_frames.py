"""What a scene draws, frame by frame, and how two pictures differ."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.graphics.display_list import Canvas, Shown
from game.scenes.table.scene import TableScene
from game.widgets.toast import Toast, usual_centre


class Screen:
    """The window's surface, and what a player sees of it: only the parts told as touched."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.surface = pygame.Surface(size)
        self.seen = pygame.Surface(size)

    def show(self, scene: TableScene) -> None:
        """One frame of the loop."""
        touched = scene.draw(self.surface)
        scene.stale = False
        for area in [self.surface.get_rect()] if touched is None else touched:
            self.seen.blit(self.surface, area, area)


def draw_items(target: pygame.Surface, items: Iterable[Shown]) -> None:
    """Draw things over each other."""
    for item in items:
        item.draw(target, *item.value)


def message_area(scene: TableScene, text: str) -> pygame.Rect:
    """Where the window shows a message over a scene."""
    toast, look = Toast(), scene.table_picture.look
    toast.show(text)
    window = pygame.Surface(scene.size)
    toast.draw(
        window, look, usual_centre(window, look), scene.message_room, scene.message_keeps_clear
    )
    assert toast._stands is not None
    return toast._stands[1]


def redrawn(scene: TableScene) -> pygame.Surface:
    """The same table drawn from nothing."""
    table_picture = scene.table_picture
    kept = table_picture._canvas
    whole = pygame.Surface(kept._all.size)
    table_picture._canvas = Canvas(whole.get_size(), table_picture._draw_ground)
    table_picture.draw(whole, scene.above(whole.get_rect()))
    table_picture._canvas = kept
    return whole


def difference(a: pygame.Surface, b: pygame.Surface) -> pygame.Rect | None:
    """The box around all pixels in which two pictures differ; None for equal ones."""
    if pygame.image.tobytes(a, "RGB") == pygame.image.tobytes(b, "RGB"):
        return None
    both = a.copy()
    both.blit(b, (0, 0), special_flags=pygame.BLEND_SUB)
    other = b.copy()
    other.blit(a, (0, 0), special_flags=pygame.BLEND_SUB)
    both.blit(other, (0, 0), special_flags=pygame.BLEND_ADD)
    found = pygame.mask.from_threshold(both, (0, 0, 0), (1, 1, 1, 255))
    found.invert()
    return found.get_bounding_rects()[0].unionall(found.get_bounding_rects())

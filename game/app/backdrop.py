"""A still picture of the scenes that lie under an overlay."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.app.panning import draw_scene
from game.scenes.common.base import Scene


def lowest_seen(stack: Sequence[Scene]) -> int:
    """The place in the stack of the scene that fills the window; only overlays are above it."""
    return max(number for number, scene in enumerate(stack) if not scene.overlay)


class Backdrop:
    """The picture, taken again when it is out of date."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._changed = False

    def spoil(self) -> None:
        """Drop the picture: everything may look different, or the picture is not needed."""
        self._picture = None

    def change(self) -> None:
        """Some parts look different; the scenes know which."""
        self._changed = True

    def draw(self, stack: Sequence[Scene], target: pygame.Surface) -> None:
        """Draw what is under the scene on top."""
        below = stack[lowest_seen(stack) : -1]
        if self._picture is None or self._picture.get_size() != target.get_size():
            self._take(below, target)
            return
        if self._changed:
            self._mend(below, self._picture)
        target.blit(self._picture, (0, 0))

    def _take(self, below: Sequence[Scene], target: pygame.Surface) -> None:
        for scene in below:
            scene.refresh()
            draw_scene(scene, target)
        self._picture, self._changed = target.copy(), False

    def _mend(self, below: Sequence[Scene], picture: pygame.Surface) -> None:
        """Draw the parts that changed; where scenes lie on each other, all of them."""
        self._changed = False
        for scene in below:
            if len(below) > 1:
                scene.refresh()
            draw_scene(scene, picture)

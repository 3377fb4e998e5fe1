"""What lies under an overlay, as a still picture."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from game.scenes.common.base import Scene


def lowest_seen(stack: Sequence[Scene]) -> int:
    """The place in the stack of the scene that fills the window; only overlays are above it."""
    return max(number for number, scene in enumerate(stack) if not scene.overlay)


class Backdrop:
    """The picture, taken again when it does not hold any more."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._changed = False

    def spoil(self) -> None:
        """Everything there may look different, or nothing needs the picture any more."""
        self._picture = None

    def change(self) -> None:
        """Scenes there know which of their parts look different."""
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
            scene.draw(target)
        self._picture, self._changed = target.copy(), False

    def _mend(self, below: Sequence[Scene], picture: pygame.Surface) -> None:
        """Draw the parts that changed; where scenes lie on each other, all of them."""
        self._changed = False
        for scene in below:
            if len(below) > 1:
                scene.refresh()
            scene.draw(picture)

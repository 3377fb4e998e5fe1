"""How the window follows a change of its size: roughly at once, sharply after a moment of quiet.

What lies under an overlay follows last, a scene at a time, so that no frame is late.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import pygame

from game.buffers import Buffer
from game.scenes.base import Scene, Services

QUIET_S: Final = 0.1
Size = tuple[int, int]


def lowest_seen(stack: Sequence[Scene]) -> int:
    """The place in the stack of the scene that fills the window; only overlays are above it."""
    return max(number for number, scene in enumerate(stack) if not scene.overlay)


class Resizing:
    """Sizes come in bursts; only the last one counts."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._wanted: Size | None = None
        self._size: Size = (0, 0)
        self._fitted_at: float | None = None
        self._waiting: list[Scene] = []

    @property
    def rough(self) -> bool:
        """True while scenes under an overlay are still placed for another size."""
        return bool(self._waiting)

    @property
    def due(self) -> float | None:
        """In how many seconds there is something to do; None if there is nothing."""
        if self._fitted_at is None:
            return None
        return max(0.0, self._fitted_at + QUIET_S - time.monotonic())

    def note(self, size: Size) -> None:
        """The window has another size."""
        self._wanted = size

    def fit(self, stack: Sequence[Scene]) -> Size | None:
        """Place what is seen of the scenes for the last size noted; returns it, if there is one.

        Art is scaled until it can be made in peace.
        """
        if self._wanted is None:
            return None
        self._size, self._wanted = self._wanted, None
        self._services.assets.cards.hold()
        self._services.paint.hold()
        # A scene that draws another one has it below itself, so that it is placed first.
        seen = lowest_seen(stack) + 1 if stack[-1].overlay else 0
        self._waiting = list(stack[:seen])
        for scene in stack[seen:]:
            scene.place(self._size)
        self._fitted_at = time.monotonic()
        return self._size

    def place_rest(self) -> None:
        """Place what has been put off: it is about to be seen."""
        while self._waiting:
            self._waiting.pop(0).place(self._size)

    def settle(self) -> bool:
        """Go on if the size has been quiet for long enough: one scene a call. True once all fit,
        and everything is to be drawn sharply.
        """
        if self.due is None or self.due > 0:
            return False
        if self._waiting:
            self._waiting.pop(0).place(self._size)
            return False
        self._fitted_at = None
        self._services.assets.cards.release()
        self._services.paint.release()
        return True


class Below:
    """What lies under an overlay, as a still picture."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._fresh = False
        self._buffer = Buffer()

    @property
    def fresh(self) -> bool:
        """True if the picture shows what is there."""
        return self._fresh

    def spoil(self) -> None:
        """Something looks different there."""
        self._fresh = False

    def forget(self) -> None:
        """No overlay needs it."""
        self._picture, self._fresh, self._buffer = None, False, Buffer()

    def take(self, stack: Sequence[Scene], size: Size) -> None:
        """Draw the scenes under the one on top."""
        self._picture, self._fresh = self._buffer.of(size), True
        for scene in stack[lowest_seen(stack) : -1]:
            scene.refresh()
            scene.draw(self._picture)

    def draw(self, target: pygame.Surface) -> None:
        """Draw the picture, scaled where the window has another size by now."""
        if self._picture is None:
            return
        if self._picture.get_size() == target.get_size():
            target.blit(self._picture, (0, 0))
        else:
            pygame.transform.scale(self._picture, target.get_size(), target)

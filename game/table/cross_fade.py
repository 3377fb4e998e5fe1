"""A cross-fade between two pictures of a table: what reduced motion shows instead of flights."""

from __future__ import annotations

from typing import Final

import pygame

LASTS_S: Final = 0.16


class CrossFade:
    """Draws the old picture over the new one, with less and less opacity."""

    def __init__(self) -> None:
        self._asked = False
        self._left = 0.0
        self._before: pygame.Surface | None = None

    @property
    def active(self) -> bool:
        """True while the old picture can still be seen, or is about to be kept."""
        return self._asked or self._left > 0

    def begin(self) -> None:
        """Ask for a fade, before the table changes; the next `capture` keeps the picture."""
        self._asked = True

    def capture(self, target: pygame.Surface) -> None:
        """Keep the picture that the target still shows, if a fade was asked for."""
        if self._asked:
            self._asked = False
            self._before, self._left = target.copy(), LASTS_S

    def update(self, seconds: float) -> None:
        """Let time pass."""
        self._left = max(0.0, self._left - seconds)
        if self._left == 0:
            self._before = None

    def draw(self, target: pygame.Surface) -> None:
        """Draw the old picture over the new one, unless the window has another size by then."""
        if self._before is None or self._before.get_size() != target.get_size():
            return
        self._before.set_alpha(round(255 * self._left / LASTS_S))
        target.blit(self._before, (0, 0))

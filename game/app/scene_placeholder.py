"""A scene that is made when one comes to it: what lies below the one the program opens with."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.scenes.common.base import Change, Scene, Services


class Later(Scene):
    """Holds a scene's place on the stack until it is seen; the loop calls `make` then, and puts
    what it returns in its place.
    """

    def __init__(self, services: Services, make: Callable[[], Scene]) -> None:
        super().__init__(services)
        self.make = make

    def handle(self, event: pygame.event.Event) -> Change | None:
        """It is never on top."""
        raise AssertionError("a scene that is not made yet has no input")

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """It is never seen."""
        raise AssertionError("a scene that is not made yet is not drawn")

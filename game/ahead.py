"""Pictures that will be wanted in a moment, made in a thread while other things are drawn."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from threading import Condition, Thread

import pygame

Make = Callable[[], pygame.Surface]


class Ahead:
    """Makes them in the order given. Rasterising lets Python run meanwhile, so that on two
    processors it costs no time.
    """

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: dict[Hashable, Make] = {}
        self._making: Hashable = None
        self._made: dict[Hashable, pygame.Surface] = {}
        self._thread: Thread | None = None

    def begin(self, wanted: Iterable[tuple[Hashable, Make]]) -> None:
        """Make these now, each known by a key that is not None; what was made before and not
        taken is forgotten.
        """
        with self._changed:
            self._made.clear()
            self._waiting = dict(wanted)
            if self._waiting and self._thread is None:
                self._thread = Thread(target=self._work, name="ahead", daemon=True)
                self._thread.start()

    def take(self, key: Hashable) -> pygame.Surface | None:
        """A picture that was made; None: whoever asks has to make it."""
        with self._changed:
            if key in self._waiting:
                # Its turn has not come: two at work are quicker than one that waits.
                del self._waiting[key]
                return None
            self._changed.wait_for(lambda: self._making != key)
            return self._made.pop(key, None)

    def _work(self) -> None:
        while (make := self._next()) is not None:
            picture = None
            # What is wrong is told to whoever asks for the picture and makes it then.
            with suppress(Exception):
                picture = make()
            with self._changed:
                if picture is not None:
                    self._made[self._making] = picture
                self._making = None
                self._changed.notify_all()

    def _next(self) -> Make | None:
        with self._changed:
            self._making = next(iter(self._waiting), None)
            if self._making is None:
                self._thread = None
                return None
            return self._waiting.pop(self._making)

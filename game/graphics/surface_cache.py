"""A cache of surfaces, limited in bytes and in number."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator

import pygame


class SurfaceCache:
    """Keeps surfaces by key. Beyond a number of bytes or of surfaces it drops the least recently
    used.
    """

    def __init__(self, budget_bytes: int, most: int = sys.maxsize) -> None:
        self._budget, self._most = budget_bytes, most
        self._bytes = 0
        self._kept: OrderedDict[Hashable, pygame.Surface] = OrderedDict()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def __iter__(self) -> Iterator[Hashable]:
        """The keys, the least recently used first."""
        return iter(self._kept)

    def get(self, key: Hashable, make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """The surface under a key; `make` makes it if there is none. Do not draw on it."""
        found = self._kept.get(key)
        if found is None:
            found = make()
            self._keep(key, found)
        else:
            self._kept.move_to_end(key)
        return found

    def limit(self, budget_bytes: int) -> None:
        """Change the limit of bytes, and drop what exceeds it."""
        self._budget = budget_bytes
        self._drop_oldest()

    def drop(self, key: Hashable) -> None:
        """Forget the surface under a key, if there is one."""
        dropped = self._kept.pop(key, None)
        if dropped is not None:
            self._bytes -= _bytes_of(dropped)

    def clear(self) -> None:
        """Forget all of them."""
        self._kept.clear()
        self._bytes = 0

    def _keep(self, key: Hashable, surface: pygame.Surface) -> None:
        self._kept[key] = surface
        self._bytes += _bytes_of(surface)
        self._drop_oldest()

    def _drop_oldest(self) -> None:
        while (self._bytes > self._budget or len(self._kept) > self._most) and len(self._kept) > 1:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= _bytes_of(dropped)


def _bytes_of(surface: pygame.Surface) -> int:
    return surface.get_width() * surface.get_height() * surface.get_bytesize()

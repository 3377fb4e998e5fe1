"""What a window shows, as a list: the difference of two lists says what is to be drawn again.

Only what has changed is drawn and shown; at 4K that is the difference between 20 ms and 2.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import pygame


class Shown(NamedTuple):
    """One thing on a window; in a list the lowest is first. It is drawn from its value and nothing
    else that changes, so equal values draw equal pixels.
    """

    key: Hashable
    value: tuple[Any, ...]
    area: pygame.Rect
    """All pixels that it may touch, shadow, glow and ring included; others are clipped."""
    draw: Callable[..., object]
    """Called with the surface and all of the value."""


class Canvas:
    """A window that is drawn from two lists: what rests is kept as a picture above the ground, and
    what flies is drawn over a copy of that. Copying a pixel takes a third of the time of blending
    it, and the ground is opaque.
    """

    def __init__(
        self, size: tuple[int, int], draw_ground: Callable[[pygame.Surface], object]
    ) -> None:
        """`draw_ground` covers a surface."""
        self._all, self._draw_ground = pygame.Rect((0, 0), size), draw_ground
        self._layers: tuple[pygame.Surface, pygame.Surface] | None = None
        self._rest: Sequence[Shown] = ()
        self._flew: Sequence[Shown] = ()
        self._lost = self._is_first = True

    def lose(self) -> None:
        """The window's content is gone."""
        self._lost = True

    def show(
        self, target: pygame.Surface, rest: Sequence[Shown], fly: Sequence[Shown]
    ) -> list[pygame.Rect] | None:
        """Bring the target up to date; returns the parts touched, None for all of it. The first
        picture is drawn at once: while a window is dragged, each one is the first of its size.
        """
        changed = self._clipped(differences(self._rest, rest))
        if not (changed or self._lost) and fly == self._flew:
            return []
        flew = [item.area for item in self._flew]
        restored = [self._all] if self._lost else self._clipped([*changed, *flew])
        self._rest, self._flew, self._lost = rest, fly, False
        if self._is_first:
            self._is_first = False
            self._draw_ground(target)
            self._draw(target, self._all, rest)
        else:
            _, kept = self._made_layers()
            for area in changed:
                self._draw_again(area)
            for area in restored:
                target.blit(kept, area, area)
        self._draw(target, self._all, fly)
        touched = self._clipped([*restored, *(item.area for item in fly)])
        return None if self._all in touched else touched

    def prepare(self) -> None:
        """Make now what the pictures after the first one need."""
        if not self._is_first:
            self._made_layers()

    def _made_layers(self) -> tuple[pygame.Surface, pygame.Surface]:
        """The ground, and the ground with what rests on it; made if there are none."""
        if self._layers is None:
            self._layers = pygame.Surface(self._all.size), pygame.Surface(self._all.size)
            self._draw_ground(self._layers[0])
            self._draw_again(self._all)
        return self._layers

    def _draw_again(self, area: pygame.Rect) -> None:
        """Draw a part of the picture of what rests."""
        ground, kept = self._made_layers()
        kept.blit(ground, area, area)
        self._draw(kept, area, self._rest)

    def _draw(self, target: pygame.Surface, area: pygame.Rect, items: Sequence[Shown]) -> None:
        for place in area.collidelistall([item.area for item in items]):
            item = items[place]
            target.set_clip(area.clip(item.area))
            item.draw(target, *item.value)
        target.set_clip(None)

    def _clipped(self, areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
        return merged(area.clip(self._all) for area in areas)


def differences(before: Sequence[Shown], now: Sequence[Shown]) -> list[pygame.Rect]:
    """The areas in which two lists look different."""
    left, last = {item.key: (place, item) for place, item in enumerate(before)}, -1
    found = []
    for item in now:
        place, was = left.pop(item.key, (last, None))
        if was is None or was.area != item.area:
            found += [item.area] if was is None else [was.area, item.area]
        elif place < last or was.value != item.value:  # below what was below it, or another look
            found.append(item.area)
        last = max(last, place)
    return found + [was.area for _, was in left.values()]


def merged(areas: Iterable[pygame.Rect]) -> list[pygame.Rect]:
    """The areas, joined where that adds no pixels to be drawn."""
    found: list[pygame.Rect] = []
    for each in areas:
        if each:
            _add(found, each.copy())
    return found


def _add(found: list[pygame.Rect], area: pygame.Rect) -> None:
    """Add an area to a list, joined with areas that it overlaps if that adds no pixels."""
    for index in area.collidelistall(found):
        both = area.union(found[index])
        if both.w * both.h <= area.w * area.h + found[index].w * found[index].h:
            del found[index]
            _add(found, both)
            return
    found.append(area)


# What reduced motion shows instead of flights

LASTS_S: Final = 0.16


class CrossFade:
    """An old picture over the new one, with less and less opacity."""

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

    def shown(self, target: pygame.Surface) -> list[Shown]:
        """The old picture, unless the window has another size by then."""
        before = self._before
        if before is None or before.get_size() != target.get_size():
            return []
        return [Shown("fade", (before, self._left), target.get_rect(), _draw_fading)]


def _draw_fading(target: pygame.Surface, before: pygame.Surface, left: float) -> None:
    before.set_alpha(round(255 * left / LASTS_S))
    target.blit(before, (0, 0))

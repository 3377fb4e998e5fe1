"""Layers of a table: the ground, what lies still on it, and what moves above both; the fade from
one picture to another.

Only what has changed is drawn and shown; at 4K that is the difference between 20 ms and 2.
The layers are opaque: copying a pixel takes a third of the time of blending it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import pygame

_PaintLayer = Callable[[pygame.Surface, pygame.Rect], None]
"""Draws everything that touches a part of the window; clipping is set to it."""


class TableLayers:
    """The layers of one window size. The first picture is drawn without them, so that it comes
    sooner; they are made afterwards.
    """

    def __init__(
        self, size: tuple[int, int], draw_ground: Callable[[pygame.Surface], None]
    ) -> None:
        """`draw_ground` covers a surface with felt and bars."""
        self._draw_ground = draw_ground
        self._layers: tuple[pygame.Surface, pygame.Surface] | None = None
        """The ground, and the ground with what lies still on it."""
        self._all = pygame.Rect((0, 0), size)
        self._dirty: list[pygame.Rect] = [self._all]
        self._moved: list[pygame.Rect] = []
        self.are_due = False
        """The first picture is drawn: `make` may be called now. The second picture does it else."""

    def renew(self) -> None:
        """Have the ground drawn again, and so everything."""
        self._layers, self.are_due = None, False
        self.invalidate_all()

    def invalidate(self, area: pygame.Rect) -> None:
        """Have a part of the still layer drawn again."""
        clipped = area.clip(self._all)
        if clipped:
            self._dirty.append(clipped)

    def invalidate_all(self) -> None:
        """Have all of the still layer drawn again, and the window too."""
        self._dirty = [self._all]

    def compose(
        self,
        target: pygame.Surface,
        paint: _PaintLayer,
        paint_moving: Callable[[pygame.Surface], list[pygame.Rect]],
    ) -> list[pygame.Rect] | None:
        """Bring the target up to date; returns the parts touched, None for all of it."""
        dirty, self._dirty = merged(self._dirty), []
        if self._layers is None and not self.are_due:
            self.are_due, restored = True, [self._all]
            self._draw_ground(target)
            paint(target, self._all)
        else:
            restored = self._restore(target, dirty, paint)
        self._moved = merged(area.clip(self._all) for area in paint_moving(target))
        return None if self._all in restored else merged([*restored, *self._moved])

    def make(self, paint: _PaintLayer) -> tuple[pygame.Surface, pygame.Surface]:
        """Make the layers as everything is now, if there are none, and return them."""
        if self._layers is None:
            ground = pygame.Surface(self._all.size)
            self._draw_ground(ground)
            still = ground.copy()
            paint(still, self._all)
            self._layers, self.are_due = (ground, still), False
        return self._layers

    def _restore(
        self, target: pygame.Surface, dirty: Sequence[pygame.Rect], paint: _PaintLayer
    ) -> list[pygame.Rect]:
        """Bring the still layer up to date, and copy it to the target where that or what moves has
        changed it; returns where.
        """
        ground, still = self.make(paint)
        for area in dirty:
            still.set_clip(area)
            still.blit(ground, area, area)
            paint(still, area)
        still.set_clip(None)
        restored = merged([*dirty, *self._moved])
        for area in restored:
            target.blit(still, area, area)
        return restored


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

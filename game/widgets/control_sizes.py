"""Sizes that several controls, and what lies around them, share: lengths are dp
(`graphics/scale.py`). Where things go: columns side by side, a free place near the usual one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Final

import pygame

MARGIN: Final = 32
MARGIN_NARROW: Final = 16
GUTTER: Final = 24
PANEL_PADDING: Final = 24
GAP: Final = 12
TARGET: Final = 40
"""The least side of anything that can be pressed, in dp."""
BUTTON_HEIGHT: Final = 44
BUTTON_HEIGHT_LARGE: Final = 52
BUTTON_HEIGHT_SMALL: Final = 40
BUTTON_RADIUS: Final = 12
BUTTON_PADDING: Final = 20
SEGMENTS_HEIGHT: Final = 36
SEGMENTS_RADIUS: Final = 11
SEGMENTS_INSET: Final = 4
SEGMENT_RADIUS: Final = 8
FIELD_HEIGHT: Final = 48
FIELD_RADIUS: Final = 12
FIELD_PADDING: Final = 16
ROW_RADIUS: Final = 8
PRESSED_DROP: Final = 1
PAGE_WIDTH: Final = 540
CONTENT_WIDTH: Final = 1326


def columns(area: pygame.Rect, shares: Sequence[int], gap: int) -> list[pygame.Rect]:
    """The area as columns, `gap` pixels apart, whose widths are to each other as the shares."""
    room, total = area.w - gap * (len(shares) - 1), sum(shares)
    lefts = [
        area.x + room * before // total + gap * number
        for number, before in enumerate([0, *accumulate(shares)])
    ]
    return [pygame.Rect(a, area.y, b - a - gap, area.h) for a, b in pairwise(lefts)]


def free_place(
    usual: pygame.Rect, window: pygame.Rect, covers: Sequence[pygame.Rect]
) -> pygame.Rect:
    """The area nearest to `usual` that lies on none of `covers` or, if there is none, on the last
    or the last two of them only or, if there is none either, not on the first of them; `usual` if
    all areas do.
    """
    for kept in (covers, covers[:-1], covers[:-2], covers[:1]):
        downs, asides = [0], [0]
        for area in kept:
            downs += [area.bottom - usual.top, area.top - usual.bottom]
            asides += [area.right - usual.left, area.left - usual.right]
        places = (usual.move(right, down) for down in downs for right in asides)
        found = [p for p in places if window.contains(p) and p.collidelist(kept) < 0]
        if found:
            return min(found, key=lambda place: distance(place, usual))
    return usual


def distance(place: pygame.Rect, usual: pygame.Rect) -> int:
    """How far a place is from the usual one; sideways counts double: a place above or below
    surprises players less.
    """
    return abs(place.y - usual.y) + 2 * abs(place.x - usual.x)

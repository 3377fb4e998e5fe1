"""Where a window opens and how large, so that its frame lies inside a screen. Pure numbers.

Lengths are in the desktop's own unit (`desktop.screens`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.desktop.screens import Frame, ScreenArea
from game.system.settings import LEAST_WINDOW, Settings

USUAL_FRAME: Final = Frame(32, 8, 8, 8)
"""The frame that is assumed while the real one is not known, in dp."""
NO_FRAME: Final = Frame()


class Place(NamedTuple):
    """The corner of a window's frame, and the size of what is in it."""

    x: int
    y: int
    w: int
    h: int


def usual_frame(unit: float) -> Frame:
    """USUAL_FRAME in the desktop's unit; `unit` is the length of a dp."""
    return Frame(*(round(side * unit) for side in USUAL_FRAME))


def opening_place(
    settings: Settings,
    asked: tuple[int, int] | None,
    areas: Sequence[ScreenArea],
    area: ScreenArea | None,
    unit: float,
) -> tuple[Place, bool]:
    """Where the window opens, and whether that is to be asked for: where it was left, else in the
    middle of the screen `area`. `asked`: a size in dp that the player asks for; it may be larger
    than fits there, and the desktop chooses the place of a size that fits. `unit`: the length of a
    dp.
    """
    size = asked or (settings.window_width, settings.window_height)
    size = round(size[0] * unit), round(size[1] * unit)
    frame = usual_frame(unit)
    if area is None or (
        asked is not None and size[0] <= area.bounds[2] and size[1] <= area.bounds[3]
    ):
        return Place(0, 0, *size), False
    place = Place(settings.window_x, settings.window_y, *size)
    under = area_under(place, areas) if settings.window_placed else None
    if under is None or asked is not None:
        return centred(area, size, frame), True
    if brought_into_view(place, under, NO_FRAME) == place:
        return place, True
    return brought_into_view(place, under, frame), True


def unit_on(area: ScreenArea, wanted: float, least: float) -> float:
    """The length of a dp on a screen: as wanted, or less where the least window would not fit;
    never under `least`.
    """
    wide, high = _room(area, USUAL_FRAME)
    return max(least, min(wanted, wide / LEAST_WINDOW[0], high / LEAST_WINDOW[1]))


def centred(area: ScreenArea, size: tuple[int, int], frame: Frame) -> Place:
    """In the middle of a screen, no larger than fits there with its frame."""
    wide, high = _room(area, frame)
    w, h = min(size[0], wide), min(size[1], high)
    left, top, *_ = area.usable
    return Place(left + (wide - w) // 2, top + (high - h) // 2, w, h)


def brought_into_view(place: Place, area: ScreenArea, frame: Frame) -> Place:
    """The same place, or the nearest with which the whole frame is inside the screen."""
    wide, high = _room(area, frame)
    left, top, *_ = area.usable
    w, h = min(place.w, wide), min(place.h, high)
    x = max(left, min(place.x, left + wide - w))
    y = max(top, min(place.y, top + high - h))
    return Place(x, y, w, h)


def area_under(place: Place, areas: Sequence[ScreenArea]) -> ScreenArea | None:
    """The screen that most of a place lies on; None where no part of it is on any."""
    best = max(areas, key=lambda area: _shared(place, area), default=None)
    return best if best is not None and _shared(place, best) else None


def _shared(place: Place, area: ScreenArea) -> int:
    """The area of a screen that a place covers, in square units; 0 for a screen that is switched
    off.
    """
    if not area.usable[2]:
        return 0
    left, top, wide, high = area.bounds
    across = min(place.x + place.w, left + wide) - max(place.x, left)
    down = min(place.y + place.h, top + high) - max(place.y, top)
    return max(0, across) * max(0, down)


def _room(area: ScreenArea, frame: Frame) -> tuple[int, int]:
    """The largest size whose frame still fits."""
    wide, high = area.usable[2:]
    return max(1, wide - frame.left - frame.right), max(1, high - frame.top - frame.bottom)

"""Where a window opens: always with its whole frame inside a screen."""

from __future__ import annotations

import pytest

from game.app.window import (
    Place,
    area_under,
    brought_into_view,
    centred,
    unit_on,
    usual_frame,
)
from game.desktop.screens import Frame, ScreenArea

LAPTOP = ScreenArea((0, 0, 1366, 768), (0, 0, 1366, 728))
NETBOOK = ScreenArea((0, 0, 1024, 600), (0, 24, 1024, 576))
LARGE = ScreenArea((0, 0, 3840, 2160), (0, 0, 3840, 2160))
RIGHT = ScreenArea((1366, -200, 1920, 1080), (1366, -200, 1920, 1080))
FRAME = Frame(20, 1, 5, 1)


def inside(place: Place, area: ScreenArea, frame: Frame) -> bool:
    left, top, wide, high = area.usable
    right = place.x + frame.left + place.w + frame.right
    bottom = place.y + frame.top + place.h + frame.bottom
    return place.x >= left and place.y >= top and right <= left + wide and bottom <= top + high


@pytest.mark.parametrize("area", [LAPTOP, NETBOOK, LARGE, RIGHT])
@pytest.mark.parametrize("unit", [1.0, 1.5, 2.0])
def test_the_first_window_lies_inside_its_screen(area: ScreenArea, unit: float) -> None:
    frame = usual_frame(unit)
    place = centred(area, (round(1280 * unit), round(800 * unit)), frame)
    assert inside(place, area, frame)


def test_where_there_is_room_the_first_window_has_its_size() -> None:
    assert centred(LARGE, (2560, 1600), usual_frame(2)) == Place(624, 240, 2560, 1600)


@pytest.mark.parametrize(
    "place",
    [
        Place(1200, 300, 2400, 1300),
        Place(-500, -500, 800, 600),
        Place(5000, 5000, 900, 700),
        Place(0, 0, 1366, 728),
        Place(100, 700, 640, 400),
    ],
)
@pytest.mark.parametrize("area", [LAPTOP, NETBOOK, RIGHT])
def test_a_place_from_elsewhere_is_brought_into_view(place: Place, area: ScreenArea) -> None:
    assert inside(brought_into_view(place, area, FRAME), area, FRAME)


def test_what_is_in_view_stays_where_it_is() -> None:
    place = Place(3, 4, 1280, 690)
    assert brought_into_view(place, LAPTOP, FRAME) == place


def test_a_place_belongs_to_the_screen_that_has_most_of_it() -> None:
    areas = [LAPTOP, RIGHT]
    assert area_under(Place(1000, 100, 1280, 600), areas) is RIGHT
    assert area_under(Place(100, 100, 1280, 600), areas) is LAPTOP
    assert area_under(Place(9000, 100, 800, 600), areas) is None
    assert area_under(Place(0, 0, 800, 600), []) is None


@pytest.mark.parametrize(
    ("area", "wanted", "found"),
    [(LARGE, 2.0, 2.0), (LARGE, 3.0, 3.0), (NETBOOK, 1.0, 1.0), (NETBOOK, 3.0, 1.34)],
)
def test_a_dense_screen_still_holds_the_least_window(
    area: ScreenArea, wanted: float, found: float
) -> None:
    assert unit_on(area, wanted, 1.0) == pytest.approx(found)

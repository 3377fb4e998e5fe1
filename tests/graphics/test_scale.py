"""Scales that match the sheets."""

import pytest

from game.graphics.scale import Scale, scene_scale


@pytest.mark.parametrize(
    ("window", "factor"),
    [((1280, 800), 1), ((1920, 1080), 1.35), ((3840, 2160), 2.7), ((640, 400), 0.8)],
)
def test_scenes_scale_as_the_sheet_says(window: tuple[int, int], factor: float):
    assert scene_scale(*window).factor == pytest.approx(factor)


def test_the_players_size_multiplies_the_scale():
    assert scene_scale(1280, 800, 1.5).factor == pytest.approx(1.5)


def test_neighbours_touch_at_every_scale():
    for factor in (0.8, 0.83, 1.35, 2.7):
        scale = Scale(factor)
        first, second = scale.rect(10, 0, 33, 5), scale.rect(43, 0, 33, 5)
        assert first[0] + first[2] == second[0]


def test_text_never_gets_too_small_to_read():
    assert scene_scale(640, 400).text(12) == 11


def test_lines_never_vanish():
    assert Scale(0.4).line() == 1
    assert Scale(2.7).line() == 3

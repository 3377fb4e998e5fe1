"""The scale of a table's bars, and its forms."""

import pytest

from game.table.window_layout import is_portrait, table_scale


@pytest.mark.parametrize(
    ("window", "factor"),
    [
        ((1920, 1080), 1),
        ((3840, 2160), 2),
        ((640, 400), 0.74),
        ((1280, 800), (2 / 3) ** 0.6),
        ((1000, 1400), (1000 / 1080) ** 0.6),
    ],
)
def test_tables_scale_as_the_sheet_says(window: tuple[int, int], factor: float):
    assert table_scale(*window).factor == pytest.approx(factor)


def test_the_players_size_multiplies_the_scale():
    assert table_scale(1920, 1080, 0.8).factor == pytest.approx(0.8)


def test_text_never_gets_too_small_to_read():
    assert table_scale(640, 400).text(14) == 12


def test_a_high_window_is_portrait():
    assert is_portrait(1000, 1400)
    assert not is_portrait(1000, 1100)

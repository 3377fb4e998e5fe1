"""Layouts go by the window's size."""

from game.graphics.scale import Reflow, reflow


def test_scenes_reflow_by_width():
    forms = [reflow(width) for width in (1400, 1399, 1100, 1099, 900, 899, 500)]
    wide, middle, narrow, small = Reflow
    assert forms == [wide, middle, middle, narrow, narrow, small, small]

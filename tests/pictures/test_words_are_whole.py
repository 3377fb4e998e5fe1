"""In French, with large text, in an upright window: a review is told whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from scene_driver import reading

from tools import pictures


@pytest.mark.parametrize("ui_scale", [1.5, 2.0])
@pytest.mark.parametrize("scene", ["review", "review-lost"])
def test_no_word_of_a_review_is_cut(tmp_path: Path, scene: str, ui_scale: float) -> None:
    picture_services = pictures.PictureServices(tmp_path, ui_scale, "fr")
    with reading() as found:
        pictures.picture(picture_services, scene, (700, 1100))
    assert found
    assert [line.text for line in found if not line.whole] == []

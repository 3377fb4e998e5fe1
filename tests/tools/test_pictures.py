"""The tool that makes pictures makes the same ones each time."""

from __future__ import annotations

import sys
from pathlib import Path

import pygame

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools import pictures


def test_pictures_go_to_the_folder_and_are_the_same_each_time(tmp_path: Path) -> None:
    words = ["--size", "640x400", "--scene", "menu", "gaps-hover", "--out"]
    for folder in ("one", "two"):
        pictures.main([*words, str(tmp_path / folder)])
    for name in ("menu-640x400.png", "gaps-hover-640x400.png"):
        one, two = ((tmp_path / folder / name).read_bytes() for folder in ("one", "two"))
        assert one == two
        assert pygame.image.load(str(tmp_path / "one" / name)).get_size() == (640, 400)

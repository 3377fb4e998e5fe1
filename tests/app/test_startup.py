"""What the start settles before pygame is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_fonts_are_those_of_sdl_whatever_the_environment_asks_for():
    program = "from game.app.startup import set_environment; set_environment(); "
    program += "import pygame; print(pygame.font.Font.__module__)"
    run = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYGAME_FREETYPE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["pygame.font"]

"""What the start settles before pygame is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_fonts_are_those_of_sdl_whatever_the_environment_asks_for():
    program = "from game.app.launch_options import set_environment; set_environment(); "
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


def test_a_module_that_cannot_be_imported_is_told_once_and_without_a_traceback(tmp_path: Path):
    program = "import sys; sys.modules['game.app.frame_drawing'] = None; "
    program += "from game.__main__ import begin_program; sys.exit(begin_program())"
    run = subprocess.run(
        [sys.executable, "-c", program, "--data-dir", str(tmp_path)],
        cwd=ROOT,
        env={"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
    )
    assert run.returncode != 0
    assert run.stderr.count("game.app.frame_drawing") == 1
    assert "Traceback" not in run.stderr

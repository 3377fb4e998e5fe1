"""What `import_pygame` leaves out, and that it can be had afterwards."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from game.app.pygame_import import SPARE

ROOT = Path(__file__).resolve().parents[2]
BEGIN = "import sys; from game.app.pygame_import import import_pygame; import_pygame(); "


def told(program: str) -> set[str]:
    """The words that a program prints in a process of its own, where a warning is an error."""
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", BEGIN + program],
        cwd=ROOT,
        env={"PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"},
        capture_output=True,
        text=True,
        check=True,
    )
    return set(run.stdout.split())


def test_pygame_comes_without_its_spare_parts():
    there = told("print(*sys.modules)")
    assert {"pygame.display", "pygame.font", "pygame.image", "pygame.transform"} <= there
    assert not {*SPARE, "dataclasses", "inspect", "importlib.resources"} & there


def test_the_spare_parts_can_be_imported_afterwards():
    import_each = "; ".join(f"import {name}" for name in SPARE)
    sound = "pygame.mixer.init(); print(pygame.mixer.Sound(bytes(8)).get_length() > 0)"
    assert told(f"import pygame; {import_each}; {sound}") == {"True"}


def test_it_does_nothing_where_pygame_is_there_already():
    assert told("import_pygame(); print('pygame.mixer' in sys.modules)") == {"False"}
    program = "import pygame.mixer; import_pygame(); print(pygame.mixer is not None)"
    assert told(program) == {"True"}

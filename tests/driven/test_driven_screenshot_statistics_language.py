"""What F12, the statistics and the choice of a language do in the real program."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from harness.program import Program, Start

from game.system.settings import SettingsFile


@pytest.fixture
def pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for pictures."""
    folder = tmp_path / "Pictures"
    monkeypatch.setenv("XDG_PICTURES_DIR", str(folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return folder


def told(program: Program, count: int = 1) -> str:
    """What the player was told last, once there were so many messages."""
    program.wait(lambda: len(program.trace.named("error")) >= count, f"message {count}")
    return str(program.trace.named("error")[count - 1]["text"])


def test_f12_saves_what_the_window_shows_and_tells_the_name(start: Start, pictures: Path) -> None:
    program = start("gaps", 1)
    program.wait(lambda: program.trace.named("solver"), "the verdict, which changes the picture")
    program.key("F12")
    first = told(program)
    program.key("F12")
    told(program, 2)
    files = sorted(pictures.glob("fourfold-*.png"))
    assert len(files) == 2
    assert any(first == f"Picture saved as {file}" for file in files)
    one, two = (pygame.image.load(str(file)) for file in files)
    assert one.get_size() == (1280, 800)
    # The message of the first is not on the second.
    assert pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(two, "RGB")


def test_where_pictures_cannot_be_saved_one_line_says_so(start: Start, pictures: Path) -> None:
    pictures.write_text("in the way")
    program = start("gaps", 1)
    program.key("F12")
    message = told(program)
    assert str(pictures) in message and "\n" not in message
    program.key("ctrl+s")
    program.wait_for_scene("statistics")


def test_statistics_open_from_anywhere_and_lead_back(start: Start) -> None:
    program = start("gaps", 1)
    for key, scene in (("F1", "help"), ("ctrl+s", "statistics"), ("Escape", "help")):
        program.key(key)
        program.wait_for_scene(scene)
    program.key("Escape", "ctrl+s")
    program.wait_for_scene("statistics")
    program.key("ctrl+s")
    program.wait_for_scene("table")


def test_another_language_shows_at_once_and_is_kept(start: Start, pictures: Path) -> None:
    with start("gaps", 1) as program:
        program.key("ctrl+o")
        program.wait_for_scene("options")
        program.key("End")
        program.wait(lambda: program.trace.layout["buttons"]["language"][1] < 700, "the page's end")
        left, top, width, height = program.trace.layout["buttons"]["language"]
        program.click((left + width - 20, top + height // 2))
        file = program.folder / "settings.json"
        program.wait(lambda: SettingsFile(file).settings.language == "fr", "the setting")
        program.key("F12")
        assert told(program).startswith("Image enregistrée")
        program.key("Escape", "Right")
        program.wait_for_scene("table")
        assert told(program, 2) == "Il n’y a rien à rétablir"
    with start("gaps", 1) as program:
        program.key("Right")
        assert told(program) == "Il n’y a rien à rétablir"

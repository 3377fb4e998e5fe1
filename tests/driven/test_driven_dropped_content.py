"""What another program drops onto the window, as the X server brings it there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from harness import drag_source
from harness.program import ROOT, Program, Start

from game.core.deals import deck_of, deck_text

ANSWERS = ROOT / "tests" / "answers" / "brainjam.sol"
FILES, TEXT = "text/uri-list", "text/plain"
UNREADABLE = "Nothing you dropped could be read"


def drop(program: Program, kind: str, content: bytes) -> None:
    """From a program of its own; it has been taken when this returns."""
    subprocess.run(
        [sys.executable, drag_source.__file__, program.window, kind],
        input=content, check=True, env=dict(program.screen.environment),
    )  # fmt: skip


def told(program: Program) -> list[str]:
    return [event["text"] for event in program.trace.named("error")]


def test_a_pack_an_answers_file_and_a_sharing_line_are_taken_in(
    start: Start, tmp_path: Path
) -> None:
    pack = tmp_path / "my pack é.fourfold"
    pack.write_text(f"# game: lapeau same\n7 {deck_text(deck_of(7))} -\n")
    program = start("klondike", 3)
    drop(program, FILES, f"{pack.as_uri()}\r\n".encode())
    program.wait_for_scene("list")
    program.wait(lambda: any("1 deal of La Peau" in text for text in told(program)), "what came")
    assert (program.folder / "levels" / pack.name).read_bytes() == pack.read_bytes()
    drop(program, FILES, f"{ANSWERS.as_uri()}\r\n".encode())
    program.wait_for_scene("report")
    drop(program, TEXT, b"Hello,\r\nfourfold gaps 12\r\nsee you")
    program.wait(lambda: program.title.startswith("Gaps 12"), "the deal")
    program.wait(lambda: "Loaded Gaps 12" in told(program), "what came")
    program.key("shift+q")
    assert program.wait_for_end() == 0


def test_files_said_to_be_on_localhost_come_and_comments_of_the_list_do_not(
    start: Start, tmp_path: Path
) -> None:
    pack = tmp_path / "session-0001"
    pack.write_text(f"# game: lapeau same\n7 {deck_text(deck_of(7))} -\n")
    program = start("klondike", 3)
    uri = pack.as_uri().replace("file://", "file://localhost")
    drop(program, FILES, f"# dragged\r\n{uri}\r\n#comment\r\n".encode())
    program.wait_for_scene("list")
    program.wait(lambda: "session-0001.txt: 1 deal of La Peau" in told(program), "what came")
    assert len(told(program)) == 1
    program.key("shift+q")
    assert program.wait_for_end() == 0


@pytest.mark.parametrize(
    ("kind", "content"),
    [(TEXT, b"caf\xe9"), (FILES, b"file:///tmp/caf%E9\r\n"), (FILES, b"https://a.org/b\r\n")],
)
def test_what_cannot_be_read_is_told_of(start: Start, kind: str, content: bytes) -> None:
    program = start("klondike", 3)
    drop(program, kind, content)
    program.wait(lambda: UNREADABLE in told(program), "the message")
    program.key("shift+q")
    assert program.wait_for_end() == 0

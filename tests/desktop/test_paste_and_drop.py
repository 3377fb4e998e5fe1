"""What of a drop is on this machine, and what is only a remark of its source."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pygame
import pytest

from game.desktop.paste_and_drop import DesktopDrop, Drops, files_in

DONE = pygame.event.Event(pygame.DROPCOMPLETE)


def dropped(*files: str, as_list: bytes = b"") -> DesktopDrop:
    drops = Drops(lambda: as_list)
    for file in files:
        assert drops.take(pygame.event.Event(pygame.DROPFILE, file=file)) is None
    made = drops.take(DONE)
    assert made is not None
    return made


@pytest.mark.parametrize("comment", ["", "\n#comment"])
def test_a_comment_that_sdl_reports_as_a_file_is_none(comment: str) -> None:
    file = Path("a b.txt").resolve()
    assert dropped(comment, str(file), comment).files == (file,)


@pytest.mark.skipif(os.name == "nt", reason="X servers are elsewhere")
@pytest.mark.parametrize(
    "uri",
    [
        "file:///tmp/a%20b.txt",
        "file:/tmp/a%20b.txt",
        "file://localhost/tmp/a%20b.txt",
        "FILE://LocalHost/tmp/a%20b.txt",
        f"file://{platform.node()}/tmp/a%20b.txt",
    ],
)
def test_a_file_on_this_machine_is_taken_however_its_address_is_written(uri: str) -> None:
    taken = dropped(as_list=f"# from a file manager\r\n{uri}\r\n".encode())
    assert taken.files == (Path("/tmp/a b.txt"),)


@pytest.mark.parametrize(
    "line",
    [
        "#file:///tmp/a.txt",
        "file://elsewhere/tmp/a.txt",
        "https://localhost/a",
        "file:///caf%E9",
        "",
    ],
)
def test_what_is_elsewhere_or_cannot_be_read_is_no_file(line: str) -> None:
    assert files_in(f"{line}\r\n".encode()) == ()


def test_several_files_come_in_their_order() -> None:
    text = b"file:///tmp/1\r\n#\r\nfile://localhost/tmp/2\nfile:///tmp/3%23\r\n"
    assert files_in(text) == tuple(map(Path, ("/tmp/1", "/tmp/2", "/tmp/3#")))

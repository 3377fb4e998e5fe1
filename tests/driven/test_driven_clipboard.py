"""Ctrl+V with whatever another program has put into the clipboard: one clear line, and the game
goes on.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from harness.program import Program, Start
from harness.screen import Screen

from game.scenes.library.scene import MOST_NAME

NO_TEXT = "This is not text"
HOSTILE = {
    b"caf\xe9 \xff\xfe": NO_TEXT,
    b"a\0b": "There is no share code in this text",
    b"fourfold gaps 5\x1b[31m": NO_TEXT,
    b"fourfold gaps 5 " + b"x" * 30_000: "This text is too long to be a deal",
    b"hello": "There is no share code in this text",
}
"""What is in the clipboard, and what is said of it."""


@contextmanager
def held(screen: Screen, content: bytes) -> Iterator[subprocess.Popen[bytes]]:
    """The clipboard in the hands of another program, which says when it has it."""
    owner = subprocess.Popen(
        ["xclip", "-selection", "clipboard", "-verbose"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(screen.environment),
    )
    assert owner.stdin is not None and owner.stderr is not None
    owner.stdin.write(content)
    owner.stdin.close()
    while b"Waiting for selection request" not in owner.stderr.readline():
        assert owner.poll() is None
    try:
        yield owner
    finally:
        owner.kill()
        owner.wait()
        owner.stderr.close()


def told_after_paste(program: Program) -> str:
    seen = len(program.trace.named("error"))
    program.key("ctrl+v")
    program.wait(lambda: len(program.trace.named("error")) > seen, "a message")
    return str(program.trace.named("error")[-1]["text"])


def test_whatever_is_in_the_clipboard_is_one_clear_line(start: Start, screen: Screen) -> None:
    program = start("klondike", 7)
    for content, said in HOSTILE.items():
        with held(screen, content):
            assert told_after_paste(program).startswith(said)
    program.key("ctrl+c")
    program.wait(lambda: "copied" in program.trace.named("error")[-1]["text"], "it")
    scenes = len(program.trace.named("scene"))
    program.key("ctrl+v")  # our own line, which SDL itself has to give
    program.wait(lambda: len(program.trace.named("scene")) > scenes, "the deal, opened anew")
    with held(screen, "\ufeff fourfold \u202egaps\u200f 5\n".encode()):
        seen = len(program.trace.named("scene"))
        program.key("ctrl+v")
        program.wait(lambda: len(program.trace.named("scene")) > seen, "another deal")
    program.wait(lambda: program.title.startswith("Gaps 5"), "its title")


def test_of_a_long_text_a_field_takes_what_it_has_room_for(start: Start, screen: Screen) -> None:
    program = start("klondike", 7)
    program.key("space", "Escape")
    program.wait_for_scene("menu")
    program.press("library")
    program.wait_for_scene("library")
    for content in (b"short", b"long " * 60_000):
        name = content[:MOST_NAME].decode().strip()
        with held(screen, content):
            program.key("F2")
            program.wait_for_scene("naming")
            program.key("ctrl+a", "ctrl+v", "Return")
            program.wait_for_scene("library")
            program.wait(lambda n=name: f"deal-klondike-{n}" in named(program), "the name")


def named(program: Program) -> Mapping[str, object]:
    """The buttons of the list, and its deals."""
    buttons: Mapping[str, object] = program.trace.layout["buttons"]
    return buttons

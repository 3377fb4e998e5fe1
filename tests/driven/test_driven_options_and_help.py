"""Options and help in a real window: with the keyboard alone, and with the mouse alone."""

from __future__ import annotations

import json
from typing import Any

from harness.program import Program, Start

WIDE = (1280, 800)


def settings(program: Program) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((program.folder / "settings.json").read_text())
    return found


def chosen(program: Program, **wanted: object) -> bool:
    """Wait until the file has these settings."""
    return program.wait(
        lambda: {name: settings(program).get(name) for name in wanted} == wanted, str(wanted)
    )


def sections(program: Program) -> set[str]:
    """The sections of the page that is open, as the contents list them."""
    return {name for name in program.trace.layout["buttons"] if name.startswith("to ")}


def part_of(program: Program, button: str, share: float) -> tuple[int, int]:
    """A point of a control, at a share of its width."""
    x, y, width, height = program.trace.layout["buttons"][button]
    return round(x + width * share), y + height // 2


def test_options_with_the_keyboard_alone(start: Start) -> None:
    program = start("klondike", 617, size=WIDE)
    program.key("ctrl+o")
    program.wait_for_scene("options")
    program.key("Right")
    chosen(program, branching=True)
    program.key("Tab", "space")
    chosen(program, winnable_only=False)
    program.key("Tab", "Return")
    chosen(program, verdict_light=True)
    program.key("shift+Tab", "shift+Tab", "Left")
    chosen(program, branching=False)
    program.key("Escape")
    program.wait_for_scene("table")


def test_options_with_the_mouse_alone(start: Start) -> None:
    program = start("klondike", 617, size=WIDE)
    program.press("options")
    program.wait_for_scene("options")
    program.click(part_of(program, "branching", 0.8))
    chosen(program, branching=True)
    below = program.trace.layout["buttons"]["done"][1]
    while (before := program.trace.layout)["buttons"]["volume"][1] > below - 40:
        program.tell("click 5")  # the wheel
        program.wait(lambda seen=before: program.trace.layout != seen, "other rows")
    program.press("large_print")
    chosen(program, large_print=True)
    program.click(part_of(program, "felt", 0.4))
    chosen(program, felt="blue")
    program.drag(part_of(program, "volume", 0.6), part_of(program, "volume", 0.02))
    chosen(program, volume=0)
    program.press("done")
    program.wait_for_scene("table")


def test_help_with_the_keyboard_alone(start: Start) -> None:
    program = start("klondike", 617, size=WIDE)
    program.key("F1")
    program.wait_for_scene("help")
    first = sections(program)
    assert first
    # The page has the keyboard at first; the entry before it is the last of the contents.
    program.key("Next", "shift+Tab", "Return")
    program.wait(lambda: sections(program) != first, "another page")
    program.key("F1")
    program.wait_for_scene("table")


def test_help_with_the_mouse_alone(start: Start) -> None:
    program = start("klondike", 617, size=WIDE)
    program.press("help")
    program.wait_for_scene("help")
    first = sections(program)
    program.press("page lapeau")
    program.wait(lambda: sections(program) not in (first, set()), "another page")
    program.press("back")
    program.wait_for_scene("table")

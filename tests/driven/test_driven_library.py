"""My games by keyboard and mouse in a real window: found, named, opened again."""

from __future__ import annotations

from harness.program import Start


def test_a_deal_that_was_left_is_found_named_and_opened_again(start: Start) -> None:
    program = start("klondike", 927982)
    program.key("space", "space", "Escape")
    program.wait_for_scene("menu")
    program.press("library")
    program.wait_for_scene("library")
    program.key("F2")
    program.wait_for_scene("naming")
    program.key("H", "a", "r", "d", "Return")
    program.wait_for_scene("library")
    program.wait(lambda: "deal-klondike-Hard" in program.trace.layout["buttons"], "the name")
    program.key("x", "BackSpace", "h", "a", "r")
    program.wait(lambda: program.trace.layout.get("count") == 1, "what was searched")
    program.press("deal-klondike-Hard")
    program.key("Return")
    program.wait_for_title("Klondike 927982")
    program.key("Escape")
    program.wait_for_scene("library")
    program.key("Delete")
    program.wait(lambda: program.trace.layout.get("count") == 0, "the deletion")
    program.key("ctrl+z")
    program.wait(lambda: program.trace.layout.get("count") == 1, "its undo")

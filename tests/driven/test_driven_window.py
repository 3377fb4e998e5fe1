"""The window itself, and the command line's words about it."""

from __future__ import annotations

import time

import pytest
from harness.lines import recorded
from harness.player import Player
from harness.program import Start
from harness.screen import Screen

from game.core.moves import action_text

WIN = recorded("wins", "brainjam")
SIZE = (1280, 800)
POINTER_ROOT = "1"
"""X's name for no window at all: the focus goes where the mouse is."""


def begin(start: Start, *options: str, moving: bool = False) -> Player:
    program = start("brainjam", WIN.number, *options, moving=moving, size=SIZE)
    return Player(program, WIN.rules, WIN.deck)


@pytest.mark.parametrize("key", ["F11", "alt+Return"])
def test_a_key_fills_the_screen_and_another_press_goes_back(
    start: Start, screen: Screen, key: str
) -> None:
    player = begin(start)
    player.program.key(key)
    player.program.wait_for_size(*screen.size)
    player.play(WIN.moves[:3], player.by_click)
    player.program.key(key)
    player.program.wait_for_size(*SIZE)
    player.play(WIN.moves[3:6], player.by_click)


def test_fullscreen_is_remembered_and_the_command_line_wins(start: Start, screen: Screen) -> None:
    with start("gaps", 1) as program:
        program.key("F11")
        program.wait_for_size(*screen.size)
    with start("gaps", 1, size=None) as program:
        program.wait_for_size(*screen.size)
    with start("gaps", 1, "--windowed") as program:
        program.wait_for_size(*SIZE)


def test_fullscreen_from_the_command_line_is_left_by_a_key(start: Start, screen: Screen) -> None:
    program = start("gaps", 1, "--fullscreen")
    program.wait_for_size(*screen.size)
    program.key("F11")
    program.wait_for_size(*SIZE)


def test_with_reduced_motion_the_deal_lies_there_at_once(start: Start) -> None:
    player = begin(start, "--reduced-motion", moving=True)
    assert player.program.trace.frames_before_layout() <= 2
    player.play(WIN.moves[:3], player.by_click)


def test_cards_are_seen_on_their_way(start: Start) -> None:
    player = begin(start, moving=True)
    # However slow the machine, a frame brings a flight no further than a tenth of a second.
    assert player.program.trace.frames_before_layout() > 3
    player.play(WIN.moves[:1], player.by_click)
    assert player.program.trace.frames_before_layout() > 1


def test_mute_plays_as_ever(start: Start) -> None:
    player = begin(start, "--mute")
    player.play(WIN.moves[:3], player.by_click)
    player.program.key("shift+q")
    assert player.program.wait_for_end() == 0


def test_a_click_that_comes_with_the_focus_counts(start: Start, screen: Screen) -> None:
    player = begin(start)
    with player.program.stopped():
        screen.xdotool("windowfocus", POINTER_ROOT)
        screen.xdotool("windowfocus", player.program.window)
        player.by_click(WIN.moves[0])
        time.sleep(0.3)  # until the server has sent both
    player.wait_for_actions(action_text((WIN.moves[0],)))


def test_closing_the_window_ends_the_program(start: Start) -> None:
    player = begin(start)
    player.play(WIN.moves[:3], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0


def test_read_only_plays_and_leaves_no_file(start: Start) -> None:
    player = begin(start, "--read-only")
    before = {path: path.read_bytes() for path in player.program.folder.rglob("*")}
    player.play(WIN.moves[:3], player.by_click)
    player.program.key("shift+q")
    assert player.program.wait_for_end() == 0
    assert {path: path.read_bytes() for path in player.program.folder.rglob("*")} == before

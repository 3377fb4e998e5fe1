"""Every way out while saving is impossible: what was shown is there after the next start, a quit by
hand has asked first, and nothing else asks.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.program import Program, Start
from harness.screen import Screen

from game.storage import Storage
from game.storage.database_files import MAIN

Way = Callable[[Program, Screen], None]

NUMBER = 7
BEFORE, AFTER = 2, 3
"""Actions that are saved, and then some that cannot be."""


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def own_screen() -> Iterator[Screen]:
    """One that may be killed."""
    with Screen() as running:
        yield running


def turn(program: Program, count: int, event: str) -> None:
    """Turn cards of the stock, each once the one before is shown."""
    for _ in range(count):
        seen = len(program.trace.named(event))
        program.key("space")
        program.wait(lambda seen=seen: len(program.trace.named(event)) > seen, event)


def lock(program: Program) -> sqlite3.Connection:
    other = sqlite3.connect(program.folder / MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other


def errors(program: Program) -> str:
    return "; ".join(event["text"] for event in program.trace.named("error"))


def actions_to_here(folder: Path) -> int:
    """From the deal to where it was left."""
    storage = Storage(folder, read_only=True)
    last = storage.last_played()
    assert last is not None
    line = storage.line(last.key)
    storage.close()
    return line.place


def shift_q(program: Program, screen: Screen) -> None:
    program.key("shift+q")
    program.wait_for_scene("unsaved")
    program.press("quit")


def close_window(program: Program, screen: Screen) -> None:
    program.close_window()
    program.wait_for_scene("unsaved")
    program.press("quit")


def by_signal(number: int) -> Way:
    return lambda program, screen: os.kill(program.pid, number)


def destroyed(program: Program, screen: Screen) -> None:
    screen.xdotool("windowclose", program.window)


def disconnected(program: Program, screen: Screen) -> None:
    screen.xdotool("windowkill", program.window)


WAYS: dict[str, Way] = {
    "shift-q": shift_q,
    "alt-f4": close_window,
    "SIGTERM": by_signal(signal.SIGTERM),
    "SIGHUP": by_signal(signal.SIGHUP),
    "SIGINT": by_signal(signal.SIGINT),
    "SIGQUIT": by_signal(signal.SIGQUIT),
    "SIGKILL": by_signal(signal.SIGKILL),
    "window destroyed": destroyed,
    "connection killed": disconnected,
}


@pytest.mark.parametrize("name", WAYS)
def test_what_could_not_be_saved_is_there_after_the_next_start(
    start: Start, screen: Screen, name: str
) -> None:
    program = start("klondike", NUMBER)
    turn(program, BEFORE, "action")
    other = lock(program)
    turn(program, AFTER, "unsaved")
    WAYS[name](program, screen)
    code = program.wait_for_end()
    asked = [event for event in program.trace.named("scene") if event["name"] == "unsaved"]
    assert bool(asked) is (name in ("shift-q", "alt-f4"))
    if name == "SIGKILL":
        assert code == -signal.SIGKILL
    else:
        assert code == 3, program.report(str(code))
        told = program.printed()
        assert "3 moves could not be saved" in told and "for the next start" in told
        assert "Traceback" not in told
    other.close()
    again = start("klondike", NUMBER)
    again.wait(lambda: "could not be saved last time" in errors(again), "the message")
    again.kill()
    assert actions_to_here(again.folder) == BEFORE + AFTER


def test_where_all_is_saved_nothing_is_asked_or_said(start: Start, screen: Screen) -> None:
    for name in ("shift+q", "ctrl+c"):
        program = start("klondike", NUMBER)
        turn(program, BEFORE, "action")
        if name == "ctrl+c":
            os.kill(program.pid, signal.SIGINT)
        else:
            program.key(name)
        assert program.wait_for_end() == 0
        assert program.printed() == ""


def test_try_again_ends_the_program_once_all_is_saved(start: Start, screen: Screen) -> None:
    program = start("klondike", NUMBER)
    turn(program, BEFORE, "action")
    other = lock(program)
    turn(program, AFTER, "unsaved")
    program.key("shift+q")
    program.wait_for_scene("unsaved")
    program.press("try-again")
    program.wait(
        lambda: "Your moves still can’t be saved" in errors(program), "why it does not end"
    )
    other.close()
    program.press("try-again")
    assert program.wait_for_end() == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs an X server of its own")
def test_an_x_server_that_is_killed_ends_the_program_as_a_signal_does(
    own_screen: Screen, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with Program(own_screen, folder, "klondike", str(NUMBER)) as program:
        turn(program, BEFORE, "action")
        other = lock(program)
        turn(program, AFTER, "unsaved")
        own_screen.kill_server()
        assert program.wait_for_end() == 3
        assert "3 moves could not be saved" in program.printed()
        other.close()

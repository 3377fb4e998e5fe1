"""The clock is the player's: it rests while the window is away, options lie over the table, or
nobody touches anything; a restart begins an attempt.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from harness.program import ROOT, Program
from harness.screen import Screen

from game.storage import LibraryRow, Storage

REST_S = 1.2
"""What two minutes are here; more than the least time that is kept at leaving."""
AWAY_S = 1.9
CODE = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.argv[0] = {str(ROOT / "main.py")!r}
from game.scenes.common import services
services.REST_S = {REST_S}
import runpy
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def kept(folder: Path) -> tuple[LibraryRow, float]:
    """What is on disk of the one deal: with the time of all attempts; and the last attempt's."""
    storage = Storage(folder, read_only=True)
    (row,) = storage.library()
    state = storage.deal(row.key).state
    storage.close()
    return row, state.seconds


@contextmanager
def klondike(screen: Screen, folder: Path) -> Iterator[Program]:
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text('{"animated": false, "tips": false}')
    with ExitStack() as programs:
        words = ("klondike", "31")
        command = (sys.executable, "-c", CODE)
        yield programs.enter_context(Program(screen, folder, *words, command=command))


def test_only_time_that_is_played_counts_and_a_restart_begins_an_attempt(
    screen: Screen, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with klondike(screen, folder) as program:
        time.sleep(AWAY_S)  # before the first action nothing counts
        begun = time.monotonic()
        program.key("space")
        program.wait(lambda: program.trace.actions, "the first action")
        time.sleep(AWAY_S)  # nothing is touched
        program.key("ctrl+o")
        program.wait_for_scene("options")
        program.tell(f"mousemove --window {program.window} 300 300")
        time.sleep(AWAY_S)
        program.key("Escape")
        program.wait_for_scene("table")
        screen.xdotool("windowminimize", program.window)
        time.sleep(AWAY_S)
        screen.xdotool("windowmap", program.window)
        screen.xdotool("windowactivate", "--sync", program.window)
        program.key("Escape")
        program.wait_for_scene("menu")
        whole = time.monotonic() - begun
    row, first = kept(folder)
    rested = 3 * AWAY_S - REST_S
    assert REST_S <= row.seconds < whole - rested + 0.5
    assert first == row.seconds
    with klondike(screen, folder) as program:
        program.key("ctrl+r", "space", "space")
        program.wait(lambda: len(program.trace.actions) >= 3, "two actions")
        program.key("Escape")
        program.wait_for_scene("menu")
    again, second = kept(folder)
    # The clock of the second attempt began at 0: its time is a part of what was added.
    assert again.seconds >= row.seconds + second - 0.01

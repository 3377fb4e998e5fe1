"""The end without a screen: nothing that fails or hangs there keeps the process."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROGRAM = """
import sys, time
from pathlib import Path
from threading import Thread, current_thread
from types import SimpleNamespace
from game.app import program_end
from game.storage import Storage

program_end.PATIENCE_S = 0.2
folder = Path(sys.argv[1])
storage = Storage(folder)
def close():
    storage.close()
    (folder / "closed-in").write_text(current_thread().name)
game_store = SimpleNamespace(storage=storage, close=close)
tracer = SimpleNamespace(close=lambda: None)
services = SimpleNamespace(game_store=game_store, tracer=tracer)
end = program_end.ProgramEnd(services, lambda: None)
def broken():
    raise RuntimeError("broken on purpose")
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM + textwrap.dedent(code), str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def reports(folder: Path) -> list[str]:
    return [file.read_text() for file in folder.glob("fault-*.txt")]


def test_a_thread_that_loses_the_screen_leaves_closing_to_the_main_thread(tmp_path: Path) -> None:
    ended = run(
        tmp_path,
        """
        program_end.PATIENCE_S = 60
        Thread(target=end.end_without_screen, daemon=True).start()
        time.sleep(0.2)  # the main thread loses it a little later
        end.end_without_screen()
        """,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "closed-in").read_text() == "MainThread"


def test_a_thread_ends_the_program_if_the_main_thread_does_not(tmp_path: Path) -> None:
    ended = run(
        tmp_path, "Thread(target=end.end_without_screen, daemon=True).start(); time.sleep(60)"
    )
    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_screen_that_is_lost_while_the_window_closes_is_no_fault(tmp_path: Path) -> None:
    ended = run(tmp_path, "close(); end.end_without_screen()")  # as at the end of a login session
    assert (ended.returncode, ended.stderr) == (0, "")
    assert not reports(tmp_path)


@pytest.mark.parametrize("part", ["game_store", "tracer"])
def test_what_cannot_be_closed_is_written_down(tmp_path: Path, part: str) -> None:
    ended = run(tmp_path, f"{part}.close = broken; end.end_without_screen()")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "RuntimeError: broken on purpose" in reports(tmp_path)[0]


@pytest.mark.parametrize("part", ["game_store", "tracer"])
def test_what_hangs_while_closing_keeps_nothing(tmp_path: Path, part: str) -> None:
    ended = run(tmp_path, f"{part}.close = lambda: time.sleep(60); end.end_without_screen()")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_what_cannot_be_told_ends_the_process_as_a_fault(tmp_path: Path) -> None:
    ended = run(tmp_path, "program_end.tell_unsaved = broken; end.end_without_screen()")
    assert ended.returncode == 1

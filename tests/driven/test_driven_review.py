"""A line weighed in the real window: where its moves went, played on from a costly one."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from harness.processes import family
from harness.program import Program, Start

from game.core.deals import deck_of
from game.record.game_store import GameStore
from game.rules import BrainJam
from game.solver import registry
from game.solver.answer import Goal
from game.storage import Storage
from game.system.console import Tracer

NUMBER = 2


def play_badly(folder: Path) -> int:
    """Win the deal as the solver does when it is in a hurry; returns the counted moves."""
    folder.mkdir()
    (folder / "settings.json").write_text('{"animated": false, "tips": false}')
    storage = Storage(folder)
    store = GameStore(storage, Tracer(), lambda text: None)
    session = store.open(BrainJam(), deck_of(NUMBER), NUMBER, autoplay=False)
    for move in registry.solve(session.rules, session.position, Goal.FIRST).moves:
        session.play(move)
    store.close()
    return session.moves


def begin_review(program: Program) -> None:
    program.key("F5")
    program.wait_for_scene("review")


def known(program: Program) -> list[int]:
    """The places behind the costly moves, once all is known."""
    program.wait(lambda: not program.trace.layout["weighing"], "the whole line")
    found: list[int] = program.trace.layout["mistakes"]
    return found


def test_a_bad_line_is_weighed_and_played_on_from_a_costly_move(
    start: Start, tmp_path: Path
) -> None:
    moves = play_badly(tmp_path / "data")
    program = start("brainjam", NUMBER)
    begin_review(program)
    killed = [pid for pid in family(program.pid)[1:] if is_worker(pid)]
    for pid in killed:
        os.kill(pid, signal.SIGKILL)  # nobody notices
    mistakes = known(program)
    assert killed and mistakes
    assert str(moves) in program.trace.layout["headline"]
    program.key("Home", "Right", "Right", "Left")
    program.wait(lambda: program.trace.layout.get("place") == 1, "one move from the deal")
    program.key("Home", "ctrl+Right")
    costly = min(mistakes) - 1
    program.wait(lambda: program.trace.layout.get("place") == costly, "the first mistake")
    program.key("Return")
    program.wait_for_scene("table")
    program.wait(lambda: program.trace.actions, "the move to the place")
    assert program.trace.actions[-1]["moves"] == costly
    begin_review(program)
    program.key("Escape")
    program.wait_for_scene("table")
    program.close()

    again = start("brainjam", NUMBER)
    begin_review(again)
    assert not again.trace.layout["weighing"], "what was found once is there"
    assert again.trace.layout["mistakes"] == mistakes


def is_worker(pid: int) -> bool:
    """Whether a process is the one that searches."""
    command = Path(f"/proc/{pid}/cmdline").read_bytes()
    return b"spawn_main" in command or b"multiprocessing" in command

"""Hints alone win a deal of each game in the real window, whatever becomes of the solver."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from harness.player import Player
from harness.processes import family
from harness.program import Program, Start

from game.core.deals import deck_of
from game.rules import rules_for
from game.solver.compiled import is_compiled

COMPILED = pytest.mark.skipif(
    not is_compiled(), reason="in plain Python this takes minutes: tools/compile_solver.py"
)
# Numbers that can be won; of Gaps one without a redeal.
DEALS = [
    ("brainjam", (), 2),
    pytest.param("lapeau", (), 5, marks=COMPILED),
    pytest.param("lapeau", ("same",), 321, marks=COMPILED),
    pytest.param("gaps", (), 768, marks=COMPILED),
    pytest.param("klondike", (), 3, marks=COMPILED),
]
LONGEST_S = 60.0
"""For a hint to come, at the start of a slow deal on a busy machine."""
AGAIN_S = 0.1
"""Between two presses while none has come."""


def workers(program: Program) -> list[int]:
    """The processes that the program has started to search."""
    lines = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in family(program.pid)[1:]}
    return [pid for pid, line in lines.items() if b"spawn_main" in line]


def play_hint(player: Player) -> None:
    """Press the key until the hint has been shown and played."""
    program = player.program
    before = len(program.trace.actions)
    pressed = 0.0

    def has_played() -> bool:
        nonlocal pressed
        if len(program.trace.actions) > before:
            return True
        if time.monotonic() > pressed + AGAIN_S:
            pressed = time.monotonic()
            program.key("F2", "F2")
        return False

    program.wait(has_played, "a hint to play", LONGEST_S)
    player.take_actions()


@pytest.mark.parametrize(("game", "options", "number"), DEALS)
def test_hints_alone_win_though_the_solver_is_killed(
    start: Start, game: str, options: tuple[str, ...], number: int
) -> None:
    rules = rules_for(game, options)
    program = start(game, number, *(f"--{option}" for option in options))
    player = Player(program, rules, deck_of(number))
    killed, due = 0, [1, 10]
    while not rules.is_won(player.position):
        play_hint(player)
        if due and player.mirror.depth >= due[0]:
            due.pop(0)
            for pid in workers(program):
                os.kill(pid, signal.SIGKILL)
                killed += 1
    program.wait_for_scene("win")
    assert killed
    assert program.trace.actions[-1]["won"]
    told = {event["text"] for event in program.trace.named("error")}
    assert told == ({"Hints take the hidden cards into account"} if game == "klondike" else set())

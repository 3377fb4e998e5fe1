"""Trouble of the machine: a second program on the same data, a solver that hangs, no sound."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.lines import recorded
from harness.player import Player
from harness.program import Program
from harness.screen import Screen

from game.position import Action, action_text, parse_action
from game.storage import DealKey, Storage
from game.validate import validate

Start = Callable[..., Program]
WIN = recorded("wins", "klondike")
OTHER = recorded("wins", "lapeau-alternate")


def errors(program: Program) -> list[str]:
    return [event["text"] for event in program.trace.named("error")]


def solvers(program: Program) -> list[int]:
    """The processes that the program has started."""
    found = []
    for task in Path(f"/proc/{program.pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


def test_two_programs_play_on_the_same_data_and_both_are_saved(
    start: Start, screen: Screen, tmp_path: Path
) -> None:
    first = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    first.play(WIN.moves[:4], first.by_click)
    second = Player(start(OTHER.rules.name, OTHER.number), OTHER.rules, OTHER.deck)
    assert any("running already" in text for text in errors(second.program))
    assert errors(first.program) == []
    second.play(OTHER.moves[:6], second.by_click)
    screen.xdotool("windowactivate", "--sync", first.program.window)
    first.play(WIN.moves[4:8], first.by_click)
    second.program.kill()
    first.program.kill()
    assert validate(tmp_path / "data").problems == ()
    assert saved_actions(tmp_path / "data", "klondike") >= 8
    assert saved_actions(tmp_path / "data", "lapeau") >= 6


def saved_actions(folder: Path, game: str) -> int:
    """How many actions there are on disk of the only deal of a game."""
    storage: Storage[Action] = Storage(
        folder, action_text=action_text, parse_action=parse_action, read_only=True
    )
    last = storage.last_played(game)
    assert last is not None
    saved = storage.deal(DealKey(*last.key))
    storage.close()
    return len(saved.rows)


def test_a_solver_that_hangs_stops_neither_play_nor_the_end(start: Start) -> None:
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.program.key("F3", "F2")
    player.program.wait(lambda: solvers(player.program), "the solver's process")
    for pid in solvers(player.program):
        os.kill(pid, signal.SIGSTOP)
    player.play(WIN.moves[:6], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0


def test_a_solver_that_dies_stops_neither_play_nor_the_end(start: Start) -> None:
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.program.key("F3")
    player.program.wait(lambda: solvers(player.program), "the solver's process")
    for pid in solvers(player.program):
        os.kill(pid, signal.SIGKILL)
    player.play(WIN.moves[:6], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0


def test_without_an_audio_device_the_game_plays(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.program.AUDIO", "nonexistent")
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.play(WIN.moves[:4], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0

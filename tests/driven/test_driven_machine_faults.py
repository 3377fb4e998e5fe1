"""Trouble of the machine: a second program on the same data, a solver that hangs, no sound."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest
from harness.lines import recorded
from harness.player import Player
from harness.program import DEADLINE_S, LOOK_AGAIN_S, Program, Start
from harness.screen import Screen

from game.core.deals import deck_text
from game.history import FAR
from game.play.session import new_history
from game.record.validation import validate
from game.rules import Rules
from game.storage import DealKey, Storage

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
    assert any("already running" in text for text in errors(second.program))
    assert errors(first.program) == []
    second.play(OTHER.moves[:6], second.by_click)
    screen.xdotool("windowactivate", "--sync", first.program.window)
    first.play(WIN.moves[4:8], first.by_click)
    second.program.kill()
    first.program.kill()
    assert validate(tmp_path / "data").problems == ()
    assert saved_actions(tmp_path / "data", "klondike") >= 8
    assert saved_actions(tmp_path / "data", "lapeau") >= 6


def test_two_programs_on_one_deal_keep_both_lines(
    start: Start, screen: Screen, tmp_path: Path
) -> None:
    rules = WIN.rules
    players = [Player(start(rules.name, WIN.number), rules, WIN.deck) for _ in range(2)]
    first, second = players
    other = next(move for move in rules.moves(second.position) if move not in WIN.moves[:1])
    second.play([other], second.by_click)
    for moves in (WIN.moves[:3], WIN.moves[3:5]):
        screen.xdotool("windowactivate", "--sync", first.program.window)
        first.play(moves, first.by_click)
        screen.xdotool("windowactivate", "--sync", second.program.window)
        second.play([rules.moves(second.position)[-1]], second.by_click)
    for player in players:
        player.program.kill()
    assert validate(tmp_path / "data").problems == ()
    known = positions_saved(tmp_path / "data", rules)
    assert {rules.key(player.position) for player in players} <= known


def positions_saved(folder: Path, rules: Rules) -> set[object]:
    """What was reached of the deal, by way of all lines on disk."""
    storage = Storage(folder, read_only=True)
    saved = storage.deal(DealKey(rules.name, rules.policy, deck_text(WIN.deck)))
    storage.close()
    history = new_history(rules, WIN.deck)
    history.restore(saved.edges, saved.line)
    return {
        rules.key(history.position_of(node.key))
        for node in history.graph.nodes.values()
        if node.depth < FAR
    }


def saved_actions(folder: Path, game: str) -> int:
    """How many actions there are on disk of the only deal of a game."""
    storage = Storage(folder, read_only=True)
    last = storage.last_played(game)
    assert last is not None
    saved = storage.deal(DealKey(*last.key))
    storage.close()
    return len(saved.edges)


def stop_solver(program: Program) -> list[int]:
    """Have the solver hang, once it has answered; the processes that the program has started."""
    program.wait(lambda: program.trace.named("solver"), "an answer of the solver")
    started = solvers(program)
    for pid in started:
        if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
            os.kill(pid, signal.SIGSTOP)
    return started


def ended(pids: list[int]) -> bool:
    """True once none of them runs; what nobody has asked after yet is counted as ended."""
    end = time.monotonic() + DEADLINE_S
    while any(runs(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(LOOK_AGAIN_S)
    return True


def runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_solver_that_hangs_stops_neither_play_nor_the_end(start: Start) -> None:
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.program.key("F3", "F2")
    started = stop_solver(player.program)
    player.play(WIN.moves[:6], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0
    assert ended(started)


def test_a_game_that_is_killed_leaves_no_solver_behind_even_if_that_hangs(start: Start) -> None:
    program = start(WIN.rules.name, WIN.number)
    program.key("F3", "F2")
    started = stop_solver(program)
    program.kill()
    assert ended(started)


def test_a_solver_that_dies_stops_neither_play_nor_the_end(start: Start) -> None:
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.program.key("F3")
    player.program.wait(lambda: solvers(player.program), "the solver's process")
    for pid in solvers(player.program):
        os.kill(pid, signal.SIGKILL)
    player.play(WIN.moves[:6], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0


def test_a_card_that_is_laid_down_can_be_heard(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # SDL's "disk" device is a file of samples.
    heard = tmp_path / "samples"
    monkeypatch.setattr("harness.program.AUDIO", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(heard))
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.play(WIN.moves[:2], player.by_click)
    player.program.wait(lambda: heard.exists() and any(heard.read_bytes()), "a sound")


def test_without_an_audio_device_the_game_plays(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("harness.program.AUDIO", "nonexistent")
    player = Player(start(WIN.rules.name, WIN.number), WIN.rules, WIN.deck)
    player.play(WIN.moves[:4], player.by_click)
    player.program.close_window()
    assert player.program.wait_for_end() == 0

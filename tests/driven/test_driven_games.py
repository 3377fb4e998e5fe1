"""Every game in the real window: to the flag by clicks, by dragging, by keys; to the U-turn."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from harness.lines import lines_of, recorded
from harness.player import Player
from harness.program import ROOT, Program

from game.notation import Shared

Start = Callable[..., Program]
GAMES = ["brainjam", "lapeau-alternate", "lapeau-same", "gaps", "klondike"]
MOST_UNDONE = 25


def begin(start: Start, line: Shared) -> Player:
    option = ["--same"] if line.rules.policy == "same" else []
    program = start(line.rules.name, line.number, *option)
    return Player(program, line.rules, line.deck)


def go_back_and_forth(player: Player) -> None:
    """Undo a good many actions and redo them."""
    actions = min(player.mirror.depth, MOST_UNDONE)
    assert actions >= 20
    for number in range(actions):
        player.undo("undo" if number % 3 == 0 else "Left")
    for number in range(actions):
        player.redo("redo" if number % 3 == 0 else "Right")


@pytest.mark.parametrize("name", GAMES)
def test_every_recorded_win_is_accepted_by_verify(name: str) -> None:
    for line in lines_of("wins", name):
        deal, number, answer = re.split(r" (\d+) ", line.removeprefix("fourfold "), maxsplit=1)
        game, *policy = deal.split()
        asked = ["verify", game, number, *(f"--{word}" for word in policy), "--answer", answer]
        done = subprocess.run(
            [sys.executable, "main.py", *asked], cwd=ROOT, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout[:7]) == (0, "won in "), done


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_played_by_clicks_to_the_flag(start: Start, name: str) -> None:
    line = recorded("wins", name)
    player = begin(start, line)
    player.play(line.moves, player.by_click)
    player.program.wait_for_scene("win")
    assert player.program.trace.actions[-1]["won"]
    player.undo()
    player.program.wait_for_scene("table")
    player.redo()
    player.program.wait_for_scene("win")


@pytest.mark.parametrize("name", ["brainjam", "lapeau-alternate", "gaps", "klondike"])
def test_a_deal_is_played_by_dragging_to_the_flag(start: Start, name: str) -> None:
    line = recorded("wins", name, 1)
    player = begin(start, line)
    player.play(line.moves, player.by_drag)
    player.program.wait_for_scene("win")


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_played_by_keys_to_the_flag(start: Start, name: str) -> None:
    line = recorded("wins", name, -1)
    player = begin(start, line)
    player.play(line.moves, player.by_key)
    player.program.wait_for_scene("win")


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_is_played_to_the_u_turn_and_twenty_actions_are_undone(
    start: Start, name: str
) -> None:
    line = recorded("uturns", name)
    player = begin(start, line)
    player.play(line.moves, player.by_click)
    player.program.wait_for_scene("stuck")
    assert player.program.trace.actions[-1]["stuck"]
    player.undo()
    player.program.wait_for_scene("table")
    player.redo()
    player.program.wait_for_scene("stuck")
    go_back_and_forth(player)

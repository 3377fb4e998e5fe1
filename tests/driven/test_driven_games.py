"""Every game in the real window: to the flag by clicks, by dragging, by keys; to the U-turn."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time

import pytest
from harness.lines import lines_of, recorded
from harness.player import Player
from harness.program import ROOT, Start, middle_of

from game.play.sharing_lines import Shared

GAMES = ["brainjam", "lapeau-alternate", "gaps", "klondike"]
if "FOURFOLD_FULL" in os.environ:
    GAMES.append("lapeau-same")
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


def test_two_clicks_are_a_double_click_only_when_they_are_quick(start: Start) -> None:
    program = start("klondike", 57721)
    for pulls in range(1, 5):
        program.key("space")
        program.wait(lambda made=pulls: len(program.trace.actions) == made, "a pull")
    program.wait(lambda: program.trace.layout["cards"]["Ad"][4] == "pull", "the ace")
    ace = middle_of(program.trace.layout["cards"]["Ad"])
    for _ in range(2):  # selects it, and lets go of it
        program.click(ace)
        time.sleep(0.8)
    program.click(ace)
    program.click(ace)
    program.wait(lambda: program.trace.actions[-1]["move"] == "Ad>done", "the ace at home")
    assert len(program.trace.actions) == 5


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

"""Histories of real games saved and opened again, and what a kill -9 leaves of them.

FOURFOLD_HISTORIES is the number of histories of each game; some thousand before a release.
"""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from game.core import deals
from game.core.position import Position
from game.history import FAR
from game.play.session import Session, passed_positions
from game.record.game_store import GameStore
from game.record.saving import deal_key
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.storage import Storage
from game.system.console import Tracer

HISTORIES = int(os.environ.get("FOURFOLD_HISTORIES", "12"))
ACTIONS = 40
GAMES = [BrainJam(), LaPeau(), LaPeau("same"), Gaps(), Gaps("random-gaps"), Klondike()]
every_game = pytest.mark.parametrize("rules", GAMES, ids=str)


def game_store_on(folder: Path) -> GameStore:
    return GameStore(Storage(folder), Tracer(), pytest.fail)


def opened(game_store: GameStore, rules: Rules, number: int) -> Session:
    return game_store.open(rules, deals.deck_of(number), number, branching=True)


def wander(session: Session, pick: random.Random, actions: int = ACTIONS) -> None:
    """What a player may do: actions, undos, jumps, bookmarks, the forgetting of an action."""
    history, rules = session.history, session.rules
    for _ in range(actions):
        chance = pick.random()
        if chance < 0.2:
            session.undo(pick.randrange(1, 6))
        elif chance < 0.25:
            nodes = history.graph.nodes.values()
            session.goto(pick.choice([node.key for node in nodes if node.depth < FAR]))
        elif chance < 0.3:
            session.bookmark()
        elif chance < 0.33:
            pick.choice([session.swap_bookmark, session.drop_bookmark, session.forget])()
        elif chance < 0.36:
            session.purge()
        elif moves := rules.moves(session.position):
            session.play(pick.choice(moves[:8]))


def held(session: Session) -> dict[str, Any]:
    """All that a history holds."""
    history = session.history
    return {
        "edges": sorted(history.graph.rows()),
        "line": [(step.key, step.action, step.moves) for step in history.line],
        "place": history.at,
        "bookmarks": [mark.saved for mark in history.bookmarks],
        "best": history.best,
        "lengths": {
            node.key: (node.depth, node.to_go)
            for node in history.graph.nodes.values()
            if node.depth < FAR
        },
        "position": session.position,
    }


@every_game
def test_random_histories_are_saved_and_opened_again_equal(rules: Rules, tmp_path: Path) -> None:
    pick = random.Random(str(rules))
    game_store, histories = game_store_on(tmp_path), {}
    for number in [pick.randrange(1_000_000) for _ in range(HISTORIES)]:
        session = opened(game_store, rules, number)
        wander(session, pick)
        histories[number] = held(session)
    assert game_store.storage.check() == []
    game_store.close()
    again = game_store_on(tmp_path)
    for number, history in histories.items():
        session = opened(again, rules, number)
        assert held(session) == history, number
        place = pick.randrange(len(session.history.line))
        assert session.history.position_at(place) == replayed(session, place)
    again.close()


def replayed(session: Session, place: int) -> Position:
    """The position at a place of the line, by the rules alone."""
    position = session.history.position_at(0)
    for step in session.history.line[1 : place + 1]:
        assert step.action is not None
        position = passed_positions(session.rules, position, step.action)[-1]
    return position


@every_game
def test_what_lies_on_disk_between_any_two_commands_opens(rules: Rules, tmp_path: Path) -> None:
    """Copies of file and log, as a kill -9 would leave them after each command."""
    game_store, pick = game_store_on(tmp_path / "played"), random.Random(3)
    session = opened(game_store, rules, 3)
    for number in range(15):
        wander(session, pick, actions=1)
        copy = tmp_path / f"killed-{number}"
        shutil.copytree(tmp_path / "played", copy)
        left = game_store_on(copy)
        again = opened(left, rules, 3)
        assert held(again) == held(session) or session.is_won
        assert left.storage.take_notices() == [] and left.storage.check() == []
        wander(again, pick, actions=3)  # and it is played on
        left.close()
    game_store.close()


def test_what_is_kept_of_a_deal_is_told_without_its_history(tmp_path: Path) -> None:
    game_store = game_store_on(tmp_path)
    for number, rules in enumerate(GAMES):
        session = opened(game_store, rules, number)
        key = deal_key(rules, session.deck)
        assert game_store.storage.deal_figures(key) is None
        wander(session, random.Random(number))
        session.bookmark()
        history = session.history
        figures = (len(history) - 1, len(history.bookmarks))
        assert game_store.storage.deal_figures(key) == figures
    game_store.close()

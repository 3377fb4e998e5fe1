"""Histories of real games saved and opened again, and what a kill -9 leaves of them.

FOURFOLD_TREES is the number of trees of each game; some thousand before a release.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_storage import Player, open_storage, standing, standing_of

from game.core import deals
from game.play.session import Session
from game.record.game_store import GameStore
from game.rules import BrainJam, Gaps, Klondike, LaPeau, Rules
from game.storage import DealKey, Storage
from game.system.trace import Tracer

TREES = int(os.environ.get("FOURFOLD_TREES", "12"))
ACTIONS = 40
GAMES = [BrainJam(), LaPeau(), LaPeau(same_suit=True), Gaps(), Gaps(random_gaps=True), Klondike()]


def game_store_on(folder: Path) -> GameStore:
    storage = Storage(folder)
    return GameStore(storage, Tracer(), pytest.fail)


def opened(game_store: GameStore, rules: Rules, number: int) -> Session:
    return game_store.open(rules, deals.deck_of(number), number, branching=True)


def wander(session: Session, pick: random.Random) -> None:
    """What a player may do: actions, undos, jumps, bookmarks, the forgetting of an action."""
    tree, rules = session.history, session.rules
    for _ in range(ACTIONS):
        chance = pick.random()
        if chance < 0.2:
            session.undo(pick.randrange(1, 6))
        elif chance < 0.25:
            session.goto(pick.choice([node.id for node in tree.walk()]))
        elif chance < 0.3:
            session.bookmark()
        elif chance < 0.33:
            pick.choice([session.swap_bookmark, session.drop_bookmark, session.forget])()
        elif chance < 0.36:
            session.purge()
        elif moves := rules.moves(session.position):
            session.play(pick.choice(moves[:8]))


def held(session: Session) -> dict[str, Any]:
    """All that a tree holds."""
    tree = session.history
    return {
        "rows": sorted(tree.rows()),
        "here": tree.here,
        "bookmarks": tree.bookmarks,
        "best": tree.best,
        "order": [node.id for node in tree.walk()],
        "lengths": {node.id: (node.depth, node.answer) for node in tree.walk()},
        "better": {n.id: twin.id for n in tree.walk() if (twin := tree.better(n.id))},
        "position": session.position,
    }


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_random_trees_are_saved_and_opened_again_equal(rules: Rules, tmp_path: Path) -> None:
    pick = random.Random(str(rules))
    numbers = [pick.randrange(1_000_000) for _ in range(TREES)]
    trees = {}
    game_store = game_store_on(tmp_path)
    for number in numbers:
        session = opened(game_store, rules, number)
        wander(session, pick)
        trees[number] = held(session)
    assert game_store.storage.check() == []
    game_store.close()
    again = game_store_on(tmp_path)
    for number, tree in trees.items():
        session = opened(again, rules, number)
        assert held(session) == tree, number
        node = pick.choice(list(session.history.walk()))
        assert session.history.position_of(node.id) == replayed(session, node.id)
    again.close()


def replayed(session: Session, node: int) -> object:
    position = session.history.position_at(0)
    for action in session.history.line(node):
        for move in action:
            position = session.rules.apply(position, move)
    return position


# kill -9


def test_what_lies_on_disk_between_any_two_transactions_opens(tmp_path: Path) -> None:
    """Copies of file and log, as a kill -9 would leave them after each transaction."""
    storage = open_storage(tmp_path / "played")
    player = Player(storage, seed=3)
    for number in range(60):
        player.play(1)
        copy = tmp_path / f"killed-{number}"
        shutil.copytree(tmp_path / "played", copy)
        left = open_storage(copy)
        assert standing(left) == standing_of(player)
        assert left.take_notices() == [] and left.check() == []
        Player(left, seed=number).play(3)  # and it is played on
        left.close()
    storage.close()


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there ends like a kill -9")
def test_killed_at_any_statement_of_any_transaction_the_tree_opens(tmp_path: Path) -> None:
    points = 0
    for statement in range(0, 300, 9):
        folder = tmp_path / f"killed-{statement}"
        told = list(told_before_death(folder, statement))
        points += 1
        left = open_storage(folder)
        assert left.take_notices() == [] and left.check() == []
        found = standing(left)
        seconds = 0.0 if not told else told[-1]["seconds"]
        assert found[3] in (seconds, seconds + 1), "what was told, or the action after it"
        if told and found[3] == seconds:
            assert (
                json.loads(json.dumps([list(map(list, found[0])), *found[1:3]])) == told[-1]["tree"]
            )
        Player(left, seed=1)  # what is there makes a whole tree
        left.close()
    assert points > 30


def told_before_death(folder: Path, statement: int) -> Iterator[dict[str, Any]]:
    """Play in another process, which kills itself before its so-manieth SQL statement; what
    it told after each transaction.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            play_until_death(folder, statement, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as lines:
        told = lines.readlines()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    yield from (json.loads(line) for line in told if line.endswith("\n"))


def play_until_death(folder: Path, statement: int, writing: int) -> None:
    storage = open_storage(folder)
    left = [statement]

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    storage._home.tables.db.set_trace_callback(count)
    player = Player(storage, seed=5)
    while True:
        player.play(1)
        rows, here, bookmarks, seconds = standing_of(player)
        told = {"tree": [rows, here, bookmarks], "seconds": seconds}
        os.write(writing, (json.dumps(told) + "\n").encode())


def test_what_is_kept_of_a_deal_is_told_without_its_tree(tmp_path: Path) -> None:
    game_store = game_store_on(tmp_path)
    for number, rules in enumerate(GAMES):
        session = opened(game_store, rules, number)
        assert game_store.storage.tree_figures(key_of(session)) is None
        wander(session, random.Random(number))
        session.bookmark()
        kept = game_store.storage.tree_figures(key_of(session))
        assert kept is not None
        tree = session.history
        assert kept == (len(tree) - 1, tree.moves, len(tree.bookmarks))
    game_store.close()


def key_of(session: Session) -> DealKey:
    return DealKey(session.rules.name, session.rules.policy, deals.deck_text(session.deck))

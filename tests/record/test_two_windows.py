"""Two windows on the same data, at random: nothing that either has played is ever lost."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from pathlib import Path
from random import Random

import pytest
from made_deals import any_move, easy_deck
from random_play import scaled

from game.core import deals
from game.history import FAR
from game.play.session import Session
from game.record.game_store import GameStore
from game.record.saving import deal_key
from game.rules import BrainJam, Klondike, Rules
from game.storage import HelpKind, PlayOutcome, Storage, database_files
from game.system.console import Tracer

Deal = tuple[Rules, int]
DEALS: tuple[Deal, ...] = ((BrainJam(), 1), (Klondike(), 2), (BrainJam(), 3))
ACTIONS = 120


class Window:
    """A program, with a deal open in it."""

    def __init__(self, folder: Path, pick: Random, *, branching: bool) -> None:
        self.told: list[str] = []
        self.storage = Storage(folder)
        self.game_store = GameStore(self.storage, Tracer(), self.told.append)
        self.pick, self.branching = pick, branching
        self.take_up()

    def take_up(self) -> None:
        """A deal, perhaps the one that is open."""
        self.deal = self.pick.choice(DEALS)
        rules, number = self.deal
        self.session: Session = self.game_store.open(
            rules, deals.deck_of(number), number, branching=self.branching, autoplay=False
        )

    def act(self) -> None:
        """A move most often, or some going about."""
        session, chance = self.session, self.pick.random()
        move = any_move(session.rules, session.position, self.pick)
        if chance < 0.6 and move is not None:
            session.play(move)
        elif chance < 0.75:
            session.undo(self.pick.randint(1, 4))
        elif chance < 0.8:
            session.redo()
        elif chance < 0.85:
            nodes = session.history.graph.nodes.values()
            session.goto(self.pick.choice([node.key for node in nodes if node.depth < FAR]))
        elif chance < 0.9:
            session.bookmark()
        elif chance < 0.95:
            self.game_store.count_hint(session)
        else:
            self.storage.idle()


class House:
    """The windows, and all positions that were played in them."""

    def __init__(self, folder: Path, seed: int, *, branching: bool) -> None:
        self.folder, self.pick, self.branching = folder, Random(seed), branching
        self.windows = [self.opened(), self.opened()]
        self.played: dict[Deal, set[int]] = defaultdict(set)
        self.holding: sqlite3.Connection | None = None

    def opened(self) -> Window:
        return Window(self.folder, self.pick, branching=self.branching)

    def step(self) -> None:
        place, chance = self.pick.randrange(2), self.pick.random()
        window = self.windows[place]
        if chance < 0.85:
            window.act()
            self.played[window.deal].add(window.session.history.here)
        elif chance < 0.93:
            window.take_up()
        elif chance < 0.97:
            self.hold(on=self.holding is None)
        elif not window.storage.has_unsaved:  # killed: it lets nothing know
            self.windows[place] = self.opened()

    def hold(self, *, on: bool) -> None:
        """A third program holds the file, or lets go of it."""
        if on:
            self.holding = sqlite3.connect(self.folder / database_files.MAIN, isolation_level=None)
            self.holding.execute("PRAGMA busy_timeout = 0")
            self.holding.execute("BEGIN IMMEDIATE")
        elif self.holding is not None:
            self.holding.execute("ROLLBACK")
            self.holding.close()
            self.holding = None

    def known(self, deal: Deal) -> set[int]:
        """The keys of the positions of a deal as a program that starts now has them."""
        rules, number = deal
        storage = Storage(self.folder)
        told: list[str] = []
        game_store = GameStore(storage, Tracer(), told.append)
        session = game_store.open(rules, deals.deck_of(number), number, branching=True)
        found = {node.key for node in session.history.graph.nodes.values() if node.depth < FAR}
        assert told == [] and storage.check() == []
        game_store.close()
        return found


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_files, "BUSY_TIMEOUT_S", 0.001)


@pytest.mark.parametrize("branching", [True, False], ids=["branching", "plain"])
@pytest.mark.parametrize("seed", range(scaled(6)))
def test_nothing_is_lost(seed: int, branching: bool, tmp_path: Path) -> None:
    house = House(tmp_path, seed, branching=branching)
    for _ in range(ACTIONS):
        house.step()
    house.hold(on=False)
    for window in house.windows:
        window.storage.idle()
        assert not window.storage.has_unsaved
        assert not any("damaged" in text for text in window.told)
    for deal in DEALS:
        known = house.known(deal)
        assert house.played[deal] <= known
    assert not list(tmp_path.glob("fourfold-damaged*"))


# One play in two windows

EASY = easy_deck(Klondike())


class EasyWindow:
    """A program with the deal open that wins by sending cards home."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(
            folder / "data",
            spare_folders=[folder / "spare"],
        )
        self.store = GameStore(self.storage, Tracer(), lambda text: None)
        self.session = self.store.open(Klondike(), EASY, None, autoplay=False)

    def play(self, count: int) -> None:
        """So many actions, of which each is saved by itself."""
        for _ in range(count):
            self.session.play(self.session.rules.moves(self.session.position)[0])

    def win(self) -> None:
        while not self.session.is_won:
            if self.session.purge().refusal:
                self.session.space()

    def plays(self) -> list[tuple[int, PlayOutcome]]:
        found = self.storage.plays.all()
        return sorted((each.play.attempt, each.play.outcome) for each in found)


WON = [(1, PlayOutcome.WON)]


def test_a_play_that_another_window_wins_meanwhile_is_one_play(tmp_path: Path) -> None:
    stopped = EasyWindow(tmp_path)
    stopped.play(10)
    winner = EasyWindow(tmp_path)
    winner.win()
    assert winner.plays() == WON
    stopped.play(2)
    stopped.store.spend(60.0)
    stopped.store.close()
    assert EasyWindow(tmp_path).plays() == WON


def test_a_play_that_was_left_in_one_window_and_won_in_another_is_one_play(tmp_path: Path) -> None:
    stopped = EasyWindow(tmp_path)
    stopped.play(10)
    winner = EasyWindow(tmp_path)
    winner.win()
    stopped.store.count_hint(stopped.session)
    stopped.play(3)
    assert stopped.plays() == WON
    stopped.session.to_start()
    stopped.store.begin_again(stopped.session)
    stopped.play(1)
    assert stopped.plays() == [*WON, (2, PlayOutcome.OPEN)]  # begun at the deal: another one
    assert stopped.store.total >= stopped.store.seconds == 0.0


def test_a_play_that_took_longer_in_another_window_keeps_that_time(tmp_path: Path) -> None:
    left = EasyWindow(tmp_path)
    left.play(1)
    other = EasyWindow(tmp_path)
    other.store.spend(100.0)
    other.play(1)
    other.store.spend(100.0)
    other.store.close()
    left.store.spend(5.0)
    left.store.close()
    again = EasyWindow(tmp_path)
    assert [each.play.seconds for each in again.storage.plays.all()] == [again.store.seconds]
    assert again.store.seconds == 200.0


def test_a_play_that_only_reached_the_spare_file_is_the_one_that_was_won(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = EasyWindow(tmp_path)
    stopped.play(4)
    winner = EasyWindow(tmp_path)
    holding = sqlite3.connect(tmp_path / "data" / database_files.MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    stopped.play(6)
    assert stopped.storage.unsaved.kept == 6
    holding.close()
    winner.win()
    spare = stopped.storage._spare
    assert spare is not None
    spare.lock.close()  # it is killed
    assert EasyWindow(tmp_path).plays() == WON


def test_an_answer_stays_with_a_deal_that_is_played_on_though_another_window_deletes_it(
    tmp_path: Path,
) -> None:
    player, other = EasyWindow(tmp_path), EasyWindow(tmp_path)
    player.win()
    other.store.delete(other.session.rules, other.session.deck)
    key = deal_key(player.session.rules, player.session.deck)
    assert other.storage.answers.best(key) is None
    for _ in range(2):
        player.session.to_start()
        player.win()
    found = other.storage.answers.best_alone(key)
    assert found is not None and found.moves == player.session.moves


def test_an_answer_that_was_helped_is_so_where_another_window_has_deleted_the_deal(
    tmp_path: Path,
) -> None:
    player, other = EasyWindow(tmp_path), EasyWindow(tmp_path)
    session, key = player.session, deal_key(player.session.rules, player.session.deck)
    hinted = session.rules.moves(session.position)[0]
    player.store.count_hint(session, hinted)
    session.play(hinted)
    player.win()
    stored = other.storage.answers.help_of(key)
    assert stored
    other.store.delete(other.session.rules, other.session.deck)
    for _ in range(2):
        session.to_start()
        session.play(hinted)
        player.win()
    found = other.storage.answers.best(key)
    assert found is not None and found.how is HelpKind.HINTS
    assert other.storage.answers.best_alone(key) is None
    assert other.storage.answers.help_of(key) == stored


def test_what_was_seen_stays_seen_where_another_window_has_deleted_the_deal(tmp_path: Path) -> None:
    player, other = EasyWindow(tmp_path), EasyWindow(tmp_path)
    player.play(3)
    key = deal_key(player.session.rules, player.session.deck)
    seen = other.storage.deal(key).seen
    assert seen
    other.store.delete(other.session.rules, other.session.deck)
    assert not other.storage.deal(key).seen
    player.session.undo()
    player.session.undo()
    assert set(seen) <= set(other.storage.deal(key).seen)

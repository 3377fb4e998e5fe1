"""Plays made-up games through a storage: positions are numbers, which actions change."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from game.core import deals
from game.core.moves import DONE, Action, Move, action_text
from game.history import History, HistoryChanges
from game.storage import DealChanges, DealKey, DealState, Storage, StorageError, StorageTrouble

KEYS = [DealKey("brainjam", "", deals.deck_text(deals.deck_of(number))) for number in range(9)]
DEAL = KEYS[1]
OTHER = DealKey("lapeau", "same", DEAL.deck)
PRIME = 99991
WIN = 0


def act(card: int) -> Action:
    return (Move(card % 52, DONE),)


def after(position: int, action: Action) -> list[int]:
    (move,) = action
    return [(position * 7 + int(move.card or 0) + 1) % PRIME]


class Player:
    """Opens a deal, plays it at random, saves each action."""

    def __init__(self, storage: Storage, key: DealKey = DEAL, seed: int = 1) -> None:
        self.storage, self.key, self.random = storage, key, random.Random(seed)
        self.joined = 0
        """How often another window had written."""
        self.open()

    def open(self) -> None:
        found = self.storage.open(self.key)
        self.seconds, self.number = found.state.seconds, found.number
        self.history: History[int, Action] = History(
            1,
            passed=after,
            key=lambda position: position,
            is_won=lambda position: position == WIN,
            text=action_text,
        )
        self.history.restore(found.edges, found.line, found.bookmarks)

    def whole(self) -> HistoryChanges[Action]:
        history = self.history
        line = tuple(step.action for step in history.line[1:] if step.action is not None)
        marks = tuple(mark.saved for mark in history.bookmarks)
        return HistoryChanges(history.graph.rows(), (), 0, line, history.at, marks)

    def save(self, **more: Any) -> None:
        state = DealState(self.seconds, attempt=7, total=self.seconds)
        changes = DealChanges(
            self.history.take_changes(), state, self.number, actions=1, moves=self.history.moves
        )
        if self.storage.save(self.key, changes._replace(**more), self.whole):
            self.joined += 1
            theirs = self.storage.deal(self.key)
            self.history.join(theirs.edges, theirs.bookmarks)

    def act(self) -> None:
        history, pick = self.history, self.random.random()
        self.seconds += 1
        if pick < 0.6:
            history.play(act(self.random.randrange(52)))
        elif pick < 0.75:
            history.undo(self.random.randrange(1, 5))
        elif pick < 0.85:
            history.redo()
        elif pick < 0.9:
            history.forget()
        elif pick < 0.95:
            history.bookmark()
        else:
            history.swap_bookmark()

    def play(self, count: int = 1) -> Player:
        for _ in range(count):
            self.act()
            self.save()
        return self

    def play_refused(self, count: int = 1) -> set[StorageTrouble | None]:
        """Play while nothing can be saved; returns why."""
        told = set()
        for _ in range(count):
            self.act()
            told.add(trouble_of(self.save))
        return told

    @property
    def standing(self) -> tuple[Any, ...]:
        edges, _, _, line, place, marks = self.whole()
        return sorted(map(tuple, edges)), line, place, marks, self.seconds


def standing(storage: Storage, key: DealKey = DEAL) -> tuple[Any, ...]:
    """What is stored of a deal, to be compared with `Player.standing`."""
    deal = storage.deal(key)
    line = deal.line.actions, deal.line.place
    return sorted(deal.edges), *line, deal.bookmarks, deal.state.seconds


def edges(storage: Storage, key: DealKey = DEAL) -> set[tuple[int, int]]:
    return {row[:2] for row in storage.deal(key).edges}


def trouble_of(what: Callable[[], object]) -> StorageTrouble | None:
    """Why a call fails; None if it does not."""
    try:
        what()
    except StorageError as error:
        return error.trouble
    return None


def troubles(storage: Storage) -> list[StorageTrouble]:
    return [notice.trouble for notice in storage.take_notices()]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}

"""What counts as an attempt, where the record and the history do not say the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.deals import deck_of
from game.core.position import Action, action_text, parse_action
from game.play.session import Session
from game.record.game_store import GameStore
from game.rules import RULES
from game.storage import DealKey, PlayOutcome, Storage
from game.system.trace import Tracer

RULE = RULES["klondike"]()
DECK = deck_of(7)


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    storage: Storage[Action] = Storage(tmp_path, action_text=action_text, parse_action=parse_action)
    return GameStore(storage, Tracer(), lambda text: None)


def play(session: Session, count: int) -> None:
    for _ in range(count):
        session.play(session.rules.moves(session.position)[0])


def outcomes(store: GameStore) -> list[PlayOutcome]:
    return [each.play.outcome for each in store.storage.plays()]


def test_to_play_on_in_an_unsolved_deal_counts_though_its_plays_were_cleared(
    store: GameStore,
) -> None:
    play(store.open(RULE, DECK, 7), 3)
    store.storage.clear_plays()
    play(store.open(RULE, DECK, 7), 1)
    assert outcomes(store) == [PlayOutcome.OPEN]


def test_after_its_history_was_cleared_the_open_deal_is_begun_again(store: GameStore) -> None:
    session = store.open(RULE, DECK, 7)
    play(session, 3)
    store.clear(RULE, DECK)
    assert session.tree.line() == []
    play(session, 1)
    session.undo(1)
    session.redo()
    again = store.open(RULE, DECK, 7)
    assert len(again.tree.line()) == 1
    key = DealKey(RULE.name, RULE.policy, next(iter(store.storage.plays())).key.deck)
    assert store.storage.play(key, 1) is not None

"""First games that an older version stored."""

from __future__ import annotations

from pathlib import Path

from recording_services import NOWHERE

from game.core import deals
from game.core.deals import Deck
from game.play.session import Session
from game.record.first_games_of_older_versions import clear_stored_first_games
from game.record.game_store import GameStore
from game.rules import rules_for
from game.solver import registry
from game.solver.answer import Goal
from game.storage import Storage
from game.system.trace import Tracer

LESSONS = Path(__file__).parents[2] / "assets" / "lessons"
JAM = rules_for("brainjam")
DECK = deals.parse_deck((LESSONS / "brainjam.txt").read_text(encoding="utf-8").splitlines()[0])


def opened(storage: Storage, deck: Deck, *, counts: bool = True) -> tuple[GameStore, Session]:
    store = GameStore(storage, Tracer(), lambda told: None)
    return store, store.open(JAM, deck, None, autoplay=False, counts=counts)


def stored(storage: Storage, deck: Deck, actions: int) -> None:
    """Play and store a deal, as older versions did with a first game, too."""
    _, session = opened(storage, deck)
    for move in registry.solve(JAM, session.position, Goal.FIRST).moves[:actions]:
        session.play(move)


def test_a_first_game_left_midway_is_not_offered_and_another_deal_is() -> None:
    storage = Storage(NOWHERE, read_only=True)
    stored(storage, DECK, 3)
    stored(storage, deals.deck_of(1), 3)
    clear_stored_first_games(storage, LESSONS)
    (left,) = storage.unfinished(most=5)
    assert left.key.deck == deals.deck_text(deals.deck_of(1))


def test_it_is_done_once() -> None:
    storage = Storage(NOWHERE, read_only=True)
    for _ in range(2):
        stored(storage, DECK, 3)
        clear_stored_first_games(storage, LESSONS)
    assert len(storage.unfinished(most=5)) == 1


def test_nothing_is_written_where_no_first_game_is_stored() -> None:
    storage = Storage(NOWHERE, read_only=True)
    before = storage.facts("")
    clear_stored_first_games(storage, LESSONS)
    assert storage.facts("") == before


def test_a_first_game_that_was_won_opens_as_if_never_played() -> None:
    storage = Storage(NOWHERE, read_only=True)
    stored(storage, DECK, 200)
    store, session = opened(storage, DECK, counts=False)
    assert len(session.tree) == 1 and store.best is None and not store.clock_runs
    above = store.open(JAM, deals.deck_of(1), 1)
    store.leave(above)
    assert len(session.tree) == 1 and store.best is None

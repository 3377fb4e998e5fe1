"""What counts as an attempt, where the record and the history do not say the same."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from history_lines import made
from recording_services import NOWHERE

from game.core.deals import deck_of, deck_text
from game.play.session import Session
from game.record.game_store import GameStore
from game.record.seen_places import Today
from game.rules import RULES
from game.storage import (
    DealKey,
    HelpKind,
    PlayOutcome,
    Storage,
    StoredAnswer,
    database_files,
)
from game.system.console import Tracer

RULE = RULES["klondike"]()
DECK = deck_of(7)
KEY = DealKey(RULE.name, RULE.policy, deck_text(DECK))


@pytest.fixture
def store(tmp_path: Path) -> GameStore:
    storage = Storage(tmp_path)
    return GameStore(storage, Tracer(), lambda text: None)


def play(session: Session, count: int) -> None:
    for _ in range(count):
        session.play(session.rules.moves(session.position)[0])


def outcomes(store: GameStore) -> list[PlayOutcome]:
    return [each.play.outcome for each in store.storage.plays.all()]


def test_to_play_on_in_an_unsolved_deal_counts_though_its_plays_were_cleared(
    store: GameStore,
) -> None:
    play(store.open(RULE, DECK, 7), 3)
    store.storage.plays.clear()
    play(store.open(RULE, DECK, 7), 1)
    assert outcomes(store) == [PlayOutcome.OPEN]


def test_after_its_history_was_cleared_the_open_deal_is_begun_again(store: GameStore) -> None:
    session = store.open(RULE, DECK, 7)
    play(session, 3)
    store.clear(RULE, DECK)
    assert made(session.history) == []
    play(session, 1)
    session.undo(1)
    session.redo()
    again = store.open(RULE, DECK, 7)
    assert len(made(again.history)) == 1
    assert [play.attempt for play in store.storage.plays.of(KEY)] == [1]


def test_of_a_deal_without_an_answer_there_is_none_to_show(store: GameStore) -> None:
    store.open(RULE, DECK, 7)
    assert store.answer_of(RULE, DECK) == ()


@pytest.mark.parametrize("take", [GameStore.clear, GameStore.delete])
def test_what_is_taken_of_another_deal_leaves_the_open_one_as_it_is(
    store: GameStore, take: Callable[..., object]
) -> None:
    play(store.open(RULE, deck_of(8), 8), 2)
    session = store.open(RULE, DECK, 7)
    play(session, 3)
    take(store, RULE, deck_of(8))
    assert len(made(session.history)) == 3
    assert store.storage.line(DealKey(*KEY[:2], deck_text(deck_of(8)))).actions == ()
    take(store, RULE, DECK)
    assert made(session.history) == []


def test_an_answer_that_is_shown_is_told_once_however_much_is_shown_of_it(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    storage = Storage(NOWHERE, read_only=True)
    store = GameStore(storage, Tracer(trace), lambda text: None)
    session = store.open(RULE, DECK, 7)
    for move in RULE.moves(session.position)[:2]:
        store.note_shown(session, moves=[move])
    assert trace.read_text().count('"show-me"') == 1
    assert list(storage.answers.help_of(KEY).values()) == [HelpKind.SHOWN, HelpKind.SHOWN]


def test_to_try_again_writes_what_could_not_be_written(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_files, "BUSY_TIMEOUT_S", 0.001)
    session = store.open(RULE, DECK, 7)
    holding = sqlite3.connect(tmp_path / database_files.MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    play(session, 2)
    assert not store.try_again() and store.storage.unsaved.lost == 2
    holding.close()
    assert store.try_again() and not store.storage.has_unsaved


def test_an_attempt_goes_on_when_another_window_has_played_on_in_it(
    store: GameStore, tmp_path: Path
) -> None:
    session = store.open(RULE, DECK, 7)
    other_storage = Storage(tmp_path)
    other = GameStore(other_storage, Tracer(), lambda text: None)
    play(session, 2)
    play(other.open(RULE, DECK, 7), 4)
    store.count_hint(session)  # here both histories are joined
    assert store.clock_runs
    store.count_hint(session)
    assert [each.play.hints for each in store.storage.plays.all()] == [2]
    store.begin_again(session)
    session.to_start()
    play(session, 1)
    assert [each.attempt for each in store.storage.plays.of(KEY)] == [1, 2]


def test_an_answer_that_does_not_win_by_the_rules_of_today_stays_as_it_is(
    store: GameStore,
) -> None:
    wrong = StoredAnswer(5, "As>Kh", 7, how=HelpKind.ALONE)
    store.storage.answers.offer([(KEY, wrong)])
    play(store.open(RULE, DECK, 7), 1)
    saved = store.storage.answers.best(KEY)
    assert saved is not None and (saved.moves, saved.actions) == (5, "As>Kh")


def test_how_a_line_came_about_is_told_once_it_is_won(store: GameStore) -> None:
    assert store.how is HelpKind.ALONE  # nothing is open
    play(store.open(RULE, DECK, 7), 1)
    assert [each.play.how for each in store.storage.plays.all()] == [None]


def test_what_is_no_action_is_not_counted_among_those_that_could_not_be_saved(
    store: GameStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_files, "BUSY_TIMEOUT_S", 0.001)
    session = store.open(RULE, DECK, 7)
    play(session, 1)
    holding = sqlite3.connect(tmp_path / database_files.MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    store.count_hint(session)
    assert store.storage.has_unsaved and sum(store.storage.unsaved) == 0
    holding.close()


def test_of_a_deal_that_does_not_count_nothing_is_stored(store: GameStore) -> None:
    session = store.open(RULE, DECK, 7, counts=False)
    play(session, 2)
    store.count_hint(session)
    store.spend(30.0)
    store.leave(session)
    assert outcomes(store) == [] and store.storage.line(KEY).actions == ()
    assert store.storage.library() == [] and store.storage.last_played() is None
    assert not store.storage.has_unsaved and not store.storage.facts("today")


def test_the_day_of_a_deal_that_was_deleted_begins_anew(store: GameStore) -> None:
    day = ["2001-01-01"]
    store.today = Today(store.storage, lambda: day[0])
    play(store.open(RULE, DECK, 7), 3)
    day[0] = "2001-01-02"
    play(store.open(RULE, DECK, 7), 3)
    store.open(RULE, DECK, 7)
    assert store.today.before == 3
    store.delete(RULE, DECK)
    assert store.today.before == 0


def test_a_better_move_that_a_review_has_named_is_help_at_once(store: GameStore) -> None:
    session = store.open(RULE, DECK, 7)
    move = RULE.moves(session.position)[0]
    store.name_better(session, [(session.position, move)])
    assert list(store.storage.answers.help_of(KEY).values()) == [HelpKind.HINTS]


def test_a_deal_that_is_left_at_once_is_not_written_again(store: GameStore) -> None:
    session = store.open(RULE, DECK, 7)
    play(session, 1)
    before = store.storage.deal(KEY).saved
    store.spend(0.5)
    store.keep_time(session)
    assert store.storage.deal(KEY).saved == before
    store.spend(5.0)
    store.keep_time(session)
    assert store.storage.deal(KEY).saved > before


def test_trouble_with_saving_is_told_once_for_as_long_as_it_lasts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_files, "BUSY_TIMEOUT_S", 0.001)
    told: list[str] = []
    storage = Storage(tmp_path)
    store = GameStore(storage, Tracer(), told.append)
    session = store.open(RULE, DECK, 7)
    for times in (1, 2):
        holding = sqlite3.connect(tmp_path / database_files.MAIN, isolation_level=None)
        holding.execute("BEGIN IMMEDIATE")
        play(session, 3)
        assert len(told) == times and "Another program is using" in told[-1]
        holding.close()
        play(session, 1)

"""The library and the unfinished deals, and what deleting a deal does to them."""

from __future__ import annotations

from pathlib import Path

import pytest
from storage_player import DEAL, KEYS, OTHER, Player, standing

from game.history import EdgeRow, HistoryChanges
from game.storage import (
    About,
    DealChanges,
    DealKey,
    DealState,
    HelpKind,
    LibraryRow,
    Play,
    PlayOutcome,
    Storage,
    StoredAnswer,
)
from game.storage.database_files import BACKUP

OPEN, STUCK, WON = PlayOutcome


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path, clock=lambda: 1000.0)


def save(
    storage: Storage, key: DealKey, positions: int = 0, attempt: int = 0, **more: object
) -> None:
    rows = tuple(EdgeRow(n, n + 1, (), 1) for n in range(1, positions + 1))  # type: ignore[var-annotated]
    history = HistoryChanges(rows)
    state = DealState(4.0, attempt=attempt, total=20.0)
    storage.save(key, DealChanges(history, state, 5, "p", **more), lambda: history)


def test_a_row_tells_how_a_deal_stands(storage: Storage) -> None:
    plays = [Play(1, WON, 60, 30.0, how=HelpKind.ALONE, id=1), Play(2, OPEN, 5, 4.0, id=2)]
    answers = [StoredAnswer(60, "a", 5), StoredAnswer(55, "b", 5, how=HelpKind.SHOWN)]
    save(storage, DEAL, 3, 2, plays=plays, answers=answers)
    storage.note(DEAL, About("Kings", "Left", 50))
    [row] = storage.library()
    assert row == LibraryRow(
        DEAL, 5, 3, 34.0, 1000, row.last_opened, 55, 60, HelpKind.SHOWN, "Kings", "Left", 50, "p"
    )
    assert storage.attempt_totals("brainjam", "") == {DEAL.deck: (2, 34.0)}


def test_a_deal_with_an_answer_or_a_note_alone_has_a_row(storage: Storage) -> None:
    storage.answers.offer([(KEYS[1], StoredAnswer(60, "a", 1, 77, HelpKind.IMPORTED))])
    storage.note(KEYS[2], About(name="Kings"))
    storage.note(KEYS[3], About(shortest=40))
    rows = {row.key: row for row in storage.library()}
    assert rows[KEYS[1]] == LibraryRow(KEYS[1], 1, when=77, best=60, how=HelpKind.IMPORTED)
    assert rows[KEYS[2]] == LibraryRow(KEYS[2], name="Kings") and len(rows) == 2


def test_of_two_answers_of_a_length_that_found_alone_counts(storage: Storage) -> None:
    storage.answers.offer([(DEAL, StoredAnswer(60, "a", how=HelpKind.HINTS))])
    storage.answers.offer([(DEAL, StoredAnswer(60, "b"))])
    [row] = storage.library()
    assert (row.best, row.alone, row.how) == (60, 60, HelpKind.ALONE)


def test_what_was_left_in_the_middle_is_unfinished_and_nothing_else(storage: Storage) -> None:
    answer = [StoredAnswer(60, "a")]
    save(storage, KEYS[0])
    save(storage, KEYS[1], 3)
    save(storage, KEYS[2], 3, won=True)
    save(storage, KEYS[3], 3, answers=answer)
    save(storage, KEYS[4], 3, 4, answers=answer, plays=[Play(2, STUCK, 5, 4.0, id=4)])
    save(storage, KEYS[5], 3, 5, answers=answer, plays=[Play(2, WON, 5, 4.0, id=5)])
    save(storage, OTHER, 3)
    assert [row.key for row in storage.unfinished(None, 9)] == [OTHER, KEYS[4], KEYS[1]]
    assert [row.key for row in storage.unfinished("brainjam")] == [KEYS[4]]
    assert storage.games_with_unfinished(()) == {"brainjam", "lapeau"}
    assert storage.games_with_unfinished({"brainjam"}) == {"lapeau"}
    [row] = storage.unfinished("lapeau")
    assert (row.number, row.positions, row.when, row.pack) == (5, 3, 1000, "p")


def test_a_deleted_deal_is_gone_but_for_its_plays_and_comes_back_whole(storage: Storage) -> None:
    player = Player(storage).play(30)
    play = Play(1, OPEN, 60, 30.0, id=1, when=5)
    player.save(plays=[play], answers=[StoredAnswer(60, "a")], ordered=["b"], seen=[(1, 2)])
    storage.note(DEAL, About("Kings"))
    before, row = storage.deal(DEAL), storage.library()
    deleted = storage.delete(DEAL)
    assert storage.library() == [] == storage.unfinished() and storage.last_played() is None
    assert storage.open(DEAL).edges == () and storage.answers.best(DEAL) is None
    assert storage.plays.of(DEAL) == [play] and storage.touched("brainjam", "") == {}
    assert storage.deal(DEAL).state.ordinal == 2, "another attempt is no first one"
    storage.put_back(deleted)
    assert storage.deal(DEAL) == before and storage.library() == row


def test_what_was_played_since_a_deletion_stays_when_it_is_undone(storage: Storage) -> None:
    first = Player(storage).play(20)
    deleted = storage.delete(DEAL)
    second = Player(storage, seed=2).play(20)
    line = storage.line(DEAL)
    storage.put_back(deleted)
    second.open()
    known = {edge.ends for edge in second.history.graph.edges()}
    assert {edge.ends for edge in first.history.graph.edges()} <= known
    assert storage.line(DEAL) == line
    second.play(3)
    assert standing(storage) == second.standing


def test_a_backup_takes_the_place_of_one_that_has_deals_deleted_since(
    storage: Storage, tmp_path: Path
) -> None:
    for key in KEYS[:2]:
        Player(storage, key).play(3)
    storage.back_up()
    storage.delete(KEYS[0])
    assert storage.back_up()
    assert {path.name for path in tmp_path.glob("*backup*")} == {BACKUP}
    assert not list(tmp_path.glob("*damaged*"))

"""The table of worths: bounded, of one solver only, and no damaged row is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.storage import Storage, worth_cache
from game.storage.worth_cache import KeptWorth


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path)


def some(count: int, first: int = 0) -> list[KeptWorth]:
    return [KeptWorth(n, False, 10, 12, "7h>8h+6h>done") for n in range(first, first + count)]


def test_rows_come_back_as_they_were_kept(storage: Storage) -> None:
    kept = [KeptWorth(-5, True, 0, None, None), KeptWorth(2**62, False, 3, 4, "")]
    storage.keep_worths("one", "lapeau", "same", kept)
    marks = [-5, 2**62, 9]
    assert sorted(storage.worths("one", "lapeau", "same", marks)) == sorted(kept)
    assert storage.worths("one", "lapeau", "alternate", marks) == []


def test_more_is_known_replaces_what_was_known(storage: Storage) -> None:
    storage.keep_worths("one", "lapeau", "same", some(1))
    better = KeptWorth(0, False, 12, 12, "7h>8h")
    storage.keep_worths("one", "lapeau", "same", [better])
    assert storage.worths("one", "lapeau", "same", [0]) == [better]


def test_another_solver_throws_away_what_the_older_found(storage: Storage) -> None:
    storage.keep_worths("one", "lapeau", "same", some(3))
    assert storage.worths("two", "lapeau", "same", [0, 1, 2]) == []
    storage.keep_worths("two", "lapeau", "same", some(1, 7))
    assert storage.worths("one", "lapeau", "same", [0, 1, 2, 7]) == []
    assert len(storage.worths("two", "lapeau", "same", [0, 1, 2, 7])) == 1


def test_the_oldest_go_where_there_are_too_many(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth_cache, "MOST", 40)
    monkeypatch.setattr(worth_cache, "_AFTER_CUT", 30)
    for last_opened in range(6):
        storage.keep_worths("one", "lapeau", "same", some(10, 10 * last_opened))
    left = {one.mark for one in storage.worths("one", "lapeau", "same", range(60))}
    assert len(left) <= 40
    assert set(range(50, 60)) <= left
    assert not left & set(range(10))


def test_rows_written_over_and_over_push_nothing_out(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth_cache, "MOST", 40)
    monkeypatch.setattr(worth_cache, "_AFTER_CUT", 30)
    for _ in range(10):
        storage.keep_worths("one", "lapeau", "same", some(20))
    assert len(storage.worths("one", "lapeau", "same", range(20))) == 20


def test_a_row_that_is_not_as_it_was_written_is_not_believed(storage: Storage) -> None:
    storage.keep_worths("one", "lapeau", "same", some(2))
    storage._home.tables.db.execute("UPDATE worth SET least = 99 WHERE mark = 1")
    assert [one.mark for one in storage.worths("one", "lapeau", "same", [0, 1])] == [0]


def test_a_file_of_the_version_before_gets_the_table(tmp_path: Path) -> None:
    import sqlite3

    from game.storage import files, schema
    from game.storage.tables import Tables

    db = sqlite3.connect(tmp_path / files.MAIN, isolation_level=None)
    schema.migrate(Tables(db), schema.STEPS[:2])
    db.close()
    kept = Storage(tmp_path)
    kept.keep_worths("one", "lapeau", "same", some(2))
    assert len(kept.worths("one", "lapeau", "same", [0, 1])) == 2
    assert kept.check() == []

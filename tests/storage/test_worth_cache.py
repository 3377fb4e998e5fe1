"""The cache of worths: bounded, of one solver only, never believed where it is damaged, and the
first to go where the disk is full.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from game.history import HistoryChanges
from game.storage import (
    DealChanges,
    DealKey,
    DealState,
    Storage,
    StorageError,
    StorageTrouble,
    database_files,
    worth_cache,
)
from game.storage.tables import Tables
from game.storage.worth_cache import KeptWorth

DEAL = DealKey("lapeau", "same", "ABCD" * 13)


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """The file of the solver 'one'."""
    return tmp_path / "cache" / "worths-one.sqlite3"


def some(count: int, first: int = 0) -> list[KeptWorth]:
    return [KeptWorth(n, False, 10, 12, "7h>8h+6h>done") for n in range(first, first + count)]


def test_rows_come_back_as_they_were_kept(storage: Storage) -> None:
    kept = [KeptWorth(-5, True, 0, None, None), KeptWorth(2**62, False, 3, 4, "")]
    storage.worths.write("one", "lapeau", "same", kept)
    hashes = [-5, 2**62, 9]
    assert sorted(storage.worths.read("one", "lapeau", "same", hashes)) == sorted(kept)
    assert storage.worths.read("one", "lapeau", "alternate", hashes) == []


def test_more_is_known_replaces_what_was_known(storage: Storage) -> None:
    storage.worths.write("one", "lapeau", "same", some(1))
    better = KeptWorth(0, False, 12, 12, "7h>8h")
    storage.worths.write("one", "lapeau", "same", [better])
    assert storage.worths.read("one", "lapeau", "same", [0]) == [better]


def test_another_solver_throws_away_what_the_older_found(storage: Storage) -> None:
    storage.worths.write("one", "lapeau", "same", some(3))
    assert storage.worths.read("two", "lapeau", "same", [0, 1, 2]) == []
    storage.worths.write("two", "lapeau", "same", some(1, 7))
    assert storage.worths.read("one", "lapeau", "same", [0, 1, 2, 7]) == []
    assert len(storage.worths.read("two", "lapeau", "same", [0, 1, 2, 7])) == 1


def test_the_oldest_go_where_there_are_too_many(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth_cache, "MOST", 40)
    for last_opened in range(6):
        storage.worths.write("one", "lapeau", "same", some(10, 10 * last_opened))
    left = {one.key_hash for one in storage.worths.read("one", "lapeau", "same", range(60))}
    assert left == set(range(20, 60))


def test_rows_written_over_and_over_push_nothing_out(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth_cache, "MOST", 40)
    for _ in range(10):
        storage.worths.write("one", "lapeau", "same", some(20))
    assert len(storage.worths.read("one", "lapeau", "same", range(20))) == 20


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_a_damaged_cache_is_made_anew(storage: Storage, cache: Path, content: bytes) -> None:
    cache.parent.mkdir()
    cache.write_bytes(content)
    assert storage.worths.read("one", "lapeau", "same", [0]) == []
    storage.worths.write("one", "lapeau", "same", some(1))
    assert len(storage.worths.read("one", "lapeau", "same", [0])) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_in_the_place_of_the_cache_is_not_waited_for(storage: Storage, cache: Path) -> None:
    cache.parent.mkdir()
    os.mkfifo(cache)
    storage.worths.write("one", "lapeau", "same", some(1))
    assert storage.worths.read("one", "lapeau", "same", [0]) == []


def test_a_folder_that_cannot_be_made_costs_nothing_but_the_cache(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    storage = Storage(tmp_path / "data", cache=tmp_path / "file" / "cache")
    storage.worths.write("one", "lapeau", "same", some(1))
    assert storage.worths.read("one", "lapeau", "same", [0]) == []


def test_a_program_that_writes_the_cache_is_not_waited_for(storage: Storage, cache: Path) -> None:
    storage.worths.write("one", "lapeau", "same", some(1))
    with closing(sqlite3.connect(cache, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")
        storage.worths.write("one", "lapeau", "same", some(1, 7))
        assert storage.worths.read("one", "lapeau", "same", [0, 7]) == []
    assert storage.worths.read("one", "lapeau", "same", [0, 7]) == some(1)


def test_without_writing_the_cache_is_read_only(storage: Storage, tmp_path: Path) -> None:
    storage.worths.write("one", "lapeau", "same", some(1))
    reading = Storage(tmp_path, read_only=True)
    reading.worths.write("one", "lapeau", "same", some(1, 7))
    reading.worths.write("two", "lapeau", "same", some(1))
    assert reading.worths.read("one", "lapeau", "same", [0, 7]) == some(1)


# A full disk


def test_the_cache_goes_before_a_move_is_refused(
    storage: Storage, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.worths.write("one", "lapeau", "same", some(1))

    def full_disk(tables: Tables, *what: object, anew: bool) -> None:
        if cache.exists():
            raise StorageError(StorageTrouble.FULL, "no room")
        write(tables, *what, anew=anew)  # type: ignore[arg-type]

    write = Tables.write
    monkeypatch.setattr(Tables, "write", full_disk)
    storage.save(DEAL, DealChanges(HistoryChanges(), DealState()), HistoryChanges)
    assert not storage.has_unsaved and not cache.exists()
    storage.close()


def test_the_cache_goes_before_a_start_that_saves_nothing(
    storage: Storage, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.worths.write("one", "lapeau", "same", some(1))
    storage.close()

    def full_disk(path: Path) -> Tables:
        if cache.exists():
            raise OSError(errno.ENOSPC, "No space left on device")
        return open_file(path)

    open_file = database_files.open_file
    monkeypatch.setattr(database_files, "open_file", full_disk)
    again = Storage(tmp_path)
    assert again.on_disk and again.take_notices() == [] and not cache.exists()
    again.close()

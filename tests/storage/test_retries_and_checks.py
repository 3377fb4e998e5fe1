"""The player's file is looked after while they play, and they are told what was done."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from storage_player import DEAL, OTHER, act

from game.core.moves import action_text
from game.history import EdgeRow, HistoryChanges
from game.storage import DealChanges, DealKey, DealState, Storage, StorageError
from game.storage.database_files import BACKUP, MAIN
from game.storage.retries_and_checks import CHECKPOINT_S, LONG_REST, RETRY_S, Maintenance
from game.storage.salvage_and_backup import BACK_UP_S


def open_storage(folder: Path, read_only: bool = False) -> Storage:
    return Storage(folder, read_only=read_only)


def save(storage: Storage, id: int, key: DealKey = DEAL) -> None:
    history = HistoryChanges((EdgeRow(id, id + 1, act(id), 1),))
    storage.save(key, DealChanges(history, DealState(), positions=id), lambda: history)


def spoil(folder: Path) -> None:
    """Put a value into the file that its tables do not admit."""
    db = sqlite3.connect(folder / MAIN)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute("UPDATE edge SET cost = -1 WHERE deal = 1")
    db.commit()
    db.close()


class House:
    """A storage, who looks after it, and what was said."""

    def __init__(self, folder: Path, **how: bool) -> None:
        self.storage = open_storage(folder, **how)
        self.told: list[str] = []
        self.woken = threading.Event()
        self.maintenance = Maintenance(self.storage, self.told.append, self.woken.set, str)

    def look(self) -> None:
        """The first frame was shown; until the thread has called."""
        self.maintenance.begin()
        assert self.woken.wait(30)
        self.maintenance.collect()

    def close(self) -> None:
        self.maintenance.close()
        self.storage.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    made: list[House] = []

    def make(folder: Path = tmp_path, **how: bool) -> House:
        made.append(House(folder, **how))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_an_attempt_to_save_that_takes_seconds_is_followed_by_a_longer_rest(
    house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, tries = house(), []
    clock = iter([0.0, 10.0, 20.0, 20.0, 30.0, 30.0])
    monkeypatch.setattr("time.perf_counter", lambda: next(clock))
    monkeypatch.setattr(Storage, "wants_file", True)
    monkeypatch.setattr(Storage, "idle", lambda storage: tries.append(storage))
    counts = []
    for seconds in (RETRY_S, RETRY_S, LONG_REST * 10.0 - 4, 1.0, RETRY_S):
        kept.maintenance.update(seconds)
        counts.append(len(tries))
    assert counts == [1, 1, 1, 2, 3]


def test_a_good_file_is_backed_up_and_nothing_is_said(
    house: Callable[..., House], tmp_path: Path
) -> None:
    storage = open_storage(tmp_path)
    save(storage, 1)
    storage.close()
    kept = house()
    kept.look()
    assert kept.told == []
    (tmp_path / MAIN).rename(tmp_path / "lost")
    assert open_storage(tmp_path).deal(DEAL).edges == kept.storage.deal(DEAL).edges != ()


def test_a_damaged_file_is_set_aside_and_the_backup_stands_in(
    house: Callable[..., House], tmp_path: Path
) -> None:
    kept = house()
    save(kept.storage, 1)
    save(kept.storage, 1, OTHER)
    kept.look()
    save(kept.storage, 2, OTHER)
    spoil(tmp_path)
    kept.woken.clear()
    kept.look()
    [aside] = tmp_path.glob("fourfold-damaged-*.sqlite3")
    assert len(kept.told) == 1
    assert "damaged" in kept.told[0] and aside.name in kept.told[0]
    assert [row[2] for row in kept.storage.deal(DEAL).edges] == [act(1)]
    assert len(kept.storage.deal(OTHER).edges) == 2, "newer than the backup, and good"
    assert kept.storage.check() == []


def test_a_second_program_says_that_it_cannot_mend_the_file(
    house: Callable[..., House], tmp_path: Path
) -> None:
    first = house()
    save(first.storage, 1)
    second = house()
    second.maintenance.tell_notices()
    assert second.told == ["Fourfold is already running: both windows save your games"]
    spoil(tmp_path)
    second.look()
    assert second.told[1:] == [
        "Some saved games are damaged: everything readable has been recovered"
    ]
    assert list(tmp_path.glob("fourfold-damaged-*")) == []


def test_the_second_program_takes_over_when_the_first_has_ended(
    house: Callable[..., House], tmp_path: Path
) -> None:
    first, second = open_storage(tmp_path), house()
    first.close()
    save(second.storage, 1)
    second.maintenance.update(CHECKPOINT_S + 1)
    save(second.storage, 2)
    second.look()
    assert (tmp_path / BACKUP).exists(), "only who holds the folder makes a backup"


def test_what_could_not_be_saved_is_tried_again_until_it_is_and_told(
    house: Callable[..., House], tmp_path: Path
) -> None:
    kept = house()
    save(kept.storage, 1)
    other = sqlite3.connect(tmp_path / MAIN, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StorageError):
        save(kept.storage, 2)
    assert kept.maintenance.due == RETRY_S
    kept.maintenance.update(RETRY_S + 1)
    assert kept.told == [] and kept.storage.has_unsaved
    other.execute("ROLLBACK")
    other.close()
    kept.maintenance.update(RETRY_S - 1)
    assert kept.storage.has_unsaved, "not yet"
    kept.maintenance.update(2)
    assert kept.told == ["Saving works again: all your moves are saved"]
    assert len(open_storage(tmp_path).deal(DEAL).edges) == 2
    assert kept.maintenance.due is None


def test_a_folder_that_comes_back_gets_all_that_was_played_without_it(
    house: Callable[..., House], tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.write_text("no folder")
    kept = house(folder)
    kept.maintenance.tell_notices()
    assert len(kept.told) == 1 and "cannot be reached" in kept.told.pop()
    with pytest.raises(StorageError):
        save(kept.storage, 1)
    folder.unlink()
    kept.maintenance.update(RETRY_S + 1)
    assert kept.storage.on_disk and kept.maintenance.due is None
    assert kept.told == ["Saving works again: all your moves are saved"]
    assert len(open_storage(folder, True).deal(DEAL).edges) == 1


def test_the_log_is_taken_into_the_file_some_time_after_the_last_action(
    house: Callable[..., House], tmp_path: Path
) -> None:
    kept = house()
    assert kept.maintenance.due is None, "nobody is woken for nothing"
    for id in range(1, 30):
        save(kept.storage, id)
    before = (tmp_path / MAIN).stat().st_size
    assert kept.maintenance.due == CHECKPOINT_S
    kept.maintenance.update(CHECKPOINT_S)
    assert (tmp_path / MAIN).stat().st_size > before
    assert kept.maintenance.due is None


def test_a_backup_is_made_again_after_some_minutes(
    house: Callable[..., House], tmp_path: Path
) -> None:
    kept = house()
    save(kept.storage, 1)
    kept.maintenance.update(BACK_UP_S)
    assert kept.woken.wait(30)
    assert (tmp_path / BACKUP).exists()


def test_closing_does_not_wait_for_a_long_check(
    house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = house()
    begun = threading.Event()
    ended: list[bool] = []

    def check(stop: threading.Event) -> list[str]:
        begun.set()
        ended.append(stop.wait(60))
        return []

    monkeypatch.setattr(kept.storage, "check", check)
    kept.maintenance.begin()
    assert begun.wait(30)
    kept.maintenance.close()
    assert ended == [True] and not kept.woken.is_set()


def test_a_check_that_is_stopped_finds_nothing_and_makes_no_backup(
    house: Callable[..., House], tmp_path: Path
) -> None:
    kept = house()
    for id in range(1, 400):
        save(kept.storage, id)
    spoil(tmp_path)
    stop = threading.Event()
    assert kept.storage.check(stop) != []
    stop.set()
    assert kept.storage.check(stop) == []
    assert not kept.storage.back_up(stop)
    assert not (tmp_path / BACKUP).exists()
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".tmp"]


def test_read_only_is_checked_and_nothing_is_written(
    house: Callable[..., House], tmp_path: Path
) -> None:
    storage = open_storage(tmp_path)
    save(storage, 1)
    storage.close()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = house(read_only=True)
    kept.look()
    kept.maintenance.update(BACK_UP_S)
    assert kept.told == [] and kept.maintenance.due is None
    kept.maintenance.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_text_that_is_no_text_any_more_is_damage(
    house: Callable[..., House], tmp_path: Path
) -> None:
    storage = open_storage(tmp_path)
    save(storage, 1)
    storage.close()
    content = (tmp_path / MAIN).read_bytes()
    text = action_text(act(1)).encode()
    (tmp_path / MAIN).write_bytes(content.replace(text, b"\xff" + text[1:]))
    kept = house()
    assert kept.storage.deal(DEAL).edges == ()
    kept.maintenance.tell_notices()
    assert len(kept.told) == 1 and "damaged" in kept.told[0]
    assert kept.storage.check() == []

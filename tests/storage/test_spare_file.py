"""What the player's file refuses is in a spare file at once, and in the player's file again as soon
as that takes it, at the latest after the next start.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from storage_player import (
    DEAL,
    OTHER,
    Player,
    act,
    edges,
    standing,
    trouble_of,
    troubles,
)

from game.history import HistoryChanges
from game.storage import (
    About,
    DealChanges,
    DealState,
    Play,
    PlayOutcome,
    Storage,
    StorageTrouble,
    StoredAnswer,
    Unsaved,
    database_files,
    player_file,
    salvage_and_backup,
    spare_files,
)
from game.storage.database_files import MAIN

posix = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    return [tmp_path / "state", tmp_path / "var"]


def started(folder: Path, places: list[Path]) -> Storage:
    return Storage(folder, spare_folders=places)


def left(places: list[Path]) -> list[Path]:
    return [folder for place in places if place.exists() for folder in place.iterdir()]


def held(folder: Path) -> Callable[[], None]:
    """Another program holds the file."""
    other = sqlite3.connect(folder / MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other.close


def replaced(folder: Path) -> Callable[[], None]:
    """The file has given its place to a folder without a lock on it, as it does for a moment."""
    for end in ("", "-wal", "-shm"):
        (folder / f"{MAIN}{end}").unlink(missing_ok=True)
    shutil.rmtree(folder)
    folder.symlink_to(folder.parent / "nowhere" / "at" / "all")
    return folder.unlink


def gone(folder: Path) -> Callable[[], None]:
    """The whole folder is gone, and a file is in its place."""
    shutil.rmtree(folder)
    folder.write_text("")
    return folder.unlink


def ended(storage: Storage) -> None:
    """Release the locks, as the system does when a program is killed."""
    for spare in (storage._spare, *storage._left):
        if spare is not None:
            spare.lock.close()
    if storage._main.lock is not None:
        storage._main.lock.close()


@posix
@pytest.mark.parametrize("refuse", [held, replaced, gone])
@pytest.mark.parametrize("end", ["closed", "killed"])
def test_what_the_file_refuses_is_there_after_the_next_start(
    folder: Path, places: list[Path], refuse: Callable[[Path], Callable[[], None]], end: str
) -> None:
    player = Player(storage := started(folder, places)).play(5)
    relieve = refuse(folder)
    player.play_refused(5)
    assert storage.unsaved == Unsaved(kept=5) and storage.has_unsaved
    assert storage.spare_folder is not None and storage.spare_folder.parent == places[0]
    assert standing(storage) == player.standing
    if end == "closed":
        assert trouble_of(storage.close) is not None
        assert storage.unsaved == Unsaved(kept=5)
    else:
        ended(storage)
    relieve()
    again = started(folder, places)
    assert StorageTrouble.TAKEN_IN in troubles(again)
    assert edges(again) >= {edge.ends for edge in player.history.graph.edges()}
    deal = again.deal(DEAL)
    assert (deal.line.actions, deal.line.place) == player.standing[1:3]
    assert again.unsaved == Unsaved() and left(places) == []
    again.close()


@posix
def test_a_start_that_cannot_write_either_shows_what_was_kept_and_keeps_it(
    folder: Path, places: list[Path]
) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    assert player.play_refused(3) == {StorageTrouble.BUSY}
    assert trouble_of(storage.close) is StorageTrouble.BUSY
    second = started(folder, places)
    assert troubles(second) == [StorageTrouble.BUSY]
    player = Player(second)
    assert player.seconds == 5
    player.play_refused()
    assert second.unsaved == Unsaved(kept=1)
    trouble_of(second.close)
    assert len(left(places)) == 2
    relieve()
    third = started(folder, places)
    assert Player(third).seconds == 6 and left(places) == []
    third.close()


def test_while_attempts_take_seconds_actions_do_not_wait_for_them(
    folder: Path, places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    player, tried = Player(storage := started(folder, places)), []
    clock = iter(range(0, 1000, 10))

    def fail(tables: object) -> NoReturn:
        tried.append(tables)
        error = sqlite3.OperationalError("locking protocol")
        error.sqlite_errorcode = sqlite3.SQLITE_PROTOCOL
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(player_file, "time", _Clock(clock))
        main = storage.tables.db
        for module in (player_file, salvage_and_backup):
            patch.setattr(module, "transaction", lambda db: fail(db) if db is main else usual(db))
        player.play_refused(5)
        assert (len(tried), storage.unsaved) == (1, Unsaved(kept=5))
        storage.idle()
        assert len(tried) == 2 and storage.has_unsaved
    storage.idle()
    assert not storage.wants_file and storage.unsaved == Unsaved() and left(places) == []
    assert standing(storage) == player.standing
    storage.close()


usual = player_file.transaction


class _Clock:
    def __init__(self, times: object) -> None:
        self.monotonic = lambda: float(next(times))
        self.time_ns = time.time_ns


@posix
def test_once_the_file_takes_it_the_spare_file_goes(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused(2)
    assert len(left(places)) == 1 and storage.wants_file and not storage.on_disk
    storage.idle()
    assert storage.has_unsaved
    relieve()
    storage.idle()
    assert storage.on_disk and left(places) == [] and not places[0].exists()
    relieve = held(folder)
    player.play_refused(1)
    assert storage.unsaved == Unsaved(kept=1)
    relieve()
    player.play(1)
    assert storage.on_disk and not any(storage.unsaved) and left(places) == []
    assert standing(storage) == player.standing
    storage.close()


@posix
def test_all_that_was_there_is_shown_while_the_work_is_in_the_spare_file(
    folder: Path, places: list[Path]
) -> None:
    other = Player(storage := started(folder, places), OTHER).play(10)
    player = Player(storage).play(2)
    storage.set_fact("a", "b")
    relieve = held(folder)
    player.play_refused(2)
    assert standing(storage, OTHER) == other.standing and storage.fact("a") == "b"
    assert {row.key for row in storage.library()} == {DEAL, OTHER}
    relieve()
    storage.close()


@posix
def test_an_undo_that_could_not_be_saved_is_there_too(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places))
    for card in range(4):
        player.history.play(act(card))
        player.save()
    relieve = held(folder)
    player.history.undo(3)
    assert trouble_of(player.save) is StorageTrouble.BUSY
    trouble_of(storage.close)
    relieve()
    again = started(folder, places)
    line = again.line(DEAL)
    assert (len(line.actions), line.place) == (4, 1)
    again.close()


@posix
def test_what_another_window_played_meanwhile_stays(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused(4)
    relieve()
    other = Player(window := started(folder, []), seed=5).play(6)
    window.close()
    player.play(1)
    assert player.joined == 1
    known = {edge.ends for edge in player.history.graph.edges()}
    assert {edge.ends for edge in other.history.graph.edges()} <= known == edges(storage)
    line = tuple(step.action for step in player.history.line[1:])
    assert storage.line(DEAL).actions == line
    storage.close()


@posix
def test_plays_answers_and_facts_are_kept_too(folder: Path, places: list[Path]) -> None:
    storage = started(folder, places)
    storage.set_fact("daily", "4")
    relieve = held(folder)
    play = Play(1, PlayOutcome.OPEN, 1, 1.0, id=7)
    answer = StoredAnswer(60, "a")
    nothing: HistoryChanges = HistoryChanges()
    changes = DealChanges(nothing, DealState(), plays=[play], answers=[answer])
    assert trouble_of(lambda: storage.save(DEAL, changes, lambda: nothing))
    assert trouble_of(lambda: storage.set_fact("daily", "5"))
    assert storage.fact("daily") == "5" and storage.answers.best(DEAL).moves == 60
    trouble_of(storage.close)
    relieve()
    again = started(folder, places)
    assert [each.outcome for each in again.plays.of(DEAL)] == [PlayOutcome.OPEN]
    assert again.answers.best(DEAL).moves == 60 and again.fact("daily") == "5"
    again.close()


@posix
def test_a_fact_alone_is_taken_in_without_a_word(folder: Path, places: list[Path]) -> None:
    storage = started(folder, places)
    relieve = held(folder)
    assert trouble_of(lambda: storage.set_fact("daily", "5")) is StorageTrouble.BUSY
    assert storage.has_unsaved and not any(storage.unsaved)
    trouble_of(storage.close)
    relieve()
    again = started(folder, places)
    assert again.fact("daily") == "5" and troubles(again) == []
    again.close()


@posix
def test_what_goes_into_no_spare_file_is_refused(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    for refused in (
        lambda: storage.answers.offer([(DEAL, StoredAnswer(60, "a"))]),
        lambda: storage.delete(DEAL),
        lambda: storage.clear_history(DEAL),
        lambda: storage.note(DEAL, About("Kings")),
        lambda: storage.clear_facts("daily"),
        storage.plays.clear,
    ):
        assert trouble_of(refused) is StorageTrouble.WOULD_NOT_LAST
    assert standing(storage) == player.standing and storage.answers.best(DEAL) is None
    relieve()
    storage.note(DEAL, About("Kings"))
    assert storage.about(DEAL).name == "Kings" and not storage.has_unsaved
    storage.close()


@posix
def test_a_window_that_still_runs_keeps_its_spare_file(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    relieve()
    second = started(folder, places)
    assert len(left(places)) == 1
    second.close()
    storage.close()
    assert left(places) == []


@posix
def test_another_data_folder_is_not_meant(folder: Path, places: list[Path], tmp_path: Path) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    trouble_of(storage.close)
    relieve()
    elsewhere = started(tmp_path / "other", places)
    assert not edges(elsewhere) and len(left(places)) == 1
    elsewhere.close()


@posix
def test_read_only_shows_spare_files_and_leaves_them(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused(3)
    trouble_of(storage.close)
    relieve()
    reader = Storage(folder, read_only=True, spare_folders=places)
    assert standing(reader) == player.standing and troubles(reader) == []
    reader.close()
    assert len(left(places)) == 1


@posix
def test_the_place_is_this_user_s_alone(folder: Path, places: list[Path]) -> None:
    places[0].mkdir(mode=0o755)
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    [own] = left(places)
    assert [path.stat().st_mode & 0o777 for path in (places[0], own)] == [0o700, 0o700]
    relieve()
    storage.close()


@posix
@pytest.mark.parametrize("prepared", ["link", "file", "owner"])
def test_a_place_that_somebody_else_prepared_is_passed_over(
    folder: Path, places: list[Path], tmp_path: Path, prepared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if prepared == "link":
        (tmp_path / "theirs").mkdir()
        places[0].symlink_to(tmp_path / "theirs")
    elif prepared == "file":
        places[0].write_text("")
    else:
        places[0].mkdir()
        monkeypatch.setattr(spare_files, "is_own_folder", lambda path: path != places[0])
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    assert [each.parent for each in left(places[1:])] == [places[1]]
    assert prepared != "link" or not list((tmp_path / "theirs").iterdir())
    relieve()
    storage.close()


@posix
def test_where_every_place_refuses_the_actions_are_counted_as_lost(
    folder: Path, places: list[Path]
) -> None:
    for place in places:
        place.write_text("")
    player = Player(storage := started(folder, places)).play(5)
    relieve = held(folder)
    player.play_refused(4)
    assert storage.unsaved == Unsaved(lost=4) and standing(storage) == player.standing
    places[1].unlink()
    player.play_refused(1)
    assert storage.unsaved == Unsaved(kept=5), "the copy has them all"
    relieve()
    player.play()
    assert not any(storage.unsaved) and standing(storage) == player.standing
    storage.close()


@posix
def test_a_place_that_is_full_later_gives_way_to_the_next(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(5)
    relieve = held(folder)
    player.play_refused(2)
    db = storage.tables.db
    db.execute(f"PRAGMA max_page_count = {db.execute('PRAGMA page_count').fetchone()[0]}")
    places[0].chmod(0o500)
    player.play_refused(200)
    where = {each.parent for each in left(places)}
    assert os.getuid() == 0 or where == set(places)
    assert storage.unsaved == Unsaved(kept=202) and standing(storage) == player.standing
    places[0].chmod(0o700)
    relieve()
    storage.idle()
    assert standing(storage) == player.standing and left(places) == []
    storage.close()


@posix
def test_a_spare_file_that_is_damaged_gives_what_is_good_of_it(
    folder: Path, places: list[Path]
) -> None:
    player = Player(storage := started(folder, places)).play(60)
    relieve = held(folder)
    player.play_refused(20)
    trouble_of(storage.close)
    relieve()
    [spare] = left(places)
    with (spare / MAIN).open("r+b") as file:
        file.truncate((spare / MAIN).stat().st_size - 700)
    again = started(folder, places)
    assert len(edges(again)) >= 10 and again.check() == []
    assert left(places) == []
    again.close()


@posix
def test_a_spare_file_of_another_version_stays(folder: Path, places: list[Path]) -> None:
    player = Player(storage := started(folder, places)).play(2)
    relieve = held(folder)
    player.play_refused()
    storage.tables.db.execute("PRAGMA user_version = 99")
    storage.tables.db.execute("CREATE TABLE later (x)")
    trouble_of(storage.close)
    relieve()
    again = started(folder, places)
    Player(again).play(3)
    assert troubles(again) == [] and len(left(places)) == 1
    again.close()
    assert len(left(places)) == 1


# Without places, in memory


def test_without_a_folder_play_goes_on_and_is_saved_once_there_is_one(folder: Path) -> None:
    folder.write_text("a file where the folder should be")
    storage = Storage(folder)
    assert troubles(storage) == [StorageTrouble.UNREACHABLE] and not storage.on_disk
    player = Player(storage)
    player.play_refused(20)
    storage.idle()
    assert not storage.on_disk and storage.unsaved == Unsaved(lost=20)
    folder.unlink()
    storage.idle()
    assert storage.on_disk
    player.play(20)
    storage.close()
    assert standing(Storage(folder)) == player.standing


def test_a_history_grown_in_memory_is_joined_with_the_one_found_on_disk(
    folder: Path, tmp_path: Path
) -> None:
    found = Player(storage := Storage(tmp_path / "found"), seed=5).play(6)
    storage.close()
    folder.write_text("a file where the folder should be")
    player = Player(storage := Storage(folder))
    player.play_refused(6)
    folder.unlink()
    (tmp_path / "found").rename(folder)
    storage.idle()
    player.history.play(act(47))
    player.save()
    assert player.joined == 1
    known = {edge.ends for edge in player.history.graph.edges()}
    assert {edge.ends for edge in found.history.graph.edges()} <= known == edges(storage)
    assert storage.line(DEAL).actions[-1] == act(47)
    storage.close()


def test_in_a_folder_that_may_not_be_written_old_games_are_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := Storage(folder)).play(30)
    storage.close()

    def refuse(folder: Path) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(folder))

    with monkeypatch.context() as patch:
        patch.setattr(database_files, "lock", refuse)
        storage = Storage(folder)
        assert troubles(storage) == [StorageTrouble.READ_ONLY] and not storage.on_disk
        assert standing(storage) == player.standing and storage.was_read
        player = Player(storage)
        assert player.play_refused(20) == {StorageTrouble.READ_ONLY}
    storage.idle()
    assert storage.on_disk
    player.play(5)
    storage.close()
    assert standing(Storage(folder)) == player.standing


def test_on_a_full_disk_actions_wait_and_are_written_when_there_is_room(folder: Path) -> None:
    player = Player(storage := Storage(folder)).play(3)
    db = storage.tables.db
    pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {pages}")
    while not storage.has_unsaved:
        player.act()
        trouble = trouble_of(player.save)
        assert trouble in (None, StorageTrouble.FULL)
    player.play_refused(10)
    assert standing(storage) == player.standing
    db.execute("PRAGMA max_page_count = 100000")
    other = Player(storage, OTHER, 2).play(1)
    assert not storage.has_unsaved
    storage.close()
    again = Storage(folder)
    assert standing(again) == player.standing and standing(again, OTHER) == other.standing
    assert again.check() == []
    again.close()


def test_while_another_program_holds_the_file_only_the_first_action_waits_for_it(
    folder: Path,
) -> None:
    player = Player(storage := Storage(folder)).play(5)
    main = storage.tables.db

    def wait() -> int:
        return int(main.execute("PRAGMA busy_timeout").fetchone()[0])

    usual, relieve = wait(), held(folder)
    for _ in range(2):
        assert player.play_refused() == {StorageTrouble.BUSY}
        assert wait() == 0
    storage.idle()
    assert storage.has_unsaved and wait() == 0
    relieve()
    storage.idle()
    assert not storage.has_unsaved and wait() == usual > 0
    storage.close()


def test_a_mistake_of_the_program_is_no_damage_of_the_file(folder: Path) -> None:
    player = Player(storage := Storage(folder)).play(30)
    whole = player.standing
    storage.tables.db.close()
    assert player.play_refused() == {StorageTrouble.UNREACHABLE}
    assert storage.has_unsaved and not list(folder.glob("fourfold-damaged-*.sqlite3"))
    assert standing(Storage(folder, read_only=True)) == whole


@posix
def test_a_file_removed_in_mid_play_is_made_again_with_all_it_held(folder: Path) -> None:
    other = Player(storage := Storage(folder), OTHER, 2).play(20)
    player = Player(storage).play(20)
    storage.set_fact("a", "b")
    for path in folder.iterdir():
        path.unlink()
    player.play(20)
    assert (folder / MAIN).exists() and storage.on_disk
    storage.close()
    again = Storage(folder)
    assert standing(again) == player.standing and standing(again, OTHER) == other.standing
    assert again.fact("a") == "b"
    again.close()


@posix
def test_a_file_replaced_in_mid_play_by_another_is_joined_with_what_was_played(
    folder: Path, tmp_path: Path
) -> None:
    other = Player(storage := Storage(tmp_path / "copy"), OTHER, 2).play(20)
    storage.close()
    player = Player(storage := Storage(folder)).play(20)
    for path in folder.glob(f"{MAIN}-*"):
        path.unlink()
    (tmp_path / "copy" / MAIN).replace(folder / MAIN)
    player.play(5)
    assert standing(storage) == player.standing and standing(storage, OTHER) == other.standing
    storage.close()

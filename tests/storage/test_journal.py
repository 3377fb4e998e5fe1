"""The emergency journal: what the player's file refuses is there after the next start."""

from __future__ import annotations

import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from game.core import deals
from game.core.deals import deck_of
from game.history import ROOT, HistoryChanges
from game.play.session import Session
from game.record.game_store import GameStore
from game.rules import RULES
from game.storage import (
    DealKey,
    DealState,
    PlayOutcome,
    Storage,
    StorageTrouble,
    Unsaved,
    database_files,
)
from game.storage.journal import Journal
from game.storage.unsaved_work import UnsavedWork
from game.system.trace import Tracer

RULE = RULES["klondike"]()
DECK = deck_of(7)
KEY = DealKey(RULE.name, RULE.policy, deals.deck_text(DECK))

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, owners and held files")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def places(tmp_path: Path) -> list[Path]:
    return [tmp_path / "state" / "journal", tmp_path / "var", tmp_path / "tmp"]


def started(folder: Path, places: list[Path], read_only: bool = False) -> GameStore:
    storage = Storage(
        folder,
        read_only=read_only,
        journals=places,
    )
    return GameStore(storage, Tracer(), lambda text: None)


def play(session: Session, count: int) -> None:
    for _ in range(count):
        session.play(session.rules.moves(session.position)[0])


def held(folder: Path) -> sqlite3.Connection:
    """Another program that holds the file."""
    other = sqlite3.connect(folder / database_files.MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    return other


def left(places: list[Path]) -> list[Path]:
    return [folder for place in places if place.exists() for folder in place.iterdir()]


Refuse = Callable[[GameStore, Path], Callable[[], None]]


def locked(store: GameStore, folder: Path) -> Callable[[], None]:
    return held(folder).close


def replaced(store: GameStore, folder: Path) -> Callable[[], None]:
    """The file has given its place to a folder, as it does for a moment."""
    for name in (database_files.MAIN, f"{database_files.MAIN}-wal", f"{database_files.MAIN}-shm"):
        (folder / name).unlink(missing_ok=True)
    (folder / database_files.MAIN).mkdir()
    return (folder / database_files.MAIN).rmdir


def gone(store: GameStore, folder: Path) -> Callable[[], None]:
    """The whole folder is gone, and a file is in its place."""
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_text("")
    return folder.unlink


@posix
@pytest.mark.parametrize("refuse", [locked, replaced, gone])
@pytest.mark.parametrize("ended", ["closed", "killed"])
def test_what_the_file_refuses_is_there_after_the_next_start(
    folder: Path, places: list[Path], refuse: Refuse, ended: str
) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    play(session, 2)
    relieve = refuse(store, folder)
    play(session, 5)
    assert store.storage.unsaved == Unsaved(kept=5)
    if ended == "closed":
        store.close()
        assert store.storage.unsaved == Unsaved(kept=5)
    else:
        store.storage._journal._own.lock.close()  # as the system does
    relieve()
    again = started(folder, places)
    assert StorageTrouble.TAKEN_IN in [each.trouble for each in again.storage.take_notices()]
    saved = again.open(RULE, DECK, 7)
    assert saved.tree.line() == session.tree.line()
    assert len(saved.tree.line()) == 7
    assert again.storage.unsaved == Unsaved()
    assert left(places) == []
    again.close()


@posix
def test_a_start_that_cannot_write_either_shows_what_was_kept_and_keeps_it(
    folder: Path, places: list[Path]
) -> None:
    store = started(folder, places)
    play(store.open(RULE, DECK, 7), 2)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 3)
    store.close()
    second = started(folder, places)
    assert [each.trouble for each in second.storage.take_notices()] == [StorageTrouble.BUSY]
    session = second.open(RULE, DECK, 7)
    assert len(session.tree.line()) == 5
    play(session, 1)
    assert second.storage.unsaved == Unsaved(kept=1)
    second.close()
    assert len(left(places)) == 2
    other.close()
    third = started(folder, places)
    assert len(third.open(RULE, DECK, 7).tree.line()) == 6
    assert left(places) == []
    third.close()


def test_while_locks_fail_only_after_seconds_moves_go_straight_into_the_journal(
    folder: Path, places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, tried = started(folder, places), []

    def fail(*what: object) -> NoReturn:
        tried.append(what)
        error = sqlite3.OperationalError("locking protocol")
        error.sqlite_errorcode = sqlite3.SQLITE_PROTOCOL
        raise error

    session = store.open(RULE, DECK, 7)
    with monkeypatch.context() as patch:
        patch.setattr("game.storage.main_file_or_memory.transaction", fail)
        play(session, 5)
        assert (len(tried), store.storage.unsaved) == (1, Unsaved(kept=5))
        assert not store.try_again()
        assert len(tried) == 2
    assert store.storage.wants_idle and store.try_again() and not store.storage.wants_idle
    assert store.storage.unsaved == Unsaved() and left(places) == []
    store.close()


@posix
def test_once_the_file_takes_it_the_journal_goes(folder: Path, places: list[Path]) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    play(session, 2)
    other = held(folder)
    play(session, 2)
    assert len(left(places)) == 1
    assert not store.try_again()
    other.close()
    assert store.try_again()
    assert left(places) == []
    other = held(folder)
    play(session, 1)
    assert store.storage.unsaved == Unsaved(kept=1)
    other.close()
    store.close()
    assert left(places) == []


@posix
def test_a_deal_that_is_saved_before_the_others_counts_no_longer(
    folder: Path, places: list[Path]
) -> None:
    journal = Journal(places, folder, read_only=False)
    nothing = HistoryChanges[str]((), (), ROOT, ())
    for deck in ("ABCD", "EFGH"):
        work = UnsavedWork(nothing, DealState(), None, actions=2)
        journal.keep(KEY._replace(deck=deck * 13), work, lambda: nothing, 0, 0)
    assert journal.unsaved == Unsaved(kept=4)
    journal.forget(KEY._replace(deck="ABCD" * 13))
    assert journal.unsaved == Unsaved(kept=2)
    journal.close()


@posix
def test_an_undo_that_could_not_be_saved_is_there_too(folder: Path, places: list[Path]) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    play(session, 4)
    other = held(folder)
    session.undo(3)
    store.close()
    other.close()
    again = started(folder, places)
    assert len(again.open(RULE, DECK, 7).tree.line()) == 1
    again.close()


@posix
@pytest.mark.parametrize("count", [0, 1])
def test_a_restart_that_could_not_be_saved_is_there_too(
    folder: Path, places: list[Path], count: int
) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    play(session, 4)
    other = held(folder)
    store.begin_again(session)
    session.to_start()
    play(session, count)
    store.close()
    other.close()
    again = started(folder, places)
    assert len(again.open(RULE, DECK, 7).tree.line()) == count
    again.close()


@posix
def test_what_another_window_played_meanwhile_stays(folder: Path, places: list[Path]) -> None:
    store = started(folder, places)
    play(store.open(RULE, DECK, 7), 2)
    other = held(folder)
    session = store.open(RULE, DECK, 7)
    play(session, 2)
    store.close()
    other.close()
    window = started(folder, [])
    theirs = window.open(RULE, DECK, 7)
    theirs.play(theirs.rules.moves(theirs.position)[-1])
    window.close()
    again = started(folder, places)
    tree = again.open(RULE, DECK, 7).tree
    keys = {RULE.key(tree.position_of(node.id)) for node in tree.walk()}
    assert {RULE.key(session.position), RULE.key(theirs.position)} <= keys
    again.close()


@posix
def test_plays_and_facts_are_kept_too(folder: Path, places: list[Path]) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    other = held(folder)
    play(session, 1)
    with pytest.raises(Exception, match="holds"):
        store.storage.set_fact("daily", "5")
    store.close()
    other.close()
    again = started(folder, places).storage
    assert [each.outcome for each in again.plays.of(KEY)] == [PlayOutcome.OPEN]
    assert again.fact("daily") == "5"
    again.close()


@posix
@pytest.mark.parametrize("hint", [True, False])
def test_the_next_start_tells_of_games_that_were_taken_in_and_claims_no_moves(
    folder: Path, places: list[Path], hint: bool
) -> None:
    store = started(folder, places)
    session = store.open(RULE, DECK, 7)
    other = held(folder)
    if hint:
        store.count_hint(session, RULE.moves(session.position)[0])
    else:
        with pytest.raises(Exception, match="holds"):
            store.storage.set_fact("daily", "5")
    store.close()
    other.close()
    again = started(folder, places).storage
    told = [each.sentence() for each in again.take_notices()]
    assert told == ["What could not be saved last time is now in your games"] * hint
    again.close()


@posix
def test_a_window_that_still_runs_keeps_its_journal(folder: Path, places: list[Path]) -> None:
    store = started(folder, places)
    play(store.open(RULE, DECK, 7), 1)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    other.close()
    second = started(folder, places)
    assert len(left(places)) == 1
    second.close()
    store.close()
    assert left(places) == []


@posix
def test_another_data_folder_is_not_meant(folder: Path, places: list[Path], tmp_path: Path) -> None:
    store = started(folder, places)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    store.close()
    other.close()
    elsewhere = started(tmp_path / "other", places)
    assert not elsewhere.open(RULE, DECK, 7).tree.line()
    elsewhere.close()
    assert len(left(places)) == 1


@posix
def test_read_only_writes_no_journal_and_leaves_those_there_are(
    folder: Path, places: list[Path]
) -> None:
    store = started(folder, places)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    store.close()
    other.close()
    looked = started(folder, places, read_only=True)
    assert looked.storage.take_notices() == []
    session = looked.open(RULE, DECK, 7)
    assert len(session.tree.line()) == 1
    play(session, 2)
    assert looked.storage.unsaved == Unsaved()
    looked.close()
    assert len(left(places)) == 1


@posix
def test_the_place_is_this_user_s_alone(folder: Path, places: list[Path], tmp_path: Path) -> None:
    places[0].mkdir(parents=True, mode=0o755)
    store = started(folder, places)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    for made in (places[0], *left(places)):
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
    store.close()
    other.close()


@posix
def test_a_place_that_somebody_else_prepared_is_passed_over(
    folder: Path, places: list[Path], tmp_path: Path
) -> None:
    (tmp_path / "trap").mkdir()
    places[0].parent.mkdir()
    places[0].symlink_to(tmp_path / "trap")
    places[1].write_text("a file")
    store = started(folder, places)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    assert store.storage.unsaved == Unsaved(kept=1)
    assert list((tmp_path / "trap").iterdir()) == []
    assert len(list(places[2].iterdir())) == 1
    store.close()
    other.close()


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_a_place_of_another_owner_is_passed_over(folder: Path, places: list[Path]) -> None:
    places[0].mkdir(parents=True)
    os.chown(places[0], 12345, 12345)
    store = started(folder, places)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    assert list(places[0].iterdir()) == []
    assert len(list(places[1].iterdir())) == 1
    store.close()
    other.close()


@posix
def test_where_every_place_refuses_the_actions_are_counted_as_lost(
    folder: Path, places: list[Path]
) -> None:
    for place in places:
        place.parent.mkdir(exist_ok=True)
        place.write_text("a file")
    store = started(folder, places)
    other = held(folder)
    session = store.open(RULE, DECK, 7)
    play(session, 2)
    assert store.storage.unsaved == Unsaved(lost=2)
    places[1].unlink()
    play(session, 1)
    assert store.storage.unsaved == Unsaved(kept=3)
    store.close()
    other.close()
    again = started(folder, places)
    assert len(again.open(RULE, DECK, 7).tree.line()) == 3
    again.close()


@posix
def test_a_place_that_is_full_later_gives_way_to_the_next(
    folder: Path, places: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = started(folder, places)
    other = held(folder)
    session = store.open(RULE, DECK, 7)
    play(session, 2)
    own = store.storage._journal._own
    assert own is not None
    own.tables.db.execute("PRAGMA max_page_count = 1")
    own.tables.db.execute("PRAGMA query_only = 1")
    monkeypatch.setattr(Journal, "_places", places[1:], raising=False)
    store.storage._journal._places = places[1:]
    play(session, 2)
    assert store.storage.unsaved == Unsaved(kept=4)
    assert len(left(places)) == 2
    store.close()
    other.close()
    again = started(folder, places)
    assert len(again.open(RULE, DECK, 7).tree.line()) == 4
    assert left(places) == []
    again.close()


@posix
def test_a_journal_that_is_damaged_gives_what_is_good_of_it(
    folder: Path, places: list[Path]
) -> None:
    store = started(folder, places)
    play(store.open(RULE, DECK, 7), 1)
    other = held(folder)
    play(store.open(RULE, DECK, 7), 1)
    store.close()
    other.close()
    (file,) = (each / database_files.MAIN for each in left(places))
    file.write_bytes(b"x" * 5000)
    again = started(folder, places)
    assert len(again.open(RULE, DECK, 7).tree.line()) == 1
    again.close()


def test_moves_of_a_newer_fourfold_are_not_called_taken_in_while_its_file_cannot_be_read(
    folder: Path, places: list[Path]
) -> None:
    store = started(folder, places)
    play(store.open(RULE, DECK, 7), 2)
    tables = store.storage._home.tables
    tables.rows.write("fact", ("version", "99"))
    tables.db.execute("PRAGMA user_version = 99")
    store.close()
    for _ in range(2):  # the second start finds a journal
        store = started(folder, places)
        assert [each.trouble for each in store.storage.take_notices()] == [StorageTrouble.NEWER]
        play(store.open(RULE, DECK, 7), 3)
        assert store.storage.unsaved.kept == 3
        store.close()

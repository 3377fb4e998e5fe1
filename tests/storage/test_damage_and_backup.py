"""A damaged file is set aside, what is good in it and its backup is used, and one line says so."""

from __future__ import annotations

import errno
import os
import random
import sqlite3
import sys
import tempfile
from pathlib import Path

import pytest
from storage_player import DEAL, KEYS, OTHER, Player, act, edges, standing, trouble_of, troubles

from game.storage import (
    HelpKind,
    Play,
    PlayOutcome,
    Storage,
    StorageTrouble,
    StoredAnswer,
    database_files,
    errors,
    salvage_and_backup,
)
from game.storage.database_files import BACKUP, FRESH, HALF, MAIN

posix = pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be replaced there")


ONE = "WHERE (source, target) IN (SELECT source, target FROM edge LIMIT 1)"


def full(*what: object, **more: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def make_garbage(folder: Path) -> None:
    """Damage the head of the main file."""
    content = b"garbage garbage!" + (folder / MAIN).read_bytes()[16:]
    (folder / MAIN).write_bytes(content)


def set_aside(folder: Path) -> list[Path]:
    return list(folder.glob("fourfold-damaged-*.sqlite3"))


def played(folder: Path, count: int = 30, **how: object) -> Player:
    """A deal that was played, backed up, and closed."""
    player = Player(storage := Storage(folder)).play(count)
    assert storage.back_up()
    storage.close()
    return player


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_gives_way_to_the_backup(tmp_path: Path, content: bytes) -> None:
    player = played(tmp_path)
    (tmp_path / MAIN).write_bytes(content)
    storage = Storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.SET_ASIDE] and standing(storage) == player.standing
    storage.close()
    assert [path.read_bytes() for path in set_aside(tmp_path)] == [content]


@posix
def test_a_folder_in_the_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    player = Player(storage := Storage(tmp_path)).play(10)
    for end in ("", "-wal", "-shm"):
        (tmp_path / f"{MAIN}{end}").unlink(missing_ok=True)
    (tmp_path / MAIN).mkdir()
    player.play(3)
    assert storage.on_disk and standing(storage) == player.standing
    assert troubles(storage) == [StorageTrouble.SET_ASIDE]
    assert [path.is_dir() for path in set_aside(tmp_path)] == [True]
    storage.close()


@posix
def test_a_file_that_is_garbled_in_mid_play_costs_nothing(tmp_path: Path) -> None:
    other = Player(storage := Storage(tmp_path), OTHER, 2).play(20)
    player = Player(storage).play(20)
    storage.tables.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray((tmp_path / MAIN).read_bytes())
    content[1024:] = b"x" * (len(content) - 1024)
    with (tmp_path / MAIN).open("r+b") as file:
        file.write(content)
    assert storage.check()
    storage.mend()
    assert troubles(storage) == [StorageTrouble.SET_ASIDE]
    for each in (player, other):
        each.history.play(act(5))
        each.save()
        assert standing(storage, each.key) == each.standing
    assert storage.check() == [] and len(set_aside(tmp_path)) == 1
    storage.close()


def test_files_set_aside_are_never_overwritten(tmp_path: Path) -> None:
    for count in range(1, 4):
        (tmp_path / MAIN).write_bytes(b"junk %d" % count)
        Storage(tmp_path).close()
        assert len(set_aside(tmp_path)) == count


def test_a_lost_file_is_replaced_by_the_backup(tmp_path: Path) -> None:
    player = played(tmp_path)
    (tmp_path / MAIN).unlink()
    storage = Storage(tmp_path)
    [notice] = storage.take_notices()
    assert notice.trouble is StorageTrouble.LOST and BACKUP in str(notice)
    assert standing(storage) == player.standing
    storage.close()


@pytest.mark.parametrize(
    ("statement", "lost"),
    [
        (f"UPDATE edge SET cost = 0 {ONE}", 1),
        (f"UPDATE edge SET walked = -1 {ONE}", 1),
        ("UPDATE play SET outcome = 'lost'", 0),
        ("UPDATE answer SET how = 'stolen', alone = 0", 0),
        ("UPDATE told SET how = ''", 0),
    ],
)
def test_a_row_that_its_table_does_not_admit_is_found_and_left_out(
    tmp_path: Path, statement: str, lost: int
) -> None:
    player = Player(storage := Storage(tmp_path)).play(20)
    play = Play(1, PlayOutcome.WON, 60, 9.0, how=HelpKind.ALONE, id=7)
    player.save(answers=[StoredAnswer(60, "a")], plays=[play], told=[(5, 6, HelpKind.HINTS)])
    before = edges(storage)
    db = sqlite3.connect(tmp_path / MAIN)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute(statement)
    db.commit()
    db.close()
    if lost:
        assert storage.deal(DEAL).unread == 1, "a deal that is opened before the check"
    assert len(storage.check()) >= 1
    storage.mend()
    assert troubles(storage) == [StorageTrouble.SET_ASIDE] and storage.check() == []
    assert len(before - edges(storage)) == lost
    counts = [len(found) for found in (storage.plays.of(DEAL), storage.answers.help_of(DEAL))]
    assert [*counts, storage.answers.best(DEAL) is not None].count(0) == 1 - lost
    player.save()
    assert edges(storage) >= {edge.ends for edge in player.history.graph.edges()}
    storage.close()


def test_flipped_bits_and_cut_ends_never_stop_the_game(tmp_path: Path) -> None:
    storage = Storage(origin := tmp_path / "origin")
    players = {key: Player(storage, key, n).play(60) for n, key in enumerate(KEYS[:6])}
    storage.answers.offer([(key, StoredAnswer(60, key.deck, 1, 1)) for key in players])
    storage.close()
    data, pick, kept = (origin / MAIN).read_bytes(), random.Random(3), 0
    for case in range(60):
        folder = tmp_path / f"case{case}"
        folder.mkdir()
        spoilt = bytearray(data)
        if case % 4:
            spoilt[pick.randrange(len(data))] ^= 1 << pick.randrange(8)
        else:
            del spoilt[pick.randrange(len(data)) :]
        (folder / MAIN).write_bytes(spoilt)
        storage = Storage(folder)
        if storage.check():
            storage.mend()
        storage.library(), storage.unfinished(), storage.plays.all()
        for key, player in players.items():
            kept += case % 4 > 0 and standing(storage, key) == player.standing
        Player(storage, KEYS[8]).play(3)
        assert storage.check() == [] and storage.on_disk
        storage.close()
    assert kept > 45 * len(players) * 0.75, "a flipped bit costs a row, seldom more"


def test_without_its_head_and_its_list_of_tables_a_file_still_gives_all_it_held(
    tmp_path: Path,
) -> None:
    player = Player(storage := Storage(tmp_path)).play(30)
    storage.close()
    with (tmp_path / MAIN).open("r+b") as file:
        file.write(b"x" * database_files.PAGE)
    storage = Storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.SET_ASIDE]
    assert standing(storage) == player.standing and storage.check() == []
    storage.close()


def test_of_a_file_that_was_cut_off_what_is_left_is_kept(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    players = [Player(storage, key).play(80) for key in KEYS[:6]]
    storage.close()
    with (tmp_path / MAIN).open("r+b") as file:
        file.truncate((tmp_path / MAIN).stat().st_size - 1500)
    storage = Storage(tmp_path)
    if storage.check():
        storage.mend()
    assert StorageTrouble.SET_ASIDE in troubles(storage)
    kept = [standing(storage, player.key) == player.standing for player in players]
    assert kept.count(True) >= 3
    storage.close()


def test_of_a_table_with_a_damaged_page_both_ends_are_rescued(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for key in KEYS:
        Player(storage, key).play(60)
    before = {key: len(edges(storage, key)) for key in KEYS}
    storage.close()
    content = (tmp_path / MAIN).read_bytes()
    page = content.index(b">done", len(content) // 3) // database_files.PAGE + 1
    with (tmp_path / MAIN).open("r+b") as file:
        file.seek((page - 1) * database_files.PAGE)
        file.write(b"x" * database_files.PAGE)
    storage = Storage(tmp_path)
    assert storage.check()
    storage.mend()
    left = {key: len(edges(storage, key)) for key in KEYS}
    whole = [key for key in KEYS if left[key] == before[key]]
    assert sum(left.values()) < sum(before.values()) and len(whole) >= 5
    assert left[KEYS[0]] and left[KEYS[8]]
    storage.close()


def test_a_damaged_file_that_cannot_be_looked_at_now_is_left_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = played(tmp_path)
    make_garbage(tmp_path)
    content = (tmp_path / MAIN).read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(tempfile, "TemporaryDirectory", full)
        storage = Storage(tmp_path)
        assert troubles(storage) == [StorageTrouble.FULL] and not storage.was_read
        more = Player(storage, OTHER)
        assert more.play_refused(3) == {StorageTrouble.FULL}
        assert (tmp_path / MAIN).read_bytes() == content
    storage.idle()
    assert storage.on_disk and troubles(storage) == [StorageTrouble.SET_ASIDE]
    assert standing(storage) == player.standing and standing(storage, OTHER) == more.standing
    storage.close()


def test_damage_that_cannot_be_mended_now_takes_nothing_from_what_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(storage := Storage(tmp_path / "data")).play(30)
    db = sqlite3.connect(tmp_path / "data" / MAIN)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute(f"UPDATE edge SET cost = 0 {ONE}")
    db.commit()
    db.close()
    with monkeypatch.context() as patch:
        patch.setattr(database_files, "write_whole", full)
        assert storage.check()
        assert trouble_of(storage.mend) is StorageTrouble.FULL and not storage.on_disk
        assert len(edges(storage)) == len(player.standing[0]) - 1
        assert not set_aside(tmp_path / "data") and not (tmp_path / "data" / FRESH).exists()
    player.play(3)
    assert storage.on_disk and player.joined == 1 and storage.check() == []
    assert edges(storage) == {edge.ends for edge in player.history.graph.edges()}
    storage.close()


def test_only_the_first_program_mends_a_damaged_file(tmp_path: Path) -> None:
    first, second = Storage(tmp_path), Storage(tmp_path)
    one, two = Player(first).play(20), Player(second, OTHER).play(20)
    db = sqlite3.connect(tmp_path / MAIN)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute("UPDATE edge SET cost = 0 WHERE deal = 2")
    db.commit()
    db.close()
    assert second.check() and trouble_of(second.mend) is StorageTrouble.DAMAGED
    assert not set_aside(tmp_path)
    first.mend()
    assert edges(first) and not edges(first, OTHER)
    two.play(3)
    assert two.joined and edges(first, OTHER) >= {e.ends for e in two.history.graph.edges()}
    one.play(3)
    assert first.check() == []
    first.close()
    second.close()


def test_a_file_that_may_not_be_replaced_while_another_program_has_it_open_is_mended_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = played(tmp_path)
    make_garbage(tmp_path)
    usual = Path.replace

    def refuse(path: Path, target: Path) -> Path:
        if path.name == FRESH:
            (tmp_path / MAIN).write_bytes(b"")  # what SQLite could write into
            raise PermissionError("it is open elsewhere")
        return usual(path, target)

    monkeypatch.setattr(Path, "replace", refuse)
    storage = Storage(tmp_path)
    assert standing(storage) == player.standing and storage.check() == []
    assert not (tmp_path / FRESH).exists()
    storage.close()


def test_read_only_shows_what_is_good_and_changes_nothing(tmp_path: Path) -> None:
    player = played(tmp_path)
    make_garbage(tmp_path)
    before = (tmp_path / MAIN).read_bytes()
    reader = Storage(tmp_path, read_only=True)
    assert troubles(reader) == [StorageTrouble.DAMAGED] and standing(reader) == player.standing
    reader.close()
    assert (tmp_path / MAIN).read_bytes() == before and not set_aside(tmp_path)


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        (sqlite3.ProgrammingError("closed"), StorageTrouble.UNREACHABLE),
        (sqlite3.InterfaceError("misuse"), StorageTrouble.UNREACHABLE),
        (sqlite3.IntegrityError("a cost of 0"), StorageTrouble.UNREACHABLE),
        (sqlite3.DatabaseError("file is not a database"), StorageTrouble.DAMAGED),
    ],
)
def test_only_what_the_file_brings_is_damage(error: sqlite3.Error, trouble: StorageTrouble) -> None:
    assert errors.explain(error, Path(MAIN)).trouble is trouble
    assert errors.is_damage(error) is (trouble is StorageTrouble.DAMAGED)


# Checks and backups


def test_the_backup_is_the_newest_good_state(tmp_path: Path) -> None:
    player = Player(storage := Storage(tmp_path)).play(10)
    assert storage.back_up()
    old = player.standing
    player.play(10)
    storage.close()
    (tmp_path / MAIN).unlink()
    storage = Storage(tmp_path)
    assert standing(storage) == old
    storage.close()


def test_a_damaged_file_never_becomes_the_backup(tmp_path: Path) -> None:
    player = Player(storage := Storage(tmp_path)).play(10)
    assert storage.back_up()
    before = (tmp_path / BACKUP).read_bytes()
    player.play(10)
    db = sqlite3.connect(tmp_path / MAIN)
    db.execute("PRAGMA ignore_check_constraints = ON")
    db.execute("UPDATE edge SET cost = 0")
    db.commit()
    db.close()
    assert not storage.back_up()
    assert (tmp_path / BACKUP).read_bytes() == before and not (tmp_path / HALF).exists()
    storage.close()


def test_a_backup_is_only_made_of_what_has_changed(tmp_path: Path) -> None:
    player = Player(storage := Storage(tmp_path)).play(3)
    assert storage.back_up()
    (tmp_path / BACKUP).unlink()
    assert storage.back_up() and not (tmp_path / BACKUP).exists()
    player.play(1)
    assert storage.back_up() and (tmp_path / BACKUP).exists()
    storage.close()


def test_a_backup_made_while_the_clock_was_ahead_is_not_taken_for_new(tmp_path: Path) -> None:
    played(tmp_path)
    os.utime(tmp_path / BACKUP, (2**33, 2**33))
    storage = Storage(tmp_path)
    assert storage.back_up() and (tmp_path / BACKUP).stat().st_mtime < 2**33
    storage.close()


def test_a_backup_that_holds_more_is_set_aside_and_not_overwritten(tmp_path: Path) -> None:
    played(tmp_path)
    content = (tmp_path / BACKUP).read_bytes()
    (tmp_path / BACKUP).rename(tmp_path / "away")
    (tmp_path / MAIN).unlink()
    Player(storage := Storage(tmp_path), OTHER).play(3)
    (tmp_path / "away").rename(tmp_path / BACKUP)
    assert storage.back_up()
    assert [path.read_bytes() for path in set_aside(tmp_path)] == [content]
    storage.close()


@pytest.mark.parametrize("free", [0, 8_000_000])
def test_no_backup_takes_the_room_of_moves(
    free: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Player(storage := Storage(tmp_path)).play(3)
    usage = lambda folder: type("usage", (), {"free": free})  # noqa: E731
    monkeypatch.setattr("shutil.disk_usage", usage)
    assert not storage.back_up() and not (tmp_path / BACKUP).exists()
    storage.close()


def test_a_backup_that_is_not_whole_goes_before_a_move_is_refused(tmp_path: Path) -> None:
    player = Player(storage := Storage(tmp_path)).play(3)
    (tmp_path / HALF).write_bytes(b"x" * 1000)
    db = storage.tables.db
    usual = db.execute("PRAGMA page_count").fetchone()[0]
    db.execute(f"PRAGMA max_page_count = {usual}")
    while trouble_of(player.save) is None:
        player.act()
    assert not (tmp_path / HALF).exists()
    db.execute("PRAGMA max_page_count = 100000")
    storage.close()


def test_a_file_that_cannot_be_looked_at_is_not_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Player(storage := Storage(tmp_path)).play(3)
    monkeypatch.setattr(salvage_and_backup, "check_file", full)
    assert trouble_of(storage.check) is StorageTrouble.FULL
    monkeypatch.undo()
    storage.close()


def test_an_empty_file_that_a_full_disk_leaves_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave_empty(path: Path) -> None:
        path.touch()
        full()

    monkeypatch.setattr(database_files, "open_file", leave_empty)
    storage = Storage(tmp_path)
    assert troubles(storage) == [StorageTrouble.FULL]
    player = Player(storage)
    player.play_refused(5)
    monkeypatch.undo()
    storage.idle()
    assert storage.on_disk and standing(storage) == player.standing
    assert not set_aside(tmp_path)
    storage.close()

"""`export` and `import` without a window: what they say, and what they return, when it fails."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from game.cli import short_commands
from game.cli.commands import main
from game.core import deals
from game.core.moves import Move
from game.record.game_store import GameStore
from game.rules import Klondike
from game.storage import Storage, database_files
from game.system import settings
from game.system.console import Tracer
from game.system.settings import SettingsFile


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of data with one deal."""
    monkeypatch.setattr(short_commands, "spare_file_folders", lambda: [tmp_path / "spare"])
    store = GameStore(Storage(tmp_path / "data"), Tracer(), lambda text: None)
    store.open(Klondike(), deals.deck_of(7), 7).play(Move.parse("pull"))
    store.close()
    return tmp_path / "data"


def run(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> tuple[int, str, str]:
    status = main([str(word) for word in argv])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_what_was_exported_is_imported(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "all"
    told = f"1 deal in {file}\n"
    assert run(capsys, "export", file, "--data-dir", data) == (0, told, "")
    told = f"1 new deal from {file}\n"
    assert run(capsys, "import", file, "--data-dir", tmp_path / "there") == (0, told, "")


def test_of_a_game_that_this_version_does_not_know_no_action_is_taken_and_that_is_told(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = sqlite3.connect(data / database_files.MAIN)
    db.execute("UPDATE deal SET game = 'patience'")
    db.commit()
    db.close()
    file = tmp_path / "all"
    assert run(capsys, "export", file, "--data-dir", data)[0] == 0
    told = f"0 new deals from {file}\nleft out, as the rules refuse it: 1 action\n"
    assert run(capsys, "import", file, "--data-dir", tmp_path / "there") == (0, told, "")


def test_moves_that_a_window_left_in_a_spare_file_are_exported(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(data, spare_folders=[tmp_path / "spare"])
    store = GameStore(storage, Tracer(), lambda text: None)
    holding = sqlite3.connect(data / database_files.MAIN, isolation_level=None)
    holding.execute("BEGIN IMMEDIATE")
    store.open(Klondike(), deals.deck_of(8), 8).play(Move.parse("pull"))
    assert storage.unsaved.kept
    store.close()
    holding.close()
    status, out, err = run(capsys, "export", tmp_path / "all", "--data-dir", data)
    assert (status, out) == (0, f"2 deals in {tmp_path / 'all'}\n")
    assert "what could not be saved before has been taken in" in err


def test_a_folder_that_is_not_there_is_not_exported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "none"
    said = run(capsys, "export", tmp_path / "all", "--data-dir", folder)
    assert said == (2, "", f"fourfold: {folder}: no such folder\n")
    assert not folder.exists() and not (tmp_path / "all").exists()


def test_data_of_another_version_is_not_exported(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    running = Storage(data)  # it keeps the file from being set aside
    tables = running.tables
    tables.db.execute("CREATE TABLE other (name)")
    tables.db.execute("PRAGMA user_version = 99")
    tables.db.close()
    status, out, err = run(capsys, "export", tmp_path / "all", "--data-dir", data)
    assert (status, out) == (1, "")
    assert "another version" in err
    assert err.endswith(
        f"{data / database_files.MAIN}: your games could not be read, nothing was exported\n"
    )
    assert not (tmp_path / "all").exists()


def test_an_export_into_its_own_file_is_refused(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = data / database_files.MAIN
    said = run(capsys, "export", file, "--data-dir", data)
    assert said == (1, "", f"fourfold: {file} is not an export of games: it was left unchanged\n")
    assert run(capsys, "--validate", "--data-dir", data)[0] == 0


@pytest.mark.skipif(sys.platform == "win32", reason="held files")
def test_nothing_is_imported_into_a_file_that_is_held_and_that_is_said(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "export", tmp_path / "all", "--data-dir", data)[0] == 0
    other = sqlite3.connect(data / database_files.MAIN, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    status, out, err = run(capsys, "import", tmp_path / "all", "--data-dir", data)
    assert (status, out) == (1, "")
    held = data / database_files.MAIN
    assert f"{held}: it cannot be written now, nothing was taken\n" in err
    status, out, err = run(capsys, "export", tmp_path / "held", "--data-dir", data)
    assert (status, out) == (0, f"1 deal in {tmp_path / 'held'}\n")
    assert "another program holds it" in err
    other.close()


def test_settings_that_cannot_be_saved_are_told(
    tmp_path: Path,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    SettingsFile(data / "settings.json").change(felt="blue")
    assert run(capsys, "export", tmp_path / "all", "--data-dir", data)[0] == 0

    def fail(path: Path, text: str) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(settings, "replace_whole", fail)
    there = tmp_path / "there"
    status, out, err = run(capsys, "import", tmp_path / "all", "--data-dir", there)
    assert (status, out) == (1, f"1 new deal from {tmp_path / 'all'}\n")
    assert "settings.json could not be saved" in err


def test_a_file_that_is_no_export_is_named(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "none"
    status, out, err = run(capsys, "import", file, "--data-dir", data)
    assert (status, out, err) == (2, "", f"fourfold: {file}: no such file or folder\n")


@pytest.mark.parametrize("content", [None, b"", b"Dear all,\n"])
def test_a_failed_import_makes_no_data_folder(
    tmp_path: Path, content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file, there = tmp_path / "none", tmp_path / "there"
    if content is not None:
        file.write_bytes(content)
    code = run(capsys, "import", file, "--data-dir", there)[0]
    assert code == (2 if content is None else 1)
    assert not there.exists()


def test_a_list_that_is_left_out_is_told_and_the_code_is_one(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "levels").mkdir()
    (data / "levels" / "mine.txt").write_bytes(b"# d\xe9j\xe0\n")
    file = tmp_path / "all"
    told = "fourfold: mine.txt was skipped: it is not a text file\n"
    assert run(capsys, "export", file, "--data-dir", data) == (1, f"1 deal in {file}\n", told)


def test_a_folder_among_the_lists_is_no_list(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (data / "levels" / "mine.txt").mkdir(parents=True)
    file = tmp_path / "all"
    assert run(capsys, "export", file, "--data-dir", data) == (0, f"1 deal in {file}\n", "")


def test_a_list_of_a_name_that_is_taken_is_imported_under_another_one(
    tmp_path: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, there = tmp_path / "all", tmp_path / "there"
    for folder, text in ((data, "1 x -"), (there, "2 x -")):
        (folder / "levels").mkdir(parents=True)
        (folder / "levels" / "mine.txt").write_text(text)
    assert run(capsys, "export", file, "--data-dir", data)[0] == 0
    status, out, err = run(capsys, "import", file, "--data-dir", there)
    assert (status, err) == (0, "")
    assert out.endswith("you already have a list called mine.txt: the new one is mine-2.txt\n")
    assert (there / "levels" / "mine-2.txt").read_text() == "1 x -"

"""--validate: every stored deal is replayed, and what is wrong is said."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest
from golden_texts import wins
from history_lines import best_answer

from game.cli.commands import main
from game.core import deals
from game.core.moves import action_text
from game.play.notation import replay
from game.play.session import Session
from game.record import validation
from game.rules import LaPeau
from game.storage import DealChanges, DealKey, DealState, Storage, StoredAnswer, database_files
from game.storage.database_files import MAIN

ROOT = Path(__file__).parents[2]


def store(folder: Path) -> Storage:
    return Storage(folder)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with a game won of each kind."""
    storage = store(tmp_path)
    # Gaps 2 was won by both policies: two deals.
    once = {(win.rules, win.deck): win for win in reversed(wins())}
    for win in once.values():
        key = DealKey(win.rules.name, win.rules.policy, deals.deck_text(win.deck))
        session = Session(win.rules, win.deck, autoplay=False)
        for move in win.moves:
            session.play(move)
        words = " ".join(map(action_text, best_answer(session.history)))
        assert session.history.best is not None
        answer = StoredAnswer(session.history.best, words)
        changes = DealChanges(session.history.take_changes(), DealState(), answers=[answer])
        storage.save(key, changes, session.history.whole)
    storage.close()
    return tmp_path


def test_the_output_is_the_report_alone(tmp_path: Path) -> None:
    argv = [sys.executable, str(ROOT / "main.py"), "--validate", "--data-dir", str(tmp_path)]
    clean = {name: value for name, value in environ.items() if not name.startswith("PYGAME")}
    run = subprocess.run(argv, env=clean, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(f"0 deals and 0 solutions in {tmp_path},\n")


def test_what_was_played_is_found_well(played: Path, capsys: pytest.CaptureFixture[str]):
    before = sorted(path.name for path in played.iterdir())
    assert validation.validate(played) == (19, 19, 0, ())
    assert sorted(path.name for path in played.iterdir()) == before
    assert main(["--validate", "--data-dir", str(played)]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == f"19 deals and 19 solutions in {played},"
    assert second.endswith("deals in level files: no problems")
    assert int(second.split()[0]) > 1000
    assert sorted(path.name for path in played.iterdir()) == before


def test_an_empty_folder_is_well_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--validate", "--data-dir", str(tmp_path)]) == 0
    assert "0 deals and 0 solutions" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told_and_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--validate", "--data-dir", str(tmp_path / "no")]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("actions", "moves", "complaint"),
    [
        ("Ac>done", 1, "does not win"),
        ("Ac>done Qc>done", 2, "has to go home first|cannot move with it"),
        ("Ac>done nonsense", 2, "'nonsense' is not a move"),
    ],
)
def test_an_answer_that_does_not_win_is_told(
    tmp_path: Path, actions: str, moves: int, complaint: str
):
    deck = deals.deck_text(tuple(reversed(range(52))))
    storage = store(tmp_path)
    storage.answers.offer([(DealKey("lapeau", "same", deck), StoredAnswer(moves, actions))])
    storage.close()
    report = validation.validate(tmp_path)
    assert (report.deals, report.answers, len(report.problems)) == (0, 1, 1)
    assert any(part in report.problems[0] for part in complaint.split("|"))
    assert f"lapeau same {deck}" in report.problems[0]


@pytest.mark.parametrize("counted_too_many", [-1, 2])
def test_an_answer_that_takes_other_than_the_stored_moves_is_told(
    tmp_path: Path, counted_too_many: int
):
    win = next(win for win in wins() if win.rules == LaPeau())
    key = DealKey("lapeau", "alternate", deals.deck_text(win.deck))
    moves = replay(win.rules, win.rules.deal(win.deck), win.moves)[1] + counted_too_many
    storage = store(tmp_path)
    storage.answers.offer([(key, StoredAnswer(moves, " ".join(map(str, win.moves))))])
    storage.close()
    (problem,) = validation.validate(tmp_path).problems
    taken, stored = map(int, re.findall(r"has (\d+) moves, not (\d+)", problem)[0])
    assert taken == stored - counted_too_many


def test_a_changed_row_is_told_and_the_exit_code_is_1(
    played: Path, capsys: pytest.CaptureFixture[str]
):
    file = next(played.glob("*.sqlite3"))
    content = bytearray(file.read_bytes())
    at = content.rfind(b">done")
    content[at : at + 5] = b">dove"
    file.write_bytes(content)
    assert main(["--validate", "--data-dir", str(played)]) == 1
    assert " problem" in capsys.readouterr().out
    sqlite3.connect(file).close()


def test_a_damaged_file_is_only_told_of_and_left_as_it_is(played: Path):
    file = next(played.glob("*.sqlite3"))
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    file.write_bytes(content)
    before = sorted(path.name for path in played.iterdir())
    assert validation.validate(played).problems
    assert sorted(path.name for path in played.iterdir()) == before
    assert file.read_bytes() == content


@pytest.mark.parametrize("broken", ["head", "middle", "half"])
def test_a_damaged_file_is_one_problem(
    played: Path, broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = played / MAIN
    content = bytearray(file.read_bytes())
    if broken == "half":
        del content[len(content) // 2 :]
    else:
        at = {"head": 0, "middle": 3 * 4096}[broken]
        content[at : at + 8192] = b"x" * 8192
    file.write_bytes(content)
    assert main(["--validate", "--data-dir", str(played)]) == 1
    (told, *_, counted) = capsys.readouterr().out.splitlines()
    assert str(file) in told and counted.endswith(": 1 problem")


def test_a_file_of_another_version_is_one_problem(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = database_files.open_file(tmp_path / MAIN)
    other.db.execute("CREATE TABLE other (name)")
    other.db.execute("PRAGMA user_version = 99")
    other.db.close()
    assert main(["--validate", "--data-dir", str(tmp_path)]) == 1
    (told, *_, counted) = capsys.readouterr().out.splitlines()
    assert "made by another version" in told and counted.endswith(": 1 problem")


def test_a_running_program_is_not_in_the_way(played: Path):
    storage = store(played)
    session = Session(LaPeau(), deals.deck_of(9))
    for _ in range(3):
        session.play(session.rules.moves(session.position)[0])
        key = DealKey("lapeau", "alternate", deals.deck_text(session.deck))
        changes = DealChanges(session.history.take_changes(), DealState())
        storage.save(key, changes, session.history.whole)
        assert validation.validate(played) == (20, 19, 0, ())
    storage.close()


def test_deals_of_a_game_that_is_not_known_are_told(tmp_path: Path):
    storage = store(tmp_path)
    storage.answers.offer([(DealKey("patience", "", "x"), StoredAnswer(3, "7h>8s"))])
    storage.close()
    assert validation.validate(tmp_path).problems == (
        "deals of 'patience', which this version does not know, were not checked",
    )


def test_level_files_are_read_and_their_broken_lines_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    levels = tmp_path / "levels"
    levels.mkdir()
    good = deals.deck_text(deals.deck_of(5))
    lines = f"1 {good} -\n2 {good[:-1]} -\n3 {good} 40\n"
    (levels / "mine.txt").write_text(f"# game: klondike\n{lines}")
    (levels / "wrong.txt").write_text(f"# game: patience\n1 {good} -\n")
    (levels / "binary.txt").write_bytes(bytes(range(256)))
    problems = validation.validate(tmp_path, [levels]).problems
    starts = ("binary.txt: ", "mine.txt, line 3: ", "mine.txt, line 4: ", "wrong.txt, line 1: ")
    assert len(problems) == len(starts)
    assert all(map(str.startswith, problems, (f"{levels}{os.sep}{start}" for start in starts)))
    assert main(["--validate", "--data-dir", str(tmp_path)]) == 1
    assert "mine.txt, line 3" in capsys.readouterr().out

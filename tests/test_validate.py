"""--validate: every stored deal is replayed, and what is wrong is said."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from golden_texts import wins

from game import deals, validate
from game.cli import main
from game.position import Action, action_text, parse_action
from game.rules import LaPeau
from game.session import Session, new_tree
from game.storage import Answer, DealKey, State, Storage


def store(folder: Path) -> Storage[Action]:
    return Storage(folder, action_text=action_text, parse_action=parse_action)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with a game won of each kind."""
    storage = store(tmp_path)
    # Gaps 2 was won in two ways: the first is enough.
    once = {(win.rules, win.deck): win for win in reversed(wins())}
    for win in once.values():
        key = DealKey(win.rules.name, win.rules.policy, deals.deck_text(win.deck))
        session = Session(win.rules, win.deck, tree=new_tree(win.rules, win.deck), autoplay=False)
        for move in win.moves:
            session.play(move)
        words = " ".join(map(action_text, session.tree.best_answer()))
        answer = Answer(session.moves, words)
        storage.save(key, session.tree.take_changes(), State(), answer=answer)
    storage.close()
    return tmp_path


def test_what_was_played_is_found_well(played: Path, capsys: pytest.CaptureFixture[str]):
    before = sorted(path.name for path in played.iterdir())
    assert validate.validate(played, read_only=True) == (18, 18, ())
    assert sorted(path.name for path in played.iterdir()) == before
    assert main(["--validate", "--data-dir", str(played)]) == 0
    assert capsys.readouterr().out == f"18 deals and 18 answers in {played}: all is well\n"


def test_an_empty_folder_is_well_and_stays_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert main(["--validate", "--data-dir", str(tmp_path / "no")]) == 0
    assert "0 deals and 0 answers" in capsys.readouterr().out
    assert not (tmp_path / "no").exists()


@pytest.mark.parametrize(
    ("actions", "moves", "complaint"),
    [
        ("Ac>done", 1, "does not win"),
        ("Ac>done Qc>done", 2, "goes home first|come along"),
        ("Ac>done nonsense", 2, "'nonsense' is not a move"),
    ],
)
def test_an_answer_that_does_not_win_is_told(
    tmp_path: Path, actions: str, moves: int, complaint: str
):
    deck = deals.deck_text(tuple(reversed(range(52))))
    storage = store(tmp_path)
    storage.offer_answers([(DealKey("lapeau", "same", deck), Answer(moves, actions))])
    storage.close()
    report = validate.validate(tmp_path)
    assert (report.deals, report.answers, len(report.problems)) == (0, 1, 1)
    assert any(part in report.problems[0] for part in complaint.split("|"))
    assert f"lapeau same {deck}" in report.problems[0]


def test_an_answer_with_another_number_of_moves_is_told(tmp_path: Path):
    win = next(win for win in wins() if win.rules == LaPeau())
    words = " ".join(map(str, win.moves))
    key = DealKey("lapeau", "alternate", deals.deck_text(win.deck))
    storage = store(tmp_path)
    storage.offer_answers([(key, Answer(7, words))])
    storage.close()
    (problem,) = validate.validate(tmp_path).problems
    assert problem.endswith(" moves, not 7")


def test_a_changed_row_is_told_and_the_exit_code_is_1(
    played: Path, capsys: pytest.CaptureFixture[str]
):
    file = next(played.glob("*.sqlite3"))
    content = bytearray(file.read_bytes())
    at = content.rfind(b">done")
    content[at : at + 5] = b">dove"
    file.write_bytes(content)
    assert main(["--validate", "--data-dir", str(played)]) == 1
    assert "problems" in capsys.readouterr().out
    sqlite3.connect(file).close()

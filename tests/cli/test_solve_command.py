"""The command `solve`: what it prints, and that what it prints is true."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.cli import solver_commands
from game.cli.commands import main
from game.core import deals
from game.core.cards import LETTERS
from game.rules import Gaps
from game.solver.answer import Answer, Verdict
from game.solver.process_pool import Solved, Task

ROOT = Path(__file__).parents[2]
FIELDS = ["game", "id", "verdict", "moves", "optimal", "seconds", "nodes", "answer"]
# Kings first, aces last: the cards can go home one after another.
EASY = LETTERS[::-1]


def solved(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> list[dict]:
    assert main(["solve", *argv]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_deal_is_one_line_of_json_with_an_answer_that_verify_accepts(
    capsys: pytest.CaptureFixture[str],
):
    found = solved(capsys, "brainjam", "2", "0003")
    assert [list(line) for line in found] == [FIELDS, FIELDS]
    assert [line["id"] for line in found] == ["2", "3"]
    for line in found:
        assert (line["game"], line["verdict"], line["optimal"]) == ("brainjam", "won", False)
        assert main(["verify", "brainjam", line["id"], "--answer", line["answer"]]) == 0
        assert capsys.readouterr().out == f"won in {line['moves']} moves\n"


def test_a_deal_that_cannot_be_won_has_no_moves_and_no_answer(capsys: pytest.CaptureFixture[str]):
    (line,) = solved(capsys, "lapeau", "1", "--same")
    assert (line["policy"], line["verdict"]) == ("same", "unwinnable")
    assert (line["moves"], line["answer"]) == (None, None)


def test_a_deck_can_be_solved_to_the_shortest_answer(capsys: pytest.CaptureFixture[str]):
    (line,) = solved(capsys, "brainjam", "--deck", EASY, "--optimal")
    assert (line["id"], line["verdict"], line["moves"]) == (EASY, "won", 52)
    assert line["optimal"] is True


def test_a_pack_is_solved_whole_or_by_its_ids(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    file = tmp_path / "mine.txt"
    file.write_text(f"# game: lapeau\nx {EASY} -\n0002 {deals.deck_text(deals.deck_of(2))} 90\n")
    argv = ("lapeau", "--pack", str(file))
    assert [line["id"] for line in solved(capsys, *argv)] == ["x", "0002"]
    assert [line["id"] for line in solved(capsys, *argv, "2")] == ["0002"]
    file.write_text(file.read_text() + "broken\n")
    assert [line["id"] for line in solved(capsys, *argv, status=2)] == ["x", "0002"]


def test_a_time_limit_leaves_a_deal_undecided(capsys: pytest.CaptureFixture[str]):
    (line,) = solved(capsys, "gaps", "11", "--time-limit", "0.001")
    assert line["verdict"] == "undecided"
    assert line["moves"] is None
    assert line["seconds"] < 30


def test_gaps_tells_the_highest_score_and_whether_it_is_proved():
    start = Gaps().deal(deals.deck_of(1))
    move = Gaps().moves(start)[0]
    after = Gaps().apply(start, move)
    answer = Answer(Verdict.UNWINNABLE, (move,), score=Gaps().score(after), score_proved=True)
    line = json.loads(solver_commands.line(Solved(Task("1", Gaps(), start), answer, 0.123456)))
    assert (line["score"], line["score_proved"]) == (Gaps().score(after), True)
    assert (line["moves"], line["answer"], line["seconds"]) == (None, str(move), 0.1235)
    assert (line["redeals"], line["fewest_redeals"]) == (None, False)


@pytest.mark.parametrize("options", [[], ["--random-gaps"]], ids=["in-place", "random"])
def test_an_answer_of_gaps_takes_no_more_redeals_than_are_asked_for(
    capsys: pytest.CaptureFixture[str], options: list[str]
):
    (line,) = solved(capsys, "gaps", "4", *options)
    assert (line["verdict"], line["redeals"] > 0, line["score"]) == ("won", True, 48)
    assert line["answer"].split().count("redeal") == line["redeals"]
    assert main(["verify", "gaps", "4", *options, "--answer", line["answer"]]) == 0
    assert capsys.readouterr().out == f"won in {line['moves']} moves\n"
    (line,) = solved(capsys, "gaps", "18", *options, "--redeals", "0")
    assert (line["verdict"], line["redeals"], line["fewest_redeals"]) == ("won", 0, True)


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ([], "'solve' needs a game"),
        (["lapeau"], "a deal number is missing"),
        (["lapeau", "1", "x"], "'x' is not a deal number"),
        (["lapeau", "1", "--jobs", "0"], "--jobs: '0' is not a whole number from 1 to 256"),
        (["lapeau", "1", "--jobs", "2.5"], "--jobs: '2.5' is not a whole number from 1"),
        (["lapeau", "1", "--jobs", "-1"], "--jobs: '-1' is not a whole number from 1 to 256"),
        (
            ["lapeau", "1", "--time-limit", "soon"],
            "--time-limit: 'soon' is not a number from 0.001",
        ),
        (
            ["lapeau", "1", "--time-limit", "0"],
            "--time-limit: '0' is not a number from 0.001 to 1000000",
        ),
        (
            ["lapeau", "1", "--time-limit", "nan"],
            "--time-limit: 'nan' is not a number from 0.001",
        ),
        (["gaps", "1", "--redeals", "3"], "--redeals: '3' is not a whole number from 0 to 2"),
        (["gaps", "1", "--redeals", "x"], "--redeals: 'x' is not a whole number from 0 to 2"),
        (["lapeau", "1", "--redeals", "1"], "lapeau has no redeals"),
        (["lapeau", "1", "--mute"], "unrecognized arguments: --mute"),
        (["lapeau", "1", "--answer", "x"], "unrecognized arguments: --answer"),
    ],
)
def test_nonsense_gets_one_clear_line_before_anything_is_solved(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
):
    assert main(["solve", *argv]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert complaint in said.err


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_shows_on_a_terminal_how_many_deals_are_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert len(solved(capsys, "lapeau", "1", "2", "--same")) == 2
    assert "[..............................] 0/2" in terminal.getvalue()
    assert "[###############...............] 1/2" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r\033[K")


def test_the_program_solves_on_two_processes_and_shows_no_bar_in_a_pipe():
    argv = [sys.executable, str(ROOT / "main.py"), "solve", "lapeau", "--same", "--jobs", "2"]
    run = subprocess.run([*argv, "1", "2", "13"], capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert [(line["id"], line["verdict"]) for line in found] == [
        ("1", "unwinnable"),
        ("2", "unwinnable"),
        ("13", "won"),
    ]
    assert run.stderr == ""


def test_lines_come_in_the_order_of_the_deals_whatever_is_done_first(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    inner = solver_commands.solve_all
    monkeypatch.setattr(solver_commands, "solve_all", lambda *asked: reversed(list(inner(*asked))))
    found = solved(capsys, "lapeau", "13", "1", "2", "1", "--same")
    assert [line["id"] for line in found] == ["13", "1", "2", "1"]


def test_whoever_interrupts_gets_what_was_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    inner = solver_commands.solve_all

    def broken_off(*asked: object):
        yield from list(inner(*asked))[1:]
        raise KeyboardInterrupt

    monkeypatch.setattr(solver_commands, "solve_all", broken_off)
    found = solved(capsys, "lapeau", "13", "1", "2", "--same", status=130)
    assert [line["id"] for line in found] == ["1", "2"]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_an_interrupt_does_not_wait_for_the_deals_being_searched():
    # So many deals take far longer than this test may.
    argv = [sys.executable, str(ROOT / "main.py"), "solve", "gaps", "--jobs", "2"]
    argv += map(str, range(1, 9999))
    run = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
    # Two workers, and the helper that multiprocessing starts with them.
    while len(children.read_text().split()) < 3:
        time.sleep(0.1)
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=20)
    assert (run.returncode, said) == (130, b"")

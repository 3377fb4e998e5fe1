"""The command `review`: what it prints, and that what it prints is true."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from game.cli.commands import main
from game.core.cards import LETTERS
from game.core.deals import deck_of
from game.core.moves import Move
from game.play.notation import write_answer
from game.rules import rules_for
from game.solver import registry
from game.solver.answer import Goal

ROOT = Path(__file__).parent.parent
FIELDS = ["move", "text", "verdict", "total", "proved", "cost", "better"]
SUMMARY = ["summary", "moves", "won", "shortest", "detours", "lost_at"]
# Kings first, aces last: the cards can go home one after another.
EASY = LETTERS[::-1]


def answer_of(game: str, number: int, *options: str) -> str:
    rules = rules_for(game, options)
    start = rules.deal(deck_of(number))
    return write_answer(rules, start, registry.solve(rules, start, Goal.FIRST).moves)


def reviewed(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> list[dict]:
    assert main(["review", *argv]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_counted_move_is_one_line_of_json_and_then_comes_a_summary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = answer_of("lapeau", 1000, "same")
    *moves, summary = reviewed(capsys, "lapeau", "1000", "--same", "--answer", answer)
    assert {tuple(move) for move in moves} == {tuple(FIELDS)}
    assert list(summary) == SUMMARY
    assert [move["move"] for move in moves] == list(range(1, summary["moves"] + 1))
    assert summary["won"] is True
    assert summary["lost_at"] is None


def test_the_costs_of_a_won_line_add_up_to_its_length_less_the_shortest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = answer_of("lapeau", 1000, "same")
    *moves, summary = reviewed(capsys, "lapeau", "1000", "--same", "--answer", answer)
    assert all(move["proved"] for move in moves)
    assert sum(move["cost"] for move in moves) == summary["moves"] - summary["shortest"]
    assert sum(move["cost"] > 0 for move in moves) == summary["detours"]
    totals = [summary["shortest"], *(move["total"] for move in moves)]
    assert [later - earlier for earlier, later in pairwise(totals)] == [
        move["cost"] for move in moves
    ]
    assert all((move["better"] is not None) is (move["cost"] > 0) for move in moves)


def test_a_line_that_was_lost_says_at_which_move_and_what_was_better(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = rules_for("lapeau", ("same",))
    position, words, chance = rules.deal(deck_of(1000)), list[str](), random.Random(1)
    while moves := rules.moves(position):
        words.append(str(chance.choice(moves)))
        position = rules.apply(position, Move.parse(words[-1]))
    *found, summary = reviewed(capsys, "lapeau", "1000", "--same", "--answer", " ".join(words))
    lost = [move["move"] for move in found if move["verdict"] == "unwinnable"]
    assert lost == list(range(summary["lost_at"], summary["moves"] + 1))
    fatal = found[summary["lost_at"] - 1]
    assert (fatal["total"], fatal["cost"], fatal["proved"]) == (None, None, True)
    assert fatal["better"] is not None
    assert all(move["cost"] is None for move in found[summary["lost_at"] - 1 :])


def test_an_empty_line_has_only_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    found = reviewed(capsys, "brainjam", "--deck", EASY, "--answer", "")
    assert found == [
        {"summary": True, "moves": 0, "won": False, "shortest": 52, "detours": 0, "lost_at": None}
    ]


def test_a_detour_costs_what_it_takes_and_the_better_move_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = rules_for("brainjam")
    first = rules.moves(rules.deal([LETTERS.index(letter) for letter in EASY]))[0]
    card = str(first).partition(">")[0]
    found = reviewed(capsys, "brainjam", "--deck", EASY, "--answer", f"{card}>reserve {card}>done")
    assert [move["cost"] for move in found[:-1]] == [1, 0]
    assert found[0]["text"] == f"{card}>reserve"
    assert found[0]["better"].endswith(">done")


def test_with_several_processes_the_same_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ("lapeau", "1000", "--same", "--answer", answer_of("lapeau", 1000, "same"))
    one, two = reviewed(capsys, *argv), reviewed(capsys, *argv, "--jobs", "2")
    for a, b in zip(one, two, strict=True):
        a.pop("better", None)
        b.pop("better", None)
        assert a == b


def test_klondike_and_gaps_tell_totals_that_are_not_proved_and_no_cost_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = answer_of("klondike", 1)
    *moves, summary = reviewed(capsys, "klondike", "1", "--answer", answer)
    assert summary["shortest"] is None
    assert not moves[0]["proved"] and moves[0]["total"] is not None
    assert all(move["cost"] is None or move["proved"] for move in moves)


def test_with_fewer_redeals_a_move_is_weighed_as_the_deal_is_solved(
    capsys: pytest.CaptureFixture[str],
) -> None:
    argv = ("gaps", "3", "--answer", "8c>7c")
    move, _ = reviewed(capsys, *argv, "--redeals", "0")
    assert (move["verdict"], move["redeals"]) == ("unwinnable", None)
    move, _ = reviewed(capsys, *argv, "--redeals", "2")
    assert (move["verdict"], move["redeals"]) == ("won", 1)
    assert list(move) == [*FIELDS, "redeals"]


def test_the_redeals_of_a_move_of_gaps_are_those_that_its_win_still_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = answer_of("gaps", 3)
    *moves, _ = reviewed(capsys, "gaps", "3", "--answer", answer, "--time-limit", "0.001")
    made = [move["text"] for move in moves].index("redeal")
    assert [move["redeals"] for move in moves] == [1] * made + [0] * (len(moves) - made)


def test_a_line_breaks_at_a_redeal_too_many(capsys: pytest.CaptureFixture[str]) -> None:
    # A king stands before every gap.
    rows = [[8 + suit, 4 + suit, *range(12 + suit, 52, 4), suit] for suit in range(4)]
    deck = "".join(LETTERS[card] for row in rows for card in row)
    argv = ("gaps", "--deck", deck, "--answer", "redeal", "--time-limit", "0.001")
    assert main(["review", *argv, "--redeals", "0"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "move 1, 'redeal'" in said.err
    assert reviewed(capsys, *argv, "--redeals", "1")[-1]["moves"] == 1


def test_a_time_limit_leaves_what_is_not_known(capsys: pytest.CaptureFixture[str]) -> None:
    answer = answer_of("brainjam", 1001)
    *moves, summary = reviewed(
        capsys, "brainjam", "1001", "--answer", answer, "--time-limit", "0.001"
    )
    assert moves[-1]["verdict"] == "won"
    assert summary["shortest"] is None
    assert summary["detours"] is None


def test_a_broken_line_says_where_and_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "lapeau", "1000", "--same", "--answer", "Kc>Ah"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "move 1, 'Kc>Ah'" in said.err


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        ([], "'review' needs a game"),
        (["gaps", "1"], "'review' needs --answer TEXT"),
        (["--answer", "a"], "'review' needs a game"),
        (["lapeau", "--answer", "a"], "a deal number is missing"),
        (["lapeau", "1", "2", "--answer", "a"], "'2' is one deal too many"),
        (
            ["lapeau", "1", "--answer", "a", "--jobs", "0"],
            "--jobs: '0' is not a whole number from 1 to 256",
        ),
        (["lapeau", "1", "--answer", "a", "--optimal"], "unrecognized arguments: --optimal"),
        (["gaps", "1", "--answer", "@/no/such/file", "--redeals", "3"], "--redeals: '3' is not"),
        (["gaps", "1", "--answer", "", "--redeals", "zz"], "--redeals: 'zz' is not a whole"),
        (["brainjam", "5", "--answer", "", "--redeals", "1"], "brainjam has no redeals"),
        (
            ["lapeau", "1", "--answer", "@/no/such/file"],
            "--answer @/no/such/file: no such file",
        ),
    ],
)
def test_nonsense_gets_one_clear_line(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
) -> None:
    assert main(["review", *argv]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert complaint in said.err


def test_a_reader_who_leaves_gets_no_traceback_and_pygame_is_not_imported() -> None:
    code = (
        "import sys; from game.cli.commands import main\n"
        "status = main(sys.argv[1:])\n"
        "assert 'pygame' not in sys.modules\n"
        "sys.exit(status)"
    )
    argv = [sys.executable, "-c", code, "review", "brainjam", "--deck", EASY, "--answer", ""]
    program = subprocess.Popen(
        argv, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdout is not None and program.stderr is not None
    program.stdout.close()
    assert program.stderr.read() == ""
    assert program.wait(60) == 141

"""`play --text`: all games to the end through a pipe, every command, and nonsense."""

from __future__ import annotations

import io
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.cli import deal_arguments, text_play
from game.cli.commands import main
from game.core.deals import deck_of
from game.core.moves import Move
from game.play import notation, sharing_lines
from game.play.session import Session
from game.play.verdict import VerdictLight
from game.record.game_store import GameStore
from game.rules import RULES, Gaps, Rules, rules_for
from game.solver import registry
from game.solver.answer import Answer, Goal, Verdict
from game.solver.worker import Delivery
from game.storage import Storage, database_files
from game.system.folders import Folders
from game.system.settings import SettingsFile
from tests.cli.test_commands import bad

ROOT = Path(__file__).parents[2]
WINS = (ROOT / "tests" / "golden" / "wins.txt").read_text().splitlines()
"""Sharing lines with their answers."""


def wins() -> dict[str, str]:
    """A won line of each game."""
    found: dict[str, str] = {}
    for line in WINS:
        if line.startswith("fourfold "):
            found.setdefault(line.split()[1], line)
    return found


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_arguments, "usual_folders", lambda: Folders(tmp_path / "home"))
    monkeypatch.setenv("LANGUAGE", "en")


def play(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: str,
    *argv: str,
) -> list[str]:
    """What is printed after the table of the opening."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["play", *argv, "--text"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out.splitlines()


def after_table(told: list[str]) -> list[str]:
    """Without the first table, whose last line is of a column or a row."""
    last = max(n for n, line in enumerate(told[:30]) if re.match("[A-M ]+ (col|sta|row)", line))
    return told[last + 1 :]


@pytest.mark.parametrize("setting", ["placed-gaps", "random-gaps"])
def test_a_deal_is_played_as_the_player_chose_last_or_as_the_command_line_says(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    setting: str,
) -> None:
    rules: list[Rules] = []

    class Spy(GameStore):
        def open(self, *what: Any, **how: Any) -> Session:
            rules.append(what[0])
            return super().open(*what, **how)

    Folders(tmp_path / "home").settings.parent.mkdir(parents=True)
    SettingsFile(Folders(tmp_path / "home").settings).change(placement=setting)
    monkeypatch.setattr(text_play, "GameStore", Spy)
    for option in ([], ["--random-gaps"], ["--placed-gaps"]):
        play(monkeypatch, capsys, "", "gaps", "84837", *option)
    assert rules == [Gaps(setting), Gaps("random-gaps"), Gaps()]


@pytest.mark.parametrize("game", RULES)
def test_each_game_is_won_through_a_pipe_and_is_in_the_history(game: str, tmp_path: Path):
    shared = sharing_lines.read_shared(wins()[game])
    answer = notation.write_answer(shared.rules, shared.rules.deal(shared.deck), shared.moves)
    # Letters a few in a line, words one in a line.
    step = 5 if shared.rules.facts.lettered else None
    lines = (
        [answer[at : at + 60] for at in range(0, len(answer), 60)]
        if step and not any(c.isdigit() for c in answer)
        else answer.split()
    )
    policy = [f"--{word}" for word in shared.rules.policy.split()]
    run = subprocess.run(
        [
            *(sys.executable, "main.py", "play", game, str(shared.number), "--text"),
            *(*policy, "--data-dir", str(tmp_path)),
        ],
        input="\n".join(lines).encode(),
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "LANGUAGE": "en"},
        timeout=120,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    count = notation.replay(shared.rules, shared.rules.deal(shared.deck), shared.moves)[1]
    told = run.stdout.decode().splitlines()
    assert told[0] == f"{shared.rules.title} {shared.number}"
    assert told[-1].endswith(f"solved in {count} moves")
    storage = Storage(tmp_path)
    left = storage.last_played(game)
    assert left is not None
    assert left.number == shared.number
    assert storage.answers.best(left.key).moves == count  # type: ignore[union-attr]
    storage.close()


def test_a_refusal_is_one_line_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(
        play(monkeypatch, capsys, "4c>5c\nnonsense\n\x1b[31m\n>\n4s>5d\n", "lapeau", "617")
    )
    assert told == [
        "Only cards in sequence at the end of a stack can move",
        "'nonsense' is neither a move nor a command: try help",
        "'?[31m' is neither a move nor a command: try help",
        "'' is not a card (write it as 7h, Tc or As)",
        "4 of spades to 5 of diamonds",
    ]


def test_a_turn_over_waits_until_the_reserve_is_empty(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    lines = "turn\n" + "pull\n" * 25
    told = after_table(play(monkeypatch, capsys, lines, "klondike", "5"))
    assert told[0] == "Draw the whole stock before the next pass"
    assert told[-1] == "The stock is empty: start the next pass first"


def test_moves_and_commands_may_be_in_capitals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(play(monkeypatch, capsys, "Pull\nUNDO\n", "klondike", "5"))
    assert [line.split(":")[0] for line in told] == ["8 of hearts drawn", "undone"]
    told = after_table(play(monkeypatch, capsys, "4S>5D\n4S>DONE\n", "lapeau", "617"))
    assert told == ["4 of spades to 5 of diamonds", "The ace of spades has to go home first"]


def test_a_mistyped_command_plays_no_letter_of_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(play(monkeypatch, capsys, "hent\nundo\n", "brainjam", "617"))
    assert told == [
        "'hent' is neither a move nor a command: try help",
        "There is nothing to undo",
    ]


def test_letters_pick_and_place(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(play(monkeypatch, capsys, "be\nUNDO\nredo\na\n", "lapeau", "617"))
    assert told[:4] == [
        "4 of spades selected",
        "4 of spades to 5 of diamonds",
        "undone: 4 of spades to 5 of diamonds",
        "redone: 4 of spades to 5 of diamonds",
    ]
    assert told[4].startswith("The 2 of spades needs a red 3 or an empty stack")


def test_undo_goes_on_where_play_was_left(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    play(monkeypatch, capsys, "4s>5d", "lapeau", "617")
    told = play(
        monkeypatch, capsys, "undo\nredo 3\nundo 0\nundo x\nundo 99999999999\ngoto", "lapeau"
    )
    assert told[0] == "La Peau 617"
    assert after_table(told) == [
        "undone: 4 of spades to 5 of diamonds",
        "redone: 4 of spades to 5 of diamonds",
        "'0' is not a number (1 or higher)",
        "'x' is not a number (1 or higher)",
        "'99999999999' is too large",
        "'goto' needs a number",
    ]


def test_hint_verdict_and_possible_moves(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(
        play(monkeypatch, capsys, "verdict\nhint\nmoves\nverdict", "brainjam", "617")
    )
    assert told[0] == told[3] == "can still be won"
    assert told[1].startswith("hint: ")
    assert told[1].endswith(")")
    assert told[2].startswith("9 moves: jack of diamonds to reserve 1; ")


@pytest.mark.parametrize("game", ["brainjam", "klondike"])
def test_a_hint_comes_where_only_the_players_own_answer_was_known(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    shared = sharing_lines.read_shared(wins()[game])
    lines = [*map(str, shared.moves), "undo 40", "hint"]
    told = play(monkeypatch, capsys, "\n".join(lines), game, str(shared.number))
    assert told[-1].startswith("hint: ")


class KnowsNothing:
    """Stands in for the worker process, which answers so where a game has no solver."""

    def __init__(self, receive: Callable[[Delivery], None]) -> None:
        self._receive, self._number = receive, 0

    def ask(self, *asked: object) -> int:
        self._number += 1
        self._receive(Delivery(self._number, Answer(Verdict.UNDECIDED), final=True, seconds=0.0))
        return self._number

    def close(self) -> None:
        """It has no process."""


def test_in_a_game_without_a_solver_hint_and_verdict_say_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(registry, "has_solver", lambda game: False)
    monkeypatch.setattr("game.solver.client.SolverClient", KnowsNothing)
    told = after_table(play(monkeypatch, capsys, "hint\nverdict", "brainjam", "617"))
    assert told == ["there is no solver for this game"] * 2


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("brainjam", ("pull", "turn", "redeal")),
        ("lapeau", ("pull", "turn", "redeal")),
        ("gaps", ("pull", "turn")),
        ("klondike", ("redeal",)),
    ],
)
def test_a_move_that_the_game_lacks_is_told_by_name(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    game: str,
    words: tuple[str, ...],
):
    told = after_table(play(monkeypatch, capsys, "\n".join(words), game, "617"))
    assert told == [f"'{word}' is not a move in {rules_for(game).title}" for word in words]


def test_the_map_shows_branches_and_goto_goes_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    folder = tmp_path / "home"
    folder.mkdir()
    SettingsFile(Folders(folder).settings).change(branching=True)
    lines = "4s>5d\n3c>4h\nbookmark\nundo 2\nTs>Jh\nmap\ngoto 4\ngoto 4\ngoto 77\ngoto 0\ngoto 1\n"
    told = after_table(play(monkeypatch, capsys, lines, "lapeau", "617"))
    assert told[-9:] == [
        "1, the start",
        "  2, after 1 move: 10 of spades to jack of hearts, you are here",
        "  3, after 1 move: 4 of spades to 5 of diamonds",
        "  4, after 2 moves: 3 of clubs to 4 of hearts, bookmark",
        "after 2 moves: 3 of clubs to 4 of hearts",
        "you are here",
        "there is no position 77 on the map",
        "'0' is not a number (1 or higher)",
        "at the start",
    ]


@pytest.mark.parametrize("policy", ["alternate colours", "same suit"])
def test_the_policy_is_told_with_the_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], policy: str
):
    words = ("lapeau", "617", f"--{policy.split()[0]}")
    told = play(monkeypatch, capsys, "quit", *words)
    assert told[1] == f"{policy}, 0 moves, 0 of 52 home"


def test_before_a_row_of_gaps_stand_the_letters_that_fill_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = play(monkeypatch, capsys, "quit", "gaps", "13")
    rows = [line.partition("row") for line in told[2:6]]
    for keys, _, row in rows:
        assert len(keys.strip()) == row.count("gap")
    assert "".join(keys.strip() for keys, _, _ in rows) == "ABCD"


def test_table_and_help_print_in_full(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = play(monkeypatch, capsys, "table\nhelp\nquit\n4s>5d\n", "klondike", "5")
    assert told[1:15] == told[15:29]
    assert told[1] == "0 moves, 0 of 52 home, 2 passes left"
    assert told[-1].startswith("quit, or the end of the input")


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("brainjam", "7h>done, 7h>empty, 7h>reserve"),
        ("lapeau", "7h>done, 7h>empty"),
        ("gaps", "7h>empty, redeal"),
        ("klondike", "7h>done, 7h>empty, pull, turn"),
    ],
)
def test_help_names_what_the_game_has(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], game: str, moves: str
):
    told = after_table(play(monkeypatch, capsys, "help", game, "5"))
    assert told[0] == f"Moves: 7h>8s (card onto card), {moves}"
    assert told[1].startswith("Cards: A, 2 to 9, T, J, Q, K")
    assert any(line.startswith("home, purge") for line in told) is (game != "gaps")


def test_a_line_beyond_all_measure_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    told = after_table(play(monkeypatch, capsys, "a" * 1_000_000 + "\n4s>5d", "lapeau", "617"))
    assert told == ["this line is too long", "4 of spades to 5 of diamonds"]


def test_bytes_that_are_no_text_are_refused(tmp_path: Path):
    run = subprocess.run(
        [sys.executable, "main.py", "play", "gaps", "3", "--text", "--data-dir", str(tmp_path)],
        input=b"\xff\xfe\n\x00\nhelp",
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "LANGUAGE": "en"},
        timeout=60,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.count(b"is neither a move nor a command") == 2


def test_a_terminal_is_asked_line_by_line(tmp_path: Path):
    """On a terminal the prompt comes, and Ctrl+D ends the play."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "main.py", "play", "gaps", "3", "--text", "--data-dir", str(tmp_path)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=ROOT,
        env={**os.environ, "LANGUAGE": "en", "TERM": "dumb"},
    ) as game:
        os.close(theirs)
        seen = b""
        for typed in (b"moves\n", b"\x04"):
            while not seen.endswith(b"> "):
                seen += os.read(ours, 4096)
            os.write(ours, typed)
            seen = seen[:-1] if typed == b"\x04" else b""
        assert game.wait(timeout=60) == 0
    os.close(ours)


def test_a_lost_position_says_that_undo_is_the_way_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    from game.cli.text_play import TextAdvice

    monkeypatch.setattr(TextAdvice, "light", lambda self, session: VerdictLight.CANNOT)
    told = after_table(play(monkeypatch, capsys, "4s>5d\nverdict", "lapeau", "617"))
    assert told[-1] == "can no longer be won; undo to continue"


@pytest.mark.parametrize("asked", ["hint", "verdict"])
def test_where_no_move_is_left_it_says_how_many_undos_lead_to_where_it_can_be_won(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    rules = rules_for("brainjam")
    position = rules.deal(deck_of(617))
    moves, chance = list[Move](), Random(0)
    while possible := rules.moves(position):
        moves.append(chance.choice(possible))
        position = rules.apply(position, moves[-1])
    lines = [*map(str, moves), asked]
    *_, said = play(monkeypatch, capsys, "\n".join(lines), "brainjam", "617")
    told = re.fullmatch("can no longer be won; undo ([0-9]+) steps: still winnable there", said)
    assert told, said
    back = play(monkeypatch, capsys, f"undo {told[1]}\nverdict\nredo\nverdict", "brainjam", "617")
    assert back[-3] == "can still be won"
    assert back[-1] == "can no longer be won; undo 1 step: still winnable there"


def lost_gaps() -> tuple[list[Move], Answer]:
    """Moves of Gaps 3 to a position that is lost, but whose score can grow; what is known of it."""
    rules, chance, moves = Gaps(), Random(1), list[Move]()
    position = rules.deal(deck_of(3))
    while possible := rules.moves(position):
        moves.append(chance.choice(possible))
        position = rules.apply(position, moves[-1])
    for count in range(len(moves) - 1, 0, -1):
        position = rules.replay(rules.deal(deck_of(3)), moves[:count])
        found = registry.solve(rules, position, Goal.FIRST)
        if found.moves:
            return moves[:count], found
    raise AssertionError("no hint is given after any of these moves")


def test_a_hint_at_a_lost_position_says_so_and_where_it_leads_and_counts_as_no_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    moves, found = lost_gaps()
    assert (found.verdict, found.score_proved) == (Verdict.UNWINNABLE, True)
    lines = "\n".join([*(str(move) for move in moves), "hint"])
    *_, said, hint = play(monkeypatch, capsys, lines, "gaps", "3")
    assert said == (
        "cannot be won, whatever you do; undo 45 steps: still winnable there; "
        f"the hint leads to the best possible score, {found.score}"
    )
    assert hint.startswith("hint: ")
    assert hint.endswith(f"({found.moves[0]})")
    storage = Storage(tmp_path / "home")
    left = storage.last_played("gaps")
    assert left is not None
    assert [play.hints for play in storage.plays.of(left.key)] == [0]
    storage.close()


def test_the_verdict_of_gaps_waits_for_the_fewest_redeals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    # The first win that is found takes a redeal. Plain Python takes longer than a player waits.
    monkeypatch.setattr("game.cli.text_play.FEWEST_S", 60.0)
    told = after_table(play(monkeypatch, capsys, "verdict", "gaps", "2004"))
    assert told[-1] == "can still be won without a redeal"


def test_where_the_fewest_redeals_are_not_known_in_time_it_says_how_many_will_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    start = Gaps().deal(deck_of(2003))
    first = registry.solve(Gaps(), start, Goal.FIRST)
    assert first.redeals == 1

    class Searching:
        """Stands in for the worker process: it has found a win and goes on."""

        def __init__(self, receive: Callable[[Delivery], None]) -> None:
            self._receive = receive

        def ask(self, *asked: object) -> int:
            self._receive(Delivery(1, first, final=False, seconds=0.0))
            return 1

        def close(self) -> None:
            pass

    monkeypatch.setattr("game.solver.client.SolverClient", Searching)
    monkeypatch.setattr("game.cli.text_play.FEWEST_S", 0.01)
    told = after_table(play(monkeypatch, capsys, "verdict", "gaps", "2003"))
    assert told[-1] == "can still be won with at most one redeal"


def test_it_speaks_the_players_language(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("LANGUAGE", "fr")
    told = play(monkeypatch, capsys, "4s>5d", "lapeau", "617")
    assert told[-1] == "4 de pique sur 5 de carreau"


def test_a_deck_is_played_and_nothing_is_written_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    from tests.cli.test_commands import EASY

    argv = ("lapeau", "--deck", EASY, "--read-only", "--data-dir", str(tmp_path / "none"))
    told = after_table(play(monkeypatch, capsys, "Ac>done Ad>done\npurge", *argv))
    assert told[-1] == "50 cards home; solved in 52 moves"
    assert not (tmp_path / "none").exists()


def test_a_deal_of_a_pack_is_called_by_its_id_there_and_is_kept_under_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    from tests.cli.test_commands import EASY

    (tmp_path / "mine.txt").write_text(f"# game: lapeau\nrose {EASY} -\n")
    argv = ("lapeau", "--pack", str(tmp_path / "mine.txt"), "rose")
    assert play(monkeypatch, capsys, "Ac>done", *argv)[0] == "La Peau rose"
    storage = Storage(tmp_path / "home")
    left = storage.last_played("lapeau")
    assert left is not None
    assert storage.open(left.key).pack == "rose mine.txt"
    storage.close()
    assert play(monkeypatch, capsys, "", "lapeau")[0] == "La Peau rose"


def test_play_without_text_is_a_mistake(capsys: pytest.CaptureFixture[str]):
    assert bad(capsys, "play", "brainjam", "617") == (
        "'play' needs --text (the window opens without 'play')"
    )
    assert "needs a game" in bad(capsys, "play", "--text")
    assert "unknown game" in bad(capsys, "play", "chess", "--text")
    assert "one deal too many" in bad(capsys, "play", "gaps", "1", "2", "--text")
    assert bad(capsys, "brainjam", "617", "--text") == "unrecognized arguments: --text"


def test_french_keeps_its_spaces_in_a_refusal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv("LANGUAGE", "fr")
    told = play(monkeypatch, capsys, "foo\x07\n", "gaps", "5")
    assert told[-1] == "«\u00a0foo?\u00a0» n’est ni un coup ni une commande\u00a0: essayez help"


@pytest.mark.skipif(sys.platform == "win32", reason="held files")
def test_moves_that_the_file_refuses_are_kept_and_the_exit_code_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(text_play, "spare_file_folders", lambda: [tmp_path / "spare"])
    argv = ["play", "klondike", "77", "--text"]
    play(monkeypatch, capsys, "pull\n", "klondike", "77")
    other = sqlite3.connect(tmp_path / "home" / database_files.MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr(sys, "stdin", io.StringIO("pull\npull\n"))
    assert main(argv) == 3
    said = capsys.readouterr().err
    assert "2 moves could not be saved" in said
    assert str(tmp_path / "spare") in said
    other.close()
    told = play(monkeypatch, capsys, "", "klondike", "77")
    assert told[0] == "Moves that could not be saved last time have now been saved"
    assert told[2].startswith("3 moves,")


@pytest.mark.skipif(sys.platform == "win32", reason="held files")
@pytest.mark.parametrize(("held", "code"), [(True, 3), (False, 141)])
def test_moves_that_are_not_saved_decide_the_exit_code_though_the_reader_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: bool, code: int
):
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            monkeypatch.setattr(sys, "stdout", io.StringIO())
            raise BrokenPipeError

    def lines() -> Iterator[str]:
        if held:
            other.execute("BEGIN EXCLUSIVE")
        monkeypatch.setattr(sys, "stdout", Gone())
        yield "pull"

    monkeypatch.setattr(text_play, "spare_file_folders", list)
    monkeypatch.setattr(text_play, "typed_lines", lines)
    (tmp_path / "home").mkdir()
    other = sqlite3.connect(tmp_path / "home" / database_files.MAIN, isolation_level=None)
    assert main(["play", "klondike", "77", "--text"]) == code
    other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="held files and signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("held", [True, False])
def test_a_signal_ends_the_play_with_a_word_on_what_could_not_be_saved(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    held: bool,
):
    number = getattr(signal, name)

    def lines() -> Iterator[str]:
        if held:
            other.execute("BEGIN EXCLUSIVE")
        yield "pull"
        os.kill(os.getpid(), number)
        yield "pull"

    before = signal.signal(number, signal.SIG_DFL)
    monkeypatch.setattr(text_play, "spare_file_folders", lambda: [tmp_path / "spare"])
    monkeypatch.setattr(text_play, "typed_lines", lines)
    (tmp_path / "home").mkdir()
    other = sqlite3.connect(tmp_path / "home" / database_files.MAIN, isolation_level=None)
    assert main(["play", "klondike", "77", "--text"]) == (3 if held else 128 + number)
    assert ("1 move could not be saved" in capsys.readouterr().err) is held
    signal.signal(number, before)
    other.close()


@pytest.mark.skipif(sys.platform == "win32", reason="held files")
def test_a_file_that_is_let_go_before_the_end_has_all_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(text_play, "spare_file_folders", list)
    play(monkeypatch, capsys, "pull\n", "klondike", "77")
    other = sqlite3.connect(tmp_path / "home" / database_files.MAIN, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")

    def lines():
        yield "pull"
        other.close()

    monkeypatch.setattr(text_play, "typed_lines", lambda: lines())
    play(monkeypatch, capsys, "", "klondike", "77")
    monkeypatch.undo()
    storage = Storage(tmp_path / "home")
    left = storage.last_played("klondike")
    assert left is not None
    assert len(storage.deal(left.key).edges) == 2
    storage.close()

"""The command line: without a window, what it asks of one, and what it says of nonsense."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

from game import __version__
from game.app.launch_options import LaunchOptions
from game.cli import arguments, commands, deal_arguments
from game.cli.arguments import read_arguments
from game.cli.commands import main
from game.cli.deal_arguments import opening_of
from game.core import deals
from game.core.cards import LETTERS
from game.rules import RULES, BrainJam, Gaps, Klondike, LaPeau
from game.system import fault_report
from game.system.folders import Folders
from game.system.settings import SettingsFile

ROOT = Path(__file__).parents[2]
# Kings first, aces last: whatever the game, the cards can go home one after another.
EASY = LETTERS[::-1]
GAMES = ", ".join(RULES)

on_linux = pytest.mark.skipif(sys.platform == "win32", reason="names of files are bytes")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or changes the data of whoever runs it."""
    usual = Folders(tmp_path / "home" / "fourfold")
    monkeypatch.setattr(deal_arguments, "usual_folders", lambda: usual)


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "mine.txt"
    deck = deals.deck_text(deals.deck_of(617))
    file.write_text(f"# game: lapeau same\n0617 {deck} 80\nx {EASY} -\n")
    return file


def bad(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one line that is said of a bad command line."""
    assert main(argv) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("fourfold: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 500
    return said.err.removeprefix("fourfold: ").strip()


def output(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> str:
    assert main(argv) == status
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


def launched(monkeypatch: pytest.MonkeyPatch, *argv: str, status: int = 0) -> LaunchOptions:
    """What the window would have been asked."""
    asked: list[LaunchOptions] = []
    window = types.ModuleType("game.app.loop")
    window.run = lambda launch, *shown: asked.append(launch) or status
    monkeypatch.setitem(sys.modules, "game.app.loop", window)
    assert main(argv) == status
    return asked[0]


# Deals


def test_deal_prints_the_cards_row_by_row(capsys: pytest.CaptureFixture[str]):
    lines = output(capsys, "deal", "brainjam", "617").splitlines()
    assert lines[0] == "brainjam 617"
    assert lines[1].startswith("deck ")
    assert lines[2] == "7d Ad 5c 3s 5s 8c 2d Ah"


@pytest.mark.parametrize("game", ["lapeau", "gaps", "klondike"])
def test_deal_knows_every_game(capsys: pytest.CaptureFixture[str], game: str):
    assert output(capsys, "deal", game, "0").startswith(f"{game} 0\n")


def test_deal_takes_a_deck(capsys: pytest.CaptureFixture[str]):
    assert f"deck {EASY}\n" in output(capsys, "deal", "gaps", "--deck", EASY)
    assert f"deck {EASY}\n" in output(capsys, "deal", f"--deck={EASY}", "gaps")


def test_deal_takes_a_deal_of_a_pack_and_knows_its_number(
    capsys: pytest.CaptureFixture[str], pack: Path
):
    found = output(capsys, "deal", "lapeau", "--pack", str(pack), "617")
    assert found == output(capsys, "deal", "lapeau", "617")
    assert output(capsys, "deal", "lapeau", "--pack", str(pack), "x").startswith("lapeau\n")


def test_the_broken_lines_of_a_pack_are_told_and_the_rest_is_used(
    capsys: pytest.CaptureFixture[str], pack: Path
):
    pack.write_text(pack.read_text() + "broken line\n")
    assert main(["deal", "lapeau", "--pack", str(pack), "617"]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("lapeau 617\n")
    assert said.err == (
        "fourfold: mine.txt, line 4: a deal needs an id, a deck and a par, "
        "but this line has only 2 of them\n"
    )


def test_a_pack_of_nothing_but_broken_lines_does_not_flood_the_screen(
    capsys: pytest.CaptureFixture[str], pack: Path
):
    pack.write_text("broken\n" * 1000)
    assert main(["deal", "brainjam", "--pack", str(pack), "1"]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 22
    assert said[-2] == "fourfold: mine.txt: 980 more lines are invalid"


# Answers


def test_verify_says_won_and_the_moves(capsys: pytest.CaptureFixture[str]):
    answer = " ".join(f"{rank}{suit}>done" for rank in "A23456789TJQK" for suit in "cdhs")
    for game, how in (("brainjam", ()), ("lapeau", ()), ("lapeau", ("--same",))):
        argv = ("verify", game, *how, "--deck", EASY, "--answer", answer)
        assert output(capsys, *argv) == "won in 52 moves\n"


def test_verify_says_where_an_answer_breaks(capsys: pytest.CaptureFixture[str]):
    argv = ("verify", "lapeau", "--deck", EASY, "--answer", "Ac>done Ad>done 5c>done")
    assert output(capsys, *argv, status=1) == (
        "move 3, '5c>done': It is covered by cards that cannot move with it\n"
    )


def test_verify_says_when_an_answer_stops_short(capsys: pytest.CaptureFixture[str]):
    argv = ("verify", "brainjam", "--deck", EASY, "--answer")
    assert output(capsys, *argv, "Ac>done", status=1) == "not won after 1 move\n"
    assert output(capsys, *argv, "", status=1) == "not won after 0 moves\n"


def test_verify_counts_the_single_moves_of_a_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    # Stack 1 ends in 7c 6d, stack 2 in 8h; stack 3 is emptied first.
    rest = [c for c in range(52) if c not in {24, 21, 30, 0, 4, 8, 12}]
    deck = [0] * 52
    stacks = [[rest.pop(), rest.pop(), 24, 21], [rest.pop(), rest.pop(), rest.pop(), 30]]
    stacks += [[12, 8, 4, 0], *[[rest.pop() for _ in range(4)] for _ in range(10)]]
    for column, stack in enumerate(stacks):
        deck[column::13] = stack
    answer = "Ac>done 2c>done 3c>done 4c>done 7c>8h"
    argv = ("verify", "lapeau", "--deck", deals.deck_text(tuple(deck)), "--answer", answer)
    assert output(capsys, *argv, status=1) == "not won after 7 moves\n"


def test_an_answer_may_come_from_a_file_or_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "answer").write_text("Ac>done\nAd>done\n")
    argv = ("verify", "lapeau", "--deck", EASY, "--answer")
    assert output(capsys, *argv, f"@{tmp_path / 'answer'}", status=1) == "not won after 2 moves\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO("Ac>done"))
    assert output(capsys, *argv, "-", status=1) == "not won after 1 move\n"


def test_verify_plays_a_deal_of_a_pack_by_the_packs_own_policy(
    capsys: pytest.CaptureFixture[str], pack: Path
):
    pack.write_text(f"# game: lapeau same\n1 {EASY} -\n")
    argv = ("verify", "lapeau", "--pack", str(pack), "1", "--answer", "Ac>done 2h>3s")
    # In alternate colours it would be a move.
    assert "do not go together" in output(capsys, *argv, status=1)


# Other questions


def test_help_is_a_page_that_names_every_option(capsys: pytest.CaptureFixture[str]):
    page = output(capsys, "--help")
    assert page == output(capsys, "-h")
    assert all(option in page for option in ("--same", "--size", "--data-dir", "--dirs", "--help"))


@pytest.mark.parametrize("command", arguments.COMMANDS)
def test_each_command_has_a_page_of_its_own(capsys: pytest.CaptureFixture[str], command: str):
    page = output(capsys, *filter(None, [command]), "--help")
    assert page.startswith(f"usage: fourfold {command}")
    assert "--data-dir DIR" in page
    assert ("--jobs N" in page) == (command in ("solve", "review"))
    assert max(map(len, page.splitlines())) <= 100


def test_a_command_may_stand_behind_its_options(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    page = output(capsys, "deal", "lapeau", "7", "--same")
    assert output(capsys, "--same", "deal", "lapeau", "7") == page
    assert output(capsys, "--data-dir", "play", "deal", "lapeau", "--same", "7") == page


def test_version(capsys: pytest.CaptureFixture[str]):
    assert output(capsys, "--version").startswith(f"fourfold {__version__}")


def test_dirs_prints_the_folders(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    lines = output(capsys, "--dirs", "--data-dir", str(tmp_path / "d")).splitlines()
    assert [line.split() for line in lines] == [
        ["data", str(tmp_path / "d")],
        ["settings", str(tmp_path / "d" / "settings.json")],
        ["cache", str(tmp_path / "d" / "cache")],
        ["levels", str(tmp_path / "d" / "levels")],
        ["screenshots", str(Folders(tmp_path).screenshots)],
    ]
    assert not (tmp_path / "d").exists()


@on_linux
def test_a_folder_whose_name_is_no_text_is_named_all_the_same(tmp_path: Path):
    folder = os.fsencode(tmp_path) + b"/\xff\xfe"
    run = subprocess.run(
        [sys.executable, ROOT / "main.py", "--data-dir", folder, "--dirs"],
        capture_output=True, env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"}, check=False,
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (0, b"")
    assert rb"\udcff\udcfe" in run.stdout


def test_without_a_home_folder_another_one_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(deal_arguments, "usual_folders", lambda: None)
    assert main(["--dirs"]) == 0
    said = capsys.readouterr()
    assert said.err.startswith("fourfold: no home folder found")
    assert str(deal_arguments.spare_data_dir()) in said.out


# What the window is asked


def test_without_words_the_menu_opens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    launch = launched(monkeypatch)
    assert launch == LaunchOptions(Folders(tmp_path / "home" / "fourfold"))


def test_the_exit_code_is_the_windows(monkeypatch: pytest.MonkeyPatch):
    launched(monkeypatch, status=3)


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("brainjam", BrainJam()),
        ("lapeau", LaPeau()),
        ("lapeau --same", LaPeau("same")),
        ("lapeau --alternate", LaPeau()),
        ("gaps", Gaps()),
        ("gaps --random-gaps", Gaps("random-gaps")),
        ("klondike", Klondike()),
        ("KLONDIKE", Klondike()),
        ("brain jam", BrainJam()),
        ("La Peau --same", LaPeau("same")),
    ],
)
def test_a_game_with_and_without_a_number(monkeypatch: pytest.MonkeyPatch, words: str, rules):
    opening = launched(monkeypatch, *words.split()).opening
    assert opening is not None
    assert (opening.rules, opening.number) == (rules, None)
    assert opening.to_list == (rules.name == "brainjam")
    opening = launched(monkeypatch, *words.split(), "000617").opening
    assert opening is not None
    assert (opening.rules, opening.number, opening.to_list) == (rules, 617, False)


def test_the_policy_chosen_last_holds_unless_the_command_line_says_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    SettingsFile(tmp_path / "settings.json").change(building="same", placement="random-gaps")
    here = ("--data-dir", str(tmp_path))
    expected = {
        ("lapeau",): LaPeau("same"),
        ("lapeau", "--alternate"): LaPeau(),
        ("gaps",): Gaps("random-gaps"),
        ("klondike",): Klondike(),
    }
    for words, rules in expected.items():
        opening = launched(monkeypatch, *words, "5", *here).opening
        assert opening is not None
        assert opening.rules == rules


def test_a_deck_and_a_pack_can_be_played(monkeypatch: pytest.MonkeyPatch, pack: Path):
    opening = launched(monkeypatch, "klondike", "--deck", EASY).opening
    assert opening is not None
    assert (opening.rules, opening.deck) == (Klondike(), deals.parse_deck(EASY))
    for words in (("617",), ("lapeau", "617"), ("lapeau", "--same", "0617")):
        opening = launched(monkeypatch, "--pack", str(pack), *words).opening
        assert opening is not None
        assert (opening.rules, opening.number) == (LaPeau("same"), 617)
        assert opening.deck == deals.deck_of(617)
        assert opening.pack is not None
    opening = launched(monkeypatch, "--pack", str(pack)).opening
    assert opening is not None
    assert opening.to_list
    assert opening.pack is not None
    assert [level.id for level in opening.pack.levels] == ["0617", "x"]


@pytest.mark.parametrize("split", [True, False])
@pytest.mark.parametrize("first", ["fourfold lapeau ", "lapeau ", "Fourfold La Peau "])
def test_a_sharing_line_opens_what_it_holds(
    monkeypatch: pytest.MonkeyPatch, split: bool, first: str
):
    line = f"{first}same {EASY} Ac>done Ad>done"
    opening = launched(monkeypatch, *(line.split() if split else [line])).opening
    assert opening is not None
    assert (opening.rules, opening.deck) == (LaPeau("same"), deals.parse_deck(EASY))
    assert [str(move) for move in opening.moves] == ["Ac>done", "Ad>done"]


@pytest.mark.parametrize(
    "words",
    [
        ["Klondike", "12"],
        ["KLONDIKE", "#12,"],
        ["Fourfold", "Klondike", "#12."],
        ["`fourfold klondike 12`"],
        ["**Klondike", "#12**"],
        ["Look:", '"Klondike', '12"'],
    ],
)
def test_a_deal_is_opened_as_people_post_it(
    monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    opening = launched(monkeypatch, *words).opening
    assert opening is not None
    assert (opening.rules, opening.number) == (Klondike(), 12)


def test_how_the_window_is_to_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    trace = tmp_path / "trace"
    launch = launched(
        monkeypatch,
        *("--windowed", "--size", "640x400", "--mute", "--reduced-motion", "--read-only"),
        *("--trace", str(trace), "--data-dir", str(tmp_path / "data")),
    )
    assert launch == LaunchOptions(
        Folders(tmp_path / "data"), None, False, (640, 400), True, True, True, trace
    )
    assert launched(monkeypatch, "--fullscreen").fullscreen is True
    assert launched(monkeypatch, "--size=1280X800").size == (1280, 800)


# Nonsense

NONSENSE = [
    (["freecell"], f"no such game or file: 'freecell' (games: {GAMES})"),
    (["deal"], "'deal' needs a game"),
    (["verify", "--answer", "x"], "'verify' needs a game"),
    (["deal", "gaps"], "a deal number is missing"),
    (["deal", "gaps", "1", "2"], "'2' is one deal too many"),
    (["deal", "gaps", "one"], "'one' is not a deal number"),
    (["deal", "gaps", "-1"], "'-1' is not a deal number"),
    (["deal", "gaps", "1000001"], "'1000001' is not a deal number (0 to 999999)"),
    (["deal", "gaps", "9" * 9999], "is not a deal number"),
    (["deal", "gaps", "٣"], "'٣' is not a deal number"),
    (["gaps", "0x10"], "'0x10' is not a deal number"),
    (["gaps", "1.5"], "'1.5' is not a deal number"),
    (["lapeau", "same"], "'same' is not a deal number"),
    ([""], "empty word"),
    ([" \t"], "empty word"),
    (["--dirs", "extra"], "--dirs cannot be used with 'extra'"),
    (["--version", "extra"], "--version cannot be used with 'extra'"),
    (["extra", "--validate"], "--validate cannot be used with 'extra'"),
    (["deal", "gaps", ""], "empty word"),
    (["deal", "ga\x1b[31mps", "1"], "unknown game 'ga\\x1b[31mps'"),
    (["deal", "\udc80", "1"], "unknown game '\\udc80'"),
    (["9" * 5000], "no such game or file: '9999"),
    (["--sized", "1x1"], "unrecognized arguments: --sized"),
    (["-x"], "unrecognized arguments: -x"),
    (["--bogus"], "unrecognized arguments: --bogus"),
    (["--xyzzy"], "unrecognized arguments: --xyzzy"),
    (["--mute=yes"], "--mute: ignored explicit argument 'yes'"),
    (["--same", "--alternate", "lapeau"], "lapeau: 'alternate' conflicts with another option"),
    (["--fullscreen", "--windowed"], "not allowed with argument --fullscreen"),
    (["deal", "gaps", "1", "--mute"], "unrecognized arguments: --mute"),
    (["gaps", "1", "--answer", "x"], "unrecognized arguments: --answer"),
    (["--time-limit", "3"], "unrecognized arguments: --time-limit"),
    (["--same"], f"a game ({GAMES}) is missing"),
    (["--deck", EASY], f"a game ({GAMES}) is missing"),
    (["klondike", "--same"], "klondike has no option 'same'"),
    (["deal", "lapeau", "1", "--random-gaps"], "lapeau has no option 'random-gaps'"),
    (["--size"], "--size: expected one argument"),
    (["--size="], "--size: '': write it as 1280x800"),
    (["--data-dir="], "--data-dir: needs a value"),
    (["--size", "big"], "--size: 'big': write it as 1280x800"),
    (["--size", "-5x900"], "--size: expected one argument"),
    (["--size", "١٢٨٠x800"], "write it as 1280x800"),
    (["--size", "1280x800x2"], "write it as 1280x800"),
    (["--size", "639x400"], "the smallest is 640x400"),
    (["--size", "640x399"], "the smallest is 640x400"),
    (["--size", "99999x800"], "the largest is 16384x16384"),
    (["--size", "9" * 5000 + "x800"], "write it as 1280x800"),
    (["gaps", "--deck", "ABC"], "a deck has 52 letters, but this one has 3"),
    (["gaps", "--deck", EASY[:-1] + "Z"], "letter 52 of the deck, 'Z', appears twice"),
    (["gaps", "--deck", "é" * 52], "letter 1 of the deck, 'é', is not a card"),
    (["gaps", "5", "--deck", EASY], "'5' and --deck name two different deals"),
    (["gaps", "--deck", EASY, "--pack", "x"], "--pack: not allowed with argument --deck"),
    (["deal", "gaps", "--deck"], "--deck: expected one argument"),
    (["verify", "gaps", "1"], "'verify' needs --answer TEXT"),
    (["fourfold"], "a share code begins with the name of a game"),
    (["fourfold", "gaps"], "has no deal"),
    (["fourfold", "lapeau", "sideways", "5"], "lapeau has no option 'sideways'"),
    (["brainjam", "5", "zz"], "move 1, 'z'"),
    (["fourfold lapeau same 5", "--same"], "a share code has its own rule and deal"),
]


@pytest.mark.parametrize(("argv", "complaint"), NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_gets_one_clear_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], complaint: str
):
    assert complaint in bad(capsys, *argv)


def test_who_opens_what_is_none_of_ours_without_a_terminal_sees_a_dialog(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    shown: list[str] = []
    monkeypatch.setattr(fault_report, "_show", shown.append)
    monkeypatch.setattr(fault_report, "has_terminal", lambda: False)
    monkeypatch.setenv("LANGUAGE", "fr")
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all,\n")
    bad(capsys, str(letter))
    bad(capsys, str(tmp_path / "gone.fourfold"))
    bad(capsys, "--size", "big")
    assert shown[0].startswith("letter.txt") and "ni donne ni solution" in shown[0]
    assert "jeu ni fichier" in shown[1] and "gone.fourfold" in shown[1]
    assert "write it as 1280x800" in shown[2]
    for words in (["deal", "gaps"], ["--validate", "--data-dir", str(tmp_path / "no")]):
        bad(capsys, *words)
    assert len(shown) == 3
    monkeypatch.setattr(fault_report, "has_terminal", lambda: True)
    bad(capsys, str(letter))
    assert len(shown) == 3


def test_commands_that_print_are_known_where_faults_are_told():
    assert {*fault_report.WITHOUT_WINDOW} == {*arguments.COMMANDS} - {arguments.PLAY}
    assert {f"--{word}" for word in arguments.INSTEAD} < fault_report.PRINTING


@on_linux
def test_files_that_cannot_be_used_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pack: Path
):
    binary = tmp_path / "binary"
    binary.write_bytes(b"\x80\x00\xff" * 99)
    empty = tmp_path / "empty"
    empty.write_text("# nothing\n")
    no = tmp_path / "no" / "file"
    deal = ("deal", "lapeau", "1", "--pack")
    cases = {
        (*deal, str(no)): f"{no}: no such file or folder",
        (*deal, str(tmp_path)): f"{tmp_path}: it is a folder",
        (*deal, str(binary)): f"{binary}: it is not a text file",
        (*deal, str(empty)): f"{empty}: no deals in this list",
        (*deal, str(pack)): "mine.txt: no deal '1' in this list",
        ("deal", "lapeau", "--pack", str(pack)): "an id is missing",
        ("deal", "gaps", "x", "--pack", str(pack)): "mine.txt is a pack for lapeau, not gaps",
        ("gaps", "--pack", str(pack)): "mine.txt is a pack for lapeau, not gaps",
        ("deal", "lapeau", "x", "--alternate", "--pack", str(pack)): (
            "mine.txt is a pack for lapeau same, not alternate"
        ),
        ("verify", "gaps", "1", "--answer", f"@{no}"): "no such file or folder",
        ("verify", "gaps", "1", "--answer", f"@{tmp_path}"): "it is a folder",
        ("verify", "gaps", "1", "--answer", f"@{binary}"): "it is not a text",
        ("--data-dir", str(binary)): "it is not a folder",
        ("--data-dir", "x" * 5000): "its name is too long",
        ("--trace", str(no)): f"--trace {no}: no such file or folder",
        ("--trace", str(tmp_path)): "it is a folder",
        ("deal", "gaps", "--pack", "x" * 5000, "1"): "its name is too long",
    }
    for argv, complaint in cases.items():
        assert complaint in bad(capsys, *argv)


def test_a_pack_of_an_unknown_game_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    file = tmp_path / "mine.txt"
    for head, complaint in (
        ("freecell", "mine.txt, line 1: unknown game 'freecell'"),
        ("lapeau sideways", "mine.txt, line 1: lapeau has no option 'sideways'"),
    ):
        file.write_text(f"# game: {head}\n1 {EASY} -\n")
        assert complaint in bad(capsys, "--pack", str(file))


# The program as a process


def program(*argv: str, **how) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "main.py"), *argv]
    return subprocess.run(command, capture_output=True, text=True, check=False, **how)


def test_the_program_says_one_line_and_exits_with_2():
    run = program("deal", "brainjam", "99999999")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "fourfold: '99999999' is not a deal number (0 to 999999)\n"


def test_without_a_screen_the_program_says_so_in_one_line(tmp_path: Path):
    run = program("--data-dir", str(tmp_path), env={**os.environ, "SDL_VIDEODRIVER": "nothing"})
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("fourfold: there is no screen to play on (")
    assert run.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
def test_a_window_that_nobody_would_see_is_not_opened(tmp_path: Path):
    screen = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    unseen = {name: value for name, value in os.environ.items() if name not in screen}
    run = program("--data-dir", str(tmp_path), env=unseen, timeout=20)
    assert (run.returncode, run.stdout) == (2, "")
    # Wayland's library may have its say before.
    assert run.stderr.endswith("fourfold: there is no screen to play on (SDL finds none)\n")


def test_a_reader_that_goes_away_ends_the_program_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "deal", "gaps", "1"],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (run.returncode, run.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("platform", "error", "told"),
    [
        ("linux", BrokenPipeError(errno.EPIPE, "Broken pipe"), True),
        ("win32", OSError(errno.EINVAL, "Invalid argument"), True),
        ("win32", OSError(errno.EINVAL, "Invalid argument", "a?b"), False),
        ("win32", OSError(errno.ENOSPC, "No space left on device"), False),
        ("linux", OSError(errno.EINVAL, "Invalid argument"), False),
    ],
)
def test_a_reader_that_has_gone_is_known_by_what_the_system_says(
    platform: str, error: OSError, told: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(commands.sys, "platform", platform)
    assert commands.is_closed_pipe(error) is told


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_what_is_printed_is_utf_8_whatever_the_system_would_have(stream: str, tmp_path: Path):
    folder = str(tmp_path / "Jeux à part ♠")
    asked = ["--dirs", "--data-dir"] if stream == "stdout" else ["deal", "gaps", "1", "--pack"]
    run = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), *asked, folder],
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert folder in getattr(run, stream).decode("utf-8")


def test_a_pack_that_is_named_alone_is_opened_and_names_of_games_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    for name in ("my deals.fourfold", "gaps"):
        Path(name).write_text(f"# game: klondike\n7 {deals.deck_text(deals.deck_of(7))} -\n")
    opening = opening_of(read_arguments(["my deals.fourfold"]), tmp_path / "settings.json")
    assert opening is not None and opening.pack is not None
    assert (opening.rules.name, opening.to_list) == ("klondike", True)
    opening = opening_of(read_arguments(["gaps"]), tmp_path / "settings.json")
    assert opening is not None and (opening.rules.name, opening.pack) == ("gaps", None)
    opening = opening_of(read_arguments(["./gaps"]), tmp_path / "settings.json")
    assert opening is not None and opening.rules.name == "klondike"


def test_a_file_may_hold_a_sharing_line_answers_or_an_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("mail").write_text("Look at this one!\n\nfourfold lapeau same 484227 As>done\nBye\n")
    Path("my old.sol").write_text("[Solutions]\n")
    launch = launched(monkeypatch, "mail")
    assert launch.opening is not None and launch.opening.number == 484227
    launch = launched(monkeypatch, "my old.sol")
    assert (launch.opening, launch.handed) == (None, tmp_path / "my old.sol")
    Path("all.fourfold-export").write_bytes(b"fourfold export 1 \xff")
    launch = launched(monkeypatch, "all.fourfold-export")
    assert (launch.opening, launch.handed) == (None, tmp_path / "all.fourfold-export")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "it has no deals"),
        (b"\xff\xfe\x00", "it is not a text file"),
        (b"# game: chess\n1 x -\n", "unknown game 'chess'"),
        (b"fourfold klondike x\n", "'x' is not a deal number"),
        (b"a\n" * 3_000_000, "it is too large"),
    ],
)
def test_a_file_that_holds_nothing_of_ours_is_told_of_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, told: str
):
    (tmp_path / "given").write_bytes(content)
    assert main([str(tmp_path / "given")]) == 2
    said = capsys.readouterr()
    assert said.out == "" and told in said.err and said.err.count("\n") == 1


def test_a_folder_in_place_of_a_file_is_called_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folder = tmp_path / "my deals"
    folder.mkdir()
    assert bad(capsys, str(folder)) == "my deals: it is a folder"


def test_the_data_folder_is_taken_by_every_call(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = str(tmp_path / "data")
    for words in (["deal"], ["solve"], ["verify", "--answer", "x"], ["review", "--answer", ""]):
        main([words[0], "gaps", "1", *words[1:], "--data-dir", folder])
        assert "--data-dir" not in capsys.readouterr().err
    (tmp_path / "file").touch()
    assert main(["deal", "gaps", "1", "--data-dir", str(tmp_path / "file")]) == 2


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys):
    def interrupted(arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "_run", interrupted)
    assert main([]) == 130
    assert capsys.readouterr() == ("", "")


@on_linux
def test_texts_that_are_no_utf_8_do_no_harm():
    run = subprocess.run(
        [sys.executable, str(ROOT / "main.py"), "deal", b"\xff\xfe", "1"],
        capture_output=True,
        check=False,
    )
    assert run.returncode == 2
    assert b"unknown game" in run.stderr
    assert b"Traceback" not in run.stderr


@on_linux
def test_a_trace_waits_for_no_pipe(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    told = bad(capsys, "play", "gaps", "1", "--text", "--trace", str(pipe))
    assert told == f"--trace {pipe}: it is not a regular file"


@on_linux
def test_what_commands_write_is_the_players_alone(tmp_path: Path):
    before = os.umask(0o022)
    program("play", "gaps", "1", "--text", "--data-dir", str(tmp_path / "data"), input="")
    os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "data").iterdir()}
    assert set(modes.values()) == {0o600}
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700


def test_foreign_text_is_printed_in_one_plain_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    main(["verify", "gaps", "1", "--answer", "\x1b[31m" + "x" * 5000])
    (told,) = capsys.readouterr().out.splitlines()
    assert told.isprintable() and len(told) < 500
    (tmp_path / "levels").mkdir()
    name = "a\nb.txt" if sys.platform != "win32" else "b.txt"
    (tmp_path / "levels" / name).write_text("\x1b[31m" + "y" * 5000)
    main(["--validate", "--data-dir", str(tmp_path)])
    told = capsys.readouterr().out.splitlines()
    assert len(told) == 3 and all(line.isprintable() and len(line) < 500 for line in told)

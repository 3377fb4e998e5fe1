"""What ends the program leaves a file and plain words, whatever is broken."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.__main__ import begin_program
from game.cli import commands
from game.system import fault_report
from game.system.fault_report import has_terminal, lacks_memory, likely_folders, report_fault, tell
from game.system.folders import asset_folder

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    found: list[str] = []
    monkeypatch.setattr(fault_report, "_show", found.append)
    monkeypatch.setattr(fault_report, "has_terminal", lambda: False)
    return found


def fail(error: BaseException, *folders: Path, window: bool = True) -> int:
    try:
        raise error
    except type(error):
        return report_fault(folders, window=window)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        pygame.error("Out of memory"),
        RuntimeError("can't start new thread"),
        ImportError("x.so: failed to map segment from shared object"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_memory_that_cannot_be_had_is_no_fault_of_the_program(
    error: Exception, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lacks_memory(error)
    fail(error, tmp_path, window=False)
    assert capsys.readouterr().err.startswith("fourfold: not enough memory; ")


@pytest.mark.parametrize("error", [pygame.error("no such file"), ImportError("x"), ValueError()])
def test_other_errors_are_no_lack_of_memory(error: Exception) -> None:
    assert not lacks_memory(error)


def test_a_command_without_memory_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lack() -> int:
        raise MemoryError

    monkeypatch.setattr(sys, "argv", ["fourfold", "deal", "gaps", "1"])
    monkeypatch.setattr(commands, "main", lack)
    assert begin_program() == 2
    assert capsys.readouterr().err == "fourfold: not enough memory\n"


def test_a_fault_leaves_its_details_and_plain_words(
    tmp_path: Path, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert fail(ValueError("ours\n"), tmp_path / "new") == 1
    (file,) = (tmp_path / "new").glob("fault-*.txt")
    assert "ValueError: ours" in file.read_text()
    assert len(shown) == 1 and str(file) in shown[0] and shown[0].startswith("A program error")
    said = capsys.readouterr()
    assert said.err.count("\n") == 1 and str(file) in said.err
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_missing_part_is_named_with_what_to_do(tmp_path: Path, shown: list[str]) -> None:
    fail(ModuleNotFoundError("No module named 'fonts'", name="fonts"), tmp_path)
    assert "(fonts)" in shown[0] and "reinstall it" in shown[0]


def test_so_is_a_missing_file_of_the_program_but_none_of_the_player(
    tmp_path: Path, shown: list[str]
) -> None:
    fail(FileNotFoundError(2, "gone", str(asset_folder() / "menu" / "x.txt")), tmp_path)
    fail(FileNotFoundError(2, "gone", str(tmp_path / "x.txt")), tmp_path)
    fail(FileNotFoundError(2, "gone"), tmp_path)
    assert "(menu/x.txt)" in shown[0] and "reinstall it" in shown[0]
    assert all(text.startswith("A program error") for text in shown[1:])


def test_a_dialog_needs_no_other_module(
    tmp_path: Path, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "game.core.translatable_texts", None)
    fail(ValueError("ours"), tmp_path)
    assert str(tmp_path) in shown[0]


def test_a_dialog_is_no_wider_than_a_small_screen(tmp_path: Path, shown: list[str]) -> None:
    folder = tmp_path / ("deep-" * 20)
    fail(ModuleNotFoundError("No module named 'fonts'", name="fonts"), folder)
    *lines, last = shown[0].splitlines()
    assert lines and all(len(line) <= fault_report.DIALOG_LETTERS for line in lines)
    assert Path(last).parent == folder, "the report's place stays whole"


def test_where_one_folder_cannot_be_written_the_next_is_used(
    tmp_path: Path, shown: list[str]
) -> None:
    (tmp_path / "file").touch()
    fail(ValueError("ours"), tmp_path / "file", tmp_path)
    assert list(tmp_path.glob("fault-*.txt"))
    fail(ValueError("ours"), tmp_path / "file")
    assert shown[-1].endswith("ValueError: ours")


def test_commands_that_print_have_no_dialog(tmp_path: Path, shown: list[str]) -> None:
    fail(ValueError("ours"), tmp_path, window=False)
    assert shown == []


def test_at_a_terminal_there_is_no_dialog(
    shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fault_report, "has_terminal", lambda: True)
    tell("this and that")
    assert shown == []


def test_streams_that_are_gone_are_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr("sys.stderr", None)
    monkeypatch.setattr("sys.stdout", closed)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert not has_terminal()


def test_the_data_folder_of_the_command_line_is_used(tmp_path: Path) -> None:
    assert likely_folders(["gaps", "--data-dir", str(tmp_path)])[0] == tmp_path
    assert likely_folders([f"--data-dir={tmp_path}", "gaps"])[0] == tmp_path


@pytest.mark.skipif(sys.platform == "win32", reason="there a folder in use stays")
def test_a_report_is_written_where_the_working_folder_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert likely_folders(["--data-dir", "here"])


PARTS = (
    *("font_source_sans_pro", "platformdirs", "pygame", "game.app", "game.app.loop"),
    *("game.core", "game.core.translatable_texts", "game.cli", "game.cli.commands"),
    *("game.system.folders", "game.system.console", "game.system.language", "sqlite3"),
)
"""Modules that a start without arguments wants."""


def started_without(part: str, home: Path, *words: str, frozen: bool = False) -> tuple[int, str]:
    """Start the program where a module is missing; the exit code, and what it says of an error."""
    blocked = f"import sys; sys.modules[{part!r}] = None; sys.argv[1:] = {list(words)!r}"
    # As PyInstaller's first lines do it.
    blocked += "; sys.frozen = True; sys._MEIPASS = ''" if frozen else ""
    code = f"{blocked}; from game.__main__ import begin_program; raise SystemExit(begin_program())"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False,
        timeout=60, env={"SDL_VIDEODRIVER": "dummy", "TMPDIR": str(home), "HOME": str(home)},
    )  # fmt: skip
    return run.returncode, run.stderr


def is_told(part: str, home: Path, said: tuple[int, str]) -> bool:
    """Whether a missing module was told of in one line, and in a report."""
    code, line = said
    one = line.count("\n") == 1 and "reinstall it" in line and part in line
    return code == 1 and one and bool(list(home.rglob("fault-*.txt")))


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("part", PARTS)
def test_a_double_click_on_a_damaged_installation_is_told_of_in_one_line(
    tmp_path: Path, part: str, frozen: bool
) -> None:
    """A module that is missing, wherever it is first wanted."""
    said = started_without(part, tmp_path, frozen=frozen)
    assert is_told(part, tmp_path, said), said


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("platformdirs", ("--dirs",)),
        ("game.app.loop", ("--data-dir=data",)),
        ("game.cli", ("--data-dir",)),
        ("game.cli", ("gaps", "--data-dir", "data")),
    ],
)
def test_a_damaged_installation_is_told_of_whatever_is_asked_for(
    tmp_path: Path, part: str, words: tuple[str, ...]
) -> None:
    at = tuple(word.replace("data-dir=data", f"data-dir={tmp_path}") for word in words)
    said = started_without(part, tmp_path, *(str(tmp_path) if w == "data" else w for w in at))
    assert is_told(part, tmp_path, said), said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="for Linux")
def test_a_dialog_that_finds_no_screen_ends_nothing(tmp_path: Path) -> None:
    """SDL asks zenity for one, and dies of what it says where there is no screen."""
    zenity = tmp_path / "zenity"
    zenity.write_text("#!/bin/sh\necho 'cannot open display' >&2\nexit 1\n")
    zenity.chmod(0o755)
    run = subprocess.run(
        [sys.executable, "main.py", "--data-dir", str(tmp_path)],
        cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        env={"DISPLAY": ":nowhere", "PATH": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr


def test_a_dialog_greets_nobody_on_the_standard_output() -> None:
    code = "from game.system import fault_report as it; it._is_seen = lambda: True; it._show('x')"
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "DISPLAY": "", "PATH": ""}
    environment.pop("PYGAME_HIDE_SUPPORT_PROMPT", None)
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, env=environment, timeout=60
    )
    assert run.stdout == b""

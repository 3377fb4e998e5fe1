"""The Windows programs that packaging/windows.py has built, under Wine (FOURFOLD_WINDOWS=1)."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import identity
import pytest
import windows
import wine
from bare import ROOT
from harness.lines import recorded
from harness.player import Player
from harness.program import AUDIO, Program
from harness.screen import DEADLINE_S, Screen

from game import __version__

pytestmark = pytest.mark.windows
WIN = recorded("wins", "brainjam")
TERMINAL = windows.FOLDER / "fourfold-terminal.exe"
SOON_S = 15
UNITS = (
    "cli/test_commands.py",
    "cli/test_validate.py",
    "desktop/test_sdl.py",
    "desktop/test_sound_effects.py",
    "storage/test_storage.py",
)
"""Where the system shows: texts, SDL, files. The whole suite takes an hour under Wine."""


def there() -> wine.Wine:
    """The Wine that has built the program."""
    return wine.ready()


def windows_path(path: Path) -> str:
    """A file of this machine as Wine knows it."""
    return "Z:" + str(path).replace("/", "\\")


def run(program: Path, *words: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run a Windows program to its end; all it prints goes through pipes."""
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 120, **more}
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        ["wine", str(program), *words],
        stdin=subprocess.DEVNULL,
        env=there().environment(),
        cwd=program.parent,
        **settings,
    )


def running(name: str) -> list[int]:
    """The processes whose program has this name."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            first = (folder / "cmdline").read_bytes().split(b"\0")[0].decode(errors="replace")
            if first.replace("\\", "/").rpartition("/")[2] == name:
                found.append(int(folder.name))
    return found


class WindowsProgram(Program):
    """One run of it. The process that has the window is not the one that was started."""

    def __init__(self, screen: Screen, folder: Path, *words: str, program: Path) -> None:
        self.name = program.name
        self.screen = screen
        self._before = self._windows()
        super().__init__(screen, folder, *words, command=("wine", str(program)))

    def _start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        self._log = subprocess.Popen(
            ["tee", str(self._named.with_suffix(".log"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        )
        # The other tests have no screen, and say so to SDL.
        drivers = {"SDL_VIDEODRIVER": "windows", "SDL_AUDIODRIVER": AUDIO}
        display = {"DISPLAY": self.screen.display, "LANGUAGE": "en", **drivers}
        started = subprocess.Popen(
            [*self._command, *(windows_path(Path(w)) if w.startswith("/") else w for w in words)],
            stdin=subprocess.DEVNULL,
            stdout=self._log.stdin,
            stderr=self._log.stdin,
            env=there().environment(display),
            cwd=Path(self._command[1]).parent,
        )
        assert self._log.stdin is not None
        self._log.stdin.close()
        return started

    def _find_window(self) -> str:
        """A window of a program of this name that was not there before."""
        fresh = [window for window, pid in self._windows() - self._before if pid]
        return max(fresh, key=int, default="")

    def _windows(self) -> set[tuple[str, str]]:
        """Each with its process: another one may get the number of a window that has gone."""
        words = ("search", "--onlyvisible", "--classname", self.name)
        found = self.screen.xdotool(*words, check=False).stdout.split()
        ask = self.screen.xdotool
        return {(one, ask("getwindowpid", one, check=False).stdout.strip()) for one in found}

    @property
    def pid(self) -> int:
        """Of the process that has the window."""
        return int(self.screen.xdotool("getwindowpid", self.window).stdout)

    def kill(self) -> None:
        """kill -9 of the process that has the window, and of all that go with it: the portable
        program's first process waits for the second, under Wine for minutes.
        """
        for pid in {self.pid, *running(self.name)}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(DEADLINE_S)
        self.trace.poll()


def wait_until_none_runs(name: str) -> None:
    """Fails where a process of this name stays."""
    deadline = time.monotonic() + DEADLINE_S
    while left := running(name):
        assert time.monotonic() < deadline, f"{name} still runs: {left}"
        time.sleep(0.1)


def of_linux(*words: str) -> subprocess.CompletedProcess[bytes]:
    """The same call of the program on this machine."""
    return subprocess.run([sys.executable, str(ROOT / "main.py"), *words], capture_output=True)


def text(output: bytes) -> str:
    return output.decode("utf-8").replace("\r\n", "\n")


# In a terminal


def test_the_solver_inside_is_compiled() -> None:
    assert text(run(TERMINAL, "--version").stdout) == f"fourfold {__version__} (solver: compiled)\n"


@pytest.mark.parametrize("game", ["brainjam", "lapeau", "gaps", "klondike"])
def test_a_deal_is_the_same_as_on_linux(game: str) -> None:
    assert text(run(TERMINAL, "deal", game, "617").stdout) == text(
        of_linux("deal", game, "617").stdout
    )


@pytest.mark.parametrize(
    "asked",
    [
        ("brainjam", "617", "11982", "--optimal"),
        ("lapeau", "3", "4", "--same"),
        ("gaps", "8", "9"),
        ("klondike", "3", "4"),
    ],
    ids=lambda asked: asked[0],
)
def test_answers_are_those_of_linux(asked: tuple[str, ...]) -> None:
    found = [
        [
            {name: value for name, value in json.loads(line).items() if name != "seconds"}
            for line in text(done.stdout).splitlines()
        ]
        for done in (
            run(TERMINAL, "solve", *asked, "--jobs", "2"),
            of_linux("solve", *asked, "--jobs", "2"),
        )
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 2


def test_a_folder_with_accents_is_named_and_found_well(tmp_path: Path) -> None:
    folder = tmp_path / "Données à part"
    told = run(TERMINAL, "--dirs", "--data-dir", windows_path(folder))
    assert windows_path(folder) in text(told.stdout)
    folder.mkdir()
    well = run(TERMINAL, "--validate", "--data-dir", windows_path(folder))
    assert well.returncode == 0, text(well.stderr)
    assert "no problems" in text(well.stdout)


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run(TERMINAL, "solve", "gaps", "8", "9", stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


def test_what_makes_no_sense_gets_one_line() -> None:
    done = run(TERMINAL, "brainjam", "1000001")
    assert done.returncode == 2
    assert text(done.stderr).count("\n") == 1


# In a window


@pytest.fixture(params=["one folder", "one file"])
def program(request: pytest.FixtureRequest) -> Iterator[Path]:
    """Each program with a window. None of it runs when the test has ended."""
    yield (windows.FOLDER / "fourfold.exe" if request.param == "one folder" else windows.PORTABLE)
    for pid in running("fourfold.exe") + running("fourfold-portable.exe"):
        os.kill(pid, 9)


def test_it_is_played_killed_and_reopened(program: Path, screen: Screen, tmp_path: Path) -> None:
    folder = tmp_path / "Données"
    folder.mkdir()
    (folder / "settings.json").write_text(json.dumps({"animated": False, "clock": False}))
    asked = ("brainjam", str(WIN.number), "--mute")
    with WindowsProgram(screen, folder, *asked, program=program) as played:
        assert played.trace.layout is not None
        assert next(e["t"] for e in played.trace.named("layout")) < SOON_S
        # A second one would never have been set up: to wait for it is to spin.
        assert len(libraries(played.pid, "sdl2.dll")) == 1
        player = Player(played, WIN.rules, WIN.deck)
        player.play(WIN.moves[:3], player.by_click)
        player.play(WIN.moves[3:5], player.by_drag)
        player.play(WIN.moves[5:8], player.by_key)
        played.key("F11")
        played.wait_for_size(*screen.size)
        played.key("F11")
        played.wait_for_size(1280, 800)
        played.kill()
    with WindowsProgram(screen, folder, *asked, program=program) as again:
        player = Player(again, WIN.rules, WIN.deck, player.mirror)
        player.play(WIN.moves[8:10], player.by_click)
        with WindowsProgram(screen, folder, "gaps", "8", program=program) as second:
            assert second.trace.layout["cards"]
            second.key("shift+q")
            assert second.wait_for_end() == 0
        again.key("shift+q")
        assert again.wait_for_end() == 0
        told = [e["text"] for e in again.trace.named("error")]
        assert told == []
    wait_until_none_runs(program.name)


def libraries(pid: int, name: str) -> set[str]:
    """The files of this name that a process has in its memory."""
    lines = Path(f"/proc/{pid}/maps").read_text().splitlines()
    files = {line.split(maxsplit=5)[5] for line in lines if len(line.split(maxsplit=5)) == 6}
    return {file for file in files if file.lower().endswith(f"/{name}")}


# The installer


def test_the_installer_puts_the_program_into_the_menu_and_takes_it_out_again() -> None:
    home = there().prefix / "drive_c" / "users"
    before = files(home)
    try:
        assert run(windows.INSTALLER, "/S").returncode == 0
        (installed,) = home.glob("*/AppData/Local/Programs/Fourfold")
        built = {str(file.relative_to(windows.FOLDER)) for file in windows.FOLDER.rglob("*")}
        assert files(installed) == built | {"uninstall.exe"}
        assert list(home.rglob("Fourfold.lnk"))
        told = run(installed / "fourfold-terminal.exe", "--version")
        assert f"fourfold {__version__}" in text(told.stdout)
        listed = registered(
            "HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall\\Fourfold"
        )
        assert __version__ in listed
        assert identity.AUTHORS in listed
        pack = registered("HKCU\\Software\\Classes\\.fourfold")
        assert "Fourfold.Pack" in pack
        taking_out = (installed / "uninstall.exe", "/S", f"_?={windows_path(installed)}")
        with played_in_words(installed / "fourfold-terminal.exe"):
            assert run(windows.INSTALLER, "/S").returncode == 2
            assert run(*taking_out).returncode == 2
        # Installing over it leaves the same, and a shortcut on the desktop is kept.
        shortcut = installed.parents[3] / "Desktop" / "Fourfold.lnk"
        shortcut.touch()
        assert run(windows.INSTALLER, "/S").returncode == 0
        assert files(installed) == built | {"uninstall.exe"}
        assert shortcut.exists()
        (installed / "mine.txt").write_text("a file of the user's")
        # Without the last word it goes on in a copy of itself, and nobody waits for that.
        assert run(*taking_out).returncode == 0
        assert files(installed) <= {"mine.txt", "uninstall.exe"}
        assert "Fourfold.Pack" not in registered("HKCU\\Software\\Classes\\.fourfold")
        assert not shortcut.exists()
    finally:
        for link in home.glob("*/Desktop/Fourfold.lnk"):
            link.unlink()
        for folder in home.glob("*/AppData/Local/Programs/Fourfold"):
            shutil.rmtree(folder)
    assert {name for name in files(home) - before if "Fourfold" in name} == set()


def test_installed_into_another_folder_it_does_not_stay_in_the_first() -> None:
    disk = there().prefix / "drive_c"
    first, second = disk / "first", disk / "second"
    try:
        assert run(windows.INSTALLER, "/S", "/D=C:\\first").returncode == 0
        with played_in_words(first / "fourfold-terminal.exe"):
            assert run(windows.INSTALLER, "/S", "/D=C:\\second").returncode == 2
        assert (first / "fourfold.exe").exists()
        assert run(windows.INSTALLER, "/S", "/D=C:\\second").returncode == 0
        assert not first.exists()
        assert (second / "fourfold.exe").exists()
    finally:
        for folder in filter(Path.exists, (first, second)):
            run(folder / "uninstall.exe", "/S", f"_?=C:\\{folder.name}")
            shutil.rmtree(folder)


@contextmanager
def played_in_words(program: Path) -> Iterator[None]:
    """While a program waits for a line of its player."""
    words = ["wine", str(program), "play", "klondike", "5", "--text"]
    with subprocess.Popen(
        words,
        env=there().environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as playing:
        assert playing.stdin is not None and playing.stdout is not None
        assert playing.stdout.readline()
        yield
        playing.stdin.close()


def files(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*")}


def registered(key: str) -> str:
    """What the registry holds under a key."""
    asked = ["wine", "reg", "query", key, "/s"]
    environment = there().environment()
    return text(subprocess.run(asked, env=environment, capture_output=True).stdout)


# The tests of the parts


def test_the_units_pass_there() -> None:
    names = [str(Path("tests") / name) for name in UNITS]
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONUTF8": "1"}
    plain = ("-q", "-p", "no:cacheprovider")
    status = there().run("-m", "pytest", *plain, *names, environment=dummies, cwd=ROOT)
    assert status == 0

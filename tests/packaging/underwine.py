"""The Windows program in a window under Wine, driven like any other."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import wine
from harness.program import AUDIO, Program
from harness.screen import DEADLINE_S, Screen


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

"""A desktop's accessibility, and a screen reader on it: a private bus, and a second process."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from harness.screen import end

TOOLS = ("dbus-daemon", "gdbus")
PYTHON = "/usr/bin/python3"
"""Debian's: `gi` is there."""
SCRIPT = Path(__file__).parents[1] / "reader_process.py"
DEADLINE_S = 30.0


def missing_parts() -> list[str]:
    """What a reader needs and is not there."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    check = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if (
        not Path(PYTHON).exists()
        or subprocess.run([PYTHON, "-c", check], capture_output=True, check=False).returncode
    ):
        missing.append("gir1.2-atspi-2.0")
    return missing


class Bus:
    """A session bus of its own, in a folder of its own; `enabled`: a reader is wanted there."""

    def __init__(self) -> None:
        self.folder = Path(mkdtemp(prefix="bus-"))
        self.folder.chmod(0o700)
        self.address = f"unix:path={self.folder / 'bus'}"
        self._daemon = subprocess.Popen(
            ["dbus-daemon", "--session", f"--address={self.address}", "--nofork", "--nopidfile"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **self.environment},
        )
        until = time.monotonic() + DEADLINE_S
        while not (self.folder / "bus").exists():
            assert time.monotonic() < until, "the bus does not come"
            time.sleep(0.02)

    @property
    def environment(self) -> dict[str, str]:
        """What finds this bus and no other."""
        return {
            "DBUS_SESSION_BUS_ADDRESS": self.address,
            "XDG_RUNTIME_DIR": str(self.folder),
            "AT_SPI_BUS_ADDRESS": "",
        }

    def enable(self, wanted: bool = True) -> None:
        """Say that a reader is there, as a desktop does."""
        subprocess.run(
            [
                *("gdbus", "call", "--session", "--dest", "org.a11y.Bus"),
                *("--object-path", "/org/a11y/bus", "--method"),
                *("org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled"),
                f"<{str(wanted).lower()}>",
            ],
            env={**os.environ, **self.environment},
            capture_output=True,
            timeout=DEADLINE_S,
            check=True,
        )

    def close(self) -> None:
        """End the bus; what was started on it ends with it."""
        end(self._daemon)
        shutil.rmtree(self.folder, ignore_errors=True)


class Reader:
    """The second process: what it has heard, and what it is told to do."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._process = subprocess.Popen(
            [PYTHON, str(SCRIPT)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        self._lines: queue.Queue[dict[str, Any]] = queue.Queue()
        self.heard: list[str] = []
        self._focused: list[str] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        self._answer("ready")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(json.loads(line))

    def _take(self, seconds: float) -> dict[str, Any] | None:
        try:
            told = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if "heard" in told:
            self.heard.append(told["heard"])
        if "focused" in told:
            self._focused.append(told["focused"])
        return told

    def _answer(self, word: str) -> dict[str, Any]:
        until = time.monotonic() + DEADLINE_S
        while time.monotonic() < until:
            told = self._take(until - time.monotonic())
            if told is not None and word in told:
                return told
        raise AssertionError(f"the reader does not answer; it heard {self.heard[-5:]}")

    def _ask(self, answer: str, **asked: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return self._answer(answer)

    def tree(self) -> list[tuple[int, str, str]]:
        """Every item of the window: depth, role and name."""
        return [(depth, role, name) for depth, role, name in self._ask("tree", tree=True)["tree"]]

    def click(self, place: Sequence[int], name: str) -> None:
        """Act on the item at a place, once it is there by this name."""
        self._until(lambda: self._ask("acted", act=list(place), name=name), name)

    def press(self, name: str) -> None:
        """Act on the item of a name, wherever it is."""
        self._until(lambda: self._ask("acted", find=name, act=True), name)

    def wait_to_read(self, name: str, text: str, caret: int, selected: str = "") -> None:
        """Wait until an item of a name is an entry with this text, caret and selection."""
        wanted = ["entry", text, caret, selected]
        self._until(lambda: {"acted": self._ask("text", read=name)["text"] == wanted}, name)

    def wait_to_find(self, name: str) -> None:
        """Wait until there is an item of a name."""
        self._until(lambda: {"acted": self._ask("found", find=name)["found"]}, name)

    def _until(self, ask: Callable[[], dict[str, Any]], name: str) -> None:
        until = time.monotonic() + DEADLINE_S
        while not (told := ask())["acted"]:
            assert time.monotonic() < until, f"no {name!r}: {told}; heard {self.heard[-3:]}"
            time.sleep(0.01)

    def wait_to_hear(self, text: str) -> None:
        """Wait until a text is announced; what came before it counts as heard."""
        until = time.monotonic() + DEADLINE_S
        while True:
            for place, said in enumerate(self.heard):
                if text in said:
                    rest = said.partition(text)[2]
                    self.heard[: place + 1] = [rest] if rest else []
                    return
            assert time.monotonic() < until, f"{text!r} is not heard, but {self.heard}"
            self._take(0.2)

    def close(self) -> None:
        """End it."""
        end(self._process)  # type: ignore[arg-type]

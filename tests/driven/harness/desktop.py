"""Windows as the desktop sees them: their frames, and screens of other kinds."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from harness.program import AUDIO, Program
from harness.screen import DEADLINE_S, Screen, end

FULL = "_NET_WM_STATE_FULLSCREEN"
MAXIMISED = "_NET_WM_STATE_MAXIMIZED_VERT"
HIDDEN = "_NET_WM_STATE_HIDDEN"
FOLLOWED = 6
WESTON = """\
[shell]
animation=none
startup-animation=none
panel-position=none
locking=false
"""


class Area(NamedTuple):
    """A rectangle of the screen, in pixels."""

    x: int
    y: int
    w: int
    h: int

    def inside(self, size: tuple[int, int]) -> bool:
        """Whether all of it lies on a screen of a size."""
        right, bottom = self.x + self.w, self.y + self.h
        return self.x >= 0 and self.y >= 0 and right <= size[0] and bottom <= size[1]


def said(screen: Screen, *words: str) -> str:
    """What a program of the X server's says; empty where it fails."""
    run = subprocess.run(
        words, env=dict(screen.environment), capture_output=True, text=True,
        check=False, timeout=DEADLINE_S,
    )  # fmt: skip
    return run.stdout


def window_area(program: Program) -> Area:
    """What the window holds, without its frame."""
    found = {}
    for line in said(program.screen, "xwininfo", "-id", program.window).splitlines():
        name, _, value = line.partition(":")
        found[name.strip()] = value.strip()
    names = ("Absolute upper-left X", "Absolute upper-left Y", "Width", "Height")
    return Area(*(int(found[name]) for name in names))


def framed_area(program: Program) -> Area:
    """The window with its frame; without, as long as it has none."""
    told = said(program.screen, "xprop", "-id", program.window, "_NET_FRAME_EXTENTS")
    _, equals, numbers = told.partition("=")
    left, right, top, bottom = map(int, numbers.split(",")) if equals else (0, 0, 0, 0)
    x, y, w, h = window_area(program)
    return Area(x - left, y - top, w + left + right, h + top + bottom)


def has_frame(program: Program) -> bool:
    """Whether the window manager has drawn one."""
    return framed_area(program) != window_area(program)


def states(program: Program) -> str:
    """What the window manager says of the window: full, maximised, hidden."""
    return said(program.screen, "xprop", "-id", program.window, "_NET_WM_STATE")


def maximise(program: Program, *, wanted: bool) -> None:
    """Have the window fill the screen but for panels, or no longer. A window manager may say so
    before it changes the window's size: both are waited for.
    """
    before = window_area(program)
    sides = f"{'add' if wanted else 'remove'},maximized_vert,maximized_horz"
    said(program.screen, "wmctrl", "-i", "-r", hex(int(program.window)), "-b", sides)
    program.wait(lambda: (MAXIMISED in states(program)) is wanted, f"maximised: {wanted}")
    program.wait(lambda: window_area(program) != before, f"another size, maximised: {wanted}")


def minimise(program: Program) -> None:
    """Hide the window, until program and window manager agree that it is: to a window that is just
    being hidden, openbox gives no place when it is asked to bring it back.
    """
    program.screen.xdotool("windowminimize", program.window)
    program.wait(lambda: HIDDEN in states(program), "the window gone")
    told = program.wait(lambda: program.trace.named("hidden"), "told of it")
    assert told[-1]["hidden"]


def bring_back(program: Program) -> None:
    """Show a minimised window again, and give it the keyboard."""
    program.screen.xdotool("windowmap", program.window)
    program.wait(lambda: HIDDEN not in states(program), "the window back")
    program.wait(lambda: not program.trace.named("hidden")[-1]["hidden"], "told of it")
    program.wait(program.has_focus, "the keyboard")


@contextmanager
def wayland(screen: Screen, size: tuple[int, int]) -> Iterator[Mapping[str, str]]:
    """A Wayland compositor in a window of an X screen; the environment of its programs, in which
    there is no X server.
    """
    with tempfile.TemporaryDirectory(prefix="fourfold-wayland-") as folder:
        own = {"XDG_RUNTIME_DIR": folder, "WAYLAND_DISPLAY": "fourfold-test"}
        command = ["weston", "--backend=x11-backend.so", f"--socket={own['WAYLAND_DISPLAY']}"]
        command += [f"--width={size[0]}", f"--height={size[1]}", "--idle-time=0"]
        Path(folder, "weston.ini").write_text(WESTON)
        command.append(f"--config={folder}/weston.ini")
        with Path(folder, "log").open("wb") as log:
            weston = subprocess.Popen(
                command, env={**screen.environment, **own}, stdout=log, stderr=log
            )
        try:
            deadline = time.monotonic() + DEADLINE_S
            while not Path(folder, own["WAYLAND_DISPLAY"]).exists():
                told = Path(folder, "log").read_text(errors="replace")
                assert weston.poll() is None and time.monotonic() < deadline, told
                time.sleep(0.05)
            without = ("DISPLAY", "SDL_VIDEODRIVER")
            rest = {name: value for name, value in os.environ.items() if name not in without}
            yield {**rest, **own}
        finally:
            end(weston)


class WaylandProgram(Program):
    """The program in a compositor's window, all of which it fills: clicks and keys go there."""

    def __init__(
        self, screen: Screen, folder: Path, environment: Mapping[str, str], *words: str
    ) -> None:
        self._environment = environment
        super().__init__(screen, folder, *words, "--fullscreen", size=None)

    def _start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        environment = {**self._environment, "SDL_AUDIODRIVER": AUDIO, "LANG": "C.UTF-8"}
        with self._named.with_suffix(".log").open("wb") as log:
            return subprocess.Popen(
                [*self._command, *words],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
            )  # fmt: skip

    def wait_for_pointer(self, *buttons: str) -> None:
        """Until the window follows the mouse: a compositor shows it by and by. Each button that
        the mouse comes to is drawn in another way, time after time.
        """
        followed = 0
        for _ in range(FOLLOWED * 20):
            # Where it enters the compositor takes its place; after that only how far it moves.
            self.tell("mousemove 0 0", "sleep 0.05")
            for button in buttons:
                before = len(self.trace.named("frame"))
                self.tell(self.moving(self.button(button)))
                deadline = time.monotonic() + 1
                while len(self.trace.named("frame")) == before and time.monotonic() < deadline:
                    self.trace.poll()
                    time.sleep(0.01)
                followed = followed + 1 if len(self.trace.named("frame")) > before else 0
            if followed >= FOLLOWED:
                return
        raise AssertionError(self.report("the window does not follow the mouse"))

    def _find_window(self) -> str:
        found = self.screen.xdotool("search", "--class", "weston", check=False).stdout.split()
        return found[-1] if found else ""

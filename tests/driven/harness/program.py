"""Starts the real program in a real window, and sends it mouse and keyboard input."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from harness.processes import family
from harness.screen import DEADLINE_S, Screen, end
from harness.trace import Trace

ROOT = Path(__file__).resolve().parents[3]
SOURCE = (sys.executable, str(ROOT / "main.py"))
"""Starts the program from the checkout."""

LOOK_AGAIN_S = 0.003
Point = tuple[int, int]
T = TypeVar("T")

LEFT, RIGHT = 1, 3
REST = "getmouselocation", "sleep 0.02"
"""For xdotool. The question is answered after all that was sent before: on a busy machine the X
server may take up what was sent before the sleep together with what comes after it.
"""
HAND_S = 5.0
"""For what it still has to do at the end."""
FUNCTION_KEY = re.compile(r"\bF(1[0-2]|[1-9])\b")
"""On newer desktops these keys have the same symbol with Ctrl and Alt, and xdotool presses Alt with
them. So they are typed by their codes.
"""
AUDIO = "dummy"
"""The driver of sound: a machine without a device has none that SDL knows."""


def _keycode(function_key: re.Match[str]) -> str:
    """The code of a function key on every X keyboard."""
    number = int(function_key[1])
    return str(66 + number if number <= 10 else 84 + number)


class Program:
    """One run of the program, from its first window to its end. Use it in a `with`.

    Nothing here waits for a fixed time: what is waited for is an event of the trace, and a
    deadline only ends what would never come.
    """

    def __init__(
        self,
        screen: Screen,
        folder: Path,
        *words: str,
        size: tuple[int, int] | None = (1280, 800),
        command: Sequence[str] = SOURCE,
    ) -> None:
        """`folder`: the player's data, kept from run to run; traces and pictures lie beside.
        `command`: what starts the program, where that is not the checkout's.
        """
        self.screen = screen
        self._command = command
        self.folder = folder
        run = len(list(folder.parent.glob(f"{folder.name}-*.jsonl"))) + 1
        self._named = folder.parent / f"{folder.name}-{run}"
        self.trace = Trace(self._named.with_suffix(".jsonl"))
        self._hand: subprocess.Popen[bytes] | None = None
        self._held: list[str] = []
        asked = [*words, "--trace", str(self._named.with_suffix(".jsonl"))]
        asked += ["--data-dir", str(folder)]
        if size is not None:
            asked += ["--size", f"{size[0]}x{size[1]}"]
        self._typed: set[str] = set()
        """The keys typed since the last rest."""
        self._process = self._start(asked)
        try:
            # Before it SDL may have made a window in a way that does not work.
            self.wait(lambda: self.trace.layout, "the first layout")
            self.window = self.wait(self._find_window, "the window")
            self._hand = self._start_hand()
            self.wait(self.has_focus, "the keyboard")
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _start(self, words: Sequence[str]) -> subprocess.Popen[bytes]:
        environment = {
            **self.screen.environment,
            "SDL_VIDEODRIVER": "x11",
            "SDL_AUDIODRIVER": AUDIO,
            "LANG": "C.UTF-8",
            "LANGUAGE": "",
        }
        with self._named.with_suffix(".log").open("wb") as log:
            return subprocess.Popen(
                [*self._command, *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=environment,
            )

    def _find_window(self) -> str:
        """Its id. By name it would never be found where the locale is C.UTF-8."""
        # A program in one file starts itself once more, and that one has the window.
        for pid in family(self._process.pid):
            found = self.screen.xdotool("search", "--pid", str(pid), check=False).stdout.split()
            if found:
                return found[0]
        return ""

    def _start_hand(self) -> subprocess.Popen[bytes]:
        """One xdotool that does line by line what it is told."""
        return subprocess.Popen(
            ["xdotool", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            env=dict(self.screen.environment),
        )

    def has_focus(self) -> bool:
        if self.screen.xdotool("getwindowfocus", check=False).stdout.strip() == self.window:
            return True
        self.tell(f"windowfocus {self.window}")
        return False

    @property
    def pid(self) -> int:
        """Of the program itself."""
        return self._process.pid

    # Waiting

    def wait(self, look: Callable[[], T], what: str, seconds: float = DEADLINE_S) -> T:
        """Look at the trace again and again until `look` finds something true."""
        deadline = time.monotonic() + seconds
        while True:
            ended = self._process.poll() is not None
            late = time.monotonic() > deadline
            self.trace.poll()
            if found := look():
                return found
            if ended or late:
                why = "the program ended" if ended else f"{seconds:.0f} s went by"
                raise AssertionError(self.report(f"waiting for {what}: {why}"))
            time.sleep(LOOK_AGAIN_S)

    def wait_for_scene(self, name: str) -> None:
        """Until the last scene has this name and has told its layout."""
        self.wait(lambda: self.trace.scene == name, f"the scene '{name}'")

    def wait_for_end(self) -> int:
        """Until the program has ended; returns its exit code."""
        try:
            return self._process.wait(DEADLINE_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(self.report("the program does not end")) from None

    def report(self, what: str) -> str:
        """What went wrong, the end of the trace, what the program printed, and a picture."""
        lines = [what, f"trace: {self._named.with_suffix('.jsonl')}"]
        lines += [str(event)[:200] for event in self.trace.events[-12:]]
        lines.append(self._named.with_suffix(".log").read_text(errors="replace"))
        if self._process.poll() is None:
            picture = self._named.with_suffix(".png")
            self.screen.shoot("root", picture)
            lines.append(f"picture: {picture}")
        return "\n".join(lines)

    def printed(self) -> str:
        """What the program has printed so far."""
        return self._named.with_suffix(".log").read_text(errors="replace")

    # The hand

    def tell(self, *lines: str) -> None:
        """Give xdotool lines to do, one after another; it does not say when it is done."""
        assert self._hand is not None and self._hand.stdin is not None
        written = "".join(f"{FUNCTION_KEY.sub(_keycode, line)}\n" for line in lines)
        self._hand.stdin.write(written.encode())
        self._hand.stdin.flush()

    def move(self, at: Point) -> None:
        """Move the mouse to a pixel of the window."""
        self.tell(self.moving(at))

    def moving(self, at: Point) -> str:
        """The line for xdotool that moves the mouse to a pixel of the window."""
        return f"mousemove --window {self.window} {at[0]} {at[1]}"

    def click(self, at: Point, button: int = LEFT) -> None:
        """Press and release a mouse button on a pixel of the window."""
        self.tell(self.moving(at), f"mousedown {button}", f"mouseup {button}")

    def hold(self, key: str) -> None:
        """Press a key such as `shift` and keep it down until `let_go`."""
        self._held.append(key)
        self.tell(f"keydown {key}")

    def let_go(self) -> None:
        """Release the keys that are held, once what was done with them is seen to be done."""
        self.tell(*(f"keyup {key}" for key in self._held))
        self._held.clear()

    def drag(self, start: Point, goal: Point) -> None:
        """Press the left button, move the mouse there, let go."""
        middle = (start[0] + goal[0]) // 2, (start[1] + goal[1]) // 2
        nudge = start[0] + 8, start[1] + 8
        passed = [self.moving(at) for at in (nudge, middle, goal)]
        self.tell(self.moving(start), "mousedown 1", *passed, "mouseup 1")

    def key(self, *keys: str) -> None:
        """Type keys by their X names: `a`, `shift+b`, `ctrl+z`, `Left`, `space`.

        SDL takes a key that comes again within 2 ms for a repeat, also where others came between,
        and pygame drops those: before a key comes again a little time passes, also if the program
        has shown what the first did: that may be before it is released. No time passes between
        press and release: on a busy machine xdotool would wake late, and a key that is held
        repeats.
        """
        for key in keys:
            pressed = set(key.split("+"))
            if pressed & self._typed:
                self.tell(*REST)
                self._typed.clear()
            self.tell(f"key --delay 0 {key}")
            self._typed |= pressed

    def press(self, button: str) -> None:
        """Click a button by its name in the layout."""
        self.click(self.button(button))

    def button(self, name: str) -> Point:
        """The middle of a button."""
        box = self.wait(lambda: self.trace.layout["buttons"].get(name), f"the button '{name}'")
        return middle_of(box)

    def resize(self, width: int, height: int) -> None:
        """Ask for another size of the window, and wait until the table fits it."""
        self.tell(f"windowsize {self.window} {width} {height}")
        self.wait_for_size(width, height)

    def wait_for_size(self, width: int, height: int) -> None:
        """Until everything sits in a window of this size."""
        self.wait(
            lambda: self.trace.layout["window"] == [width, height],
            f"a window of {width}x{height}",
        )

    @property
    def title(self) -> str:
        """The window's title."""
        return self.screen.xdotool("getwindowname", self.window).stdout.strip()

    def wait_for_title(self, title: str) -> None:
        """Until the window has this title."""
        self.wait(lambda: self.title == title, f"the title '{title}'")

    # The end

    def close_window(self) -> None:
        """Have the window manager ask the window to close, as its cross does. (A key for it can be
        lost on a busy machine.)
        """
        words = ("wmctrl", "-i", "-c", hex(int(self.window)))
        subprocess.run(words, env=dict(self.screen.environment), check=True, timeout=DEADLINE_S)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The program stands still; then it finds all at once what was done meanwhile."""
        os.kill(self._process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self._process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """kill -9: no chance to say goodbye."""
        self._process.kill()
        self._process.wait()
        self.trace.poll()
        # What is still to be typed is not for the next program.
        self.close()

    def close(self) -> None:
        """End whatever still runs."""
        if self._hand is not None:
            self._rest_hand(self._hand)
            self._hand = None
        end(self._process)

    def _rest_hand(self, hand: subprocess.Popen[bytes]) -> None:
        """Have xdotool do all it was told: a key that it left down would be down for the next
        program on this screen, too.
        """
        with suppress(OSError, subprocess.TimeoutExpired):
            self.let_go()
            assert hand.stdin is not None
            hand.stdin.close()
            hand.wait(HAND_S)
        end(hand)


def middle_of(box: Sequence[int]) -> Point:
    """The middle of x, y, w, h."""
    return box[0] + box[2] // 2, box[1] + box[3] // 2


Start = Callable[..., Program]
"""The fixture `start` of conftest.py: starts the program with some words of its command line."""

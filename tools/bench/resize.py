"""Print what frames cost while a window is being resized, and how soon it is sharp again.

    python tools/bench/resize.py [STEPS [SCENE...]]

The real program on a screen of its own (Xvfb, SDL's x11 driver). xdotool makes its window grow
from 1280x800 to 2560x1440 and shrink again, in so many steps (60) of 16 ms each way; what the
program tells of its frames is read from its trace. A frame is all that the main thread does at a
time: drawing and showing, or a step of making the next picture; in milliseconds of the clock.
`cpu` is what the main thread took for one on average, which leaves out what others do on the
machine; `made` is the longest step without showing. Sharp is the last frame before it rests.
Beside it stands a bare window: one of a single colour, resized in the same way.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.program import SOURCE, Program
from harness.screen import Screen

LEAST, MOST = (1280, 800), (2560, 1440)
STEP_S: Final = 0.016
SETTLING_S: Final = 2.0
QUIET_S: Final = 1.2
REST_S: Final = 0.35
"""No frame for so long: everything is as sharp as it will be."""
TARGET_MS: Final = 33.0
TARGET_SHARP_S: Final = 0.5
STEADY: Final = {"clock": False, "reduced_motion": True, "winnable_only": False}
BARE: Final = """
import json, os, sys, time
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
named = dict(zip(sys.argv[1::2], sys.argv[2::2]))
trace, began = open(named["--trace"], "w", buffering=1), time.monotonic()
def tell(event, **fields):
    now = round(time.monotonic() - began, 4)
    trace.write(json.dumps({"event": event, "t": now, **fields}) + chr(10))
pygame.display.init()
size = tuple(map(int, named["--size"].split("x")))
window = pygame.Window("bare", size, resizable=True)
tell("scene", name="bare")
while True:
    start = time.perf_counter()
    window.get_surface().fill((30, 112, 90))
    drawn = time.perf_counter()
    window.flip()
    shown = time.perf_counter()
    tell("frame", ms=(drawn - start) * 1000, flip=(shown - drawn) * 1000)
    tell("layout", window=list(window.size))
    pygame.event.wait()
    pygame.event.get()
    tell("size", window=list(window.size))
"""
"""What SDL takes for the same: new memory for the pixels, and the way to the screen."""

Open = tuple[tuple[str, ...], str]
"""Words of the command line, and the key that opens the scene over theirs."""


class Found(NamedTuple):
    """Of one way: frames in ms, what the main thread took for all, seconds until sharp."""

    frames: list[float]
    made: list[float]
    cpu_ms: float
    sharp_s: float


SCENES: Final[dict[str, Open]] = {
    "menu": ((), ""),
    "list": (("brainjam",), ""),
    "brainjam": (("brainjam", "617"), ""),
    "lapeau": (("lapeau", "617"), ""),
    "gaps": (("gaps", "617"), ""),
    "klondike": (("klondike", "617"), ""),
    "map": (("lapeau", "617"), "ctrl+m"),
    "options": (("klondike", "617"), "ctrl+o"),
    "help": (("klondike", "617"), "F1"),
}


def sizes(steps: int) -> list[tuple[int, int]]:
    """From the least size to the greatest."""
    (w, h), (width, height) = LEAST, MOST
    return [
        (w + (width - w) * n // steps, h + (height - h) * n // steps) for n in range(1, steps + 1)
    ]


def resize(program: Program, way: list[tuple[int, int]]) -> Found:
    """Resize a window step by step, and wait until it draws nothing any more."""
    before, spent = len(program.trace.events), main_thread_ms(program.pid)
    for width, height in way:
        program.tell(f"windowsize {program.window} {width} {height}", f"sleep {STEP_S}")
    time.sleep(len(way) * STEP_S)
    program.wait_for_size(*way[-1])
    time.sleep(QUIET_S)
    program.trace.poll()
    events = program.trace.events[before:]
    there = next(e["t"] for e in events if e["event"] == "size" and e["window"] == list(way[-1]))
    frames = [event for event in events if event["event"] == "frame"]
    made = [event["ms"] for event in events if event["event"] == "resizing"]
    cpu = main_thread_ms(program.pid) - spent
    shown = [event["ms"] + event["flip"] for event in frames]
    return Found(shown, made, cpu, rested(frames, there) - there)


def rested(frames: list[dict[str, float]], since: float) -> float:
    """When the last frame before a rest was drawn."""
    last = since
    for frame in frames:
        if since <= frame["t"] <= last + REST_S:
            last = frame["t"]
    return last


def main_thread_ms(pid: int) -> float:
    """Processor time of a program's main thread so far."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e6


def measure(screen: Screen, opening: Open, steps: int, command: Sequence[str] = SOURCE) -> Found:
    """There and back in one scene."""
    words, key = opening
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps(STEADY))
        with Program(screen, data, *words, size=LEAST, command=command) as program:
            if key:
                program.key(key)
            time.sleep(SETTLING_S)
            up = sizes(steps)
            there, back = resize(program, up), resize(program, [*up[-2::-1], LEAST])
    return Found(
        there.frames + back.frames,
        there.made + back.made,
        there.cpu_ms + back.cpu_ms,
        max(there.sharp_s, back.sharp_s),
    )


def row(name: str, found: Found, bare: float) -> str:
    """A line of the table; `bare` is the median of the bare window's frames."""
    frames = sorted(found.frames)
    late = frames[int(len(frames) * 0.99)]
    middle = statistics.median(frames)
    figures = [middle, late, frames[-1], max(found.made, default=0.0), middle / bare]
    figures += [found.cpu_ms / len(frames), found.sharp_s]
    return f"{name:<10}{len(frames):>10}" + "".join(f"{figure:>10.2f}" for figure in figures)


def main() -> int:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    asked = sys.argv[2:] or list(SCENES)
    good = True
    with Screen() as screen:
        print(f"{LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]} and back")
        heads = ("frames", "p50", "p99", "max", "made", "p50/bare", "cpu", "sharp, s")
        print(f"{'scene':<10}" + "".join(f"{head:>10}" for head in heads))
        window = measure(screen, ((), ""), steps, (sys.executable, "-c", BARE))
        bare = statistics.median(window.frames)
        print(row("bare", window, bare), flush=True)
        for name in asked:
            found = measure(screen, SCENES[name], steps)
            print(row(name, found, bare), flush=True)
            slowest = max(found.frames + found.made)
            good = good and slowest <= TARGET_MS and found.sharp_s <= TARGET_SHARP_S
    print(f"target: no frame above {TARGET_MS:.0f} ms, sharp within {TARGET_SHARP_S} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

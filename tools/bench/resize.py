"""Print what frames cost while a window is dragged to other sizes, and how soon it is sharp again.

    python tools/bench/resize.py [STEPS [SCENE...]]

The real program on a screen of its own (Xvfb, SDL's x11 driver). xdotool makes its window grow and
shrink again, in so many steps (30) of 16 ms each way, once between small sizes and once between
large ones; what the program tells of its frames is read from its trace. Drawing is laying out and
drawing, showing is what SDL and the X server take. The frames after the last size, with all scenes
laid out and cards becoming sharp, stand apart. Sharp is the last frame before it rests. All in
milliseconds of the clock. Beside it stands a bare window: one of a single colour, resized in the
same way.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.program import SOURCE, Program
from harness.screen import Screen

SCREEN: Final = (3840, 2160)
STEP_S: Final = 0.016
SETTLING_S: Final = 2.0
QUIET_S: Final = 1.2
REST_S: Final = 0.35
"""No frame for so long: everything is as sharp as it will be."""
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


class Range(NamedTuple):
    """The sizes between which a window is dragged, and what its drawing may take in ms."""

    least: tuple[int, int]
    most: tuple[int, int]
    median_ms: float
    worst_ms: float

    def sizes(self, steps: int) -> list[tuple[int, int]]:
        """From the least size to the greatest."""
        (w, h), (width, height) = self.least, self.most
        return [
            (w + (width - w) * n // steps, h + (height - h) * n // steps)
            for n in range(1, steps + 1)
        ]


RANGES: Final = (
    Range((1000, 625), (1440, 900), 16.6, 16.6),
    Range((2900, 1650), SCREEN, 50.0, float("inf")),
)


class Found(NamedTuple):
    """Frames in ms: drawn and shown while dragged, drawn after the last size. When it was sharp."""

    drawn: list[float]
    shown: list[float]
    after: list[float]
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


def resize(program: Program, way: list[tuple[int, int]]) -> Found:
    """Resize a window step by step, and wait until it draws nothing any more."""
    before = len(program.trace.events)
    for width, height in way:
        program.tell(f"windowsize {program.window} {width} {height}", f"sleep {STEP_S}")
    time.sleep(len(way) * STEP_S)
    program.wait_for_size(*way[-1])
    time.sleep(QUIET_S)
    program.trace.poll()
    return found_in(program.trace.events[before:])


def found_in(events: list[dict[str, Any]]) -> Found:
    """The frames of one way. What was laid out before a frame belongs to it. The first frame after
    the last size still shows a dragged window.
    """
    last = max(n for n, event in enumerate(events) if event["event"] == "size")
    drawn, shown, after, placed = list[float](), list[float](), list[float](), 0.0
    there = rested = float(events[last]["t"])
    is_dragged = True
    for n, event in enumerate(events):
        if event["event"] == "placed":
            placed += event["ms"]
        if event["event"] != "frame":
            continue
        if n > last and event["t"] <= rested + REST_S:
            rested = event["t"]
        (drawn if is_dragged else after).append(placed + event["ms"])
        if is_dragged:
            shown.append(event["flip"])
        placed, is_dragged = 0.0, n < last
    return Found(drawn, shown, after, rested - there)


def measure(
    screen: Screen, opening: Open, between: Range, steps: int, command: Sequence[str] = SOURCE
) -> Found:
    """There and back in one scene."""
    words, key = opening
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps(STEADY))
        with Program(screen, data, *words, size=between.least, command=command) as program:
            if key:
                program.key(key)
            time.sleep(SETTLING_S)
            up = between.sizes(steps)
            there, back = resize(program, up), resize(program, [*up[-2::-1], between.least])
    return Found(
        there.drawn + back.drawn,
        there.shown + back.shown,
        there.after + back.after,
        max(there.sharp_s, back.sharp_s),
    )


def row(name: str, found: Found) -> str:
    """A line of the table."""
    figures = [statistics.median(found.drawn), max(found.drawn), statistics.median(found.shown)]
    figures += [max(found.after, default=0.0), found.sharp_s]
    return f"{name:<10}{len(found.drawn):>10}" + "".join(f"{figure:>10.2f}" for figure in figures)


def main() -> int:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    asked = sys.argv[2:] or list(SCENES)
    good = True
    with Screen(SCREEN) as screen:
        for between in RANGES:
            print("{}x{} to {}x{} and back".format(*between.least, *between.most))
            heads = ("frames", "drawn", "worst", "shown", "after", "sharp, s")
            print(f"{'scene':<10}" + "".join(f"{head:>10}" for head in heads))
            bare = measure(screen, ((), ""), between, steps, (sys.executable, "-c", BARE))
            print(row("bare", bare), flush=True)
            for name in asked:
                found = measure(screen, SCENES[name], between, steps)
                print(row(name, found), flush=True)
                fast = statistics.median(found.drawn) <= between.median_ms
                good = good and fast and max(found.drawn) <= between.worst_ms
                good = good and found.sharp_s <= TARGET_SHARP_S
            print(f"target: median {between.median_ms} ms, worst {between.worst_ms} ms")
    print(f"target: sharp within {TARGET_SHARP_S} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

"""Print what frames cost while a window is being resized, and how soon it is sharp again.

    python tools/bench/resize.py [STEPS]

The real program on a screen of its own (Xvfb, SDL's x11 driver). xdotool makes its window grow
from 1280x800 to 2560x1440 and shrink again, in so many steps (60) of 16 ms each way; what the
program tells of its frames is read from its trace. A frame is laying out, drawing and showing,
in milliseconds of the clock; `cpu` is what the program's main thread took for one on average,
which leaves out what others do on the machine. Sharp is the last frame before it rests. Beside
it stands a bare frame: what SDL takes for a window of one colour that is resized the same way.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.program import Program
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
FLIPS: Final = 60
BARE: Final = f"""
import os, time, statistics
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.display.init()
window = pygame.Window("bare", {LEAST})
window.get_surface()
clock, processor = [], []
for number in range({FLIPS}):
    wide = {LEAST[0]} + ({MOST[0]} - {LEAST[0]}) * (number + 1) // {FLIPS}
    high = {LEAST[1]} + ({MOST[1]} - {LEAST[1]}) * (number + 1) // {FLIPS}
    began, spent = time.perf_counter(), time.thread_time()
    window.size = wide, high
    pygame.event.get()
    window.get_surface().fill((number, number, number))
    window.flip()
    clock.append(time.perf_counter() - began)
    processor.append(time.thread_time() - spent)
    time.sleep({STEP_S})
print(statistics.median(clock) * 1000, statistics.mean(processor) * 1000)
"""
"""Frames of a window that is filled with one colour: new memory for its pixels is what costs."""

Open = tuple[tuple[str, ...], Callable[[Program], None]]


class Found(NamedTuple):
    """Of one way: frames in ms, what the main thread took for all, seconds until sharp."""

    frames: list[float]
    cpu_ms: float
    sharp_s: float


def nothing(program: Program) -> None:
    """The scene of the command line is the one to be measured."""


def press(key: str, scene: str) -> Callable[[Program], None]:
    """Open another scene over it."""

    def do(program: Program) -> None:
        program.key(key)
        program.wait_for_scene(scene)

    return do


SCENES: Final[dict[str, Open]] = {
    "menu": ((), nothing),
    "list": (("brainjam",), nothing),
    "brainjam": (("brainjam", "617"), nothing),
    "lapeau": (("lapeau", "617"), nothing),
    "gaps": (("gaps", "617"), nothing),
    "klondike": (("klondike", "617"), nothing),
    "map": (("lapeau", "617"), press("ctrl+m", "map")),
    "options": (("klondike", "617"), press("ctrl+o", "options")),
    "help": (("klondike", "617"), press("F1", "help")),
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
    there = next(e["t"] for e in events if e["event"] == "layout" and e["window"] == list(way[-1]))
    frames = [event for event in events if event["event"] == "frame"]
    cpu = main_thread_ms(program.pid) - spent
    return Found([e["ms"] + e["flip"] for e in frames], cpu, rested(frames, there) - there)


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


def measure(screen: Screen, opening: Open, steps: int) -> Found:
    """There and back in one scene."""
    words, go = opening
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps(STEADY))
        with Program(screen, data, *words, size=LEAST) as program:
            go(program)
            time.sleep(SETTLING_S)
            up = sizes(steps)
            there, back = resize(program, up), resize(program, [*up[-2::-1], LEAST])
    return Found(
        there.frames + back.frames, there.cpu_ms + back.cpu_ms, max(there.sharp_s, back.sharp_s)
    )


def bare_frame(screen: Screen) -> tuple[float, float]:
    """Milliseconds of the clock and of the processor for a frame with nothing to draw."""
    environment = {**screen.environment, "SDL_VIDEODRIVER": "x11"}
    asked = [sys.executable, "-c", BARE]
    told = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)
    clock, processor = map(float, told.stdout.split()[-2:])
    return clock, processor


def main() -> int:
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    good = True
    with Screen() as screen:
        bare, bare_cpu = bare_frame(screen)
        print(f"{LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]} and back")
        heads = ("frames", "p50", "p99", "max", "p50/bare", "cpu", "sharp, s")
        print(f"{'scene':<10}" + "".join(f"{head:>10}" for head in heads))
        print(f"{'bare':<10}{FLIPS:>10}{bare:>10.2f}{'':>30}{bare_cpu:>10.2f}")
        for name, opening in SCENES.items():
            found = measure(screen, opening, steps)
            frames = sorted(found.frames)
            late = frames[int(len(frames) * 0.99)]
            middle = statistics.median(frames)
            figures = [middle, late, frames[-1], middle / bare]
            figures += [found.cpu_ms / len(frames), found.sharp_s]
            cells = "".join(f"{figure:>10.2f}" for figure in figures)
            print(f"{name:<10}{len(frames):>10}{cells}", flush=True)
            good = good and frames[-1] <= TARGET_MS and found.sharp_s <= TARGET_SHARP_S
    print(f"target: no frame above {TARGET_MS:.0f} ms, sharp within {TARGET_SHARP_S} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

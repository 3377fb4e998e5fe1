"""Print how long it takes from the start of the process to the first full frame.

    python tools/bench/start.py [RUNS]

In turn, so many times each (10): a bare pygame-ce window of the same size, which is what any
program on it costs; the menu, a deal of Klondike and one of Brain Jam, with an empty data folder;
the menu of somebody who has played 10,000 times; peers that are installed, until their window is
mapped.
Xvfb, SDL's x11 driver, compiled .pyc files kept as on anybody's machine. The processor's time
leaves out what others do on the machine; what counts is the ratio to the bare window.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

import peers
from harness.screen import Screen, end
from harness.trace import Trace
from library import fill

from game.storage import Storage

SOURCES = Path(__file__).resolve().parents[2]
RUNS = 10
MOST_RATIO = 2.6
MOST_WITH_RECORD = 1.1
"""Times the menu without."""
PLAYS = 10_000
LOOK_AGAIN_S = 0.001
MENU, DEAL, FULL = "fourfold, menu", "fourfold, a deal", "fourfold, all cards"
RECORD = "fourfold, record"
BARE = """
import os, sys, time
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"
import pygame
pygame.display.init()
window = pygame.Window("bare", (1280, 800), resizable=True)
window.get_surface().fill((14, 92, 84))
window.flip()
with open(sys.argv[1], "w") as trace:
    trace.write('{"event": "frame", "cpu": %f}\\n' % time.process_time())
time.sleep(60)
"""
COUNTED = """
import gc
gc.disable()
import time
from game.system.console import Tracer
tell = Tracer.event
def event(self, event, **fields):
    if event == "frame":
        fields["cpu"] = time.process_time()
    tell(self, event, **fields)
Tracer.event = event
from game.cli.commands import main
raise SystemExit(main())
"""
"""The program, which notes its processor time with each frame: read from outside, a busy machine
would count what comes after the first frame too.
"""

Taken = tuple[float, float]
"""Seconds of the clock and of the processor."""


def first_frame(command: list[str], trace: Path, environment: Mapping[str, str]) -> Taken:
    """What a process takes until its trace tells of a frame."""
    trace.unlink(missing_ok=True)
    began = time.perf_counter()
    process = subprocess.Popen(command, env=dict(environment))
    seen = Trace(trace)
    try:
        while not seen.named("frame"):
            if process.poll() is not None:
                raise SystemExit(f"{command} ended before its first frame")
            time.sleep(LOOK_AGAIN_S)
            seen.poll()
        return time.perf_counter() - began, seen.named("frame")[0]["cpu"]
    finally:
        end(process)


def measure(screen: Screen, folder: Path, runs: int) -> dict[str, list[Taken]]:
    """All of them in turn; the first round fills the system's caches and is not counted."""
    trace = folder / "trace.jsonl"
    environment = {**screen.environment, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    environment["PYTHONPATH"] = str(SOURCES)
    empty, record = folder / "empty", folder / "record"
    record.mkdir()
    storage = Storage(record)
    fill(storage, PLAYS // 2)
    storage.close()
    program = [sys.executable, "-c", COUNTED, "--trace", str(trace), "--size", "1280x800"]
    program.append("--data-dir")
    ways = {
        "a bare window": [sys.executable, "-c", BARE, str(trace)],
        MENU: [*program, str(empty)],
        DEAL: [*program, str(empty), "klondike", "617"],
        FULL: [*program, str(empty), "brainjam", "617"],
        RECORD: [*program, str(record)],
    }
    taken: dict[str, list[Taken]] = {}
    for run in range(runs + 1):
        for name, command in ways.items():
            shutil.rmtree(empty, ignore_errors=True)
            empty.mkdir()
            for data in (empty, record):
                (data / "settings.json").write_text(json.dumps({"animated": False}))
            found = first_frame(command, trace, environment)
            if run:
                taken.setdefault(name, []).append(found)
        for name, words in peers.installed().items():
            with peers.running(screen, words) as (pid, seconds):
                if run:
                    taken.setdefault(name, []).append((seconds, peers.spent(pid)))
    return taken


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with Screen() as screen, tempfile.TemporaryDirectory() as name:
        taken = measure(screen, Path(name), runs)
    bare = [statistics.median(column) for column in zip(*taken["a bare window"], strict=True)]
    print(f"{'start':<20}{'median ms':>10}{'least':>8}{'cpu ms':>8}{'ratio':>8}{'cpu ratio':>11}")
    ratios = {}
    for way, found in taken.items():
        clock, processor = (statistics.median(column) for column in zip(*found, strict=True))
        least = min(seconds for seconds, _ in found)
        ratio = clock / bare[0]
        ratios[way] = ratio
        print(
            f"{way:<20}{clock * 1e3:>10.0f}{least * 1e3:>8.0f}{processor * 1e3:>8.0f}"
            f"{ratio:>8.2f}{processor / bare[1]:>11.2f}"
        )
    more = ratios[RECORD] / ratios[MENU]
    print(f"(target: at most {MOST_RATIO} times the bare window, and ahead of KPatience; with a")
    print(f"record {more:.2f} times the menu without, target {MOST_WITH_RECORD})")
    for name in peers.missing():
        print(f"{name} is not installed")
    slowest = max(ratios[MENU], ratios[DEAL], ratios[FULL])
    most = min(MOST_RATIO, ratios.get("kpat", MOST_RATIO))
    return int(slowest > most or more > MOST_WITH_RECORD)


if __name__ == "__main__":
    sys.exit(main())

"""Print every table, one after another: what to run before a release, on a quiet machine.

    python tools/bench/all.py [--quick] [NAME ...]

start     from the start of the process to the first full frame, beside a bare window and peers
frames    what a frame costs in each kind of motion
resize    what a frame costs while the window is being resized
idle      processor time and memory while nobody touches anything, beside peers
history   latency, transactions and bytes of saving an action; a graph of 100,000 positions
map       the map of it
library   my games with 5,000 deals and 10,000 plays: the first frame, scrolling
solver    the solvers of all games, Brain Jam's beside fc-solve

Each is a program of its own, tools/bench/NAME.py, with a page that says how it measures; one
that cannot run here says so. With --quick each takes some seconds, and its figures are rough.
Exit code 1 where one of them misses its target or cannot run.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
QUICK: dict[str, tuple[str, ...]] = {
    "start": ("3",),
    "frames": ("1280x800",),
    "resize": ("20",),
    "idle": ("3",),
    "history": ("10000", "800"),
    "map": ("10000",),
    "library": ("1000",),
    "solver": ("--part", "0.05"),
}


def main(words: list[str]) -> int:
    quick = "--quick" in words
    names = [word for word in words if word != "--quick"] or list(QUICK)
    if unknown := set(names) - set(QUICK):
        print(f"there is no {', '.join(sorted(unknown))}\n\n{__doc__}")
        return 2
    missed = []
    for name in names:
        print(f"\n== {name}", flush=True)
        began = time.monotonic()
        command = [sys.executable, str(FOLDER / f"{name}.py"), *(QUICK[name] if quick else ())]
        if subprocess.run(command, check=False).returncode:
            missed.append(name)
        print(f"({name}: {time.monotonic() - began:.0f} s)", flush=True)
    print(f"\nmissed: {', '.join(missed)}" if missed else "\nall targets met")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Print how long the program takes to its first frame: from source, frozen, frozen in one file.

    python tools/bench/packages.py [RUNS]

The wall clock from the start of the process to the moment its first whole frame is on the screen
(Xvfb, SDL's x11 driver), so many times each (10), in turn, each with a player's data folder that
is there already. What counts is the ratio to the source's median of the same run. Needs what
`packaging/build.py` makes, and the solver compiled, as in the frozen programs. Sizes too.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.program import SOURCE
from harness.screen import Screen, end

from build import FOLDER, PORTABLE, size_of

WAYS = {
    "source": SOURCE,
    "one folder": (str(FOLDER / "fourfold"),),
    "one file": (str(PORTABLE),),
}
MOST = {"one folder": (1.5, 45), "one file": (4.0, 22)}
"""The targets: times the source's median, and megabytes."""
LOOK_AGAIN_S = 0.001


def first_frame(screen: Screen, command: tuple[str, ...], folder: Path) -> float:
    """Seconds from the start of a process to its first frame."""
    trace = folder / "trace.jsonl"
    trace.unlink(missing_ok=True)
    words = ["--trace", str(trace), "--data-dir", str(folder), "--size", "1280x800"]
    environment = {**screen.environment, "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy"}
    # As on anybody's machine Python keeps what it has compiled; here outside the checkout.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    environment["PYTHONPYCACHEPREFIX"] = str(folder / "compiled")
    began = time.perf_counter()
    process = subprocess.Popen([*command, *words], env=environment)
    try:
        while not (trace.exists() and '"event": "frame"' in trace.read_text()):
            if process.poll() is not None:
                raise SystemExit(f"{command[0]} ended before its first frame")
            time.sleep(LOOK_AGAIN_S)
        return time.perf_counter() - began
    finally:
        end(process)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    taken: dict[str, list[float]] = {way: [] for way in WAYS}
    with Screen() as screen, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "settings.json").write_text(json.dumps({"animated": False}))
        # The first run of each fills the system's caches and is not counted.
        for run in range(runs + 1):
            for way, command in WAYS.items():
                seconds = first_frame(screen, command, folder)
                if run:
                    taken[way].append(seconds)
    base = statistics.median(taken["source"])
    print(
        f"{'start':<12}{'median, ms':>12}{'least':>8}{'most':>8}{'ratio':>8}{'at most':>9}{'MB':>7}"
    )
    for way, times in taken.items():
        median = statistics.median(times)
        figures = f"{median * 1000:>12.0f}{min(times) * 1000:>8.0f}{max(times) * 1000:>8.0f}"
        line = f"{way:<12}{figures}{median / base:>8.2f}"
        if way in MOST:
            size = size_of(FOLDER if way == "one folder" else PORTABLE) / 1e6
            line += f"{MOST[way][0]:>9.1f}{size:>7.1f} (at most {MOST[way][1]})"
        print(line)


if __name__ == "__main__":
    main()

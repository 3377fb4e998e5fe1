"""Print what a table costs while nobody touches it, in per cent of one core.

    python tools/bench/idle.py [SECONDS]

The real program on a screen of its own (Xvfb, SDL's x11 driver), measured through /proc: the
processor time of all threads of the program, and of its solver's processes, over so many
seconds (20). It begins after some seconds of quiet, when art is drawn and par is known.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

from harness.processes import family
from harness.program import Program
from harness.screen import Screen

SIZES = ((1280, 800), (2560, 1440))
GAMES = ("brainjam", "lapeau", "gaps", "klondike")
CLOCKS = (True, False)
SETTLING_S = 8.0
TARGET = 0.2


def spent(pid: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    tasks = [task for one in family(pid) for task in Path(f"/proc/{one}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def share(screen: Screen, game: str, size: tuple[int, int], clock: bool, seconds: float) -> float:
    """Per cent of a core that an idle table takes."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps({"clock": clock}))
        with Program(screen, data, game, "617", size=size) as program:
            time.sleep(SETTLING_S)
            before, began = spent(program.pid), time.monotonic()
            time.sleep(seconds)
            return 100 * (spent(program.pid) - before) / (time.monotonic() - began)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    print(f"{'table':<10}{'window':>12}{'clock':>8}{'core, %':>10}   (target {TARGET})")
    with Screen() as screen:
        for size in SIZES:
            for game in GAMES:
                for clock in CLOCKS:
                    percent = share(screen, game, size, clock, seconds)
                    words = f"{size[0]}x{size[1]}", "on" if clock else "off", f"{percent:.3f}"
                    print(f"{game:<10}{words[0]:>12}{words[1]:>8}{words[2]:>10}", flush=True)


if __name__ == "__main__":
    main()

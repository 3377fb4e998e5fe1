"""Print what a table and the menu cost while nobody touches them, in per cent of one core.

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
MENU_TARGET = 3.0
"""There four tables play by themselves."""


def spent(pid: int) -> float:
    """Seconds of processor time of a process and its children so far."""
    tasks = [task for one in family(pid) for task in Path(f"/proc/{one}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def share(
    screen: Screen, words: list[str], size: tuple[int, int], clock: bool, seconds: float
) -> float:
    """Per cent of a core that the program takes, opened with these words."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        (data / "settings.json").write_text(json.dumps({"clock": clock}))
        with Program(screen, data, *words, size=size) as program:
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
                    percent = share(screen, [game, "617"], size, clock, seconds)
                    tell(game, size, "on" if clock else "off", percent)
            percent = share(screen, [], size, True, seconds)
            tell("menu", size, "-", percent, f"   (target {MENU_TARGET})")


def tell(what: str, size: tuple[int, int], clock: str, percent: float, more: str = "") -> None:
    window = f"{size[0]}x{size[1]}"
    print(f"{what:<10}{window:>12}{clock:>8}{percent:>10.3f}{more}", flush=True)


if __name__ == "__main__":
    main()

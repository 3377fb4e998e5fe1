"""Print what each scene costs while nobody touches it: processor, sound on, and memory.

    python tools/bench/idle.py [SECONDS [SCENE ...]]

The real program on a screen of its own (Xvfb, SDL's x11 driver), measured through /proc: the
processor time of all threads of the program and of its solver's processes, in per cent of one core
over so many seconds (20), then the resident memory of the program alone, and with its solver. It
begins after some seconds of quiet, when art is drawn and par is known. Beside it peers that are
installed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

import peers
from harness.processes import family
from harness.program import Program
from harness.screen import Screen
from made_deals import line_to_stuck

from game.core.cards import FULL_DECK
from game.core.deals import deck_of
from game.play.sharing_lines import write_shared
from game.rules import BrainJam

SIZES = ((1280, 800), (2560, 1440))
GAMES = ("brainjam", "lapeau", "gaps", "klondike")
EASY = tuple(write_shared(BrainJam(), None, FULL_DECK[::-1], ()).split())
"""A deal that autoplay wins, as words of the command line."""
STUCK_LINE = line_to_stuck(BrainJam(), 617, 3) or []
STUCK = tuple(write_shared(BrainJam(), 617, deck_of(617), STUCK_LINE).split())
"""A deal with moves in its history to where nothing can be done."""
SETTLING_S = 12.0
"""Until art is drawn, par is known, the flag rests and the mixer is closed."""
TARGET = 0.2
MOST_MB = 120.0
"""Of the program alone, at the smaller size."""

JAM = ("brainjam", "617")
SCENES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    **{f"table {game}": ((game, "617"), ("a", "Left")) for game in GAMES},
    "table, stuck": (STUCK, ("End",)),
    "list": (("brainjam",), ()),
    "map": (JAM, ("a", "b", "c", "ctrl+m")),
    "options": (JAM, ("a", "ctrl+o")),
    "help": (JAM, ("a", "F1")),
    "statistics": (JAM, ("a", "ctrl+s")),
    "win": (EASY, ("ctrl+p",)),
    "menu": ((), ()),
}
"""Words of the command line, and keys that lead to the scene."""
TARGETS = {"menu": 3.0}
"""Of scenes that are never quite still."""


class Rest(NamedTuple):
    """What a program at rest takes: per cent of a core, and megabytes of it and of all processes
    that it has started.
    """

    percent: float
    alone: float
    whole: float


def measured(pid: int, seconds: float) -> Rest:
    """After so many seconds."""
    before, began = peers.spent(pid), time.monotonic()
    time.sleep(seconds)
    percent = 100 * (peers.spent(pid) - before) / (time.monotonic() - began)
    return Rest(percent, peers.resident(pid), sum(map(peers.resident, family(pid))))


def rest(screen: Screen, scene: str, size: tuple[int, int], seconds: float) -> Rest:
    """What an idle scene takes."""
    words, keys = SCENES[scene]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with Program(screen, data, *words, size=size) as program:
            program.key(*keys)
            time.sleep(SETTLING_S)
            return measured(program.pid, seconds)


def row(name: str, window: str, found: Rest, target: str = "") -> None:
    megabytes = f"{found.alone:>9.1f}{found.whole:>13.1f}"
    print(f"{name:<18}{window:>12}{found.percent:>10.3f}{target:>9}{megabytes}", flush=True)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    good = True
    print(f"{'scene':<18}{'window':>12}{'core, %':>10}{'target':>9}{'MB':>9}{'with solver':>13}")
    with Screen() as screen:
        for scene in sys.argv[2:] or SCENES:
            for size in SIZES:
                found, target = rest(screen, scene, size, seconds), TARGETS.get(scene, TARGET)
                good = good and found.percent <= target
                good = good and (size != SIZES[0] or found.alone <= MOST_MB)
                row(scene, f"{size[0]}x{size[1]}", found, str(target))
        for peer, command in peers.installed().items():
            with peers.running(screen, command) as (pid, _):
                time.sleep(SETTLING_S)
                row(peer, "", measured(pid, seconds))
    print(f"(target: the program alone at most {MOST_MB:.0f} MB at {SIZES[0][0]}x{SIZES[0][1]})")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

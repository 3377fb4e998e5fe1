"""Print what each scene costs while nobody touches it, in per cent of one core, sound on.

    python tools/bench/idle.py [SECONDS [SCENE ...]]

The real program on a screen of its own (Xvfb, SDL's x11 driver), measured through /proc: the
processor time of all threads of the program, and of its solver's processes, over so many
seconds (20). It begins after some seconds of quiet, when art is drawn and par is known.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

import peers
from harness.program import Program
from harness.screen import Screen
from made_deals import line_to_stuck

from game.core.cards import FULL_DECK
from game.core.deals import deck_of
from game.play.sharing_line import write_shared
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

Way = Callable[[Program], None]
"""How a scene is reached."""


def by(*keys: str) -> Way:
    """By keys."""
    return lambda program: program.key(*keys)


JAM = ("brainjam", "617")
SCENES: dict[str, tuple[tuple[str, ...], Way]] = {
    **{f"table {game}": ((game, "617"), by("a", "Left")) for game in GAMES},
    "table, stuck": (STUCK, by("End")),
    "list": (("brainjam",), by()),
    "map": (JAM, by("a", "b", "c", "ctrl+m")),
    "options": (JAM, by("a", "ctrl+o")),
    "help": (JAM, by("a", "F1")),
    "statistics": (JAM, by("a", "ctrl+s")),
    "win": (EASY, by("ctrl+p")),
    "menu": ((), by()),
}
TARGETS = {"menu": 3.0}
"""Of scenes that are never quite still."""


def share(screen: Screen, scene: str, size: tuple[int, int], seconds: float) -> float:
    """Per cent of a core that an idle scene takes."""
    words, go = SCENES[scene]
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        data.mkdir()
        with Program(screen, data, *words, size=size) as program:
            go(program)
            time.sleep(SETTLING_S)
            before, began = peers.spent(program.pid), time.monotonic()
            time.sleep(seconds)
            return 100 * (peers.spent(program.pid) - before) / (time.monotonic() - began)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    good = True
    print(f"{'scene':<18}{'window':>12}{'core, %':>10}{'target':>9}")
    with Screen() as screen:
        for scene in sys.argv[2:] or SCENES:
            for size in SIZES:
                percent, target = share(screen, scene, size, seconds), TARGETS.get(scene, TARGET)
                good = good and percent <= target
                window = f"{size[0]}x{size[1]}"
                print(f"{scene:<18}{window:>12}{percent:>10.3f}{target:>9}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())

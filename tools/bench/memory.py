"""Print the resident memory of the program at 1280x800, and of peers that are installed.

    python tools/bench/memory.py [SECONDS]

The real program on a screen of its own (Xvfb, SDL's x11 driver), so many seconds (5) after its
first layout, when the art is drawn; megabytes of the program alone, and with its solver.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "driven"))

import peers
from harness.program import Program
from harness.screen import Screen

SETTLING_S = 5.0
MOST_MB = 120.0
WAYS = ((), ("brainjam", "617"), ("lapeau", "617"), ("gaps", "617"), ("klondike", "617"))


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SETTLING_S
    worst = 0.0
    print(f"{'memory':<16}{'resident MB':>12}{'with solver':>13}")
    with Screen() as screen, tempfile.TemporaryDirectory() as name:
        for words in WAYS:
            folder = Path(name) / (words[0] if words else "menu")
            with Program(screen, folder, *words) as program:
                time.sleep(seconds)
                alone = peers.resident(program.pid)
                whole = sum(map(peers.resident, peers.family(program.pid)))
            worst = max(worst, alone)
            print(f"{folder.name:<16}{alone:>12.1f}{whole:>13.1f}", flush=True)
        for peer, command in peers.installed().items():
            with peers.running(screen, command) as (pid, _):
                time.sleep(seconds)
                print(f"{peer:<16}{peers.resident(pid):>12.1f}", flush=True)
    print(f"(target: the program alone at most {MOST_MB:.0f} MB)")
    for peer in peers.missing():
        print(f"{peer} is not installed")
    return int(worst > MOST_MB)


if __name__ == "__main__":
    sys.exit(main())

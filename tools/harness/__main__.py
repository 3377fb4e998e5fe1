"""Harnesses that try to break the program.

    python tools/harness NAME [COUNT] [--seed N]    one of them; without COUNT a few seconds
    python tools/harness flood 5000 map menu        only these scenes (fuzz: these parsers)
    python tools/harness all                        each but soak for a few seconds
    python tools/harness full                       each but soak with a release's counts: hours

crash    kills the real program at random instants while it is played (COUNT kills)
power_loss  cuts the power at every write, as strace has recorded them (COUNT cuts)
fuzz     hands malformed input to everything that reads (COUNT inputs for each parser)
flood    random events into every scene (COUNT events for each scene), and into each once more,
         as troubled-menu and so on, while the player's file fails now and then
soak     hours of play over all scenes in windows of ever new sizes (COUNT events): its memory
damage   bits flipped and ends cut off in the player's file (COUNT files)

Exit code 1 where something was found wrong.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tests" / "driven")]
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

NAMES = ("fuzz", "damage", "power_loss", "flood", "soak", "crash")
_MOST_SHOWN = 20


def run(
    name: str, count: int | None, seed: int, parts: Sequence[str] = (), *, full: bool = False
) -> bool:
    """Run one, or parts of it; returns whether all was well."""
    if name != "crash":
        os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
    harness = import_module(name)
    began = time.monotonic()
    wanted = count or (harness.FULL if full else harness.USUAL)
    problems = harness.run(wanted, seed, parts) if parts else harness.run(wanted, seed)
    for problem in problems[:_MOST_SHOWN]:
        print(f"  {problem}")
    verdict = f"{len(problems)} problems" if problems else "all is well"
    print(f"{name} {wanted}: {verdict} ({time.monotonic() - began:.0f} s)", flush=True)
    return not problems


def main(words: list[str]) -> int:
    seed = 1
    if "--seed" in words:
        at = words.index("--seed")
        seed = int(words[at + 1])
        del words[at : at + 2]
    if not words or words[0] not in (*NAMES, "all", "full"):
        print(__doc__)
        return 2
    count = int(words[1]) if len(words) > 1 else None
    # The memory of a walk counts only in a process of its own.
    together = tuple(name for name in NAMES if name != "soak")
    names = together if words[0] in ("all", "full") else words[:1]
    good = [run(name, count, seed, words[2:], full=words[0] == "full") for name in names]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The harnesses themselves can fail: each finds a fault that is put in for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def harness(tmp_path: Path, fault: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a harness with a line of code that is run before it."""
    program = f"""
import os, runpy, sys
os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy")
sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / "tools" / "harness")!r}]
{fault}
sys.argv = ["harness", *{words!r}]
runpy.run_path({str(ROOT / "tools" / "harness")!r}, run_name="__main__")
"""
    return subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        # Nothing is rescued, not even from the backup.
        (
            ("damage", "20"),
            "import game.storage.salvage_and_backup as s; s.join_good = lambda *what: None",
        ),
        # A parser that falls over a nul.
        (
            ("fuzz", "60"),
            "import game.core.deals as d; old = d.parse_deck\n"
            "def parse(text): return {}[text] if len(text) % 5 == 3 else old(text)\n"
            "d.parse_deck = parse",
        ),
        # Every third action is not saved.
        (
            ("flood", "250", "won", "map", "library"),
            "import game.storage.store as s; old = s.Storage.save; n = [0]\n"
            "def save(self, *what):\n"
            "    n[0] += 1\n"
            "    return old(self, *what) if n[0] % 3 else False\n"
            "s.Storage.save = save",
        ),
        # A scene that does not expect that the file cannot be read.
        (
            ("flood", "500", "troubled-statistics"),
            "import game.scenes.statistics.scene as s; s.StorageError = KeyError",
        ),
        # Each action leaves something behind.
        (
            ("soak", "300"),
            "import game.record.game_store as k; old = k.GameStore.save; kept = []\n"
            "def save(self, *what):\n"
            "    old(self, *what); kept.append(b'x' * 2_000_000)\n"
            "k.GameStore.save = save",
        ),
    ],
    ids=["damage", "fuzz", "flood", "troubled", "soak"],
)
def test_a_harness_finds_what_is_wrong(tmp_path: Path, words: tuple[str, ...], fault: str) -> None:
    ran = harness(tmp_path, fault, *words)
    assert ran.returncode == 1, ran.stdout[-800:] + ran.stderr[-800:]
    said = ran.stdout.splitlines()
    assert said and "problems" in said[-1], ran.stderr[-3000:]


def test_an_unknown_harness_is_told(tmp_path: Path) -> None:
    ran = harness(tmp_path, "", "flodd")
    assert ran.returncode == 2 and "crash" in ran.stdout

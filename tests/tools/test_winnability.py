"""tools/winnability.py: deals of every game are solved, and a run that was broken off goes on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "words", [["brainjam"], ["lapeau", "--same"], ["gaps", "--redeals", "2"], ["klondike"]]
)
def test_deals_are_solved_once(words: list[str], tmp_path: Path) -> None:
    state = tmp_path / "state"
    command = [sys.executable, ROOT / "tools" / "winnability.py", *words, "--jobs", "1"]
    for deals in (2, 3):
        more = ["--deals", str(deals), "--state", state]
        told = subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout
        assert f"{deals} deals" in told
        assert len(state.read_text().splitlines()) == deals

"""Recorded games: files of sharing lines, one deal with its moves a line, `#` for comments."""

from __future__ import annotations

from pathlib import Path

from game.play.sharing_lines import Shared, read_shared

FOLDER = Path(__file__).resolve().parent.parent


def lines_of(kind: str, name: str) -> list[str]:
    """The sharing lines of a file, such as `wins/lapeau-same.txt`."""
    text = (FOLDER / kind / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def recorded(kind: str, name: str, number: int = 0) -> Shared:
    """The deal and moves of one line of a file, the first unless told otherwise."""
    return read_shared(lines_of(kind, name)[number])

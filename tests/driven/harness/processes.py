"""Processes and what they have started (Linux)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path


def family(pid: int) -> list[int]:
    """A process and all that it has started, itself first; what has ended is left out."""
    found = [pid]
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += family(int(child))
    return found

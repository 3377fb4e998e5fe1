"""How motion begins and ends."""

from __future__ import annotations


def ease_out(done: float) -> float:
    """0 to 1, quick at first and gentle at the end."""
    return float(1 - (1 - done) ** 3)

"""What the scripts that make level packs share: grading by fifths, and the file's form.

Searches are limited in states, never in time, so that a pack comes out the same anywhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

# After the folders of PYTHONPATH, so that a compiled build can do the work.
sys.path.append(str(Path(__file__).resolve().parent.parent.parent))

from game.core import deals
from game.solver.answer import Answer, Search

ROOT: Final = Path(__file__).resolve().parent.parent.parent
SIZE: Final = 240
"""Deals in a pack."""
MEMORY: Final = 1_000_000_000
GRADES: Final = 5


@dataclass(frozen=True)
class Chosen:
    number: int
    par: int | None
    """The proved shortest number of moves."""
    hardness: float
    """Orders the deals of a pack; only the order counts."""


def searched(search: Search, most: int) -> Answer | None:
    """The answer of a search that ends within so many states, else None."""
    return search.answer() if search.run(most) else None


def make(name: str, heading: str, about: str, graded: Callable[[int], Chosen | None]) -> None:
    """Write the pack `levels/NAME.txt` of the first SIZE numbers that `graded` takes: easiest
    first, each fifth of the deals a difficulty.
    """
    chosen: list[Chosen] = []
    for number in count(1):
        if sys.stderr.isatty():
            print(f"\r{len(chosen)} of {SIZE} deals, number {number} ", end="", file=sys.stderr)
        if deal := graded(number):
            chosen.append(deal)
        if len(chosen) == SIZE:
            break
    lines = [f"# game: {heading}", *(f"# {line}" for line in about.splitlines())]
    ordered = sorted(chosen, key=lambda deal: (deal.hardness, deal.number))
    for rank, deal in enumerate(ordered):
        grade = 1 + rank * GRADES // len(ordered)
        par = "-" if deal.par is None else deal.par
        deck = deals.deck_text(deals.deck_of(deal.number))
        lines.append(f"{deal.number} {deck} {par} {grade}")
    (ROOT / "levels" / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")

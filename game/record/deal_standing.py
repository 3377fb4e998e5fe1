"""How an answer came about: which of its actions somebody else named (`how_of`); and how a deal
stands, as list, library, menu and statistics tell it alike (`standing_of`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Final

from game.core.position import Move, Position
from game.history.transpositions import key_hash_of
from game.rules import Rules
from game.storage import Helped, How, LibraryRow

Edge = tuple[int, int]
"""A single move by the marks of the positions before and after it; a won one has 0. So it is
the same whatever way leads there, and whichever empty place is chosen.
"""


class Standing(StrEnum):
    """How a deal stands, by its best answer; one that was found alone counts most."""

    BEGUN = "begun"
    ALONE = "alone"
    HINTS = "hints"
    SHOWN = "shown"
    PASTED = "pasted"
    IMPORTED = "imported"
    OPENED = "opened"
    """Nothing is kept of it but that it was there."""

    @property
    def is_helped(self) -> bool:
        """True if it is solved, but not alone."""
        return self in (Standing.HINTS, Standing.SHOWN, Standing.PASTED, Standing.IMPORTED)

    @property
    def check_sign(self) -> str:
        """The icon that tells it: full only for what was found alone."""
        if self is Standing.ALONE:
            return "check"
        return "check-hollow" if self.is_helped else "begun" if self is Standing.BEGUN else ""


_STANDINGS: Final = {how: Standing(how.value) for how in How if how.value in list(Standing)}


def standing_of(row: LibraryRow) -> Standing:
    """How a deal stands."""
    if row.alone is not None:
        return Standing.ALONE
    if row.how is not None:
        return _STANDINGS[row.how]
    return Standing.BEGUN if row.positions else Standing.OPENED


def edges(rules: Rules, start: Position, moves: Sequence[Move]) -> Iterator[Edge]:
    """The moves of a line that begins at a position. ValueError where the rules refuse one."""
    position, before = start, _mark(rules, start)
    for move in moves:
        position = rules.apply(position, move)
        after = _mark(rules, position)
        yield before, after
        before = after


def named(rules: Rules, start: Position, moves: Sequence[Move], how: How) -> list[Helped]:
    """What is to be remembered where a line was hinted, shown, pasted or imported."""
    return [Helped(before, after, how) for before, after in edges(rules, start, moves)]


def how_of(rules: Rules, start: Position, moves: Sequence[Move], help: Mapping[Edge, How]) -> How:
    """How a line from the deal came about: with the most help of all its moves."""
    order = list(How).index
    found = (help.get(edge, How.ALONE) for edge in edges(rules, start, moves))
    return max(found, key=order, default=How.ALONE)


def _mark(rules: Rules, position: Position) -> int:
    return 0 if rules.is_won(position) else key_hash_of(rules.key(position))

"""How a game's piles are spread over its table, for the layout and for miniatures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from game.core.position import Pile, PileKind


class Reach(NamedTuple):
    """One column, or the sum of columns one below the other, without the last card of each."""

    backs: int
    """Cards that lie face down."""
    faces: int
    """Covered cards that lie face up."""


class Spread(NamedTuple):
    """One way to spread a game; lengths in dp, or in card widths (CW) or heights (CH) if said."""

    across: int
    """The number of columns side by side, or of piles in the top row if that is more. Then the row
    of columns is centred below the top row.
    """
    width: float
    """The width of a row with the narrowest gaps, in CW."""
    gap: float
    """The largest gap between columns, in CW."""
    row_gap: float
    """The gap from the top row to the columns, in dp; without columns: between rows, in CH."""
    fan: float
    """The usual step from card to card in a column, in CH. It grows and shrinks with the room."""
    top: tuple[tuple[PileKind, int, int], ...] = ()
    """Each kind of the top row from left to right, the column it begins at, and how many piles it
    has.
    """
    plate: tuple[int, int] = (0, 0)
    """The first and the last column, from 0, that the plate spans; no pile of its row lies there.
    Without meaning if `headed`.
    """
    dealt: Reach = Reach(0, 0)
    """The columns that must fit with the usual step."""
    usual: Reach = Reach(0, 0)
    """The columns that must fit with the smallest step, so that cards seldom shrink during play."""
    usual_wide: Reach = Reach(0, 0)
    """The same for faces whose index needs more of the card."""
    open_for: Reach = Reach(0, 0)
    """The columns for which steps grow if there is more room."""
    packed: float | None = None
    """The gap in the top row, in CW, if its two kinds are packed against the sides; else None."""
    rows: tuple[int, ...] = ()
    """Columns per row of columns; empty: one row."""
    headed: bool = False
    """True: the plate has a line of its own above the cards. Such a spread is used only in a window
    that is higher than wide, unless the game has no other.
    """
    aside: bool = False
    """The first kind of the top row stands beside the columns, one pile below the other; the plate
    has the place that the last row of columns leaves free.
    """
    worth: float = 1.0
    """A spread other than the game's first is used only if cards become wider by this factor."""

    @property
    def lines(self) -> int:
        """Rows of columns, or of places."""
        return max(1, len(self.rows))

    def columns_inset(self, table: Sequence[Pile], xs: Sequence[int]) -> int:
        """How far a row of columns is moved right to centre it under a longer top row. `xs`: the
        left edges of the piles side by side, in any unit.
        """
        if self.rows:
            return 0
        count = sum(pile.kind is PileKind.COLUMN for pile in table)
        return (xs[self.across - count] - xs[0]) // 2

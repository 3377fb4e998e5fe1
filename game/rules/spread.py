"""How a game's piles spread over its table: what layout and pictures in little go by."""

from __future__ import annotations

from game.core.named_tuple import NamedTuple
from game.core.position import PileKind


class Reach(NamedTuple):
    """A column, or columns one below the other, without the last card of each."""

    backs: int
    """Cards that lie face down."""
    faces: int
    """Covered cards that lie face up."""


class Spread(NamedTuple):
    """The numbers of one way to spread a game; lengths in dp, shares of CW or CH where said."""

    across: int
    """Columns side by side, or the piles of the top row where these are more: then one row of
    columns stands in its middle.
    """
    width: float
    """What the narrowest gaps make of a row, in CW."""
    gap: float
    """Between columns, at most, of CW."""
    row_gap: float
    """Between the top row and the columns; of rows without columns between two, in CH."""
    fan: float
    """The usual step of a column, of CH: more where there is room, less where there is none."""
    top: tuple[tuple[PileKind, int, int], ...] = ()
    """Each kind of the top row from left to right, the column it begins at, and how many piles it
    has.
    """
    plate: tuple[int, int] = (0, 0)
    """The columns that the plate is centred over: first, last."""
    dealt: Reach = Reach(0, 0)
    """What fits with the usual step."""
    usual: Reach = Reach(0, 0)
    """What fits with the smallest step, so that cards seldom shrink while one plays."""
    usual_wide: Reach = Reach(0, 0)
    """The same for faces whose index needs more of the card."""
    open_for: Reach = Reach(0, 0)
    """What steps open for, where there is more room."""
    packed: float | None = None
    """The top row's own gap, of CW: its two kinds are packed against the sides."""
    rows: tuple[int, ...] = ()
    """Columns per row of columns; empty: one row."""
    headed: bool = False
    """The plate has a line of its own above the cards: in a window that is higher than wide, and in
    every window where the game has no other spread.
    """
    aside: bool = False
    """The first kind of the top row stands beside the columns, one pile below the other; the plate
    has the place that the last row of columns leaves free.
    """
    worth: float = 1.0
    """How many times as wide cards must become where this is not the game's usual spread."""

    @property
    def lines(self) -> int:
        """Rows of columns, or of places."""
        return max(1, len(self.rows))

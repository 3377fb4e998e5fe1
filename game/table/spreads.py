"""How each game's piles spread over its table: what layout and pictures in little go by."""

from __future__ import annotations

from typing import Final

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
    """Columns side by side."""
    width: float
    """What the narrowest gaps make of a row, in CW."""
    gap: float
    """Between columns, at most, of CW."""
    row_gap: float
    """Between the top row and the columns; of rows without columns between two, in CH."""
    fan: float
    """The usual step of a column, of CH: more where there is room, less where there is none."""
    top: tuple[tuple[PileKind, int, int], ...] = ()
    """Each kind of the top row, the column it begins at, and how many piles it has."""
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
    """The top row's own gap, of CW: kinds are packed against the sides."""
    rows: tuple[int, ...] = ()
    """Columns per row of columns; empty: one row."""
    headed: bool = False
    """The plate has a line of its own above the cards, in a window that is higher than wide."""
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


_BRAINJAM: Final = Spread(
    8, 9.26, 0.26, 35, 0.235, ((PileKind.FOUNDATION, 0, 4), (PileKind.RESERVE, 4, 4)), (3, 4),
    dealt=Reach(0, 6), usual=Reach(0, 11), usual_wide=Reach(0, 7), open_for=Reach(0, 8),
    packed=0.07,
)  # fmt: skip
_LAPEAU: Final = Spread(
    13, 13.54, 0.16, 36, 0.235, ((PileKind.FOUNDATION, 9, 4),), (0, 3),
    dealt=Reach(0, 3), usual=Reach(0, 12), usual_wide=Reach(0, 8), open_for=Reach(0, 6),
)  # fmt: skip
_LAPEAU_ROWS: Final = _LAPEAU._replace(
    across=7, width=7.36, top=((PileKind.FOUNDATION, 3, 4),), plate=(0, 2), rows=(7, 6),
    dealt=Reach(0, 6), usual=Reach(0, 17), usual_wide=Reach(0, 12), open_for=Reach(0, 8),
)  # fmt: skip
_GAPS: Final = Spread(13, 13.54, 0.10, 0.13, 0, plate=(0, 12), rows=(13,) * 4)
_KLONDIKE: Final = Spread(
    7, 7.6, 0.24, 36, 0.235,
    ((PileKind.RESERVE, 0, 1), (PileKind.PULL, 1, 1), (PileKind.FOUNDATION, 3, 4)), (2, 2),
    dealt=Reach(6, 0), usual=Reach(6, 6), usual_wide=Reach(6, 4), open_for=Reach(6, 4),
)  # fmt: skip

SPREADS: Final = {
    "brainjam": _BRAINJAM,
    "lapeau": _LAPEAU,
    "gaps": _GAPS,
    "klondike": _KLONDIKE,
}
"""Each game as it is spread in a window that is wider than high."""

OTHER_SPREADS: Final = {
    "brainjam": (_BRAINJAM._replace(width=8.42, packed=None, headed=True),),
    "lapeau": (
        _LAPEAU_ROWS,
        _LAPEAU_ROWS._replace(
            across=8, width=8.42, top=((PileKind.FOUNDATION, 7, 1),), plate=(6, 6), aside=True,
            worth=1.1,
        ),
    ),
    "gaps": (_GAPS._replace(across=7, width=7.3, plate=(0, 6), rows=(7, 6) * 4, worth=1.2),),
}  # fmt: skip
"""Other ways, taken where they make cards larger."""

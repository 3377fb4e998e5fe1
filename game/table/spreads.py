"""How each game's piles spread over its table: what layout and pictures in little go by."""

from __future__ import annotations

from typing import Final, NamedTuple

from game.core.position import PileKind


class Spread(NamedTuple):
    """The numbers of a game's table; lengths in dp, shares of CW or CH where said."""

    across: int
    """Columns side by side."""
    width: float
    """CW is at most the area's width divided by this."""
    height: float
    """CH is at most the area's height divided by this."""
    gap: float
    """Between columns, at most, of CW."""
    row_gap: float
    """Between the top row and the columns."""
    fan: float
    """The largest step of a column, of CH."""
    top: tuple[tuple[PileKind, int], ...]
    """Where each kind of the top row begins, in columns from the left."""
    plate: tuple[int, int]
    """The columns that the plate is centred over: first, last."""
    packed: float | None = None
    """The top row's own gap, of CW: kinds are packed against the sides."""
    rows: tuple[int, ...] = ()
    """Columns per row of columns; empty: one row."""


SPREADS: Final = {
    "brainjam": Spread(
        8, 9.26, 3.75, 0.26, 35, 0.235,
        top=((PileKind.FOUNDATION, 0), (PileKind.RESERVE, 4)), plate=(3, 4), packed=0.07,
    ),
    "lapeau": Spread(13, 14.08, 5, 0.16, 36, 0.30, top=((PileKind.FOUNDATION, 9),), plate=(0, 3)),
    "lapeau portrait": Spread(
        7, 7.54, 7, 0.16, 36, 0.30, top=((PileKind.FOUNDATION, 3),), plate=(0, 2), rows=(7, 6),
    ),
    "gaps": Spread(13, 14.08, 4.39, 0.10, 0.13, 0, top=(), plate=(0, 12)),
    "klondike": Spread(
        7, 8.08, 3.75, 0.24, 36, 0.235,
        top=((PileKind.RESERVE, 0), (PileKind.PULL, 1), (PileKind.FOUNDATION, 3)), plate=(2, 2),
    ),
}  # fmt: skip

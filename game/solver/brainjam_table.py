"""What both of Brain Jam's searches know of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.solver.search import BIT

if TYPE_CHECKING:
    from mypy_extensions import i64

COLUMNS: Final = 8
RESERVES: Final = 4

# What a card may land on, besides a card: numbers above all cards.
TO_RESERVE: Final = 52
TO_EMPTY: Final = 53


def wanted_of(there: i64) -> i64:
    """The lowest card of each suit among those not yet home, as a set: they go home next.
    A finished suit has its bit above 51.
    """
    wanted: i64 = 0
    for suit in range(4):
        card: i64 = suit
        while card < 52 and not (there >> card) & 1:
            card += 4
        wanted |= BIT[card]
    return wanted


def is_won(wanted: i64) -> bool:
    """True if all four suits are finished."""
    return wanted >> 52 == 15

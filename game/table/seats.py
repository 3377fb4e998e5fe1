"""Where the cards of a position lie, and which of them can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.core.position import PileKind, Position, Seat


def cards_of(position: Position) -> Iterator[tuple[int, Seat]]:
    """Every card with its seat, pile by pile, lowest first."""
    for pile, held in enumerate(position.piles):
        for depth, card in enumerate(held):
            yield card, Seat(pile, depth)


def drawn_seats(position: Position, kinds: Sequence[PileKind], pile: int) -> range:
    """The depths of a pile that can be seen: all of a column, the last two of another pile. A
    reserve has its last four, because their edges show.
    """
    count = len(position.piles[pile])
    if kinds[pile] is PileKind.COLUMN:
        return range(count)
    return range(max(0, count - (4 if kinds[pile] is PileKind.RESERVE else 2)), count)

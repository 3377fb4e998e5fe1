"""The card cursor: the card or empty place that arrow keys have reached. Pure, no pygame.

It knows a table's places and position, no rules. A screen reader goes through the same seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from game.core.position import PileKind, Position, Seat
from game.table.layout import TableLayout
from game.table.window_layout import Box

Direction = tuple[int, int]
"""One of (±1, 0) and (0, ±1): to the right, to the left, down, up."""

ASIDE: Final = 3
"""How many vertical pixels a sideways pixel counts when the next pile above or below is chosen."""


def stops(position: Position, kinds: Sequence[PileKind], pile: int) -> Iterator[Seat]:
    """Where the cursor stops on a pile, from its end inwards: on every face-up card of a column, on
    the last card of another pile, on an empty place.
    """
    end = position.end(pile)
    yield end
    if kinds[pile] is PileKind.COLUMN:
        for depth in range(end.depth - 1, -1, -1):
            if position.is_up(Seat(pile, depth)):
                yield Seat(pile, depth)


def reading_order(table: TableLayout) -> list[int]:
    """The piles row by row, each row from the left."""
    return sorted(
        range(len(table.piles)), key=lambda pile: (table.piles[pile].y, table.piles[pile].x)
    )


def first_seat(position: Position, table: TableLayout) -> Seat:
    """Where the cursor begins: at the end of the first column, or of the first pile."""
    order = reading_order(table)
    columns = (pile for pile in order if table.kinds[pile] is PileKind.COLUMN)
    return position.end(next(columns, order[0]))


class CardCursor:
    """Where the cursor is. It stays on its pile whatever happens to the cards."""

    def __init__(self) -> None:
        self.seat: Seat | None = None
        """None: it has not been on the cards yet."""
        self.shown = False
        """Whether its frame is seen: not while the mouse or a control is used."""

    def at(self, position: Position) -> Seat | None:
        """Its seat in a position; the end of its pile if that has fewer cards."""
        if self.seat is None:
            return None
        end = position.end(self.seat.pile)
        return end if self.seat.depth > end.depth else self.seat

    def put(self, seat: Seat) -> None:
        """Go to a seat, and show it."""
        self.seat, self.shown = seat, True

    def begin(self, position: Position, table: TableLayout) -> Seat:
        """Show the cursor where it is, or put it on the first seat; returns the seat."""
        seat = self.at(position) or first_seat(position, table)
        self.put(seat)
        return seat

    def follow(self, position: Position) -> None:
        """Go to the end of the pile; called when the cards have changed."""
        if self.seat is not None:
            self.seat = position.end(self.seat.pile)

    def towards(
        self, position: Position, table: TableLayout, direction: Direction, *, by_pile: bool = False
    ) -> bool:
        """Go one card on, or `by_pile` to another pile; False at the border of the table."""
        seat = self.begin(position, table)
        found = None if by_pile else _within(position, table, seat, direction)
        found = found or _to_pile(position, table, seat.pile, direction)
        if found is not None:
            self.put(found)
        return found is not None


def _within(
    position: Position, table: TableLayout, seat: Seat, direction: Direction
) -> Seat | None:
    """The next card of the same column above or below; None past its ends."""
    if direction[0]:
        return None
    wanted = Seat(seat.pile, seat.depth + direction[1])
    return wanted if wanted in stops(position, table.kinds, seat.pile) else None


def _to_pile(
    position: Position, table: TableLayout, pile: int, direction: Direction
) -> Seat | None:
    """The end of the pile that lies next in a direction; None if none does."""
    boxes = table.piles
    others = [other for other in range(len(boxes)) if other != pile]
    if direction[0]:
        found = _beside(boxes, pile, others, direction[0])
    else:
        found = _above(boxes, pile, others, direction[1])
    return None if found is None else position.end(found)


def _beside(boxes: Sequence[Box], pile: int, others: Iterable[int], sign: int) -> int | None:
    """The next pile of the same row, to the right (1) or to the left (-1)."""
    here = boxes[pile]
    row = [
        o for o in others if abs(boxes[o].y - here.y) < here.h and (boxes[o].x - here.x) * sign > 0
    ]
    return min(
        row, key=lambda o: (abs(boxes[o].x - here.x), abs(boxes[o].y - here.y)), default=None
    )


def _above(boxes: Sequence[Box], pile: int, others: Iterable[int], sign: int) -> int | None:
    """The pile nearest in the rows below (1) or above (-1)."""
    here = boxes[pile]
    ahead = [other for other in others if (boxes[other].y - here.y) * sign >= here.h]
    return min(
        ahead,
        key=lambda o: abs(boxes[o].y - here.y) + ASIDE * abs(boxes[o].x - here.x),
        default=None,
    )

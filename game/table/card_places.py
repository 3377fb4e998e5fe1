"""Where each card of a position lies on a table that is laid out, and which card is at a place.

Lengths are pixels.
"""

from __future__ import annotations

from typing import NamedTuple

from game.core.position import PileKind, Position, Seat
from game.table.box import Box
from game.table.card_size_and_fan import SIDE_FACE_BELOW, Fan, uses_mini_face
from game.table.window_layout import TableFrame


class Arrangement(NamedTuple):
    """The places of a game's piles in a frame, at the card size that its columns allow."""

    frame: TableFrame
    card: tuple[int, int]
    """CW and CH."""
    piles: tuple[Box, ...]
    """Where each pile's lowest card lies, in the order of `Rules.piles`."""
    floors: tuple[int, ...]
    """How far down each pile may reach."""
    kinds: tuple[PileKind, ...]
    fan: Fan
    plate: Box
    """The room of the name and the compass or sign."""
    plate_in_line: bool = False

    @property
    def mini(self) -> bool:
        """True if cards are so narrow that they take the mini face."""
        return uses_mini_face(self.card[0])

    def step(self, pile: int, count: int, down: int = 0) -> int:
        """Pixels from one face-up card of a column to the next, if it has `count` cards, of which
        `down` lie face down.
        """
        return self._steps(pile, count, down)[1]

    def _steps(self, pile: int, count: int, down: int) -> tuple[int, int]:
        """The steps of a column's covered cards, face down and face up."""
        backs = min(down, max(0, count - 1))
        room = self.floors[pile] - self.piles[pile].bottom
        return self.fan.steps(self.card[1], room, backs, max(0, count - 1 - backs))

    def seat(self, position: Position, seat: Seat) -> Box:
        """Where a card lies."""
        pile, depth = seat
        box = self.piles[pile]
        if self.kinds[pile] is PileKind.COLUMN:
            down = position.down_in(pile)
            back, step = self._steps(pile, len(position.piles[pile]), down)
            y = box.y + min(depth, down) * back + max(0, depth - down) * step
            return box._replace(y=y)
        if self.kinds[pile] is PileKind.RESERVE and position.down:
            edges = min(3, depth) - min(3, len(position.piles[pile]) - 1)
            return box._replace(y=box.y - edges * max(1, round(0.012 * self.card[0])))
        return box

    def shown(self, position: Position, seat: Seat) -> Box:
        """The part of a card that no card above it in its pile covers; empty if none."""
        box = self.seat(position, seat)
        if seat.depth == len(position.piles[seat.pile]) - 1:
            return box
        above = self.seat(position, Seat(seat.pile, seat.depth + 1))
        return box._replace(h=max(0, above.y - box.y))

    def takes_side_face(self, position: Position, pile: int) -> bool:
        """True if the covered cards of a column are squeezed so that a suit under the rank
        would be hidden.
        """
        if self.kinds[pile] is not PileKind.COLUMN or self.mini:
            return False
        down = position.down_in(pile)
        count = len(position.piles[pile])
        return self.step(pile, count, down) < SIDE_FACE_BELOW * self.card[1] and count > down + 1

    def hit(self, position: Position, x: int, y: int) -> Seat | None:
        """The card or empty place under a pixel: a seat of depth 0 may be empty."""
        for pile, box in enumerate(self.piles):
            held = len(position.piles[pile])
            for depth in range(held - 1, -1, -1):
                if self.seat(position, Seat(pile, depth)).holds(x, y):
                    return Seat(pile, depth)
            if not held and box.holds(x, y):
                return Seat(pile, 0)
        return None

    def nearest(self, box: Box, candidates: frozenset[int], position: Position) -> int | None:
        """Of some piles the one whose end a dragged card covers most; None if none."""
        best, covered = None, 0
        for pile in candidates:
            share = _overlap(box, self.seat(position, position.end(pile)))
            if share > covered:
                best, covered = pile, share
        return best


def _overlap(a: Box, b: Box) -> int:
    width = min(a.right, b.right) - max(a.x, b.x)
    height = min(a.bottom, b.bottom) - max(a.y, b.y)
    return max(0, width) * max(0, height)

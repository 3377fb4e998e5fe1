"""Plans the flights of an action: which card flies where, when, and above which others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from game.core.cards import Card
from game.core.position import PileKind, Position, Seat
from game.table import card_motion
from game.table.card_motion import Leg, Sprite
from game.table.card_places import Arrangement

SHIFT: Final = 100
"""A card that stays on its pile has the order SHIFT plus its depth."""
TRAVEL: Final = 1000
"""The orders of flying cards begin here, so no card that stays is drawn above them."""
STEP: Final = 100
"""The number of orders for each position of an action."""

_Goal = tuple[float, float, bool]
"""A place in pixels, and whether the card lies face up there."""


class Moved(NamedTuple):
    """A card, and where it is to go."""

    sprite: Sprite
    seat: Seat
    left: Seat
    """Where it lay before, or still lies."""
    goal: _Goal

    @property
    def turns(self) -> bool:
        """True if it comes to show its other side."""
        return self.sprite.goal[2] != self.goal[2]

    @property
    def travels(self) -> bool:
        """True if it goes to another pile, or comes back to its own through the air."""
        return self.sprite.lies is None or self.seat.pile != self.left.pile


def straight_piles(travelling: Sequence[Moved]) -> set[int]:
    """The piles whose leaving cards all keep their order: none lands below a card that it lay on,
    so they can fly in the order in which they land.
    """
    left: dict[int, list[int]] = {}
    for each in sorted(travelling, key=lambda moved: moved.left.depth):
        left.setdefault(each.left.pile, []).append(each.seat.depth)
    return {pile for pile, depths in left.items() if all(a < b for a, b in pairwise(depths))}


class FlightStep(NamedTuple):
    """One position of those that an action passes."""

    number: int
    at: float
    """When its cards begin to move."""
    speed: float
    """The speed of motion: 1 is normal, 0 is at once."""

    @property
    def order(self) -> int:
        """The least order of the cards that fly in it."""
        return TRAVEL + STEP * self.number


class Routes(NamedTuple):
    """Sends cards to the seats of one position."""

    sprites: Mapping[Card, Sprite]
    position: Position
    table: Arrangement

    # Who moves

    def _goals(self, before: Position) -> list[Moved]:
        """All cards with their goals, in the order of their seats."""
        seats = dict(before.seats())
        found = []
        for card, seat in self.position.seats():
            box, sprite = self.table.seat(self.position, seat), self.sprites[card]
            goal = box.x, box.y, self.position.is_up(seat)
            found.append(Moved(sprite, seat, sprite.lies or seats.get(card, seat), goal))
        return found

    def _moved(self, before: Position) -> list[Moved]:
        """The cards that have another goal than they had, those that lie lowest in their piles
        first.
        """
        found = [each for each in self._goals(before) if each.sprite.goal != each.goal]
        return sorted(found, key=lambda moved: moved.seat.depth)

    def _dealt_again(self, before: Position) -> list[Moved]:
        """The cards of each row from the first place on that a redeal has changed."""
        piles = self.position.piles
        changed: dict[int, int] = {}
        for pile, box in reversed(list(enumerate(self.table.piles))):
            if not piles[pile] or piles[pile] != before.piles[pile]:
                changed[box.y] = box.x
        found = []
        for each in self._goals(before):
            box = self.table.piles[each.seat.pile]
            if box.x >= changed.get(box.y, box.right):
                found.append(each)
        return found

    def _is_redeal(self, before: Position) -> bool:
        """True if cards are gathered and dealt again (Gaps)."""
        return self.position.used > before.used and PileKind.SLOT in self.table.kinds

    # How they move

    def follow(self, before: Position, step: FlightStep) -> None:
        """Send every card whose seat changed to its new one."""
        if self._is_redeal(before) and step.speed > 0:
            self._redeal(before, step)
            return
        moved = self._moved(before)
        for each in moved:
            if not each.travels:
                self._shift(each, step)
        travelling = [each for each in moved if each.travels]
        straight = straight_piles(travelling)
        # A stack that is turned over flies as one.
        together = all(each.turns for each in travelling)
        gap = 0.0 if together else card_motion.ripple(len(travelling), step.speed)
        for number, each in enumerate(travelling):
            at, order = step.at + number * gap, step.order + each.seat.depth
            lift = order if each.left.pile in straight else step.order + each.left.depth
            self._fly(each.sprite, each.goal, each.seat, step.speed, at=at, order=order, lift=lift)
            if not step.number:
                # A waiting card must not be drawn below one that it lay on and that has left.
                each.sprite.order = lift

    def _shift(self, moved: Moved, step: FlightStep) -> None:
        """Move a card within its pile, when the pile draws together or the card turns over."""
        sprite, goal, order = moved.sprite, moved.goal, SHIFT + moved.seat.depth
        at, takes = step.at, 0.0
        if step.speed > 0:
            at += card_motion.TURN_AFTER / step.speed if moved.turns else 0.0
            takes = card_motion.SQUEEZE / step.speed
        narrow = self.is_narrow(moved.seat)
        leg = Leg(at, takes, *goal, order, seat=moved.seat, flies=False, narrow=narrow)
        send(sprite, leg)

    def _redeal(self, before: Position, step: FlightStep) -> None:
        """Gather the cards that are dealt again into a heap, face down, and deal them."""
        moved = self._dealt_again(before)
        heap, at = (*self._heap_place(), False), step.at
        for number, each in enumerate(reversed(moved)):
            order = step.order + number
            self._fly(each.sprite, heap, None, step.speed, at=at, order=order, lift=order)
            at += card_motion.GATHER_GAP / step.speed
        at += card_motion.LONGEST / step.speed
        for number, each in enumerate(moved):
            order, lift = step.order + STEP + number, step.order + len(moved) - number
            self._fly(each.sprite, each.goal, each.seat, step.speed, at=at, order=order, lift=lift)
            at += card_motion.DEAL_GAP / step.speed

    def _heap_place(self) -> tuple[int, int]:
        """Where cards are gathered: the middle of the table."""
        area, (width, height) = self.table.frame.area, self.table.card
        return area.x + (area.w - width) // 2, area.y + (area.h - height) // 2

    def deal(self, order: Sequence[Card], now: float, speed: float) -> None:
        """Deal the cards from above the table."""
        seats = dict(self.position.seats())
        dealt = [card for card in order if card in seats]
        for number, card in enumerate(dealt):
            sprite, seat = self.sprites[card], seats[card]
            goal = sprite.goal
            sprite.place(*self._deck_place(), face_up=False)
            sprite.order = len(dealt) - number
            at, above = now + number * card_motion.DEAL_GAP / speed, TRAVEL + number
            self._fly(sprite, goal, seat, speed, at=at, order=above, lift=above)

    def _deck_place(self) -> tuple[int, int]:
        """Where a deck to be dealt lies: just above the middle of the table."""
        area, (width, height) = self.table.frame.area, self.table.card
        return area.x + (area.w - width) // 2, -height - self.table.frame.scale.px(20)

    def _fly(
        self,
        sprite: Sprite,
        goal: _Goal,
        seat: Seat | None,
        speed: float,
        *,
        at: float,
        order: int,
        lift: int,
    ) -> None:
        """Have a card fly to a place from a time on."""
        x, y, _ = sprite.goal
        way = ((goal[0] - x) ** 2 + (goal[1] - y) ** 2) ** 0.5 / self.table.frame.scale.factor
        narrow = seat is not None and self.is_narrow(seat)
        takes = card_motion.duration(way, speed)
        send(sprite, Leg(at, takes, *goal, order, lift, seat=seat, narrow=narrow))

    def is_narrow(self, seat: Seat) -> bool:
        """True if a card there takes its side face: it is covered in a column that is squeezed."""
        covered = seat.depth < len(self.position.piles[seat.pile]) - 1
        return covered and self.table.takes_side_face(self.position, seat.pile)


def send(sprite: Sprite, leg: Leg) -> None:
    """Give a card another leg; one that takes no time is over at once."""
    if leg.duration > 0:
        sprite.legs.append(leg)
        return
    sprite.place(leg.x, leg.y, leg.face_up, leg.seat)
    sprite.narrow = leg.narrow

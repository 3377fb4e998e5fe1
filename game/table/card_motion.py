"""How cards move and how long that takes: flights that can be interrupted at any instant, turning
over, the shake of a refused card; which cards fly where, and which lie still.

Times are seconds on the clock of `CardSprites`, places are pixels. A speed divides times: 1 is
normal, 0 means at once. `scenes/options/option_list.py` has the speeds that the player can choose.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from game.core.cards import Card
from game.core.position import PileKind, Position, Seat
from game.table.layout import TableLayout

SHORTEST: Final = 0.12
LONGEST: Final = 0.22
FAR: Final = 900.0
"""The distance in dp from which on a flight takes LONGEST."""
SQUEEZE: Final = 0.18
"""The time in which a column draws together, or a card turns over where it lies."""
TURN_AFTER: Final = 0.05
"""The delay before a card turns over, in which the card above it leaves."""
QUICK: Final = 0.7
"""The share of the usual time that motion to a known position takes."""
STAGGER: Final = 0.07
"""Between the single moves of an action."""
STEPS_TAKE_AT_MOST: Final = 0.9
RIPPLE: Final = 0.018
"""Between cards that leave together."""
RIPPLES_TAKE_AT_MOST: Final = 0.12
DEAL_GAP: Final = 0.010
"""Between cards that are dealt."""
GATHER_GAP: Final = 0.004
SWAP_AT: Final = 0.3
"""From this share of a flight's time on, the card has the drawing order of its end."""
SHAKE_TIME: Final = 0.24
SHAKE_REACH: Final = 5.0
"""Pixels at scale 1."""


def ease_out(done: float) -> float:
    """0 to 1, quick at first and gentle at the end."""
    return float(1 - (1 - done) ** 3)


class Leg:
    """One flight: from wherever the card is when it starts, to a place."""

    def __init__(
        self,
        start: float,
        duration: float,
        x: float,
        y: float,
        face_up: bool,
        order: int,
        lift: int | None = None,
        *,
        seat: Seat | None = None,
        flies: bool = True,
        narrow: bool = False,
    ) -> None:
        self.start, self.duration = start, duration
        self.x, self.y = x, y
        self.face_up = face_up
        self.order = order
        """The card's drawing order at the end of the leg."""
        self.lift = lift
        """The card's drawing order when the leg begins; None: `order`."""
        self.seat = seat
        """Where the card lies when the leg is over."""
        self.flies = flies
        """The card goes through the air, rather than drawing together with its pile."""
        self.narrow = narrow
        """The card takes its side face."""
        self.origin: tuple[float, float] | None = None
        """Where the card was when the leg began; None until then."""
        self.turns = False
        """The card turns over on the way."""

    def share(self, at: float) -> float:
        """How much of its time has gone, 0 to 1."""
        return min(1.0, (at - self.start) / self.duration) if self.duration > 0 else 1.0


class Sprite:
    """A card on the screen."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self.x = self.y = 0.0
        self.up = True
        """The side that it shows, or is turning to."""
        self.legs: deque[Leg] = deque()
        self.order = 0
        """Among cards in motion the greater one is drawn above."""
        self.angle = 1.0
        """0 face down, 1 face up; between them while it turns over."""
        self.lies: Seat | None = None
        """The seat that it lies on, perhaps waiting to leave it; None: it flies or is held."""
        self.left: Seat | None = None
        """The seat from which it rose last."""
        self.narrow = False
        """It shows its side face."""
        self.shaken: float | None = None
        """When a refusal began to shake it."""
        self.turn = (0.0, 0.0, 1.0)
        """The last turn: when it began, how long it takes, and the angle it began at."""

    @property
    def face_up(self) -> bool:
        """Which side can be seen."""
        return self.angle >= 0.5

    @property
    def flip(self) -> float:
        """Its width as a share: 1 lying flat, towards 0 while it turns over."""
        return abs(math.cos(math.pi * self.angle))

    @property
    def turning(self) -> bool:
        """True while it is between its sides."""
        return self.angle != float(self.up)

    @property
    def moving(self) -> bool:
        """True while it is on its way, turning over or shaking."""
        return bool(self.legs) or self.turning or self.shaken is not None

    @property
    def begun(self) -> bool:
        """True while it moves, turns, shakes or is held; False while it lies, even if it waits to
        leave.
        """
        on_its_way = bool(self.legs) and self.legs[0].origin is not None
        return self.lies is None or on_its_way or self.turning or self.shaken is not None

    @property
    def goal(self) -> tuple[float, float, bool]:
        """Where it will lie, and with which side up."""
        if self.legs:
            last = self.legs[-1]
            return last.x, last.y, last.face_up
        return self.x, self.y, self.up

    def is_landing(self, seat: Seat | None) -> bool:
        """True while it is on its last flight, to this seat."""
        if len(self.legs) != 1 or seat is None:
            return False
        leg = self.legs[0]
        return leg.flies and leg.origin is not None and leg.seat == seat

    def halt(self) -> None:
        """Stay where it is, to be sent somewhere else; a turn begun goes on."""
        self.legs.clear()

    def rise(self) -> None:
        """Leave the seat for the air."""
        if self.lies is not None:
            self.left, self.lies = self.lies, None

    def place(self, x: float, y: float, face_up: bool, seat: Seat | None = None) -> None:
        """Put it down at once, on a seat or somewhere in the air."""
        self.halt()
        self.x, self.y, self.up, self.angle = x, y, face_up, float(face_up)
        self.lies, self.shaken = seat, None

    def advance(self, now: float) -> None:
        """Move it to where it is at a time."""
        while self.legs and now >= self.legs[0].start:
            leg = self.legs[0]
            # A later leg takes over at its time, from wherever the card is by then.
            at = min(now, self.legs[1].start) if len(self.legs) > 1 else now
            self._along(leg, at)
            if at == now and leg.share(now) < 1.0:
                break
            self.legs.popleft()
            if not self.legs:
                self.lies = leg.seat
        self._turn(now)
        if self.shaken is not None and now - self.shaken >= SHAKE_TIME:
            self.shaken = None

    def _begin(self, leg: Leg) -> tuple[float, float]:
        if self.up != leg.face_up:
            self._turn(leg.start)
            self.turn = leg.start, leg.duration, self.angle
            self.up, leg.turns = leg.face_up, True
        if leg.flies:
            self.rise()
        self.narrow = leg.narrow
        leg.origin = (self.x, self.y)
        return leg.origin

    def _along(self, leg: Leg, at: float) -> None:
        origin = leg.origin or self._begin(leg)
        done = leg.share(at)
        lying = done >= (0.5 if leg.turns else SWAP_AT)
        self.order = leg.order if lying or leg.lift is None else leg.lift
        if done >= 1.0:
            self.x, self.y = leg.x, leg.y
            return
        share = ease_out(done)
        self.x = origin[0] + (leg.x - origin[0]) * share
        self.y = origin[1] + (leg.y - origin[1]) * share

    def _turn(self, now: float) -> None:
        """Turn it to where it is at a time."""
        if not self.turning:
            return
        start, takes, begun_at = self.turn
        done = min(1.0, (now - start) / takes) if takes > 0 else 1.0
        self.angle = begun_at + (float(self.up) - begun_at) * max(0.0, done)

    def shift(self, now: float) -> float:
        """How far a refusal has pushed it sideways, in pixels at scale 1."""
        if self.shaken is None:
            return 0.0
        done = (now - self.shaken) / SHAKE_TIME
        return SHAKE_REACH * math.sin(done * 4 * math.pi) * (1 - done)


def duration(distance: float, speed: float) -> float:
    """Seconds of a flight over a distance in dp; `speed` 1 is normal, 0 is at once."""
    if speed <= 0:
        return 0.0
    share = min(1.0, distance / FAR)
    return (SHORTEST + (LONGEST - SHORTEST) * share) / speed


def stagger(steps: int, speed: float) -> float:
    """Seconds between the single moves of an action, which has `steps` of them."""
    if speed <= 0 or steps < 2:
        return 0.0
    return min(STAGGER, STEPS_TAKE_AT_MOST / steps) / speed


def ripple(cards: int, speed: float) -> float:
    """Seconds between cards that leave together, of which there are `cards`."""
    if speed <= 0 or cards < 2:
        return 0.0
    return min(RIPPLE, RIPPLES_TAKE_AT_MOST / cards) / speed


def topmost(sprites: Iterable[Sprite]) -> list[Sprite]:
    """The sprites, the lowest first, without those that lie hidden below two others at the very
    same place: a heap is drawn as quickly as a card, with one card's shadow.
    """
    found: list[Sprite] = []
    seen: Counter[tuple[int, int, int]] = Counter()
    for sprite in sorted(sprites, key=lambda sprite: -sprite.order):
        place = round(sprite.x), round(sprite.y), round(99 * sprite.flip)
        if seen[place] < 2:
            found.append(sprite)
        seen[place] += 1
    return found[::-1]


# Which cards lie still


class Lying(NamedTuple):
    """How a card that lies still looks."""

    x: int
    y: int
    face_up: bool
    narrow: bool
    pile: int
    order: int
    """The card's depth in the pile."""


def still_cards(sprites: Mapping[Card, Sprite]) -> dict[Card, Lying]:
    """The cards that lie still, and all cards below them too."""
    begun = {card for card, sprite in sprites.items() if sprite.begun}
    from_depth = _loose_from(sprites[card] for card in begun)
    found = {}
    for card, sprite in sprites.items():
        seat = sprite.lies
        if card in begun or seat is None or seat.depth > from_depth.get(seat.pile, seat.depth):
            continue
        place = round(sprite.x), round(sprite.y)
        found[card] = Lying(*place, sprite.face_up, sprite.narrow, seat.pile, sprite.order)
    return found


def _loose_from(begun: Iterable[Sprite]) -> dict[int, int]:
    """For each pile, the depth above which no card lies still: a card there is moving, has just
    left, or will land below cards that are already there.
    """
    least: dict[int, int] = {}
    for sprite in begun:
        seats = [sprite.lies or sprite.left, *(leg.seat for leg in sprite.legs)]
        for seat in filter(None, seats):
            least[seat.pile] = min(seat.depth, least.get(seat.pile, seat.depth))
    return least


# Which cards fly where

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
    table: TableLayout

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

    # How they move

    def follow(self, before: Position, step: FlightStep) -> None:
        """Send every card whose seat changed to its new one."""
        redeals = self.position.used > before.used and PileKind.SLOT in self.table.kinds
        if redeals and step.speed > 0:
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
        gap = 0.0 if together else ripple(len(travelling), step.speed)
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
            at += TURN_AFTER / step.speed if moved.turns else 0.0
            takes = SQUEEZE / step.speed
        narrow = self.is_narrow(moved.seat)
        leg = Leg(at, takes, *goal, order, seat=moved.seat, flies=False, narrow=narrow)
        send(sprite, leg)

    def _redeal(self, before: Position, step: FlightStep) -> None:
        """Gather the cards that are dealt again into a heap, face down, and deal them."""
        moved = self._dealt_again(before)
        area, (width, height) = self.table.frame.area, self.table.card
        middle = area.x + (area.w - width) // 2, area.y + (area.h - height) // 2
        heap, at = (*middle, False), step.at
        for number, each in enumerate(reversed(moved)):
            order = step.order + number
            self._fly(each.sprite, heap, None, step.speed, at=at, order=order, lift=order)
            at += GATHER_GAP / step.speed
        at += LONGEST / step.speed
        for number, each in enumerate(moved):
            order, lift = step.order + STEP + number, step.order + len(moved) - number
            self._fly(each.sprite, each.goal, each.seat, step.speed, at=at, order=order, lift=lift)
            at += DEAL_GAP / step.speed

    def deal(self, order: Sequence[Card], now: float, speed: float) -> None:
        """Deal the cards from above the middle of the table."""
        seats, area = dict(self.position.seats()), self.table.frame.area
        x = area.x + (area.w - self.table.card[0]) // 2
        y = -self.table.card[1] - self.table.frame.text_scale.px(20)
        dealt = [card for card in order if card in seats]
        for number, card in enumerate(dealt):
            sprite, seat = self.sprites[card], seats[card]
            goal = sprite.goal
            sprite.place(x, y, face_up=False)
            sprite.order = len(dealt) - number
            at, above = now + number * DEAL_GAP / speed, TRAVEL + number
            self._fly(sprite, goal, seat, speed, at=at, order=above, lift=above)

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
        way = ((goal[0] - x) ** 2 + (goal[1] - y) ** 2) ** 0.5 / self.table.frame.text_scale.factor
        narrow = seat is not None and self.is_narrow(seat)
        takes = duration(way, speed)
        send(sprite, Leg(at, takes, *goal, order, lift, seat=seat, narrow=narrow))

    def is_narrow(self, seat: Seat) -> bool:
        """True if a card there takes its side face: its column is squeezed."""
        return self.table.takes_side_face(self.position, seat.pile)


def send(sprite: Sprite, leg: Leg) -> None:
    """Give a card another leg; one that takes no time is over at once."""
    if leg.duration > 0:
        sprite.legs.append(leg)
        return
    sprite.place(leg.x, leg.y, leg.face_up, leg.seat)
    sprite.narrow = leg.narrow

"""The cards on the screen: where each is, where it goes, what lies under the mouse.

`show` takes positions and sends every card whose seat changed to its new one from wherever it
is; hit-testing asks the position, never a flying card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from game import cards
from game.cards import Card
from game.position import Kind, Position, Seat
from game.rules import Rules
from game.table import motion
from game.table.layout import (
    Arrangement,
    Box,
    Columns,
    Demand,
    Frame,
    Room,
    arrange,
    cards_of,
    demand_of,
    frame,
)
from game.table.motion import Leg, Sprite

SHIFT: Final = 100
"""Orders of cards that stay on their pile are this and their depth."""
TRAVEL: Final = 1000
"""Those of cards that fly are greater: nothing that stays is drawn above them."""
STEP: Final = 100
"""Each position of an action has so many orders of its own."""


Goal = tuple[float, float, bool]
"""A place in pixels, and whether the card lies face up there."""


@dataclass(slots=True)
class Held:
    """Cards that follow the mouse."""

    seat: Seat
    cards: tuple[Card, ...]
    grip: tuple[float, float]
    """From the lowest card's corner to the mouse, in pixels."""


class Moved(NamedTuple):
    """A card that has another goal than before."""

    sprite: Sprite
    seat: Seat
    left: Seat
    """Where it lay before."""
    goal: Goal

    @property
    def turns(self) -> bool:
        """True if it comes to show its other side."""
        return self.sprite.goal[2] != self.goal[2]

    @property
    def travels(self) -> bool:
        """True if it goes to another pile, or comes back to its own through the air."""
        return self.sprite.aloft or self.seat.pile != self.left.pile


def straight_piles(travelling: Sequence[Moved]) -> set[int]:
    """The piles that cards leave without one of them coming to lie below another that it lay
    on: as they land, so they can fly.
    """
    left: dict[int, list[int]] = {}
    for each in sorted(travelling, key=lambda moved: moved.left.depth):
        left.setdefault(each.left.pile, []).append(each.seat.depth)
    return {pile for pile, depths in left.items() if all(a < b for a, b in pairwise(depths))}


class Step(NamedTuple):
    """One position of those that an action passes."""

    number: int
    at: float
    """When its cards begin to move."""
    pace: float
    """How fast; 0: at once."""

    @property
    def order(self) -> int:
        """The least order of the cards that fly in it."""
        return TRAVEL + STEP * self.number


class TableView:
    """One game's cards in one window."""

    def __init__(self, rules: Rules, size: tuple[int, int], *, ui: float = 1.0) -> None:
        self.rules = rules
        self.speed = 1.0
        """Of motion: 1 normal, 0 at once."""
        self.now = 0.0
        """The view's clock in seconds; it runs only while something moves."""
        self.held: Held | None = None
        self.room = Room()
        """What the columns must leave free below them."""
        self._position = Position(((),) * len(rules.piles))
        self._sprites: dict[Card, Sprite] = {}
        self.large = False
        """Cards have the large face: columns leave its index free."""
        self._columns: Columns = frozenset()
        """Columns of the deal that cards are small enough for."""
        self._loose: frozenset[Card] = frozenset()
        """Cards that do not lie still: in motion, held, or lying on one that is."""
        self._known: set[Position] = set()
        """Positions of this deal that were shown: what leads back to one goes quicker."""
        self._touched: list[Box] = []
        self.frame: Frame = frame(*size, ui)
        self.arrangement: Arrangement = self._arranged(self._position)

    # Where things are

    @property
    def position(self) -> Position:
        """The position shown, or on its way to be."""
        return self._position

    @property
    def moving(self) -> bool:
        """True while a card is on its way."""
        return any(sprite.moving for sprite in self._sprites.values())

    @property
    def settled(self) -> bool:
        """True if every card sits."""
        return self.held is None and not self.moving

    def sprite(self, card: Card) -> Sprite:
        """A card's picture. KeyError where the game has put the card aside."""
        return self._sprites[card]

    def sprites(self) -> Iterable[Sprite]:
        """All cards on the table."""
        return self._sprites.values()

    def in_motion(self) -> list[Sprite]:
        """Cards that do not lie still and can be seen, the one to be drawn last at the end."""
        held = self.held.cards if self.held else ()
        loose = [self._sprites[card] for card in self._loose if card not in held]
        return motion.topmost(loose) + [self._sprites[card] for card in held]

    def is_still(self, card: Card) -> bool:
        """True if a card lies on its seat, and on cards that do."""
        return card not in self._loose

    def _follow_loose(self) -> None:
        """Note which cards lie still now; those that have come or gone are touched."""
        loose = frozenset(self._find_loose())
        for card in loose ^ self._loose:
            if card in self._sprites:
                self._touch(self._sprites[card])
        self._loose = loose

    def _find_loose(self) -> Iterator[Card]:
        held = self.held.cards if self.held else ()
        if not held and not self.moving:
            return
        for pile in self._position.piles:
            loose = False
            for card in pile:
                loose = loose or card in held or self._sprites[card].moving
                if loose:
                    yield card

    def take_touched(self) -> list[Box]:
        """Where cards have left their seats or arrived since this was last asked, without
        their shadows: what lies still there must be drawn again.
        """
        touched, self._touched = self._touched, []
        return touched

    def _touch(self, sprite: Sprite) -> None:
        self._touched.append(Box(round(sprite.x), round(sprite.y), *self.arrangement.card))

    def hit(self, x: int, y: int) -> Seat | None:
        """The seat under a pixel in the position shown, whatever flies there."""
        return self.arrangement.hit(self._position, x, y)

    # Changes

    def resize(self, size: tuple[int, int], ui: float) -> None:
        """Fit a window: every card is on its seat at once."""
        self.frame = frame(*size, ui)
        self._columns = frozenset()
        self.put(self._position)

    def put(self, position: Position) -> None:
        """Show a position without any motion."""
        self.held = None
        self._take(position)
        self.arrangement = self._arranged(position)
        for card, seat in cards_of(position):
            box = self.arrangement.seat(position, seat)
            sprite = self._sprites.setdefault(card, Sprite(card))
            sprite.place(box.x, box.y, position.is_up(seat))
            sprite.order = seat.depth
        self._loose = frozenset()

    def deal(self, position: Position, order: Sequence[Card]) -> None:
        """Deal a new game: cards fly from above the table in the order of the deck."""
        self._columns = frozenset()
        self._sprites.clear()
        self._known.clear()
        self.put(position)
        self._known.add(position)
        if self.speed <= 0:
            return
        dealt = [card for card in order if card in self._sprites]
        for number, card in enumerate(dealt):
            sprite, goal = self._sprites[card], self._sprites[card].goal
            sprite.place(*self._deck_place(), face_up=False)
            sprite.order = len(dealt) - number
            at, above = self.now + number * motion.DEAL_GAP / self.speed, TRAVEL + number
            self._fly(sprite, goal, self.speed, at=at, order=above, lift=above)
        self._follow_loose()

    def _deck_place(self) -> tuple[int, int]:
        """Where a deck to be dealt lies: just above the middle of the table."""
        area, (width, height) = self.frame.area, self.arrangement.card
        return area.x + (area.w - width) // 2, -height - self.frame.scale.px(20)

    def show(self, steps: Sequence[Position]) -> None:
        """Follow an action through its positions; the last one is the present."""
        self._halt()
        narrow = self._narrow()
        pace = self.speed / (motion.QUICK if steps[-1] in self._known else 1.0)
        gap = motion.stagger(len(steps), pace)
        for number, position in enumerate(steps):
            before = self._position
            self._take(position)
            self.arrangement = self._arranged(position)
            step = Step(number, self.now + number * gap, pace)
            if self._is_redeal(before, position):
                self._redeal(before, step)
            else:
                self._follow(before, step)
        self._known.update(steps)
        self._order_piles()
        self._follow_loose()
        self._touched += [self._column(pile) for pile in narrow ^ self._narrow()]

    def _halt(self) -> None:
        """Stop all cards where they are, in the order in which they lie."""
        for card in self.held.cards if self.held else ():
            self._touch(self._sprites[card])
        self.held = None
        for card, seat in cards_of(self._position):
            sprite = self._sprites.get(card)
            if sprite is None:
                continue
            if sprite.legs:
                sprite.halt()
            if not sprite.aloft:
                sprite.order = seat.depth

    def _moved(self, before: Position) -> list[Moved]:
        """The cards that have another goal in the present position than they had, those that
        lie lowest in their piles first.
        """
        found = [each for each in self._goals(before) if each.sprite.goal != each.goal]
        return sorted(found, key=lambda moved: moved.seat.depth)

    def _goals(self, before: Position) -> list[Moved]:
        """All cards with their goals in the present position, in the order of their seats."""
        seats = dict(cards_of(before))
        found = []
        for card, seat in cards_of(self._position):
            box = self.arrangement.seat(self._position, seat)
            sprite = self._sprites.setdefault(card, Sprite(card, box.x, box.y))
            goal = box.x, box.y, self._position.is_up(seat)
            found.append(Moved(sprite, seat, seats.get(card, seat), goal))
        return found

    def _dealt_again(self, before: Position) -> list[Moved]:
        """The cards of each row from the first place on that a redeal has changed."""
        piles = self._position.piles
        changed: dict[int, int] = {}
        for pile, box in reversed(list(enumerate(self.arrangement.piles))):
            if not piles[pile] or piles[pile] != before.piles[pile]:
                changed[box.y] = box.x
        found = []
        for each in self._goals(before):
            box = self.arrangement.piles[each.seat.pile]
            if box.x >= changed.get(box.y, box.right):
                found.append(each)
        return found

    def _follow(self, before: Position, step: Step) -> None:
        """Send every card whose seat changed to its new one."""
        moved = self._moved(before)
        travelling = [each for each in moved if each.travels]
        for each in moved:
            if not each.travels:
                self._shift(each, step)
        straight = straight_piles(travelling)
        # A stack that is turned over goes as one.
        together = all(each.turns for each in travelling)
        gap = 0.0 if together else motion.ripple(len(travelling), step.pace)
        for number, (sprite, seat, left, goal) in enumerate(travelling):
            at, order = step.at + number * gap, step.order + seat.depth
            lift = order if left.pile in straight else step.order + left.depth
            self._fly(sprite, goal, step.pace, at=at, order=order, lift=lift)
            if not step.number:
                # What lies on a card that has left already must not wait below it.
                sprite.order = lift

    def _shift(self, moved: Moved, step: Step) -> None:
        """A card stays on its pile, which draws together, or turns over where it lies."""
        sprite, goal, order = moved.sprite, moved.goal, SHIFT + moved.seat.depth
        if step.pace <= 0:
            self._send(sprite, Leg(step.at, 0.0, *goal, order))
            return
        at = step.at + (motion.TURN_AFTER / step.pace if moved.turns else 0.0)
        self._send(sprite, Leg(at, motion.SQUEEZE / step.pace, *goal, order))

    def _is_redeal(self, before: Position, position: Position) -> bool:
        """True where cards are gathered and dealt again (Gaps)."""
        return position.used > before.used and Kind.SLOT in self.arrangement.kinds

    def _redeal(self, before: Position, step: Step) -> None:
        """Gather the cards that are dealt again into a heap, face down, and deal them."""
        if step.pace <= 0:
            self._follow(before, step)
            return
        moved = self._dealt_again(before)
        heap, at = (*self._heap_place(), False), step.at
        for number, each in enumerate(reversed(moved)):
            order = step.order + number
            self._fly(each.sprite, heap, step.pace, at=at, order=order, lift=order)
            at += motion.GATHER_GAP / step.pace
        at += motion.LONGEST / step.pace
        for number, each in enumerate(moved):
            order, lift = step.order + STEP + number, step.order + len(moved) - number
            self._fly(each.sprite, each.goal, step.pace, at=at, order=order, lift=lift)
            at += motion.DEAL_GAP / step.pace

    def _heap_place(self) -> tuple[int, int]:
        """Where cards are gathered: the middle of the table."""
        area, (width, height) = self.frame.area, self.arrangement.card
        return area.x + (area.w - width) // 2, area.y + (area.h - height) // 2

    def _order_piles(self) -> None:
        """See that what lies on a card is drawn above it, whichever of the two arrives first."""
        for pile in self._position.piles:
            top = -1
            for card in pile:
                sprite = self._sprites[card]
                if sprite.legs:
                    top = sprite.legs[-1].order = max(sprite.legs[-1].order, top + 1)
                else:
                    top = sprite.order = max(sprite.order, top + 1)

    def _narrow(self) -> set[int]:
        """The columns whose covered cards take the side face."""
        piles = range(len(self.rules.piles))
        return {p for p in piles if self.arrangement.takes_side_face(self._position, p)}

    def _column(self, pile: int) -> Box:
        box = self.arrangement.piles[pile]
        return box._replace(h=max(box.h, self.arrangement.floors[pile] - box.y))

    def rearrange(self) -> None:
        """Send cards to where the room that is asked for now puts them."""
        self.show([self._position])

    def _take(self, position: Position) -> None:
        """Remember a position; cards shrink for the longest column of the deal and stay so."""
        self._position = position
        self._columns = demand_of(position, self.rules.piles, self._columns)

    def _arranged(self, position: Position) -> Arrangement:
        demand = Demand(self.room, self._columns, self.large)
        return arrange(self.rules.name, self.rules.piles, self.frame, demand)

    def _fly(
        self, sprite: Sprite, goal: Goal, pace: float, *, at: float, order: int, lift: int
    ) -> None:
        """Have a card fly to a place from a time on."""
        x, y, _ = sprite.goal
        way = ((goal[0] - x) ** 2 + (goal[1] - y) ** 2) ** 0.5 / self.frame.scale.factor
        sprite.aloft = True
        self._send(sprite, Leg(at, motion.duration(way, pace), *goal, order, lift))

    def _send(self, sprite: Sprite, leg: Leg) -> None:
        """Give a card another leg; one that takes no time is over at once."""
        if leg.duration > 0:
            sprite.legs.append(leg)
            return
        self._touch(sprite)
        sprite.place(leg.x, leg.y, leg.face_up)
        self._touch(sprite)

    def shake(self, card: Card) -> None:
        """Refuse a card: it and what lies on it shake."""
        seat = self._position.seat(card)
        if seat is None or self.speed <= 0:
            return
        for shaken in self._position.piles[seat.pile][seat.depth :]:
            self._sprites[shaken].shaken = self.now
        self._order_piles()
        self._follow_loose()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        for sprite in self._sprites.values():
            if sprite.moving:
                sprite.advance(self.now)
        self._follow_loose()

    # Dragging

    def hold(self, seat: Seat, taken: tuple[Card, ...], at: tuple[int, int]) -> None:
        """Take cards up with the mouse at a place."""
        lowest = self._sprites[taken[0]]
        self.held = Held(seat, taken, (at[0] - lowest.x, at[1] - lowest.y))
        for card in taken:
            self._sprites[card].halt()
            self._sprites[card].aloft = True
        self._follow_loose()

    def drag(self, at: tuple[int, int]) -> None:
        """The mouse has moved with the cards."""
        if self.held is None:
            return
        step = self.arrangement.step(self.held.seat.pile, 2)
        for number, card in enumerate(self.held.cards):
            sprite = self._sprites[card]
            sprite.x = at[0] - self.held.grip[0]
            sprite.y = at[1] - self.held.grip[1] + number * step

    def held_box(self) -> Box | None:
        """Where the lowest held card is."""
        if self.held is None:
            return None
        sprite = self._sprites[self.held.cards[0]]
        return Box(int(sprite.x), int(sprite.y), *self.arrangement.card)

    def let_go(self) -> None:
        """Drop the held cards: they fly back unless `show` has sent them elsewhere."""
        if self.held is not None:
            self.show([self._position])

    # For the trace

    def traced(self) -> tuple[dict[str, list[int]], dict[str, list[object]]]:
        """Piles and cards by name with the boxes that can be clicked, in window pixels."""
        piles = {
            pile.id: list(box)
            for pile, box in zip(self.rules.piles, self.arrangement.piles, strict=True)
        }
        found: dict[str, list[object]] = {}
        for card, seat in cards_of(self._position):
            box = self.arrangement.shown(self._position, seat)
            pile = self.rules.piles[seat.pile]
            found[cards.name(card)] = [*box, pile.id, self._position.is_up(seat)]
        return piles, found


def drawn_seats(position: Position, kinds: Sequence[Kind], pile: int) -> range:
    """The depths of a pile that can be seen: all of a column, the edges of a reserve."""
    count = len(position.piles[pile])
    if kinds[pile] is Kind.COLUMN:
        return range(count)
    return range(max(0, count - (4 if kinds[pile] is Kind.RESERVE else 2)), count)

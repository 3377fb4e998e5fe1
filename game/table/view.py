"""The cards on the screen: where each is, where it goes, what lies under the mouse.

`show` takes positions and sends every card whose seat changed to its new one from wherever it
is; hit-testing asks the position, never a flying card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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


@dataclass(slots=True)
class Held:
    """Cards that follow the mouse."""

    seat: Seat
    cards: tuple[Card, ...]
    grip: tuple[float, float]
    """From the lowest card's corner to the mouse, in pixels."""


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
        self._order = len(cards.FULL_DECK)
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
        """Cards that do not lie still, the one to be drawn last at the end."""
        held = self.held.cards if self.held else ()
        loose = [s for s in self._sprites.values() if s.moving and s.card not in held]
        loose.sort(key=lambda sprite: sprite.order)
        return loose + [self._sprites[card] for card in held]

    def is_still(self, card: Card) -> bool:
        """True if a card lies on its seat and is not held."""
        return not self._sprites[card].moving and not (self.held and card in self.held.cards)

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

    def deal(self, position: Position, order: Sequence[Card]) -> None:
        """Deal a new game: cards fly from above the table in the order of the deck."""
        self._columns = frozenset()
        self._sprites.clear()
        self.put(position)
        if self.speed <= 0:
            return
        goals = {card: self._sprites[card].goal for card in self._sprites}
        x, y = self._deck_place()
        dealt = [card for card in order if card in goals]
        for number, card in enumerate(dealt):
            sprite = self._sprites[card]
            sprite.place(x, y, face_up=False)
            sprite.order = len(dealt) - number
            self._send(sprite, *goals[card], at=self.now + number * 0.009 / self.speed)

    def _deck_place(self) -> tuple[int, int]:
        """Where a deck to be dealt lies: just above the middle of the table."""
        area, (width, height) = self.frame.area, self.arrangement.card
        return area.x + (area.w - width) // 2, -height - self.frame.scale.px(20)

    def show(self, steps: Sequence[Position]) -> None:
        """Follow an action through its positions; the last one is the present."""
        for card in self.held.cards if self.held else ():
            self._touch(self._sprites[card])
        self.held = None
        for sprite in self._sprites.values():
            if sprite.legs:
                sprite.halt()
                self._touch(sprite)
        gap = motion.stagger(len(steps), self.speed)
        narrow = self._narrow()
        for number, position in enumerate(steps):
            self._take(position)
            self.arrangement = self._arranged(position)
            for card, seat in cards_of(position):
                box = self.arrangement.seat(position, seat)
                sprite = self._sprites.setdefault(card, Sprite(card, box.x, box.y))
                goal = box.x, box.y, position.is_up(seat)
                if sprite.goal != goal:
                    self._send(sprite, *goal, at=self.now + number * gap)
        self._touched += [self._column(pile) for pile in narrow ^ self._narrow()]

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

    def _send(self, sprite: Sprite, x: float, y: float, face_up: bool, *, at: float) -> None:
        from_x, from_y, _ = sprite.goal
        distance = ((x - from_x) ** 2 + (y - from_y) ** 2) ** 0.5 / self.frame.scale.factor
        lasts = motion.duration(distance, self.speed)
        if not sprite.moving:
            self._touch(sprite)
        if lasts <= 0:
            sprite.place(x, y, face_up)
            self._touch(sprite)
            return
        self._order += 1
        sprite.legs.append(Leg(at, lasts, x, y, face_up, self._order))

    def shake(self, card: Card) -> None:
        """Refuse a card: it and what lies on it shake."""
        seat = self._position.seat(card)
        if seat is None or self.speed <= 0:
            return
        for shaken in self._position.piles[seat.pile][seat.depth :]:
            self._touch(self._sprites[shaken])
            self._sprites[shaken].shaken = self.now
            self._sprites[shaken].order = self._order = self._order + 1

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        for sprite in self._sprites.values():
            if sprite.moving:
                sprite.advance(self.now)
                if not sprite.moving:
                    self._touch(sprite)

    # Dragging

    def hold(self, seat: Seat, taken: tuple[Card, ...], at: tuple[int, int]) -> None:
        """Take cards up with the mouse at a place."""
        lowest = self._sprites[taken[0]]
        self.held = Held(seat, taken, (at[0] - lowest.x, at[1] - lowest.y))
        for card in taken:
            self._touch(self._sprites[card])
            self._sprites[card].halt()

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

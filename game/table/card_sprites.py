"""The cards on the screen: where each is, where it goes, what lies under the mouse.

`show` takes positions and sends every card whose seat changed to its new seat, from wherever the
card is. Hit-testing asks the position, never a flying card. `TableSounds` makes the sounds of that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from game.core import cards
from game.core.cards import Card
from game.core.position import Position, Seat
from game.desktop.sound_effects import Sfx, Sound
from game.graphics.felt import Felt
from game.play.session import Outcome
from game.rules import Rules
from game.table import card_motion
from game.table.card_motion import FlightStep, Lying, Routes, Sprite
from game.table.layout import (
    Columns,
    Demand,
    RoomBelow,
    TableLayout,
    arrange,
    best_frame,
    demand_of,
    wide_enough,
)
from game.table.window_layout import Box, TableFrame, WindowShape, frame


class Appearance(NamedTuple):
    """The player's choices."""

    large: bool = False
    """Large print."""
    palette: str = ""
    """Deck, colours of the suits and language of the indices, as in `Settings.palette`."""
    back: str = "navy"
    felt: Felt = Felt.TEAL
    least_card: int = 0
    """The card width in dp below which bars become compact."""
    mirrored: bool = False
    """For the left hand: bars and top row have changed sides."""
    density: float = 1.0
    """The screen's: see `Scale`."""


class Held(NamedTuple):
    """Cards that follow the mouse."""

    seat: Seat
    cards: tuple[Card, ...]
    grip: tuple[float, float]
    """From the lowest card's corner to the mouse, in pixels."""


class CardSprites:
    """One game's cards in one window."""

    def __init__(
        self,
        rules: Rules,
        size: tuple[int, int],
        *,
        framed: Callable[[WindowShape], TableFrame] = frame,
    ) -> None:
        """`framed` says where the bars of a window are."""
        self.rules = rules
        self._framed = framed
        self.speed = 1.0
        """The speed of motion: 1 is normal, 0 is at once."""
        self.now = 0.0
        """The view's clock in seconds; it runs only while something moves."""
        self.held: Held | None = None
        self.room = RoomBelow()
        """What the columns must leave free below them."""
        self.position = Position(((),) * len(rules.piles))
        """The position shown, or on its way to be."""
        self.sprites: dict[Card, Sprite] = {}
        """All cards on the table."""
        self.appearance = Appearance()
        """How the player wants the table to look. It takes effect at the next `resize`, large print
        already with the next position.
        """
        self._columns: Columns = frozenset()
        """The longest columns of this deal so far: cards are small enough for all of them."""
        self._rest: dict[Card, Lying] = {}
        self._lying: dict[int, list[tuple[Card, Lying]]] = {}
        self._rest_due = False
        self._known: set[Position] = set()
        """The positions of this deal that were shown; motion back to one of them is quicker."""
        self.frame: TableFrame = framed(WindowShape(*size))
        self.arrangement: TableLayout = self._arranged()

    # Where things are

    @property
    def moving(self) -> bool:
        """True while a card is on its way."""
        return any(sprite.moving for sprite in self.sprites.values())

    @property
    def settled(self) -> bool:
        """True if no card moves and none is held."""
        return self.held is None and not self.moving

    def _still(self) -> dict[Card, Lying]:
        """What lies still now; computed on demand, not at each time step."""
        if self._rest_due:
            self._rest_due = False
            self._rest = card_motion.still_cards(self.sprites)
            self._lying = {}
            for card, lying in sorted(self._rest.items(), key=lambda each: each[1].order):
                self._lying.setdefault(lying.pile, []).append((card, lying))
        return self._rest

    def in_motion(self) -> list[Sprite]:
        """The visible cards that do not lie still, in the order in which they are drawn."""
        held = self.held.cards if self.held else ()
        still = self._still()
        loose = [
            sprite
            for card, sprite in self.sprites.items()
            if card not in held and card not in still
        ]
        return card_motion.topmost(loose) + [self.sprites[card] for card in held]

    def lying(self) -> dict[int, list[tuple[Card, Lying]]]:
        """What lies still on each pile, the lowest card first."""
        self._still()
        return self._lying

    def hit(self, x: int, y: int) -> Seat | None:
        """The seat under a pixel in the position shown, whatever flies there."""
        return self.arrangement.hit(self.position, x, y)

    # Changes

    def resize(self, size: tuple[int, int], ui: float) -> None:
        """Fit a window; every card is on its seat at once. `ui` is the player's own factor."""
        self._columns = frozenset()
        appearance = self.appearance
        window = WindowShape(*size, ui, appearance.mirrored, density=appearance.density)
        frames = [self._framed(window._replace(compact=compact)) for compact in (False, True)]
        self.frame = best_frame(self.rules, frames, self._demand, appearance.least_card)
        self.put(self.position)

    @property
    def narrower(self) -> int | None:
        """The width of cards in dp, if it is less than the player wants; else None."""
        wide = int(self.arrangement.card[0] / wide_enough(self.frame, 1))
        return wide if wide < self.appearance.least_card else None

    def put(self, position: Position) -> None:
        """Show a position without any motion."""
        self.held = None
        self.expect(position)
        self.arrangement = self._arranged()
        self.sprites.clear()
        self._appear()
        self._rest_due = True

    def _routes(self) -> Routes:
        """The ways to the position shown."""
        return Routes(self.sprites, self.position, self.arrangement)

    def deal(self, position: Position, order: Sequence[Card]) -> None:
        """Deal a new game: cards fly from above the table in the order of the deck."""
        self._columns = frozenset()
        self._known.clear()
        self.put(position)
        self._known.add(position)
        if self.speed > 0:
            self._routes().deal(order, self.now, self.speed)
            self._order_piles()
            self._rest_due = True

    def show(self, steps: Sequence[Position]) -> None:
        """Follow an action through its positions; the last one is the present."""
        self._halt(dict(steps[-1].seats()))
        speed = self.speed / (card_motion.QUICK if steps[-1] in self._known else 1.0)
        gap = card_motion.stagger(len(steps), speed)
        for number, position in enumerate(steps):
            before = self.position
            self.expect(position)
            self.arrangement = self._arranged()
            self._appear()
            self._routes().follow(before, FlightStep(number, self.now + number * gap, speed))
        self._known.update(steps)
        routes = self._routes()
        for card, seat in self.position.seats():
            sprite = self.sprites[card]
            if not sprite.legs:  # it has arrived
                sprite.lies, sprite.narrow = seat, routes.is_narrow(seat)
        self._order_piles()
        self._rest_due = True

    def _appear(self) -> None:
        """Put cards that were not on the table yet on their seats."""
        routes = self._routes()
        for card, seat in self.position.seats():
            if card not in self.sprites:
                box = self.arrangement.seat(self.position, seat)
                self.sprites[card] = sprite = Sprite(card)
                sprite.place(box.x, box.y, self.position.is_up(seat), seat)
                sprite.order, sprite.narrow = seat.depth, routes.is_narrow(seat)

    def _halt(self, goals: Mapping[Card, Seat]) -> None:
        """Stop all cards where they are, except those on the last flight to their goal: sent anew
        at each of many quick actions, these would hang in the air. Cards that lie on a pile keep
        their order.
        """
        self.held = None
        lying: dict[int, list[Sprite]] = {}
        for card, sprite in self.sprites.items():
            if not sprite.is_landing(goals.get(card)):
                sprite.halt()
            if sprite.lies is not None:
                lying.setdefault(sprite.lies.pile, []).append(sprite)
        for held in lying.values():
            for order, sprite in enumerate(sorted(held, key=lambda sprite: sprite.order)):
                sprite.order = order

    def _order_piles(self) -> None:
        """Order the cards of each pile so that every card is drawn above the one that it lies on,
        whichever of the two arrives first.
        """
        for pile in self.position.piles:
            top = -1
            for card in pile:
                sprite = self.sprites[card]
                if sprite.legs:
                    top = sprite.legs[-1].order = max(sprite.legs[-1].order, top + 1)
                else:
                    top = sprite.order = max(sprite.order, top + 1)

    def rearrange(self) -> None:
        """Send cards to where `room` and `appearance` put them now."""
        self.show([self.position])

    def expect(self, position: Position) -> None:
        """Take over a position, which the next `resize` shows. Cards shrink for the longest column
        of the deal and stay so.
        """
        self.position = position
        self._columns = demand_of(position, self.rules.piles, self._columns)

    @property
    def _demand(self) -> Demand:
        return Demand(self.room, self._columns, self.appearance.large)

    def _arranged(self) -> TableLayout:
        return arrange(self.rules, self.frame, self._demand)

    def shake(self, card: Card) -> None:
        """Refuse a card: it and what lies on it shake."""
        seat = self.position.seat(card)
        if seat is None or self.speed <= 0:
            return
        for shaken in self.position.piles[seat.pile][seat.depth :]:
            self.sprites[shaken].shaken = self.now
        self._order_piles()
        self._rest_due = True

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        for sprite in self.sprites.values():
            if sprite.moving:
                sprite.advance(self.now)
                self._rest_due = True

    # Dragging

    def hold(self, seat: Seat, taken: tuple[Card, ...], at: tuple[int, int]) -> None:
        """Take cards up with the mouse at a place."""
        lowest = self.sprites[taken[0]]
        self.held = Held(seat, taken, (at[0] - lowest.x, at[1] - lowest.y))
        for card in taken:
            self.sprites[card].halt()
            self.sprites[card].rise()
        self._rest_due = True

    def drag(self, at: tuple[int, int]) -> None:
        """The mouse has moved with the cards."""
        if self.held is None:
            return
        step = self.arrangement.step(self.held.seat.pile, 2)
        for number, card in enumerate(self.held.cards):
            sprite = self.sprites[card]
            sprite.x = at[0] - self.held.grip[0]
            sprite.y = at[1] - self.held.grip[1] + number * step

    def held_box(self) -> Box | None:
        """Where the lowest held card is; None if no card is held."""
        if self.held is None:
            return None
        sprite = self.sprites[self.held.cards[0]]
        return Box(int(sprite.x), int(sprite.y), *self.arrangement.card)

    def let_go(self) -> None:
        """Drop the held cards: they fly back unless `show` has sent them elsewhere."""
        if self.held is not None:
            self.show([self.position])

    # For the trace

    def traced(self) -> tuple[dict[str, list[int]], dict[str, list[object]]]:
        """Piles and cards by name with the boxes that can be clicked, in window pixels."""
        piles = {
            pile.id: list(box)
            for pile, box in zip(self.rules.piles, self.arrangement.piles, strict=True)
        }
        found: dict[str, list[object]] = {}
        for card, seat in self.position.seats():
            box = self.arrangement.shown(self.position, seat)
            pile = self.rules.piles[seat.pile]
            found[cards.name(card)] = [*box, pile.id, self.position.is_up(seat)]
        return piles, found


class TableSounds:
    """Plays a sound when a card moves off, and another when it has arrived."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self._lands = False
        """True while a card moves whose arrival makes a sound."""

    def begin(self, outcome: Outcome, before: Position) -> None:
        """Play the sound of an outcome: refusal, card turned over, redeal, or move."""
        if outcome.refusal is not None:
            self._sound.play(Sfx.REFUSAL)
        if not outcome.steps:
            return
        after = outcome.steps[-1]
        if sum(before.down) != sum(after.down):
            self._sound.play(Sfx.FLIP)
        elif after.used != before.used:
            self._sound.play(Sfx.SHUFFLE)
        else:
            self._sound.play(Sfx.SLIDE)
            self._lands = True

    def follow(self, *, moving: bool) -> None:
        """Play the sound of an arrival once no card moves any more."""
        if self._lands and not moving:
            self._lands = False
            self._sound.play(Sfx.PLACE)

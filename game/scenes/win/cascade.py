"""The cascade of a won deal: cards leave their piles, bounce, and leave a fading trail.

The trail is drawn into a picture of the table. Each frame fades one strip of that picture towards
the bare table, so that a frame costs little however long the trail is. Lengths are in pixels, times
in seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind, Seat
from game.graphics import colours
from game.graphics.display_list import merged
from game.scenes.common.services import Services
from game.table.opaque_blits import CARD_UNIT, MOST_KEPT, SHADOW_RESTING, card_shadow, cut
from game.table.table_picture import TablePicture
from game.table.window_layout import TableFrame

FRAME_S: Final = 1 / 60
LASTS_S: Final = 2.8
FADES_FOR: Final = 36
"""The number of last frames, in which no card leaves any more and the trail fades fast."""
GRAVITY: Final = 0.55
BOUNCE: Final = 0.74
SPEEDS: Final = (2.6, 8.0)
LIFT_MOST: Final = 4.0
"""The range of the sideways speed and the greatest upward speed at launch, in `_unit` a frame."""
LAUNCH_EVERY: Final = 8
GRAND_EVERY: Final = 6
"""The number of frames from one card to the next, usually and in a grand cascade."""
STARS: Final = 5
"""How many stars a card takes along in a grand cascade."""
STAR: Final = 32
STAR_LIFT: Final = 17.0
"""A star's side and its greatest upward speed, in `_unit`."""
PRINT_EVERY: Final = 3
STRIPS: Final = 8
FADE: Final = 21
FADE_AT_THE_END: Final = 130
"""The opacity of the bare table that is drawn over a strip, of 255: usually, and at the end."""
CORNER: Final = 18 / 250
"""The radius of a card's corners as a share of its width: the greatest of all card faces."""


class Start(NamedTuple):
    """A card that will fly, its rectangle, and the card that it uncovers, or None."""

    card: Card
    rect: pygame.Rect
    under: Card | None


@dataclass(slots=True)
class Flyer:
    """A flying card; speeds are in pixels per frame of a 60th of a second."""

    art: pygame.Surface
    is_card: bool
    """It is opaque, has a shadow, and leaves a trail; else it is a star."""
    x: float
    y: float
    across: float
    down: float
    age: int = 0
    drawn: pygame.Rect | None = None
    """The part of the window that it touched when it was last drawn."""

    @property
    def rect(self) -> pygame.Rect:
        """Where it is."""
        return self.art.get_rect(topleft=(round(self.x), round(self.y)))

    def step(self, floor: float, unit: float) -> None:
        """Advance by one frame. The card bounces when its lower edge reaches the y `floor`."""
        self.age += 1
        self.x += self.across
        self.down += GRAVITY * unit
        self.y += self.down
        beyond = self.y + self.art.get_height() - floor
        if beyond > 0:
            self.y -= beyond * 1.5
            self.down = -abs(self.down) * BOUNCE


class Cascade:
    """Runs for `LASTS_S`. It also draws the table, because the trail lies on it."""

    def __init__(
        self,
        services: Services,
        table: TablePicture,
        ground: pygame.Surface,
        seed: int,
        *,
        grand: bool,
    ) -> None:
        """`ground`, a picture of the won table, is taken over. The same seed gives
        the same flights. `grand`: more cards fly, and stars with them.
        """
        self._services, self._table, self._grand = services, table, grand
        self._bare = ground
        self._picture = ground.copy()
        self._bare.set_alpha(FADE)
        self._field = between_bars(table.cards.frame)
        self._waiting = [pile[::-1] for pile in _piles(table)]
        """The cards of each pile, the next to fly last."""
        self._cut = lru_cache(MOST_KEPT)(cut)
        self._unit = min(ground.get_width() / 1280, ground.get_height() / 800)
        star = max(8, round(STAR * self._unit))
        self._star = services.assets.icon("star-filled", star, colours.GOLD)
        self._random = Random(seed)
        self._flying: list[Flyer] = []
        edges = [ground.get_width() * n // STRIPS for n in range(STRIPS + 1)]
        self._strips = [pygame.Rect(a, 0, b - a, ground.get_height()) for a, b in pairwise(edges)]
        self._trails: list[pygame.Rect | None] = [None] * STRIPS
        self._touched: list[pygame.Rect] = []
        self._owed = 0.0
        self._frame = 0

    @property
    def over(self) -> bool:
        """True once it has run its time."""
        return self._frame * FRAME_S >= LASTS_S

    @property
    def _ends(self) -> bool:
        return self._frame * FRAME_S >= LASTS_S - FADES_FOR * FRAME_S

    # Time

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._owed += seconds
        while self._owed >= FRAME_S and not self.over:
            self._owed -= FRAME_S
            self._step()

    def _step(self) -> None:
        if self._frame % (GRAND_EVERY if self._grand else LAUNCH_EVERY) == 0 and not self._ends:
            self._launch()
        for flyer in self._flying:
            if flyer.is_card and flyer.age % PRINT_EVERY == 0:
                self._print(flyer)
            flyer.step(self._field.bottom, self._unit)
        gone = [f for f in self._flying if not f.rect.colliderect(self._field)]
        self._touched += [flyer.drawn for flyer in gone if flyer.drawn is not None]
        self._flying = [flyer for flyer in self._flying if flyer not in gone]
        self._fade(self._frame % STRIPS)
        self._frame += 1

    def _launch(self) -> None:
        """Launch the next card; the piles take turns."""
        if not self._waiting:
            return
        pile = self._waiting.pop(0)
        start = pile.pop()
        if pile:
            self._waiting.append(pile)
        for picture in (self._bare, self._picture):
            self._uncover(picture, start)
        self._touched.append(start.rect)
        pick = self._random
        across = pick.uniform(*SPEEDS) * self._unit
        if pick.random() < (start.rect.centerx - self._field.x) / self._field.w:
            across = -across
        lift = pick.uniform(0.0, LIFT_MOST) * self._unit
        card = Flyer(self._art(start.card), True, *start.rect.topleft, across, -lift)
        self._flying.append(card)
        for _ in range(STARS if self._grand else 0):
            across, lift = (pick.uniform(-1, 1) * SPEEDS[1], pick.uniform(0.4, 1) * STAR_LIFT)
            across, lift = across * self._unit, lift * self._unit
            self._flying.append(Flyer(self._star, False, *start.rect.center, across, -lift))

    def _uncover(self, picture: pygame.Surface, start: Start) -> None:
        """Draw what a card leaves: the card below it, or an empty place."""
        rect = start.rect
        if start.under is not None:
            picture.blit(self._art(start.under), rect)
            return
        assets = self._services.assets
        picture.blit(self._services.paint.felt(picture.get_size(), self._services.felt), rect, rect)
        picture.blit(assets.cards.get(assets.slot_order("plain", rect.size)), rect)

    def _art(self, card: Card) -> pygame.Surface:
        """A card as the table shows it."""
        appearance, arrangement = self._table.cards.appearance, self._table.cards.arrangement
        face = "mini" if arrangement.mini else "large" if appearance.large else "classic"
        name, size = cards.name(card), arrangement.card
        return self._services.assets.card(face, name, size, palette=appearance.palette)

    def _print(self, flyer: Flyer) -> None:
        """Draw a picture of the card into the trail."""
        area = flyer.rect.clip(self._field)
        self._picture.set_clip(area)
        self._picture.blit(flyer.art, flyer.rect)
        for start in self._lying():
            if start.rect.colliderect(area):
                self._picture.blit(self._art(start.card), start.rect)
        self._picture.set_clip(None)
        self._touched.append(area)
        for number, strip in enumerate(self._strips):
            part = strip.clip(area)
            if part:
                before = self._trails[number]
                self._trails[number] = part if before is None else before.union(part)

    def _lying(self) -> Iterator[Start]:
        """The cards that wait and can be seen: they stay above the trail."""
        for pile in self._waiting:
            seen: pygame.Rect | None = None
            for start in reversed(pile):
                if start.rect != seen:
                    yield start
                seen = start.rect

    def _fade(self, number: int) -> None:
        """Fade the trail in one strip of the window towards the bare table."""
        trail = self._trails[number]
        if trail is not None:
            self._bare.set_alpha(FADE_AT_THE_END if self._ends else FADE)
            self._picture.blit(self._bare, trail, trail)
            self._touched.append(trail)

    # Drawing

    def draw(self, target: pygame.Surface, *, whole: bool) -> list[pygame.Rect]:
        """Draw table, trail and cards where they have changed, or all of the `whole` window;
        returns these parts.
        """
        for flyer in self._flying:
            reach = self._reach(flyer)
            self._touched.append(reach if flyer.drawn is None else reach.union(flyer.drawn))
            flyer.drawn = reach
        touched, self._touched = merged(self._touched), []
        areas = [target.get_rect()] if whole else touched
        for area in areas:
            target.set_clip(area)
            target.blit(self._picture, area, area)
            target.set_clip(area.clip(self._field))
            for flyer in self._flying:
                if flyer.drawn is not None and flyer.drawn.colliderect(area):
                    self._draw_flyer(target, flyer)
        target.set_clip(None)
        return areas

    def _draw_flyer(self, target: pygame.Surface, flyer: Flyer) -> None:
        at, radius = flyer.rect.topleft, flyer.rect.w * CORNER
        if not flyer.is_card:
            target.blit(flyer.art, at)
            return
        shadow = card_shadow(self._services.paint, flyer.rect.size, radius, lifted=False)
        target.fblits([(part, (at[0] + x, at[1] + y)) for part, (x, y) in shadow])
        self._cut(flyer.art, radius).draw(target, at)

    def _reach(self, flyer: Flyer) -> pygame.Rect:
        """The part of the window that a card and its shadow touch."""
        rect = flyer.rect
        if not flyer.is_card:
            return rect.clip(self._field)
        reach = round(rect.h / CARD_UNIT * (3 * SHADOW_RESTING[1] + SHADOW_RESTING[3]))
        return rect.inflate(2 * reach, 2 * reach).clip(self._field)


def between_bars(window: TableFrame) -> pygame.Rect:
    """The part of a table's window that cards fly in."""
    bars = [window.side, window.edge] if window.edge.y == 0 else [window.side]
    left = max((bar.right + 1 for bar in bars if bar.x == 0), default=0)
    right = min((bar.x for bar in bars if bar.x > 0), default=window.width)
    return pygame.Rect(left, 0, right - left, window.edge.y or window.height)


def _piles(table: TablePicture) -> Iterator[list[Start]]:
    """The cards that will fly, in order for each pile: a foundation from its top, a row of slots
    from its end.
    """
    view = table.cards
    position, kinds = view.position, view.arrangement.kinds
    rows: dict[int, list[Start]] = {}
    for pile, held in enumerate(position.piles):
        rect = pygame.Rect(view.arrangement.piles[pile])
        if kinds[pile] is PileKind.SLOT and held:
            rows.setdefault(rect.y, []).insert(0, Start(held[-1], rect, None))
        elif kinds[pile] is PileKind.FOUNDATION and held:
            below: list[Card | None] = [None, *held[:-1]]
            box = pygame.Rect(view.arrangement.seat(position, Seat(pile, len(held) - 1)))
            pairs = zip(held[::-1], below[::-1], strict=True)
            yield [Start(card, box, under) for card, under in pairs]
    yield from rows.values()

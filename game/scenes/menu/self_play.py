"""A small table that plays deals by itself, slowly, one after another, or stands still; the deals,
which come with the program.

Positions are in pixels from the corner that `draw` is given. Times are in seconds of the table's
own clock, which runs only while the table plays and does not rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.deals import Deck
from game.core.moves import DONE, PULL, Move
from game.core.position import PileKind, Position, Seat
from game.graphics import colours
from game.graphics.display_list import Shown
from game.graphics.scale import clamp
from game.play.notation import read_answer
from game.play.sharing_lines import split_shared
from game.rules import Rules
from game.table.card_motion import Leg, Sprite, ease_out, send, topmost
from game.table.card_sprites import Appearance
from game.table.miniature import (
    MiniatureColumn,
    MiniaturePlaces,
    back_art,
    columns_of,
    draw_little_card,
    shade_blur,
    slot_art,
)
from game.widgets.look import Look

FLIGHT: Final = 0.45
"""The time of every flight: the table in little is to be watched."""
FRAME: Final = 1 / 30
"""Seconds between frames while a card flies: fast enough for flights of so few pixels."""
TABLES_BEGIN: Final = 0.9
"""Seconds until the first move of the menu's first table."""
TABLES_REST_S: Final = 60.0
"""Seconds after the last input at which the menu's tables stop."""
BEAT: Final = 2.6
"""Seconds from one move to the next."""
PULL_BEAT: Final = 1.3
HOME_BEAT: Final = 0.34
"""Seconds between moves once all that follow go to the foundations."""
RIPPLE: Final = 0.03
GATHER_GAP: Final = 0.008
DEAL_GAP: Final = 0.022
FLAG_AFTER: Final = 0.7
FLAG_GROWS: Final = 0.25
FLAG_STAYS: Final = 3.0
FLAG_SHARE: Final = 0.36
"""The size of the flag, as a share of the table's shorter side."""
FLAG_ICON: Final = 0.6
LONGEST_STEP: Final = 1.0
"""The most seconds that one `update` counts: the table does not catch up after a sleep."""
BEGIN_AT: Final = (0.25, 0.5)
"""The first deal begins in its middle, at a share of its answer in this range."""
TRAVEL: Final = 1000
"""Added to the order of cards that change piles: they are drawn above those that shift on one."""

LittleGoal = tuple[float, float, bool]
"""A place, and whether the card lies face up there."""


class DemoDeal(NamedTuple):
    """A deal with its answer, which whoever plays it reads: that takes some time."""

    rules: Rules
    deck: Deck
    answer: str


def demo_file(assets: Path) -> Path:
    """The file of these deals in the folder of assets."""
    return assets / "menu" / "demos.txt"


def read_demos(assets: Path) -> list[str]:
    """The sharing lines of all games."""
    lines = demo_file(assets).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def demo_deals(rules: Rules, lines: Iterable[str], choose: Random) -> Iterator[DemoDeal]:
    """The demo deals of one game and policy, in an order that `choose` shuffles, again and again.
    `lines` are sharing lines, also of other games.
    """
    mine = [line for line in lines if split_shared(line)[0] == rules]
    choose.shuffle(mine)
    for line in cycle(mine):
        _rules, _, deck, answer = split_shared(line)
        yield DemoDeal(rules, deck, answer)


class Phase(Enum):
    """The phases of a table."""

    STILL = "still"
    PLAYING = "playing"
    WON = "won"
    CHEERED = "cheered"
    GATHERED = "gathered"


class SelfPlayTable:
    """Shows one deal with its card sprites, and makes the next step when it is due."""

    def __init__(self) -> None:
        self.now = 0.0
        self.rests = False
        """True while the player is absent: flights end, and no further step is made."""
        self._phase = Phase.STILL
        self._next_at = 0.0
        self._reel: Iterator[DemoDeal] = iter(())
        self._rules: Rules | None = None
        self.position = Position(())
        """The position shown, or on its way to be."""
        self._moves: tuple[Move, ...] = ()
        """Those of the deal's answer."""
        self._made = 0
        self._columns: list[MiniatureColumn] = []
        self._area = pygame.Rect(0, 0, 0, 0)
        self._places: MiniaturePlaces | None = None
        self._sprites: dict[Card, Sprite] = {}
        self._rest: tuple[object, list[Shown]] | None = None
        """What rests and how it was asked for, until a card leaves or lands."""

    # What it shows

    @property
    def plays(self) -> bool:
        """True unless it stands still."""
        return self._phase is not Phase.STILL

    def plays_by(self, rules: Rules) -> bool:
        """True if it plays deals of this game and policy."""
        mine = self._rules
        return (
            self.plays
            and mine is not None
            and (mine.name, mine.policy) == (rules.name, rules.policy)
        )

    @property
    def moving(self) -> bool:
        """True while a card is on its way."""
        return any(sprite.legs for sprite in self._sprites.values())

    def hold(self, rules: Rules, position: Position) -> None:
        """Stand still at a position."""
        self._phase, self._reel = Phase.STILL, iter(())
        self._columns = columns_of(rules, position)
        self._show_deal(rules, position)

    def play(self, reel: Iterator[DemoDeal], wait: float, choose: Random) -> bool:
        """Begin to play, `wait` seconds from now; False where there is no deal to play."""
        deal = next(reel, None)
        if deal is None:
            return False
        self._reel = reel
        self._take(deal)
        self._made = round(choose.uniform(*BEGIN_AT) * len(self._moves))
        position = self.position
        for move in self._moves[: self._made]:
            position = deal.rules.apply(position, move)
        self._show_deal(deal.rules, position)
        self._phase, self._next_at = Phase.PLAYING, self.now + wait
        return True

    def _take(self, deal: DemoDeal) -> None:
        """Take a deal, at its first position."""
        self._rules, self.position = deal.rules, deal.rules.deal(deal.deck)
        self._moves, self._made = read_answer(deal.rules, self.position, deal.answer), 0
        self._columns = [MiniatureColumn(0, deal.rules.facts.demo_column)]

    def _show_deal(self, rules: Rules, position: Position) -> None:
        self._rules, self.position = rules, position
        self._sprites.clear()
        self._lay_out()

    def arrange(self, area: pygame.Rect) -> None:
        """Fit into a rectangle: every card is on its seat at once."""
        if area != self._area:
            self._area = area.copy()
            self._lay_out()

    def _lay_out(self) -> None:
        if self._rules is None or not self._area.w:
            return
        self._places = MiniaturePlaces(self._rules, self._area, self._columns)
        if self._phase in (Phase.CHEERED, Phase.GATHERED):
            self._deal_next()
        self._put()

    def forget(self) -> None:
        """The pictures of its cards may have become sharp."""
        self._rest = None

    def _put(self) -> None:
        self._rest = None
        for card, seat in self.position.seats():
            sprite = self._sprites.setdefault(card, Sprite(card))
            sprite.place(*self._goal(seat))

    def _goal(self, seat: Seat) -> LittleGoal:
        assert self._places is not None
        return (*self._places.place(self.position, seat), self.position.is_up(seat))

    # Time

    @property
    def _at_rest(self) -> bool:
        """True if neither a card nor the flag moves."""
        return not (self.moving or self._flag_grows())

    @property
    def due(self) -> float | None:
        """Seconds until the table looks different; None while it stands still or rests."""
        if not self.plays or (self.rests and self._at_rest):
            return None
        return max(0.0, self._next_at - self.now) if self._at_rest else FRAME

    def update(self, seconds: float) -> bool:
        """Let time pass; True if the table looks different."""
        if not self.plays or self._places is None or (self.rests and self._at_rest):
            return False
        self.now += min(seconds, LONGEST_STEP)
        changes = self._flag_grows()
        while self.now >= self._next_at and not self.rests:
            self._go_on()
            self._rest, changes = None, True
        for sprite in self._sprites.values():
            if sprite.legs:
                sprite.advance(self.now)
                self._rest, changes = self._rest if sprite.legs else None, True
        return changes

    def _go_on(self) -> None:
        """Make the next step: a move, the flag, the gathering, or the next deal."""
        match self._phase:
            case Phase.PLAYING if self._made < len(self._moves):
                self._make_move()
            case Phase.PLAYING:
                self._phase, self._next_at = Phase.WON, self._next_at + FLAG_AFTER
            case Phase.WON:
                self._phase, self._next_at = Phase.CHEERED, self._next_at + FLAG_STAYS
            case Phase.CHEERED:
                self._gather()
            case _:
                self._deal_next()

    def _make_move(self) -> None:
        assert self._rules is not None
        left = self._moves[self._made :]
        move, before = left[0], self.position
        self.position = self._rules.apply(before, move)
        self._made += 1
        self._follow(before)
        if all(each.onto == DONE for each in left):
            self._next_at += HOME_BEAT
        else:
            self._next_at += PULL_BEAT if move.onto == PULL else BEAT

    def _follow(self, before: Position) -> None:
        """Send every card whose seat changed to its new one."""
        left = {card: seat.pile for card, seat in before.seats()}
        changed = [
            (card, seat, goal)
            for card, seat in self.position.seats()
            if self._sprites[card].goal != (goal := self._goal(seat))
        ]
        # A stack that is turned over goes as one.
        ripple = (
            0.0 if all(goal[2] != self._sprites[card].up for card, _, goal in changed) else RIPPLE
        )
        travelling = 0
        for card, seat, goal in sorted(changed, key=lambda each: each[1].depth):
            if left[card] == seat.pile:
                self._fly(card, goal, 0.0, seat.depth)
            else:
                self._fly(card, goal, ripple * travelling, TRAVEL + seat.depth)
                travelling += 1

    def _fly(self, card: Card, goal: LittleGoal, wait: float, order: int) -> None:
        sprite = self._sprites[card]
        sprite.halt()
        send(sprite, Leg(self.now + wait, FLIGHT, *goal, order))

    def _gather(self) -> None:
        """Send all cards onto a heap, face down."""
        assert self._places is not None
        self._phase = Phase.GATHERED
        heap = (*self._places.heap(), False)
        wait = 0.0
        for number, (card, _) in enumerate(reversed([*self.position.seats()])):
            self._fly(card, heap, wait, TRAVEL + number)
            wait += GATHER_GAP
        self._next_at += wait + FLIGHT

    def _deal_next(self) -> None:
        """Deal the next deal from the heap, in the order of its deck; without one, stand still."""
        deal = next(self._reel, None)
        if deal is None or self._places is None:
            self._phase = Phase.STILL
            return
        self._take(deal)
        self._sprites.clear()
        self._put()
        heap = (*self._places.heap(), False)
        dealt = [card for card in deal.deck if card in self._sprites]
        for number, card in enumerate(dealt):
            sprite = self._sprites[card]
            goal = sprite.goal
            sprite.place(*heap)
            self._fly(card, goal, number * DEAL_GAP, TRAVEL + number)
            sprite.order = -number
        self._phase = Phase.PLAYING
        self._next_at += DEAL_GAP * len(dealt) + FLIGHT + BEAT

    # The flag of a win

    @property
    def _flag_at(self) -> float | None:
        """When the flag appeared; None: there is none."""
        return self._next_at - FLAG_STAYS if self._phase is Phase.CHEERED else None

    def _flag_grows(self) -> bool:
        return self._flag_at is not None and self.now < self._flag_at + FLAG_GROWS + 2 * FRAME

    def _flag_size(self) -> int:
        if self._flag_at is None:
            return 0
        share = ease_out(clamp((self.now - self._flag_at) / FLAG_GROWS, 0, 1))
        return round(FLAG_SHARE * min(self._area.size) * share)

    # Drawing

    def shown(
        self, look: Look, appearance: Appearance, corner: tuple[int, int]
    ) -> tuple[list[Shown], list[Shown]]:
        """What rests and what flies above it, with the table's (0, 0) at the point `corner`."""
        if self._places is None or self._rules is None:
            return [], []
        size, fly = self._places.card, list[Shown]()
        reach = 8 * shade_blur(size[1])
        asked = look, appearance, corner
        if self._rest is None or self._rest[0] != asked:
            self._rest = asked, self._resting(look, appearance, corner, reach)
        for sprite in self._flying():
            at = round(sprite.x) + corner[0], round(sprite.y) + corner[1]
            turned = look, _art(look, sprite, size, appearance), at, sprite.flip
            area = pygame.Rect(at, size).inflate(reach, reach)
            fly.append(Shown((self, sprite.card), turned, area, _draw_flying))
        if diameter := self._flag_size():
            centre = self._area.centerx + corner[0], self._area.centery + corner[1]
            area = pygame.Rect(0, 0, diameter + 4, diameter + 4)
            area.center = centre
            fly.append(Shown((self, "flag"), (look, centre, diameter), area, _draw_flag))
        return self._rest[1], fly

    def _resting(
        self, look: Look, appearance: Appearance, corner: tuple[int, int], reach: int
    ) -> list[Shown]:
        assert self._places is not None
        places, size, rest = self._places, self._places.card, list[Shown]()
        for pile, held in enumerate(self.position.piles):
            depths = self._seen(pile)
            if not depths:
                x, y = places.corner(pile)
                at = x + corner[0], y + corner[1]
                art = slot_art(look, places.slot_name(pile), size)
                rest.append(Shown((self, pile), (art, at), pygame.Rect(at, size), _draw_slot))
            for depth in depths:
                sprite = self._sprites[held[depth]]
                at = int(sprite.x) + corner[0], int(sprite.y) + corner[1]
                value = look, _art(look, sprite, size, appearance), at
                area = pygame.Rect(at, size).inflate(reach, reach)
                rest.append(Shown((self, sprite.card), value, area, draw_little_card))
        return rest

    def _seen(self, pile: int) -> list[int]:
        """The depths of a pile's cards that can be seen and are not on their way."""
        assert self._places is not None
        held, kinds = self.position.piles[pile], self._places.kinds
        depths = [depth for depth, card in enumerate(held) if not self._sprites[card].legs]
        return depths if kinds[pile] is PileKind.COLUMN else depths[-1:]

    def _flying(self) -> list[Sprite]:
        """The flying cards in drawing order, the lowest first, those of a heap that are seen."""
        return topmost(sprite for sprite in self._sprites.values() if sprite.legs)


def _art(look: Look, sprite: Sprite, size: tuple[int, int], cards_as: Appearance) -> pygame.Surface:
    """A card's picture, at first perhaps a draft: the menu shows more than a hundred cards."""
    if not sprite.face_up:
        return back_art(look, size, cards_as)
    return look.assets.little_card(cards.name(sprite.card), size, palette=cards_as.palette)


def _draw_slot(target: pygame.Surface, art: pygame.Surface, at: tuple[int, int]) -> None:
    target.blit(art, at)


def _draw_flying(
    target: pygame.Surface, look: Look, art: pygame.Surface, at: tuple[int, int], flip: float
) -> None:
    if flip >= 1:
        draw_little_card(target, look, art, at)
        return
    # Without a shadow: one would have to be made for every width.
    width, height = art.get_size()
    narrow = max(1, round(width * flip))
    art = pygame.transform.smoothscale(art, (narrow, height))
    target.blit(art, (at[0] + (width - narrow) // 2, at[1]))


def _draw_flag(target: pygame.Surface, look: Look, at: tuple[int, int], diameter: int) -> None:
    edge, width = colours.tint(colours.FOCUS, 0.8), look.scale.line(2)
    look.paint.disc(target, at, diameter, colours.GOLD, edge, width)
    look.icon(target, "flag", colours.ON_GOLD, at, round(FLAG_ICON * diameter))

"""Draws the marks on a table: glows, rings, lines under runs, card cursor, key caps; the pills of
what can be redone; how many cards a reserve has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

import pygame

from game.core import cards
from game.core.cards import Card
from game.core.position import PileKind, Seat
from game.graphics import colours, fonts
from game.graphics.assets import Assets
from game.graphics.display_list import Shown
from game.graphics.felt import Felt
from game.graphics.fonts import TextStyle
from game.graphics.paint import Painter
from game.graphics.text_rendering import Align
from game.play.spoken_cards_and_moves import the_card
from game.rules import Rules
from game.system.language import Language
from game.table.card_sprites import CardSprites
from game.table.hint_picture import HintMark, HintPicture
from game.table.window_layout import Box
from game.widgets.look import KEY_CAP_HEIGHT, Look

FACE: Final = fonts.Face.SANS_SEMIBOLD
GAP: Final = 2
"""The space between two pills, and to the next column, in pixels."""


class PillSize(NamedTuple):
    """The size of pills, in dp."""

    text: int
    width: int
    height: int
    """Width and height are the least ones."""
    below: int
    """From the card to the pill."""


USUAL: Final = PillSize(18, 28, 25, 5)
SMALL: Final = PillSize(13, 18, 17, 2)


class Pill(NamedTuple):
    """An action that can be redone, shown below the pile that its card leaves."""

    pile: int
    text: str
    """A letter, an answer's total, or a dot."""
    right: bool = False
    """At the right edge of the card: a second choice."""
    gold: bool = False
    """It leads to an answer."""
    redo: bool = True
    """It stands for an action that was made before."""


def pill_words(pill: Pill, _: Language) -> str:
    """What a pill means."""
    if not pill.redo:
        return _("This card can still move")
    key, _space, price = pill.text.partition(" ")
    if pill.gold:
        told = _.plural(
            "You moved it before: leads to a solution in {n} move",
            "You moved it before: leads to a solution in {n} moves",
            int(key),
        ).format(n=key)
    elif key.isalpha():
        told = _("You moved it before: {key} makes the same move").format(key=key)
    else:
        told = _("You moved it before")
    if price.startswith("+"):
        costs = _.plural("costs {n} more move", "costs {n} more moves", int(price))
        return f"{told} ({costs.format(n=int(price))})"
    return f"{told} ({_('loses the win')})" if price else told


class RedoPills:
    """Places and draws the pills of one table."""

    def __init__(self, view: CardSprites, assets: Assets, paint: Painter) -> None:
        self._view, self._texts, self._paint = view, assets.texts, paint

    def placed(self, pills: Iterable[Pill]) -> list[tuple[Pill, pygame.Rect]]:
        """The pills, each with its area below the cards. Several pills on one side of a card are
        placed side by side, or one below the other where the next column is too near.
        """
        taken: dict[tuple[int, bool], pygame.Rect] = {}
        found = []
        for pill in pills:
            side = pill.pile, pill.right
            area = taken[side] = self._area(pill, taken.get(side))
            found.append((pill, area))
        return found

    def draw(self, target: pygame.Surface, pill: Pill, area: pygame.Rect) -> None:
        """Draw a pill in its area."""
        line = self._view.frame.text_scale.line()
        fill, edge = (colours.GOLD, None) if pill.gold else (colours.MARK_FILL, colours.FIELD_EDGE)
        self._paint.box(target, area, area.h / 2.6, fill, edge, line)
        ink, px = colours.ON_GOLD if pill.gold else colours.CREAM, self._px(pill)
        self._texts.write(target, pill.text, FACE, px, ink, area.center, Align.CENTRE)

    @property
    def _size(self) -> PillSize:
        return SMALL if self._view.frame.small else USUAL

    def _area(self, pill: Pill, before: pygame.Rect | None) -> pygame.Rect:
        """The area of a pill: at its edge of the card, or after `before`, the pill before it."""
        scale, position = self._view.frame.text_scale, self._view.position
        box = self._view.arrangement.seat(position, position.end(pill.pile))
        size, px, room = self._size, self._px(pill), self._room
        words = self._texts.width(pill.text, FACE, px) + self._edges
        width = min(max(scale.px(size.width), words), max(words, room))
        area = pygame.Rect(box.x, 0, width, max(scale.px(size.height), px + 4))
        if pill.right:
            area.right = box.right
        below = box.bottom + scale.px(size.below)
        if not self._has_room_below(pill.pile):
            below = box.bottom - area.h - scale.px(4)
        floor = self._floor(pill.pile)
        area.y = max(box.y, min(below, floor - area.h))
        if before is None:
            return area
        beside, line = area.copy(), area.move(0, before.bottom + GAP - area.y)
        beside.top = before.top
        if pill.right:
            beside.right = before.left - GAP
        else:
            beside.left = before.right + GAP
        reaches = beside.x < box.right - room or beside.right > box.x + room
        return line if reaches and line.bottom <= floor else beside

    @property
    def _room(self) -> int:
        """The width below a card that belongs to no other column."""
        table = self._view.arrangement
        lefts = sorted({box.x for box in table.piles if box.y == table.piles[-1].y})
        steps = [after - x for x, after in pairwise(lefts)]
        return max(table.card[0], min(steps, default=table.card[0]) - GAP)

    def _floor(self, pile: int) -> int:
        """The lowest y of pills below a pile: above the pile under it and the figures at the
        bottom.
        """
        window, piles = self._view.frame, self._view.arrangement.piles
        lowest, own = window.height, piles[pile]
        if window.small or window.portrait:
            lowest = window.edge.y
        below = [box for box in piles if box.x < own.right and own.x < box.right]
        return min((box.y for box in below if box.y >= own.bottom), default=lowest)

    @property
    def _edges(self) -> int:
        """The width of a pill that its words leave free, in pixels."""
        return self._view.frame.text_scale.px(self._size.width - 12)

    def _px(self, pill: Pill) -> int:
        """The size of a pill's words in pixels: smaller where they would reach another column."""
        scale, room = self._view.frame.text_scale, self._room - self._edges
        px = scale.text(self._size.text)
        while px > scale.smallest_text_px and self._texts.width(pill.text, FACE, px) > room:
            px -= 1
        return px

    def _has_room_below(self, pile: int) -> bool:
        """True if a mark below the pile's card covers no other card."""
        kind = self._view.arrangement.kinds[pile]
        in_top_row = kind not in (PileKind.COLUMN, PileKind.SLOT)
        return kind is PileKind.COLUMN or (in_top_row and not self._view.frame.small)


SIZE = 46
"""The diameter in dp; on a narrow card half the card's width."""


class ReserveCounts:
    """The counts of one table's reserves; a reserve whose cards lie face up has none."""

    def __init__(self, rules: Rules, view: CardSprites) -> None:
        self._rules, self._view = rules, view

    def areas(self, look: Look) -> dict[int, pygame.Rect]:
        """Where the count of each reserve with face-down cards is or will be once they lie there,
        by the pile's index.
        """
        position, found = self._view.position, {}
        for pile, (kind, _) in enumerate(self._rules.piles):
            if kind is PileKind.RESERVE and position.down_in(pile):
                box = self._view.arrangement.piles[pile]
                side = min(look.px(SIZE), box.w // 2)
                found[pile] = pygame.Rect(0, 0, side, side)
                found[pile].center = box.right - side // 4, box.bottom - side // 4
        return found

    def shown(self, look: Look) -> list[tuple[int, pygame.Rect]]:
        """The counts that are shown: the number of cards, and the area."""
        piles, lying = self._view.position.piles, self._view.lying()
        areas = self.areas(look).items()
        return [(len(piles[pile]), area) for pile, area in areas if pile in lying]

    def draw(self, target: pygame.Surface, look: Look, count: int, area: pygame.Rect) -> None:
        """Draw a count in its area."""
        edge, ground = look.scale.line(2), self._view.appearance.felt.label_ground
        look.paint.disc(target, area.center, area.w, ground, colours.GOLD, edge)
        style = TextStyle(fonts.Face.SERIF_SEMIBOLD, look.scale.dp(area.w * 0.46))
        look.write(target, str(count), style, colours.CREAM, area.center, Align.CENTRE)


GLOW_GROWS: Final = 5
GLOW_BLUR: Final = 8
RING: Final = 2.6
SMALL_CAP: Final = 14
CAP_ON_MINI: Final = 2
"""How many pixels of a mini face a key cap may cover: the face's index begins below them."""
CAP_ON_TOP_ROW: Final = 4
"""The same for a pile at the upper edge of the window; else the cap goes below the index."""
MINI_INDEX: Final = 0.29
"""Where the index of a mini face ends, as a share of the card's height."""
CAP_AIR: Final = 3
"""The least difference between the sizes of a cap and its letter, in pixels."""
CAP_FACE: Final = fonts.Face.SANS_SEMIBOLD
CURSOR_RING: Final = 3.4
CURSOR_CASING: Final = 1.7
"""The width in dp of the dark lines on both sides of the cursor's ring, which make it visible on
cards and on cloth.
"""
CURSOR_GLOW: Final = 8


class TableMarks(NamedTuple):
    """What is marked on the table: selection, targets, what is under the mouse."""

    reversed: frozenset[Card] = frozenset()
    """Cards with their colours reversed: selected, or a target under the mouse."""
    glowing: frozenset[int] = frozenset()
    """Piles whose end glows: valid targets, a fitting card."""
    filled: int | None = None
    """The glowing empty place that is under the mouse."""
    has_target: bool = False
    """A target lies under the mouse, or under the dragged card."""
    ghost: tuple[int, tuple[Card, ...]] | None = None
    """A hovered gap, and the cards that fit it: a click brings the first."""
    runs: tuple[tuple[int, int], ...] = ()
    """First and last pile of each row of cards in sequence (Gaps)."""
    hint: HintMark | None = None
    pills: tuple[Pill, ...] = ()
    letters: str = ""
    """The key caps to show, in the order of the piles; empty for none."""
    lifted: frozenset[Card] = frozenset()
    """Cards that are selected, or that lie under the mouse and a click plays."""
    cursor: Seat | None = None
    """The seat of the card cursor; None while it is not shown."""
    found: Seat | None = None
    """The seat of the card that the player looks for."""


class Marking:
    """Draws the marks of one table, and says where they are."""

    def __init__(self, view: CardSprites, assets: Assets, paint: Painter) -> None:
        self._view, self._assets, self._paint = view, assets, paint
        self.hint, self.pills = HintPicture(view), RedoPills(view, assets, paint)

    def shown(self, marks: TableMarks, felt: Felt) -> Iterator[Shown]:
        """What lies above the cards."""
        for run in marks.runs:
            lines = self._run_lines(*run)
            for number, line in enumerate(lines):
                draw = self._draw_run if line is lines[-1] else self._draw_line
                yield Shown(("run", run[0], number), (line,), line, draw)
        for number, (pill, area) in enumerate(self.pills.placed(marks.pills)):
            yield Shown(("pill", number), (pill, area), area, self.pills.draw)
        yield from self.hint.shown(marks.hint)
        for name, seat in (("found", marks.found), ("cursor", marks.cursor)):
            if seat is not None:
                area = self.cursor_area(seat)
                yield Shown(name, (self._cursor_box(seat),), area, self._draw_cursor)
        for pile, letter in enumerate(marks.letters):
            if letter != " ":
                cap = self._cap(pile)
                value = cap, letter, felt.label_ground
                yield Shown(("cap", pile), value, cap, self._draw_letter)

    def tip_at(
        self, marks: TableMarks, at: tuple[int, int], _: Language
    ) -> tuple[str, pygame.Rect] | None:
        """What the mark under a pixel means, and its area; None if there is no mark."""
        tips = [(pill_words(pill, _), area) for pill, area in self.pills.placed(marks.pills)]
        if marks.ghost is not None and len(marks.ghost[1]) > 1:
            pile, (first, second, *_others) = marks.ghost
            told = _("Click brings {first}, right-click {second}; any of them can be dragged here")
            told = told.format(
                first=the_card(first).translated(_), second=the_card(second).translated(_)
            )
            tips.append((told, pygame.Rect(self._view.arrangement.piles[pile])))
        for pile, letter in enumerate(marks.letters):
            if letter != " ":
                told = _("{key} plays here").format(key=letter)
                tips.append((told, self._cap(pile)))
        return next((found for found in tips if found[1].collidepoint(at)), None)

    def cursor_area(self, seat: Seat) -> pygame.Rect:
        """The part of the window that the card cursor touches, with its glow."""
        reach = 2 * self._view.frame.text_scale.px(3 * CURSOR_GLOW)
        return self._cursor_box(seat).inflate(reach, reach)

    def _cursor_box(self, seat: Seat) -> pygame.Rect:
        """The area that the cursor's frame surrounds: the visible part of a card, the card that
        hides it wholly, or the empty place.
        """
        table, position = self._view.arrangement, self._view.position
        if not position.piles[seat.pile]:
            return pygame.Rect(table.piles[seat.pile])
        shown = table.shown(position, seat)
        return pygame.Rect(shown if shown.h else table.seat(position, position.end(seat.pile)))

    def _draw_cursor(self, target: pygame.Surface, box: pygame.Rect) -> None:
        """A bright ring between two dark lines, with a soft light around it."""
        scale = self._view.frame.text_scale
        ring, casing = max(2, scale.px(CURSOR_RING)), max(1, scale.px(CURSOR_CASING))
        radius = min(self._view.arrangement.card[0] * 0.06, box.h / 3)
        outer = box.inflate(2 * (ring + casing), 2 * (ring + casing))
        grown = radius + ring + casing
        blur = max(2, scale.px(CURSOR_GLOW))
        self._paint.glow(target, outer, grown, blur, (*colours.GLOW, 235), hollow=True)
        self._paint.box(target, outer, grown, None, colours.MARK, ring + 2 * casing)
        bright = outer.inflate(-2 * casing, -2 * casing)
        self._paint.box(target, bright, grown - casing, None, colours.FOCUS, ring)

    def _cap(self, pile: int) -> pygame.Rect:
        """The area of a pile's key cap: in the middle of a gap, on the upper edge of other piles.
        It goes above a mini face, whose index takes the whole edge, or below that index where there
        is no room above.
        """
        table, small = self._view.arrangement, self._view.frame.small
        box = table.piles[pile]
        side = SMALL_CAP if small else max(16, self._view.frame.text_scale.px(KEY_CAP_HEIGHT))
        cap = pygame.Rect(0, 0, side, side)
        cap.center = box.centre
        if table.kinds[pile] is not PileKind.SLOT:
            cap.centery = box.y
            if small or table.mini:
                cap.bottom = box.y + CAP_ON_MINI
        cap.top = max(0, cap.top)
        if table.mini and cap.bottom > box.y + CAP_ON_TOP_ROW and cap.top == 0:
            cap.top = box.y + round(MINI_INDEX * box.h)
        return cap

    def _draw_letter(
        self, target: pygame.Surface, cap: pygame.Rect, letter: str, ground: colours.Rgb
    ) -> None:
        scale = self._view.frame.text_scale
        self._paint.box(target, cap, cap.w / 4, ground, colours.KEY_CAP_EDGE, scale.line())
        px = min(scale.text(fonts.KEY_CAP.size), cap.h - CAP_AIR)
        self._assets.texts.write(
            target, letter, CAP_FACE, px, colours.CREAM, cap.center, Align.CENTRE
        )

    def _run_lines(self, first: int, last: int) -> list[pygame.Rect]:
        """The lines under a row's cards that are in sequence: two where the row is folded."""
        piles = self._view.arrangement.piles
        breaks = [pile for pile in range(first, last) if piles[pile].y != piles[pile + 1].y]
        starts, ends = [first, *(pile + 1 for pile in breaks)], [*breaks, last]
        return [self._run_area(start, end) for start, end in zip(starts, ends, strict=True)]

    def _run_area(self, first: int, last: int) -> pygame.Rect:
        """The area of the line under cards side by side, with room for the diamond at its end."""
        piles = self._view.arrangement.piles
        start, end = piles[first], piles[last]
        # Not on the cards below: of a folded row, or of rows that have drawn together.
        gap = min((box.y - start.bottom for box in piles if box.y >= start.bottom), default=start.h)
        thick = max(2, min(self._view.frame.text_scale.px(3), gap // 4))
        below = min(self._view.frame.text_scale.px(9), start.h // 16, (gap - thick) // 2)
        y = start.bottom + max(0, below)
        line = pygame.Rect(start.x, y, end.right - start.x, thick)
        return line.inflate(6 * thick, 6 * thick)

    def _draw_line(self, target: pygame.Surface, area: pygame.Rect) -> pygame.Rect:
        """The line in its area; returns where it is."""
        thick = area.h // 7
        line = area.inflate(-6 * thick, -6 * thick)
        target.fill(colours.MARK, line.move(0, 1))
        target.fill(colours.GOLD, line)
        return line

    def _draw_run(self, target: pygame.Surface, area: pygame.Rect) -> None:
        line = self._draw_line(target, area)
        thick = line.h
        side = 3 * thick
        diamond = self._assets.icon("diamond", side * 2, colours.GOLD)
        target.blit(diamond, (line.right - side, line.y + thick // 2 - side))

    def draw_ghost(self, target: pygame.Surface, box: Box, card: Card, *, french: bool) -> None:
        """Rank and suit of the card that fits, side by side."""
        px = max(12, round(box.w * 0.42))
        rank = cards.sign(card, french=french)[:-1]
        face, suit = fonts.Face.SERIF_BOLD, cards.SUIT_NAMES[cards.suit(card)]
        width = self._assets.texts.width(rank, face, px)
        x, y = box.centre[0] - (width + px) // 2, box.y + round(box.h * 0.27)
        self._assets.texts.write(target, rank, face, px, colours.CREAM, (x, y))
        target.blit(self._assets.icon(suit, px, colours.CREAM), (x + width, y - px // 2))

    def glow(
        self, target: pygame.Surface, box: Box | pygame.Rect, radius: float, *, hollow: bool = False
    ) -> None:
        """The soft light around a target; a hollow one leaves its inside alone."""
        scale = self._view.frame.text_scale
        grown = pygame.Rect(box).inflate(2 * scale.px(GLOW_GROWS), 2 * scale.px(GLOW_GROWS))
        radius += scale.px(GLOW_GROWS)
        blur = max(2, scale.px(GLOW_BLUR))
        self._paint.glow(target, grown, radius, blur, (*colours.GLOW, 225), hollow=hollow)

    def ring(
        self,
        target: pygame.Surface,
        box: Box | pygame.Rect,
        radius: float,
        fill: float = 0,
        line: colours.Rgb = colours.GLOW_RING,
    ) -> None:
        """Draw the line around a target or a selected card; `fill` is the opacity of its inside, 0
        for none.
        """
        width = max(2, self._view.frame.text_scale.px(RING))
        colour = colours.tint(colours.GLOW, fill) if fill else None
        rect = pygame.Rect(box).inflate(2, 2)
        self._paint.box(target, rect, radius + 1, colour, line, width)

"""Where everything of a table is: bars, piles, cards. Pure numbers, no pygame.

`TableFrame` depends on the window alone; `Arrangement` on the game and on what lies in its piles.
Lengths are pixels unless a comment says shares of the card's width (CW) or height (CH).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.core.position import Pile, PileKind, Position, Seat
from game.graphics import theme
from game.graphics.theme import Scale
from game.table.spreads import SPREADS, Spread


class Box(NamedTuple):
    """A rectangle in window pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first pixel to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first pixel below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def holds(self, x: int, y: int) -> bool:
        """True if a pixel lies in it."""
        return self.x <= x < self.right and self.y <= y < self.bottom


class TableFrame(NamedTuple):
    """The bars of a window and the area between them."""

    width: int
    height: int
    scale: Scale
    small: bool
    portrait: bool
    side: Box
    """The side bar at the left, or what a scene has in its place."""
    edge: Box
    """The figures: at the right, or a strip at the bottom."""
    area: Box
    """Where cards lie."""


SMALL_SIDE: Final = 44
SMALL_STRIP: Final = 28
SMALL_MARGIN: Final = 10


def frame(width: int, height: int, ui: float = 1.0) -> TableFrame:
    """The bars of a window of a size; `ui` is the player's own factor."""
    small, portrait = theme.is_small(width, height), theme.is_portrait(width, height)
    scale = theme.table_scale(width, height, ui)
    bar, inset = scale.px(96), scale.px(28)
    strip = scale.px(64)
    if small:
        scale, bar, strip, inset = Scale(1.0, 12), SMALL_SIDE, SMALL_STRIP, SMALL_MARGIN
    side = Box(0, 0, bar, height)
    if small or portrait:
        edge = Box(bar, height - strip, width - bar, strip)
        right, bottom = width, height - strip
    else:
        edge = Box(width - scale.px(128), 0, scale.px(128), height)
        right, bottom = edge.x, height
    area = Box(bar + inset, inset, right - bar - 2 * inset, bottom - 2 * inset)
    return TableFrame(width, height, scale, small, portrait, side, edge, area)


class Fan(NamedTuple):
    """How far the cards of a column lie apart, as shares of CH."""

    largest: float
    smallest: float
    backs: float

    def least(self, height: int) -> int:
        """The smallest step of face-up cards in pixels: no row of an index is hidden."""
        return math.ceil(height * self.smallest)


MINI_FAN: Final = Fan(0.345, 0.295, 0.105)
LARGE_STEP: Final = 82 / 350
"""The index of the large face: nothing less can be read."""
SMALLEST_STEP: Final = 0.145
BACKS_STEP: Final = 0.105
SIDE_FACE_BELOW: Final = 0.215
"""Under this step (of CH) covered cards take the face with the suit beside the rank."""


GAPS_PLATE: Final = 152
GAPS_PLATE_ONE_LINE: Final = 72
GAPS_PLATE_ABOVE: Final = 20
"""The plate ends so far above the cards."""
ROOM_FOR_MARKS: Final = 28
ROOM_FOR_BAR: Final = 64
SMALL_ROOM_FOR_MARKS: Final = 20
SMALL_ROOM_FOR_BAR: Final = 48
LEAST_COLUMN: Final = 8
"""Small tables keep room for a column of so many cards."""


class Arrangement(NamedTuple):
    """The places of a game's piles in a frame, for the columns as they are."""

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
        """True where cards are so narrow that they take the mini face."""
        return theme.uses_mini_face(self.card[0])

    def step(self, pile: int, count: int, down: int = 0) -> int:
        """Pixels from one face-up card of a column to the next, for so many cards in it."""
        height = self.card[1]
        faces = count - 1 - down
        if faces < 1:
            return int(height * self.fan.largest)
        box = self.piles[pile]
        room = self.floors[pile] - box.bottom - down * self.back_step
        return int(theme.clamp(room / faces, self.fan.least(height), height * self.fan.largest))

    @property
    def back_step(self) -> int:
        """Pixels from a face-down card of a column to the next card."""
        return int(self.card[1] * self.fan.backs)

    def seat(self, position: Position, seat: Seat) -> Box:
        """Where a card lies."""
        pile, depth = seat
        box = self.piles[pile]
        if self.kinds[pile] is PileKind.COLUMN:
            down = position.down[pile] if position.down else 0
            step = self.step(pile, len(position.piles[pile]), down)
            y = box.y + min(depth, down) * self.back_step + max(0, depth - down) * step
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
        down = position.down[pile] if position.down else 0
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
            last = max(0, len(position.piles[pile]) - 1)
            share = _overlap(box, self.seat(position, Seat(pile, last)))
            if share > covered:
                best, covered = pile, share
        return best


def _overlap(a: Box, b: Box) -> int:
    width = min(a.right, b.right) - max(a.x, b.x)
    height = min(a.bottom, b.bottom) - max(a.y, b.y)
    return max(0, width) * max(0, height)


class RoomBelow(NamedTuple):
    """What columns leave free below them."""

    marks: bool = False
    """Redo marks show under the columns."""
    bar: bool = False
    """The bar with what can be done lies at the bottom."""


Columns = frozenset[tuple[int, int]]
"""Face-down and face-up cards of some columns."""


class Demand(NamedTuple):
    """What the arrangement must make room for."""

    room: RoomBelow = RoomBelow()
    columns: Columns = frozenset()
    """Columns for all of which there must be room."""
    large: bool = False
    """Cards have the large face, whose index is higher."""


@lru_cache(64)
def arrange(game: str, table: tuple[Pile, ...], window: TableFrame, demand: Demand) -> Arrangement:
    """Lay a game out in a frame."""
    if game == "gaps":
        return _arrange_rows(table, window)
    tall = SPREADS.get(f"{game} portrait") if window.portrait else None
    return _arrange_columns(tall or SPREADS[game], table, window, demand)


def demand_of(position: Position, table: Sequence[Pile], before: Columns = frozenset()) -> Columns:
    """The columns of a position, and those before, that no other one exceeds in all."""
    columns = set(before)
    for index, pile in enumerate(table):
        if pile.kind is PileKind.COLUMN:
            down = position.down[index] if position.down else 0
            columns.add((down, len(position.piles[index]) - down))
    return frozenset(
        (down, up)
        for down, up in columns
        if not any(a >= down and b >= up and (a, b) != (down, up) for a, b in columns)
    )


def _arrange_columns(
    spread: Spread, table: Sequence[Pile], window: TableFrame, demand: Demand
) -> Arrangement:
    area, scale = window.area, window.scale
    width = _squeezed(spread, window, demand)
    card = width, _height(width)
    xs = _columns_x(area, spread, width)
    rows = _rows(spread, window, demand.room, card[1])
    boxes, floors = [], []
    for kind, number in table:
        if kind is PileKind.COLUMN:
            row, place = divmod(number - 1, spread.rows[0] if spread.rows else spread.across)
            boxes.append(Box(xs[place], rows[row][0], *card))
            floors.append(rows[row][1])
        else:
            x = _top_x(spread, xs, width, kind, number)
            boxes.append(Box(x, area.y, *card))
            floors.append(area.y + card[1])
    plate = _plate(spread, xs, card, area, scale)
    kinds = tuple(pile.kind for pile in table)
    fan = _fan(spread, width, large=demand.large)
    return Arrangement(window, card, tuple(boxes), tuple(floors), kinds, fan, plate)


def _rows(
    spread: Spread, window: TableFrame, room: RoomBelow, height: int
) -> list[tuple[int, int]]:
    """Where each row of columns begins and how far down it may reach."""
    area, scale = window.area, window.scale
    top = area.y + height + (SMALL_MARGIN if window.small else scale.px(spread.row_gap))
    marks = room.marks * scale.px(SMALL_ROOM_FOR_MARKS if window.small else ROOM_FOR_MARKS)
    bar = room.bar * scale.px(SMALL_ROOM_FOR_BAR if window.small else ROOM_FOR_BAR)
    floor = area.bottom - marks - bar
    if not spread.rows:
        return [(top, floor)]
    half = (area.bottom - top) // 2
    return [(top, top + half - scale.px(14) - marks), (top + half + scale.px(6), floor)]


def _fan(spread: Spread, width: int, *, large: bool) -> Fan:
    """The steps of columns of cards so wide."""
    if theme.uses_mini_face(width):
        return MINI_FAN
    smallest = LARGE_STEP if large else SMALLEST_STEP
    return Fan(max(spread.fan, smallest), smallest, BACKS_STEP)


def _squeezed(spread: Spread, window: TableFrame, demand: Demand) -> int:
    """The card width at which all columns fit with the smallest steps."""
    area, columns = window.area, set(demand.columns)
    if window.small and spread.packed is not None:
        columns.add((0, LEAST_COLUMN))
    width = int(min(area.w / spread.width, area.h / spread.height * 5 / 7))
    while width > 1 and not _fits(spread, window, demand, columns, width):
        width -= 1
    return width


def _fits(
    spread: Spread, window: TableFrame, demand: Demand, columns: set[tuple[int, int]], width: int
) -> bool:
    """True if there is room for the columns of cards so wide."""
    height, fan = _height(width), _fan(spread, width, large=demand.large)
    back, step = int(height * fan.backs), fan.least(height)
    rows = _rows(spread, window, demand.room, height)
    room = min(floor - top for top, floor in rows)
    return all(height + down * back + max(0, up - 1) * step <= room for down, up in columns)


def _height(width: float) -> int:
    return round(int(width) * 7 / 5)


def _columns_x(area: Box, spread: Spread, width: int) -> list[int]:
    """The left edges of the columns, the block centred."""
    between = spread.across - 1
    gap = min(round(spread.gap * width), (area.w - spread.across * width) // between)
    left = area.x + (area.w - spread.across * width - between * gap) // 2
    return [left + n * (width + gap) for n in range(spread.across)]


def _top_x(spread: Spread, xs: list[int], width: int, kind: PileKind, number: int) -> int:
    """The left edge of a pile of the top row."""
    start = dict(spread.top)[kind]
    if spread.packed is None:
        return xs[start + number - 1]
    gap = max(6, round(spread.packed * width))
    if start == 0:
        return xs[0] + (number - 1) * (width + gap)
    return xs[-1] - (4 - number) * (width + gap)


def _plate(spread: Spread, xs: list[int], card: tuple[int, int], area: Box, scale: Scale) -> Box:
    """The room of the plate in the top row."""
    if spread.packed is not None:
        left = _top_x(spread, xs, card[0], PileKind.FOUNDATION, 4) + card[0]
        right = _top_x(spread, xs, card[0], PileKind.RESERVE, 1)
        margin = scale.px(7)
        return Box(left + margin, area.y, right - left - 2 * margin, card[1])
    first, last = spread.plate
    return Box(xs[first], area.y, xs[last] + card[0] - xs[first], card[1])


def _arrange_rows(table: Sequence[Pile], window: TableFrame) -> Arrangement:
    """Gaps: four rows under the plate, the block centred."""
    spread, area, scale = SPREADS["gaps"], window.area, window.scale
    pad = scale.px(14)
    in_line = (area.h - scale.px(GAPS_PLATE) - pad) / spread.height * 5 / 7 < (
        area.w / spread.width
    )
    head = scale.px(GAPS_PLATE_ONE_LINE if in_line else GAPS_PLATE)
    if window.small:
        in_line, head = True, 0
    width = int(min(area.w / spread.width, (area.h - head - pad) / spread.height * 5 / 7))
    card = width, _height(width)
    xs = _columns_x(area, spread, width)
    gap = round(spread.row_gap * card[1])
    block = head + 4 * card[1] + 3 * gap + pad
    top = area.y + max(0, (area.h - block) // 2)
    boxes = []
    for pile in table:
        row, place = divmod(pile.number - 1, spread.across)
        boxes.append(Box(xs[place], top + head + row * (card[1] + gap), *card))
    lower = 0 if in_line else scale.px(GAPS_PLATE_ABOVE)
    plate = Box(xs[0], top, xs[-1] + width - xs[0], head - lower)
    floors = tuple(box.bottom for box in boxes)
    kinds = tuple(pile.kind for pile in table)
    return Arrangement(window, card, tuple(boxes), floors, kinds, MINI_FAN, plate, in_line)

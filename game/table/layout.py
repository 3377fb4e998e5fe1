"""Lays a game out in a window: the size of its cards, the places of its piles, of each card and of
the plate; which card is at a place.

Pure numbers, no pygame. Lengths are pixels unless a comment says shares of the card's width (CW) or
height (CH).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from game.core.position import Pile, PileKind, Position, Seat
from game.graphics.scale import clamp
from game.rules import Rules
from game.rules.facts import Spread
from game.table.card_size_and_fan import (
    ASIDE,
    FOLD_GAP,
    GRID_ROWS,
    MINI_FAN,
    SIDE_FACE_BELOW,
    Column,
    Fan,
    Need,
    Space,
    best,
    card_height,
    card_width,
    grid_width,
    open_fan,
    rows,
    uses_mini_face,
)
from game.table.window_layout import SMALL_MARGIN, Box, TableFrame, room_for_bar


class TableLayout(NamedTuple):
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
        return self.is_mini(self.card[0])

    def is_mini(self, width: int) -> bool:
        """True if cards of a width would take the mini face."""
        return uses_mini_face(width, columns=self.kinds[0] is not PileKind.SLOT)

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
        """True if a column is squeezed so that a suit under the rank would be hidden; then all its
        cards take the side face, so that it has one form of index.
        """
        if self.kinds[pile] is not PileKind.COLUMN or self.mini:
            return False
        down = position.down_in(pile)
        count = len(position.piles[pile])
        return self.step(pile, count, down) < SIDE_FACE_BELOW * self.card[1] and count > down + 1

    def index_height(self, *, narrow: bool) -> int:
        """The height of a face's index; `narrow`: of the side face, if there are others."""
        share = self.fan.smallest if narrow else max(self.fan.smallest, SIDE_FACE_BELOW)
        return math.ceil(share * self.card[1])

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
            end = self.seat(position, position.end(pile))
            width = min(box.right, end.right) - max(box.x, end.x)
            height = min(box.bottom, end.bottom) - max(box.y, end.y)
            share = max(0, width) * max(0, height)
            if share > covered:
                best, covered = pile, share
        return best


ROWS_PLATE: Final = 152
ROWS_PLATE_ONE_LINE: Final = 72
SMALL_PLATE_LINE: Final = 54
GRID_PAD: Final = 14
"""Between the plate and rows without columns."""
OPEN_ROW_GAP: Final = 0.30
"""Between two rows without columns, at most, of CH."""
ROOM_FOR_MARKS: Final = 28
SMALL_ROOM_FOR_MARKS: Final = 20
STEP_ABOVE_BAR: Final = 0.12
"""The smallest step of cards, of CH, above a bar that leaves less room than the table has."""
SMALL_ROOM_FOR_REPLAY: Final = 44
"""What rows leave free below them in a small window for the bar of a solution that is shown."""
LEAST_GAP: Final = 2
"""Between two columns, in pixels; they give way to no less."""
SMALL_SIGN_STRIP: Final = 44
"""The strip for the sign above rows without columns in a small window, at most."""
SIGN_MARGIN: Final = 2
"""Above and below that strip."""
BETWEEN_ROWS: Final = 28
"""Between two rows of columns."""


class RoomBelow(NamedTuple):
    """What columns leave free below them."""

    marks: bool = False
    """Redo marks show under the columns."""
    bar: bool = False
    """The bar at the bottom (`bottom_bar.BottomBar`) is shown."""


Columns = frozenset[tuple[int, int, int]]
"""Columns: the number of each, from 1, with its numbers of face-down and face-up cards."""


class Demand(NamedTuple):
    """What the arrangement must make room for."""

    room: RoomBelow = RoomBelow()
    columns: Columns = frozenset()
    """Columns for all of which there must be room."""
    large: bool = False
    """Cards have the large face, whose index is higher."""


def arrange(rules: Rules, window: TableFrame, demand: Demand) -> TableLayout:
    """Lay a game out in a frame."""
    spread = _spread(rules.facts.spreads, window, demand.large)
    longest: set[Column] = set()
    for number, down, up in demand.columns:
        longest.add((_row_and_place(spread, number)[0], down, up))
    columns = frozenset(_undominated(longest))
    return _arranged(spread, rules.piles, window, demand._replace(columns=columns))


@lru_cache(64)
def _arranged(
    spread: Spread, table: tuple[Pile, ...], window: TableFrame, demand: Demand
) -> TableLayout:
    if table[0].kind is PileKind.SLOT:
        return _arrange_rows(spread, table, window)
    return _arrange_columns(spread, table, window, demand)


GRID_LEAST: Final = 91
"""The width of cards in rows without columns for which labels and figures make room; in pixels of
the screen's density.
"""
WORTH: Final = 1.05
"""Other bars are worth it if they make cards wider by this factor."""


def best_frame(
    rules: Rules, frames: Sequence[TableFrame], demand: Demand, least: float
) -> TableFrame:
    """The first of some frames in which cards are at least so wide, in dp of the table; if they are
    so in none, the one with the widest cards.
    """
    best, width = frames[0], arrange(rules, frames[0], demand).card[0]
    wanted = wide_enough(best, least)
    if not rules.facts.spreads[0].top and not best.portrait:
        wanted = max(wanted, best.card_scale.fixed(GRID_LEAST))
    for frame in frames[1:]:
        if width >= wanted:
            break
        wider = arrange(rules, frame, demand).card[0]
        if wider > WORTH * width:
            best, width = frame, wider
    return best


def wide_enough(frame: TableFrame, least: float) -> float:
    """The width in pixels that cards of a `least` width in dp have at least."""
    return least * max(frame.card_scale.density, frame.card_scale.factor)


@lru_cache(64)
def _spread(ways: tuple[Spread, ...], window: TableFrame, large: bool) -> Spread:
    """The way to spread a game that makes its cards largest in a window."""
    need = Need(large=large)
    fit = [way for way in ways if window.portrait or not way.headed]
    return best((way, _width(way, window, need)) for way in fit or ways)


def _width(spread: Spread, window: TableFrame, need: Need) -> int:
    if not spread.top:
        return max(grid_width(spread, space) for space in _grid_spaces(window))
    return card_width(spread, _space(spread, window), need)


def _undominated(columns: Iterable[Column]) -> Iterator[Column]:
    """The columns, without those that another column of the same place equals or exceeds in both
    counts.
    """
    found = set(columns)
    for place, down, up in found:
        others = ((a, b) for row, a, b in found if row == place and (a, b) != (down, up))
        if not any(a >= down and b >= up for a, b in others):
            yield place, down, up


def demand_of(position: Position, table: Sequence[Pile], before: Columns) -> Columns:
    """The columns of a position and of `before`, without those that another column of the same
    number equals or exceeds in both counts.
    """
    columns = set(before)
    for index, pile in enumerate(table):
        if pile.kind is PileKind.COLUMN:
            down = position.down_in(index)
            columns.add((pile.number, down, len(position.piles[index]) - down))
    return frozenset(_undominated(columns))


def _space(spread: Spread, window: TableFrame) -> Space:
    """The card area, and what the spread leaves free of it."""
    unit, area = window.card_scale, window.area
    line = SMALL_PLATE_LINE if window.small else ROWS_PLATE_ONE_LINE
    head = window.text_scale.px(line) if spread.headed else 0
    gap, between = unit.px(spread.row_gap), unit.px(BETWEEN_ROWS)
    if window.small:
        gap = between = min(area.y, unit.fixed(SMALL_MARGIN))
    return Space(area.w, area.h, head, gap, between)


def _need(window: TableFrame, demand: Demand) -> Need:
    marks = window.text_scale.px(ROOM_FOR_MARKS)
    if window.small:
        # Large marks reach over the end of a column that has no more room below it.
        small = window.card_scale, window.text_scale
        marks = min(scale.px(SMALL_ROOM_FOR_MARKS) for scale in small)
    bar = room_for_bar(window)
    covered = max(window.covered, demand.room.bar * bar)
    return Need(demand.columns, demand.room.marks * marks, covered, bar, demand.large)


def _row_and_place(spread: Spread, number: int) -> tuple[int, int]:
    """The row that a column or a place stands in, and how many are at its left."""
    row, place = 0, (number - 1)
    for count in spread.rows:
        if place < count:
            break
        row, place = row + 1, place - count
    return row, place


def _arrange_columns(
    spread: Spread, table: Sequence[Pile], window: TableFrame, demand: Demand
) -> TableLayout:
    area, space, need = window.area, _space(spread, window), _need(window, demand)
    width = card_width(spread, space, need)
    card = width, card_height(width)
    xs = _columns_x(window, spread, width)
    levels = rows(spread, space, need, card[1])
    first = int(spread.aside and window.mirrored)
    inset = spread.columns_inset(table, xs)
    boxes, floors = [], []
    for kind, number in table:
        if kind is PileKind.COLUMN:
            row, place = _row_and_place(spread, number)
            place += first
            boxes.append(Box(xs[place] + inset, area.y + levels[row][0], *card))
            floors.append(area.y + levels[row][1])
        else:
            boxes.append(_top_box(spread, xs, card, window, Pile(kind, number), space, need.bar))
            floors.append(boxes[-1].bottom)
    fan = open_fan(spread, space, width, large=demand.large)
    if window.covered:
        fan = fan._replace(smallest=min(fan.smallest, STEP_ABOVE_BAR))
    kinds = tuple(pile.kind for pile in table)
    if space.head:
        plate = Box(xs[0], area.y, xs[-1] + width - xs[0], space.head)
    else:
        plate = _plate(spread, xs, card, window, area.y + levels[-1][0] if spread.aside else area.y)
    return TableLayout(window, card, tuple(boxes), tuple(floors), kinds, fan, plate, space.head > 0)


def _columns_x(window: TableFrame, spread: Spread, width: int) -> list[int]:
    """The left edges of the columns, the block centred. Gaps give way so that the cards stand off
    the bars.
    """
    area, between = window.area, spread.across - 1
    spare = area.w - spread.across * width
    gap = min(round(spread.gap * width), spare // between)
    gap = max(min(gap, LEAST_GAP), min(gap, (spare - 2 * window.near) // between))
    left = area.x + (area.w - spread.across * width - between * gap) // 2
    return [left + n * (width + gap) for n in range(spread.across)]


def _group(spread: Spread, kind: PileKind, *, mirrored: bool) -> tuple[int, int]:
    """The column that a kind of the top row begins at, and how many piles it has."""
    start, count = next((start, count) for each, start, count in spread.top if each is kind)
    return (spread.across - start - count if mirrored else start), count


def _top_x(
    spread: Spread, xs: list[int], width: int, kind: PileKind, number: int, *, mirrored: bool
) -> int:
    """The left edge of a pile of the top row."""
    start, count = _group(spread, kind, mirrored=mirrored)
    if spread.packed is None:
        return xs[start + number - 1]
    gap = max(6, round(spread.packed * width))
    if start == 0:
        return xs[0] + (number - 1) * (width + gap)
    return xs[-1] - (count - number) * (width + gap)


def _top_box(
    spread: Spread,
    xs: list[int],
    card: tuple[int, int],
    window: TableFrame,
    pile: Pile,
    space: Space,
    covered: int,
) -> Box:
    """Where a pile of the top row lies, or one that stands beside the columns, above the lower part
    of the area that a bar covers.
    """
    area, mirrored = window.area, window.mirrored
    if spread.aside:
        free = max(0, area.h - covered - ASIDE * card[1])
        gap = min(free // (ASIDE - 1), window.card_scale.px(BETWEEN_ROWS))
        return Box(xs[0 if mirrored else -1], area.y + (pile.number - 1) * (card[1] + gap), *card)
    x = _top_x(spread, xs, card[0], pile.kind, pile.number, mirrored=mirrored)
    return Box(x, area.y + space.head, *card)


def _plate(spread: Spread, xs: list[int], card: tuple[int, int], window: TableFrame, y: int) -> Box:
    """The room of the plate in the top row, or in a row of columns."""
    width, mirrored = card[0], window.mirrored
    if spread.packed is not None:
        at_left, at_right = reversed(spread.top) if mirrored else spread.top
        kind, _, count = at_left
        left = _top_x(spread, xs, width, kind, count, mirrored=mirrored) + width
        right = _top_x(spread, xs, width, at_right[0], 1, mirrored=mirrored)
        margin = window.card_scale.px(7)
        return Box(left + margin, y, right - left - 2 * margin, card[1])
    first, last = spread.plate
    if mirrored and spread.aside:
        first, last = first + 1, last + 1
    elif mirrored:
        first, last = spread.across - 1 - last, spread.across - 1 - first
    return Box(xs[first], y, xs[last] + width - xs[first], card[1])


# Rows without columns


def _grid_spaces(window: TableFrame) -> list[Space]:
    """The spaces to choose from: with the plate above the cards in full, and in one line. A small
    window has one space, without a plate. All leave room for the bar at the bottom, so that the
    rows stay where they are when it comes.
    """
    pad, heads, covered = window.card_scale.px(GRID_PAD), [0], room_for_bar(window)
    if window.small:
        covered = max(covered, window.card_scale.px(SMALL_ROOM_FOR_REPLAY))
    else:
        heads = [window.text_scale.px(head) for head in (ROWS_PLATE, ROWS_PLATE_ONE_LINE)]
    area = window.area
    return [Space(area.w, area.h - covered, head + pad) for head in heads]


def _arrange_rows(spread: Spread, table: Sequence[Pile], window: TableFrame) -> TableLayout:
    """Rows of places under the plate, the block centred; a folded row is two lines."""
    spaces = _grid_spaces(window)
    space = max(spaces, key=lambda each: grid_width(spread, each))
    width = grid_width(spread, space)
    card = width, card_height(width)
    head, room = space.head, min(space.height, window.area.h - window.covered)
    tops = _grid_tops(spread, room - head, card[1])
    spare = max(0, room - head - tops[-1] - card[1])
    if window.small:
        strip = min(spare, window.text_scale.px(SMALL_SIGN_STRIP))
        head, spare = head + strip, spare - strip
    top = window.area.y + spare // 2
    xs = _columns_x(window, spread, width)
    seats = [_row_and_place(spread, pile.number) for pile in table]
    boxes = tuple(Box(xs[place], top + head + tops[row], *card) for row, place in seats)
    plate = Box(xs[0], top, xs[-1] + width - xs[0], head - window.card_scale.px(GRID_PAD))
    if window.small:
        margin = window.card_scale.fixed(SIGN_MARGIN)
        plate = plate._replace(y=margin, h=top + head - 2 * margin)
    floors = tuple(box.bottom for box in boxes)
    kinds = tuple(pile.kind for pile in table)
    in_line = window.small or space is not spaces[0]
    return TableLayout(window, card, boxes, floors, kinds, MINI_FAN, plate, in_line)


def _grid_tops(spread: Spread, room: int, height: int) -> list[int]:
    """Where the lines begin: gaps between rows grow where there is room."""
    folds = spread.lines // GRID_ROWS
    inner = round(FOLD_GAP * height)
    spare = room - spread.lines * height - inner * (spread.lines - GRID_ROWS)
    gap = clamp(spare / (GRID_ROWS - 1), 0, OPEN_ROW_GAP * height)
    pitch = folds * height + (folds - 1) * inner + int(gap)
    return [line // folds * pitch + line % folds * (height + inner) for line in range(spread.lines)]

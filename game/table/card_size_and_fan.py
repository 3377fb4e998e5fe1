"""The size of cards and the steps between them, computed together for a spread and a space.

Pure numbers, no pygame. Lengths are pixels unless a comment says shares of the card's width (CW) or
height (CH).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from game.graphics.scale import clamp
from game.rules.facts import Spread

RATIO: Final = 7 / 5
"""CH as a share of CW."""
LARGE_STEP: Final = 82 / 350
"""The height of the large face's index, of CH: a smaller step would make it unreadable."""
SMALLEST_STEP: Final = 0.145
BACKS_STEP: Final = 0.105
LEAST_BACKS_STEP: Final = 0.05
ASIDE: Final = 4
"""The number of piles that stand one below the other beside the columns."""
GRID_ROWS: Final = 4
"""Rows of a game without columns; more lines are folded rows."""
FOLD_GAP: Final = 0.07
"""Between the lines of a folded row."""
LEAST_BACK: Final = 3
"""The least part, in pixels, that a covered face-down card must show."""
OPEN_STEP: Final = 0.55
"""The largest step that a fan opens to."""
FACES_FROM_PX: Final = 84
"""Narrower cards take the mini face, because the other faces cannot be read."""
FACES_IN_ROWS_FROM_PX: Final = 70
"""The same in rows without columns, where no card covers another."""
SIDE_FACE_BELOW: Final = 0.215
"""Under this step (of CH) covered cards take the face with the suit beside the rank."""


class Fan(NamedTuple):
    """How far the cards of a column lie apart, as shares of CH."""

    largest: float
    smallest: float
    backs: float
    """The largest step of cards that lie face down."""

    def least(self, height: int) -> int:
        """The smallest step of face-up cards in pixels: no row of an index is hidden."""
        return math.ceil(height * self.smallest)

    def steps(self, height: int, room: int, backs: int, faces: int) -> tuple[int, int]:
        """The steps in pixels of a column's face-down and face-up cards. `backs` and `faces` count
        its covered cards, `room` is what lies below its first card. Face-down cards draw together
        before face-up ones do.
        """
        step, back = max(self.least(height), height * self.largest), height * self.backs
        if backs:
            wanted = max(self.least(height), height * SIDE_FACE_BELOW)
            left = room - faces * min(step, wanted)
            back = clamp(left / backs, least_back(height), back)
        if faces:
            left = room - backs * int(back)
            step = clamp(left / faces, self.least(height), step)
        return int(back), int(step)


MINI_FAN: Final = Fan(0.345, 0.295, BACKS_STEP)


def least_back(height: int) -> int:
    """The smallest step of cards that lie face down."""
    return max(LEAST_BACK, int(height * LEAST_BACKS_STEP))


class Space(NamedTuple):
    """The size of the card area, and the parts of its height that hold no cards."""

    width: int
    height: int
    head: int = 0
    """The plate's line above the cards."""
    row_gap: int = 0
    """Between the top row and the columns."""
    between: int = 0
    """Between two rows of columns."""


Column = tuple[int, int, int]
"""A column: its row of columns, from 0, and its numbers of face-down and face-up cards."""


class Need(NamedTuple):
    """What the columns need beyond the spread's usual columns."""

    columns: frozenset[Column] = frozenset()
    marks: int = 0
    """What stays free below each column."""
    bar: int = 0
    """What stays free below the lowest row of columns while the bar at the bottom shows."""
    bar_to_come: int = 0
    """What the cards' size leaves free there at all times, so that the bar changes no size."""
    large: bool = False
    """Cards have the large face, whose index is higher."""


def card_height(width: float) -> int:
    """The height of a card of this width."""
    return round(int(width) * RATIO)


def card_width(spread: Spread, space: Space, need: Need) -> int:
    """The largest width at which a row and all columns fit, with the smallest steps."""
    width = int(space.width / spread.width)
    tall = max(spread.lines, ASIDE) if spread.aside else spread.lines + 1
    width = min(width, int((space.height - space.head) / tall / RATIO))
    while width > 1 and not _fits(spread, space, need, width):
        width -= 1
    return width


def _fits(spread: Spread, space: Space, need: Need, width: int) -> bool:
    """True if cards of this width leave room for the usual columns and for those of `need`."""
    height, fan = card_height(width), closed_fan(spread, width, large=need.large)
    free = _free(spread, space, height)
    usual = spread.usual_wide if fan.smallest > SMALLEST_STEP else spread.usual
    back, step = least_back(height), fan.least(height)
    if spread.aside and ASIDE * height + (ASIDE - 1) * space.between // 2 > space.height:
        return False
    if spread.dealt.backs * height * fan.backs + spread.dealt.faces * height * fan.largest > free:
        return False
    if usual.backs * back + usual.faces * step > free:
        return False
    need = need._replace(bar=need.bar_to_come)
    rooms = [floor - top - height for top, floor in rows(spread, space, need, height)]
    return all(
        min(down, max(0, down + up - 1)) * back + max(0, up - 1) * step <= rooms[row]
        for row, down, up in need.columns
    )


def _free(spread: Spread, space: Space, height: int) -> int:
    """The height left for the visible parts of covered cards, in all rows together."""
    fixed = _first(spread, space, height) + (spread.lines - 1) * space.between
    return space.height - fixed - spread.lines * height


def _first(spread: Spread, space: Space, height: int) -> int:
    """Where the first row of columns begins."""
    return space.head if spread.aside else space.head + height + space.row_gap


def rows(spread: Spread, space: Space, need: Need, height: int) -> list[tuple[int, int]]:
    """Where each row of columns begins and how far down it may reach, from the area's top.

    Rows share the free height in proportion to their longest columns, but none counts as shorter
    than usual.
    """
    free, count = max(0, _free(spread, space, height)), spread.lines
    longest = [max(1.0, spread.open_for.faces / count)] * count
    for row, down, up in need.columns:
        longest[row] = max(longest[row], up - 1 + down / 2)
    found, top = [], _first(spread, space, height)
    for row, share in enumerate(longest):
        last = row == count - 1
        end = top + height + int(free * share / sum(longest))
        taken = need.marks + need.bar if last else max(0, need.marks - space.between)
        found.append((top, (space.height if last else end) - taken))
        top = end + space.between
    return found


def uses_mini_face(card_width_px: int, *, columns: bool = True) -> bool:
    """Whether cards are so narrow that only the mini face can be read."""
    return card_width_px < (FACES_FROM_PX if columns else FACES_IN_ROWS_FROM_PX)


def closed_fan(spread: Spread, width: int, *, large: bool) -> Fan:
    """The usual fan of columns for cards of this width."""
    if uses_mini_face(width):
        return MINI_FAN
    smallest = LARGE_STEP if large else SMALLEST_STEP
    return Fan(max(spread.fan, smallest), smallest, BACKS_STEP)


def open_fan(spread: Spread, space: Space, width: int, *, large: bool) -> Fan:
    """The fan that columns of usual length have room for: its steps are usual or larger."""
    fan, height = closed_fan(spread, width, large=large), card_height(width)
    backs, faces = spread.open_for
    wanted = (backs * fan.backs + faces * fan.largest) * height
    if not wanted:
        return fan
    share = _free(spread, space, height) / wanted
    share = clamp(share, 1.0, max(1.0, OPEN_STEP / fan.largest))
    return Fan(fan.largest * share, fan.smallest, fan.backs * share)


def grid_width(spread: Spread, space: Space) -> int:
    """The largest width of cards that lie in rows without columns."""
    between = GRID_ROWS - 1
    gaps = between * spread.row_gap + (spread.lines - GRID_ROWS) * FOLD_GAP
    high = (space.height - space.head) / (spread.lines + gaps)
    return int(min(space.width / spread.width, high / RATIO))


def best(widths: Iterable[tuple[Spread, int]]) -> Spread:
    """The spread with the widest cards. A later one must be wider by its factor `worth`."""
    (chosen, most), *others = widths
    for spread, width in others:
        if width > most * spread.worth:
            chosen, most = spread, width
    return chosen

"""Where everything of the menu is, by the size of the window. Pure numbers, all in dp."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from game.graphics.scale import SHORT_BELOW
from game.rules import RULES
from game.widgets import control_sizes

Area = tuple[float, float, float, float]
"""Left, top, width and height."""

GAME_CARDS: Final = len(RULES)
GAME_CARD_ROOM: Final = 275
"""The window's width per card below which the cards lie in two rows."""
GAP: Final = 24
CARD_MOST: Final = (296, 480)
"""The greatest width of a card where all stand side by side, and in two rows."""
CARD_TEXT: Final = 128
"""The room below a card's window."""
CARD_INSET: Final = 14
WINDOW_SHAPE: Final = 258 / 268
TOP: Final = 28
HEADER: Final = 116
HEADER_SHORT: Final = 78
HEADER_GAP: Final = 24
CONTINUE: Final = 64
TABLES: Final = 96
"""The height of the row below the cards if there are unfinished tables; else `CONTINUE`."""
CONTINUE_GAP: Final = 26
BUTTON: Final = 50
BUTTON_GAP: Final = 18
HINTS: Final = 50
BOTTOM: Final = 20
TWO_ROWS_FROM: Final = (1100, 760)
"""A landscape window of at least this width and height has the full form with two rows of cards."""
TALL_FROM: Final = 900
"""A portrait window of at least this height has the full form, with two cards side by side."""

SMALL_HEADER: Final = 58
SMALL_GAP: Final = 12
SMALL_CONTINUE: Final = 54
SMALL_TABLES: Final = 73
TABLES_SHARE: Final = 0.56
"""The share of the width of that row for the unfinished tables."""
DAILY_LEAST: Final = 480
"""The width of the daily deals without such tables, if that is more than half the row."""
SMALL_BUTTON: Final = 42
SMALL_BUTTON_GAP: Final = 8
NAME_GAP: Final = 20
"""Between the name and the buttons in the header of the small form."""
SMALL_CARD_MOST: Final = 400


class MenuPlan(NamedTuple):
    """The menu in one window."""

    header: Area
    """Logotype and name, centred; at the left in the small form."""
    game_cards: tuple[Area, ...]
    resume: Area | None
    """The unfinished tables; None: there are none."""
    daily: Area
    """The panel of the daily deals, in the same row."""
    buttons: tuple[Area, ...]
    hints: float | None
    """The y of the middle of the key hints; None: there is no room for them."""
    small: bool
    """Buttons are in the header, there is no line below the name."""


def plan(
    width: float,
    height: float,
    buttons: int,
    *,
    resume: bool,
    button_rows: int = 1,
    words: Sequence[float] = (),
) -> MenuPlan:
    """Lay the menu out in a window of a size in dp. `resume`: there are unfinished tables. The full
    form has the buttons in `button_rows`. The small form gives them the widths `words`; without
    them they are icons.
    """
    tall = height > 1.1 * width and height >= TALL_FROM
    columns = (
        GAME_CARDS if width >= GAME_CARDS * GAME_CARD_ROOM and not tall else -(-GAME_CARDS // 2)
    )
    roomy = width >= TWO_ROWS_FROM[0] and height >= TWO_ROWS_FROM[1]
    if height < SHORT_BELOW or not (columns == GAME_CARDS or tall or roomy):
        return _small(width, height, columns, words or (SMALL_BUTTON,) * buttons, resume=resume)
    return _full(width, height, columns, buttons, button_rows, resume=resume)


def _full(
    width: float, height: float, columns: int, buttons: int, button_rows: int, *, resume: bool
) -> MenuPlan:
    """The full form: all parts below each other, centred."""
    rows = -(-GAME_CARDS // columns)
    room = width - 2 * control_sizes.MARGIN - GAP * (columns - 1)
    wide = min(CARD_MOST[rows > 1], room / columns)
    ideal = CARD_INSET + (wide - 2 * CARD_INSET) * WINDOW_SHAPE + CARD_TEXT
    row_high = TABLES if resume else CONTINUE
    buttons_high = BUTTON + (button_rows - 1) * (BUTTON + GAP)
    below = CONTINUE_GAP + row_high + BUTTON_GAP + buttons_high
    for header, hints in ((HEADER, HINTS), (HEADER, 0), (HEADER_SHORT, 0)):
        fixed = TOP + header + HEADER_GAP + below + hints + BOTTOM + GAP * (rows - 1)
        high = min(ideal, (height - fixed) / rows)
        if high >= 0.86 * ideal:
            break
    left = (width - columns * wide - GAP * (columns - 1)) / 2
    content = width - 2 * left
    y = TOP + max(0.0, height - fixed - rows * high) * 0.42
    head = (left, y, content, float(header))
    y += header + HEADER_GAP
    game_cards = _grid(left, y, wide, high, columns, GAP, GAME_CARDS)
    y += rows * high + GAP * (rows - 1)
    line = (left, y + CONTINUE_GAP, content, float(row_high))
    going_on, daily = _halves(line, GAP, resume=resume)
    y += below - buttons_high
    across = -(-buttons // button_rows)
    wide = (content - GAP * (across - 1)) / across
    grid = _grid(left, y, wide, BUTTON, across, GAP, buttons)
    middle = y + buttons_high + 32 if hints else None
    return MenuPlan(head, game_cards, going_on, daily, grid, middle, small=False)


def _small(
    width: float, height: float, columns: int, buttons: Sequence[float], *, resume: bool
) -> MenuPlan:
    """The small form: a header with buttons of given widths, cards that fill the room, and a row
    below.
    """
    margin = control_sizes.MARGIN_NARROW
    rows = -(-GAME_CARDS // columns)
    content = width - 2 * margin
    row_high = SMALL_TABLES if resume else SMALL_CONTINUE
    below = SMALL_GAP + row_high
    room = height - SMALL_HEADER - below - margin - SMALL_GAP * (rows - 1)
    high = min(SMALL_CARD_MOST, room / rows)
    wide = (content - SMALL_GAP * (columns - 1)) / columns
    y = SMALL_HEADER + (room - high * rows) * 0.42
    game_cards = _grid(margin, y, wide, high, columns, SMALL_GAP, GAME_CARDS)
    y += rows * high + SMALL_GAP * rows
    going_on, daily = _halves((margin, y, content, float(row_high)), SMALL_GAP, resume=resume)
    lefts = [width - margin - sum(buttons[n:]) - SMALL_BUTTON_GAP * (len(buttons) - n - 1)
             for n in range(len(buttons))]  # fmt: skip
    top = (SMALL_HEADER - SMALL_BUTTON) / 2
    areas = tuple((x, top, w, SMALL_BUTTON) for x, w in zip(lefts, buttons, strict=True))
    head = (margin, 0.0, lefts[0] - margin - NAME_GAP, float(SMALL_HEADER))
    return MenuPlan(head, game_cards, going_on, daily, areas, None, small=True)


def _halves(room: Area, gap: float, *, resume: bool) -> tuple[Area | None, Area]:
    """The areas of the unfinished tables at the left and of the daily deals at the right; without
    tables None, and the daily deals in the middle.
    """
    left, top, width, high = room
    half = (width - gap) / 2
    if not resume:
        alone = max(half, min(width, DAILY_LEAST))
        return None, (left + (width - alone) / 2, top, alone, high)
    tables = (width - gap) * TABLES_SHARE
    rest = left + tables + gap
    return (left, top, tables, high), (rest, top, left + width - rest, high)


def _grid(
    x: float, y: float, w: float, h: float, columns: int, gap: float, count: int
) -> tuple[Area, ...]:
    """The areas of so many things, row by row; a last row that is not full lies in the middle."""
    found: list[Area] = []
    for first in range(0, count, columns):
        here = min(columns, count - first)
        left = x + (columns - here) * (w + gap) / 2
        top = y + first // columns * (h + gap)
        found += ((left + place * (w + gap), top, w, h) for place in range(here))
    return tuple(found)

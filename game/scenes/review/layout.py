"""The layout of a review in its window."""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.graphics.layout_breakpoints import SHORT_BELOW
from game.table.window_layout import is_portrait
from game.widgets import control_sizes
from game.widgets.look import Look

HEADER: Final = 84
HEADER_SHORT: Final = 58
FOOTER: Final = 52
"""The row of buttons below table and list."""
FOOTER_SHORT: Final = 46
INSET: Final = 16
"""Around the panels, in dp."""
INSET_SHORT: Final = 8
TABLE_SHARE: Final = 0.56
"""The table's share of the width, where the list is beside it."""
TABLE_SHARE_TALL: Final = 0.46
"""The table's share of the height, where the list is below it."""
GRAPH_SHARE: Final = 0.42
"""The graph's share of the height of graph and list together."""
GRAPH_MOST: Final = 380


class ReviewLayout(NamedTuple):
    """The parts of a window, in pixels."""

    header: pygame.Rect
    board: pygame.Rect
    """The table."""
    steps: pygame.Rect
    """Below the table: the buttons that move along the line, and the remark on the move."""
    graph: pygame.Rect
    list: pygame.Rect
    ways: pygame.Rect
    """The buttons below the list."""
    short: bool
    margin: int


def review_layout(size: tuple[int, int], look: Look) -> ReviewLayout:
    """The parts of a window of a size: side by side, or below each other where it is upright."""
    (width, height), px = size, look.px
    short = look.scale.dp(height) < SHORT_BELOW
    inset, footer = px(INSET_SHORT if short else INSET), px(FOOTER_SHORT if short else FOOTER)
    header = pygame.Rect(0, 0, width, px(HEADER_SHORT if short else HEADER))
    body = pygame.Rect(0, header.bottom, width, height - header.h).inflate(-2 * inset, -2 * inset)
    if is_portrait(width, height):
        left = pygame.Rect(body.topleft, (body.w, round(body.h * TABLE_SHARE_TALL)))
        right = pygame.Rect(body.x, left.bottom + inset, body.w, body.bottom - left.bottom - inset)
    else:
        left = pygame.Rect(body.topleft, (round(body.w * TABLE_SHARE), body.h))
        right = pygame.Rect(left.right + inset, body.y, body.right - left.right - inset, body.h)
    board = pygame.Rect(left.topleft, (left.w, left.h - footer))
    steps = pygame.Rect(left.x, board.bottom, left.w, footer)
    room = right.h - footer - inset
    high = min(round(room * GRAPH_SHARE), px(GRAPH_MOST))
    graph = pygame.Rect(right.topleft, (right.w, high))
    rows = pygame.Rect(right.x, graph.bottom + inset, right.w, room - high)
    ways = pygame.Rect(right.x, rows.bottom, right.w, footer)
    margin = px(control_sizes.MARGIN_NARROW if short else control_sizes.MARGIN)
    return ReviewLayout(header, board, steps, graph, rows, ways, short, margin)

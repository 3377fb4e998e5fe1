"""The controls of a review: back, copy, graph, list, the steps, the buttons below the list; and
where everything is in its window.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import pygame

from game.core.translatable_texts import Wording
from game.desktop.commands import ENTER, Chord, Command, Control, Row
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.graphics import fonts
from game.graphics.scale import SHORT_BELOW, Reflow
from game.scenes.review.graph import WorthGraph
from game.system.language import Language
from game.table.window_layout import is_portrait
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import ButtonKind, ToolButton, button_of
from game.widgets.list_view import ListRow, ListView
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
BACK_SIDE: Final = 48
STEP_SIDE: Final = 40
BUTTON: Final = 40
ROW: Final = 50
PADDING: Final = 10
"""Between the panel of the list and its rows."""


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
    """The parts of a window of a size: side by side or, in an upright window, below each other."""
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


class ReviewTool(Control):
    """The controls of a review."""

    BACK = "back", Command.BACK.row
    COPY = "copy", Row(
        keys=Command.COPY.row.keys, icon="copy", caption=Wording("Copy"),
        tip=Wording("Copy the review as text"),
    )  # fmt: skip
    MISTAKE_BEFORE = (
        "mistake-before",
        Row(keys=(Chord(pygame.K_LEFT, ctrl=True),), icon="left", tip=Wording("Previous mistake")),
    )
    STEP_BACK = (
        "step-back",
        Row(keys=Command.UNDO.row.keys, icon="step-back", tip=Wording("One move back")),
    )
    STEP_ON = (
        "step-on",
        Row(keys=Command.REDO.row.keys, icon="step-on", tip=Wording("One move forward")),
    )
    MISTAKE_AHEAD = (
        "mistake-ahead",
        Row(keys=(Chord(pygame.K_RIGHT, ctrl=True),), icon="right", tip=Wording("Next mistake")),
    )
    LIST = "mistakes"
    SHORTER = "shorter", Row(
        keys=Command.SHOW_ME.row.keys, icon="eye", caption=Wording("Show the shorter path"),
        tip=Wording("From here to where the two paths meet, or to the end"),
    )  # fmt: skip
    PLAY = "play-from-here", Row(
        keys=ENTER, icon="play", caption=Wording("Play from here"),
        tip=Wording("Return to the table and play from this position"),
    )  # fmt: skip


STEPS: Final = (
    ReviewTool.MISTAKE_BEFORE, ReviewTool.STEP_BACK, ReviewTool.STEP_ON, ReviewTool.MISTAKE_AHEAD,
)  # fmt: skip
"""The buttons that go along the line, from the left."""


class ReviewControls:
    """Makes and places the controls; the scene does what they ask for."""

    def __init__(
        self,
        _: Language,
        graph: WorthGraph,
        draw_row: Callable[[pygame.Surface, ListRow], None],
        row_words: Callable[[int], list[str]],
    ) -> None:
        """The last two draw and tell a row of the list."""
        self._ = _
        self.graph = graph
        self.list = ListView(ReviewTool.LIST, draw_row, row_height=ROW)
        self.list.row_words = row_words
        self.list.spoken = _("Costly moves")
        small = fonts.BUTTON_SMALL
        self.back = button_of(ReviewTool.BACK, _, height=BACK_SIDE)
        self.copy = button_of(ReviewTool.COPY, _, style=small, worded=True)
        self.steps = {tool: ToolButton.of(tool, _) for tool in STEPS}
        self.play = button_of(ReviewTool.PLAY, _, kind=ButtonKind.PRIMARY, style=small, worded=True)
        self.shorter = button_of(ReviewTool.SHORTER, _, style=small, worded=True)
        self.shorter.why_off = _("no shorter path is known from here")

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        beside = [self.back, self.copy, self.graph, self.list, self.shorter, self.play]
        return [*beside, *self.steps.values()]

    def place(self, look: Look, frame: ReviewLayout, key_hints: KeyHints) -> None:
        """Place all controls but the buttons below the list. The tooltips of the steps that go by
        one name the keys of a device.
        """
        for step in (ReviewTool.STEP_BACK, ReviewTool.STEP_ON):
            self.steps[step].key = key_name(step, self._, key_hints)
        bar, high, px = frame.header, look.px(BUTTON), look.px
        side = min(px(BACK_SIDE), bar.h - px(12))
        self.back.place(look, pygame.Rect(frame.margin, bar.centery - side // 2, side, side))
        narrow = look.scale.dp(bar.w) < Reflow.NARROW.value
        self.copy.label = "" if narrow else ReviewTool.COPY.caption(self._)
        wide = max(high, self.copy.natural_size(look)[0]) if self.copy.label else high
        area = pygame.Rect(bar.right - frame.margin - wide, bar.centery - high // 2, wide, high)
        self.copy.place(look, area)
        self.graph.place(look, frame.graph)
        self.list.place(look, frame.list.inflate(-2 * px(PADDING), -2 * px(PADDING // 2)))
        side, x = px(STEP_SIDE), frame.steps.x
        for button in self.steps.values():
            button.place(look, pygame.Rect(x, frame.steps.bottom - side, side, side))
            x += side + px(4)

    def place_ways(self, look: Look, frame: ReviewLayout, *, lost: bool) -> None:
        """Place the two buttons below the list. The first shows another way, and shortens or drops
        its label to fit; `lost`: the move made instead loses the win.
        """
        row, gap, high = frame.ways, look.px(control_sizes.GAP), look.px(BUTTON)
        y, _ = row.bottom - high, self._
        self.shorter.label = _("Show the winning path") if lost else _("Show the shorter path")
        wanted = [button.natural_size(look)[0] for button in (self.shorter, self.play)]
        if sum(wanted) + gap > row.w:
            self.shorter.label = _("Winning path") if lost else _("Shorter path")
            wanted[0] = self.shorter.natural_size(look)[0]
        if sum(wanted) + gap > row.w:
            self.shorter.label, wanted[0] = "", high
        room = row.w - gap
        first = round(room * wanted[0] / sum(wanted))
        self.shorter.place(look, pygame.Rect(row.x, y, first, high))
        self.play.place(look, pygame.Rect(row.x + first + gap, y, room - first, high))

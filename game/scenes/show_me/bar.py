"""The bar below an answer that is shown: its controls, their words and places."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours, fonts
from game.graphics.felt import Felt
from game.graphics.scale import Scale
from game.scenes.common.steps_along_a_line import AnswerReplay
from game.system.language import Language
from game.table import window_layout
from game.table.side_bar import Tool
from game.table.window_layout import Box, TableFrame, WindowShape
from game.widgets.base import Widget, WidgetAction
from game.widgets.button import Button, ToolButton
from game.widgets.look import Look
from game.widgets.slider import LabelledSlider, SliderWords, words_width

PACES_S: Final = (1.6, 1.0, 0.6, 0.35, 0.18)
"""Between two moves, slowest first."""
HEIGHT: Final = 64
SQUARE: Final = 46
MARGIN: Final = 16
GAP: Final = 8
GROUPS: Final = 26
"""The gap in dp between the buttons, the line and the pace."""
NEAR: Final = 14
"""Between a slider and its words."""
SMALL_HEIGHT: Final = 44
SMALL_SQUARE: Final = 34
SMALL_MARGIN: Final = 6
SMALL_GROUPS: Final = 14
SMALL_SCALE: Final = 0.8
SMALL_MOST: Final = 1.3
"""The largest scale, for a density of 1, at which a small window's bar has room for two sliders."""
TIGHT_WIDTH: Final = 318
"""The width in dp of a small window's bar with a pace button and the line below its words."""
LINE_LEAST: Final = 170
LABELLED: Final = 1000
"""The least width in dp of a bar whose button to play from here has words."""
PACE_WIDTHS: Final = (110, 64)


class ShowMeTool(StrEnum):
    """The bar's controls; the value names the control in traces."""

    BACK_ONE = "step-back"
    PAUSE = "pause"
    ON_ONE = "step-on"
    LINE = "moves"
    PACE = "pace"
    PLAY = "play-from-here"


class MovesSlider(LabelledSlider):
    """A slider over the moves of the answer. It takes no keys: the scene handles them."""

    def key_down(self, event: pygame.event.Event) -> WidgetAction | None:
        """Leave all keys to the scene."""
        return None


class ShowMeBar:
    """The bar at the bottom of the window, in place of the table's side bar."""

    def __init__(self, replay: AnswerReplay, pace: int, _: Language, *, plays: bool) -> None:
        """`pace`: the first pace, an index into PACES_S. `plays`: there is a button to play on from
        the position shown.
        """
        self._replay, self._, self._plays = replay, _, plays
        self._pace = pace
        self._tight = False
        """There is no room for the slider of the pace."""
        self._over_cards: tuple[pygame.Surface, pygame.Rect] | None = None
        """The bar's picture and its area in a small window, where columns reach below it."""
        self.rename()

    def leave_tool(self) -> Tool:
        """The button back to the game."""
        return Tool(
            Command.BACK, "back", self._("Back"), self._("Back"), key_name(Command.BACK, self._)
        )

    def rename(self) -> None:
        """Make all controls, in the language of now."""
        _ = self._
        pages = [key_name(command, _) for command in (Command.UNDO_TEN, Command.REDO_TEN)]
        ends = [key_name(command, _) for command in (Command.START, Command.END)]
        ten = _("Go to any move  ·  ten at a time: {back}, {on}").format(back=pages[0], on=pages[1])
        self._back = ToolButton(
            ShowMeTool.BACK_ONE,
            "step-back",
            tooltip=_("One move back"),
            key=key_name(Command.UNDO, _),
        )
        self.pause = ToolButton(ShowMeTool.PAUSE, "pause", key=key_name(Command.SPACE, _))
        self._on = ToolButton(
            ShowMeTool.ON_ONE,
            "step-on",
            tooltip=_("One move forward"),
            key=key_name(Command.REDO, _),
        )
        self._play = Button(ShowMeTool.PLAY, _("Play from here"), "cards", style=fonts.BUTTON_SMALL,
                            height=SQUARE, tooltip=_("Play from here"), key="P")  # fmt: skip
        self._line = MovesSlider(
            ShowMeTool.LINE, 0, self._replay.last, 0, tooltip=ten, key="  ".join(ends)
        )
        last = len(PACES_S) - 1
        self._slider = LabelledSlider(ShowMeTool.PACE, 0, last, self._pace, ticks=True, key="+  -")
        self._slider.spoken = _("Speed")
        self._pace_button = ToolButton(ShowMeTool.PACE, "clock", key="+  -")
        self._back.why_off, self._on.why_off = _("this is the start"), _("this is the end")

    @property
    def widgets(self) -> list[Widget]:
        """All controls, in the order of Tab."""
        return [*self._buttons, self._line, self._pace_button if self._tight else self._slider]

    @property
    def _buttons(self) -> list[Button | ToolButton]:
        buttons: list[Button | ToolButton] = [self._back, self.pause, self._on]
        return [*buttons, self._play] if self._plays else buttons

    # What they show

    @property
    def pace(self) -> int:
        """The place in PACES_S of the pace that is chosen."""
        return self._slider.value

    @property
    def wait_s(self) -> float:
        """Seconds between two moves."""
        return PACES_S[self.pace]

    def next_pace(self) -> None:
        """Choose the next faster pace; after the fastest, the slowest."""
        self._slider.value = (self.pace + 1) % len(PACES_S)

    def change_pace(self, by: int) -> None:
        """Make the pace faster by so many steps; negative: slower."""
        self._slider.value += by

    def follow(self) -> None:
        """Update the controls: how far the replay is, and which actions are possible."""
        _, replay = self._, self._replay
        self._line.value, self._line.words = replay.at, self._told()
        self._back.enabled, self._on.enabled = replay.at > 0, not replay.is_over
        self._pace = self.pace
        word = self._paces[self._pace]
        self._slider.words, self._slider.tooltip = (
            SliderWords(word, _("speed")),
            _("Speed: {pace}").format(pace=word),
        )
        self._pace_button.tooltip = self._slider.tooltip
        if replay.running:
            self.pause.icon, self.pause.tooltip = "pause", _("Stop")
        elif replay.is_over:
            self.pause.icon, self.pause.tooltip = "restart", _("Show again")
        else:
            self.pause.icon, self.pause.tooltip = "play", _("Continue")

    @property
    def _paces(self) -> tuple[str, ...]:
        _ = self._
        return _("Very slow"), _("Slow"), _("Normal"), _("Fast"), _("Very fast")

    def _told(self) -> SliderWords:
        """The words beside the line: how many moves are made, and at the end their result."""
        replay = self._replay
        count, label = self._count(replay.moves), self._goal if replay.is_over else None
        return label._replace(value=count) if label else SliderWords(count, self._unit)

    def _count(self, moves: int) -> str:
        return self._("{n} of {count}").format(n=moves, count=self._replay.all_moves)

    @property
    def _unit(self) -> str:
        return self._.plural("move", "moves", self._replay.all_moves)

    @property
    def _goal(self) -> SliderWords | None:
        """The words for the result of the answer; None if there is nothing to say."""
        _, rules, end = self._, self._replay.rules, self._replay.line.positions[-1]
        if rules.is_won(end):
            return SliderWords("", _("solved"), "flag", colours.GOLD)
        if rules.facts.in_sequence:
            score = _("score {n} of {goal}").format(n=rules.score(end), goal=rules.goal)
            return SliderWords("", score, ink=colours.GOLD)
        return None

    # Where they are

    def frame(self, shape: WindowShape) -> TableFrame:
        """The layout without side bar: this bar lies below the cards. The cards keep the size and
        the x that they have at the table, so that none moves sideways when an answer is shown.
        """
        window, width, height = window_layout.frame(shape), shape.width, shape.height
        below = window.small or window.portrait
        left = 0 if below or not shape.mirrored else window.edge.right
        bottom, right = (window.edge.y, width) if below else (height, width - window.edge.w)
        edge = window.edge._replace(x=0, w=width) if below else window.edge
        high = _small(window).px(SMALL_HEIGHT) if window.small else window.text_scale.px(HEIGHT)
        bar, area = Box(left, bottom - high, right, high), window.area
        covered = max(0, area.bottom - (bar.y - area.y))
        return window._replace(side=bar, edge=edge, covered=covered)

    def arrange(self, window: TableFrame, look: Look) -> Sequence[Widget]:
        """Buttons at the left, the pace at the right, the line between them."""
        bar, self._tight = pygame.Rect(window.side), _is_tight(window)
        side, margin, groups = look.px(SQUARE), look.px(MARGIN), look.px(GROUPS)
        if window.small:
            small = _small(window)
            look = look._replace(scale=small._replace(factor=SMALL_SCALE * small.factor))
            side = small.px(SMALL_SQUARE)
            margin, groups = small.fixed(SMALL_MARGIN), small.fixed(SMALL_GROUPS)
        x = bar.left + margin
        self._play.label = self._("Play from here") if bar.w >= look.px(LABELLED) else ""
        for button in self._buttons:
            wide = button.natural_size(look)[0] if button is self._play else side
            wide = wide if self._play.label else side
            button.place(look, pygame.Rect(x, bar.centery - side // 2, wide, side))
            x += wide + look.px(GAP)
        room = pygame.Rect(x - look.px(GAP) + groups, bar.centery - side // 2, 0, side)
        room.width = bar.right - margin - room.left
        if self._tight:
            self._place_tight(look, room)
        else:
            self._place_sliders(look, room, groups)
        return self.widgets

    def _place_tight(self, look: Look, room: pygame.Rect) -> None:
        """The line below its words, and a button for the pace."""
        area = pygame.Rect(room.right - room.h, room.y, room.h, room.h)
        self._pace_button.place(look, area)
        line = pygame.Rect(room.x, room.y, area.left - look.px(2 * GAP) - room.x, room.h)
        self._line.place_below_words(look, line)

    def _place_sliders(self, look: Look, room: pygame.Rect, groups: int) -> None:
        """Place both sliders. With little room the pace loses its words, then becomes shorter."""
        near, told = look.px(NEAR), words_width(look, self._all_told())
        pace_words = words_width(look, [SliderWords(word, self._("speed")) for word in self._paces])
        ways = [(PACE_WIDTHS[0], pace_words), *((width, 0) for width in PACE_WIDTHS)]
        for wide, words in ways:
            pace = look.px(wide) + (near + words if words else 0)
            line = room.width - pace - groups
            if line - near - told >= look.px(LINE_LEAST):
                break
        area = pygame.Rect(room.right - pace, room.top, pace, room.height)
        self._slider.place_with_words(look, area, words, near)
        area = pygame.Rect(room.left, room.top, line, room.height)
        self._line.place_with_words(look, area, told, near)

    def _all_told(self) -> list[SliderWords]:
        """All words that may stand beside the line, to measure their width."""
        most = SliderWords(self._count(self._replay.all_moves), self._unit)
        return [most, self._goal or most]

    def draw_ground(
        self, target: pygame.Surface, window: TableFrame, look: Look, felt: Felt
    ) -> None:
        """The bar itself. In a small window it lies over the ends of long columns, as the bar at
        the bottom does at the table.
        """
        bar = pygame.Rect(window.side)
        look.paint.veil(target, bar, felt.side_bar_tint)
        target.fill(colours.SIDE_BAR_LINE, (bar.x, bar.y, bar.w, look.scale.line()))
        self._over_cards = (target.subsurface(bar).copy(), bar) if window.small else None

    def draw_captions(self, target: pygame.Surface, look: Look) -> None:
        """Draw the bar over cards, if it lies over any. The controls draw their own words."""
        if self._over_cards is not None:
            target.blit(*self._over_cards)


def _small(window: TableFrame) -> Scale:
    """The scale of a small window's bar: the window's, limited to what the bar has room for."""
    scale = window.text_scale
    most = max(SMALL_MOST * scale.density, window.width / TIGHT_WIDTH)
    return scale._replace(factor=min(scale.factor, most))


def _is_tight(window: TableFrame) -> bool:
    return window.small and _small(window).factor > SMALL_MOST * window.text_scale.density

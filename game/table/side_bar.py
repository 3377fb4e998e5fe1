"""The side bar of a table: its buttons with icons, captions and tooltips, where they lie, which of
them have room, and its ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, product
from typing import NamedTuple

import pygame

from game.core.translatable_texts import Translate
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints, key_name
from game.graphics import colours, fonts
from game.graphics.felt import Felt
from game.graphics.text_rendering import Align
from game.rules import Rules
from game.rules.facts import OwnButton
from game.table.window_layout import SMALL_ICON_KEEPS, Box, TableFrame, WindowShape, frame
from game.widgets.base import Widget
from game.widgets.button import CAPTION, ToolButton, caption_height
from game.widgets.look import Look
from game.widgets.number_entry import NumberEntry


class Tool(NamedTuple):
    """A command as a button of a side bar or a row of a popup menu: icon, caption and tooltip."""

    command: Command
    icon: str
    caption: str
    tooltip: str
    key: str = ""
    """The key that does it in this scene alone; empty: the command's own."""


def tool_of(command: Command, _: Translate, **values: object) -> Tool:
    """A command's own icon, caption and tooltip; `values` fill its caption."""
    return Tool(command, command.row.icon, command.caption(_, **values), command.tip(_))


def knows(rules: Rules, command: Command) -> bool:
    """True if a game has a command."""
    facts = rules.facts
    if command is Command.POLICY:
        return bool(facts.policies)
    if command is Command.REDEAL:
        return facts.redeals
    return facts.purges or command not in (Command.PURGE, Command.SPACE)


def side_bar_buttons(rules: Rules, _: Translate) -> list[list[Tool]]:
    """The groups of a game's side bar. The number field has the command NUMBER."""
    shown = [each for each in Command if each.row.bar and knows(rules, each)]
    shown.sort(key=lambda command: command.row.bar)
    tools = [_of_game(tool_of(each, _), rules, _) for each in shown]
    return [list(group) for _tens, group in groupby(tools, lambda each: each.command.row.bar // 10)]


def _of_game(own: Tool, rules: Rules, _: Translate) -> Tool:
    """A tool with the words that a game has for it: of its rule, or where all cards go home."""
    facts = rules.facts
    if own.command is Command.POLICY:
        return own._replace(tooltip=facts.policies[0].change.translated(_))
    if own.command is Command.PURGE and facts.button is OwnButton.AUTOPLAY:
        return own._replace(icon=facts.button, caption=_("Autoplay"))
    return own


PITCH_MOST = 92
FIELD_HEIGHT = 34
FIELD_INSET = 10
RULE_ABOVE = 24
"""The line between two groups is half way between them, but at most this far above the lower one,
in dp.
"""
SQUARE = 46
SMALL_SQUARE = 34
SMALL_PITCH = 50
RAIL_PITCH = 44
"""The least distance between icons for which a high window has one for each button."""
SMALL_AIR = 4
PAIR = {Command.VERDICT: Command.SHOW_ME}
"""The buttons that share a row, without captions, where not all have room for one: the second by
the first.
"""
PAIRS = {**PAIR, Command.UNDO: Command.REDO}
"""The buttons that do so where there is less room, unless the text is enlarged: a larger text
takes no captions away.
"""
PAIR_GAP = 4
SMALL_MARGIN = 6
POLICY = fonts.TextStyle(fonts.Face.SANS_SEMIBOLD, CAPTION.size)
LABELS_FROM_PX = 28
"""The size in pixels from which on buttons have a caption below them."""


class Spacing(NamedTuple):
    """What stays free: at the ends of the bar, between two groups, below a button; in dp."""

    margin: int
    groups: int
    air: int
    least: float
    """The share of its side that a button must keep to have a name."""


ROOMY = Spacing(16, 18, 6, 0.0)
TIGHT = Spacing(10, 8, 3, 0.7)
"""The spacing where captions have no room otherwise; large text must not make buttons small."""
ALL_NAMED = Spacing(16, 18, 6, 0.75)
"""The spacing with which every button has a row and a name, where the tight one is not needed."""


Way = tuple[list[list[Tool]], Mapping[Command, Command]]
"""The groups to show, and which buttons share a row."""


class SideBar:
    """Lays the bar's controls out and draws its ground."""

    def __init__(self, rules: Rules, _: Translate) -> None:
        self._rules = rules
        self._ = _
        self._groups: list[list[Tool]] = []
        self._rules_at: list[int] = []
        self.widgets: list[Widget] = []
        self.number_entry = NumberEntry(Command.NUMBER)
        """Kept for all arrangements: what is typed there stays."""
        self.policy_area = pygame.Rect(0, 0, 0, 0)
        """Where the rule is written below its button; empty if it is not."""
        self.key_hints = KeyHints.KEYS
        """The device whose keys the tooltips name."""
        self.with_menu = False
        """The bar has a menu button in windows of every size."""
        self._pairs: Mapping[Command, Command] = PAIR
        """The buttons that share a row in this window: the second by the first."""
        self.hidden: list[list[Tool]] = []
        """The groups that have no room on the bar; the menu holds them."""

    def frame(self, window: WindowShape) -> TableFrame:
        """A window with this bar at its left, or at its right."""
        return frame(window)

    def arrange(self, window: TableFrame, look: Look) -> Sequence[Widget]:
        """Make and place the controls for a window; returns them in the order of Tab."""
        self._groups = side_bar_buttons(self._rules, self._)
        if self.with_menu:
            self._groups[0].append(tool_of(Command.MENU, self._))
        self._rules_at, self.policy_area, self.hidden = [], pygame.Rect(0, 0, 0, 0), []
        if window.small:
            self._arrange_small(window, look)
        else:
            self._arrange_full(window, look)
        return self.widgets

    def name_keys(self, key_hints: KeyHints) -> None:
        """Let the tooltips name the keys of a device."""
        self.key_hints = key_hints
        for widget in self.widgets:
            widget.key = self._key_name(Command(widget.name))

    def _key_name(self, command: Command) -> str:
        return key_name(command, self._, self.key_hints)

    def leave_tool(self) -> Tool:
        """The button to the menu."""
        return tool_of(Command.EXIT, self._)

    def _collapsed(self) -> Iterator[list[list[Tool]]]:
        """Shorter and shorter groups. First a menu button replaces the group that ends the game,
        the pair, and the last group except the map. Then those commands that leave are left out,
        one after another.
        """
        restart, undo, redo, *acts = _unpaired(self._groups[1])
        shown = [
            [tool_of(Command.MENU, self._)],
            [undo, redo, restart, *acts],
            self._groups[-1][:1],
        ]
        yield shown
        for place in sorted({each.row.leaves for each in Command} - {0}):
            shown = [[each for each in grp if each.command.row.leaves != place] for grp in shown]
            yield shown

    def _collapse(self, shown: list[list[Tool]]) -> None:
        """Show these groups; the menu holds the others."""
        commands = {tool.command for group in shown for tool in group}
        left = [[tool for tool in group if tool.command not in commands] for group in self._groups]
        self.hidden = [group for group in left if group]
        self._groups = [group for group in shown if group]

    def _arrange_small(self, window: TableFrame, look: Look) -> None:
        fixed = look.scale.fixed
        square = min(look.px(SMALL_SQUARE), window.side.w - fixed(SMALL_AIR))
        margin, air = fixed(SMALL_MARGIN), fixed(SMALL_AIR)
        room, usual = window.height - 2 * margin, look.px(SMALL_PITCH)
        # In a high window all have room but the number field.
        every = [[t for t in group if t.command is not Command.NUMBER] for group in self._groups]
        every.insert(0, [tool_of(Command.MENU, self._)])
        least = look.px(SMALL_SQUARE) * SMALL_ICON_KEEPS + air
        ways = [(every, look.px(RAIL_PITCH)), *((each, least) for each in self._collapsed())]
        for shown, enough in ways:
            icons = [tool for group in shown for tool in group]
            pitch = min(usual, room // len(icons))
            if pitch >= enough:
                break
        self._collapse(shown)
        self.widgets = []
        for number, tool in enumerate(icons):
            side = min(square, pitch - air)
            area = pygame.Rect(0, 0, side, side)
            area.center = window.side.centre[0], margin + number * pitch + pitch // 2
            self.widgets.append(self._button(tool, ""))
            self.widgets[-1].place(look, area)

    def _arrange_full(self, window: TableFrame, look: Look) -> None:
        space, pitch, square = self._fitted(window, look)
        margin = look.px(space.margin)
        self.widgets = []
        y = bottom = margin
        for index, group in enumerate(self._groups):
            if index == len(self._groups) - 1:
                end = window.height - margin
                y = max(y, end - (len(group) - 1) * pitch - self._height(look, square))
            if index:
                self._rules_at.append(y - min((y - bottom) // 2, look.px(RULE_ABOVE)))
            for tool in group:
                if tool.command in self._pairs.values():
                    continue
                height = self._place(tool, window, look, y, square)
                bottom = y + height
                y += height + look.px(4) if height > pitch else pitch
            y += look.px(space.groups)

    def _fitted(self, window: TableFrame, look: Look) -> tuple[Spacing, int, int]:
        """The spacing, the pitch and the side of the buttons, in pixels. Shows as many buttons as
        have room with captions; the menu holds the others.
        """
        grown = max(1.0, window.text_scale.factor / window.card_scale.factor)
        pairs = (PAIR, PAIRS) if grown == 1 else (PAIR,)
        ways = [*((self._groups, shared) for shared in pairs),
                *((shown, {}) for shown in self._collapsed())]  # fmt: skip
        named: list[Way] = [(self._groups, {})]
        choices = *product(named, (ALL_NAMED, TIGHT)), *product(ways, (ROOMY, TIGHT))
        for (shown, self._pairs), space in choices:
            pitch = self._pitch(window, look, space, shown)
            square = min(look.px(SQUARE), pitch - caption_height(look) - look.px(space.air))
            least = max(LABELS_FROM_PX * grown, space.least * look.px(SQUARE))
            least = min(least, look.px(SQUARE))
            if square >= least:
                break
        self._collapse(shown)
        return space, pitch, square

    def _pitch(
        self, window: TableFrame, look: Look, space: Spacing, groups: list[list[Tool]]
    ) -> int:
        """The distance from one button to the next, in pixels, for which they fill the height."""
        caption = caption_height(look)
        second = self._pairs.values()
        tools = [tool for group in groups for tool in group if tool.command not in second]
        lines = caption if any(tool.command is Command.POLICY for tool in tools) else 0
        gaps = (sum(map(bool, groups)) - 1) * look.px(space.groups)
        room = window.height - 2 * look.px(space.margin) - gaps - lines
        return min(look.px(PITCH_MOST), (room - look.px(SQUARE) - caption) // (len(tools) - 1))

    def _height(self, look: Look, square: int) -> int:
        return square + caption_height(look)

    def _place(self, tool: Tool, window: TableFrame, look: Look, y: int, square: int) -> int:
        """Make and place one control at a height; returns how much room it takes."""
        bar = window.side
        height = self._height(look, square)
        widget: Widget
        if tool.command is Command.NUMBER:
            widget = self.number_entry
            widget.tooltip, widget.key = tool.tooltip, self._key_name(tool.command)
            inset = look.px(FIELD_INSET)
            high = min(look.px(FIELD_HEIGHT), square + look.px(4))
            area = pygame.Rect(bar.x + inset // 2, 0, bar.w - inset, high)
            area.top = y + max(0, (square - area.h) // 2)
            widget.place(look, area)
        elif tool.command in self._pairs:
            return self._place_pair(tool.command, bar, look, y, square)
        else:
            widget = self._button(tool, tool.caption)
            widget.place(look, pygame.Rect(bar.centre[0] - square // 2, y, square, height))
        if tool.command is Command.POLICY:
            high = caption_height(look)
            self.policy_area = pygame.Rect(0, y + height, look.width(self._policy, POLICY), high)
            self.policy_area.centerx = bar.centre[0]
            height += high
        self.widgets.append(widget)
        return height

    def _button(self, tool: Tool, caption: str) -> ToolButton:
        key = self._key_name(tool.command)
        button = ToolButton(tool.command, tool.icon, caption, tooltip=tool.tooltip, key=key)
        button.spoken = tool.caption
        return button

    def _place_pair(self, first: Command, bar: Box, look: Look, y: int, square: int) -> int:
        """Two buttons side by side; returns how much room they take."""
        gap = look.px(PAIR_GAP)
        side = min(square, (bar.w - 3 * gap) // 2)
        left = bar.centre[0] - (2 * side + gap) // 2
        pair = [t for t in self._groups[-2] if t.command in (first, self._pairs[first])]
        for place, tool in enumerate(pair):
            button = self._button(tool, "")
            button.place(look, pygame.Rect(left + place * (side + gap), y, side, side))
            self.widgets.append(button)
        return side

    @property
    def _policy(self) -> str:
        return ", ".join(choice.short.translated(self._) for choice in self._rules.chosen)

    def draw_ground(
        self, target: pygame.Surface, window: TableFrame, look: Look, felt: Felt
    ) -> None:
        """The bar itself and the lines between its groups."""
        bar = window.side
        look.paint.veil(target, pygame.Rect(bar), felt.side_bar_tint)
        line = look.scale.line()
        inner = bar.x - line if window.mirrored else bar.right
        target.fill(colours.SIDE_BAR_LINE, (inner, 0, line, bar.h))
        for y in self._rules_at:
            inset = look.px(18)
            hairline = pygame.Rect(bar.x + inset, y, bar.w - 2 * inset, line)
            look.paint.veil(target, hairline, colours.GROUP_LINE)

    def draw_captions(self, target: pygame.Surface, look: Look) -> None:
        """Draw the texts beside the controls: the policy in gold, the number field's caption."""
        if self.policy_area:
            x, y = self.policy_area.centerx, self.policy_area.y + caption_height(look) // 2
            look.write(target, self._policy, POLICY, colours.GOLD, (x, y), Align.CENTRE)
        for widget in self.widgets:
            if isinstance(widget, NumberEntry):
                at = (widget.rect.centerx, widget.rect.bottom + caption_height(look) // 2)
                look.write(
                    target, self._("Deal no."), CAPTION, colours.SIDE_LABEL, at, Align.CENTRE
                )


def _unpaired(group: list[Tool]) -> list[Tool]:
    """A group without the buttons of PAIR."""
    return [tool for tool in group if tool.command not in {*PAIR, *PAIR.values()}]

"""A scene that is a list: rows at the left, the selected row at the right, controls above."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.scenes.common.base import (
    Change,
    OpenCalendar,
    OpenStatistics,
    OpenTable,
    Push,
    Replace,
)
from game.scenes.common.control_scene import ControlScene
from game.scenes.common.copy_and_paste import pasted_table
from game.scenes.common.global_commands import global_command
from game.scenes.common.popup_menu import PopupScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.table.side_bar import Tool, tool_of
from game.widgets import control_sizes
from game.widgets.focus import FocusGroup
from game.widgets.list_view import ListView
from game.widgets.look import Look

NONE: Final = "–"
"""Stands for a figure that is not known."""


class ListScene(ControlScene):
    """The base of list scenes. A table that they open replaces the one below, if there is one."""

    def __init__(
        self, services: Services, focus: FocusGroup, rows: ListView, *, over_table: bool
    ) -> None:
        """`over_table`: a table lies below, and a table opened from the list replaces it."""
        super().__init__(services, focus)
        self._list, self._over_table = rows, over_table

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """All controls but the list."""
        return [each.rect for each in self.focus.widgets if each is not self._list]

    def speak_count(self) -> None:
        """Tell a screen reader how many deals are listed now."""
        count = self._list.count
        said = self.services.language.plural("{n} deal", "{n} deals", count)
        self.services.speak(said.format(n=count))

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Pass an event to the list; the tooltip follows. Returns what the list makes of it."""
        change = self._use(event)
        self.follow_tooltip(event)
        return change

    def _use(self, event: pygame.event.Event) -> Change | None:
        """Handle an event; returns a change of the stack or None."""
        raise NotImplementedError

    def _open_table(self, table: OpenTable) -> Change:
        return Replace(table, 2) if self._over_table else Push(table)

    def _navigate(self, command: Command) -> Change | None:
        """Run a command that opens another scene, for the game that the list is about."""
        match command:
            case Command.CALENDAR:
                return Push(OpenCalendar(self.game, self._over_table))
            case Command.STATISTICS:
                return Push(OpenStatistics(self.game))
            case Command.PASTE:
                table = pasted_table(self.services)
                return None if table is None else self._open_table(table)
        return global_command(self.services, command, self.game)

    def _pop_up(
        self,
        groups: Sequence[list[Tool]],
        do: Callable[[Command], Change | None],
        is_enabled: Callable[[Command], bool] = lambda command: True,
        keyless: Collection[Command] = (),
    ) -> Change:
        """Open the popup of the More button: rare commands, and those not in the header.
        `keyless` as in `PopupScene`.
        """
        button = self.focus.named(Command.MORE).rect
        at = self.in_window(button.right, button.bottom + 4)
        return Push(
            PopupScene(
                self.services,
                list(groups),
                is_enabled=is_enabled,
                do=do,
                at=at,
                from_right=True,
                keyless=keyless,
            )
        )

    def _draw_felt(self, target: pygame.Surface, look: Look) -> None:
        target.blit(look.paint.felt(self.size, self.services.felt), (0, 0))

    def _traced(self, names: Callable[[int], str]) -> dict[str, list[int]]:
        """The rectangles of the controls by name, and of the rows in view as `names` names them."""
        buttons = self.focus.traced()
        for row in self._list.visible_rows():
            buttons[names(row)] = list(self._list.row_area(row).clip(self._list.rect))
        return buttons


def navigation_tools(commands: Iterable[Command], _: Language) -> list[Tool]:
    """The popup rows of the commands that leave the list."""
    return [tool_of(command, _) for command in commands]


def draw_list_heading(
    target: pygame.Surface, look: Look, title: str, words: str, back: pygame.Rect, right: int
) -> None:
    """Write a list's title, and `words` below it if they are not empty, between the back button and
    the x `right` of the next control.
    """
    left = back.right + look.px(18)
    room = right - left - look.px(control_sizes.GAP)
    at = (left, back.centery - (look.px(11) if words else 0))
    look.write(target, title, fonts.LIST_TITLE, colours.CREAM, at, room=room)
    if words:
        at = (left, back.centery + look.px(19))
        look.write(target, words, fonts.CAPTION, colours.PLATE_NUMBER, at, room=room)

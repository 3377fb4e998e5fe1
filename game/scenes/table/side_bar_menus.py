"""The menus of a table: what its side bar has no room for, all actions, the last bookmark, and a
larger number field for a finger.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from game.desktop.key_bindings import Command, meaning
from game.desktop.touch import Device
from game.play.session import Session
from game.rules import Rules
from game.scenes.common.base import Change, Push, Scene
from game.scenes.table.new_deal import NewDeal
from game.scenes.table.table_protocol import TableProtocol
from game.system.language import Language
from game.table.side_bar import Tool, side_bar_buttons
from game.widgets.number_entry import NumberEntry

MENU_WIDTH, WIDE_MENU = 264, 470
MENU_GAP = 8
"""Between the side bar and its menu, in pixels."""
GROUPS: Final = (
    (Command.SECOND, Command.SPACE),
    (Command.VERDICT, Command.SHOW_ME, Command.SHOW_SHORTEST),
    (
        Command.START, Command.END, Command.VIEW_BEFORE, Command.FORGET, Command.UNDO_TEN,
        Command.REDO_TEN, Command.BRANCH_BEFORE, Command.BRANCH_AHEAD, Command.SWITCH_PATH,
        Command.FOLLOW_ANSWER, Command.FOLLOW_BEST,
    ),
    (Command.RETURN, Command.SWAP, Command.DROP),
    (Command.COPY, Command.PASTE, Command.STATISTICS, Command.FULLSCREEN, Command.SCREENSHOT),
    (Command.QUIT,),
)  # fmt: skip
"""What the menu of all actions holds: every command without a button."""
SPOKEN: Final = (Command.SPEAK_PILE, Command.SPEAK_TABLE, Command.SPEAK_MOVES)
"""What it holds besides while a screen reader is on."""


class TableMenus:
    """Opens the menus of one table."""

    def __init__(self, table: TableProtocol, new_deal: NewDeal) -> None:
        self._table, self._services, self._new_deal = table, table.services, new_deal
        self._ = table.services.language

    @property
    def _session(self) -> Session:
        return self._table.session

    def open_menu(self, first: Command | None = None) -> Change:
        """The commands that the side bar has no room for; `first` has the focus."""
        _, all_tools = self._, side_bar_buttons(self._session.rules, self._)
        *groups, last = self._table.table_picture.hidden_tools or [all_tools[0], all_tools[-1]]
        more = Tool(Command.MORE, "menu", _("All actions"), "")
        rest = [
            *last,
            Tool(Command.REVIEW, "eye", _("Review"), _("What each move cost")),
            Tool(Command.STATISTICS, "statistics", _("Statistics"), _("Your results so far")),
            *([more] if self._needs_all_actions else []),
        ]
        return Push(self._popup([*groups, rest], first=first))

    @property
    def _needs_all_actions(self) -> bool:
        """Whether the menu must lead to every command, because the player may have no keyboard."""
        return self._services.card_cursor or self._services.devices.touched

    def open_all_actions(self) -> Change:
        """Open the menu of the commands that have no button."""
        heard = self._services.devices.screen_reader
        groups = command_menu(self._session.rules, self._, heard=heard)
        return Push(self._popup(groups, width=WIDE_MENU))

    def _popup(
        self,
        groups: Sequence[Sequence[Tool]],
        width: int = MENU_WIDTH,
        first: Command | None = None,
    ) -> Scene:
        """Commands in a column beside the side bar."""
        # Imported late, so that a table opens sooner.
        from game.scenes.common.popup_menu import PopupScene

        at, from_right = self._beside_bar
        return PopupScene(
            self._services,
            groups,
            is_enabled=lambda c: c is not Command.POLICY or not self._session.in_progress,
            do=self._table.do,
            start=self._new_deal.start_number,
            start_again=self._new_deal.start_again,
            first=first,
            at=at,
            from_right=from_right,
            width=width,
        )

    def _dial(self) -> Change:
        from game.scenes.common.popup_menu import open_number_field

        at, from_right = self._beside_bar
        return open_number_field(
            self._services, self._new_deal.start_number, at=at, from_right=from_right
        )

    @property
    def _beside_bar(self) -> tuple[tuple[int, int], bool]:
        """Where a popup opens, and whether that is its right corner."""
        bar = self._table.table_picture.cards.frame.side
        return (bar.x - MENU_GAP if bar.x else bar.right + MENU_GAP, MENU_GAP), bar.x > 0

    def open_bookmarks(self) -> Change | None:
        """Open the menu for the last bookmark."""
        from game.scenes.common.popup_menu import PopupScene

        _, marks = self._, self._session.history.bookmarks
        edge = self._table.table_picture.cards.frame.edge
        if not marks:
            self._table.show(self._session.drop_bookmark())
            return None
        depth = marks[-1].step.moves
        rows = [
            Tool(Command.RETURN, "bookmark-filled", _("Go to it (move {n})").format(n=depth), ""),
            Tool(Command.SWAP, "switch", _("Go there and bookmark here"), ""),
            Tool(Command.DROP, "trash", _("Remove it"), ""),
        ]
        spot = self._table.table_picture.focus.named("figure-bookmarks").rect
        upright = edge.w < edge.h
        at = (edge.x - MENU_GAP, spot.y) if upright else (spot.right, 0)
        popup = PopupScene(
            self._services, [rows], is_enabled=lambda command: True, do=self._table.do,
            at=at if edge.x or not upright else (edge.right + MENU_GAP, spot.y),
            from_right=bool(edge.x) or not upright, from_below=not upright,
        )  # fmt: skip
        return Push(popup)

    def type_number(self) -> Change | None:
        """Put the focus into the number field: the bar's or, where that has none, the menu's. For
        a finger a larger field opens beside the bar.
        """
        if self._services.devices.last is Device.TOUCH:
            return self._dial()
        focus = self._table.table_picture.focus
        field = next((each for each in focus.widgets if isinstance(each, NumberEntry)), None)
        if field is None:
            return self.open_menu(Command.NUMBER)
        focus.focus(field, ring=True)
        self._table.stale = True
        return None


def command_menu(rules: Rules, _: Language, *, heard: bool = False) -> list[list[Tool]]:
    """The entries of the menu in groups. `heard`: a screen reader is on."""
    unknown = set() if rules.facts.purges else {Command.SPACE}
    groups = (SPOKEN, *GROUPS) if heard else GROUPS
    return [[_tool(command, _) for command in group if command not in unknown] for group in groups]


def _tool(command: Command, _: Language) -> Tool:
    words = meaning(command, _)
    return Tool(command, "", words[:1].upper() + words[1:], "")

"""The controls of the library, and where everything is in its window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import fonts
from game.graphics.scale import Reflow, reflow
from game.record.library_filter_and_sort import ANY_GAME, LibraryFilter
from game.rules import RULES
from game.scenes.common.list_controls import BUTTON, ROW_GAP, ListControls
from game.scenes.library.detail import room_wanted
from game.system.language import Language
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.choices import Segmented
from game.widgets.list_view import Headings, ListRow, ListView
from game.widgets.look import Look
from game.widgets.text_entry import TextEntry

SEARCH_WIDTH = 300
SEARCH_SMALL = 190
MOST_SEARCHED = 60


class LibraryTool(StrEnum):
    """The controls of the library that are no commands; the value names the control in traces."""

    GAME = "game"
    STATE = "state"
    SEARCH = "search"
    HEADS = "heads"
    DEALS = "deals"
    RENAME = "rename"
    NOTE = "note"
    DELETE = "delete"
    UNDELETE = "undelete"


class LibraryControls(ListControls):
    """Makes and places the controls; the scene does what they ask for."""

    strip = 92
    filters = 62, 50

    def __init__(self, _: Language, draw_row: Callable[[pygame.Surface, ListRow], None]) -> None:
        self._ = _
        rows, heads = ListView(LibraryTool.DEALS, draw_row), Headings(LibraryTool.HEADS)
        super().__init__(rows, heads, room_wanted, _)
        self.focus.widgets = self._made()
        self.focus.goes_round = True
        self.focus.focus(self.rows)

    def _made(self) -> list[Widget]:
        _ = self._
        self.rows.spoken = _("My games")
        self.search = TextEntry(
            LibraryTool.SEARCH, most=MOST_SEARCHED, placeholder=_("Search"), icon="search",
            tooltip=_("Search names, numbers and notes"), key=key_name(LibraryTool.SEARCH, _),
        )  # fmt: skip
        games = [(ANY_GAME, _("All games")), *((n, make().title) for n, make in RULES.items())]
        states = [
            (LibraryFilter.ALL, _("All")),
            (LibraryFilter.BEGUN, _("In progress")),
            (LibraryFilter.ALONE, _("Unaided")),
            (LibraryFilter.HELPED, _("With help")),
            (LibraryFilter.DAILY, _("Daily")),
        ]
        self.game = Segmented(LibraryTool.GAME, games, ANY_GAME, tooltip=_("Game"))
        self.state = Segmented(LibraryTool.STATE, states, LibraryFilter.ALL, tooltip=_("Status"))
        return [
            Button(Command.BACK, "", "back", tooltip=_("Back"), key=key_name(Command.BACK, _)),
            self.search,
            Button(Command.LIST, "", "list", tooltip=_("The list of deals"),
                   key=key_name(Command.LIST, _)),
            Button(Command.MORE, "", "menu", tooltip=_("More")),
            self.game,
            self.state,
            self.heads,
            self.rows,
            *self._actions(),
        ]  # fmt: skip

    def _actions(self) -> list[Widget]:
        _, small = self._, fonts.BUTTON_SMALL
        self.acts = [
            Button(Command.SHOW_ME, "", "step-on", style=small, tooltip=_("Show the best solution"),
                   key=key_name(Command.SHOW_ME, _)),
            Button(Command.MAP, "", "map", style=small, tooltip=_("The map"),
                   key=key_name(Command.MAP, _)),
            Button(Command.REVIEW, "", "eye", style=small, tooltip=_("What each move cost"),
                   key=key_name(Command.REVIEW, _)),
            Button(Command.COPY, "", "copy", style=small, tooltip=_("Copy the deal"),
                   key=key_name(Command.COPY, _)),
            Button(LibraryTool.RENAME, "", "name", style=small, tooltip=_("Rename"),
                   key=key_name(LibraryTool.RENAME, _)),
            Button(LibraryTool.NOTE, "", "note", style=small, tooltip=_("Note"),
                   key=key_name(LibraryTool.NOTE, _)),
            Button(LibraryTool.DELETE, "", "trash", style=small, tooltip=_("Delete"),
                   key=key_name(LibraryTool.DELETE, _)),
            Button(LibraryTool.UNDELETE, "", "undo", style=small, tooltip=_("Undo delete"),
                   key=key_name(LibraryTool.UNDELETE, _)),
        ]  # fmt: skip
        self.play = Button(Command.PLAY, _("Open"), "play", kind=ButtonKind.PRIMARY,
                           style=fonts.BUTTON_LARGE, tooltip=_("Open"),
                           key=key_name(Command.PLAY, _))  # fmt: skip
        return [self.play, *self.acts]

    def follow_language(self) -> None:
        """Remake all controls but the rows in another language; their values are kept."""
        game, state, text = self.game.value, self.state.value, self.search.text
        self.focus.renew(self._made())
        self.game.value, self.state.value, self.search.text = game, state, text

    # Layout

    def place(self, look: Look, size: tuple[int, int], *, low: bool = False) -> None:
        """Fit a window. `low`: the selected deal lies below the list at any width of the window."""
        form = Reflow.SMALL if low else reflow(look.scale.text_dp(size[0]))
        self.lay_out(look, size, form)

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """Place the buttons and the search."""
        side, gap = look.px(control_sizes.BUTTON_HEIGHT), look.px(control_sizes.GAP)
        y = area.centery - side // 2
        named = self.focus.named
        named(Command.BACK).place(look, pygame.Rect(area.x, y, side, side))
        x = area.right - side
        for name in (Command.MORE, Command.LIST):
            named(name).place(look, pygame.Rect(x, y, side, side))
            x -= side + gap
        wide = look.px(SEARCH_SMALL if self.is_low else SEARCH_WIDTH)
        high = look.px(BUTTON if self.is_low else control_sizes.FIELD_HEIGHT)
        x += side
        self.search.place(look, pygame.Rect(x - wide, area.centery - high // 2, wide, high))

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """Place both choices side by side. One without room for its segments becomes a stepper."""
        gap = look.px(control_sizes.GAP)
        wide = [choice.natural_size(look)[0] for choice in (self.game, self.state)]
        if sum(wide) + gap > area.w:
            # The state keeps its segments if they fit beside the game as a stepper.
            least = look.px(190)
            wide = [least, min(wide[1], area.w - gap - least)]
            if wide[1] < self.state.natural_size(look)[0]:
                wide = [(area.w - gap) // 2] * 2
        high = self.game.natural_size(look)[1]
        y = area.centery - high // 2
        self.game.place(look, pygame.Rect(area.x, y, wide[0], high))
        self.state.place(look, pygame.Rect(area.x + wide[0] + gap, y, wide[1], high))

    def place_actions(self, look: Look) -> None:
        """Place the buttons below the detail."""
        padding, gap = look.px(control_sizes.PANEL_PADDING), look.px(ROW_GAP)
        inner = self.side.inflate(-2 * padding, -2 * padding)
        high, half = look.px(BUTTON), -(-len(self.acts) // 2)
        y = inner.bottom - high
        for row in (self.acts[half:], self.acts[:half]):
            _place_row(look, row, pygame.Rect(inner.x, y, inner.w, high), gap)
            y -= high + gap
        large = look.px(control_sizes.BUTTON_HEIGHT_LARGE)
        y += high - large
        self.play.label = self._("Open")
        self.play.place(look, pygame.Rect(inner.x, y, inner.w, large))
        self.detail = pygame.Rect(inner.x, inner.y, inner.w, y - gap - inner.y)

    def place_strip(self, look: Look) -> None:
        """Place the selected deal at the left, the buttons in two rows at the right."""
        inner = self.side.inflate(-2 * look.px(12), -2 * look.px(8))
        gap, wide = look.px(6), look.px(250)
        left, half = inner.right - wide, -(-len(self.acts) // 2)
        high = (inner.h - gap) // 2
        rows: Sequence[list[Button]] = (self.acts[:half], self.acts[half:])
        for place, row in enumerate(rows):
            area = pygame.Rect(left, inner.y + place * (high + gap), wide - look.px(70), high)
            _place_row(look, row, area, gap)
        open_area = pygame.Rect(inner.right - look.px(64), inner.y, look.px(64), inner.h)
        self.play.label = ""
        self.play.place(look, open_area)
        self.detail = pygame.Rect(inner.x, inner.y, left - inner.x - look.px(10), inner.h)


def _place_row(look: Look, row: Sequence[Button], area: pygame.Rect, gap: int) -> None:
    wide = (area.w - gap * (len(row) - 1)) // max(1, len(row))
    for place, button in enumerate(row):
        button.place(look, pygame.Rect(area.x + place * (wide + gap), area.y, wide, area.h))

"""The scene with the list of a game's deals: shows the record of each deal, and opens it."""

from __future__ import annotations

from typing import Any, Final

import pygame

from game.core import deals
from game.core.level_packs import Pack, number_of
from game.desktop.commands import Command, chords_of, command_of
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.touch import Device
from game.record.deal_list import DealFilter, ListColumn, ListedDeal, Listing
from game.rules import Rules
from game.scenes.common.base import Change, OpenLibrary, OpenTable, Pop, Replace
from game.scenes.common.deal_sources import read_remaining, tell_no_number
from game.scenes.common.list_scene import ListScene, navigation_tools
from game.scenes.common.popup_menu import open_number_field
from game.scenes.common.services import Services
from game.scenes.deals.controls import SHOW_ALL, DealControls
from game.scenes.deals.copy_import_export_and_clear import (
    ask_to_clear,
    can_clear,
    copy_answer,
    export_answers,
    import_found,
)
from game.scenes.deals.header_and_hints import HeaderAndHints
from game.scenes.deals.listed_packs import ListedPacks, packs_at, packs_with
from game.scenes.deals.rows import DealRows
from game.scenes.deals.selection import DealSelection
from game.table.side_bar import Tool
from game.widgets.base import Cancelled, Changed, Pressed, Refused, Submitted, WidgetAction
from game.widgets.list_view import ListRow
from game.widgets.number_entry import digit_of

NAVIGATION_COMMANDS: Final = (
    Command.LIBRARY,
    Command.HELP,
    Command.OPTIONS,
    Command.STATISTICS,
    Command.QUIT,
)
"""The commands that leave the list."""


def list_of(
    services: Services,
    rules: Rules,
    *,
    deck: str = "",
    pack: Pack | None = None,
    over_table: bool = False,
    place: str = "",
) -> DealsScene:
    """The scene for a game and policy, with its own packs and the player's; the parameters are the
    fields of `OpenDeals`.
    """
    if pack is None:
        packs, shown = packs_at(services, rules, deck, place)
    else:
        packs, shown = packs_with(services, rules, pack)
    return DealsScene(services, packs, pack=shown, deck=deck, over_table=over_table)


class DealsScene(ListScene):
    """The list of one pack; a control in the header switches to the other packs."""

    name = "list"
    least_room = (560, 400)

    def __init__(
        self,
        services: Services,
        packs: list[Pack],
        *,
        pack: int = 0,
        deck: str = "",
        over_table: bool = False,
    ) -> None:
        """`packs` are all that can be chosen, `pack` is the index of the one to open with. `deck`:
        the 52 letters of the deal to select; empty: the one played last. `over_table`: a table
        lies below, and a table opened from the list replaces it.
        """
        self._ = services.language
        self._packs = ListedPacks(services, packs, pack)
        self._columns = self._made_columns()
        names = self._packs.names()
        stars = self._rules.facts.par_is_shortest
        self._controls = DealControls(
            self._, names, pack, self._draw_row, services.worded, stars=stars
        )
        self._frame = HeaderAndHints(self._, self._controls, services.shown_key)
        super().__init__(services, self._controls.focus, self._controls.rows, over_table=over_table)
        self._list.row_words = self._row_words
        self._selection = DealSelection(services, self._packs, self._controls)
        self._begin_pack(deck)
        self._list.spoken = self._rules.title

    @property
    def game(self) -> str | None:
        """The game of the pack shown."""
        return self._rules.name

    @property
    def _rules(self) -> Rules:
        return self._packs.rules

    @property
    def pack(self) -> Pack:
        """The pack shown."""
        return self._packs.listing.pack

    @property
    def _listing(self) -> Listing:
        return self._packs.listing

    # What is shown

    def _made_columns(self) -> DealRows:
        shortest = self._rules.facts.par_is_shortest
        return DealRows(self._, self._packs.moves_in, par_is_shortest=shortest)

    def _begin_pack(self, deck: str) -> None:
        """Show the rows of the pack, and select the deal `deck`; if that is empty, the one played
        last.
        """
        self._controls.offer_grades(graded=self._listing.is_graded)
        self._selection.fill(deck or self._packs.last_played())
        self._packs.tell_problems()

    def _row_words(self, row: int) -> list[str]:
        """A row as a screen reader hears it."""
        return self._columns.words(self._listing.rows[row])

    def follow_language(self) -> None:
        """Remake all controls in the other language; their values are kept."""
        self._columns = self._made_columns()
        self._controls.follow_language(self._packs.names(), self._packs.shown)
        self._selection.follow()

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        graded = self._listing.is_graded
        self._controls.heads.show(self._columns.fit(self.scale.dp(self.size[0]), graded=graded))
        self._controls.place(self.look, self.size)
        self.stale = True

    def resume(self) -> Change | None:
        """Read the record again: a deal may have been solved."""
        self._selection.read_again()
        if self._packs.take_more():
            self.follow_language()
            self.place(self.size)
        return read_remaining(self.services) or super().resume()

    # Events

    @property
    def heading(self) -> str:
        """The game, and how many deals are listed."""
        count = self._.plural("{n} deal", "{n} deals", len(self._listing.rows))
        return f"{self._rules.title}, {count.format(n=len(self._listing.rows))}"

    def _use(self, event: pygame.event.Event) -> Change | None:
        """Keys of the list first, then the controls."""
        if event.type == pygame.KEYDOWN and self.focus.focused is self._list:
            command = _list_command(event)
            if command is not None:
                return self._do(command)
            if event.key == pygame.K_RIGHT and self._controls.is_low:
                # No control lies right of the rows, and hundreds of rows lie before the next one.
                self.focus.focus(self._controls.actions[Command.PLAY], ring=True)
                return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            # Not through the focus group: the keyboard stays with the rows.
            column = self._controls.heads.value_at(event.pos)
            if isinstance(column, ListColumn):
                self._sort(column)
                return None
        action = self.focus.handle(event)
        change: Change | None = None
        if isinstance(action, Refused):
            tell_no_number(self.services)
        elif action is not None:
            change = self._act(action)
        elif event.type == pygame.KEYDOWN:
            change = self._key(event)
        if not self._controls.number.focused:
            self._selection.end_typing()
        return change

    def _sort(self, column: ListColumn) -> None:
        self._listing.sort(column)
        self._selection.fill(self._selection.deck)

    def _act(self, action: WidgetAction) -> Change | None:
        match action:
            case Pressed(name):
                return self._press(name)
            case Submitted("number", number):
                return self._play_number(number)
            case Submitted("deals", _):
                return self._do(Command.PLAY)
            case Changed("deals", _):
                self._selection.follow()
            case Changed("heads", ListColumn() as column):
                self._sort(column)
            case Changed("number", str() as text):
                self._selection.follow_typing(text)
            case Cancelled("number"):
                self.focus.focus(self._list)
            case Changed("show", DealFilter() as show):
                self._listing.show = show
                self._rearrange()
            case Changed("pack", int() as number):
                self._packs.show(number)
                self._begin_pack(self._selection.deck)
                self.place(self.window)
        return None

    def _press(self, name: str) -> Change | None:
        """React to the button of a name."""
        if name.startswith("difficulty-"):
            self._listing.toggle_difficulty(int(name[-1]))
            self._rearrange()
        elif name == SHOW_ALL:
            self._show_all()
        else:
            return self._do(Command(name))
        return None

    def _show_all(self) -> None:
        """Take all filters away."""
        self._listing.show_all()
        self._controls.show.value = DealFilter.ALL
        self._rearrange()

    def _rearrange(self) -> None:
        self._listing.arrange()
        self._selection.fill(self._selection.deck)
        self.speak_count()

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = _list_command(event) or command_of(event)
        # The 6 of a French keyboard writes '-', which is a key of the table. Others write '?'.
        if digit_of(event) and command is not Command.HELP:
            self.focus.focus(self._controls.number, ring=True)
            action = self.focus.handle(event)
            return None if action is None else self._act(action)
        return None if command is None else self._do(command)

    def _do(self, command: Command) -> Change | None:
        entry = self._selection.entry
        match command:
            case Command.BACK:
                return Pop()
            case Command.LIST | Command.LIBRARY:
                return Replace(OpenLibrary(self._rules.name, self._over_table))
            case Command.PLAY:
                return self._play(entry)
            case Command.MORE | Command.MENU:
                return self._more()
            case Command.NUMBER if self.services.devices.last is Device.TOUCH:
                field = self._controls.number.rect
                at = self.in_window(field.right, field.top)
                return open_number_field(self.services, self._play_number, at=at, from_right=True)
            case Command.NUMBER:
                self.focus.focus(self._controls.number, ring=True)
            case Command.IMPORT:
                return import_found(self.services, self.pack)
            case Command.EXPORT:
                return export_answers(self.services, self._rules, self.pack)
            case Command.COPY | Command.CLEAR if entry is not None:
                if command is Command.CLEAR:
                    return ask_to_clear(self.services, self._rules, entry.level)
                copy_answer(self.services, self._rules, entry.level)
        self._selection.go(command)
        return self._navigate(command)

    def _more(self) -> Change:
        _, entry, records = self._, self._selection.entry, list[Tool]()
        harder = Tool(
            Command.NEXT_HARDER, "up", _("Next harder"), "", key_name(Command.NEXT_HARDER, _)
        )
        if self._rules.facts.answers_files:
            records += [
                Tool(Command.IMPORT, "folder", _("Import solutions"), ""),
                Tool(Command.EXPORT, "save", _("Export solutions"), ""),
            ]
        records.append(Tool(Command.CLEAR, "trash", _("Clear this deal’s history"), ""))

        def can(command: Command) -> bool:
            if command is not Command.CLEAR:
                return True
            return entry is not None and can_clear(self.services, self._rules, entry.level)

        return self._pop_up([[harder], records, self._navigation_tools()], self._do, can)

    def _navigation_tools(self) -> list[Tool]:
        shown = {str(widget.name) for widget in self.focus.widgets}
        return navigation_tools((each for each in NAVIGATION_COMMANDS if each not in shown), self._)

    def _play(self, entry: ListedDeal | None, *, typed: bool = False) -> Change | None:
        if entry is None:
            return None
        level, listing = entry.level, self._listing
        return self._open(
            OpenTable(
                self._rules, level.deck, number_of(level.id, level.deck),
                par=listing.par_of(entry), typed=typed, pack=listing.pack.place_of(level),
            )
        )  # fmt: skip

    def _open(self, table: OpenTable) -> Change:
        self._selection.note_last_played()
        return self._open_table(table)

    def _play_number(self, number: int) -> Change | None:
        """Play the deal of a number: that of the list, which is selected if it is shown, else the
        one that the number means everywhere. The focus goes back to the rows.
        """
        self.focus.focus(self._list)
        entry = self._listing.entry_of(number)
        if entry is None:
            return self._open(OpenTable(self._rules, deals.deck_of(number), number, typed=True))
        rows = self._listing.rows
        self._selection.select(rows.index(entry) if entry in rows else -1)
        return self._play(entry, typed=True)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw felt, header, both panels and the controls."""
        look = self.look
        self._draw_felt(target, look)
        listing = self._listing
        self._frame.draw(target, look, self._rules, listing)
        self._controls.heads.sorted_by(listing.sorted_by, down=listing.descending)
        for n, button in self._controls.difficulties.items():
            button.selected = n in listing.difficulties
        self._selection.draw_detail(target, look)
        self.focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        self._columns.draw_row(target, self.look, row, self._listing.rows[row.index])

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the id of the deal selected."""
        buttons = self._traced(lambda row: f"deal-{self._listing.rows[row].level.id}")
        entry = self._selection.entry
        return {"buttons": buttons, "selected": "" if entry is None else entry.level.id}


def _list_command(event: pygame.event.Event) -> Command | None:
    """What Tab, H, Ctrl+R and Ctrl+C do while the list has the focus."""
    for command in (
        *(Command.NEXT_UNSOLVED, Command.PREVIOUS_UNSOLVED, Command.NEXT_HARDER),
        *(Command.RANDOM_UNSOLVED, Command.COPY),
    ):
        if any(chord.fits(event) for chord in chords_of(command)):
            return command
    return None

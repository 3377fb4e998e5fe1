"""The scene with the list of a game's deals: shows the record of each deal, and opens it."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import pygame

from game.core import deals
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import chord_name, key_name
from game.desktop.touch import Device
from game.graphics import colours, fonts
from game.graphics.scale import SHORT_BELOW, Reflow, reflow
from game.graphics.text_rendering import Align
from game.play.level_packs import Pack
from game.record.deal_list import DIFFICULTIES, DealFilter, ListColumn, ListedDeal, Listing
from game.rules import Rules
from game.scenes.common.base import Change, OpenLibrary, OpenTable, Push
from game.scenes.common.deal_and_day_words import policy_words
from game.scenes.common.deal_sources import read_remaining, table_of, tell_no_number
from game.scenes.common.list_scene import (
    BUTTON,
    HEADS,
    ROW_GAP,
    ListScene,
    place_row,
    play_button,
)
from game.scenes.common.popup_menu import open_number_field
from game.scenes.common.services import Services
from game.scenes.deals.columns_and_detail import DealColumns, ListedDealDetail
from game.scenes.deals.copy_import_export_and_clear import (
    ask_to_clear,
    can_clear,
    copy_answer,
    export_answers,
    import_found,
)
from game.scenes.deals.listed_packs import ListedPacks, packs_at, packs_with
from game.table.side_bar import Tool, tool_of
from game.widgets import control_sizes
from game.widgets.base import Refused, Widget, WidgetAction
from game.widgets.button import Button, ButtonKind, button_of
from game.widgets.choices import Segmented
from game.widgets.look import Look, draw_key_cap, key_cap_width
from game.widgets.number_entry import NumberEntry, digit_of, least_width

PACK, NUMBER, SHOW, SHOW_ALL = "pack", "number", "show", "show-all"
NAVIGATION_COMMANDS: Final = (
    Command.LIBRARY,
    Command.HELP,
    Command.OPTIONS,
    Command.STATISTICS,
    Command.QUIT,
)
"""The commands that leave the list."""
UNSOLVED: Final = (Command.PREVIOUS_UNSOLVED, Command.NEXT_UNSOLVED, Command.RANDOM_UNSOLVED)
LIST_COMMANDS: Final = (*UNSOLVED, Command.NEXT_HARDER, Command.COPY)
"""Their keys come before those of controls while the rows have the keyboard."""
FORMS: Final = {Reflow.WIDE: 0, Reflow.SMALL: 2}
"""The forms of the columns; else 1."""
HINTS: Final = 44
NUMBER_WIDTH: Final = 250
PACK_WIDTH: Final = 280
DIFFICULTY: Final = 28
CELL: Final = 30
CELL_PITCH: Final = 34
EMPTY_LINE: Final = 44
"""The distance from the line that says that nothing is shown to the button below it, in dp."""
TITLE_ROOM: Final = 270
"""The width in dp that the header keeps free for the game's name and the line below it."""
COUNT_ROOM: Final = 84
WORD_GAP: Final = 10


def list_of(
    services: Services,
    rules: Rules,
    *,
    deck: str = "",
    pack: Pack | None = None,
    over_table: int = 0,
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


class DealsScene(ListScene[ListedDeal]):
    """The list of one pack; a control in the header switches to the other packs."""

    name = "list"
    least_room = (560, 400)
    strip = 96
    filters = 70, 56

    def __init__(
        self,
        services: Services,
        packs: list[Pack],
        *,
        pack: int = 0,
        deck: str = "",
        over_table: int = 0,
    ) -> None:
        """`packs` are all that can be chosen, `pack` is the index of the one to open with. `deck`:
        the 52 letters of the deal to select; empty: the one played last. `over_table` as in
        `OpenDeals`.
        """
        self._packs = ListedPacks(services, packs, pack)
        super().__init__(services, ListedDealDetail(services, self._packs), over_table=over_table)
        self._deck = ""
        """The 52 letters of the deal selected; empty if there is none."""
        self._before_typing: int | None = None
        """The row selected when a number began to be typed."""
        self._last_played = self._packs.last_played()
        """The 52 letters of the deal that was played last when a table was last opened."""
        self._shows_navigation = False
        """True while the navigation buttons are in the header, which has room for them."""
        self._hints = pygame.Rect(0, 0, 0, 0)
        """The area of the key hints; its height is 0 if there is no room for them."""
        self._words: list[tuple[str, int]] = []
        """The labels before the filters, each with its left edge; empty if there is no room."""
        self._well = pygame.Rect(0, 0, 0, 0)
        """The area of the background behind the difficulty buttons."""
        self._count = pygame.Rect(0, 0, 0, 0)
        """The area of the text that says how many deals are shown."""
        self._declare_actions()
        self.focus.widgets = self.build()
        self.focus.focus(self._list)
        self._list.spoken = self._rules.title
        self._begin_pack(deck)

    def _declare_actions(self) -> None:
        self.does |= {
            Command.LIST: self._open_library,
            Command.LIBRARY: self._open_library,
            Command.NUMBER: self._ask_number,
            Command.COPY: self.on_deal(self._copy),
            Command.CLEAR: self.on_deal(self._ask_to_clear),
            Command.IMPORT: lambda: import_found(self.services, self.pack),
            Command.EXPORT: lambda: export_answers(self.services, self._rules, self.pack),
            Command.NEXT_UNSOLVED: partial(self._go_unsolved, 1),
            Command.PREVIOUS_UNSOLVED: partial(self._go_unsolved, -1),
            Command.RANDOM_UNSOLVED: self._go_random,
            Command.NEXT_HARDER: self._go_harder,
            SHOW_ALL: self._show_all,
            **{f"difficulty-{n}": partial(self._toggle_difficulty, n) for n in DIFFICULTIES},
        }
        self.takes |= {
            HEADS: self._sort,
            NUMBER: self._follow_typing,
            SHOW: self._show,
            PACK: self._show_pack,
        }
        self.submits[NUMBER] = self.leave_entry

    def build(self) -> list[Widget]:
        """Make the controls but rows and headings."""
        _, small = self._, fonts.BUTTON_SMALL
        self._back = button_of(Command.BACK, _)
        self._more = Button(Command.MORE, "", "menu", tooltip=_("More"))
        names = list(enumerate(self._packs.names()))
        self._pack_choice = Segmented(PACK, names, self._packs.shown, tooltip=_("List"))
        self.number = NumberEntry(
            NUMBER,
            label=self._number_label,
            placeholder=_("Type a number"),
            tooltip=_("Play any deal"),
            key=key_name(Command.NUMBER, _),
        )
        self._navigation = [
            Button(Command.LIBRARY, "", "library", tooltip=_("My games"),
                   key=key_name(Command.LIST, _)),
            button_of(Command.HELP, _, tip=_("Help")),
            button_of(Command.OPTIONS, _),
        ]  # fmt: skip
        """The buttons that open other scenes: in the header if there is room, else in the menu."""
        shows = [
            (DealFilter.ALL, _("All")),
            (DealFilter.UNSOLVED, _("Unsolved")),
            (DealFilter.SOLVED, _("Solved")),
            *([(DealFilter.NOT_A_STAR, _("No star"))] if self._has_stars else ()),
        ]
        self._show_choice = Segmented(SHOW, shows, self._listing.show)
        self._show_choice.spoken = _("Show")
        self._difficulties = [
            Button(f"difficulty-{n}", str(n), kind=ButtonKind.CELL, style=fonts.SEGMENT)
            for n in DIFFICULTIES
        ]
        for n, button in zip(DIFFICULTIES, self._difficulties, strict=True):
            button.spoken = f"{_('Difficulty')} {n}"
        self._all = Button(SHOW_ALL, _("Show all deals"), height=control_sizes.BUTTON_HEIGHT_SMALL)
        """Removes all filters; shown only while they leave no deal."""
        self._play = play_button(_, _("Play"))
        self._unsolved = [button_of(command, _, style=small) for command in UNSOLVED]
        tip = _("Copy your best solution")
        self._copy_button = button_of(Command.COPY, _, style=small, tip=tip)
        return self._shown()

    def _shown(self) -> list[Widget]:
        """The controls that are shown, in the order of Tab."""
        return [
            self._back,
            *([self._pack_choice] if len(self._packs.packs) > 1 else ()),
            self.number,
            *(self._navigation if self._shows_navigation else ()),
            self._more,
            self._show_choice,
            *(self._difficulties if self._listing.is_graded else ()),
            self.heads,
            self._list,
            *([self._all] if self._is_empty else ()),
            self._play,
            *self._unsolved,
            self._copy_button,
        ]

    def _show_controls(self) -> None:
        """Show the controls that there is something for now; the focus does not get lost."""
        before, ring = self.focus.focused, self.focus.ring_shown
        self.focus.widgets = self._shown()
        if before is not None and self.focus.focused is None:
            self.focus.focus(self._list if before is self._all else self._more, ring=ring)

    @property
    def _number_label(self) -> str:
        return self._("Deal number, 0 to 999999")

    @property
    def _elsewhere_label(self) -> str:
        _ = self._
        return self.services.worded(_("Not listed: press Enter to play"), _("Not in the list"))

    # The pack

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

    @property
    def deals(self) -> list[ListedDeal]:
        """Those of the pack that the filters leave."""
        return self._listing.rows

    @property
    def _is_empty(self) -> bool:
        """True if the filters leave no deal of the pack."""
        return not self._listing.rows and bool(self._listing.entries)

    @property
    def _has_stars(self) -> bool:
        return self._rules.facts.par_is_shortest

    def _begin_pack(self, deck: str) -> None:
        """Show the rows of the pack, and select the deal `deck`; if that is empty, the one played
        last.
        """
        self._fill(deck or self._packs.last_played())
        self._packs.tell_problems()

    def _show_pack(self, place: int) -> None:
        self._packs.show(place)
        self._begin_pack(self._deck)
        self.place(self.window)

    def resume(self) -> Change | None:
        """Read the packs and the record again. Another deal that was played at the table, a new
        one or one by its number, becomes the selected one. If a filter hides the selected deal now,
        the one that has come into its row is selected.
        """
        row, deck = self._list.selected, self._deck
        last = self._packs.last_played()
        if last != self._last_played:
            deck = self._last_played = last
        self._packs.read_again()
        self._fill(deck)
        if self._listing.row_of(deck) < 0:
            self.select(min(row, len(self.deals) - 1))
        if self._packs.take_more():
            self.follow_language()
            self.place(self.size)
        return read_remaining(self.services) or super().resume()

    # The selected deal

    def _fill(self, deck: str) -> None:
        """Show the rows, and select the deal `deck`; if that is not shown, the easiest unsolved
        deal, else the first.
        """
        self._show_controls()
        listing = self._listing
        found = (listing.row_of(deck), listing.next_harder(), min(0, len(self.deals) - 1))
        self.fill(next((row for row in found if row >= 0), -1))
        self._place_all()

    def follow(self) -> None:
        """As the base says; the controls show order and filters."""
        super().follow()
        listing = self._listing
        self.heads.sorted_by(listing.sorted_by, down=listing.descending)
        for n, button in zip(DIFFICULTIES, self._difficulties, strict=True):
            button.selected = n in listing.difficulties
        self._deck = "" if self.selected is None else self.selected.deck
        unsolved = any(not deal.solved for deal in self.deals)
        self._play.enabled = self.selected is not None
        self._copy_button.enabled = self.selected is not None and self.selected.best is not None
        for button in self._unsolved:
            button.enabled = unsolved

    def _go_unsolved(self, step: int) -> None:
        self.select(self._listing.unsolved_from(self._list.selected, step))

    def _go_random(self) -> None:
        self.select(self._listing.random_unsolved(self._list.selected))

    def _go_harder(self) -> None:
        harder = self._listing.next_harder(self._list.selected)
        self.select(harder)
        if harder < 0:
            self.services.tell(self._("No harder unsolved deal in this list"))

    # Filters and order

    def _sort(self, column: ListColumn) -> None:
        self._listing.sort(column)
        self._fill(self._deck)

    def _show(self, show: DealFilter) -> None:
        self._listing.show = show
        self._rearrange()

    def _toggle_difficulty(self, difficulty: int) -> None:
        self._listing.toggle_difficulty(difficulty)
        self._rearrange()

    def _show_all(self) -> None:
        """Take all filters away."""
        self._listing.show_all()
        self._show_choice.value = DealFilter.ALL
        self._rearrange()

    def _rearrange(self) -> None:
        self._listing.arrange()
        self._fill(self._deck)
        self.speak_count()

    # A number that is typed

    def _follow_typing(self, text: str) -> None:
        """Select the deal whose id is typed; if there is none, the one selected before typing."""
        if self._before_typing is None:
            self._before_typing = self._list.selected
        listing, number = self._listing, self.number.value
        row = listing.row_of_id(text) if text else -1
        listed = number is None or listing.entry_of(number) is not None
        self.number.label = self._number_label if listed else self._elsewhere_label
        self.select(row if row >= 0 else self._before_typing)

    def leave_entry(self, value: int | None) -> Change | None:
        """Play the deal of a number: that of the list, which is selected if it is shown, else the
        one that the number means everywhere. The focus goes back to the rows.
        """
        self.focus.focus(self._list)
        if value is None:
            return None
        self.number.value = None
        deal = self._listing.entry_of(value)
        if deal is None:
            return self._open(OpenTable(self._rules, deals.deck_of(value), value, named=True))
        self.select(self.deals.index(deal) if deal in self.deals else -1)
        return self.play(deal, named=True)

    def _ask_number(self) -> Change | None:
        if self.services.devices.last is not Device.TOUCH:
            self.focus.focus(self.number, ring=True)
            return None
        at = self.in_window(self.number.rect.right, self.number.rect.top)
        return open_number_field(self.services, self.leave_entry, at=at, from_right=True)

    # Events

    @property
    def heading(self) -> str:
        """The game, and how many deals are listed."""
        count = self._.plural("{n} deal", "{n} deals", len(self.deals))
        return f"{self._rules.title}, {count.format(n=len(self.deals))}"

    def handle(self, event: pygame.event.Event) -> Change | None:
        """As the base says; a click on a heading leaves the keyboard with the rows."""
        column = self.heads.value_at(event.pos) if event.type == pygame.MOUSEBUTTONDOWN else None
        if isinstance(column, ListColumn):
            self._sort(column)
            self.follow_tooltip(event)
            return None
        change = super().handle(event)
        if self._before_typing is not None and not self.number.focused:
            # After Enter, Escape or a move to another control. The selection stays.
            self._before_typing, self.number.label = None, self._number_label
            self.refresh()
        return change

    def take_key(self, event: pygame.event.Event) -> bool:
        """The keys of the list come before those of its controls."""
        if self.focus.focused is not self._list:
            return False
        command = next((each for each in LIST_COMMANDS if each.fits(event)), None)
        if command is not None:
            self.do(command)
        elif event.key == pygame.K_RIGHT and self.is_low:
            # No control lies right of the rows, and hundreds of rows lie before the next one.
            self.focus.focus(self._play, ring=True)
        else:
            return False
        return True

    def act(self, action: WidgetAction) -> Change | None:
        """As the base says; what is no number is told."""
        if isinstance(action, Refused):
            tell_no_number(self.services)
        return super().act(action)

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """A digit is typed into the number; there no letter is a command."""
        if self.number.is_letter(event) and not Command.HELP.fits(event):
            tell_no_number(self.services)
            return None
        # The 6 of a French keyboard writes '-', which is a key of the table. Others write '?'.
        if not digit_of(event) or Command.HELP.fits(event):
            return super().press_key(event)
        self.focus.focus(self.number, ring=True)
        action = self.focus.handle(event)
        return None if action is None else self.act(action)

    # Commands

    def more(self) -> Change:
        """Open the popup of rare commands, and of those that the header has no room for."""
        _, shown = self._, {str(each.name) for each in self.focus.widgets}
        harder, records = tool_of(Command.NEXT_HARDER, _), [tool_of(Command.CLEAR, _)]
        if self._rules.facts.answers_files:
            records[:0] = [
                Tool(Command.IMPORT, "folder", _("Import solutions"), ""),
                Tool(Command.EXPORT, "save", _("Export solutions"), ""),
            ]
        leading = [tool_of(each, _) for each in NAVIGATION_COMMANDS if each not in shown]
        return self.pop_up([harder], records, leading, can=self._can)

    def _can(self, command: Command) -> bool:
        """True if a command of the popup has something to do."""
        deal = self.selected
        return command is not Command.CLEAR or (
            deal is not None and can_clear(self.services, self._rules, deal.level)
        )

    def _open_library(self) -> Change:
        return Push(OpenLibrary(self._rules.name, self.over_table_above))

    def _copy(self, deal: ListedDeal) -> None:
        copy_answer(self.services, self._rules, deal.level)

    def _ask_to_clear(self, deal: ListedDeal) -> Change:
        return ask_to_clear(self.services, self._rules, deal.level)

    def play(self, deal: ListedDeal, *, named: bool = False) -> Change:
        """Open a deal. `named` as in `OpenTable`."""
        pack, par = self._listing.pack, self._listing.par_of(deal)
        return self._open(table_of(self._rules, pack, deal.level, par, named=named))

    def _open(self, table: OpenTable) -> Change:
        self._last_played = self._packs.last_played()
        return self.open_table(table)

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        look, form = self.look, reflow(self.scale.dp(self.size[0]))
        self.columns = DealColumns(
            self._, FORMS.get(form, 1), stars=self._has_stars, graded=self._listing.is_graded
        )
        self.heads.show(self.columns.headings())
        hints = form is not Reflow.SMALL and self.scale.dp(self.size[1]) >= SHORT_BELOW
        foot = look.px(HINTS) if hints else 0
        self.lay_out(form, foot)
        rows = self._list.rect
        self._hints = pygame.Rect(rows.x, rows.bottom, rows.w, foot)
        self._place_all()

    def _place_all(self) -> None:
        """Place the button that shows all deals, in the middle of the list."""
        if not self._is_empty or not any(self.size):
            return
        area = pygame.Rect((0, 0), self._all.natural_size(self.look))
        area.center = self._list.rect.center
        area.y += self.look.px(EMPTY_LINE) // 2
        self._all.place(self.look, area.clamp(self._list.rect))

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """The buttons and the fields."""
        side, gap = look.px(control_sizes.BUTTON_HEIGHT), look.px(control_sizes.GAP)
        small = self.is_low
        number = look.px(180), look.px(BUTTON)
        if not small:
            high = look.px(control_sizes.FIELD_HEIGHT)
            labels = self._number_label, self._elsewhere_label
            number = max(look.px(NUMBER_WIDTH), least_width(look, high, labels)), high
        pack = look.px(150 if small else PACK_WIDTH), look.px(control_sizes.SEGMENTS_HEIGHT)
        fields: list[tuple[Widget, tuple[int, int]]] = [(self.number, number)]
        fields += [(self._pack_choice, pack)] if len(self._packs.packs) > 1 else []
        taken = 2 * side + look.px(TITLE_ROOM) + sum(wide + gap for _, (wide, _) in fields)
        navigation = len(self._navigation) * (side + gap)
        self._shows_navigation = not small and taken + navigation <= area.w
        self._show_controls()
        buttons = [self._more, *(self._navigation[::-1] if self._shows_navigation else ())]
        square = (side, side)
        self._back.place(look, pygame.Rect((area.x, area.centery - side // 2), square))
        self.place_from_right(look, area, [*((each, square) for each in buttons), *fields])

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """The filters with their labels, and the number of deals."""
        show, graded = self._show_choice, self._listing.is_graded
        natural, height = show.natural_size(look)
        gap = look.px(control_sizes.GUTTER)
        well = look.px(5 * CELL_PITCH + control_sizes.SEGMENTS_INSET) if graded else 0
        words = [self._("Show"), self._("Difficulty") if graded else ""]
        indents = [look.width(word, fonts.PAGE_TEXT) + look.px(WORD_GAP) for word in words]
        if natural + gap + well + sum(indents) + look.px(COUNT_ROOM) > area.w:
            words, indents = [], [0, 0]
        width = min(natural, max(look.px(120), area.w - well - look.px(control_sizes.GAP)))
        x = area.x + indents[0]
        show.place(look, pygame.Rect(x, area.centery - height // 2, width, height))
        left = min(x + width + gap, area.right - well - indents[1])
        self._words = list(zip(words, (area.x, left), strict=False))
        left += indents[1]
        self._well = pygame.Rect(left, area.centery - height // 2, well, height)
        self._count = pygame.Rect(left + well, area.y, area.right - left - well, area.h)
        cell = pygame.Rect(0, 0, look.px(CELL), look.px(DIFFICULTY))
        cell.centery = self._well.centery
        for place, button in enumerate(self._difficulties):
            cell.x = self._well.x + look.px(control_sizes.SEGMENTS_INSET + place * CELL_PITCH)
            button.place(look, cell)

    def place_actions(self, look: Look) -> None:
        """The buttons below the detail."""
        before, after, random = self._unsolved
        self._label_actions(short=False)
        half = (self.side.w - 2 * look.px(control_sizes.PANEL_PADDING) - look.px(ROW_GAP)) // 2
        # A button's padding may shrink to what keeps its label off the edge.
        if any(button.least_width(look) > half for button in (*self._unsolved, self._copy_button)):
            self._label_actions(short=True)
        self.place_beside(look, self._play, (before, after), (random, self._copy_button))

    def _label_actions(self, *, short: bool) -> None:
        """Give the buttons their labels; `short`: icons alone."""
        self._copy_button.label = "" if short else self._("Copy solution")
        for command, button in zip(UNSOLVED, self._unsolved, strict=True):
            button.label = "" if short else command.caption(self._)

    def place_strip(self, look: Look) -> None:
        """The deal below the list: two figures and the buttons side by side."""
        self._label_actions(short=True)
        inner = self.side.inflate(-2 * look.px(12), -2 * look.px(10))
        side, gap = min(look.px(BUTTON), inner.h // 2 - 2), look.px(6)
        wide = look.px(150)
        self._play.place(look, pygame.Rect(inner.right - wide, inner.y, wide, side))
        row = pygame.Rect(inner.right - wide, inner.bottom - side, wide, side)
        place_row(look, [*self._unsolved, self._copy_button], row, gap)
        self.detail_area = pygame.Rect(inner.x, inner.y, inner.w - wide - 12, inner.h)

    # Drawing

    def summary(self) -> tuple[str, str]:
        """The game's name, the list's totals and its policy."""
        _, listing = self._, self._listing
        text = _.plural("{n} of {count} solved", "{n} of {count} solved", listing.solved)
        words = [text.format(n=_.number(listing.solved), count=_.number(len(listing.entries)))]
        if listing.unaided < listing.solved:
            words.append(_("Unaided {n}").format(n=_.number(listing.unaided)))
        if listing.stars:
            stars = _.plural("{n} star", "{n} stars", listing.stars).format(n=listing.stars)
            words.append(stars)
        words.append(policy_words(self._rules, _))
        return self._rules.title, "  ·  ".join(filter(None, words))

    def draw_words(self, target: pygame.Surface, look: Look) -> None:
        """The ground of the filters and their labels, the number of deals shown, the key hints."""
        radius, edge = look.px(control_sizes.SEGMENTS_RADIUS), look.scale.line()
        if self._well.w:
            look.paint.box(target, self._well, radius, colours.WELL, colours.WELL_EDGE, edge)
        for word, x in self._words:
            look.write(target, word, fonts.PAGE_TEXT, colours.DIM, (x, self._well.centery))
        count = len(self.deals)
        text = self._.plural("{n} deal", "{n} deals", count).format(n=self._.number(count))
        if look.width(text, fonts.CAPTION) <= self._count.w - look.px(control_sizes.GAP):
            at = self._count.midright
            look.write(target, text, fonts.CAPTION, colours.DIM, at, Align.RIGHT)
        self._draw_hints(target, look, self._hints)

    def draw_empty(self, target: pygame.Surface, look: Look) -> None:
        """Say that the filters leave no deal."""
        rows = self._list.rect
        at = (rows.centerx, self._all.rect.y - look.px(EMPTY_LINE) // 2)
        if self._is_empty and at[1] > rows.top:
            text = self._("No deals match these filters")
            look.write(target, text, fonts.ROW, colours.DIM, at, Align.CENTRE, rows.w)

    def _draw_hints(self, target: pygame.Surface, look: Look, area: pygame.Rect) -> None:
        """The keys of the list in a row, as many as there is room for."""
        _, x, y = self._, area.x, area.centery
        hints = (
            (key_name(Command.NEXT_UNSOLVED, _), _("next unsolved")),
            (key_name(Command.PREVIOUS_UNSOLVED, _), _("previous")),
            (key_name(Command.RANDOM_UNSOLVED, _), _("random")),
            (key_name(Command.PLAY, _), _("play")),
            (key_name(Command.NEXT_HARDER, _), _("next harder deal")),
            (key_name(Command.COPY, _), _("copy")),
            (key_name(Command.HELP, _), _("help")),
            (chord_name(Command.BACK.row.keys[-1], _), _("back")),
        )
        shown = [(self.services.shown_key(key), text) for key, text in hints]
        for key, text in [each for each in shown if each[0]] if area.h else ():
            cap = key_cap_width(look, key) + look.px(8)
            width = cap + look.width(text, fonts.CAPTION)
            if x + width > area.right:
                return
            draw_key_cap(target, look, key, x, y)
            look.write(target, text, fonts.CAPTION, colours.DIM, (x + cap, y))
            x += width + look.px(20)

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the id of the deal selected."""
        selected = "" if self.selected is None else self.selected.level.id
        buttons = self.traced_rows(lambda deal: f"deal-{deal.level.id}")
        return {"buttons": buttons, "selected": selected}

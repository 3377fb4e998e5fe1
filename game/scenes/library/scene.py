"""The library: every deal that was ever touched, and the commands on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import pygame

from game.core.translatable_texts import Wording
from game.desktop.commands import Chord, Command, Control, Row, command_of
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_events import holds_ctrl
from game.graphics import colours, fonts
from game.graphics.scale import Reflow, reflow
from game.graphics.text_rendering import Align
from game.record.library_filter_and_sort import (
    ANY_GAME,
    Library,
    LibraryColumn,
    LibraryDeal,
    LibraryFilter,
    RestorableDeal,
)
from game.rules import RULES
from game.scenes.common.base import Change, OpenDeals, OpenTable, Pop, Push, Replace
from game.scenes.common.control_scene import name_of_key
from game.scenes.common.copy_and_paste import copy_deal
from game.scenes.common.dialog_scene import DialogScene
from game.scenes.common.list_scene import (
    BUTTON,
    HEADS,
    ListScene,
    place_row,
    play_button,
)
from game.scenes.common.services import Services
from game.scenes.library.columns_and_detail import (
    LibraryColumns,
    LibraryDetail,
    game_words,
    state_words,
)
from game.scenes.library.import_and_export import ask_to_import, export_games
from game.storage import DealKey, StorageError
from game.system.folders import levels_folder
from game.table.side_bar import Tool, tool_of
from game.widgets import control_sizes
from game.widgets.base import Pressed, Submitted, Widget
from game.widgets.button import CAPTION, Button, ButtonKind, ToolButton, button_of
from game.widgets.choices import Segmented
from game.widgets.look import Look
from game.widgets.text_entry import TextEntry

GAME, STATE = "game", "state"


class LibraryTool(Control):
    """The controls of the library that are no commands."""

    SEARCH = "search", Row(
        keys=(Chord(pygame.K_f, ctrl=True),), icon="search",
        caption=Wording("Search"), tip=Wording("Search names, numbers and notes"),
    )  # fmt: skip
    RENAME = "rename", Row(
        keys=(Chord(pygame.K_F2),), icon="name", caption=Wording("Rename"), tip=Wording("Rename"),
    )  # fmt: skip
    NOTE = "note", Row(
        keys=(Chord(pygame.K_e, ctrl=True),), icon="note",
        caption=Wording("Note"), tip=Wording("Note"),
    )  # fmt: skip
    DELETE = "delete", Row(
        keys=(Chord(pygame.K_DELETE),), icon="trash",
        caption=Wording("Delete"), tip=Wording("Delete"),
    )  # fmt: skip
    UNDELETE = "undelete", Row(
        keys=(Chord(pygame.K_z, ctrl=True),), icon="undo",
        caption=Wording("Restore"), tip=Wording("Undo delete"),
    )  # fmt: skip


POPUP_COMMANDS: Final = (
    Command.CALENDAR, Command.STATISTICS, Command.HELP, Command.OPTIONS, Command.QUIT,
)  # fmt: skip
"""The commands of the popup that leave the library, in its order."""
SEARCH_WIDTH: Final = 300
SEARCH_SMALL: Final = 190
LEAST_GAME: Final = 190
"""The width in dp of the choice of the game where it is a stepper."""
MOST_SEARCHED: Final = 60
MOST_NAME: Final = 60
"""The greatest length of a name, in letters."""
MOST_NOTE: Final = 300


class LibraryScene(ListScene[LibraryDeal]):
    """The list at the left, the deal selected at the right."""

    name = "library"
    least_room = (640, 400)
    strip = 92
    filters = 62, 50
    columns: LibraryColumns

    def __init__(
        self,
        services: Services,
        game: str | None = None,
        over_table: int = 0,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`game`: the game of the list below, from which the library was opened; None: there is
        none. `over_table` as in `OpenDeals`.
        """
        super().__init__(services, LibraryDetail(services), over_table=over_table)
        self._from, self._clock = game, clock
        self._library = Library((), levels_folder(), lambda rules: {})
        self._key: DealKey | None = None
        """Of the deal selected."""
        self.does |= {
            Command.LIST: self._open_list,
            Command.SHOW_ME: self.on_deal(partial(self.play, then=Command.SHOW_ME)),
            Command.MAP: self.on_deal(partial(self.play, then=Command.MAP)),
            Command.REVIEW: self.on_deal(partial(self.play, then=Command.REVIEW)),
            Command.COPY: self.on_deal(self._copy),
            Command.IMPORT: lambda: ask_to_import(services),
            Command.EXPORT: lambda: export_games(services),
            LibraryTool.RENAME: self.on_deal(partial(self._write, LibraryTool.RENAME)),
            LibraryTool.NOTE: self.on_deal(partial(self._write, LibraryTool.NOTE)),
            LibraryTool.DELETE: self.on_deal(self._delete),
            LibraryTool.UNDELETE: self._undelete,
            LibraryTool.SEARCH: lambda: self.focus.focus(self.search, ring=True),
        }
        self.takes |= {
            LibraryTool.SEARCH: partial(self._filter, "text"),
            GAME: partial(self._filter, "game"),
            STATE: partial(self._filter, "filter"),
            HEADS: self._sort,
        }
        self.focus.widgets = self.build()
        self.submits[LibraryTool.SEARCH] = self.leave_entry
        self.focus.goes_round = True
        self.focus.focus(self._list)

    def build(self) -> list[Widget]:
        """Make the controls but rows and headings."""
        _, library = self._, self._library
        self.columns = LibraryColumns(_, self._clock)
        self._list.spoken = _("My games")
        entry = LibraryTool.SEARCH
        self.search = TextEntry(
            entry, library.text, most=MOST_SEARCHED, placeholder=entry.caption(_),
            icon=entry.row.icon, tooltip=entry.tip(_), key=key_name(entry, _),
        )  # fmt: skip
        games = [(ANY_GAME, _("All games")), *((n, make().title) for n, make in RULES.items())]
        states = [
            (LibraryFilter.ALL, _("All")),
            (LibraryFilter.BEGUN, _("In progress")),
            (LibraryFilter.ALONE, _("Unaided")),
            (LibraryFilter.HELPED, _("With help")),
            (LibraryFilter.DAILY, _("Daily")),
        ]
        self._game_choice = Segmented(GAME, games, library.game, tooltip=_("Game"))
        self._state_choice = Segmented(STATE, states, library.filter, tooltip=_("Status"))
        self._acts: dict[ToolButton, str] = {
            ToolButton.of(Command.SHOW_ME, _): Command.SHOW_ME.caption(_),
            ToolButton.of(Command.MAP, _): Command.MAP.caption(_),
            ToolButton.of(Command.REVIEW, _): Command.REVIEW.caption(_),
            ToolButton.of(Command.COPY, _): _("Copy"),
        }
        for each in LibraryTool:
            if each is not LibraryTool.SEARCH:
                self._acts[ToolButton.of(each, _)] = each.caption(_)
        show, see, _review, copy, *_others = self._acts
        show.icon, show.tooltip = "step-on", _("Show the best solution")
        see.tooltip, copy.tooltip = _("The map"), _("Copy the deal")
        self._play = play_button(_, _("Open"))
        return [
            button_of(Command.BACK, _),
            self.search,
            button_of(Command.LIST, _, tip=_("The list of deals")),
            Button(Command.MORE, "", "menu", tooltip=_("More")),
            self._game_choice,
            self._state_choice,
            self.heads,
            self._list,
            self._play,
            *self._acts,
        ]

    # What is shown

    @property
    def game(self) -> str | None:
        """The game of the selected deal; without one, that of the list that the library was opened
        from.
        """
        return self._from if self.selected is None else self.selected.rules.name

    @property
    def heading(self) -> str:
        """What the list holds."""
        return self._("My games")

    @property
    def deals(self) -> Sequence[LibraryDeal]:
        """Those that the filters leave."""
        return self._library.rows

    def resume(self) -> Change | None:
        """Read the library again: deals may have been played."""
        self._read()
        return super().resume()

    def _read(self) -> None:
        try:
            rows = self.services.game_store.storage.library()
        except StorageError as error:
            self.services.tell(error.sentence(self._))
            rows = []
        library = Library(rows, levels_folder(), self.services.daily.days_of)
        library.follow(self._library)
        self._library = library
        self._arrange()

    def _arrange(self) -> None:
        """Filter and sort. The selected deal stays selected; if it is not shown, its row does."""
        library, row = self._library, self._list.selected
        library.arrange(self._words())
        self.heads.sorted_by(library.sorted_by, down=library.descending)
        at = -1 if self._key is None else library.row_of(self._key)
        self.fill(at if at >= 0 else min(max(row, 0), len(library.rows) - 1))

    def _words(self) -> Callable[[LibraryDeal], str]:
        """Return a function: what a search finds of a deal besides its title, number and note."""
        states, _ = state_words(self._), self._
        return lambda deal: f"{game_words(deal, _)} {states[deal.standing]}"

    def _filter(self, by: str, value: object) -> None:
        """Show other deals; `by`: the attribute of the library."""
        setattr(self._library, by, value)
        self._arrange()
        self.speak_count()

    def _sort(self, column: LibraryColumn) -> None:
        self._library.sort(column)
        self._arrange()

    def follow(self) -> None:
        """As the base says."""
        super().follow()
        deal = self.selected
        self._key = None if deal is None else deal.row.key
        can: dict[str, bool] = {
            Command.SHOW_ME: deal is not None and deal.row.best is not None,
            LibraryTool.UNDELETE: bool(self.services.deleted),
        }
        for button in (self._play, *self._acts):
            button.enabled = can.get(button.name, deal is not None)

    # Events

    def press_key(self, event: pygame.event.Event) -> Change | None:
        """As the base says, but what is typed begins a search, and does nothing else."""
        ctrl, text = holds_ctrl(event.mod), event.unicode
        typed = (text.isalnum() or text == "-") and not ctrl
        if not typed and (name_of_key(self.does, event) or command_of(event)):
            return super().press_key(event)
        if text and text.isprintable() and not ctrl:
            self.focus.focus(self.search, ring=True)
        return None

    def leave_entry(self, value: int | None) -> Change | None:
        """Return to the rows; after Escape, empty the search first."""
        if value is None and self.search.text:
            self.search.text = ""
            self._filter("text", "")
        self.focus.focus(self._list)
        return None

    # Commands

    def play(self, deal: LibraryDeal, then: Command | None = None) -> Change:
        """Open a deal as it was left. `then`: the command to do there."""
        return self.open_table(OpenTable(deal.rules, deal.deck, deal.row.number, then=then))

    def _open_list(self) -> Change:
        """Replace the library, and a list below it, by the list of the selected deal's game."""
        deal, over, scenes = self.selected, min(1, self._over_table), 2 if self._from else 1
        if deal is None:
            listed = OpenDeals(RULES[self._from or next(iter(RULES))](), over_table=over)
        else:
            listed = OpenDeals(deal.rules, deal.row.key.deck, over_table=over, place=deal.row.pack)
        return Replace(listed, scenes)

    def more(self) -> Change:
        """Open the popup."""
        _ = self._
        moving = [
            Tool(Command.IMPORT, "folder", _("Import all games"), ""),
            Tool(Command.EXPORT, "save", _("Export all games"), ""),
        ]
        # The key of Quit is a letter, which begins a search here.
        leading = [tool_of(each, _) for each in POPUP_COMMANDS]
        return self.pop_up(moving, leading, keyless=(Command.QUIT,))

    def _copy(self, deal: LibraryDeal) -> None:
        copy_deal(self.services, deal.rules, deal.deck, deal.row.number)

    def _write(self, what: LibraryTool, deal: LibraryDeal) -> Change:
        """Ask for a deal's name or its note."""
        _, row, named = self._, deal.row, what is LibraryTool.RENAME
        title, label = (
            (_("Name of {deal}"), _("Name")) if named else (_("Note on {deal}"), _("Note"))
        )
        title = title.format(deal=f"{deal.rules.title} {deal.label}")
        text, most = (row.name, MOST_NAME) if named else (row.note, MOST_NOTE)
        storage = self.services.game_store.storage

        def take(text: str) -> None:
            try:
                about = storage.about(row.key)
                about = about._replace(name=text) if named else about._replace(note=text)
                storage.note(row.key, about)
            except StorageError as error:
                self.services.tell(error.sentence(_))

        return Push(NameAndNoteScene(self.services, title, label, text, most, take))

    # Deleting

    def _delete(self, deal: LibraryDeal) -> None:
        _ = self._
        try:
            record = self.services.game_store.delete(deal.rules, deal.deck)
        except StorageError as error:
            self.services.tell(error.sentence(_))
            return
        self.services.deleted.append(RestorableDeal(deal, record))
        self._read()
        if self.focus.focused is self.focus.named(LibraryTool.DELETE):
            # A second press would delete the next deal.
            self.focus.focus(self.focus.named(LibraryTool.UNDELETE), ring=self.focus.ring_shown)
        key = key_name(LibraryTool.UNDELETE, _)
        told = self.services.worded(
            _("{deal} deleted; until you quit, {key} restores it").replace("{key}", key),
            _("{deal} deleted; Undo delete restores it"),
        )
        self.services.tell(told.format(deal=f"{deal.rules.title} {deal.title}"))

    def _undelete(self) -> None:
        deleted = self.services.deleted
        if not deleted:
            return
        deal, record = deleted[-1]
        try:
            self.services.game_store.put_back(record)
        except StorageError as error:
            self.services.tell(error.sentence(self._))
            return
        deleted.pop()
        told = self._("{deal} restored")
        self.services.tell(told.format(deal=f"{deal.rules.title} {deal.title}"))
        self._key = deal.row.key
        self._read()

    # Layout

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window. Where words do not fit into the columns, the selected deal lies below the
        list at any width.
        """
        super().place(size)
        form = reflow(self.scale.text_dp(self.size[0]))
        self.lay_out(form)
        if not self.columns.fit(self.look, self.heads, low=form is Reflow.SMALL):
            self.lay_out(Reflow.SMALL)
            self.columns.fit(self.look, self.heads, low=True)
        self.heads.show(self.columns.headings())

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """The buttons and the search."""
        side, small, named = look.px(control_sizes.BUTTON_HEIGHT), self.is_low, self.focus.named
        square = (side, side)
        wide = look.px(SEARCH_SMALL if small else SEARCH_WIDTH)
        high = look.px(BUTTON if small else control_sizes.FIELD_HEIGHT)
        back = pygame.Rect((area.x, area.centery - side // 2), square)
        named(Command.BACK).place(look, back)
        buttons = [(named(name), square) for name in (Command.MORE, Command.LIST)]
        self.place_from_right(look, area, [*buttons, (self.search, (wide, high))])

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """Both choices side by side. One without room for its segments becomes a stepper."""
        gap = look.px(control_sizes.GAP)
        game, state = self._game_choice, self._state_choice
        (wide, high), (natural, _) = game.natural_size(look), state.natural_size(look)
        beside = natural
        if wide + natural + gap > area.w:
            # The state keeps its segments if they fit beside the game as a stepper.
            wide = look.px(LEAST_GAME)
            beside = min(natural, area.w - gap - wide)
            if beside < natural:
                wide = beside = (area.w - gap) // 2
        y = area.centery - high // 2
        game.place(look, pygame.Rect(area.x, y, wide, high))
        state.place(look, pygame.Rect(area.x + wide + gap, y, beside, high))

    def place_actions(self, look: Look) -> None:
        """The buttons below the detail."""
        self._play.label, acts = self._("Open"), [*self._acts]
        half = len(acts) // 2
        room = (self.side.w - 2 * look.px(control_sizes.PANEL_PADDING)) // half - look.px(4)
        named = all(look.width(word, CAPTION) <= room for word in self._acts.values())
        for button, word in self._acts.items():
            button.caption = word if named else ""
        self.place_beside(look, self._play, acts[:half], acts[half:], named=named)

    def place_strip(self, look: Look) -> None:
        """The selected deal at the left, the buttons in two rows at the right."""
        inner = self.side.inflate(-2 * look.px(12), -2 * look.px(8))
        acts = [*self._acts]
        for button in acts:
            button.caption = ""
        gap, wide, half = look.px(6), look.px(250), len(acts) // 2
        left, high = inner.right - wide, (inner.h - gap) // 2
        for place, row in enumerate((acts[:half], acts[half:])):
            area = pygame.Rect(left, inner.y + place * (high + gap), wide - look.px(70), high)
            place_row(look, row, area, gap)
        self._play.label, large = "", look.px(64)
        self._play.place(look, pygame.Rect(inner.right - large, inner.y, large, inner.h))
        self.detail_area = pygame.Rect(inner.x, inner.y, left - inner.x - look.px(10), inner.h)

    # Drawing

    def summary(self) -> tuple[str, str]:
        """How many deals there are, and how many of them are shown."""
        _, count, shown = self._, len(self._library.deals), len(self.deals)
        text = _.plural("{n} deal", "{n} deals", count).format(n=_.number(count))
        if shown != count:
            more = _.plural("{n} shown", "{n} shown", shown).format(n=_.number(shown))
            text = f"{text}  ·  {more}"
        return _("My games"), text

    def draw_empty(self, target: pygame.Surface, look: Look) -> None:
        """Say why there are no rows."""
        _, rows = self._, self._list.rect
        none = _("No games yet. Every deal you open appears here.")
        text = _("No deals match these filters") if self._library.deals else none
        look.write(target, text, fonts.ROW, colours.DIM, rows.center, Align.CENTRE, rows.w)

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the deal selected."""
        buttons = self.traced_rows(lambda deal: f"deal-{deal.row.key.game}-{deal.title}")
        deal = self.selected
        selected = "" if deal is None else f"{deal.rules.name} {deal.title}"
        return {"buttons": buttons, "selected": selected, "count": len(self.deals)}


SAVE, CANCEL, TEXT = "save", "cancel", "text"


class NameAndNoteScene(DialogScene):
    """The dialog for a name or a note. Enter saves, Escape cancels."""

    name = "naming"

    def __init__(
        self,
        services: Services,
        title: str,
        label: str,
        text: str,
        most: int,
        take: Callable[[str], None],
    ) -> None:
        """`label` is the entry's name for a screen reader, which has heard the title before. `take`
        is called with the text that is saved, stripped; `most`: its greatest length in letters.
        """
        super().__init__(services)
        _ = services.language
        self._take = take
        self._field = TextEntry(TEXT, text, most=most)
        self._field.spoken = label
        buttons = [
            Button(CANCEL, _("Cancel")),
            Button(SAVE, _("Save"), kind=ButtonKind.PRIMARY),
        ]
        self.ask(title, "", buttons, cancel=CANCEL, entry=self._field)

    def _answer(self, action: Pressed | Submitted) -> Change | None:
        if isinstance(action, Submitted) or action == Pressed(SAVE):
            self._take(self._field.text.strip())
        return Pop()

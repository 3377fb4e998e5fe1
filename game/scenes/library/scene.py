"""The library: every deal that was ever touched, and the commands on it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import pygame

from game.desktop.commands import PAGE_BINDINGS, Command, command_of
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.key_events import holds_ctrl
from game.graphics import colours, fonts
from game.graphics.text_rendering import Align
from game.record.library_filter_and_sort import (
    Library,
    LibraryColumn,
    LibraryDeal,
    LibraryFilter,
    RestorableDeal,
)
from game.rules import RULES
from game.scenes.common.base import Change, OpenDeals, OpenTable, Pop, Push, Replace
from game.scenes.common.copy_and_paste import copy_deal
from game.scenes.common.list_scene import ListScene, draw_list_heading, navigation_tools
from game.scenes.common.services import Services
from game.scenes.library.controls import LibraryControls, LibraryTool
from game.scenes.library.detail import LibraryDetail
from game.scenes.library.import_and_export import ask_to_import, export_games
from game.scenes.library.name_and_note import MOST_NAME, MOST_NOTE, NameAndNoteScene
from game.scenes.library.rows import LibraryRows, game_words, state_words
from game.storage import DealKey, StorageError
from game.system.folders import levels_folder
from game.table.side_bar import Tool
from game.widgets.base import Cancelled, Changed, Pressed, Submitted, WidgetAction
from game.widgets.list_view import ListRow
from game.widgets.look import Look

POPUP_COMMANDS: Final = (
    Command.CALENDAR, Command.STATISTICS, Command.HELP, Command.OPTIONS, Command.QUIT,
)  # fmt: skip
"""The commands of the popup that leave the library, in its order."""
TABLE_COMMANDS: Final = (Command.SHOW_ME, Command.MAP, Command.REVIEW)
"""Commands that open the selected deal on the table and are carried out there."""


class LibraryScene(ListScene):
    """The list at the left, the deal selected at the right."""

    name = "library"
    least_room = (640, 400)

    def __init__(
        self,
        services: Services,
        game: str | None = None,
        over_table: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`game`: the game of the list that the library was opened from. `over_table`: a table lies
        below; a deal that is opened here replaces it.
        """
        self._ = services.language
        self._from, self._clock = game, clock
        self._rows = LibraryRows(self._, clock)
        self._controls = LibraryControls(self._, self._draw_row)
        super().__init__(services, self._controls.focus, self._controls.rows, over_table=over_table)
        self._detail = LibraryDetail(services)
        self._library = Library((), levels_folder(), lambda rules: {})
        self._list.row_words = lambda row: self._rows.words(self._library.rows[row])
        self._key: DealKey | None = None
        """Of the deal selected."""
        self._ground: pygame.Surface | None = None
        """The picture below the rows, kept while only the rows change; None: draw everything."""

    @property
    def game(self) -> str | None:
        """The game of the selected deal; without one, that of the list that the library was opened
        from.
        """
        deal = self._deal
        return self._from if deal is None else deal.rules.name

    # What is shown

    @property
    def heading(self) -> str:
        """What the list holds."""
        return self._("My games")

    def resume(self) -> Change | None:
        """Read the library again: deals may have been played."""
        self._read()
        return super().resume()

    def _read(self) -> None:
        daily = self.services.daily
        try:
            rows = self.services.game_store.storage.library()
        except StorageError as error:
            self.services.tell(error.sentence(self._))
            rows = []
        library = Library(rows, levels_folder(), daily.days_of)
        library.follow(self._library)
        self._library = library
        self._arrange()

    def _arrange(self) -> None:
        """Filter and sort. The selected deal stays selected; if it is not shown, its row does."""
        library, row = self._library, self._list.selected
        library.arrange(self._words())
        self._controls.heads.sorted_by(library.sorted_by, down=library.descending)
        at = -1 if self._key is None else library.row_of(self._key)
        row = at if at >= 0 else min(max(row, 0), len(library.rows) - 1)
        self._list.fill(len(library.rows), row)
        self._select(row)

    def _words(self) -> Callable[[LibraryDeal], str]:
        """Return a function: what a search finds of a deal besides its title, number and note."""
        states, _ = state_words(self._), self._
        return lambda deal: f"{game_words(deal, _)} {states[deal.standing]}"

    @property
    def _deal(self) -> LibraryDeal | None:
        """The deal selected."""
        row = self._list.selected
        return self._library.rows[row] if 0 <= row < len(self._library.rows) else None

    def _select(self, row: int) -> None:
        if row >= 0:
            self._list.select(row)
        deal = self._deal
        self._key = None if deal is None else deal.row.key
        self._detail.show(deal)
        self._enable(deal)
        self._ground, self.stale = None, True

    def _enable(self, deal: LibraryDeal | None) -> None:
        named = self.focus.named
        commands = Command.PLAY, Command.COPY, Command.MAP, Command.REVIEW
        for name in (*commands, LibraryTool.RENAME, LibraryTool.NOTE, LibraryTool.DELETE):
            named(name).enabled = deal is not None
        named(Command.SHOW_ME).enabled = deal is not None and deal.row.best is not None
        named(LibraryTool.UNDELETE).enabled = bool(self.services.deleted)

    def follow_language(self) -> None:
        """Remake all controls in another language; their values are kept."""
        self._rows = LibraryRows(self._, self._clock)
        self._controls.follow_language()
        self._enable(self._deal)

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        look, controls = self.look, self._controls
        controls.place(look, self.size)
        if not self._rows.fit(look, controls.heads, low=controls.is_low):
            controls.place(look, self.size, low=True)
            self._rows.fit(look, controls.heads, low=True)
        controls.heads.show(self._rows.headings())
        self._ground = None

    def refresh(self) -> None:
        """Draw everything."""
        super().refresh()
        self._ground = None

    def update(self, seconds: float) -> Change | None:
        """Let the list glide and a tooltip come."""
        change = super().update(seconds)
        if self._tooltip.stale:
            self._ground = None
        return change

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Handle an event. The wheel moves only the rows; any other event may change all of the
        picture.
        """
        change = super().handle(event)
        if event.type != pygame.MOUSEWHEEL and (self.focus.stale or self._tooltip.stale):
            self._ground = None
        return change

    def _use(self, event: pygame.event.Event) -> Change | None:
        """The controls first, then the library's own keys."""
        action = self.focus.handle(event)
        if action is not None:
            return self._act(action)
        return self._press_key(event) if event.type == pygame.KEYDOWN else None

    def _press_key(self, event: pygame.event.Event) -> Change | None:
        """Handle a key that no control has used; a letter begins a search."""
        ctrl = holds_ctrl(event.mod)
        own = _OWN_KEYS.get((event.key, ctrl))
        if own is not None:
            return self._do(own)
        command = command_of(event)
        if (event.unicode.isalnum() or event.unicode == "-") and not ctrl:
            # What is typed begins a search here, and does nothing else.
            command = None
        if command is not None:
            return self._do(command)
        if event.unicode and event.unicode.isprintable() and not ctrl:
            self.focus.focus(self._controls.search, ring=True)
        return None

    def _act(self, action: WidgetAction) -> Change | None:
        match action:
            case Pressed(name):
                return self._do(name)
            case Submitted(LibraryTool.DEALS, _):
                return self._do(Command.PLAY)
            case Submitted(LibraryTool.SEARCH, _) | Cancelled(LibraryTool.SEARCH):
                self._leave_search(clear=isinstance(action, Cancelled))
            case Changed(LibraryTool.DEALS, _):
                self._select(self._list.selected)
            case Changed(name, value):
                self._choose(name, value)
        return None

    def _leave_search(self, *, clear: bool) -> None:
        """Return to the rows; with `clear` (Escape), empty the search first."""
        if clear and self._controls.search.text:
            self._controls.search.text = ""
            self._choose(LibraryTool.SEARCH, "")
        self.focus.focus(self._list)

    def _choose(self, name: str, value: object) -> None:
        """Another filter or order."""
        library = self._library
        match name, value:
            case LibraryTool.SEARCH, str():
                library.text = value
            case LibraryTool.GAME, str():
                library.game = value
            case LibraryTool.STATE, LibraryFilter():
                library.filter = value
            case LibraryTool.HEADS, LibraryColumn():
                library.sort(value)
            case _:
                return
        self._arrange()
        if name != LibraryTool.HEADS:
            self.speak_count()

    def _do(self, name: str) -> Change | None:
        deal = self._deal
        if name in (Command.PLAY, *TABLE_COMMANDS):
            return None if deal is None or not self.focus.named(name).enabled else self._open(name)
        match name:
            case Command.BACK:
                return Pop()
            case Command.LIST:
                return self._open_list()
            case Command.MORE | Command.MENU:
                return self._more()
            case LibraryTool.RENAME | LibraryTool.NOTE if deal is not None:
                return self._edit(deal, name)
        self._stay(name, deal)
        return self._navigate(name) if isinstance(name, Command) else None

    def _stay(self, name: str, deal: LibraryDeal | None) -> None:
        """Do a command that does not leave the library."""
        match name:
            case Command.COPY if deal is not None:
                copy_deal(self.services, deal.rules, deal.deck, deal.row.number)
            case LibraryTool.DELETE if deal is not None:
                self._delete(deal)
            case LibraryTool.UNDELETE:
                self._undelete()
            case LibraryTool.SEARCH:
                self.focus.focus(self._controls.search, ring=True)

    # Leading elsewhere

    def _open(self, name: str) -> Change:
        """Open the selected deal as it was left. `name`: the command to do there, if it is in
        TABLE_COMMANDS.
        """
        deal = self._deal
        assert deal is not None
        then = Command(name) if name in TABLE_COMMANDS else None
        return self._open_table(OpenTable(deal.rules, deal.deck, deal.row.number, then=then))

    def _open_list(self) -> Change:
        """Replace the library by the list of the game of the selected deal."""
        deal = self._deal
        if deal is not None:
            over, key = self._over_table, deal.row.key
            list_at = OpenDeals(deal.rules, key.deck, over_table=over, place=deal.row.pack)
            return Replace(list_at)
        rules = RULES[self._from or next(iter(RULES))]()
        return Replace(OpenDeals(rules, over_table=self._over_table))

    def _navigate(self, command: Command) -> Change | None:
        """Do a command that leads elsewhere, or export or import everything."""
        match command:
            case Command.IMPORT:
                return ask_to_import(self.services)
            case Command.EXPORT:
                return export_games(self.services)
        return super()._navigate(command)

    def _more(self) -> Change:
        _ = self._
        moving = [
            Tool(Command.IMPORT, "folder", _("Import all games"), ""),
            Tool(Command.EXPORT, "save", _("Export all games"), ""),
        ]
        # The key of Quit is a letter, which begins a search here.
        leading = navigation_tools(POPUP_COMMANDS, _)
        return self._pop_up([moving, leading], self._navigate, keyless=(Command.QUIT,))

    # Names and notes

    def _edit(self, deal: LibraryDeal, name: str) -> Change:
        """Write a deal's name or its note."""
        _, row = self._, deal.row
        if name == LibraryTool.RENAME:
            title, label, text, most = _("Name of {deal}"), _("Name"), row.name, MOST_NAME
        else:
            title, label, text, most = _("Note on {deal}"), _("Note"), row.note, MOST_NOTE
        title = title.format(deal=f"{deal.rules.title} {deal.label}")
        take = lambda told: self._take(deal, name, told)  # noqa: E731
        return Push(NameAndNoteScene(self.services, title, label, text, most, take))

    def _take(self, deal: LibraryDeal, name: str, text: str) -> None:
        storage, key = self.services.game_store.storage, deal.row.key
        try:
            about = storage.about(key)
            named = name == LibraryTool.RENAME
            storage.note(key, about._replace(name=text) if named else about._replace(note=text))
        except StorageError as error:
            self.services.tell(error.sentence(self._))

    # Deleting

    def _delete(self, deal: LibraryDeal) -> None:
        _ = self._
        try:
            record = self.services.game_store.delete(deal.rules, deal.deck)
        except StorageError as error:
            self.services.tell(error.sentence(_))
            return
        self.services.deleted.append(RestorableDeal(deal, record))
        key = key_name(LibraryTool.UNDELETE, _)
        told = self.services.worded(
            _("{deal} deleted; press {key} to restore it").replace("{key}", key),
            _("{deal} deleted; Undo delete restores it"),
        )
        self.services.tell(told.format(deal=f"{deal.rules.title} {deal.title}"))
        self._read()

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

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw felt, header and both panels; while the list glides, only its rows."""
        if self._ground is not None and not self._tooltip.visible:
            target.blit(self._ground, self._list.rect)
            self._list.draw(target)
            self._list.stale = False
            return [self._list.rect]
        look = self.look
        self._draw_felt(target, look)
        self._draw_header(target, look)
        self._controls.draw_panels(target, look)
        self._ground = target.subsurface(self._list.rect.clip(target.get_rect())).copy()
        if not self._library.rows:
            self._draw_empty(target, look)
        self._detail.draw(target, look, self._controls.detail)
        self.focus.draw(target)
        self._tooltip.draw(target)
        ringed = self.focus.ring_shown and self.focus.focused is self._list
        if self._tooltip.visible or ringed or not self._library.rows:
            self._ground = None
        return None

    def _draw_header(self, target: pygame.Surface, look: Look) -> None:
        controls = self._controls
        words = "" if controls.is_low else self._summary()
        back, right = self.focus.named(Command.BACK).rect, controls.search.rect.left
        draw_list_heading(target, look, self._("My games"), words, back, right)

    def _summary(self) -> str:
        """How many deals there are, and how many of them are shown."""
        _, count, shown = self._, len(self._library.deals), len(self._library.rows)
        text = _.plural("{n} deal", "{n} deals", count).format(n=_.number(count))
        if shown != count:
            more = _.plural("{n} shown", "{n} shown", shown).format(n=_.number(shown))
            text = f"{text}  ·  {more}"
        return text

    def _draw_empty(self, target: pygame.Surface, look: Look) -> None:
        _, rows = self._, self._list.rect
        none = _("No games yet. Every deal you open appears here.")
        text = _("No deals match these filters") if self._library.deals else none
        where = rows.center
        look.write(target, text, fonts.ROW, colours.DIM, where, Align.CENTRE, rows.w)

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        self._rows.draw(target, self.look, row, self._library.rows[row.index])

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the deal selected."""
        deals = self._library.rows
        buttons = self._traced(lambda row: f"deal-{deals[row].row.key.game}-{deals[row].title}")
        deal = self._deal
        selected = "" if deal is None else f"{deal.rules.name} {deal.title}"
        return {"buttons": buttons, "selected": selected, "count": len(self._library.rows)}


_OWN_KEYS: Final = {
    (chord.key, chord.ctrl): tool for tool in LibraryTool for chord in PAGE_BINDINGS.get(tool, ())
}

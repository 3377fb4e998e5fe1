"""The list of a game's deals: how each stands, and the way to play it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pygame

from game.core import deals
from game.core.level_packs import Pack
from game.desktop import keys
from game.desktop.clipboard import put_clipboard
from game.desktop.keys import Command
from game.graphics.assets import levels_folder
from game.play import notation
from game.record.catalogue import (
    DIFFICULTIES,
    PACK_ENDINGS,
    ListColumn,
    ListedDeal,
    Listing,
    Show,
    number_of,
    packs_fitting,
    packs_of,
)
from game.rules import Rules, rules_for
from game.scenes.common.base import Change, OpenLibrary, OpenTable, Pop, Replace
from game.scenes.common.list_scene import ListScene, leading_tools
from game.scenes.common.own_packs import read_at_once, read_on
from game.scenes.common.services import Services
from game.scenes.deals.controls import SHOW_ALL, DealControls
from game.scenes.deals.deal_story import Stories
from game.scenes.deals.detail import Detail
from game.scenes.deals.header_and_hints import HeaderAndHints
from game.scenes.deals.import_and_export import RecordCommands
from game.scenes.deals.rows import DealRows
from game.storage import StorageError, StoredAnswer
from game.table.side_bar import Tool
from game.widgets.base import Cancelled, Changed, Pressed, Submitted, WidgetAction
from game.widgets.button import Button
from game.widgets.list_view import ListRow
from game.widgets.number_entry import ENTER_KEYS, digit_of
from game.widgets.segmented import Segmented

MOST_TOLD: Final = 3
"""Broken lines of a pack that are told at once."""
LEADING: Final = (Command.LIBRARY, Command.HELP, Command.OPTIONS, Command.STATISTICS, Command.QUIT)
"""What leads elsewhere."""
MINE: Final = (Command.NEXT_HARDER, *LEADING)
"""Of the menu what the scene does itself."""


def list_of(
    services: Services,
    rules: Rules,
    *,
    deck: str = "",
    pack: Pack | None = None,
    over_table: bool = False,
) -> DealsScene:
    """The list of a game and policy: its own packs and the player's, with `pack` shown if given,
    before the others if it is none of them; `deck`: the 52 letters of the deal to select;
    `over_table` as the scene has it.
    """
    packs = packs_of(rules, levels_folder(), read_at_once(services))
    shown = 0
    if pack is not None:
        known = [place for place, other in enumerate(packs) if other.levels == pack.levels]
        if not known:
            packs.insert(0, pack)
        shown = known[0] if known else 0
    return DealsScene(services, packs, pack=shown, deck=deck, over_table=over_table)


def moves_by_deck(answers: Mapping[str, StoredAnswer]) -> dict[str, int]:
    """The moves of some answers."""
    return {deck: answer.moves for deck, answer in answers.items()}


class DealsScene(ListScene):
    """The list of one pack; the others are one press away."""

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
        """`packs` are all that can be chosen, `pack` the one to open with, `deck` the 52
        letters of the deal to select: the one played last where it is empty. `over_table`: a
        table lies below, whose place the one that is opened here takes.
        """
        self._ = services.language
        self._packs = packs
        self._deck = deck
        self._last = ""
        """The deal that was played last when another scene was opened."""
        self._before_typing: int | None = None
        """The row selected when a number began to be typed."""
        self._stories: Stories | None = None
        self._columns = DealRows(self._, self._moves_in)
        names = [self._name_of(each) for each in packs]
        self._controls = DealControls(self._, names, pack, self._draw_row, services.named_keys)
        self._frame = HeaderAndHints(self._, self._controls, services.shown_key)
        super().__init__(services, self._controls.focus, self._controls.rows, over_table=over_table)
        self._detail = Detail(services)
        self._rules: Rules = rules_for(packs[pack].game, packs[pack].options)
        self._listing = Listing(packs[pack], {}, {})
        self._list.row_words = self._row_words
        self._take_pack(pack)
        self._last = self._last_played()

    @property
    def game(self) -> str | None:
        """That of the list."""
        return self._rules.name

    # The pack

    def _take_pack(self, number: int) -> None:
        """Show another pack."""
        pack = self._packs[number]
        self._rules = rules_for(pack.game, pack.options)
        self._listing = self._listed(pack)
        self._fill(self._deck or self._last_played())
        if pack.problems:
            told = "; ".join(problem.said(self._) for problem in pack.problems[:MOST_TOLD])
            self.services.tell(told + " …" * (len(pack.problems) > MOST_TOLD))

    def _name_of(self, pack: Pack) -> str:
        """What a pack is called: the game's own by its size, a player's by its file."""
        if not pack.proved:
            return Path(pack.name).stem if pack.name.endswith(PACK_ENDINGS) else pack.name
        count = len(pack.levels)
        return self._.plural("{n} deal", "{n} deals", count).format(n=self._.number(count))

    def _listed(self, pack: Pack) -> Listing:
        """A pack with the player's record, filtered and sorted as before."""
        storage, rules = self.services.game_store.storage, self._rules
        best: dict[str, int] = {}
        alone: dict[str, int] = {}
        played: dict[str, int] = {}
        begun: set[str] = set()
        try:
            best = moves_by_deck(storage.answers.all(rules.name, rules.policy))
            alone = moves_by_deck(storage.answers.all(rules.name, rules.policy, alone=True))
            played = storage.touched(rules.name, rules.policy)
            begun = storage.begun(rules.name, rules.policy)
            self._stories = Stories(storage, rules)
        except StorageError as error:
            self.services.tell(error.sentence(self._))
        listing = Listing(pack, best, played, alone, begun)
        before = getattr(self, "_listing", listing)
        listing.show, listing.difficulties = before.show, before.difficulties
        listing.sorted_by, listing.descending = before.sorted_by, before.descending
        listing.arrange()
        return listing

    def _last_played(self) -> str:
        try:
            last = self.services.game_store.storage.last_played(self._rules.name)
        except StorageError as error:
            self.services.tell(error.sentence(self._))
            return ""
        return last.key.deck if last is not None and last.key.options == self._rules.policy else ""

    def _fill(self, deck: str) -> None:
        """Show the rows of the listing, with a deal selected: the easiest unsolved where it is not
        shown, else the first.
        """
        rows = self._listing.rows
        self._controls.offer_all(empty=not rows and bool(self._listing.entries))
        found = (self._listing.row_of(deck), self._listing.next_harder(), min(0, len(rows) - 1))
        self._list.fill(len(rows), next((row for row in found if row >= 0), -1))
        self._show_detail()

    @property
    def _entry(self) -> ListedDeal | None:
        """The deal selected."""
        row = self._list.selected
        return self._listing.rows[row] if 0 <= row < len(self._listing.rows) else None

    def _show_detail(self) -> None:
        entry = self._entry
        self._deck = "" if entry is None else deals.deck_text(entry.level.deck)
        story = None if entry is None or self._stories is None else self._stories.of(entry.deck)
        self._detail.show(self._rules, entry, story, proved=self._listing.pack.proved)
        self._focus.named(Command.PLAY).enabled = entry is not None
        self._focus.named(Command.COPY).enabled = entry is not None and entry.best is not None
        unsolved = any(not row.solved for row in self._listing.rows)
        for command in (
            Command.PREVIOUS_UNSOLVED,
            Command.NEXT_UNSOLVED,
            Command.RANDOM_UNSOLVED,
        ):
            self._focus.named(command).enabled = unsolved
        self.stale = True

    def _row_words(self, row: int) -> list[str]:
        """A row as a screen reader hears it."""
        return self._columns.words(self._listing.rows[row])

    def _moves_in(self, entry: ListedDeal) -> int:
        kept = None if self._stories is None else self._stories.kept(entry.deck)
        return 0 if kept is None else kept.moves

    def follow_language(self) -> None:
        """All controls in the other language, with what was chosen in them."""
        self._columns = DealRows(self._, self._moves_in)
        names = [self._name_of(pack) for pack in self._packs]
        self._controls.follow_language(names, self._packs.index(self._listing.pack))
        self._show_detail()

    # The scene

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        self._columns.fit(self.scale.dp(self.size[0]))
        self._controls.heads.show(self._columns.headings())
        self._controls.place(self._look, self.size)
        self.stale = True

    def resume(self) -> Change | None:
        """A deal may have been solved meanwhile; where a filter hides it now, the one that
        has come into its row is selected.
        """
        row, deck = self._list.selected, self._deck
        last = self._last_played()
        if last != self._last:
            # New, or a number typed at the table: another deal was played there.
            deck, self._last = last, last
        self._listing = self._listed(self._listing.pack)
        self._fill(deck)
        if self._listing.row_of(deck) < 0:
            self._select(min(row, len(self._listing.rows) - 1))
        self._take_more_packs()
        return read_on(self.services) or super().resume()

    def _take_more_packs(self) -> None:
        """Those that were too large to be read before the list was shown."""
        found = packs_fitting(self.services.packs.packs, self._rules)
        more = [pack for pack in found if not self._is_there(pack)]
        if more:
            self._packs += more
            self.follow_language()
            self.place(self.size)

    def _is_there(self, pack: Pack) -> bool:
        """Whether a pack can be chosen already, be it under the name it was dropped with."""
        if pack.levels:
            return any(pack.levels == known.levels for known in self._packs)
        return any(pack.name == known.name for known in self._packs)

    # Events

    @property
    def heading(self) -> str:
        """The game, and how many deals are listed."""
        count = self._.plural("{n} deal", "{n} deals", len(self._listing.rows))
        return f"{self._rules.title}, {count.format(n=len(self._listing.rows))}"

    def _use(self, event: pygame.event.Event) -> Change | None:
        """Keys of the list first, then the controls."""
        if event.type == pygame.KEYDOWN and self._focus.focused is self._list:
            command = _list_command(event)
            if command is not None:
                return self._do(command)
            if event.key == pygame.K_RIGHT and self._controls.is_low:
                # Straight ahead there is nothing, and below are hundreds of rows.
                self._focus.focus(self._focus.named(Command.PLAY), ring=True)
                return None
        if event.type == pygame.MOUSEBUTTONDOWN:
            # Not by the focus: the keys stay with the rows.
            column = self._controls.heads.value_at(event.pos)
            if isinstance(column, ListColumn):
                self._sort(column)
                return None
        action = self._focus.handle(event)
        self._watch_number(event)
        change: Change | None = None
        if action is not None:
            change = self._act(action)
        elif event.type == pygame.KEYDOWN:
            change = self._key(event)
        if not self._controls.number.focused:
            # Typed, cancelled, or left for another control.
            self._before_typing = None
            self._controls.name_number(listed=True)
        return change

    def _watch_number(self, event: pygame.event.Event) -> None:
        """Say why a number that is too long is not taken."""
        number = self._controls.number
        if not number.focused or not number.is_too_long:
            return
        entered = event.type == pygame.KEYDOWN and event.key in ENTER_KEYS
        pressed = event.type == pygame.MOUSEBUTTONUP and number.is_on_arrow(event.pos)
        if entered or pressed:
            self.services.tell(self._("Deal numbers go from 0 to 999999"))

    def _sort(self, column: ListColumn) -> None:
        deck, listing = self._deck, self._listing
        listing.sort(column)
        self._fill(deck)

    def _act(self, action: WidgetAction) -> Change | None:
        match action:
            case Pressed(name):
                return self._press(name)
            case Submitted("number", number):
                return self._play_number(number)
            case Submitted("deals", _):
                return self._do(Command.PLAY)
            case Changed("deals", _):
                self._show_detail()
            case Changed("heads", ListColumn() as column):
                self._sort(column)
            case Changed("number", str() as text):
                self._jump_to(text)
            case Cancelled("number"):
                self._focus.focus(self._list)
            case Changed("show", Show() as show):
                self._listing.show = show
                self._rearrange()
            case Changed("pack", int() as number):
                self._take_pack(number)
        return None

    def _press(self, name: str) -> Change | None:
        """A button of this name."""
        if name.startswith("difficulty-"):
            self._toggle_difficulty(int(name[-1]))
        elif name == SHOW_ALL:
            self._show_all()
        else:
            return self._do(Command(name))
        return None

    def _jump_to(self, text: str) -> None:
        """Select the deal whose id is typed; while there is none, the one from before."""
        if self._before_typing is None:
            self._before_typing = self._list.selected
        row = self._listing.row_of_id(text) if text else -1
        known = not text or row >= 0 or self._controls.number.is_too_long
        self._controls.name_number(listed=known)
        self._select(row if row >= 0 else self._before_typing)

    def _toggle_difficulty(self, difficulty: int) -> None:
        """Show or hide the deals of a difficulty; hiding the last one shows all."""
        chosen = self._listing.difficulties ^ {difficulty}
        self._listing.difficulties = chosen or frozenset(DIFFICULTIES)
        self._rearrange()

    def _show_all(self) -> None:
        """Take all filters away."""
        self._listing.show, self._listing.difficulties = Show.ALL, frozenset(DIFFICULTIES)
        show = self._focus.named("show")
        assert isinstance(show, Segmented)
        show.value = Show.ALL
        self._rearrange()

    def _rearrange(self) -> None:
        deck = self._deck
        self._listing.arrange()
        self._fill(deck)

    def _key(self, event: pygame.event.Event) -> Change | None:
        command = _list_command(event) or keys.command_of(event)
        if command is not None:
            return self._do(command)
        if digit_of(event):
            self._focus.focus(self._focus.named("number"), ring=True)
            action = self._focus.handle(event)
            return None if action is None else self._act(action)
        return None

    def _do(self, command: Command) -> Change | None:
        match command:
            case Command.BACK:
                return Pop()
            case Command.LIST | Command.LIBRARY:
                return Replace(OpenLibrary(self._rules.name, self._over_table))
            case Command.PLAY:
                return self._play()
            case Command.MORE | Command.MENU:
                return self._more()
        self._stay(command)
        return self._lead(command)

    def _stay(self, command: Command) -> None:
        """Commands that leave the list where it is."""
        row, listing = self._list.selected, self._listing
        match command:
            case Command.NEXT_UNSOLVED:
                self._select(listing.unsolved_from(row, 1))
            case Command.PREVIOUS_UNSOLVED:
                self._select(listing.unsolved_from(row, -1))
            case Command.NEXT_HARDER:
                self._walk_up(row)
            case Command.RANDOM_UNSOLVED:
                self._select(listing.random_unsolved())
            case Command.COPY:
                self._copy()
            case Command.NUMBER:
                self._focus.focus(self._focus.named("number"), ring=True)

    def _walk_up(self, row: int) -> None:
        """To the next harder deal that is unsolved."""
        harder = self._listing.next_harder(row)
        self._select(harder)
        if harder < 0:
            self.services.tell(self._("No harder deal of this list is unsolved"))

    def _more(self) -> Change:
        records = RecordCommands(self.services, self._rules, self._listing.pack)
        entry = self._entry
        level = None if entry is None else entry.level
        return self._pop_up(
            [[self._harder()], records.tools(self._), self._ways()],
            lambda command: self._do(command) if command in MINE else records.do(command, level),
            lambda command: command in MINE or records.can(command, level),
        )

    def _harder(self) -> Tool:
        _ = self._
        return Tool(Command.NEXT_HARDER, "up", _("Next harder (H)"), "")

    def _ways(self) -> list[Tool]:
        shown = {str(widget.name) for widget in self._focus.widgets}
        return leading_tools((way for way in LEADING if way not in shown), self._)

    def _select(self, row: int) -> None:
        if row >= 0:
            self._list.select(row)
            self._show_detail()

    def _play(self, *, typed: bool = False) -> Change | None:
        entry = self._entry
        if entry is None:
            return None
        level = entry.level
        par = None if level.par is None else (level.par, self._listing.pack.proved)
        return self._open(OpenTable(self._rules, level.deck, number_of(level), (), par, typed))

    def _open(self, table: OpenTable) -> Change:
        self._last = self._last_played()
        return self._open_table(table)

    def _play_number(self, number: int) -> Change | None:
        """A number of the list is selected and played; any other is played too. Who comes back
        finds the keys of the list again.
        """
        self._focus.focus(self._list)
        row = self._listing.row_of(deals.deck_text(deals.deck_of(number)))
        if row >= 0:
            self._select(row)
            return self._play(typed=True)
        deck = deals.deck_of(number)
        return self._open(OpenTable(self._rules, deck, number, typed=True))

    def _copy(self) -> None:
        """Put the best answer into the clipboard, as its letters or words."""
        entry = self._entry
        if entry is None:
            return
        moves = self.services.game_store.answer_of(self._rules, entry.level.deck)
        if not moves:
            return
        start = self._rules.deal(entry.level.deck)
        if put_clipboard(notation.write_answer(self._rules, start, moves)):
            self.services.tell(self._("The answer is in the clipboard"))
        else:
            self.services.tell(self._("There is no clipboard here"))

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Felt, header, both panels."""
        look = self._look
        self._draw_felt(target, look)
        listing = self._listing
        beside = "pack" if len(self._packs) > 1 else "number"
        self._frame.draw_header(target, look, self._rules, listing, beside)
        self._frame.draw_panels(target, look)
        self._controls.heads.sorted_by(listing.sorted_by, down=listing.descending)
        self._frame.draw_words(target, look, len(listing.rows))
        for n in DIFFICULTIES:
            button = self._focus.named(f"difficulty-{n}")
            assert isinstance(button, Button)
            button.selected = n in listing.difficulties
        self._detail.draw(target, look, self._controls.detail)
        self._focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        self._columns.draw_row(target, self._look, row, self._listing.rows[row.index])

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the id of the deal selected."""
        buttons = self._traced(lambda row: f"deal-{self._listing.rows[row].level.id}")
        entry = self._entry
        return {"buttons": buttons, "selected": "" if entry is None else entry.level.id}


def _list_command(event: pygame.event.Event) -> Command | None:
    """What Tab, H, Ctrl+R and Ctrl+C do while the list has the focus."""
    if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        back = event.mod & pygame.KMOD_SHIFT
        return Command.PREVIOUS_UNSOLVED if back else Command.NEXT_UNSOLVED
    if event.unicode in ("h", "H") and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        return Command.NEXT_HARDER
    if event.mod & pygame.KMOD_CTRL and event.key == pygame.K_r:
        return Command.RANDOM_UNSOLVED
    if event.mod & pygame.KMOD_CTRL and event.key == pygame.K_c:
        return Command.COPY
    return None

"""The list of a game's deals: how each stands, and the way to play it."""

from __future__ import annotations

from typing import Any

import pygame

from game import deals, keys, notation, theme
from game.assets import Align, levels_folder
from game.catalogue import DIFFICULTIES, Entry, Listing, Show, number_of, packs_of
from game.clipboard import put_clipboard
from game.deals import Pack
from game.keys import Command
from game.rules import Rules, rules_for
from game.scenes.base import Change, Pop, Push, Quit, Scene, Services
from game.scenes.dealrows import DealRows
from game.scenes.detail import Detail
from game.scenes.help import HelpScene
from game.scenes.options import OptionsScene
from game.scenes.popup import PopupScene
from game.scenes.records import Records
from game.scenes.table import TableScene
from game.storage import StorageError
from game.theme import Reflow
from game.widgets.base import Action, Cancelled, Changed, Pressed, Submitted, Widget
from game.widgets.button import Button, Kind
from game.widgets.focus import FocusGroup
from game.widgets.listview import BAR_ROOM, ListView, Row
from game.widgets.look import Look
from game.widgets.number import NumberEntry, digit_of
from game.widgets.segmented import Segmented
from game.widgets.tooltip import Tooltip

HEADER = 92
FILTERS = 56
HEADS = 36
DETAIL = 388
DETAIL_NARROW = 320
STRIP = 96
NUMBER_WIDTH = 250
PACK_WIDTH = 280
BUTTON = 40
DIFFICULTY = 34
ROW_GAP = 10
LEAST_PADDING = 8


def list_of(
    services: Services, rules: Rules, *, deck: str = "", pack: Pack | None = None
) -> DealsScene:
    """The list of a game and policy: its own packs and the player's, `pack` first if given;
    `deck`: the 52 letters of the deal to select.
    """
    packs = packs_of(rules, levels_folder(), services.folders.levels)
    if pack is not None:
        packs.insert(0, pack)
    return DealsScene(services, packs, deck=deck)


class DealsScene(Scene):
    """The list of one pack; the others are one press away."""

    name = "list"

    def __init__(
        self, services: Services, packs: list[Pack], *, pack: int = 0, deck: str = ""
    ) -> None:
        """`packs` are all that can be chosen, `pack` the one to open with, `deck` the 52
        letters of the deal to select: the one played last where it is empty.
        """
        super().__init__(services)
        self._ = services.language
        self._packs = packs
        self._deck = deck
        self._tooltip = Tooltip()
        self._panel = pygame.Rect(0, 0, 0, 0)
        self._side = pygame.Rect(0, 0, 0, 0)
        self._heads = pygame.Rect(0, 0, 0, 0)
        self._detail_area = pygame.Rect(0, 0, 0, 0)
        self._columns = DealRows(self._)
        self._list = ListView("deals", self._draw_row)
        self._detail = Detail(services)
        self._focus = FocusGroup(self._controls(pack))
        self._focus.focus(self._list)
        self._rules: Rules = rules_for(packs[pack].game, packs[pack].options)
        self._listing = Listing(packs[pack], {}, {})
        self._take_pack(pack)

    # The pack

    def _take_pack(self, number: int) -> None:
        """Show another pack."""
        pack = self._packs[number]
        self._rules = rules_for(pack.game, pack.options)
        self._listing = self._listed(pack)
        self._fill(self._deck or self._last_played())
        for problem in pack.problems[:1]:
            self.services.tell(problem)

    def _listed(self, pack: Pack) -> Listing:
        """A pack with the player's record, filtered and sorted as before."""
        storage, rules = self.services.keeper.storage, self._rules
        best: dict[str, int] = {}
        played: dict[str, int] = {}
        try:
            answers = storage.answers(rules.name, rules.policy)
            best = {deck: answer.moves for deck, answer in answers.items()}
            played = storage.touched(rules.name, rules.policy)
        except StorageError as error:
            self.services.tell(error.sentence(self._))
        listing = Listing(pack, best, played)
        before = getattr(self, "_listing", listing)
        listing.show, listing.difficulties = before.show, before.difficulties
        listing.sorted_by, listing.descending = before.sorted_by, before.descending
        listing.arrange()
        return listing

    def _last_played(self) -> str:
        try:
            last = self.services.keeper.storage.last_played(self._rules.name)
        except StorageError as error:
            self.services.tell(error.sentence(self._))
            return ""
        return last.key.deck if last is not None and last.key.options == self._rules.policy else ""

    def _fill(self, deck: str) -> None:
        """Show the rows of the listing, with a deal selected: the first where it is not shown."""
        rows = self._listing.rows
        selected = self._listing.row_of(deck)
        self._list.fill(len(rows), selected if selected >= 0 else min(0, len(rows) - 1))
        self._show_detail()

    @property
    def _entry(self) -> Entry | None:
        """The deal selected."""
        row = self._list.selected
        return self._listing.rows[row] if 0 <= row < len(self._listing.rows) else None

    def _show_detail(self) -> None:
        entry = self._entry
        self._deck = "" if entry is None else deals.deck_text(entry.level.deck)
        self._detail.show(self._rules, entry, proved=self._listing.pack.proved)
        self._focus.named(Command.PLAY).enabled = entry is not None
        self._focus.named(Command.COPY).enabled = entry is not None and entry.solved
        unsolved = any(not row.solved for row in self._listing.rows)
        for command in (
            Command.PREVIOUS_UNSOLVED,
            Command.NEXT_UNSOLVED,
            Command.RANDOM_UNSOLVED,
        ):
            self._focus.named(command).enabled = unsolved
        self.stale = True

    # Controls

    def _controls(self, pack: int) -> list[Widget]:
        _ = self._
        shows = [
            (Show.ALL, _("All")),
            (Show.UNSOLVED, _("Unsolved")),
            (Show.SOLVED, _("Solved")),
            (Show.NOT_A_STAR, _("Not yet a star")),
        ]
        number = NumberEntry(
            "number",
            label=_("Deal number, 0 to 999999"),
            placeholder=_("Type a number"),
            go=True,
            tooltip=_("Play any deal"),
            key=keys.key_name(Command.NUMBER, _),
        )
        found: list[Widget] = [
            Button(Command.BACK, "", "back", tooltip=_("Back"), key=_("Esc")),
            number,
            Button(Command.MORE, "", "menu", tooltip=_("More")),
            Segmented("show", shows, Show.ALL),
        ]
        if len(self._packs) > 1:
            named = [(n, each.name) for n, each in enumerate(self._packs)]
            found.insert(1, Segmented("pack", named, pack, tooltip=_("List")))
        found += [
            Button(f"difficulty-{n}", str(n), style=theme.SEGMENT, height=DIFFICULTY)
            for n in DIFFICULTIES
        ]
        return [*found, self._list, *self._actions()]

    def _actions(self) -> list[Widget]:
        _ = self._
        small = theme.BUTTON_SMALL
        return [
            Button(Command.PLAY, _("Play"), "play", kind=Kind.PRIMARY, style=theme.BUTTON_LARGE),
            Button(Command.PREVIOUS_UNSOLVED, "", "left", style=small,
                   tooltip=_("Previous unsolved deal"), key=_("Shift+Tab")),
            Button(Command.NEXT_UNSOLVED, "", "right", style=small,
                   tooltip=_("Next unsolved deal"), key="Tab"),
            Button(Command.RANDOM_UNSOLVED, "", "dice", style=small,
                   tooltip=_("A random unsolved deal"), key="Ctrl+R"),
            Button(Command.COPY, "", "copy", style=small,
                   tooltip=_("Copy your best answer"), key="Ctrl+C"),
        ]  # fmt: skip

    def follow_language(self) -> None:
        """All controls in the other language, with what was chosen in them."""
        before = {widget.name: widget for widget in self._focus.widgets}
        focused, ring = self._focus.focused, self._focus.ring_shown
        self._columns = DealRows(self._)
        self._focus.widgets = self._controls(self._packs.index(self._listing.pack))
        for name, widget in before.items():
            match self._focus.named(name):
                case Segmented() as choice if isinstance(widget, Segmented):
                    choice.value = widget.value
                case Button() as button if isinstance(widget, Button):
                    button.selected = widget.selected
        if focused is not None:
            self._focus.focus(self._focus.named(focused.name), ring=ring)
        self._show_detail()

    # Layout

    @property
    def _look(self) -> Look:
        return self.services.look(self.scale)

    @property
    def _form(self) -> Reflow:
        return theme.reflow(self.scale.dp(self.size[0]))

    def place(self, size: tuple[int, int]) -> None:
        """Fit a window."""
        super().place(size)
        look, small = self._look, self._form is Reflow.SMALL
        self._columns.fit(look.scale.dp(size[0]))
        margin = look.px(theme.MARGIN_NARROW if small else theme.MARGIN)
        width = min(size[0] - 2 * margin, look.px(theme.CONTENT_WIDTH))
        left = (size[0] - width) // 2
        header = look.px(60 if small else HEADER)
        body = pygame.Rect(left, header, width, size[1] - header - margin)
        self._panel, self._side = self._split(body, look)
        self._place_header(look, left, width, header)
        self._place_list(look)
        self._place_actions(look)
        self.stale = True

    def _split(self, body: pygame.Rect, look: Look) -> tuple[pygame.Rect, pygame.Rect]:
        """The list's panel and the deal's: side by side, or one above the other."""
        if self._form is Reflow.SMALL:
            strip = look.px(STRIP)
            above = pygame.Rect(body.x, body.y, body.w, body.h - strip - look.px(8))
            return above, pygame.Rect(body.x, body.bottom - strip, body.w, strip)
        narrow = self._form is Reflow.NARROW
        side, gap = look.px(DETAIL_NARROW if narrow else DETAIL), look.px(theme.GUTTER)
        panel = pygame.Rect(body.x, body.y, body.w - side - gap, body.h)
        return panel, pygame.Rect(panel.right + gap, body.y, side, body.h)

    def _place_header(self, look: Look, left: int, width: int, header: int) -> None:
        side = look.px(theme.BUTTON_HEIGHT)
        middle = header // 2
        self._focus.named(Command.BACK).place(
            look, pygame.Rect(left, middle - side // 2, side, side)
        )
        small = self._form is Reflow.SMALL
        field = look.px(theme.FIELD_HEIGHT if not small else BUTTON)
        entry = look.px(180 if small else NUMBER_WIDTH)
        x = left + width - side
        self._focus.named(Command.MORE).place(look, pygame.Rect(x, middle - side // 2, side, side))
        x -= entry + look.px(theme.GAP)
        self._focus.named("number").place(look, pygame.Rect(x, middle - field // 2, entry, field))
        if len(self._packs) > 1:
            wide = look.px(150 if small else PACK_WIDTH)
            x -= wide + look.px(theme.GAP)
            height = look.px(theme.SEGMENTS_HEIGHT)
            self._focus.named("pack").place(
                look, pygame.Rect(x, middle - height // 2, wide, height)
            )

    def _place_list(self, look: Look) -> None:
        padding = look.px(theme.MARGIN_NARROW if self._is_low else theme.PANEL_PADDING)
        inner = self._panel.inflate(-2 * padding, 0)
        filters = look.px(FILTERS)
        self._place_filters(look, pygame.Rect(inner.x, inner.y, inner.w, filters))
        heads = look.px(HEADS)
        self._heads = pygame.Rect(inner.x, inner.y + filters, inner.w, heads)
        self._heads.width -= look.px(BAR_ROOM)
        top = self._heads.bottom + 1
        bottom = self._panel.bottom - look.px(10)
        self._list.place(look, pygame.Rect(inner.x, top, inner.w, bottom - top))

    @property
    def _is_low(self) -> bool:
        return self._form is Reflow.SMALL

    def _place_filters(self, look: Look, area: pygame.Rect) -> None:
        show = self._focus.named("show")
        natural, height = show.natural_size(look)
        pitch = look.px(DIFFICULTY + 4)
        room = area.w - 5 * pitch - look.px(theme.GAP)
        width = min(natural, max(look.px(120), room))
        show.place(look, pygame.Rect(area.x, area.centery - height // 2, width, height))
        x = area.right - 5 * pitch
        for n in DIFFICULTIES:
            side = look.px(DIFFICULTY)
            button = self._focus.named(f"difficulty-{n}")
            button.place(look, pygame.Rect(x, area.centery - side // 2, side, side))
            x += pitch

    def _place_actions(self, look: Look) -> None:
        if self._is_low:
            self._place_strip(look)
            return
        padding, gap = look.px(theme.PANEL_PADDING), look.px(ROW_GAP)
        inner = self._side.inflate(-2 * padding, -2 * padding)
        height = look.px(BUTTON)
        half = (inner.w - gap) // 2
        y = inner.bottom - height
        rows = (
            (Command.RANDOM_UNSOLVED, Command.COPY),
            (Command.PREVIOUS_UNSOLVED, Command.NEXT_UNSOLVED),
        )
        self._label_actions(short=False)
        buttons = [self._focus.named(command) for row in rows for command in row]
        # A button's padding may shrink to what keeps its label off the edge.
        spare = 2 * look.px(theme.BUTTON_PADDING - LEAST_PADDING)
        if any(button.natural_size(look)[0] - spare > half for button in buttons):
            self._label_actions(short=True)
        for left, right in rows:
            self._focus.named(left).place(look, pygame.Rect(inner.x, y, half, height))
            area = pygame.Rect(inner.right - half, y, half, height)
            self._focus.named(right).place(look, area)
            y -= height + gap
        large = look.px(theme.BUTTON_HEIGHT_LARGE)
        play = pygame.Rect(inner.x, y + height - large, inner.w, large)
        self._focus.named(Command.PLAY).place(look, play)
        self._detail_area = pygame.Rect(inner.x, inner.y, inner.w, play.top - gap - inner.y)

    def _label_actions(self, *, short: bool) -> None:
        """Buttons with their labels, or with their icons alone."""
        _ = self._
        labels = {
            Command.PREVIOUS_UNSOLVED: _("Previous unsolved"),
            Command.NEXT_UNSOLVED: _("Next unsolved"),
            Command.RANDOM_UNSOLVED: _("Random unsolved"),
            Command.COPY: _("Copy answer"),
        }
        for command, label in labels.items():
            button = self._focus.named(command)
            assert isinstance(button, Button)
            button.label = "" if short else label

    def _place_strip(self, look: Look) -> None:
        """The deal below the list: two figures and the buttons side by side."""
        self._label_actions(short=True)
        inner = self._side.inflate(-2 * look.px(12), -2 * look.px(10))
        side = min(look.px(BUTTON), inner.h // 2 - 2)
        play = pygame.Rect(inner.right - look.px(150), inner.y, look.px(150), side)
        self._focus.named(Command.PLAY).place(look, play)
        pitch = (play.w + look.px(6)) // 4
        for number, command in enumerate(
            (
                Command.PREVIOUS_UNSOLVED,
                Command.NEXT_UNSOLVED,
                Command.RANDOM_UNSOLVED,
                Command.COPY,
            )
        ):
            area = pygame.Rect(play.x + number * pitch, 0, pitch - look.px(6), side)
            area.bottom = inner.bottom
            self._focus.named(command).place(look, area)
        self._detail_area = pygame.Rect(inner.x, inner.y, play.x - inner.x - 12, inner.h)

    # The scene

    def resume(self) -> Change | None:
        """A deal may have been solved meanwhile; where a filter hides it now, the one that
        has come into its row is selected.
        """
        row, deck = self._list.selected, self._deck
        self._listing = self._listed(self._listing.pack)
        self._fill(deck)
        if self._listing.row_of(deck) < 0:
            self._select(min(row, len(self._listing.rows) - 1))
        return super().resume()

    @property
    def busy(self) -> bool:
        """True while the list glides."""
        return self._list.scroller.moving

    @property
    def due(self) -> float | None:
        """When a tooltip appears."""
        return self._tooltip.due

    def update(self, seconds: float) -> Change | None:
        """Let the list glide and a tooltip come."""
        self._list.update(seconds)
        self._tooltip.update(seconds)
        self.stale = self.stale or self._focus.stale or self._tooltip.stale
        return None

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Keys of the list first, then the controls."""
        self._watch(event)
        if event.type == pygame.KEYDOWN and self._focus.focused is self._list:
            command = _list_command(event)
            if command is not None:
                return self._do(command)
        if event.type == pygame.MOUSEBUTTONDOWN and self._sort_at(event.pos):
            return None
        action = self._focus.handle(event)
        change: Change | None = None
        if action is not None:
            change = self._act(action)
        elif event.type == pygame.KEYDOWN:
            change = self._key(event)
        self.stale = self.stale or self._focus.stale
        return change

    def _watch(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEMOTION:
            self._tooltip.watch(self._focus.hovered)
        elif event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._tooltip.hide()
        self.stale = self.stale or self._tooltip.stale

    def _sort_at(self, at: tuple[int, int]) -> bool:
        column = self._columns.column_at(self._heads, self._look, at)
        if column is None:
            return False
        deck = self._deck
        self._listing.sort(column)
        self._fill(deck)
        return True

    def _act(self, action: Action) -> Change | None:
        match action:
            case Pressed(name) if name.startswith("difficulty-"):
                self._toggle_difficulty(int(name[-1]))
            case Pressed(name):
                return self._do(Command(name))
            case Submitted("number", number):
                return self._play_number(number)
            case Submitted("deals", _):
                return self._do(Command.PLAY)
            case Changed("deals", _):
                self._show_detail()
            case Changed("number", str() as text) if text:
                self._select(self._listing.row_of_id(text))
            case Cancelled("number"):
                self._focus.focus(self._list)
            case Changed("show", Show() as show):
                self._listing.show = show
                self._rearrange()
            case Changed("pack", int() as number):
                self._take_pack(number)
        return None

    def _toggle_difficulty(self, difficulty: int) -> None:
        """Show or hide the deals of a difficulty; hiding the last one shows all."""
        chosen = self._listing.difficulties ^ {difficulty}
        self._listing.difficulties = chosen or frozenset(DIFFICULTIES)
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
            case Command.QUIT:
                return Quit()
            case Command.OPTIONS:
                return Push(OptionsScene(self.services, self._rules.name))
            case Command.HELP:
                return Push(HelpScene(self.services, self._rules.name))
            case Command.PLAY:
                return self._play()
            case Command.MORE:
                return self._more()
        self._stay(command)
        return None

    def _stay(self, command: Command) -> None:
        """Commands that leave the list where it is."""
        row, listing = self._list.selected, self._listing
        match command:
            case Command.NEXT_UNSOLVED:
                self._select(listing.unsolved_from(row, 1))
            case Command.PREVIOUS_UNSOLVED:
                self._select(listing.unsolved_from(row, -1))
            case Command.RANDOM_UNSOLVED:
                self._select(listing.random_unsolved())
            case Command.COPY:
                self._copy()
            case Command.NUMBER:
                self._focus.focus(self._focus.named("number"), ring=True)
            case Command.FULLSCREEN:
                self.services.switch_fullscreen()

    def _more(self) -> Change:
        """What is done rarely."""
        button = self._focus.named(Command.MORE).rect
        records = Records(self.services, self._rules, self._listing.pack)
        entry = self._entry
        level = None if entry is None else entry.level
        return Push(
            PopupScene(
                self.services,
                records.tools(self._),
                is_enabled=lambda command: records.can(command, level),
                do=lambda command: records.do(command, level),
                at=(button.right, button.bottom + 4),
                from_right=True,
            )
        )

    def _select(self, row: int) -> None:
        if row >= 0:
            self._list.select(row)
            self._show_detail()

    def _play(self) -> Change | None:
        entry = self._entry
        if entry is None:
            return None
        level = entry.level
        par = None if level.par is None else (level.par, self._listing.pack.proved)
        table = TableScene(self.services, self._rules, level.deck, number_of(level), par=par)
        return Push(table)

    def _play_number(self, number: int) -> Change | None:
        """A number of the list is selected and played; any other is played too. Who comes back
        finds the keys of the list again.
        """
        self._focus.focus(self._list)
        row = self._listing.row_of(deals.deck_text(deals.deck_of(number)))
        if row >= 0:
            self._select(row)
            return self._play()
        return Push(TableScene(self.services, self._rules, deals.deck_of(number), number))

    def _copy(self) -> None:
        """Put the best answer into the clipboard, as its letters or words."""
        entry = self._entry
        if entry is None:
            return
        moves = self.services.keeper.answer_of(self._rules, entry.level.deck)
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
        target.blit(look.paint.felt(self.size, self.services.felt), (0, 0))
        self._draw_header(target, look)
        look.paint.panel(target, self._panel, look.scale)
        look.paint.panel(target, self._side, look.scale)
        listing = self._listing
        self._columns.draw_heads(
            target, look, self._heads, listing.sorted_by, down=listing.descending
        )
        line = pygame.Rect(self._heads.x, self._heads.bottom, self._heads.w, 1)
        target.fill(theme.LINE, line)
        target.fill(theme.LINE, line.move(0, -self._heads.h))
        for n in DIFFICULTIES:
            button = self._focus.named(f"difficulty-{n}")
            assert isinstance(button, Button)
            button.selected = n in listing.difficulties
        self._detail.draw(target, look, self._detail_area)
        self._focus.draw(target)
        self._tooltip.draw(target)
        return None

    def _draw_header(self, target: pygame.Surface, look: Look) -> None:
        back = self._focus.named(Command.BACK).rect
        left = back.right + look.px(18)
        up = 0 if self._is_low else look.px(11)
        at = (left, back.centery - up)
        right = self._focus.named("pack" if len(self._packs) > 1 else "number").rect.left
        room = right - left - look.px(theme.GAP)
        look.write(
            target, self._rules.title, theme.LIST_TITLE, theme.CREAM, at, Align.LEFT, room=room
        )
        if not self._is_low:
            at = (left, back.centery + look.px(19))
            look.write(target, self._summary(), theme.CAPTION, theme.PLATE_NUMBER, at, room=room)

    def _summary(self) -> str:
        _, listing = self._, self._listing
        text = _("{solved} solved of {count}").format(
            solved=_.number(listing.solved), count=_.number(len(listing.entries))
        )
        if listing.stars:
            stars = _.plural("{n} star", "{n} stars", listing.stars).format(n=listing.stars)
            text = f"{text}  ·  {stars}"
        return text

    def _draw_row(self, target: pygame.Surface, row: Row) -> None:
        self._columns.draw_row(target, self._look, row, self._listing.rows[row.index])

    def traced(self) -> dict[str, Any] | None:
        """The controls, the rows in view, and the id of the deal selected."""
        buttons = {str(w.name): list(w.rect) for w in self._focus.widgets}
        for row in self._list.visible_rows():
            id = self._listing.rows[row].level.id
            buttons[f"deal-{id}"] = list(self._list.row_area(row).clip(self._list.rect))
        entry = self._entry
        return {"buttons": buttons, "selected": "" if entry is None else entry.level.id}


def _list_command(event: pygame.event.Event) -> Command | None:
    """What Tab, Ctrl+R and Ctrl+C do while the list has the focus."""
    if event.key == pygame.K_TAB and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
        back = event.mod & pygame.KMOD_SHIFT
        return Command.PREVIOUS_UNSOLVED if back else Command.NEXT_UNSOLVED
    if event.mod & pygame.KMOD_CTRL and event.key == pygame.K_r:
        return Command.RANDOM_UNSOLVED
    if event.mod & pygame.KMOD_CTRL and event.key == pygame.K_c:
        return Command.COPY
    return None

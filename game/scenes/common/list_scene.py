"""A scene that is a list of deals: rows with headings and filters, the selected deal beside or
below them, controls above.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, Generic

import pygame

from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import key_name
from game.graphics import colours, fonts
from game.graphics.scale import Reflow
from game.scenes.common.base import (
    Change,
    OpenCalendar,
    OpenStatistics,
    OpenTable,
    Pop,
    Push,
    Replace,
)
from game.scenes.common.control_scene import ControlScene, Takes
from game.scenes.common.copy_and_paste import pasted_table
from game.scenes.common.deal_detail import DealDetail
from game.scenes.common.list_columns import D, ListColumns
from game.scenes.common.popup_menu import PopupScene
from game.scenes.common.services import Services
from game.system.language import Language
from game.table.side_bar import Tool
from game.widgets import control_sizes
from game.widgets.base import Cancelled, Widget, WidgetAction
from game.widgets.button import Button, ButtonKind, caption_height
from game.widgets.focus import FocusGroup
from game.widgets.list_view import BAR_ROOM, Headings, ListRow, ListView
from game.widgets.look import Look

DEALS: Final = "deals"
HEADS: Final = "heads"
HEADER: Final = 92
HEADER_LOW: Final = 60
SIDE: Final = 388
SIDE_NARROW: Final = 320
FLUSH_BELOW: Final = 24
"""The panel at the side ends with the list if its own end would be less than this above that of the
list, in dp.
"""
HEADINGS: Final = 36
BUTTON: Final = 40
"""The height of the buttons that act on the selected deal: two rows below a large button."""
ROW_GAP: Final = 10


class ListScene(ControlScene, Generic[D]):
    """The base of lists of deals. The selected deal is shown in a panel beside the list, or in a
    strip below it. Rectangles are in window pixels.
    """

    strip = 0.0
    """The height of the strip, in dp."""
    filters = 0.0, 0.0
    """The height of the filters in dp: beside the panel, and above the strip."""
    columns: ListColumns[D]

    def __init__(self, services: Services, detail: DealDetail[D], *, over_table: int) -> None:
        """`over_table` as in `OpenDeals`. A subclass then makes its controls."""
        super().__init__(services, FocusGroup())
        self._ = services.language
        self._over_table, self._detail = over_table, detail
        self._list, self.heads = ListView(DEALS, self._draw_row), Headings(HEADS)
        self._list.row_words = lambda row: self.columns.words(self.deals[row])
        self.heads.column_words = lambda name, down: _column_words(name, down, self._)
        self.does = {
            Command.BACK: Pop,
            Command.MORE: self.more,
            Command.MENU: self.more,
            Command.PLAY: self.on_deal(self.play),
            Command.CALENDAR: lambda: Push(OpenCalendar(self.game, self.over_table_above)),
            Command.STATISTICS: lambda: Push(OpenStatistics(self.game)),
            Command.PASTE: self._paste,
        }
        self.takes: dict[str, Takes] = {DEALS: lambda row: self.follow()}
        self.submits: dict[str, Takes] = {DEALS: lambda row: self.do(Command.PLAY)}
        self.form = Reflow.WIDE
        self.panel = pygame.Rect(0, 0, 0, 0)
        """The rows with their filters and headings."""
        self.side = pygame.Rect(0, 0, 0, 0)
        """The selected deal, with its buttons."""
        self.detail_area = pygame.Rect(0, 0, 0, 0)
        """The part of `side` beside the buttons."""
        self._rows_only = False
        """Nothing but the rows has changed since all was drawn."""

    # What a subclass says

    @property
    def deals(self) -> Sequence[D]:
        """The deals of the rows."""
        raise NotImplementedError

    def play(self, deal: D) -> Change | None:
        """Open a deal."""
        raise NotImplementedError

    def leave_entry(self, value: int | None) -> Change | None:
        """React to Enter in the entry with its value, or to Escape."""
        raise NotImplementedError

    def more(self) -> Change | None:
        """Open the popup."""
        raise NotImplementedError

    def summary(self) -> tuple[str, str]:
        """The list's title, and the words below it."""
        raise NotImplementedError

    # The selected deal

    @property
    def selected(self) -> D | None:
        """The deal selected."""
        row = self._list.selected
        return self.deals[row] if 0 <= row < len(self.deals) else None

    def fill(self, row: int) -> None:
        """Show all rows anew, and select one; -1: none."""
        self._list.fill(len(self.deals), row)
        self.follow()

    def select(self, row: int) -> None:
        """Select a row; -1 changes nothing."""
        if row >= 0:
            self._list.select(row)
            self.follow()

    def follow(self) -> None:
        """Show the selected deal, and what can be done with it."""
        self._detail.show(self.selected)
        self.refresh()

    def on_deal(self, do: Callable[[D], Change | None]) -> Callable[[], Change | None]:
        """A function that does something with the selected deal, if there is one."""
        return lambda: None if (deal := self.selected) is None else do(deal)

    def follow_language(self) -> None:
        """Make the controls but rows and headings again in the other language."""
        super().follow_language()
        self.follow()

    def refresh(self) -> None:
        """Draw everything."""
        super().refresh()
        self._rows_only = False

    # Events

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Handle an event. The wheel moves only the rows; any other event may change all of the
        picture.
        """
        change = super().handle(event)
        if event.type != pygame.MOUSEWHEEL and (self.focus.stale or self._tooltip.stale):
            self._rows_only = False
        return change

    def act(self, action: WidgetAction) -> Change | None:
        """Do what a control asks for."""
        return self.leave_entry(None) if isinstance(action, Cancelled) else super().act(action)

    def update(self, seconds: float) -> Change | None:
        """Let the list glide and a tooltip come."""
        change = super().update(seconds)
        if self._tooltip.stale:
            self._rows_only = False
        return change

    @property
    def message_keeps_clear(self) -> Sequence[pygame.Rect]:
        """All controls but the list."""
        return [each.rect for each in self.focus.widgets if each is not self._list]

    def speak_count(self) -> None:
        """Tell a screen reader how many deals are listed now."""
        count = self._list.count
        self.services.speak(self._.plural("{n} deal", "{n} deals", count).format(n=count))

    # Leading elsewhere

    def open_table(self, table: OpenTable) -> Change:
        """Open a table, in place of the one below."""
        return Replace(table, self._over_table + 1) if self._over_table else Push(table)

    @property
    def over_table_above(self) -> int:
        """`over_table` of a scene that is put over this one."""
        return self._over_table and self._over_table + 1

    def _paste(self) -> Change | None:
        table = pasted_table(self.services)
        return None if table is None else self.open_table(table)

    def pop_up(
        self,
        *groups: list[Tool],
        can: Callable[[Command], bool] = lambda command: True,
        keyless: Collection[Command] = (),
    ) -> Change:
        """Open the popup of the More button: rare commands, and those not in the header. `can` says
        which are enabled; `keyless` as in `PopupScene`.
        """
        button = self.focus.named(Command.MORE).rect
        at = self.in_window(button.right, button.bottom + 4)
        popup = PopupScene(
            self.services, groups, is_enabled=can, do=self.do, at=at, from_right=True,
            keyless=keyless,
        )  # fmt: skip
        return Push(popup)

    # Layout

    @property
    def is_low(self) -> bool:
        """True if the selected deal is shown in a strip below the list."""
        return self.form is Reflow.SMALL

    def place_header(self, look: Look, area: pygame.Rect) -> None:
        """Place the controls above the list."""
        raise NotImplementedError

    def place_filters(self, look: Look, area: pygame.Rect) -> None:
        """Place the filters above the headings."""
        raise NotImplementedError

    def place_actions(self, look: Look) -> None:
        """Place the buttons in `side`, and set `detail_area`."""
        raise NotImplementedError

    def place_strip(self, look: Look) -> None:
        """As `place_actions`, where `side` is a strip."""
        raise NotImplementedError

    def lay_out(self, form: Reflow, foot: int = 0) -> None:
        """Place everything in the window; `foot` pixels below the rows are left free."""
        look, self.form = self.look, form
        margin = look.px(control_sizes.MARGIN_NARROW if self.is_low else control_sizes.MARGIN)
        width = min(self.size[0] - 2 * margin, look.px(control_sizes.CONTENT_WIDTH))
        left, high = (self.size[0] - width) // 2, look.px(HEADER_LOW if self.is_low else HEADER)
        body = pygame.Rect(left, high, width, self.size[1] - high - margin)
        self.panel, self.side = self._low(look, body) if self.is_low else self._beside(look, body)
        self.place_header(look, pygame.Rect(left, 0, width, high))
        self._place_list(look, foot)
        (self.place_strip if self.is_low else self.place_actions)(look)
        self._rows_only = False

    def _low(self, look: Look, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        strip = look.px(self.strip)
        above = pygame.Rect(body.x, body.y, body.w, body.h - strip - look.px(8))
        return above, pygame.Rect(body.x, body.bottom - strip, body.w, strip)

    def _beside(self, look: Look, body: pygame.Rect) -> tuple[pygame.Rect, pygame.Rect]:
        side = look.px(SIDE_NARROW if self.form is Reflow.NARROW else SIDE)
        gap = look.px(control_sizes.GUTTER)
        panel = pygame.Rect(body.x, body.y, body.w - side - gap, body.h)
        padding = 2 * look.px(control_sizes.PANEL_PADDING)
        buttons = look.px(control_sizes.BUTTON_HEIGHT_LARGE + 2 * BUTTON + 3 * ROW_GAP)
        wanted = padding + self._detail.height_wanted(look, side - padding) + buttons
        high = wanted if wanted < body.h - look.px(FLUSH_BELOW) else body.h
        return panel, pygame.Rect(panel.right + gap, body.y, side, high)

    def _place_list(self, look: Look, foot: int) -> None:
        """Filters, headings and rows in the panel."""
        low = self.is_low
        padding = look.px(control_sizes.MARGIN_NARROW if low else control_sizes.PANEL_PADDING)
        inner = self.panel.inflate(-2 * padding, 0)
        high = look.px(self.filters[low])
        self.place_filters(look, pygame.Rect(inner.x, inner.y, inner.w, high))
        wide = inner.w - look.px(BAR_ROOM)
        heads = pygame.Rect(inner.x, inner.y + high, wide, look.px(HEADINGS))
        self.heads.place(look, heads)
        top, bottom = heads.bottom + 1, self.panel.bottom - look.px(10) - foot
        self._list.place(look, pygame.Rect(inner.x, top, inner.w, bottom - top))

    def place_from_right(
        self, look: Look, area: pygame.Rect, controls: Iterable[tuple[Widget, tuple[int, int]]]
    ) -> int:
        """Place controls of these sizes side by side, the first at the right end of an area;
        returns the left edge of the last.
        """
        x = area.right + look.px(control_sizes.GAP)
        for control, (wide, high) in controls:
            x -= wide + look.px(control_sizes.GAP)
            control.place(look, pygame.Rect(x, area.centery - high // 2, wide, high))
        return x

    def place_beside(
        self, look: Look, play: Button, *rows: Sequence[Widget], named: bool = False
    ) -> None:
        """Place the large button and rows of others at the lower end of `side`; the detail gets the
        rest. `named`: the others have their names below them.
        """
        padding, gap = look.px(control_sizes.PANEL_PADDING), look.px(ROW_GAP)
        inner = self.side.inflate(-2 * padding, -2 * padding)
        high = look.px(BUTTON) + (caption_height(look) if named else 0)
        y = inner.bottom
        for row in reversed(rows):
            place_row(look, row, pygame.Rect(inner.x, y - high, inner.w, high), gap)
            y -= high + gap
        large = look.px(control_sizes.BUTTON_HEIGHT_LARGE)
        play.place(look, pygame.Rect(inner.x, y - large, inner.w, large))
        self.detail_area = pygame.Rect(inner.x, inner.y, inner.w, y - large - gap - inner.y)

    # Drawing

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw felt, header and both panels; while the list glides, only what its rows cover."""
        look, is_all = self.look, not self._rows_only
        area = target.get_rect() if is_all else self._list.rect
        with look.paint.clipped(target, area):
            if look.paint.is_draft:  # no surface of its own for each size
                look.paint.lay_felt(target, self.services.felt)
            else:
                target.blit(look.paint.felt(self.size, self.services.felt), area, area)
            if is_all:
                self._draw_heading(target, look)
            for panel in (self.panel, self.side):
                look.paint.panel(target, panel, look.scale)
            if is_all:
                self._draw_all(target, look)
            else:
                self._list.draw(target)
        self._list.stale = False
        ringed = self.focus.ring_shown and self.focus.focused is self._list
        self._rows_only = not (self._tooltip.visible or ringed or not self.deals)
        return None if is_all else [area]

    def _draw_all(self, target: pygame.Surface, look: Look) -> None:
        for y in (self.heads.rect.top, self.heads.rect.bottom):
            line = pygame.Rect(self.heads.rect.x, y, self.heads.rect.w, 1)
            target.fill(look.paint.toned(colours.LINE), line)
        self.draw_words(target, look)
        if not self.deals:
            self.draw_empty(target, look)
        self._detail.draw(target, look, self.detail_area)
        self.focus.draw(target)
        self._tooltip.draw(target)

    def draw_words(self, target: pygame.Surface, look: Look) -> None:
        """Draw what stands in the list's panel beside controls and rows."""

    def draw_empty(self, target: pygame.Surface, look: Look) -> None:
        """Say why there are no rows."""
        raise NotImplementedError

    def _draw_heading(self, target: pygame.Surface, look: Look) -> None:
        """Write the title, and the words below it, between the back button and the next control."""
        title, words = self.summary()
        words = "" if self.is_low else words
        back = self.focus.named(Command.BACK).rect
        left = back.right + look.px(18)
        beside = [each.rect for each in self.focus.widgets if each.rect.bottom <= self.panel.top]
        right = min(rect.left for rect in beside if rect.left > left)
        room = right - left - look.px(control_sizes.GAP)
        at = (left, back.centery - (look.px(11) if words else 0))
        look.write(target, title, fonts.LIST_TITLE, colours.CREAM, at, room=room)
        if words:
            at = (left, back.centery + look.px(19))
            look.write(target, words, fonts.CAPTION, colours.PLATE_NUMBER, at, room=room)

    def _draw_row(self, target: pygame.Surface, row: ListRow) -> None:
        self.columns.draw_row(target, self.look, row, self.deals[row.index])

    def traced_rows(self, names: Callable[[D], str]) -> dict[str, list[int]]:
        """The rectangles of the controls by name, and of the rows in view as `names` names them."""
        buttons = self.focus.traced()
        for row in self._list.visible_rows():
            area = self._list.row_area(row).clip(self._list.rect)
            buttons[names(self.deals[row])] = list(area)
        return buttons


def place_row(look: Look, row: Sequence[Widget], area: pygame.Rect, gap: int) -> None:
    """Place controls side by side, all equally wide."""
    wide = (area.w - gap * (len(row) - 1)) // max(1, len(row))
    for place, control in enumerate(row):
        control.place(look, pygame.Rect(area.x + place * (wide + gap), area.y, wide, area.h))


def play_button(_: Language, label: str) -> Button:
    """The large button that opens the selected deal."""
    return Button(Command.PLAY, label, Command.PLAY.row.icon, kind=ButtonKind.PRIMARY,
                  style=fonts.BUTTON_LARGE, tooltip=label, key=key_name(Command.PLAY, _),
    )  # fmt: skip


def _column_words(name: str, down: bool | None, _: Language) -> str:
    """A column's heading for a screen reader, as `Headings.column_words` says."""
    if down is None:
        return _("column {name}, not sorted").format(name=name)
    words = _("column {name}, sorted in reverse") if down else _("column {name}, sorted")
    return words.format(name=name)

"""A column of commands that opens beside a button: what a bar or a header has no room for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import pygame

from game.desktop.commands import Command, command_of
from game.desktop.key_and_pad_button_names import key_name
from game.desktop.touch import Device
from game.graphics import colours
from game.graphics.text_rendering import Align
from game.scenes.common.base import Change, Pop, Push, closing
from game.scenes.common.deal_sources import tell_no_number
from game.scenes.common.dialog_scene import ClosesOnLanguageChange
from game.scenes.common.services import Services
from game.table.side_bar import Tool
from game.widgets.base import (
    Cancelled,
    Consumed,
    Pressed,
    Refused,
    Submitted,
    Widget,
    WidgetAction,
)
from game.widgets.button import Button, ButtonKind
from game.widgets.focus import RING_GAP, RING_WIDTH, FocusGroup
from game.widgets.number_entry import NumberEntry
from game.widgets.scroll import Scroller

WIDTH = 264
ROW = 42
LEAST_ROW = 26
"""The height in dp that rows shrink to before they scroll; for a finger they do not shrink."""
PADDING = 10
MARGIN = 4
"""The margin around the panel, in pixels."""
BAR_ROOM = 12
RULE_ROOM = 13
"""The room between two groups, in dp, with a line in its middle."""
CLOSERS = Command.BACK, Command.MENU

DIAL_WIDTH, DIAL_HEIGHT = 360, 84
"""The size in dp of the field in which a finger dials a deal's number."""


class PopupScene(ClosesOnLanguageChange):
    """Shows commands below each other, in groups. A click outside the panel, or a resize of the
    window, closes it.
    """

    name = "popup"

    def __init__(
        self,
        services: Services,
        groups: Sequence[Sequence[Tool]],
        *,
        is_enabled: Callable[[Command], bool],
        do: Callable[[Command], Change | None],
        start: Callable[[int], Change | None] = lambda number: None,
        start_again: Callable[[], None] = lambda: None,
        first: Command | None = None,
        at: tuple[int, int],
        from_right: bool,
        from_below: bool = False,
        width: int = WIDTH,
        row: int = ROW,
        keyless: Collection[Command] = (),
    ) -> None:
        """`do` is called with the chosen command, `start` with a deal number that was typed,
        `start_again` if the number field was confirmed while empty. `first`: the row that has the
        focus, however the popup was opened.

        `at`: the panel's upper left corner in window pixels; with `from_right`, its upper right
        corner. `from_below`: the panel lies at the window's lower end, above a strip of figures.
        `width`, and the height `row` of a row if there is room for it, are in dp. `keyless`: the
        commands whose keys do something else in the scene below.
        """
        super().__init__(services)
        self._do, self._start, self._start_again = do, start, start_again
        self._keyless = keyless
        self._scroller = Scroller()
        self._row = 1
        """The height of a row in pixels."""
        self._at, self._from_right, self._from_below = at, from_right, from_below
        self._width, self._row_dp = width, row
        self._panel = self._view = pygame.Rect(0, 0, 0, 0)
        """The panel, and the area in which rows are visible."""
        self._rules_at: list[pygame.Rect] = []
        self._groups = [[self._row_of(tool) for tool in group] for group in groups]
        self.focus: FocusGroup = FocusGroup([row for group in self._groups for row in group])
        for widget in self.focus.widgets:
            if isinstance(widget, Button):
                widget.enabled = is_enabled(Command(widget.name))
        by_finger = services.devices.last is Device.TOUCH
        self._least_row = ROW if by_finger else LEAST_ROW
        self.focus.focus(self._first(first), ring=not by_finger)
        if by_finger and isinstance(self.focus.focused, NumberEntry):
            self.focus.focused.begin_by_finger()

    def _first(self, wanted: Command | None) -> Widget | None:
        """The row that has the focus at first. If mouse or touch opened the popup, no row has it,
        so that Enter does nothing that is not shown.
        """
        services, rows = self.services, self.focus.reachable()
        by_key = services.card_cursor or services.devices.last in (Device.KEYBOARD, Device.PAD)
        named = next((row for row in rows if row.name == wanted), None)
        if named is not None or not by_key:
            return named
        return next(iter(rows), None)

    def _row_of(self, tool: Tool) -> Widget:
        _ = self.services.language
        if tool.command is Command.NUMBER:
            entry = NumberEntry(tool.command, placeholder=_("Deal number"))
            entry.spoken = _("Deal number, 0 to 999999")
            return entry
        hint = self.services.shown_key(tool.key)
        if not tool.key and tool.command not in self._keyless:
            hint = key_name(tool.command, _, self.services.key_hints)
        return Button(
            tool.command, tool.caption, tool.icon, kind=ButtonKind.ROW, align=Align.LEFT, hint=hint
        )

    def place(self, size: tuple[int, int]) -> None:
        """Place the panel at its corner. If the window is too low, rows shrink as far as they may,
        then scroll. In a window of another size the popup closes: the button that it opened from
        has moved, and other commands may have no button.
        """
        self._outdated = self._outdated or (any(self.window) and self.window != size)
        super().place(size)
        look = self.look
        padding, count = look.px(PADDING), len(self.focus.widgets)
        between = look.px(RULE_ROOM) * (len(self._groups) - 1)
        room = size[1] - 2 * padding - between - self._at[1] - 8
        self._row = max(min(look.px(self._row_dp), room // count), look.px(self._least_row))
        content = self._row * count + between
        self._scroller.resize(content, min(content, size[1] - 2 * padding - 2 * MARGIN))
        taken = 2 * padding + (look.px(BAR_ROOM) if self._scroller.most else 0)
        rows = [w.row_width(look) + taken for w in self.focus.widgets if isinstance(w, Button)]
        width = min(max(look.px(self._width), *rows, 0), size[0] - 2 * MARGIN)
        self._panel = pygame.Rect(*self._at, width, self._scroller.view + 2 * padding)
        if self._from_right:
            self._panel.right = self._at[0]
        if self._from_below:
            self._panel.bottom = size[1] - 2 * look.px(ROW)
        self._panel.clamp_ip(pygame.Rect((0, 0), size).inflate(-2 * MARGIN, -2 * MARGIN))
        self._view = self._panel.inflate(-2 * padding, -2 * padding)
        self._scroller.place(look, self._panel.inflate(-2 * MARGIN, -2 * padding))
        ring = look.px(RING_GAP + RING_WIDTH)
        with_ring = self._view.inflate(2 * padding, 2 * ring)
        self.focus.view_of = lambda row: with_ring
        self._reveal()

    def _reveal(self) -> None:
        """Scroll to what has the focus."""
        widgets = list(self.focus.widgets)
        if self.focus.focused in widgets:
            top = self._row * widgets.index(self.focus.focused)
            self._scroller.show(top, top + self._row + 2 * self.look.px(RULE_ROOM))
        self._follow()

    def _follow(self) -> None:
        """Place the rows, and the lines between their groups, at the scroll offset."""
        self._scroller.finish()
        look, inner = self.look, self._view.move(0, -self._scroller.offset)
        if self._scroller.most:
            inner.w -= look.px(BAR_ROOM)
        self._rules_at, y = [], inner.y
        for number, group in enumerate(self._groups):
            if number:
                middle = y + look.px(RULE_ROOM) // 2
                self._rules_at.append(pygame.Rect(inner.x, middle, inner.w, look.scale.line()))
                y += look.px(RULE_ROOM)
            for widget in group:
                widget.place(look, pygame.Rect(inner.x, y + 1, inner.w, self._row - 2))
                y += self._row
        self.stale = True

    @property
    def due(self) -> float | None:
        """0 if it is to close."""
        return 0.0 if self._outdated else None

    def update(self, seconds: float) -> Change | None:
        """Close if it is outdated."""
        return Pop() if self._outdated else None

    @property
    def heading(self) -> str:
        """What a screen reader says of it."""
        return self.services.language("Menu")

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Scroll, choose a row, or close."""
        wheel = event.type == pygame.MOUSEWHEEL and self._scroller.most
        if wheel:
            self._scroller.glide_by(-event.y * self._row)
        if wheel or self._scroller.handle(event) is not None:
            self._follow()
            return None
        focused = self.focus.focused
        action = self._to_end(event) or self.focus.handle(event)
        if self.focus.focused is not focused and event.type == pygame.KEYDOWN:
            self._reveal()
        self.stale = self.stale or self._scroller.stale or self.focus.stale
        match action:
            case Pressed(name):
                return closing(self._do(Command(name)))
            case Submitted(value=number):
                return closing(self._start(number))
            case Refused():
                tell_no_number(self.services)
        field = self.focus.focused if isinstance(self.focus.focused, NumberEntry) else None
        if field is not None and field.confirms_nothing(event):
            self._start_again()
            return Pop()
        if isinstance(action, Cancelled):
            return Pop()
        if event.type == pygame.MOUSEBUTTONDOWN and not self._panel.collidepoint(event.pos):
            return Pop()
        if action is None and event.type == pygame.KEYDOWN and command_of(event) in CLOSERS:
            return Pop()
        if field is not None and action is None and field.is_letter(event):
            tell_no_number(self.services)
        return None

    def _to_end(self, event: pygame.event.Event) -> WidgetAction | None:
        """Go to the first row with Home, to the last one with End."""
        ends = {pygame.K_HOME: 0, pygame.K_END: -1}
        if event.type != pygame.KEYDOWN or event.key not in ends:
            return None
        self.focus.focus(self.focus.reachable()[ends[event.key]], ring=True)
        return Consumed()

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """The panel and its rows."""
        look = self.look
        look.paint.veil(target, pygame.Rect((0, 0), self.size), colours.VEIL_FILL)
        look.paint.panel(target, self._panel, look.scale)
        with look.paint.clipped(target, self._view):
            for line in self._rules_at:
                target.fill(look.paint.toned(colours.LINE), line)
        self.focus.draw(target)
        self._scroller.draw(target)
        return None


def open_number_field(
    services: Services,
    start: Callable[[int], Change | None],
    *,
    at: tuple[int, int],
    from_right: bool,
) -> Push:
    """Open a field in which a finger can dial a deal's number. Parameters as in `PopupScene`."""
    return Push(
        PopupScene(
            services,
            [[Tool(Command.NUMBER, "", "", "")]],
            is_enabled=lambda command: True,
            do=lambda command: None,
            start=start,
            first=Command.NUMBER,
            at=at,
            from_right=from_right,
            width=DIAL_WIDTH,
            row=DIAL_HEIGHT,
        )
    )

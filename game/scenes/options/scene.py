"""The options page. A change takes effect at once, also on the scenes behind the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

import pygame

from game.desktop.commands import Command
from game.graphics import colours, fonts
from game.graphics.display_list import LASTS_S
from game.graphics.text_rendering import Align
from game.scenes.common.base import Change, Pop
from game.scenes.common.dialog_scene import ask_yes_or_no
from game.scenes.common.page import BAR_ROOM, ScrollingPage
from game.scenes.common.services import Services
from game.scenes.options.option_list import Group, Option, RowToggle, Value, groups
from game.system.settings import Settings
from game.table.card_motion import duration, ease_out
from game.widgets import control_sizes
from game.widgets.base import Widget
from game.widgets.button import Button, ButtonKind
from game.widgets.choices import Choice, Segmented, Swatches
from game.widgets.look import Look, draw_key_cap, key_cap_width
from game.widgets.slider import Slider

DONE, DEFAULTS = "done", "defaults"

ROW = 44
HEAD = 31
GROUP_GAP = 6
ABOVE = 10
FOOTER = 64
CAPTION_WIDTH = 74
NOTE_GAP = 9
HOVER_REACH = 8
WHEEL_ROWS = 2
SAMPLE = 72
"""The width in dp of the card that shows how cards move."""
SAMPLE_STAYS_S = 0.6


@dataclass
class OptionRow:
    """An option on the page."""

    option: Option
    widget: Widget
    area: pygame.Rect
    """The row's area in the content before scrolling, in pixels."""
    at: pygame.Rect
    """The same area after scrolling, in window pixels."""
    note: str = ""
    """The option's note, or why it has no effect now."""


class OptionsScene(ScrollingPage):
    """Stands beside the scene that opened it, which shows each change at once. The focus starts at
    the first option of that scene's game.
    """

    name = "options"
    opened_by = Command.OPTIONS
    beside = 480

    def __init__(self, services: Services, game: str | None = None) -> None:
        super().__init__(services, lambda _: _("Options"))
        self._game = game
        self._width = 0
        """The width of a row in pixels."""
        self._heads: list[tuple[Group, pygame.Rect]] = []
        """The groups' headings, each with its area in the content before scrolling, in pixels."""
        self._pointed: OptionRow | None = None
        self._motion = services.speed, services.fades
        self._sample: float | None = None
        """For how many seconds a card has shown how cards move now; None: none does."""
        self._held_back: Mapping[str, Value] = {}
        """A change that waits until the slider is let go."""
        self.rebuild()
        self.does |= {DONE: Pop, DEFAULTS: self._ask_for_defaults}
        first = next((row for row in self._rows if game in row.option.games), self._rows[0])
        self.focus.focus(first.widget)

    @property
    def game(self) -> str | None:
        """The game of the scene that opened the page."""
        return self._game

    def controls(self) -> Sequence[Widget]:
        """A row for each option, then the buttons below."""
        _, settings, nowhere = self._, self.services.settings, pygame.Rect(0, 0, 0, 0)
        self._groups = groups(_, lambda: self.look)
        options = [option for group in self._groups for option in group.options]
        self._rows = [
            OptionRow(each, each.make(each.name, each.value(settings)), nowhere, nowhere)
            for each in options
        ]
        self._pointed = None
        for row in self._rows:
            row.widget.spoken, row.widget.key = row.option.label, row.option.key
            self._show_value(row)
        self.takes = {row.option.name: partial(self._choose, row) for row in self._rows}
        high = control_sizes.BUTTON_HEIGHT_SMALL
        return [
            *self.scrolled(),
            Button(DEFAULTS, _("Defaults"), "restart", height=high),
            Button(DONE, _("Done"), "check", kind=ButtonKind.PRIMARY, height=high),
        ]

    def _show_value(self, row: OptionRow) -> None:
        """Show the present value; a row is disabled while its setting has no effect."""
        option, forced = row.option, row.option.forced
        if forced is not None and not forced.when(self.services):
            forced = None
        row.note = option.note if forced is None else forced.why
        row.widget.enabled, row.widget.spoken_more = forced is None, row.note
        shows_on = forced is not None and forced.shows_on
        value = shows_on or option.value(self.services.settings)
        match row.widget:
            case RowToggle() as toggle:
                toggle.on = bool(value)
            case Slider() as slider:
                slider.value = int(str(value))
                slider.spoken_value = option.caption(slider.value) if option.caption else ""
            case Choice() as choice:
                choice.value = value

    # Layout

    def arrange(self) -> None:
        """The rows in one column, each as high as its control; the buttons below."""
        look, content, gap = self.look, self.content, self.look.px(control_sizes.GAP)
        view = content.inflate(2 * look.px(HOVER_REACH), 0)
        view.height = content.height - look.px(FOOTER)
        defaults, done = (self.focus.named(name) for name in (DEFAULTS, DONE))
        area = pygame.Rect(0, 0, (content.w - gap) // 2, look.px(control_sizes.BUTTON_HEIGHT_SMALL))
        area.midleft = content.x, view.bottom + look.px(FOOTER) // 2
        defaults.place(look, area)
        done.place(look, area.move(area.w + gap, 0))
        self._width, y, rows = content.w - look.px(BAR_ROOM), look.px(ABOVE), iter(self._rows)
        self._heads = []
        for group in self._groups:
            self._heads.append((group, pygame.Rect(0, y, self._width, look.px(HEAD))))
            y += look.px(HEAD)
            for row in islice(rows, len(group.options)):
                high = look.px(ROW) * (2 if self._is_high(row) else 1)
                row.area = pygame.Rect(0, y, self._width, high)
                y += high
            y += look.px(GROUP_GAP)
        self.lay_scroll(view, y)

    def _is_high(self, row: OptionRow) -> bool:
        """True if there is no room for the control beside the label: it stands below."""
        wide = (
            self._label_width(row) + self.look.px(NOTE_GAP) + row.widget.natural_size(self.look)[0]
        )
        return isinstance(row.widget, Swatches) and wide > self._width

    def scrolled(self) -> list[Widget]:
        """The controls of all rows."""
        return [row.widget for row in self._rows]

    def follow_scroll(self) -> None:
        """Put rows and controls where scrolling has brought them."""
        left, top = self.content.left, self.view.top - self.scroller.offset
        for row in self._rows:
            row.at = row.area.move(left, top)
            self._place_control(row)

    def _place_control(self, row: OptionRow) -> None:
        look, widget = self.look, row.widget
        width, height = widget.natural_size(look)
        line = row.at.move(0, row.at.h // 2) if self._is_high(row) else row.at
        line.h = look.px(ROW)
        right = line.right - (look.px(CAPTION_WIDTH) if row.option.caption else 0)
        if isinstance(widget, Segmented | Slider):
            # Segments with too little room become a stepper.
            words = max(self._label_width(row), look.width(row.note, fonts.SMALL_CAPTION))
            width = min(width, right - line.left - words - look.px(16))
        if isinstance(widget, RowToggle):
            widget.row = line.inflate(2 * look.px(HOVER_REACH), -2)
        widget.place(look, pygame.Rect(right - width, line.centery - height // 2, width, height))

    def _label_width(self, row: OptionRow) -> int:
        return self.look.width(row.option.label, fonts.ROW)

    def focused_span(self) -> tuple[int, int] | None:
        """The span of the focused row and its neighbours while the focus ring shows; else None."""
        return self._used_span() if self.focus.ring_shown else None

    def _used_span(self) -> tuple[int, int] | None:
        for row in self._rows:
            if row.widget is self.focus.focused:
                return row.area.top - row.area.h, row.area.bottom + row.area.h
        return None

    # Events

    @property
    def wheel_step(self) -> float:
        """Two rows."""
        return WHEEL_ROWS * ROW

    def handle(self, event: pygame.event.Event) -> Change | None:
        """Highlight the row under the mouse; make the change that waited once its control is
        released. A press beside the page closes it.
        """
        pressed = event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT
        if pressed and not self.panel.collidepoint(event.pos):
            return Pop()
        change = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            self._point(event.pos)
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP, pygame.WINDOWFOCUSLOST):
            self._release()
        return change

    def _point(self, at: tuple[int, int]) -> None:
        inside = self.view.collidepoint(at)
        pointed = next((r for r in self._rows if inside and r.at.collidepoint(at)), None)
        if pointed is not self._pointed:
            self._pointed, self.stale = pointed, True

    def _choose(self, row: OptionRow, value: object) -> None:
        changes = row.option.changes(value)
        self.stale = True
        if row.option.at_release and row.widget.held:
            self._held_back = changes
            return
        self.services.change(**changes)

    def _release(self) -> None:
        if self._held_back and not any(row.widget.held for row in self._rows):
            changes, self._held_back = self._held_back, {}
            self.services.change(**changes)
            # In a new size the control may have another column or place: it stays in view.
            span = self._used_span()
            if span is not None:
                self.scroller.show(*span)
                self.scroller.finish()
                self.follow_scroll()

    # Defaults

    def _ask_for_defaults(self) -> Change:
        _ = self._
        text = _("All settings on this page return to their original values.")
        return ask_yes_or_no(
            self.services, _("Restore defaults?"), text, _("Defaults"), self._reset
        )

    def _reset(self) -> None:
        """Reset the settings of this page to their defaults; all other settings stay."""
        fresh = Settings()
        wanted: dict[str, Value] = {}
        for row in self._rows:
            wanted |= row.option.changes(row.option.value(fresh))
        # All of them: another window may have saved other values.
        self.services.change(**{**wanted, "speed": fresh.speed})

    def follow_settings(self) -> None:
        """Show in the controls what is chosen now, and by a card beside the page how cards move."""
        for row in self._rows:
            self._show_value(row)
        motion = self.services.speed, self.services.fades
        if motion != self._motion:
            self._motion, self._sample = motion, 0.0
        self.stale = True

    # The card that shows how cards move

    @property
    def busy(self) -> bool:
        """True while the page glides or the card is shown."""
        return super().busy or self._sample is not None

    def update(self, seconds: float) -> Change | None:
        """Let page and card move on."""
        if self._sample is not None:
            shown = self._sample + seconds
            self._sample = None if shown > self._flight_s() + SAMPLE_STAYS_S else shown
            self.stale = True
        return super().update(seconds)

    def _flight_s(self) -> float:
        """The time that the card takes across the free part of the window."""
        speed, fades = self._motion
        return LASTS_S if fades else duration(self.scale.dp(self.panel.left), speed)

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Draw the page, and the card where there is room for its flight."""
        touched, look, wide = super().draw(target), self.look, self.look.px(SAMPLE)
        way = self.panel.left - 3 * wide
        if self._sample is not None and way > 0:
            takes = self._flight_s()
            done = min(1.0, self._sample / takes) if takes else 1.0
            name = f"cards/backs/{self.services.settings.card_back}"
            card = look.assets.picture(name, (wide, round(1.4 * wide))).copy()
            _speed, fades = self._motion
            if fades:
                card.set_alpha(round(255 * done))
            at = wide + round(way * (1.0 if fades else ease_out(done))), self.size[1] // 2
            target.blit(card, at)
        return touched

    # Drawing

    def draw_content(self, target: pygame.Surface, look: Look) -> None:
        """Heads and rows in their view, the line above the buttons."""
        with look.paint.clipped(target, self.view):
            for group, head in self._heads:
                self._draw_head(target, look, group, head)
            for row in self._rows:
                self._draw_row(target, look, row)
        if self.scroller.most:
            line = pygame.Rect(self.panel.x, self.view.bottom, self.panel.w, look.scale.line())
            target.fill(look.paint.toned(colours.LINE), line)

    def _draw_head(
        self, target: pygame.Surface, look: Look, group: Group, area: pygame.Rect
    ) -> None:
        area = area.move(self.content.left, self.view.top - self.scroller.offset)
        size = look.px(18)
        look.icon(target, group.icon, colours.GOLD, (area.x + size // 2, area.centery), size)
        at = (area.x + look.px(28), area.centery)
        words = group.title.upper()
        end = look.write(target, words, fonts.GROUP_HEAD, colours.GOLD, at).right
        end += look.px(control_sizes.GAP)
        target.fill(
            look.paint.toned(colours.LINE), (end, area.centery, area.right - end, look.scale.line())
        )

    def _draw_row(self, target: pygame.Surface, look: Look, row: OptionRow) -> None:
        if row is self._pointed:
            area = row.at.inflate(2 * look.px(HOVER_REACH), -2)
            look.paint.box(target, area, look.px(9), colours.ROW_HOVER_FILL)
        option, left, middle = row.option, row.at.left, row.at.top + look.px(ROW) // 2
        note = look.width(row.note, fonts.SMALL_CAPTION)
        beside = row.widget.rect if not self._is_high(row) else row.at.move(row.at.w, 0)
        room = beside.left - look.px(control_sizes.GAP) - left
        below = bool(note) and self._label_width(row) + note + look.px(NOTE_GAP) > room
        up = look.px(10) if below else 0
        label = look.write(target, option.label, fonts.ROW, colours.CREAM, (left, middle - up))
        at = (left, middle + look.px(9)) if below else (label.right + look.px(NOTE_GAP), middle)
        look.write(target, row.note, fonts.SMALL_CAPTION, colours.DIM, at)
        after = label.right + look.px(NOTE_GAP)
        key = self.services.shown_key(option.key)
        if key and after + key_cap_width(look, key) < beside.left:
            draw_key_cap(target, look, key, after, middle)
        if option.caption is not None:
            assert isinstance(row.widget, Slider)
            words = option.caption(row.widget.value)
            at = (row.at.right, middle)
            look.write(target, words, fonts.CAPTION_STRONG, colours.DIM, at, Align.RIGHT)

"""Everything a table shows, put together: felt, bars, plate, cards; redrawn where it changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Protocol

import pygame

from game.core.position import Position
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints
from game.graphics.display_list import Canvas, CrossFade, Shown
from game.graphics.felt import Felt
from game.graphics.scale import Scale
from game.rules import Rules
from game.system.language import Language
from game.table.bottom_bar import BottomBar
from game.table.card_sprites import Appearance, CardSprites
from game.table.cards_picture import CardsPicture
from game.table.figures import Figure, FigureSpot
from game.table.figures_bar import TITLE, FiguresBar
from game.table.line_strip import LineStrip, MoveWorth
from game.table.markings import ReserveCounts, TableMarks
from game.table.side_bar import SideBar, Tool
from game.table.title_plate import (
    Plate,
    PlateSign,
    draw_plate,
    has_words,
    lowest_words,
    plate_area,
    told_area,
)
from game.table.window_layout import TableFrame, WindowShape
from game.widgets.base import Widget
from game.widgets.button import ToolButton
from game.widgets.focus import FocusGroup
from game.widgets.look import Look


class ControlBar(Protocol):
    """The bar that holds a table's controls: the side bar, or what a scene has in its place."""

    def frame(self, window: WindowShape) -> TableFrame:
        """Where bars and cards are in a window; this one is at `side`."""
        ...

    def arrange(self, window: TableFrame, look: Look) -> Sequence[Widget]:
        """Place the controls; returns them in the order of Tab."""
        ...

    def leave_tool(self) -> Tool:
        """The button at the end of the figures, which leaves the scene."""
        ...

    def draw_ground(
        self, target: pygame.Surface, window: TableFrame, look: Look, felt: Felt
    ) -> None:
        """The bar itself."""
        ...

    def draw_captions(self, target: pygame.Surface, look: Look) -> None:
        """Draw what stands beside the controls."""
        ...


class TablePicture:
    """The picture of one table in one window. It is told what to show, and asks nothing."""

    def __init__(
        self,
        rules: Rules,
        look: Callable[[Scale], Look],
        appearance: Appearance,
        _: Language,
        controls: ControlBar | None = None,
    ) -> None:
        """`controls` stand in the side bar's place."""
        self._rules, self._make_look, self._ = rules, look, _
        self._tool_bar = SideBar(rules, _)
        self._side: ControlBar = controls or self._tool_bar
        self.cards = CardSprites(rules, (1280, 800), framed=self._side.frame)
        self.cards.appearance = appearance
        self.look = look(self.cards.frame.text_scale)
        self.card_painter = CardsPicture(self.cards, self.look.assets, self.look.paint)
        self.reserve_counts = ReserveCounts(rules, self.cards)
        self._figures_bar = FiguresBar(self.cards.frame, self.look)
        self._canvas = Canvas((1, 1), self._draw_ground)
        self._fade = CrossFade()
        """Between the picture before an action and that after it."""
        self.focus = FocusGroup(arrows=False)
        self._spots: dict[str, FigureSpot] = {}
        """The figures as controls: below all others."""
        self._tools: list[Widget] = []
        """The controls of side bar and edge."""
        self._mark = Widget("mark")
        """The mark that the mouse was on last."""
        self.plate_hidden = False
        """True while something else is drawn in the plate's place."""
        self.sign: PlateSign | None = None
        self.number = ""
        """What the plate says under the name."""
        self.figures: list[Figure] = []
        self._ui = 1.0
        self.bar: BottomBar | None = None
        self.line_strip = LineStrip()

    # Layout

    def place(self, size: tuple[int, int], ui: float) -> None:
        """Fit a window."""
        self._ui = ui
        self.cards.resize(size, ui)
        self.look = self._make_look(self.cards.frame.text_scale)
        self.card_painter.forget()
        self._canvas = Canvas(size, self._draw_ground)
        self._place_controls()

    def _place_controls(self) -> None:
        window = self.cards.frame
        self._figures_bar = FiguresBar(window, self.look)
        name, icon, told, tooltip, key = self._side.leave_tool()
        caption = "" if window.small or window.portrait else told
        leave = ToolButton(name, icon, caption, tooltip=tooltip, key=key)
        leave.spoken = told
        leave.place(self.look, self._figures_bar.leave_area)
        self._tools = [*self._side.arrange(window, self.look), leave]
        self._spots = {}
        buttons = {str(widget.name): widget for widget in self._tools}
        hint = self.card_painter.marking.hint
        hint.button = buttons.get(Command.REDEAL) or buttons.get(Command.MENU)
        self.line_strip.fit(window, self.look)
        self._place_bar()

    @property
    def hidden_tools(self) -> list[list[Tool]]:
        """What the side bar has no room for: its menu holds that."""
        return self._tool_bar.hidden

    def _place_bar(self) -> None:
        """Place the bar at the bottom and the figures; list all controls."""
        if self.bar is not None:
            self.bar.place(self.cards.frame, self.look, self.line_strip.target().top)
        self._lay_figures()
        self._list_controls()

    def _list_controls(self) -> None:
        """Hand all controls to the focus group, those that lie above others at the end. Other
        controls' tooltips do not cover the bar.
        """
        spots = self._spots.values()
        for control in (self.line_strip, *spots, *self._tools):
            control.kept_clear = self.bar.rect if self.bar else pygame.Rect(0, 0, 0, 0)
        bar = self.bar.widgets if self.bar else []
        # In a small window the bar lies over the strip too.
        covered = bar and self.cards.frame.small
        strip = [self.line_strip] if self.line_strip.cells and not covered else []
        self.focus.renew([*spots, *self._tools, *strip, *bar])

    def _draw_ground(self, ground: pygame.Surface) -> None:
        felt = self.cards.appearance.felt
        self.look.paint.lay_felt(ground, felt)
        self._side.draw_ground(ground, self.cards.frame, self.look, felt)
        self._figures_bar.draw_ground(ground, felt)

    def set_appearance(self, appearance: Appearance) -> None:
        """Take over how the player wants the table to look, if that has changed."""
        before, self.cards.appearance = self.cards.appearance, appearance
        if appearance == before:
            return
        frame = self.cards.frame
        frames = [(each.mirrored, each.least_card, each.density) for each in (before, appearance)]
        if frames[0] != frames[1]:
            self.place((frame.width, frame.height), self._ui)
        if appearance.large != before.large:
            self.cards.rearrange()
        self.card_painter.forget()
        self._canvas = Canvas((frame.width, frame.height), self._draw_ground)

    def set_key_hints(self, key_hints: KeyHints, *, menu: bool) -> None:
        """Set the device whose keys tooltips name, and whether the bar always has a menu button."""
        bar = self._tool_bar
        bar.name_keys(key_hints)
        if bar.with_menu != menu:
            bar.with_menu = menu
            self.place((self.cards.frame.width, self.cards.frame.height), self._ui)

    def mark_at(self, at: tuple[int, int]) -> Widget | None:
        """The mark under a pixel, as a control that has a tooltip; None if there is none."""
        painter = self.card_painter
        found = painter.marking.tip_at(painter.marks, at, self._)
        if found is None:
            return None
        tip, area = found
        if (self._mark.tooltip, self._mark.rect) != found:
            self._mark = Widget("mark", tooltip=tip)
            self._mark.place(self.look, area)
        return self._mark

    def set_number(self, number: int | None) -> None:
        """Set the deal number that the number field shows."""
        self._tool_bar.number_entry.value = number

    def set_bar(self, bar: BottomBar | None) -> bool:
        """Show or remove the bar at the bottom; columns make room for it. True if it is another
        one.
        """
        if (bar and bar.told) == (self.bar and self.bar.told):
            return False
        self.bar = bar
        self._place_bar()
        return True

    def show_line(self, cells: Sequence[MoveWorth], here: int) -> None:
        """Show what the line's actions are worth, and the present place; no cells: no strip."""
        before = bool(self.line_strip.cells)
        self.line_strip.show(cells, here)
        if before != bool(cells):
            self._list_controls()

    # Moving cards

    def show(self, steps: Sequence[Position], speed: float, *, fades: bool) -> None:
        """Move cards through some positions; with `fades` one picture fades into the other."""
        self.cards.speed = speed
        if fades:
            self._fade.begin()
        self.cards.show(steps)

    @property
    def busy(self) -> bool:
        """True while cards move, or one picture fades into another."""
        return self.cards.moving or self._fade.active

    def update(self, seconds: float) -> None:
        """Let time pass. Before cards fly all is made that their frames need."""
        if self.cards.moving:
            self._canvas.prepare()
        self.cards.advance(seconds)
        self._fade.update(seconds)

    # Changes

    def refresh(self) -> None:
        """Have the next `draw` draw the whole window: its content is gone."""
        self._canvas.lose()
        self.card_painter.prepare_faces()

    def mark(self, marks: TableMarks) -> None:
        """Show other marks: selection, targets, what is under the mouse."""
        self.card_painter.marks = marks

    def show_figures(self, figures: list[Figure]) -> None:
        """Show other figures."""
        self.figures = figures
        self._lay_figures()

    def _plate(self) -> Plate:
        return Plate(self._rules.title, self.number, self.sign)

    def _plate_area(self) -> pygame.Rect:
        """Where the plate draws, a sign's glow and all."""
        reach, table = self.look.px(80), self.cards.arrangement
        area = pygame.Rect(table.plate).inflate(reach, reach)
        if table.frame.small:
            # The words may reach as far as the piles beside the plate.
            area.left, area.width = table.frame.area.x, table.frame.area.w
        area.height = max(area.bottom, lowest_words(table)) - area.top
        return area

    def enable(self, why_off: Mapping[Command, str], lit: Set[Command]) -> None:
        """Set which buttons cannot be used and why (an empty reason: it can), and which are lit."""
        for widget in self.focus.widgets:
            if isinstance(widget, ToolButton) and widget.name in why_off:
                widget.why_off = why_off[Command(widget.name)]
                widget.enabled, widget.lit = not widget.why_off, widget.name in lit

    # Drawing

    def draw(self, target: pygame.Surface, above: Sequence[Shown] = ()) -> list[pygame.Rect] | None:
        """Bring the window up to date, with what lies above the table, such as a tooltip. Returns
        the parts touched, None for all.
        """
        self._fade.capture(target)
        flying = [*self.card_painter.flying(), *self._fade.shown(target), *above]
        return self._canvas.show(target, self._resting(), flying)

    def _resting(self) -> list[Shown]:
        """All that lies still, the lowest first."""
        look, frame = self.look, self.cards.frame
        found = [*self.card_painter.resting()]
        if not self.plate_hidden:
            plate = look, self.cards.arrangement, self._plate()
            found.append(Shown("plate", plate, self._plate_area(), draw_plate))
        for number, (count, area) in enumerate(self.reserve_counts.shown(look)):
            value = look, count, area
            found.append(Shown(("count", number), value, area, self.reserve_counts.draw))
        if self.bar is not None:
            reach = look.px(2 * 45)
            area = self.bar.rect.inflate(reach, reach)
            found.append(Shown("bar", (self.bar,), area, lambda target, bar: bar.draw(target)))
        found += self._figures_bar.shown()
        side = pygame.Rect(frame.side)
        found.append(Shown("captions", (look,), side, self._side.draw_captions))
        return found + self.focus.shown()

    def _lay_figures(self) -> None:
        """Lay the figures out, and put their controls where they are. In a small window the bar at
        the bottom takes their place.
        """
        covered = self.bar is not None and self.cards.frame.small
        self._figures_bar.lay([] if covered else self._titled(self.figures))
        before, self._spots = self._spots, {}
        for figure in self.figures:
            area = self._figures_bar.areas.get(figure.name, pygame.Rect(0, 0, 0, 0))
            if area := area.clip(self.cards.frame.edge):
                spot = before.get(figure.name) or FigureSpot(figure, self._)
                spot.follow(self.look, area, figure)
                self._spots[figure.name] = spot
        if [*before] != [*self._spots]:
            self._list_controls()

    def _titled(self, figures: Sequence[Figure]) -> list[Figure]:
        """Figures, before them the table's name and number where the plate has no words."""
        title = Figure(TITLE, self._rules.title, self.number)
        return [*figures] if has_words(self.cards.arrangement) else [title, *figures]

    def figure_area(self, figure: str, shown: Sequence[Figure]) -> pygame.Rect | None:
        """Where a figure is among those `shown`, drawn yet or not; None if it is not there."""
        bar = FiguresBar(self.cards.frame, self.look)
        bar.lay(self._titled(shown))
        area = bar.areas.get(figure)
        return None if area is None else area.clip(self.cards.frame.edge)

    def control_area(self, name: str) -> pygame.Rect:
        """Where a control (KeyError: there is none) is with its name and what is written below."""
        area = self.focus.named(name).own_area()
        return area.union(self._tool_bar.policy_area) if name == Command.POLICY else area

    def message_keeps_clear(self) -> list[pygame.Rect]:
        """The areas that a message should not cover: the bars, the piles, the bar at the bottom and
        last, because they matter least, the plate's words and then all of it.
        """
        window, table, position = self.cards.frame, self.cards.arrangement, self.cards.position
        found = [pygame.Rect(window.side), pygame.Rect(window.edge)]
        for pile, box in enumerate(table.piles):
            last = table.seat(position, position.end(pile))
            found.append(pygame.Rect(box).union(pygame.Rect(last)))
        found += [] if self.bar is None else [self.bar.rect]
        return [*found, told_area(self.look, table, self._plate()), self.plate_area]

    @property
    def plate_area(self) -> pygame.Rect:
        """Where the plate's sign and words are; empty if there are none."""
        return plate_area(self.look, self.cards.arrangement, self._plate())

    # For the trace

    def traced(self) -> dict[str, Any]:
        """Piles, cards and buttons with their places."""
        piles, found = self.cards.traced()
        # Of two controls with one name, the one that is always there.
        widgets = reversed(self.focus.widgets)
        buttons = {str(widget.name): list(widget.rect) for widget in widgets}
        return {"piles": piles, "cards": found, "buttons": buttons}

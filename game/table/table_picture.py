"""Everything a table shows, put together: felt, bars, plate, cards; redrawn where it changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any, Protocol

import pygame

from game.core import cards
from game.core.position import Position
from game.desktop.commands import Command
from game.desktop.key_and_pad_button_names import KeyHints
from game.graphics.felt import Felt
from game.graphics.scale import Scale
from game.rules import Rules, stock_of
from game.system.language import Language
from game.table.bottom_bar import BottomBar
from game.table.card_sprites import Appearance, CardSprites
from game.table.cards_picture import CardsPicture
from game.table.figures import Figure, FigureSpot
from game.table.figures_bar import FiguresBar
from game.table.layers import CrossFade, TableLayers
from game.table.line_strip import LineStrip, MoveWorth
from game.table.markings import ReserveCounts, TableMarks
from game.table.side_bar import SideBar, Tool
from game.table.title_plate import Plate, PlateSign, draw_plate, lowest_words, plate_area, told_area
from game.table.window_layout import TableFrame, WindowShape
from game.widgets.base import Widget
from game.widgets.button import ToolButton
from game.widgets.focus import RING_REACH, FocusGroup
from game.widgets.look import Look
from game.widgets.tooltip import Tooltip


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
        """Draw what stands beside the controls, and what lies over cards."""
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
        self._canvas = TableLayers((1, 1), self._draw_ground)
        self._fade = CrossFade()
        """Between the picture before an action and that after it."""
        self._drawn_piles = self.cards.arrangement.card, self.cards.arrangement.piles
        self._drawn_plate_area = pygame.Rect(0, 0, 0, 0)
        self._drawn_marks: list[tuple[object, pygame.Rect]] = []
        self._drawn_stock = ""
        self.focus = FocusGroup(arrows=False)
        self._spots: dict[str, FigureSpot] = {}
        """The figures as controls: below all others."""
        self._tools: list[Widget] = []
        """The controls of side bar and edge."""
        self.plate_hidden = False
        """True while something else is drawn in the plate's place."""
        self.sign: PlateSign | None = None
        self.number = ""
        """What the plate says under the name."""
        self.figures: list[Figure] = []
        self._drawn_figures: list[Figure] = []
        self._drawn_plate: Plate | None = None
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
        self._canvas = TableLayers(size, self._draw_ground)
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
        """Place the bar at the bottom, if there is one, and list all controls."""
        if self.bar is not None:
            self.bar.place(self.cards.frame, self.look, self.line_strip.target().top)
        self._list_controls()

    def _list_controls(self) -> None:
        """Hand all controls to the focus group, those that lie above others at the end. Other
        controls' tooltips do not cover the bar.
        """
        spots = self._spots.values()
        for control in (self.line_strip, *spots, *self._tools):
            control.kept_clear = self.bar.rect if self.bar else pygame.Rect(0, 0, 0, 0)
        strip = [self.line_strip] if self.line_strip.cells else []
        bar = self.bar.widgets if self.bar else []
        self.focus.renew([*spots, *self._tools, *bar, *strip])

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
        frames = [(each.mirrored, each.least_card, each.density) for each in (before, appearance)]
        if frames[0] != frames[1]:
            window = self.cards.frame
            self.place((window.width, window.height), self._ui)
        if appearance.large != before.large:
            self.cards.rearrange()
        self._canvas.renew()

    def set_key_hints(self, key_hints: KeyHints, *, menu: bool) -> None:
        """Set the device whose keys tooltips name, and whether the bar always has a menu button."""
        bar = self._tool_bar
        bar.name_keys(key_hints)
        if bar.with_menu != menu:
            bar.with_menu = menu
            self._place_controls()
            self._canvas.renew()

    def set_number(self, number: int | None) -> None:
        """Set the deal number that the number field shows."""
        self._tool_bar.number_entry.value = number

    def set_bar(self, bar: BottomBar | None) -> None:
        """Show or remove the bar at the bottom; columns make room for it."""
        if bar is None and self.bar is None:
            return
        self._canvas.invalidate(self._bar_area())
        self.bar = bar
        self._place_bar()
        self._canvas.invalidate(self._bar_area())

    def show_line(self, cells: Sequence[MoveWorth], here: int) -> None:
        """Show what the line's actions are worth, and the present place; no cells: no strip."""
        before = bool(self.line_strip.cells)
        self.line_strip.show(cells, here)
        if self.line_strip.stale:
            self._canvas.invalidate(self.line_strip.drawn_area())
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

    @property
    def layers_due(self) -> bool:
        """True after the first picture, until `update` has made what the following ones need."""
        return self._canvas.are_due

    def update(self, seconds: float) -> None:
        """Let time pass."""
        if self.layers_due:
            self._invalidate_changed()
            self._canvas.make(self._paint)
        self.cards.advance(seconds)
        if self._fade.active:
            self._fade.update(seconds)
            self.refresh()

    # Changes

    def refresh(self) -> None:
        """Have the next `draw` draw everything again."""
        self._canvas.invalidate_all()
        self.card_painter.prepare_faces()

    def mark(self, marks: TableMarks) -> None:
        """Show other marks: selection, targets, what is under the mouse."""
        before = self.card_painter.marks
        if marks == before:
            return
        self.card_painter.marks = marks
        marking = self.card_painter.marking
        for area in marking.run_areas(before) ^ marking.run_areas(marks):
            self._canvas.invalidate(pygame.Rect(area))
        for *cap, _ in marking.cap_areas(before) ^ marking.cap_areas(marks):
            self._canvas.invalidate(pygame.Rect(cap))
        # By place: cards of a run wait on their old pile for their turn to fly.
        self.invalidate_cards(frozenset(map(cards.name, before.reversed ^ marks.reversed)))
        changed = set(before.glowing ^ marks.glowing)
        changed |= {pile for pile in (before.filled, marks.filled) if pile is not None}
        if before.ghost != marks.ghost:
            changed |= {ghost[0] for ghost in (before.ghost, marks.ghost) if ghost is not None}
        for pile in changed:
            self._canvas.invalidate(self.card_painter.area_of_pile(pile))

    def invalidate_area(self, area: pygame.Rect) -> None:
        """Have a part of the window drawn again: something else was drawn over it."""
        self._canvas.invalidate(area)

    def invalidate_cards(self, names: frozenset[str]) -> None:
        """Have cards, backs and empty places drawn again: their pictures have changed."""
        for area in self.card_painter.areas_of(names):
            self._canvas.invalidate(area)

    def invalidate_figures(self) -> None:
        """Have the figures and the plate drawn again, if they have changed."""
        if self.figures != self._drawn_figures:
            self._canvas.invalidate(self._changed_figures())
            self._drawn_figures = self.figures
        if self._plate() != self._drawn_plate:
            self._drawn_plate = self._plate()
            self._canvas.invalidate(self._plate_area())

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

    def _bar_area(self) -> pygame.Rect:
        """Where the bar draws, shadow and all."""
        reach = self.look.px(2 * 45)
        return pygame.Rect(0, 0, 0, 0) if self.bar is None else self.bar.rect.inflate(reach, reach)

    def _changed_figures(self) -> pygame.Rect:
        """Where the figures look different: a clock that does not change its length moves none."""
        before, after = self._drawn_figures, self.figures
        changed = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
        edge = pygame.Rect(self.cards.frame.edge)
        if len(before) == len(after) and len(changed) == 1:
            old, new = changed[0]
            if old.name == new.name == "clock" and len(old.value) == len(new.value):
                return self._figures_bar.areas.get("clock", edge)
        return edge

    def invalidate_controls(self) -> None:
        """Have those controls drawn again that look different from when they were last drawn."""
        reach = self.look.px(RING_REACH)
        for widget in self.focus.widgets:
            if widget.stale:
                self._canvas.invalidate(widget.drawn_area().inflate(2 * reach, 2 * reach))
        if self.focus.stale and self.focus.focused is not None:
            area = self.focus.focused.focus_area()[0]
            self._canvas.invalidate(area.inflate(2 * reach, 2 * reach))

    def enable(self, why_off: Mapping[Command, str], lit: Set[Command]) -> None:
        """Set which buttons cannot be used and why (an empty reason: it can), and which are lit."""
        for widget in self.focus.widgets:
            if isinstance(widget, ToolButton) and widget.name in why_off:
                widget.why_off = why_off[Command(widget.name)]
                widget.enabled, widget.lit = not widget.why_off, widget.name in lit

    def _invalidate_piles(self) -> None:
        """Have piles that lie elsewhere drawn again, and the plate between them."""
        table, (card, piles) = self.cards.arrangement, self._drawn_piles
        if (table.card, table.piles) == (card, piles):
            return
        corners = [box[:2] for box in (*piles, *table.piles)]
        if table.card != card:
            # Cards that wait for their turn to move change their size at once.
            corners += (place[:2] for held in self.cards.lying().values() for _, place in held)
        for corner in corners:
            self._canvas.invalidate(self.card_painter.spot(corner))
        self._canvas.invalidate(self._drawn_plate_area)
        self._drawn_piles, self._drawn_plate_area = (table.card, table.piles), self._plate_area()
        self._canvas.invalidate(self._drawn_plate_area)

    def _invalidate_stock(self) -> None:
        """Have the sign in the stock drawn again: it depends on whether a pulled card is left."""
        stock = stock_of(self._rules)
        if stock is not None and self.card_painter.slot_name(stock) != self._drawn_stock:
            self._canvas.invalidate(self.card_painter.area_of_pile(stock))
            self._drawn_stock = self.card_painter.slot_name(stock)

    def _invalidate_marks(self) -> None:
        """Have marks, counts and hint drawn again, if they have changed."""
        shown, marking = self.card_painter.marks, self.card_painter.marking
        marks: list[tuple[object, pygame.Rect]] = [*marking.pills.placed(shown.pills)]
        marks += self.reserve_counts.shown(self.look)
        if shown.cursor is not None:
            marks.append((shown.cursor, marking.cursor_area(shown.cursor)))
        marks += [(shown.hint, area) for area in marking.hint.areas(shown.hint)]
        if marks != self._drawn_marks:
            for _, area in (*marks, *self._drawn_marks):
                self._canvas.invalidate(area)
            self._drawn_marks = marks

    # Drawing

    def draw_over(self, target: pygame.Surface, tooltip: Tooltip) -> list[pygame.Rect] | None:
        """Draw what has changed, the old picture that fades over it, and the tooltip on top.
        Returns the parts touched, None for all.
        """
        self._fade.capture(target)
        if self._fade.active or tooltip.redraws_below:
            self.refresh()
        touched = self.draw(target)
        if self._fade.active:
            self._fade.draw(target)
            touched = None
        tooltip.draw(target)
        return None if tooltip.visible else touched

    def draw(self, target: pygame.Surface) -> list[pygame.Rect] | None:
        """Bring the window up to date; returns the parts touched, None for all."""
        self._invalidate_changed()
        return self._canvas.compose(target, self._paint, self.card_painter.draw_moving)

    def _invalidate_changed(self) -> None:
        """Have what has changed drawn again."""
        if self.focus.stale:
            self.invalidate_controls()
        self._invalidate_piles()
        self._invalidate_stock()
        self._invalidate_marks()
        for corner in self.cards.take_touched():
            self._canvas.invalidate(self.card_painter.spot(corner))

    def _paint(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        window, look = self.cards.frame, self.look
        self.card_painter.draw_resting(target, clip)
        table = self.cards.arrangement
        if clip.colliderect(self._plate_area()) and not self.plate_hidden:
            draw_plate(target, look, table, self._plate())
        self.reserve_counts.draw(target, clip, look)
        if self.bar is not None and self._bar_area().colliderect(clip):
            self.bar.draw(target)
        if clip.colliderect(window.edge):
            self._figures_bar.draw(target, self.figures)
            self._follow_figures()
        if clip.colliderect(window.side):
            self._side.draw_captions(target, look)
        self.focus.draw(target)

    def _follow_figures(self) -> None:
        """Move the figures' controls to where the figures were drawn."""
        before, self._spots = self._spots, {}
        for figure in self.figures:
            area = self._figures_bar.areas.get(figure.name, pygame.Rect(0, 0, 0, 0))
            if area := area.clip(self.cards.frame.edge):
                spot = before.get(figure.name) or FigureSpot(figure, self._)
                spot.follow(self.look, area, figure)
                self._spots[figure.name] = spot
        if [*before] != [*self._spots]:
            self._list_controls()

    def figure_area(self, figure: str, shown: Sequence[Figure]) -> pygame.Rect | None:
        """Where a figure is among those `shown`, drawn yet or not; None if it is not there."""
        bar = FiguresBar(self.cards.frame, self.look)
        # Figures are laid out while they are drawn; on this surface no pixel of them is.
        bar.draw(pygame.Surface((1, 1)), shown)
        area = bar.areas.get(figure)
        return None if area is None else area.clip(self.cards.frame.edge)

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

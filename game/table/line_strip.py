"""The strip under a table: a cell for each action of the line, and a mark of the present place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Final

import pygame

from game.graphics import colours
from game.graphics.colours import Rgb
from game.table.window_layout import TableFrame
from game.widgets.base import Changed, Widget, WidgetAction
from game.widgets.look import Look

NAME: Final = "course"
"""Its name in the trace, which keeps it."""


class MoveWorth(Enum):
    """What an action is worth."""

    ON = "on"
    """The action is on a shortest answer."""
    DETOUR = "detour"
    """The game can still be won, but in more moves."""
    WINNABLE = "winnable"
    """The game can still be won; how many moves the action costs is not proved."""
    LOST = "lost"
    UNKNOWN = "unknown"


_SHAPES: Final[dict[MoveWorth, tuple[Rgb, float, float]]] = {
    MoveWorth.ON: (colours.GREEN, 0.3, 0.7),
    MoveWorth.WINNABLE: (colours.BRANCH, 0.4, 0.6),
    MoveWorth.DETOUR: (colours.GOLD, 0.0, 0.7),
    MoveWorth.LOST: (colours.CORAL, 0.5, 1.0),
    MoveWorth.UNKNOWN: (colours.DIM, 0.45, 0.55),
}
"""Colour, upper and lower end as shares of the height: a detour rises, a loss falls."""
HEIGHT: Final = 10
SHARE_OF_INSET: Final = 0.6
"""The strip's share of the free height below the cards; it takes no room from them."""
GAP_FROM: Final = 6
"""The width of a cell, in pixels, from which on there is a gap between cells."""


class LineStrip(Widget):
    """Answers Changed with the place that was clicked; a place is a number of actions from the
    start of the line. A screen reader is told the present place.
    """

    focusable = False

    def __init__(self) -> None:
        super().__init__(NAME)
        self.explain: Callable[[int, bool], str] = lambda place, spoken: str(place)
        """Gives a place's tooltip; True: what a screen reader is told instead."""
        self._cells: tuple[MoveWorth, ...] = ()
        self._here = 0
        self._pointed = 0
        """The place under the mouse; 0: none is."""

    @property
    def cells(self) -> tuple[MoveWorth, ...]:
        """What each action is worth; empty: there is no strip."""
        return self._cells

    def show(self, cells: Sequence[MoveWorth], here: int) -> None:
        """Show a line, and the present place on it; 0: before the first action."""
        if (tuple(cells), here) != (self._cells, self._here):
            self._cells, self._here, self.stale = tuple(cells), here, True
            self._pointed = min(self._pointed, len(self._cells))
            self.rename()

    def rename(self) -> None:
        """Make the words for a screen reader again: place, line or language has changed."""
        self.spoken = self.explain(self._here, True) if self._cells else ""
        self.tooltip = self.explain(self._pointed, False) if self._pointed else ""

    def fit(self, window: TableFrame, look: Look) -> None:
        """Place the strip in the free space below the cards."""
        area = window.area
        floor = window.edge.y if window.small or window.portrait else window.height
        free = floor - area.bottom
        height = max(4, min(window.card_scale.px(HEIGHT), round(free * SHARE_OF_INSET)))
        top = area.bottom + max(0, (free - height) // 2)
        self.place(look, pygame.Rect(area.x, top, area.w, height))

    # The mouse

    def target(self) -> pygame.Rect:
        """The area for clicks, kept low so that it does not reach into the cards."""
        return self.rect.inflate(0, 4)

    def drawn_area(self) -> pygame.Rect:
        """The area of the strip with the mark of the present place."""
        return self.rect.inflate(self.rect.h + 4, 8)

    @property
    def anchor(self) -> pygame.Rect:
        """The cell that is pointed at."""
        return self._cell(self._pointed) if self._pointed else self.rect

    def handle(self, event: pygame.event.Event) -> WidgetAction | None:
        """React to an event; the tooltip becomes that of the cell under the mouse."""
        action = super().handle(event)
        if event.type == pygame.MOUSEMOTION:
            pointed = self._place_at(event.pos[0]) if self.hovered else 0
            if pointed != self._pointed:
                self._pointed, self.stale = pointed, True
                self.tooltip = self.explain(pointed, False) if pointed else ""
        return action

    def activate(self, at: tuple[int, int] | None) -> WidgetAction | None:
        """Answer Changed with the place under a click; None for a key."""
        return None if at is None or not self._cells else Changed(NAME, self._place_at(at[0]))

    def _place_at(self, x: int) -> int:
        count = len(self._cells)
        return max(1, min(count, (x - self.rect.x) * count // max(1, self.rect.w) + 1))

    def _cell(self, place: int) -> pygame.Rect:
        """The cell of the action that leads to a place."""
        count, area = len(self._cells), self.rect
        left = area.x + area.w * (place - 1) // count
        right = area.x + area.w * place // count
        return pygame.Rect(left, area.y, max(1, right - left), area.h)

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """Draw the cells, and the mark of the present place between two of them."""
        if not self._cells:
            return
        target.fill(colours.MARK, self.rect)
        gap = 1 if self.rect.w / len(self._cells) >= GAP_FROM else 0
        for place, kind in enumerate(self._cells, 1):
            ink, upper, lower = _SHAPES[kind]
            area = self._cell(place)
            high = max(1, round(area.h * (lower - upper)))
            top = area.y + round(area.h * upper)
            target.fill(ink, (area.x, top, max(1, area.w - gap), high))
        if self._pointed:
            target.fill(colours.WHITE, self._cell(self._pointed).inflate(-gap, 0))
        self._draw_here(target)

    def _draw_here(self, target: pygame.Surface) -> None:
        x = self._cell(self._here).right if self._here else self.rect.x
        wide = max(3, self.rect.h // 2)
        rim = pygame.Rect(x - wide // 2 - 1, self.rect.y - 3, wide + 2, self.rect.h + 6)
        target.fill(colours.MARK, rim)
        target.fill(colours.FOCUS, rim.inflate(-2, -2))

"""The bubble of a first game: one line beside the place it speaks of, and a ring around that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.assets import Align
from game.system.language import Language
from game.table.hint_picture import HintShape, draw_shape
from game.widgets.button import Button, ButtonKind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.toast import wrapped

GO_ON: Final = "go-on"
LEAVE: Final = "leave-lesson"
WIDEST: Final = 430
PADDING: Final = 14
LINE: Final = 20
GAP: Final = 14
"""Between the bubble and its place."""
BUTTON: Final = 36
RADIUS: Final = 12
FAR: Final = 24
"""The cost of one pixel of distance, in square pixels of covered cards."""
POINTER: Final = 11
"""The length in dp of the triangle that points to the place."""
Point = tuple[int, int]
GRID: Final = 8
"""The steps across and down the window at which further places are tried."""


class LessonBubble:
    """Says one line at a time. `follow` tells it what to say, `place` where."""

    def __init__(self, _: Language) -> None:
        self._ = _
        self.text = ""
        """The line that it says; empty while it is hidden."""
        self._count, self._label = "", ""
        self._lines: list[str] = []
        self._look: Look | None = None
        self.area = pygame.Rect(0, 0, 0, 0)
        """Its area in window pixels; empty while it is hidden."""
        self._ring: HintShape | None = None
        self._pointer: tuple[Point, Point, Point] | None = None
        """A triangle at the edge that faces what it speaks of; the first corner is the tip."""
        self.focus = FocusGroup(arrows=False)

    def follow(self, text: str, count: str, label: str) -> None:
        """Show a text and its `count` ('3 of 12'); a `label` adds the button that goes on."""
        if (text, count, label) == (self.text, self._count, self._label):
            return
        self.text, self._count, self._label = text, count, label
        leave = Button(LEAVE, self._("Leave"), style=fonts.BUTTON_SMALL, height=BUTTON)
        go_on = Button(GO_ON, label, kind=ButtonKind.PRIMARY, style=fonts.BUTTON_SMALL,
                       height=BUTTON)  # fmt: skip
        self.focus.widgets = [go_on, leave] if label else [leave]

    def hide(self) -> None:
        """Say nothing."""
        self.area, self._ring, self.text = pygame.Rect(0, 0, 0, 0), None, ""
        self._pointer = None
        self.focus.widgets = []

    @property
    def areas(self) -> list[pygame.Rect]:
        """The parts of the window that it draws on."""
        ring = [] if self._ring is None else [area for area, _ in self._ring.pieces()]
        pointer = [] if self._pointer is None else [_around(self._pointer)]
        return [self.area.inflate(4, 4), *pointer, *ring] if self.area.w else []

    def place(
        self,
        look: Look,
        window: pygame.Rect,
        spot: pygame.Rect | None,
        kept_free: Sequence[pygame.Rect],
        cards: Sequence[pygame.Rect] = (),
    ) -> None:
        """Lie beside a spot, which gets a ring; without one, near the middle. Covers as little as
        possible of the areas in `kept_free` and, after that, of the `cards`.
        """
        self._look = look
        self._ring = None if spot is None else HintShape((spot.inflate(6, 6),), look.scale.factor)
        room = min(look.px(WIDEST), window.w - 2 * look.px(GAP)) - 2 * look.px(PADDING)
        self._lines = wrapped(self.text, look, room, fonts.ROW)
        width = max(look.width(line, fonts.ROW) for line in self._lines) + 2 * look.px(PADDING)
        sizes = [widget.natural_size(look)[0] for widget in self.focus.widgets]
        foot = look.width(self._count, fonts.CAPTION) + look.px(GAP)
        foot += sum(size + look.px(8) for size in sizes) + 2 * look.px(PADDING)
        high = len(self._lines) * look.px(LINE) + look.px(BUTTON) + 2 * look.px(PADDING)
        size = min(max(width, foot), window.w), high + look.px(4)
        self.area = _beside(size, window, spot, [*kept_free], cards, look.px(GAP))
        self._pointer = None if spot is None else _pointer(self.area, spot, look)
        self._place_buttons(look, sizes)

    def _place_buttons(self, look: Look, sizes: Sequence[int]) -> None:
        right = self.area.right - look.px(PADDING)
        top = self.area.bottom - look.px(PADDING) - look.px(BUTTON) + look.px(4)
        for widget, width in zip(self.focus.widgets, sizes, strict=True):
            widget.place(look, pygame.Rect(right - width, top, width, look.px(BUTTON)))
            right -= width + look.px(8)

    def draw(self, target: pygame.Surface) -> None:
        """Draw it over the table."""
        look = self._look
        if look is None or not self.area.w:
            return
        if self._ring is not None:
            draw_shape(target, self._ring)
        look.paint.box(
            target, self.area, look.px(RADIUS), colours.PANEL, colours.GOLD, look.scale.line(1.4)
        )
        if self._pointer is not None:
            tip, one, other = self._pointer
            pygame.draw.polygon(target, colours.PANEL, self._pointer)
            pygame.draw.aaline(target, colours.GOLD, one, tip)
            pygame.draw.aaline(target, colours.GOLD, tip, other)
        x, y = self.area.x + look.px(PADDING), self.area.y + look.px(PADDING)
        for number, line in enumerate(self._lines):
            at = x, y + number * look.px(LINE) + look.px(LINE) // 2
            look.write(target, line, fonts.ROW, colours.CREAM, at)
        at = x, self.area.bottom - look.px(PADDING) - look.px(BUTTON) // 2 + look.px(4)
        look.write(target, self._count, fonts.CAPTION, colours.DIM, at, Align.LEFT)
        self.focus.draw(target)


def _pointer(area: pygame.Rect, spot: pygame.Rect, look: Look) -> tuple[Point, Point, Point] | None:
    """A triangle from the edge of a box towards a spot; None where they lie too near, or where it
    would point past the spot.
    """
    long, half = look.px(POINTER), look.px(POINTER) * 3 // 4
    inset = look.px(RADIUS) + half
    x = max(area.left + inset, min(area.right - inset, spot.centerx))
    y = max(area.top + inset, min(area.bottom - inset, spot.centery))
    apart = {
        (0, -1): area.top - spot.bottom,
        (0, 1): spot.top - area.bottom,
        (-1, 0): area.left - spot.right,
        (1, 0): spot.left - area.right,
    }
    across, down = max(apart, key=lambda way: apart[way])
    faces = spot.left <= x <= spot.right if down else spot.top <= y <= spot.bottom
    if apart[across, down] < long or not faces:
        return None
    if down:
        edge = area.top if down < 0 else area.bottom - 1
        return (x, edge + down * long), (x - half, edge), (x + half, edge)
    edge = area.left if across < 0 else area.right - 1
    return (edge + across * long, y), (edge, y - half), (edge, y + half)


def _around(corners: Sequence[Point]) -> pygame.Rect:
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)).inflate(4, 4)


def _beside(
    size: tuple[int, int],
    window: pygame.Rect,
    spot: pygame.Rect | None,
    kept_free: list[pygame.Rect],
    cards: Sequence[pygame.Rect],
    gap: int,
) -> pygame.Rect:
    """The place of a box: where it covers least of `kept_free` and the spot, then fewest cards near
    the spot. Tried are the four sides of the spot and a grid over the window.
    """
    area = pygame.Rect((0, 0), size)
    inner = window.inflate(-gap, -gap)
    if spot is None:
        area.center = window.center
        spot = pygame.Rect(window.center, (0, 0))
    ways = [
        area.move_to(midtop=(spot.centerx, spot.bottom + gap)),
        area.move_to(midbottom=(spot.centerx, spot.top - gap)),
        area.move_to(midleft=(spot.right + gap, spot.centery)),
        area.move_to(midright=(spot.left - gap, spot.centery)),
    ]
    for down in range(GRID + 1):
        for across in range(GRID + 1):
            middle = across * window.w // GRID, down * window.h // GRID
            ways.append(area.move_to(center=middle))

    def cost(box: pygame.Rect) -> tuple[int, int]:
        covered = sum(_common(box, card) for card in cards)
        away = abs(box.centerx - spot.centerx) + abs(box.centery - spot.centery)
        return sum(_common(box, other) for other in (*kept_free, spot)), covered + FAR * away

    return min((way.clamp(inner) for way in ways), key=cost)


def _common(box: pygame.Rect, other: pygame.Rect) -> int:
    both = box.clip(other)
    return both.w * both.h

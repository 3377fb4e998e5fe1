"""The bubble of a first game: one line beside the place it speaks of, and a ring around that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pygame

from game.graphics import colours, fonts
from game.graphics.display_list import Shown
from game.graphics.text_rendering import Align
from game.system.language import Language
from game.table.hint_picture import WIDTH, HintShape
from game.widgets.button import Button, ButtonKind
from game.widgets.focus import FocusGroup
from game.widgets.look import Look
from game.widgets.toast import wrapped

GO_ON: Final = "go-on"
LEAVE: Final = "leave-lesson"
WIDTHS: Final = 640, 430
"""The widths of a bubble; the one that finds the better place is taken, the first if both are
equal.
"""
PADDING: Final = 14
LINE: Final = 20
AROUND: Final = 3
"""Between a spot and its ring, in pixels; twice as much beside the name of a button."""
GAP: Final = 14
"""Between the bubble and its place."""
CLOSE: Final = 1
"""The same in pixels where there is no room for more."""
BUTTON: Final = 36
RADIUS: Final = 12
FAR: Final = 24
"""The cost of one pixel between bubble and place, in square pixels of covered cards."""
TOUCHED: Final = 800
"""The cost of each card touched, in square pixels of covered cards."""
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
        self._asked: tuple[object, ...] = ()
        """What the box was placed by; placing it again takes some milliseconds."""
        self._found = self.area
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

    def place(
        self,
        look: Look,
        window: pygame.Rect,
        spot: pygame.Rect | None,
        bars: Sequence[pygame.Rect],
        kept_free: Sequence[pygame.Rect],
        cards: Sequence[pygame.Rect] = (),
        *,
        rings: bool = True,
    ) -> None:
        """Lie beside a spot, which gets a ring where it `rings`; without one, near the middle.
        Covers as little as possible of the `bars` and the areas in `kept_free` and, after that, of
        the `cards`.
        """
        self._look = look
        self._ring = None
        if spot is not None and rings:
            bar = next((bar for bar in bars if bar.contains(spot)), None)
            across = AROUND
            if bar is not None:
                # At the foot of the window the next figure is right beside it.
                across = 2 * AROUND if bar.h > bar.w else 0
            ring, line = spot.inflate(2 * across, 2 * AROUND), look.scale.line(WIDTH)
            ring = ring.clip((bar or window.unionall(bars)).inflate(-2 * line, -2 * line))
            self._ring = HintShape((ring,), look.scale.factor)
        sizes = [widget.natural_size(look)[0] for widget in self.focus.widgets]
        kinds = dict(self._size(look, window, look.px(width), sum(sizes)) for width in WIDTHS)
        asked = (tuple(kinds), window, spot, [*bars, *kept_free], list(cards), look.px(GAP))
        if asked != self._asked:
            self._asked = asked
            found = [_beside(size, *asked[1:]) for size in kinds]
            _, self._found = min(found, key=lambda each: each[0])
        self.area = self._found.copy()
        self._lines = kinds[self.area.size]
        self._pointer = None if spot is None else _pointer(self.area, spot, cards, look)
        self._place_buttons(look, sizes)

    def _size(
        self, look: Look, window: pygame.Rect, widest: int, buttons: int
    ) -> tuple[tuple[int, int], list[str]]:
        """The size of the box if it is at most so wide, and its lines; the `buttons` have this
        width together.
        """
        room = min(widest, window.w - 2 * look.px(GAP)) - 2 * look.px(PADDING)
        lines = wrapped(self.text, look, room, fonts.ROW)
        width = max(look.width(line, fonts.ROW) for line in lines) + 2 * look.px(PADDING)
        foot = look.width(self._count, fonts.CAPTION) + look.px(GAP) + buttons
        foot += len(self.focus.widgets) * look.px(8) + 2 * look.px(PADDING)
        high = len(lines) * look.px(LINE) + look.px(BUTTON) + 2 * look.px(PADDING)
        return (min(max(width, foot), window.w), high + look.px(4)), lines

    def _place_buttons(self, look: Look, sizes: Sequence[int]) -> None:
        right = self.area.right - look.px(PADDING)
        top = self.area.bottom - look.px(PADDING) - look.px(BUTTON) + look.px(4)
        for widget, width in zip(self.focus.widgets, sizes, strict=True):
            widget.place(look, pygame.Rect(right - width, top, width, look.px(BUTTON)))
            right -= width + look.px(8)

    def shown(self) -> list[Shown]:
        """What lies over the table; nothing while it is hidden."""
        if self._look is None or not self.area.w:
            return []
        ring = [] if self._ring is None else self._ring.shown()
        around = self.area.inflate(4, 4)
        if self._pointer is not None:
            around.union_ip(_around(self._pointer))
        value = self._look, self.area, self._pointer, self._count, self._lines
        return [*ring, Shown("bubble", value, around, _draw), *self.focus.shown()]


def _draw(
    target: pygame.Surface,
    look: Look,
    area: pygame.Rect,
    pointer: tuple[Point, Point, Point] | None,
    count: str,
    lines: Sequence[str],
) -> None:
    line = look.scale.line(1.4)
    look.paint.box(target, area, look.px(RADIUS), colours.PANEL, colours.GOLD, line)
    if pointer is not None:
        tip, one, other = pointer
        pygame.draw.polygon(target, look.paint.toned(colours.PANEL), pointer)
        pygame.draw.aaline(target, colours.GOLD, one, tip)
        pygame.draw.aaline(target, colours.GOLD, tip, other)
    x, y = area.x + look.px(PADDING), area.y + look.px(PADDING)
    for number, text in enumerate(lines):
        at = x, y + number * look.px(LINE) + look.px(LINE) // 2
        look.write(target, text, fonts.ROW, colours.CREAM, at)
    at = x, area.bottom - look.px(PADDING) - look.px(BUTTON) // 2 + look.px(4)
    look.write(target, count, fonts.CAPTION, colours.DIM, at, Align.LEFT)


def _pointer(
    area: pygame.Rect, spot: pygame.Rect, cards: Sequence[pygame.Rect], look: Look
) -> tuple[Point, Point, Point] | None:
    """A triangle from the edge of a box towards a spot; None if they lie too near, or if it
    would point past the spot or to other cards.
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
        edge, goal = (area.top, spot.bottom) if down < 0 else (area.bottom - 1, spot.top)
        found = (x, edge + down * long), (x - half, edge), (x + half, edge)
        way = pygame.Rect(x - half, min(edge, goal), 2 * half, abs(goal - edge))
    else:
        edge, goal = (area.left, spot.right) if across < 0 else (area.right - 1, spot.left)
        found = (edge + across * long, y), (edge, y - half), (edge, y + half)
        way = pygame.Rect(min(edge, goal), y - half, abs(goal - edge), 2 * half)
    return found if way.collidelist(cards) < 0 else None


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
) -> tuple[tuple[int, int], pygame.Rect]:
    """The cost and the place of a box: where it covers least of `kept_free` and the spot, then
    fewest cards near the spot.
    """
    spot = spot or pygame.Rect(window.center, (0, 0))
    avoided = [*kept_free, spot.inflate(gap, gap)]

    def cost(box: pygame.Rect) -> int:
        covered = sum(TOUCHED + _common(box, cards[n]) for n in box.collidelistall(cards))
        aside = abs(box.centerx - spot.centerx) + abs(box.centery - spot.centery)
        return covered + FAR * abs(_distance(box, spot) - gap) + aside

    boxes = _boxes(size, window, spot, [*kept_free, spot, *cards], gap)
    spoilt = [sum(_common(box, avoided[n]) for n in box.collidelistall(avoided)) for box in boxes]
    least = min(spoilt)
    best = min((box for box, lost in zip(boxes, spoilt, strict=True) if lost == least), key=cost)
    return (least, cost(best)), best


def _boxes(
    size: tuple[int, int],
    window: pygame.Rect,
    spot: pygame.Rect,
    others: Sequence[pygame.Rect],
    gap: int,
) -> list[pygame.Rect]:
    """Where a box may be: its middle on a grid over the window or in line with the spot, or the box
    beside the spot or another area, with a gap or close to it; all of it in the window.
    """
    across = {spot.centerx, *(n * window.w // GRID for n in range(GRID + 1))}
    down = {spot.centery, *(n * window.h // GRID for n in range(GRID + 1))}
    for area in others:
        for off in (gap, CLOSE):
            left, up = (size[0] + 1) // 2 + off, (size[1] + 1) // 2 + off
            across |= {area.left - left, area.right + left}
            down |= {area.top - up, area.bottom + up}
    (wide, high), inner = size, window.inflate(-gap, -2 * CLOSE)
    lefts = {pygame.Rect(x - wide // 2, inner.y, wide, 1).clamp(inner).x for x in across}
    tops = {pygame.Rect(inner.x, y - high // 2, 1, high).clamp(inner).y for y in down}
    return [pygame.Rect((x, y), size) for x in sorted(lefts) for y in sorted(tops)]


def _distance(box: pygame.Rect, spot: pygame.Rect) -> int:
    across = max(0, spot.left - box.right, box.left - spot.right)
    return across + max(0, spot.top - box.bottom, box.top - spot.bottom)


def _common(box: pygame.Rect, other: pygame.Rect) -> int:
    both = box.clip(other)
    return both.w * both.h

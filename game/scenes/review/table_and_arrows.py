"""The table of a review: the cards at one place of the line, and arrows for its moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from game.core.moves import Move
from game.core.position import Position
from game.graphics import colours
from game.graphics.colours import Rgb
from game.rules import Rules, stock_of
from game.scenes.common.move_worth_signs import INKS, move_worth
from game.scenes.common.services import Services
from game.scenes.review.line_walk import LineWalk
from game.table.card_sprites import CardSprites
from game.table.cards_picture import CardsPicture
from game.table.markings import TableMarks
from game.table.window_layout import Box, TableFrame, WindowShape, is_portrait, table_scale
from game.widgets.look import Look

MARGIN: Final = 12
THICK: Final = 5.0
RIM: Final = 2.0
HEAD: Final = 18
"""The arrow's line, the dark rim around it, and the side of its head, in dp."""
SHADE: Final = colours.rgb("#04201B")


class Arrow(NamedTuple):
    """A move as it is drawn over the cards."""

    move: Move
    ink: Rgb


def arrows_of(walk: LineWalk) -> list[Arrow]:
    """The move that was made from here, and the better one."""
    if walk.at == walk.last:
        return []
    ink = INKS[move_worth(walk.worths, walk.at + 1)]
    made = walk.line.actions[walk.at + 1][0]
    arrows = [Arrow(made, colours.CREAM if ink == colours.DIM else ink)]
    if walk.mistake is not None and walk.mistake.better is not None:
        arrows.append(Arrow(walk.mistake.better, colours.GREEN))
    return arrows


class ReviewBoard:
    """The cards in a part of the window."""

    def __init__(self, services: Services, rules: Rules) -> None:
        self._services, self._rules = services, rules
        self.area = pygame.Rect(0, 0, 1, 1)
        self._factor = 1.0
        """The scale of the scene around it."""
        self.cards = CardSprites(rules, (1280, 800), framed=self._framed)
        self.card_painter = CardsPicture(self.cards, services.assets, services.paint)
        self._look: Look
        self._arrows: tuple[Arrow, ...] = ()

    def _framed(self, window: WindowShape) -> TableFrame:
        """A frame without bars, whose card area is that of this board. It has the form of a small
        table in every window; so what that form keeps small is scaled with the window, as on a
        denser screen.
        """
        density = max(window.density, self._factor)
        margin = round(MARGIN * density)
        inner = self.area.inflate(-2 * margin, -2 * margin)
        unit = table_scale(*self.area.size, density=density)
        upright = is_portrait(*self.area.size)
        nothing = Box(0, 0, 0, 0)
        area = Box(*inner)
        width, height = window.width, window.height
        return TableFrame(
            width, height, unit, True, upright, nothing, nothing, area, unit, window.mirrored
        )

    def place(self, look: Look, area: pygame.Rect, position: Position) -> None:
        """Fit a part of the window, with cards as the settings have them: every card is on its seat
        at once.
        """
        self._look, self._factor, self.area = look, look.scale.factor, area
        self.cards.appearance = self._services.appearance
        self.card_painter.forget()
        self.cards.put(position)
        self.cards.resize(area.size, 1.0)

    def show(self, position: Position, steps: Sequence[Position] = ()) -> None:
        """Show a position: the cards fly through `steps`, or jump if there are none."""
        self.cards.speed = self._services.speed
        if steps:
            self.cards.show(steps)
        else:
            self.cards.put(position)

    def mark(self, arrows: Sequence[Arrow]) -> bool:
        """Set the arrows to draw; True if something looks different."""
        before = self._arrows, self.card_painter.marks
        self._arrows = tuple(arrows)
        self.card_painter.marks = TableMarks(runs=self._rules.sequences(self.cards.position))
        return before != (self._arrows, self.card_painter.marks)

    # Drawing

    def take_touched(self) -> list[pygame.Rect]:
        """The parts of the window that look different from when this was last asked."""
        return [self.card_painter.spot(box) for box in self.cards.take_touched()]

    def draw_resting(self, target: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw, within a part of the window, the cards that lie still and, unless others are
        moving, the arrows.
        """
        part = clip.clip(self.area)
        if not part:
            return
        target.set_clip(part)
        self.card_painter.draw_resting(target, part)
        for arrow in () if self.cards.moving else self._arrows:
            self._draw_arrow(target, arrow)
        target.set_clip(clip)

    def draw_moving(self, target: pygame.Surface) -> list[pygame.Rect]:
        """Draw the cards that are moving; returns the parts of the window touched."""
        before = target.get_clip()
        target.set_clip(self.area)
        areas = self.card_painter.draw_moving(target)
        target.set_clip(before)
        return [area.clip(self.area) for area in areas]

    def _draw_arrow(self, target: pygame.Surface, arrow: Arrow) -> None:
        start, end = self._ends(arrow.move)
        if start is None:
            return
        radius = start.w * 0.07
        line = self._look.scale.line(3)
        self._look.paint.box(target, pygame.Rect(start).inflate(2, 2), radius, None, arrow.ink,
                             line)  # fmt: skip
        if end is not None:
            draw_arrow(target, self._look, start.centre, end.centre, arrow.ink)

    def _ends(self, move: Move) -> tuple[Box | None, Box | None]:
        """The place of the card that a move takes, and the place where it goes. A pull and a
        turn-over have only the stock's; (None, None): nothing is drawn.
        """
        position, table = self.cards.position, self.cards.arrangement
        if move.card is None:
            stock = stock_of(self._rules)
            return (None if stock is None else table.piles[stock]), None
        seat = position.seat(move.card)
        try:
            goal = self._rules.apply(position, move).seat(move.card)
        except ValueError:
            return None, None
        if seat is None or goal is None:
            return None, None
        held = len(position.piles[goal.pile])
        end = table.piles[goal.pile]
        if held:
            end = table.shown(position, goal._replace(depth=held - 1))
        return table.shown(position, seat), end


def draw_arrow(
    target: pygame.Surface, look: Look, start: tuple[int, int], end: tuple[int, int], ink: Rgb
) -> None:
    """An arrow with a dark rim, so that it stands out from any card."""
    way = pygame.Vector2(end) - start
    if way.length() < 1:
        return
    factor = look.scale.factor
    ahead = way.normalize()
    side = pygame.Vector2(-ahead.y, ahead.x)
    head = HEAD * factor
    neck = pygame.Vector2(end) - ahead * head
    for grown, colour in ((RIM * factor, SHADE), (0.0, ink)):
        half = THICK * factor / 2 + grown
        tip = pygame.Vector2(end) + ahead * grown * 1.6
        base = neck - ahead * grown
        wing = head * 0.55 + grown
        tail = pygame.Vector2(start) - ahead * grown
        points = [
            tail + side * half, base + side * half, base + side * wing, tip,
            base - side * wing, base - side * half, tail - side * half,
        ]  # fmt: skip
        corners = [(math.floor(x + 0.5), math.floor(y + 0.5)) for x, y in points]
        pygame.draw.polygon(target, colour, corners)
        pygame.draw.aalines(target, colour, True, [(x, y) for x, y in points])

"""The picture of a hint: dashed rings around the card and its goal, and an arrow between them.

It looks like nothing else on the table: a selection is lifted, in reversed colours, a target glows.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

import pygame

from game.core.position import Seat
from game.graphics import colours
from game.graphics.colours import hex_text
from game.graphics.display_list import Shown
from game.graphics.paint import from_svg_elements
from game.table.card_sprites import CardSprites
from game.widgets.base import Widget

WIDTH: Final = 3.2
"""The width of a ring's line, in dp."""
GROWS: Final = 3
"""How far a ring lies outside its card, in dp."""
BULGE: Final = 0.14
"""How far the arrow bends, as a share of its length."""
HEAD: Final = 15
"""The length of the arrow's head, in dp."""
SHORTEST: Final = 40
"""The least length of the arrow, in dp: between close rings it reaches into both."""
CORNER: Final = 0.07
"""The radius of a ring's corners, as a share of its width or height."""

CARD: Final = 60
"""The width of a card in dp; beside narrower ones the lines are thinner."""

_rasterised = lru_cache(4)(from_svg_elements)
_Piece = tuple[pygame.Rect, str]
"""An area in window pixels, and the SVG elements that are drawn in it."""


class HintMark(NamedTuple):
    """The action that a hint proposes, as it is drawn: a ring, an arrow, and where it leads."""

    seat: Seat | None
    """The lowest card that moves, or the pile to click; None: the button that deals again."""
    goal: int | None = None
    """The pile that the card moves to; None: a click is the whole action."""

    def means(self, seat: Seat) -> bool:
        """True if a click on a seat is part of the action that the hint proposes."""
        if self.seat is None:
            return False
        on_card = seat.pile == self.seat.pile and seat.depth >= self.seat.depth
        return on_card or seat.pile == self.goal


class HintShape(NamedTuple):
    """Where a hint's parts are, in window pixels."""

    rings: tuple[pygame.Rect, ...]
    unit: float
    """Pixels to a dp."""

    def shown(self) -> list[Shown]:
        """What is drawn, the lowest first."""
        pieces = [self._ring(box) for box in self.rings]
        if len(self.rings) == 2:
            pieces.append(self._arrow(*self.rings))
        return [Shown(("hint", n), piece, piece[0], _draw_piece) for n, piece in enumerate(pieces)]

    def _ring(self, box: pygame.Rect) -> _Piece:
        width, radius = WIDTH * self.unit, min(box.size) * CORNER
        area = box.inflate(4 * width, 4 * width)
        dash = f"{3.2 * width:.1f} {2.4 * width:.1f}"
        shape = (
            f'<rect x="{box.x - area.x}" y="{box.y - area.y}" width="{box.w}" height="{box.h}"'
            f' rx="{radius:.1f}" fill="none"'
        )
        return area, (
            f'{shape} stroke="{hex_text(colours.TABLE_BAR)}" stroke-width="{1.9 * width:.1f}"/>'
            f'{shape} stroke="{hex_text(colours.GOLD)}" stroke-width="{width:.1f}"'
            f' stroke-dasharray="{dash}"/>'
        )

    def _arrow(self, source: pygame.Rect, goal: pygame.Rect) -> _Piece:
        """A bent line from one ring to the other, with a head."""
        (ax, ay), (bx, by) = _ends(source, goal, SHORTEST * self.unit)
        across, down = bx - ax, by - ay
        length = max(1.0, math.hypot(across, down))
        side = -1 if across < 0 else 1
        bend = BULGE * length * side
        mx, my = (ax + bx) / 2 + bend * down / length, (ay + by) / 2 - bend * across / length
        width, head = WIDTH * self.unit, HEAD * self.unit
        angle = math.atan2(by - my, bx - mx)
        corners = [(bx, by)] + [
            (bx - head * math.cos(angle + turn), by - head * math.sin(angle + turn))
            for turn in (-0.5, 0.5)
        ]
        ex, ey = bx - head * 0.7 * math.cos(angle), by - head * 0.7 * math.sin(angle)
        reach = round(head + 2 * width)
        xs, ys = [ax, bx, mx], [ay, by, my]
        area = pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        area = area.inflate(2 * reach, 2 * reach)
        x, y = area.topleft
        line = f'<path d="M{ax - x:.1f} {ay - y:.1f} Q{mx - x:.1f} {my - y:.1f}'
        line += f' {ex - x:.1f} {ey - y:.1f}" fill="none" stroke-linecap="round"'
        points = " ".join(f"{px - x:.1f},{py - y:.1f}" for px, py in corners)
        dark, gold = hex_text(colours.TABLE_BAR), hex_text(colours.GOLD)
        return area, (
            f'{line} stroke="{dark}" stroke-width="{2.1 * width:.1f}"/>'
            f'<polygon points="{points}" fill="{dark}" stroke="{dark}"'
            f' stroke-width="{1.3 * width:.1f}" stroke-linejoin="round"/>'
            f'{line} stroke="{gold}" stroke-width="{width:.1f}"/>'
            f'<polygon points="{points}" fill="{gold}"/>'
        )


class HintPicture:
    """Draws the hint of one table, and says where it is."""

    def __init__(self, view: CardSprites) -> None:
        self._view = view
        self.button: Widget | None = None
        """The button that redeals; None: there is none."""

    def shown(self, hint: HintMark | None) -> list[Shown]:
        """The rings and the arrow of a hint."""
        shape = self._shape(hint)
        return [] if shape is None else shape.shown()

    def _shape(self, hint: HintMark | None) -> HintShape | None:
        if hint is None:
            return None
        if hint.seat is None:
            rings = [] if self.button is None else [self._grown(self.button.focus_area()[0])]
        else:
            rings = [self._around(hint.seat)]
        if hint.goal is not None:
            rings.append(self._around(self._view.position.end(hint.goal)))
        return HintShape(tuple(rings), self._unit)

    @property
    def _unit(self) -> float:
        """Pixels to a dp of the table, fewer with small cards; not of the player's text."""
        return min(self._view.frame.card_scale.factor, self._view.arrangement.card[0] / CARD)

    def _around(self, seat: Seat) -> pygame.Rect:
        """The ring around the cards from a seat to the end of its pile, or an empty place."""
        position, table = self._view.position, self._view.arrangement
        last = max(seat.depth, len(position.piles[seat.pile]) - 1)
        first = pygame.Rect(table.seat(position, seat))
        whole = first.union(pygame.Rect(table.seat(position, seat._replace(depth=last))))
        return self._grown(whole)

    def _grown(self, box: pygame.Rect) -> pygame.Rect:
        """The ring around an area: within half the gap to the other piles, so that it hides nothing
        of them, and within the window.
        """
        frame, piles, unit = self._view.frame, self._view.arrangement.piles, self._unit
        gaps = [
            max(pile.x - box.right, box.x - pile.right, pile.y - box.bottom, box.y - pile.bottom)
            for pile in piles
        ]
        half = min((gap for gap in gaps if gap > 0), default=frame.width) // 2
        grows = 2 * min(round(GROWS * unit), half)
        line = 2 * round(WIDTH * unit)
        window = pygame.Rect(0, 0, frame.width, frame.height).inflate(-line, -line)
        return box.inflate(grows, grows).clip(window)


def _draw_piece(target: pygame.Surface, area: pygame.Rect, inside: str) -> None:
    target.blit(_rasterised(inside, area.size), area)


def _ends(
    source: pygame.Rect, goal: pygame.Rect, least: float
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The ends of a line from one box to another, on the line between their middles."""
    ax, ay = _edge_point(source, goal.center)
    bx, by = _edge_point(goal, source.center)
    whole = math.dist(source.center, goal.center)
    more = max(0.0, least - math.dist((ax, ay), (bx, by))) / 2 / max(1.0, whole)
    dx, dy = more * (goal.centerx - source.centerx), more * (goal.centery - source.centery)
    return (ax - dx, ay - dy), (bx + dx, by + dy)


def _edge_point(box: pygame.Rect, to: tuple[int, int]) -> tuple[float, float]:
    """Where the line from the middle of a box to a point leaves the box."""
    across, down = to[0] - box.centerx, to[1] - box.centery
    shares = [box.w / 2 / abs(across)] if across else []
    shares += [box.h / 2 / abs(down)] if down else []
    share = min([1.0, *shares])
    return box.centerx + across * share, box.centery + down * share

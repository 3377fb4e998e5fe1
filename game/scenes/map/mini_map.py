"""The mini map: the whole tree in a corner, with the part in view outlined."""

from __future__ import annotations

from collections.abc import Mapping

import pygame

from game.graphics import colours
from game.map.layout import MapPlace, MapPlan
from game.map.pieces import MapPiece, PieceKind
from game.map.viewport import Viewport
from game.scenes.map.tree_picture import ANSWER, LOST, MapMarks
from game.scenes.map.winnable_and_lost_branches import NOTHING, PieceWorth
from game.widgets.look import Look

MINI_MAP, MINI_MAP_SMALL = (236, 132), (150, 84)
"""The sizes of the mini map in dp; the second is for narrow or low windows."""
DASH = 3
"""The length of a lost line's dashes, and of the gaps between them, in dp."""
ENDING = 10
"""Half the height of the sign or flag at the end of a line, in dp."""


class MiniMap:
    """The whole tree in a corner, with the part in view outlined."""

    def __init__(self, rect: pygame.Rect, look: Look) -> None:
        self.rect = rect
        self.shown = True
        """False while the whole map is in view and the mini map would cover the end of a line."""
        self._look = look
        self._inner = rect.inflate(-look.px(24), -look.px(20))
        self._plan: MapPlan | None = None
        self._worths: Mapping[MapPiece, PieceWorth] = {}
        self._art = pygame.Surface((1, 1))

    def draw(self, target: pygame.Surface, view: Viewport, marks: MapMarks) -> None:
        """Draw it over the scene."""
        if not self.shown:
            return
        look = self._look
        radius = look.px(10)
        if view.plan is not self._plan or marks.worths is not self._worths:
            self._plan, self._worths = view.plan, marks.worths
            self._art = self._drawn(view.plan)
        look.paint.shadow(target, self.rect, radius, look.px(10), (0, look.px(4)), 130)
        edge = colours.tint(colours.GOLD_EDGE, 0.6)
        look.paint.box(target, self.rect, radius, colours.PANEL, edge, look.scale.line(1.2))
        target.blit(self._art, self._inner)
        x, y = self._point(view.plan, view.plan.place(marks.here))
        look.paint.disc(
            target, (x, y), look.px(8) | 1, colours.WHITE, colours.PANEL, look.scale.line()
        )
        seen = self._seen(view)
        fill, line = colours.tint(colours.WHITE, 0.05), colours.tint(colours.WHITE, 0.75)
        look.paint.box(target, seen, look.px(5), fill, line, look.scale.line(1.4))

    def make_way(self, view: Viewport, area: pygame.Rect) -> None:
        """Decide whether the mini map is shown. `area` is that of the tree, in pixels."""
        self.shown = view.zoom > 1 or not any(
            self._ending(view, area, piece).colliderect(self.rect) for piece in view.plan.pieces
        )

    def _ending(self, view: Viewport, area: pygame.Rect, piece: MapPiece) -> pygame.Rect:
        """The area of a line's end, with what is drawn there."""
        x, y = view.at(piece.end, piece.lane)
        px = self._look.px
        return pygame.Rect(
            area.x + px(x) - px(ENDING), area.y + px(y) - px(ENDING),
            px(piece.room_after()) + px(ENDING), 2 * px(ENDING),
        )  # fmt: skip

    def place_at(self, view: Viewport, at: tuple[int, int]) -> tuple[float, float]:
        """The depth and the lane at a place in the mini map."""
        plan, inner = view.plan, self._inner
        x = (at[0] - inner.left) / max(1, inner.w) * self._width(plan)
        lane = plan.first + (at[1] - inner.top) / max(1, inner.h) * max(1, plan.lanes - 1)
        return plan.axis.depth(x, plan.unit), lane

    def _width(self, plan: MapPlan) -> float:
        return max(1.0, plan.axis.x(plan.axis.end, plan.unit))

    def _x(self, plan: MapPlan, depth: float) -> int:
        return round(plan.axis.x(depth, plan.unit) / self._width(plan) * self._inner.w)

    def _y(self, plan: MapPlan, lane: float) -> int:
        share = (lane - plan.first) / (plan.lanes - 1) if plan.lanes > 1 else 0.5
        return round(share * self._inner.h)

    def _point(self, plan: MapPlan, place: MapPlace) -> tuple[int, int]:
        x, y = self._x(plan, place.depth), self._y(plan, place.piece.lane)
        return self._inner.left + x, self._inner.top + y

    def _seen(self, view: Viewport) -> pygame.Rect:
        """The part in view, not larger than the mini map."""
        plan = view.plan
        left, right = (self._x(plan, view.depth_at(x)) for x in (0, view.size[0]))
        top, bottom = (self._y(plan, view.lane_at(y)) for y in (0, view.size[1]))
        seen = pygame.Rect(left, top, right - left, bottom - top).move(self._inner.topleft)
        inset = self._look.px(5)
        return seen.clip(self.rect.inflate(-2 * inset, -2 * inset))

    def _drawn(self, plan: MapPlan) -> pygame.Surface:
        line = self._look.scale.line()
        art = pygame.Surface((self._inner.w + line, self._inner.h + 2 * line), pygame.SRCALPHA)
        for piece in sorted(plan.pieces, key=lambda piece: piece.answer is not None):
            worth = self._worths.get(piece, NOTHING)
            colour = ANSWER if piece.answer is not None else colours.DEAD_BRANCH
            turning = LOST if worth.last_depth_before_loss == piece.at else colour
            x, y = self._x(plan, piece.at), self._y(plan, piece.lane)
            self._draw_piece(art, plan, piece, colour, worth)
            if piece.above is not None:
                from_y = self._y(plan, piece.above.lane)
                art.fill(turning, (x, min(y, from_y), line, abs(y - from_y) + line))
        return art

    def _draw_piece(
        self,
        art: pygame.Surface,
        plan: MapPlan,
        piece: MapPiece,
        colour: colours.Rgb,
        worth: PieceWorth,
    ) -> None:
        """A level line: thick for an answer or on course, dashed where it is lost."""
        line = self._look.scale.line()
        left, y = self._x(plan, piece.at), self._y(plan, piece.lane)
        right = max(left + line, self._x(plan, piece.end))
        thick = 2 * line if piece.answer is not None and piece.kind is PieceKind.LINE else line
        died = worth.last_depth_before_loss
        lost = right if died is None else max(left, self._x(plan, died))
        art.fill(colour, (left, y, lost - left, thick))
        if worth.on_until >= 0 and piece.answer is None:
            until = min(lost, self._x(plan, worth.on_until))
            art.fill(colours.GREEN, (left, y, until - left, 2 * line))
        dash = self._look.px(DASH)
        for x in range(lost, right, 2 * dash):
            art.fill(LOST, (x, y, min(dash, right - x), line))

"""The graph of a line: totals over moves. The smallest total is the ground line, a detour is a step
up, a loss is a cliff that falls below the ground line.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.fonts import TextStyle
from game.graphics.text_rendering import Align
from game.scenes.common.steps_along_a_line import INKS, move_worth
from game.solver.answer import Verdict
from game.solver.line_worths import LineWorths
from game.system.language import Language
from game.table.line_strip import MoveWorth
from game.widgets.base import Changed, Widget, WidgetAction

NAME: Final = "graph"
FIGURE: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 14)
STEP: Final = TextStyle(fonts.Face.SANS_SEMIBOLD, 13)
LEFT: Final = 46
RIGHT: Final = 18
ABOVE: Final = 30
BELOW: Final = 30
"""What is free inside the panel around the curve, in dp."""
CLIFF: Final = 26
"""How far below the ground line a cliff falls, in dp."""
CLIFF_FOOT: Final = 10
"""Half the side of the cross at its foot, in dp."""
WORD_FREE: Final = 14
"""The gap between a cliff and the ground line's label, in dp."""
WORD_BELOW: Final = 13
WORD_UNDER_CLIFF: Final = 29
"""How far below the ground line its label stands, in dp, and where a cliff would cross it."""
LEAST_SPAN: Final = 6
"""The least range of totals that the graph covers, so that one move more does not look large."""
DASH: Final = 7
TICKS: Final = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
TICK_ROOM: Final = 52


class TotalSpan(NamedTuple):
    """The totals that the graph reaches over."""

    ground: int
    most: int

    @property
    def top(self) -> int:
        """The total at the upper edge."""
        return max(self.most, self.ground + LEAST_SPAN)


def span_of(worths: LineWorths) -> TotalSpan | None:
    """The smallest and the greatest total; None if no total is known."""
    totals = [one.total for one in worths.worths() if one.total is not None]
    return TotalSpan(min(totals), max(totals)) if totals else None


class WorthGraph(Widget):
    """Answers Changed with the place that is clicked or dragged to."""

    focusable = False

    def __init__(self, worths: LineWorths, _: Language) -> None:
        super().__init__(NAME)
        self._ = _
        self.spoken = _("Graph of total moves")
        self._worths = worths
        self._at = 0
        self.thinks = False
        """More may become known."""
        self._ground: pygame.Surface | None = None
        """All but the mark of the place, drawn once."""
        self._span: TotalSpan | None = None
        """What the curve reaches over; None: no total is known."""
        self._costs: list[pygame.Rect] = []
        """Where it says what moves cost: the mark's line does not cross that."""

    def go(self, at: int) -> None:
        """Mark another place."""
        if at != self._at:
            self._at, self.stale = at, True

    def renew(self, worths: LineWorths, *, thinks: bool) -> None:
        """Draw again what is known of the line. `thinks`: more may become known."""
        self._worths, self.thinks, self._ground, self.stale = worths, thinks, None, True

    def arrange(self) -> None:
        """Draw again, because the size has changed."""
        self._ground = None

    def target(self) -> pygame.Rect:
        """Its own area."""
        return self.rect

    def grabbed(self, at: tuple[int, int]) -> WidgetAction | None:
        """Go to the place under the mouse at once."""
        return Changed(NAME, self._place_at(at[0]))

    def dragged(self, at: tuple[int, int]) -> WidgetAction | None:
        """Go to the place under the mouse while its button is held; None: it is marked already."""
        place = self._place_at(at[0])
        return None if place == self._at else Changed(NAME, place)

    # Where things are

    @property
    def _curve(self) -> pygame.Rect:
        px, area = self.look.px, self.rect
        left, above, below = px(LEFT), px(ABOVE), px(BELOW + CLIFF)
        return pygame.Rect(
            area.x + left, area.y + above, area.w - left - px(RIGHT), area.h - above - below
        )

    def _x(self, place: int) -> int:
        depths, area = self._worths.line.depths, self._curve
        return area.x + area.w * depths[place] // max(1, depths[-1])

    def _y(self, total: float, span: TotalSpan) -> int:
        area = self._curve
        return area.bottom - round(area.h * (total - span.ground) / (span.top - span.ground))

    def _place_at(self, x: int) -> int:
        depths, area = self._worths.line.depths, self._curve
        depth = (x - area.x) * max(1, depths[-1]) / area.w
        return min(range(len(depths)), key=lambda place: abs(depths[place] - depth))

    # Drawing

    def draw(self, target: pygame.Surface) -> None:
        """The curve, and the mark of the place over it."""
        if self._ground is None:
            self._ground = self._drawn()
        target.blit(self._ground, self.rect)
        self._draw_mark(target, self._ground)

    def _drawn(self) -> pygame.Surface:
        look, inside = self.look, pygame.Rect((0, 0), self.rect.size)
        layer = pygame.Surface(self.rect.size, pygame.SRCALPHA)
        line = look.scale.line()
        look.paint.box(layer, inside, look.px(10), colours.tint(colours.WELL, 0.95),
                       colours.PANEL_EDGE, line)  # fmt: skip
        kept, self.rect = self.rect, inside
        try:
            self._draw_curve(layer)
        finally:
            self.rect = kept
        return layer

    def _draw_curve(self, layer: pygame.Surface) -> None:
        _, look, first = self._, self.look, self._worths.first_lost
        span = self._span = span_of(self._worths)
        self._draw_ticks(layer)
        if first is not None:
            self._draw_loss(layer, first)
        if span is not None:
            self._draw_ground_line(layer, span)
            self._draw_levels(layer, span)
            self._draw_falls(layer, span)
            self._draw_costs(layer, span)
            return
        text = _("Not winnable from the start") if first == 0 else _("Not known yet")
        if not self.thinks and first != 0:
            text = _("Not known")
        room = self._curve.w
        look.write(layer, text, fonts.ROW, colours.DIM, self._curve.center, Align.CENTRE, room=room)

    def _draw_ticks(self, layer: pygame.Surface) -> None:
        """Draw vertical lines for moves, and their figures."""
        look, area, depths = self.look, self._curve, self._worths.line.depths
        y = self.rect.bottom - look.px(14)
        last = depths[-1]
        each = next((n for n in TICKS if area.w * n / max(1, last) >= look.px(TICK_ROOM)), last)
        for depth in range(0, last + 1, max(1, each)):
            x = area.x + area.w * depth // max(1, last)
            high = self.rect.bottom - area.top - look.px(BELOW)
            ink = look.paint.toned(colours.LINE)
            layer.fill(ink, (x, area.top, look.scale.line(), high))
            look.write(layer, str(depth), fonts.SMALL_CAPTION, colours.DIM, (x, y), Align.CENTRE)

    def _draw_loss(self, layer: pygame.Surface, first: int) -> None:
        """What is lost is hatched. `first`: the first place that is."""
        look, area, last = self.look, self._curve, self._worths.last_won
        left = self._x(max(0, last) if first == last + 1 else first)
        lost = pygame.Rect(left, area.top, area.right - left, area.h + look.px(CLIFF))
        look.paint.veil(layer, lost, colours.tint(colours.CORAL, 0.12))
        with look.paint.clipped(layer, lost):
            for x in range(lost.left - lost.h, lost.right, max(6, look.px(12))):
                ends = (x, lost.bottom), (x + lost.h, lost.top)
                pygame.draw.aaline(layer, colours.mix(colours.WELL, colours.CORAL, 0.35), *ends)

    def _draw_ground_line(self, layer: pygame.Surface, span: TotalSpan) -> None:
        """Draw the ground line, its figure and label, and the figure of the greatest total."""
        look, area, _, style = self.look, self._curve, self._, fonts.SMALL_CAPTION
        y, first, beside = self._y(span.ground, span), self._worths.worth(0), look.px(8)
        self._dashes(layer, colours.GOLD_DARK, area.x, area.right, y)
        at = area.x - beside, y
        look.write(layer, str(span.ground), FIGURE, colours.GOLD, at, Align.RIGHT)
        proved = first.proved and first.total == span.ground
        word = _("shortest possible") if proved else _("best known solution")
        right, crossed = self._place_of_word(look.width(word, style))
        below = right, y + look.px(WORD_UNDER_CLIFF if crossed else WORD_BELOW)
        look.write(layer, word, style, colours.GOLD, below, Align.RIGHT, room=right - area.x)
        at = area.x - beside, self._y(span.most, span)
        if y - at[1] > look.px(18):
            look.write(layer, str(span.most), FIGURE, colours.CREAM, at, Align.RIGHT)

    def _place_of_word(self, width: int) -> tuple[int, bool]:
        """The right end of the ground line's label, which has a width: before the mark of the last
        place or, if there is room, left of a cliff that would cross the label; and whether the
        cliff or the cross at its foot meets it nevertheless.
        """
        area, gap = self._curve, self.look.px(WORD_FREE)
        end = area.right - gap
        if self._worths.first_lost is None:
            return end, False
        cliff = self._x(max(0, self._worths.last_won))
        if end - width - gap <= cliff and area.x + width <= cliff - gap:
            end = cliff - gap
        return end, end - width - self.look.px(CLIFF_FOOT) <= cliff <= end

    def _draw_levels(self, layer: pygame.Surface, span: TotalSpan) -> None:
        """Draw the level stretches of the curve, as long as their totals stay the same: a line if
        the total is proved, else a dashed one over the band in which it is.
        """
        look, worths, start = self.look, self._worths.worths(), 0
        thick = look.scale.line(3)
        for place in range(1, len(worths) + 1):
            known, after = worths[start], worths[place] if place < len(worths) else None
            if after == known and known.total is not None:
                continue
            if known.total is not None:
                falls = after is None or after.total is None
                left, right = self._x(start), self._x(place - 1 if falls else place)
                y = self._y(known.total, span)
                if known.proved:
                    layer.fill(colours.GREEN, (left, y - thick // 2, right - left, thick))
                else:
                    low = self._y(max(span.ground, known.least), span)
                    if right > left and low > y:
                        band = pygame.Rect(left, y, right - left, low - y)
                        look.paint.veil(layer, band, colours.tint(colours.BRANCH, 0.16))
                    self._dashes(layer, colours.BRANCH, left, right, y)
            start = place

    def _dashes(
        self, layer: pygame.Surface, ink: colours.Rgb, left: int, right: int, y: int
    ) -> None:
        thick, dash = self.look.scale.line(2), max(3, self.look.px(DASH))
        for x in range(left, right, 2 * dash):
            layer.fill(ink, (x, y - thick // 2, min(dash, right - x), thick))

    def _draw_falls(self, layer: pygame.Surface, span: TotalSpan) -> None:
        """Where the curve rises, and where it falls off a cliff."""
        worths, look = self._worths.worths(), self.look
        thick = look.scale.line(3)
        for place in range(1, len(worths)):
            before, after = worths[place - 1], worths[place]
            x = self._x(place)
            if before.total is not None and after.total is not None:
                if before.total != after.total:
                    ends = sorted((self._y(before.total, span), self._y(after.total, span)))
                    kind = move_worth(self._worths, place)
                    ink = INKS[kind] if kind is MoveWorth.DETOUR else colours.BRANCH
                    layer.fill(ink, (x - thick // 2, ends[0], thick, ends[1] - ends[0] + thick))
            elif before.total is not None and after.verdict is Verdict.UNWINNABLE:
                at, y = self._x(place - 1), self._y(before.total, span)
                floor = self._curve.bottom + look.px(CLIFF) - look.px(10)
                layer.fill(colours.CORAL, (at - thick // 2, y, thick, max(1, floor - y)))
                look.icon(layer, "cross", colours.CORAL, (at, floor), look.px(2 * CLIFF_FOOT))

    def _draw_costs(self, layer: pygame.Surface, span: TotalSpan) -> None:
        """'+3' beside each rise that has room for it, the greatest first."""
        look, worths, taken = self.look, self._worths.worths(), list[tuple[int, int]]()
        self._costs = []
        totals = [one.total or 0 for one in worths]
        rises = (
            n for n in range(1, len(worths)) if move_worth(self._worths, n) is MoveWorth.DETOUR
        )
        for place in sorted(rises, key=lambda n: totals[n - 1] - totals[n]):
            proved = worths[place - 1].proved and worths[place].proved
            text = f"+{totals[place] - totals[place - 1]}" if proved else "+"
            wide, gap = look.width(text, STEP), look.px(5)
            x, y = self._x(place) - wide - gap, self._y(totals[place], span) - look.px(9)
            if x < self._curve.left:
                x = self._x(place) + gap
            # The label of the marked place lies above the curve.
            y = max(y, self._curve.top - look.px(6))
            if all(x + wide < left or right < x for left, right in taken):
                self._costs.append(look.write(layer, text, STEP, colours.GOLD, (x, y)))
                taken.append((x - look.px(4), x + wide + look.px(4)))

    def _draw_mark(self, target: pygame.Surface, ground: pygame.Surface) -> None:
        """A line at the place, and a dot on the curve."""
        look, area = self.look, self._curve
        x, thick = self._x(self._at), look.scale.line(2)
        height = area.h + look.px(CLIFF)
        line = pygame.Rect(x - thick // 2, area.top - look.px(8), thick, height)
        target.fill(colours.CREAM, line)
        for cost in self._costs:
            near = cost.move(self.rect.topleft).inflate(look.px(6), 0)
            if near.colliderect(line):
                crossed = pygame.Rect(line.x, near.y, line.w, near.h).clip(line)
                target.blit(ground, crossed, crossed.move(-self.rect.x, -self.rect.y))
        total = self._worths.worth(self._at).total
        if self._span is not None and total is not None:
            at, side = (x, self._y(total, self._span)), look.px(13) | 1
            look.paint.disc(target, at, side, colours.MARK, colours.FOCUS, look.scale.line(2))
        # How many moves were made at the place, above its line.
        text = self._("after {n}").format(n=self._worths.line.depths[self._at])
        half = look.width(text, fonts.SMALL_CAPTION) // 2 + look.px(8)
        at = max(self.rect.left + half, min(self.rect.right - half, x)), area.top - look.px(19)
        look.write(target, text, fonts.SMALL_CAPTION, colours.CREAM, at, Align.CENTRE)

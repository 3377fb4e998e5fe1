"""Draws the visible part of a map's tree and the player's line, from shapes made once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import pygame

from game.graphics import colours, fonts
from game.graphics.colours import Rgb, hex_text
from game.graphics.fonts import TextStyle
from game.graphics.paint import from_svg_elements
from game.graphics.scale import round_half_up
from game.graphics.text_rendering import Align
from game.map.layout import MapPlace
from game.map.pieces import FOLD_WIDTH, MapPiece, PieceKind
from game.map.tree import MapNode
from game.map.viewport import MapPoint, Viewport
from game.scenes.map.layouts import NOTHING, PieceWorth
from game.widgets.look import Look

INK = colours.rgb("#06241F")
"""Around beads and marks, so that they stand out from their line."""
PILL = 26
PILL_LEAST = 17.5
"""The least height of an answer's flag, in dp: two lanes of the least pitch that branches get."""
FLAG_NUMBER = TextStyle(fonts.Face.SANS_SEMIBOLD, 11.5)
SIGN = 18
UTURN_FROM_PITCH = 12
HERE_REACH = 40
"""The radius of the mark of the present position with its glow, in dp."""

ANSWER = colours.rgb("#D9B262")
BEST_WIDTH = 5
ANSWER_WIDTH = 4
WIDTH = 2.2
ROAD_WIDTH = 2.6
RADIUS = 9
"""The radius of the elbow where a branch turns into its lane."""
BEADS_FROM_UNIT = 6
BEADS_FROM_PITCH = 12
BEST_BEAD = 3.5
ANSWER_BEAD = 3.0
BEAD = 2.3
FORK_RING = 4.2
OPEN_RING = 4.2
HERE_HALF = 13
"""Half the width of the mark of the present position, without its glow."""
WEDGE = 30
WEDGE_HALF = 11
WEDGE_SHARE = 0.42
GROUP_LEAD = 12
ARC_BULGE = 0.3
"""How far an arc bulges in its middle, as a share of the distance of its ends."""
ARC_MOST = 40
"""The most that it bulges, in dp."""
ARC_STEPS = 24
ZIGZAG = 14
COUNT = TextStyle(fonts.Face.SANS_SEMIBOLD, 13.5)
SMALL_COUNT = TextStyle(fonts.Face.SANS_SEMIBOLD, 11.5)
LOST = colours.mix(colours.WELL, colours.CORAL, 0.85)
"""A lost line, which is dashed too."""
DASH = 6
HEAVIER = 2.4
"""The additional width of a line while it is on course, in dp."""
FAR = 1 << 30
EDGE = 60
"""How far outside the window a line may end whose flag or sign still reaches into it, in dp."""


@dataclass(frozen=True)
class MapMarks:
    """What the tree's nodes mean to the player."""

    here: MapNode
    bookmarks: tuple[MapNode, ...]
    stuck: Mapping[int, bool]
    """Whether no move is left at an end, by key; holds the ends examined so far."""
    par: int | None
    """The moves of the shortest possible answer; None: not proved."""
    worths: Mapping[MapPiece, PieceWorth] = field(default_factory=dict)
    """What is known of the pieces; empty if it must not be shown."""
    turn: str = ""
    """The sign of a redeal or a turn-over, in games that have one."""
    found_alone: Callable[[MapNode], bool] = lambda node: True
    """Whether an answer was found without help."""


class MapLine(NamedTuple):
    """A piece that is drawn, and how."""

    piece: MapPiece
    y: int
    colour: Rgb
    width: float
    bead: float
    worth: PieceWorth
    lost: int
    """The x from which it is lost; far to the right where it is not known to be lost."""


class TreePicture:
    """Draws the tree into an area of the window at one scale. Its shapes are made once."""

    def __init__(self, look: Look, area: pygame.Rect) -> None:
        self._look, self._area, self._factor = look, area, look.scale.factor
        self._kept: dict[tuple[Hashable, ...], pygame.Surface] = {}
        self._target: pygame.Surface
        self._view: Viewport
        self._marks: MapMarks
        self._shift: Callable[[MapPiece, float], MapPoint]

    def begin(
        self,
        target: pygame.Surface,
        view: Viewport,
        marks: MapMarks,
        shift: Callable[[MapPiece, float], MapPoint] = lambda piece, depth: (0.0, 0.0),
    ) -> None:
        """Take over what `draw` is to draw. `shift`: how far from its place a depth of a piece is
        drawn, in dp.
        """
        self._target, self._view, self._marks, self._shift = target, view, marks, shift
        self._unit, self._pitch, self._plan = view.unit, view.pitch, view.plan
        width, height = view.size
        self._depths = view.depth_at(-EDGE * 2), view.depth_at(width + EDGE)
        self._lanes = view.lane_at(-EDGE), view.lane_at(height + EDGE)
        self.counts: list[pygame.Rect] = []
        """Where counts of wedges were written."""
        self.flags: list[pygame.Rect] = []
        """Where bookmarks were drawn."""
        pieces = [piece for piece in self._plan.pieces if self._is_visible(piece)]
        self._lines = [self._line_of(piece) for piece in sorted(pieces, key=self._layer)]

    # Where things are

    def _x(self, piece: MapPiece, depth: float) -> int:
        place = self._view.axis.x(depth, self._unit) - self._view.x + self._shift(piece, depth)[0]
        return self._area.x + round_half_up(place * self._factor)

    def _y(self, piece: MapPiece) -> int:
        place = piece.lane * self._pitch - self._view.y + self._shift(piece, piece.end)[1]
        return self._area.y + round_half_up(place * self._factor)

    def point(self, place: MapPlace) -> tuple[int, int]:
        """The place of a node in the window; if it is only counted, the middle of its wedge."""
        x = self._x(place.piece, place.depth)
        if not place.drawn:
            x = self._wedge_left(place.piece) + self._look.px(WEDGE) * 3 // 5
        return x, self._y(place.piece)

    def _is_visible(self, piece: MapPiece) -> bool:
        if piece.at > self._depths[1] or piece.end < self._depths[0]:
            return False
        from_lane = piece.above.lane if piece.above else 0
        return (
            max(piece.lane, from_lane) >= self._lanes[0]
            and min(piece.lane, from_lane) <= self._lanes[1]
        )

    def _layer(self, piece: MapPiece) -> tuple[int, int]:
        """The drawing order: branches, answers, path to the present position, best answer."""
        if piece is self._plan.pieces[0]:
            return 3, 0
        return bool(piece.walked) * 2 or (piece.answer is not None), -piece.at

    def _line_of(self, piece: MapPiece) -> MapLine:
        whole, worth = piece.kind is PieceKind.LINE, self._marks.worths.get(piece, NOTHING)
        dead = whole and self._marks.stuck.get(piece.chain.nodes[-1].key)
        drawn = colours.DEAD_BRANCH if dead else colours.BRANCH, WIDTH, BEAD
        if piece.answer is not None:
            drawn = (ANSWER, ANSWER_WIDTH, ANSWER_BEAD) if whole else (ANSWER, WIDTH, BEAD)
            if whole and piece.above is None:
                drawn = colours.GOLD, BEST_WIDTH, BEST_BEAD
        died = worth.last_depth_before_loss
        lost = FAR if died is None else self._x(piece, died)
        return MapLine(piece, self._y(piece), *drawn, worth, lost)

    # The layers

    def draw(self) -> None:
        """Draw the tree from the ground up."""
        with self._look.paint.clipped(self._target, self._area):
            top, bottom = self._lanes
            on_lanes = [line for line in self._lines if top <= line.piece.lane <= bottom]
            for line in self._lines:
                self._draw_line(line)
            for line in self._lines:
                for start, end in line.piece.walked:
                    self._draw_road(line, start, end)
            self._draw_arcs()
            self._draw_beads(on_lanes)
            for line in on_lanes:
                self._draw_forks(line)
            stamp = self.turn(self._marks.turn, self._pitch)
            for line in on_lanes:
                for depth in self._in_view(line.piece.signs):
                    self._blit(stamp, self._x(line.piece, depth), line.y)
            for line in on_lanes:
                self._draw_end(line)
                died = line.worth.lost_at
                if died is not None and self._depths[0] <= died <= self._depths[1]:
                    self._blit(self.death(self._pitch), self._x(line.piece, died), line.y)
            first = self._plan.pieces[0]
            self._blit(self.root(), self._x(first, 0), self._y(first))
            self._draw_marks()

    def _blit(self, stamp: pygame.Surface, x: int, y: int) -> None:
        """Draw a shape with its middle on a pixel."""
        self._target.blit(stamp, (x - stamp.get_width() // 2, y - stamp.get_height() // 2))

    # Lines

    def _draw_line(self, line: MapLine) -> None:
        """Draw a piece: wider while it is on course, dashed where it is lost."""
        piece, y, colour, width, _bead, worth, lost = line
        scale, turning = self._look.scale, colour
        thick, start = scale.line(width), self._x(piece, piece.at)
        if worth.last_depth_before_loss == piece.at:
            turning = LOST
        if piece.above is not None:
            start = self._draw_turn(line, turning, thick, start)
        if not self._lanes[0] <= piece.lane <= self._lanes[1]:
            return
        if piece.kind is PieceKind.GROUP:
            self._draw_level(start, self._wedge_left(piece), y, turning, thick)
            return
        for left, right, folded in self._stretches(piece, piece.at, piece.end, start):
            if folded:
                self._draw_zigzag(left, y, LOST if left >= lost else colour, width)
                continue
            begin = left
            if worth.on_until >= 0:
                until = min(right, self._x(piece, worth.on_until))
                on_course = colours.GREEN if width == WIDTH else colour
                self._draw_level(left, until, y, on_course, scale.line(width + HEAVIER))
                begin = max(left, until)
            self._draw_level(begin, min(right, max(begin, lost)), y, colour, thick)
            self._draw_dashes(max(begin, lost), right, y, thick)

    def _draw_road(self, line: MapLine, begin: int, end: int) -> None:
        """Draw the white core of the player's line between two depths of a piece."""
        piece, y, white = line.piece, line.y, colours.WHITE
        thick = self._look.scale.line(WIDTH + 0.8 if line.width == WIDTH else ROAD_WIDTH)
        start = self._x(piece, begin)
        if piece.above is not None and begin == piece.at:
            start = self._draw_turn(line, white, thick, start)
        for left, right, folded in self._stretches(piece, begin, end, start):
            if folded:
                self._draw_zigzag(left, y, white, ROAD_WIDTH)
                continue
            self._draw_level(left, right, y, white, thick)
            self._draw_dashes(max(left, line.lost), right, y, thick)

    def _draw_dashes(self, left: int, right: int, y: int, thick: int) -> None:
        """Draw the lost stretch of a horizontal part."""
        dash = self._look.px(DASH)
        for x in range(left, right, 2 * dash):
            self._draw_level(x, min(right, x + dash), y, LOST, thick)

    def _draw_turn(self, line: MapLine, colour: Rgb, thick: int, x: int) -> int:
        """Draw the upright line from the piece above, and the elbow; returns the x of its end."""
        piece, y = line.piece, line.y
        assert piece.above is not None
        from_y = self._y(piece.above)
        up = y < from_y
        first = self._x(piece, piece.depths[0]) if piece.depths else x + self._look.px(GROUP_LEAD)
        radius = max(0, min(self._look.px(RADIUS), abs(y - from_y) // 2, first - x - 1))
        elbow = self.elbow(colour, thick, radius, up)
        left = x - thick // 2
        top = y - thick // 2 if up else y - thick // 2 - radius
        self._target.blit(elbow, (left, top))
        begin, end = (top + radius + thick, from_y) if up else (from_y, top)
        self._target.fill(colour, (left, begin, thick, end - begin))
        return left + radius + thick

    def _stretches(
        self, piece: MapPiece, start: int, end: int, left: int
    ) -> Iterator[tuple[int, int, bool]]:
        """Split a piece's line between two depths at its folds: yields the left and right x of each
        part, and whether it is a fold. `left` is the x at which the line begins.
        """
        for fold in self._view.axis.folds_between(start, end):
            right = self._x(piece, fold.start)
            yield left, right, False
            left = self._x(piece, fold.end)
            yield right, left, True
        yield left, self._x(piece, end), False

    def _draw_level(self, left: int, right: int, y: int, colour: Rgb, thick: int) -> None:
        if right > left:
            self._target.fill(colour, (left, y - thick // 2, right - left, thick))

    def _draw_zigzag(self, left: int, y: int, colour: Rgb, width: float) -> None:
        across = self._look.px(FOLD_WIDTH)
        tall = self._look.px(min(ZIGZAG, self._pitch + 2)) | 1
        stamp = self.zigzag(colour, width * self._factor, across, tall)
        self._target.blit(stamp, (left, y - tall // 2))

    def _draw_arcs(self) -> None:
        """Draw the actions of the player's line that are not in the tree: white if they were made,
        like other branches if they were undone.
        """
        places: set[tuple[tuple[int, int], tuple[int, int]]] = set()
        for (start, end), made in self._plan.line.arcs.items() if self._plan.line else ():
            left, right = sorted((start.depth, end.depth))
            if right < self._depths[0] or left > self._depths[1]:
                continue
            ends = self.point(self._plan.place(start)), self.point(self._plan.place(end))
            if ends in places or ends[0] == ends[1]:
                continue
            places.add(ends)
            thick = self._look.scale.line(ROAD_WIDTH if made else WIDTH)
            self._draw_arc(*ends, colours.WHITE if made else colours.BRANCH, thick)

    def _draw_arc(self, start: tuple[int, int], end: tuple[int, int], ink: Rgb, thick: int) -> None:
        """Draw an arc that bulges to the right of its direction: upwards on the way back."""
        way = pygame.Vector2(end) - start
        bulge = pygame.Vector2(-way.y, way.x) * ARC_BULGE
        if bulge.length() > (most := self._look.px(ARC_MOST)):
            bulge.scale_to_length(most)
        points = [
            start + way * share + bulge * (4 * share * (1 - share))
            for share in (step / ARC_STEPS for step in range(ARC_STEPS + 1))
        ]
        for one, other in pairwise(points):
            pygame.draw.aaline(self._target, ink, one, other, thick)

    # Positions

    def _draw_beads(self, lines: Iterable[MapLine]) -> None:
        if self._unit < BEADS_FROM_UNIT:
            return
        # Where each visible depth is, without those inside folds.
        first, last = int(self._depths[0]), int(min(self._depths[1], self._view.axis.end)) + 1
        folds = self._view.axis.folds_between(first - 1e9, last + 1e9)
        inside = {depth for fold in folds for depth in range(fold.start + 1, fold.end)}
        at, left = self._view.axis.x, self._view.x
        places = {
            depth: self._area.x + round_half_up((at(depth, self._unit) - left) * self._factor)
            for depth in range(max(0, first), last)
            if depth not in inside
        }
        blits: list[tuple[pygame.Surface, tuple[int, int]]] = []
        for line in lines:
            piece, died = line.piece, line.worth.last_depth_before_loss
            if self._pitch < BEADS_FROM_PITCH and line.bead == BEAD and not piece.walked:
                continue
            stamp = self.bead(line.colour, line.bead)
            reach = stamp.get_width() // 2
            shown = piece.depths if died is None else [n for n in piece.depths if n <= died]
            for depth in self._in_view(shown):
                if depth in places:
                    aside = round_half_up(self._shift(piece, depth)[0] * self._factor)
                    blits.append((stamp, (places[depth] + aside - reach, line.y - reach)))
        self._target.fblits(blits)

    def _in_view(self, depths: Sequence[int]) -> Sequence[int]:
        """Those of some depths, in order, that the window shows."""
        first = bisect_left(depths, self._depths[0])
        return depths[first : bisect_right(depths, self._depths[1])]

    def _draw_forks(self, line: MapLine) -> None:
        """A ring where branches leave; rings that would hide each other are left out."""
        apart = self._look.px(FORK_RING)
        small = self._pitch < UTURN_FROM_PITCH and line.bead == BEAD
        stamp = self.ring(line.colour, *((FORK_RING - 0.9, 1.6) if small else (FORK_RING, 2.0)))
        last = -apart
        for depth in self._in_view(line.piece.forks):
            x = self._x(line.piece, depth)
            if x - last >= apart:
                self._blit(stamp, x, line.y)
                last = x

    # Ends

    def _wedge_left(self, piece: MapPiece) -> int:
        lead = self._look.px(GROUP_LEAD) if piece.kind is PieceKind.GROUP else 0
        return self._x(piece, piece.end) + lead

    def _draw_end(self, line: MapLine) -> None:
        piece, y, look = line.piece, line.y, self._look
        if piece.kind is not PieceKind.LINE:
            self._draw_wedge(line)
            return
        x, last = self._x(piece, piece.end), piece.chain.nodes[-1]
        # Beside the mark of the present position, not under it.
        beside = look.px(HERE_HALF) if last is self._marks.here else 0
        if last.won:
            star = ""  # of a shortest answer, hollow if it had help
            if last.depth == self._marks.par:
                star = "star-filled" if self._marks.found_alone(last) else "star"
            pill = self.pill(last.depth, self._pitch, piece.above is None, star)
            self._target.blit(pill, (x + beside + look.px(4), y - pill.get_height() // 2))
        elif self._marks.stuck.get(last.key):
            stamp = self.dead_end(self._pitch)
            self._target.blit(stamp, (x + beside + look.px(3), y - stamp.get_height() // 2))
        elif not last.goes_on:
            self._blit(self.ring(colours.BRANCH, OPEN_RING, 1.8), x, y)

    def _draw_wedge(self, line: MapLine) -> None:
        look, left, y = self._look, self._wedge_left(line.piece), line.y
        half = look.px(min(WEDGE_HALF, self._pitch * WEDGE_SHARE))
        lost = line.worth.last_depth_before_loss is not None
        colour = LOST if lost else line.colour
        stamp = self.wedge(colour, 2 * half + 1, look.px(WEDGE), lost=lost)
        self._target.blit(stamp, (left, y - half))
        style = COUNT if self._pitch >= UTURN_FROM_PITCH else SMALL_COUNT
        at, count = (left + look.px(WEDGE + 5), y), f"+{line.piece.count}"
        high = look.text_px(style) * 2 // 3
        area = pygame.Rect(at[0], y - high // 2, look.width(count, style), high)
        if area.collidelist(self.counts) < 0:  # one that covers another cannot be read
            look.write(self._target, count, style, colours.CREAM, at, Align.LEFT)
            self.counts.append(area)

    # Marks

    def _draw_marks(self) -> None:
        for number, node in enumerate(self._marks.bookmarks, 1):
            x, y = self.point(self._plan.place(node))
            stamp = self.bookmark(number)
            area = stamp.get_rect(midbottom=(x, y - self._look.px(4)))
            below = stamp.get_rect(midtop=(x, y + self._look.px(6)))
            aside = area.move(-area.w, 0), area.move(area.w, 0), below.move(-area.w, 0)
            free = (one for one in (area, below, *aside) if one.collidelist(self.counts) < 0)
            self.flags.append(next(free, area))
            self._target.blit(stamp, self.flags[-1])
        x, y = self.point(self._plan.place(self._marks.here))
        reach = self._look.px(HERE_REACH)
        if self._area.inflate(2 * reach, 2 * reach).collidepoint(x, y):
            self._blit(self.here, x, y)

    # Shapes

    def _get(self, make: Callable[..., pygame.Surface], *details: Hashable) -> pygame.Surface:
        key = make, *details
        if key not in self._kept:
            self._kept[key] = make(*details)
        return self._kept[key]

    # Lines

    def elbow(self, colour: Rgb, thick: int, radius: int, up: bool) -> pygame.Surface:
        """A quarter turn from a vertical line to the right, in a square of `radius + thick`. `up`:
        the vertical line comes from below.
        """
        side = radius + thick
        low, high = thick / 2, side - thick / 2
        start, end = (f"{low} {side}", low) if up else (f"{low} 0", high)
        path = f"M{start}Q{low} {end} {side} {end}"
        return self._get(_stroke, path, colour, thick, (side, side))

    def zigzag(self, colour: Rgb, thick: float, width: int, height: int) -> pygame.Surface:
        """The sign of a fold, its line entering and leaving in the middle."""
        step, middle = width / 4, height / 2
        reach = middle - thick / 2 - 1
        points = [f"0 {middle}"]
        for turn in range(4):
            points.append(
                f"{step * (turn + 0.5):.2f} {middle + (reach if turn % 2 else -reach):.2f}"
            )
        path = "M" + "L".join([*points, f"{width} {middle}"])
        return self._get(_stroke, path, colour, thick, (width, height))

    # Positions

    def bead(self, colour: Rgb, radius: float) -> pygame.Surface:
        """A position on a line."""
        return self._get(self._disc, radius, colour, INK, 1.0)

    def ring(self, colour: Rgb, radius: float, edge: float = 2.0) -> pygame.Surface:
        """A position at which branches leave, or an end that was left open."""
        return self._get(self._disc, radius, colours.WELL, colour, edge)

    def _disc(self, radius: float, fill: Rgb, edge: Rgb, width: float) -> pygame.Surface:
        factor = self._look.scale.factor
        outer = (radius + width / 2) * factor
        # An odd side gives it a middle pixel, which lies on the line.
        side = 2 * int(outer + 0.99) + 1
        circle = (
            f'<circle cx="{side / 2}" cy="{side / 2}" r="{radius * factor:.2f}" '
            f'fill="{hex_text(fill)}" stroke="{hex_text(edge)}" '
            f'stroke-width="{width * factor:.2f}"/>'
        )
        return from_svg_elements(circle, (side, side))

    def root(self) -> pygame.Surface:
        """The deal."""
        side = 2 * self._look.px(8.5) + 1
        return self._look.paint.box_art(
            (side, side), self._look.px(4), colours.GOLD, INK, self._look.scale.line(1.5)
        )

    @cached_property
    def here(self) -> pygame.Surface:
        """The mark of the present position: a glowing white dot and ring."""
        px, paint = self._look.px, self._look.paint
        middle = px(HERE_REACH)
        stamp = pygame.Surface((2 * middle + 1, 2 * middle + 1), pygame.SRCALPHA)
        for side, blur, colour in ((18, 8, colours.FOCUS), (12, 5, colours.GOLD)):
            core = pygame.Rect(0, 0, px(side), px(side))
            core.center = middle, middle
            paint.glow(stamp, core, core.w / 2, px(blur), (*colour, 255))
        for art in (
            self._disc(11, INK, colours.WHITE, 2.2),
            self._disc(5.6, colours.WHITE, colours.WHITE, 1),
        ):
            stamp.blit(art, art.get_rect(center=(middle, middle)))
        return stamp

    def pointed(self) -> pygame.Surface:
        """Around the position under the mouse."""
        side = 2 * self._look.px(9.5) + 1
        fill, edge = colours.tint(colours.WHITE, 0.18), colours.WHITE
        return self._look.paint.box_art(
            (side, side), side / 2, fill, edge, self._look.scale.line(2)
        )

    # Shapes of ends

    def dead_end(self, pitch: float) -> pygame.Surface:
        """The U-turn in its ring, a cross where lanes are too near each other for it."""
        if pitch < UTURN_FROM_PITCH:
            return self._cross
        side = self._look.px(min(SIGN, pitch - 1)) | 1
        return self._get(self._make_sign, "uturn", side, colours.CORAL)

    def death(self, pitch: float) -> pygame.Surface:
        """The sign where a branch was lost: a cross, in a ring unless lanes are close together."""
        return self._cross if pitch < UTURN_FROM_PITCH else self._ringed_cross

    @cached_property
    def _ringed_cross(self) -> pygame.Surface:
        stamp, cross = self._disc(6.2, colours.WELL, colours.CORAL, 1.6), self._cross
        stamp.blit(cross, cross.get_rect(center=stamp.get_rect().center))
        return stamp

    @cached_property
    def _cross(self) -> pygame.Surface:
        side = self._look.px(7) | 1
        path = f"M1 1L{side - 1} {side - 1}M{side - 1} 1L1 {side - 1}"
        return _stroke(path, colours.CORAL, 1.7 * self._look.scale.factor, (side, side))

    def _make_sign(self, icon: str, side: int, ink: Rgb) -> pygame.Surface:
        stamp = pygame.Surface((side, side), pygame.SRCALPHA)
        edge = colours.tint(ink, 0.75)
        line = self._look.scale.line()
        self._look.paint.box(stamp, stamp.get_rect(), side / 2, colours.WELL, edge, line)
        self._look.icon(stamp, icon, ink, stamp.get_rect().center, round(side * 0.64))
        return stamp

    def turn(self, icon: str, pitch: float) -> pygame.Surface:
        """A redeal or turn-over: its icon in a ring, or a bead where lanes are close together."""
        if not icon or pitch < UTURN_FROM_PITCH:
            return self.bead(colours.CREAM, 3.4)
        side = self._look.px(min(SIGN, pitch - 1)) | 1
        return self._get(self._make_sign, icon, side, colours.CREAM)

    def wedge(self, colour: Rgb, height: int, width: int, *, lost: bool = False) -> pygame.Surface:
        """A bundle; hollow and dashed where all of it is lost."""
        middle, factor = height / 2, self._look.scale.factor
        dashes = f'stroke-dasharray="{3 * factor:.1f} {2.4 * factor:.1f}" ' if lost else ""
        shape = (
            f'<path d="M1 {middle}L{width - 1} 1V{height - 1}Z" fill="{hex_text(colour)}" '
            f'fill-opacity="{0 if lost else 0.38}" stroke="{hex_text(colour)}" {dashes}'
            f'stroke-width="{1.3 * factor:.2f}" stroke-linejoin="round"/>'
        )
        return self._get(from_svg_elements, shape, (width, height))

    def pill(self, moves: int, pitch: float, best: bool, star: str) -> pygame.Surface:
        """An answer's flag and length, filled if it is the best; `star`: the icon of its star,
        empty if it has none.
        """
        height = PILL if best else max(PILL_LEAST, min(PILL, 2 * pitch - 1))
        return self._get(self._make_pill, moves, height, best, star)

    def _make_pill(self, moves: int, height: float, best: bool, star: str) -> pygame.Surface:
        look = self._look
        style = TextStyle(fonts.Face.SANS_SEMIBOLD, 16 * height / PILL)
        text, high = look.width(str(moves), style), look.px(height) | 1
        icon, pad = round(high * 0.62), round(high * 0.42)
        gap = round(high * 0.24)
        width = pad + icon + gap + text + pad + (icon + gap if star else 0)
        stamp = pygame.Surface((width, high), pygame.SRCALPHA)
        fill, ink = (colours.GOLD, colours.ON_GOLD) if best else (colours.WELL, colours.GOLD)
        line = look.scale.line(1.4)
        look.paint.box(stamp, stamp.get_rect(), high / 2, fill, colours.GOLD, line)
        middle = high // 2
        look.icon(stamp, "flag", ink, (pad + icon // 2, middle), icon)
        look.write(stamp, str(moves), style, ink, (pad + icon + gap, middle))
        if star:
            look.icon(stamp, star, ink, (width - pad - icon // 2, middle), icon)
        return stamp

    def bookmark(self, number: int) -> pygame.Surface:
        """A numbered flag that hangs above its lane."""
        return self._get(self._make_bookmark, number)

    def _make_bookmark(self, number: int) -> pygame.Surface:
        factor = max(1.0, self._look.scale.factor)  # its number has the least size of text
        width, height, middle = round(16 * factor) | 1, round(21 * factor), round(8 * factor)
        shape = (
            f'<path transform="scale({factor:.3f})" d="M1.5 1.5H14.5V19L8 14L1.5 19Z" '
            f'fill="{hex_text(colours.GOLD)}" stroke="{hex_text(INK)}" stroke-width="1.5" '
            'stroke-linejoin="round"/>'
        )
        stamp = from_svg_elements(shape, (width, height))
        at = width // 2, middle
        self._look.write(stamp, str(number), FLAG_NUMBER, colours.ON_GOLD, at, Align.CENTRE)
        return stamp


def _stroke(path: str, colour: Rgb, thick: float, size: tuple[int, int]) -> pygame.Surface:
    style = f'fill="none" stroke="{hex_text(colour)}" stroke-width="{thick:.2f}"'
    return from_svg_elements(f'<path d="{path}" {style} stroke-linejoin="round"/>', size)

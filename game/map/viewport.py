"""The visible part of a map: zoom, position and bounds; what lies at a place of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.map.layout import MapPlan
from game.map.pieces import (
    PITCH_LARGEST,
    PITCH_LEAST,
    PITCH_WANTED,
    UNIT_LARGEST,
    Axis,
    Fold,
    MapPiece,
    PieceKind,
)
from game.map.tree import MapNode

LEVELS = 6
LEVEL_STEP = 2**0.5
"""The zoom factor of one level. Each level shows more lanes, and so opens bundles."""
LEFT = 84.0
"""Dp from the window's edge to the deal, when everything fits."""
RIGHT = 116.0
TOP = 28.0
BOTTOM = 28.0
SLACK = 0.25
"""The map can be moved beyond its bounds by this share of the window."""
SLACK_OF_MAP = 1 / 3
"""At most by this share of its own size, so that a small map cannot leave the window."""
ZOOM_MOST = 4096.0

MapPoint = tuple[float, float]


REACH = 10.0
"""A click this near to a position hits it, in dp."""
FOLD_EDGE = 6.0
"""The positions at both ends of a fold can be hit this far into the fold, in dp."""
END_REACH = 24.0
FLAG_REACH = 74.0
WEDGE_REACH = 76.0
SIDEWAYS_COST = 2.0
"""The weight of a step sideways when the next lane is looked for."""


class Viewport:
    """Converts depths and lanes to places in the window and back. Places are dp from its top left.

    `fitted` is the plan for zoom 1; the scale at every other zoom follows from it. A caller that
    zooms must set `plan` to the plan for the new `level`.
    """

    def __init__(self, plan: MapPlan, size: MapPoint) -> None:
        self.plan = self.fitted = plan
        self.size = size
        self.zoom = 1.0
        self.x = self.y = 0.0
        """The window's top left corner, in dp from the deal on the map."""
        self.fit()

    # Scale

    @property
    def axis(self) -> Axis:
        """The plan's axis."""
        return self.plan.axis

    @property
    def unit(self) -> float:
        """The width of a move, in dp."""
        return max(self.plan.unit, min(UNIT_LARGEST, self.fitted.unit * self.zoom))

    @property
    def pitch(self) -> float:
        """Dp from lane to lane."""
        wanted = self.plan.room.height * self.zoom / self.plan.lanes
        return max(PITCH_LEAST, min(PITCH_LARGEST, wanted))

    @property
    def level(self) -> int:
        """The level whose plan fits this zoom."""
        return level_of(self.zoom)

    @property
    def most(self) -> float:
        """The greatest zoom; beyond it nothing more would show."""
        return zoom_most(self.fitted)

    # Places

    def at(self, depth: float, lane: float) -> MapPoint:
        """The place of a depth and a lane in the window."""
        return self.axis.x(depth, self.unit) - self.x, lane * self.pitch - self.y

    def depth_at(self, x: float) -> float:
        """The depth at a place in the window."""
        return self.axis.depth(x + self.x, self.unit)

    def lane_at(self, y: float) -> float:
        """The lane at a place in the window; a fraction lies between two lanes."""
        return (y + self.y) / self.pitch

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the whole map, in dp from the deal."""
        plan, pitch = self.plan, self.pitch
        right = self.axis.x(self.axis.end, self.unit) + RIGHT
        return -LEFT, plan.first * pitch - TOP, right, plan.last * pitch + BOTTOM

    # Moving about

    def fit(self) -> None:
        """Show everything."""
        self.plan = self.fitted
        self.zoom = 1.0
        left, top, _, bottom = self.extent
        self.x, self.y = left, (top + bottom - self.size[1]) / 2

    def pan(self, right: float, down: float) -> None:
        """Move the window over the map."""
        left, top, end, bottom = self.extent
        self.x = _within(self.x + right, left, end, self.size[0])
        self.y = _within(self.y + down, top, bottom, self.size[1])

    def show(self, depth: float, lane: float, at: MapPoint) -> None:
        """Put a depth and a lane at a place in the window, within the bounds."""
        x, y = self.at(depth, lane)
        self.pan(x - at[0], y - at[1])

    def reveal(self, depth: float, lane: float, margin: float) -> None:
        """Move as little as needed to bring a depth and a lane into view."""
        x, y = self.at(depth, lane)
        self.pan(_beyond(x, margin, self.size[0]), _beyond(y, margin, self.size[1]))


def zoom_most(fitted: MapPlan) -> float:
    """The greatest zoom for a plan on which everything fits; beyond it nothing more shows."""
    lanes = PITCH_LARGEST * fitted.lanes / fitted.room.height
    if fitted.bundled:
        lanes = LEVEL_STEP**LEVELS * PITCH_LARGEST / PITCH_WANTED
    return max(1.0, min(ZOOM_MOST, max(UNIT_LARGEST / fitted.unit, lanes)))


def level_of(zoom: float) -> int:
    """The level whose plan fits a zoom."""
    return min(LEVELS, int(math.log(zoom, LEVEL_STEP) + 1e-9))


def _beyond(place: float, margin: float, size: float) -> float:
    """How far a place lies outside the view less its margins; negative: left of it or above it."""
    margin = min(margin, size / 3)
    return min(0.0, place - margin) + max(0.0, place - (size - margin))


def _within(start: float, least: float, most: float, size: float) -> float:
    """`start`, moved so that a window of this size lies within least..most plus some slack."""
    slack = min(size * SLACK, (most - least) * SLACK_OF_MAP)
    ends = least, most - size
    return max(min(ends) - slack, min(max(ends) + slack, start))


class Spot(NamedTuple):
    """What can be hit on a map; one field is set: a position, a wedge or a fold."""

    node: MapNode | None = None
    wedge: MapPiece | None = None
    fold: Fold | None = None


def spot_at(view: Viewport, at: MapPoint) -> Spot | None:
    """What lies at a place in the window; None for nothing."""
    lane = round(view.lane_at(at[1]))
    if abs(view.at(0, lane)[1] - at[1]) > max(REACH, view.pitch / 2):
        return None
    spots = (_spot_on(view, piece, at[0]) for piece in view.plan.row(lane))
    return next((spot for spot in spots if spot is not None), None)


def _spot_on(view: Viewport, piece: MapPiece, x: float) -> Spot | None:
    """What of a piece lies at `x`, in dp from the window's left edge; None for nothing."""
    start, end = (view.at(depth, 0)[0] for depth in (piece.at, piece.end))
    if piece.count and end + REACH / 2 < x < end + WEDGE_REACH:
        return Spot(wedge=piece)
    beyond = FLAG_REACH if piece.chain.nodes[-1].won and not piece.count else END_REACH
    if piece.kind is PieceKind.GROUP or not start - REACH < x < end + beyond:
        return None
    depth = view.depth_at(x)
    fold = view.axis.fold_at(depth)
    if fold is not None and piece.at <= fold.start and fold.end <= piece.end:
        edge = min(fold, key=lambda edge: abs(view.at(edge, 0)[0] - x))
        if abs(view.at(edge, 0)[0] - x) > FOLD_EDGE:
            return Spot(fold=fold)
        depth = edge
    node, reach = view.plan.nearest(piece, depth), max(REACH, view.unit * 0.6)
    if node is None or (x < end and abs(view.at(node.depth, 0)[0] - x) > reach):
        return None
    return Spot(node)


def node_near(view: Viewport, at: MapPoint) -> MapNode:
    """The drawn node nearest to a place in the window.

    The search goes outwards from the lane at that place and ends where no lane can hold a nearer
    node.
    """
    plan, middle = view.plan, round(view.lane_at(at[1]))
    best, least = plan.survey.root, float("inf")
    for away in range(plan.last - plan.first + abs(middle) + 2):
        if (away - 1) * view.pitch > least:
            break
        for lane in {middle - away, middle + away}:
            for node, place in _drawn(view, plan.row(lane), at[0]):
                distance = abs(place[0] - at[0]) + abs(place[1] - at[1])
                if distance < least:
                    best, least = node, distance
    return best


def next_lane(view: Viewport, node: MapNode, direction: int) -> MapNode | None:
    """The nearest node on the next lane above (-1) or below (1) a node, or None. For a group it is
    the first node of its first branch.
    """
    place = view.plan.place(node)
    x, y = view.at(place.depth, place.piece.lane)
    found = [
        (candidate, (there[0] - x) * SIDEWAYS_COST, there[1] - y)
        for candidate, there in _drawn(view, view.plan.pieces, x)
        if (there[1] - y) * direction > view.pitch / 2
    ]
    return min(found, key=lambda one: abs(one[1]) + abs(one[2]), default=(None,))[0]


def _drawn(
    view: Viewport, pieces: Iterable[MapPiece], x: float
) -> Iterator[tuple[MapNode, MapPoint]]:
    """Each piece's drawn node nearest to `x` (dp from the window's left edge), with its place."""
    plan: MapPlan = view.plan
    depth = view.depth_at(x)
    for piece in pieces:
        node = plan.nearest(piece, depth) or piece.hidden[0].head
        yield node, view.at(plan.place(node).depth, piece.lane)

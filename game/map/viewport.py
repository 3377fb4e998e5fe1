"""The visible part of a map: zoom and its levels, position, bounds."""

from __future__ import annotations

import math

from game.map.branches_and_wedges import (
    PITCH_LARGEST,
    PITCH_LEAST,
    PITCH_WANTED,
    UNIT_LARGEST,
)
from game.map.depth_axis import Axis
from game.map.layout import MapPlan

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

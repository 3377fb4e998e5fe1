"""The map's layout: chains, folds, bundles, lanes, viewport. Pure numbers; it knows no cards.

Lengths are dp, depths counted moves, lanes whole numbers: 0 the best answer's, above negative.
Knows `history` only; `scenes/map` draws what is laid out here.
"""

from game.map.depth_axis import FOLD_WIDTH, Axis, Fold
from game.map.dimensions import LEVEL_STEP, PITCH_LARGEST, PITCH_LEAST, UNIT_LARGEST, MapRoom
from game.map.filters import MapFilter, kept
from game.map.hit_test import Spot, next_lane, node_near, spot_at
from game.map.layout import MapPlace, MapPlan, make_plan, plan_made
from game.map.pieces import MapPiece, PieceKind
from game.map.priorities import Wanted
from game.map.survey import AnyNode, Survey, surveyed
from game.map.time_slices import SlicedJob, Slices
from game.map.viewport import Viewport

__all__ = [
    "FOLD_WIDTH",
    "LEVEL_STEP",
    "PITCH_LARGEST",
    "PITCH_LEAST",
    "UNIT_LARGEST",
    "AnyNode",
    "Axis",
    "Fold",
    "MapFilter",
    "MapPiece",
    "MapPlace",
    "MapPlan",
    "MapRoom",
    "PieceKind",
    "SlicedJob",
    "Slices",
    "Spot",
    "Survey",
    "Viewport",
    "Wanted",
    "kept",
    "make_plan",
    "next_lane",
    "node_near",
    "plan_made",
    "spot_at",
    "surveyed",
]

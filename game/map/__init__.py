"""Lays a tree out as a map: chains, folds, bundles, lanes, the viewport.

Pure numbers without pygame; knows only `core` and `history`, and no cards. `scenes/map` draws the
result. Lengths are dp, depths are counted moves, and lanes are whole numbers: 0 is the best
answer's lane, lanes above it are negative. Long work is a generator, run in slices (`SlicedJob`).
"""

from game.map.branches_and_wedges import (
    PITCH_LARGEST,
    PITCH_LEAST,
    UNIT_LARGEST,
    MapPiece,
    MapRoom,
    PieceKind,
)
from game.map.chains import heir_of
from game.map.depth_axis import Axis
from game.map.filters import MapFilter, shown_ids
from game.map.folds import FOLD_WIDTH, Fold
from game.map.hit_test import Spot, next_lane, node_near, spot_at
from game.map.layout import MapPlace, MapPlan, plan_made
from game.map.priorities import Wanted
from game.map.subtree_sizes import AnyNode, Survey
from game.map.viewport import LEVEL_STEP, Viewport
from game.map.work_in_slices import SlicedJob, Slices

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
    "heir_of",
    "next_lane",
    "node_near",
    "plan_made",
    "shown_ids",
    "spot_at",
]

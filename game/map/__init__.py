"""Lays a deal's graph out as a map: its tree, chains, folds, bundles, lanes, the viewport.

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
from game.map.chains import Wanted, heir_of
from game.map.depth_axis import FOLD_WIDTH, Axis, Fold
from game.map.hit_test import Spot, next_lane, node_near, spot_at
from game.map.layout import MapPlace, MapPlan, plan_made
from game.map.tree import (
    LineOnMap,
    MapFilter,
    MapKey,
    MapNode,
    MapTree,
    SlicedJob,
    Slices,
    Survey,
    finished,
    shown_nodes,
)
from game.map.viewport import LEVEL_STEP, Viewport

__all__ = [
    "FOLD_WIDTH",
    "LEVEL_STEP",
    "PITCH_LARGEST",
    "PITCH_LEAST",
    "UNIT_LARGEST",
    "Axis",
    "Fold",
    "LineOnMap",
    "MapFilter",
    "MapKey",
    "MapNode",
    "MapPiece",
    "MapPlace",
    "MapPlan",
    "MapRoom",
    "MapTree",
    "PieceKind",
    "SlicedJob",
    "Slices",
    "Spot",
    "Survey",
    "Viewport",
    "Wanted",
    "finished",
    "heir_of",
    "next_lane",
    "node_near",
    "plan_made",
    "shown_nodes",
    "spot_at",
]

"""The map's layout: chains, folds, bundles, lanes, viewport. Pure numbers; it knows no cards.

Lengths are dp, depths counted moves, lanes whole numbers: 0 the best answer's, above negative.
"""

from game.map.axis import FOLD_WIDTH, Axis, Fold
from game.map.filters import Shown, kept
from game.map.pick import Spot, next_lane, node_near, spot_at
from game.map.pieces import Kind, Piece
from game.map.plan import Place, Plan, make_plan, plan_made
from game.map.room import LEVEL_STEP, PITCH_LARGEST, PITCH_LEAST, UNIT_LARGEST, Room
from game.map.slices import Job, Slices
from game.map.survey import AnyNode, Survey, surveyed
from game.map.view import View
from game.map.wanted import Wanted

__all__ = [
    "FOLD_WIDTH",
    "LEVEL_STEP",
    "PITCH_LARGEST",
    "PITCH_LEAST",
    "UNIT_LARGEST",
    "AnyNode",
    "Axis",
    "Fold",
    "Job",
    "Kind",
    "Piece",
    "Place",
    "Plan",
    "Room",
    "Shown",
    "Slices",
    "Spot",
    "Survey",
    "View",
    "Wanted",
    "kept",
    "make_plan",
    "next_lane",
    "node_near",
    "plan_made",
    "spot_at",
    "surveyed",
]

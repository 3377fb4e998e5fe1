"""The map's layout: chains, folds, bundles, lanes, viewport. Pure numbers; it knows no cards.

Lengths are dp, depths counted moves, lanes whole numbers: 0 the best answer's, above negative.
"""

from game.map.axis import FOLD_WIDTH, Axis, Fold
from game.map.pick import Spot, next_lane, node_near, spot_at
from game.map.pieces import Kind, Piece
from game.map.plan import Place, Plan, make_plan
from game.map.room import LEVEL_STEP, PITCH_LARGEST, PITCH_LEAST, UNIT_LARGEST, Room
from game.map.survey import AnyNode, Survey
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
    "Kind",
    "Piece",
    "Place",
    "Plan",
    "Room",
    "Spot",
    "Survey",
    "View",
    "Wanted",
    "make_plan",
    "next_lane",
    "node_near",
    "spot_at",
]

"""Finds what lies at a place of the view, and the neighbour of a node in a direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from game.map.branches_and_wedges import MapPiece, PieceKind
from game.map.depth_axis import Fold
from game.map.layout import MapPlan
from game.map.tree import MapNode
from game.map.viewport import MapPoint, Viewport

REACH = 10.0
"""A click this near to a position hits it, in dp."""
FOLD_EDGE = 6.0
"""The positions at both ends of a fold can be hit this far into the fold, in dp."""
END_REACH = 24.0
FLAG_REACH = 74.0
WEDGE_REACH = 76.0
SIDEWAYS_COST = 2.0
"""The weight of a step sideways when the next lane is looked for."""


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
    if piece.kind is PieceKind.GROUP or not start - REACH < x < end + _end_reach(piece):
        return None
    depth = view.depth_at(x)
    fold = view.axis.fold_at(depth)
    if fold is not None and piece.at <= fold.start and fold.end <= piece.end:
        edge = min(fold, key=lambda edge: abs(view.at(edge, 0)[0] - x))
        if abs(view.at(edge, 0)[0] - x) > FOLD_EDGE:
            return Spot(fold=fold)
        depth = edge
    node = view.plan.nearest(piece, depth)
    if node is None or (x < end and abs(view.at(node.depth, 0)[0] - x) > _node_reach(view)):
        return None
    return Spot(node)


def _end_reach(piece: MapPiece) -> float:
    return FLAG_REACH if piece.chain.nodes[-1].won and not piece.count else END_REACH


def _node_reach(view: Viewport) -> float:
    return max(REACH, view.unit * 0.6)


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

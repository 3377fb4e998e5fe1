"""Lays a tree out in a room, and tells where each of its nodes lies."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from game.map.branches_and_wedges import MapPiece, MapRoom, PieceKind
from game.map.branches_that_fit import LaneFilling
from game.map.chains import ChainOrder, Wanted
from game.map.depth_axis import Axis
from game.map.lanes import Lanes
from game.map.tree import LineOnMap, MapNode, Slices, Survey

SLICE = 64


class MapPlace(NamedTuple):
    """Where a node is: on a piece at its own depth, or in the piece's wedge."""

    piece: MapPiece
    depth: int
    drawn: bool
    """False if the node is only counted by the wedge."""


class MapPlan:
    """A finished layout, once `made` has run. It never changes: another tree or room needs another
    plan.
    """

    def __init__(self, survey: Survey, line: LineOnMap | None, lanes: Lanes, room: MapRoom) -> None:
        draft = lanes.draft
        self.survey = survey
        self.line = line
        """The player's line; None: it is not shown."""
        self.room = room
        self.chain_count = draft.chain_count
        """The number of chains that it shows."""
        self.pieces = draft.pieces
        self.axis: Axis = draft.axis
        self.unit = draft.unit
        """The width of a move, in dp, for which lanes were assigned. Moves may be drawn wider, not
        narrower.
        """
        self.first, self.last = lanes.first, lanes.last
        self._pieces: dict[MapNode, MapPiece] = {}
        """The piece of each drawn node, and of the first node of each branch of a group."""
        self._rows: dict[int, list[MapPiece]] = {}
        self.bundled = 0
        """The number of positions counted in wedges instead of drawn."""

    @property
    def lanes(self) -> int:
        """The number of lanes from the first to the last."""
        return self.last - self.first + 1

    def made(self) -> Slices[MapPlan]:
        """Compute the place of every piece and node; returns the plan itself."""
        walked = self.line.walked if self.line else frozenset[MapNode]()
        for number, piece in enumerate(self.pieces):
            if number % SLICE == 0:
                yield
            piece.know(walked)
            self.bundled += piece.count
            self._rows.setdefault(piece.lane, []).append(piece)
            heads = [fork.head for fork in piece.hidden]
            nodes = heads or piece.chain.nodes[: piece.shown]
            self._pieces.update(dict.fromkeys(nodes, piece))
        for row in self._rows.values():
            row.sort(key=lambda piece: piece.at)
        return self

    def place(self, node: MapNode) -> MapPlace:
        """The place of a node of the tree."""
        at = next(each for each in node.up() if each in self._pieces)
        piece = self._pieces[at]
        if at is node and piece.kind is not PieceKind.GROUP:
            return MapPlace(piece, node.depth, True)
        return MapPlace(piece, piece.end, False)

    def row(self, lane: int) -> list[MapPiece]:
        """The pieces of a lane, from left to right."""
        return self._rows.get(lane, [])

    def nearest(self, piece: MapPiece, depth: float) -> MapNode | None:
        """The drawn node of a piece that is nearest to a depth; None for a group."""
        if piece.kind is PieceKind.GROUP:
            return None
        after = bisect_left(piece.depths, depth)
        around = piece.chain.nodes[max(0, after - 1) : min(piece.shown, after + 1)]
        return min(around, key=lambda node: abs(node.depth - depth))


def plan_made(
    survey: Survey, wanted: Wanted, room: MapRoom, opened: Iterable[int] = (), guess: int = 1
) -> Slices[MapPlan]:
    """Lay a tree out: draw as many branches as the room has lanes for, and bundle the rest.

    `opened` holds depths whose folds were opened. `guess` is a number of chains that may fit, such
    as the `chain_count` of the plan for a smaller room; a good guess saves most of the time.
    """
    order = ChainOrder(survey, wanted, room.chains)
    lanes = yield from LaneFilling(order, wanted.events, list(opened), room).filled(guess)
    return (yield from MapPlan(survey, wanted.line, lanes, room).made())

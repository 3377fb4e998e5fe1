"""Lays a tree out in a room: draws as many chains as there are lanes for, and places every node."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable

from game.core.named_tuple import NamedTuple
from game.map.axis import Axis
from game.map.branches_and_wedges import Draft, MapPiece, MapRoom, PieceKind
from game.map.chains import ChainOrder
from game.map.priorities import Wanted
from game.map.subtree_sizes import AnyNode, Survey
from game.map.time_slices import Slices

SLICE = 64
GOOD_ENOUGH = 0.85
"""The search for the number of chains ends when this share of the lanes is used."""


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

    def __init__(self, survey: Survey, draft: Draft, room: MapRoom) -> None:
        self.survey = survey
        self.room = room
        self.count = draft.count
        """The number of chains that it shows."""
        self.pieces = draft.pieces
        self.axis: Axis = draft.axis
        self.unit = draft.unit
        """The width of a move, in dp, for which lanes were assigned. Moves may be drawn wider, not
        narrower.
        """
        self.first = draft.first
        self.last = draft.last
        self._pieces: dict[int, MapPiece] = {}
        """The piece of each drawn node, and of the first node of each branch of a group, by id."""
        self._rows: dict[int, list[MapPiece]] = {}
        self.bundled = 0
        """The number of positions counted in wedges instead of drawn."""

    @property
    def lanes(self) -> int:
        """The number of lanes from the first to the last."""
        return self.last - self.first + 1

    def made(self) -> Slices[MapPlan]:
        """Compute the place of every piece and node; returns the plan itself."""
        for number, piece in enumerate(self.pieces):
            if number % SLICE == 0:
                yield
            piece.know()
            self.bundled += piece.count
            self._rows.setdefault(piece.lane, []).append(piece)
            heads = [fork.head for fork in piece.hidden]
            nodes = heads or piece.chain.nodes[: piece.shown]
            self._pieces.update(dict.fromkeys([node.id for node in nodes], piece))
        for row in self._rows.values():
            row.sort(key=lambda piece: piece.at)
        return self

    def place(self, node: AnyNode) -> MapPlace:
        """The place of a node of the tree."""
        at = node
        while at.id not in self._pieces:
            assert at.parent is not None, "a node of another tree"
            at = at.parent
        piece = self._pieces[at.id]
        if at is node and piece.kind is not PieceKind.GROUP:
            return MapPlace(piece, node.depth, True)
        return MapPlace(piece, piece.end, False)

    def row(self, lane: int) -> list[MapPiece]:
        """The pieces of a lane, from left to right."""
        return self._rows.get(lane, [])

    def nearest(self, piece: MapPiece, depth: float) -> AnyNode | None:
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
    as the `count` of the plan for a smaller room; a good guess saves most of the time.
    """
    order = ChainOrder(survey, wanted, room.chains)
    events = [node.depth for node in (wanted.here, *wanted.bookmarks)]
    draft = yield from _Search(order, events, list(opened), room).draft(guess)
    return (yield from MapPlan(survey, draft, room).made())


class _Search:
    """Finds how many chains fill the lanes of a room."""

    def __init__(
        self, order: ChainOrder, events: list[int], opened: list[int], room: MapRoom
    ) -> None:
        self._order = order
        self._events, self._opened, self._room = events, opened, room

    def draft(self, guess: int) -> Slices[Draft]:
        """The layout with as many chains as fit."""
        room = self._room
        wanted = yield from self._order.firm()
        firm = yield from self._try(len(wanted), room.lanes_at_most)
        if not firm.fits:
            least = yield from self._try(1, room.lanes_at_most)
            return (yield from self._between(least, firm.count, room.lanes_at_most))
        if firm.lanes > room.lanes:
            return firm
        if guess > firm.count:
            guessed = yield from self._try(guess, room.lanes)
            if guessed.fits:
                return (yield from self._grow(guessed))
        return (yield from self._grow(firm))

    def _grow(self, good: Draft) -> Slices[Draft]:
        """Double the number of chains until there are no more, or too many."""
        lanes = self._room.lanes
        while good.lanes < GOOD_ENOUGH * lanes:
            tried = yield from self._try(2 * good.count, lanes)
            if not tried.fits:
                return (yield from self._between(good, tried.count, lanes))
            if tried.count == good.count:
                return good
            good = tried
        return good

    def _between(self, good: Draft, bad: int, lanes: int) -> Slices[Draft]:
        """Bisect between a draft that fits and a number of chains that does not."""
        while bad - good.count > 1 and good.lanes < GOOD_ENOUGH * lanes:
            tried = yield from self._try((good.count + bad) // 2, lanes)
            if tried.fits:
                good = tried
            else:
                bad = tried.count
        return good

    def _try(self, count: int, lanes: int) -> Slices[Draft]:
        chains = yield from self._order.first(count)
        draft = Draft(chains, self._events, self._opened, self._room, lanes)
        return (yield from draft.made())

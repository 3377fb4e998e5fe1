"""Lays a tree out in a room: as many branches as it has lanes for, each piece in one lane."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from game.map.chains import Chain, ChainOrder, Fork, Rank, Wanted
from game.map.pieces import (
    ROOM_BEFORE,
    UNIT_LARGEST,
    UNIT_READABLE,
    Axis,
    MapPiece,
    MapRoom,
    PieceKind,
    fewest_folds,
    find_folds,
    fitting_unit,
)
from game.map.tree import MapNode, Slices, Survey

STUB = 4
"""The number of positions drawn of a bundle before its wedge."""
GROUP_REACH = 112
"""Forks nearer together than this, in dp, share a wedge, so that a line's wedges fit into one lane.
"""
GOOD_ENOUGH = 0.85
"""The search for the number of chains ends when this share of the lanes is used."""
SLICE = 64


class Skyline:
    """The outermost lane taken on one side of lane 0, by place in dp; lanes count outwards."""

    def __init__(self) -> None:
        self._starts = [float("-inf")]
        self._heights = [0]

    def top(self, left: float, right: float) -> int:
        """The outermost lane taken anywhere between two places."""
        first = bisect_right(self._starts, left) - 1
        return max(self._heights[first : bisect_left(self._starts, right)])

    def take(self, left: float, right: float, lane: int) -> None:
        """Take a lane outside all others between two places."""
        first, after = bisect_left(self._starts, left), bisect_right(self._starts, right)
        beyond = self._heights[after - 1]
        self._starts[first:after] = [left, right]
        self._heights[first:after] = [lane, beyond]


class MapPlace(NamedTuple):
    """Where a node is: on a piece at its own depth, or in the piece's wedge."""

    piece: MapPiece
    depth: int
    drawn: bool
    """False if the node is only counted by the wedge."""


class MapPlan:
    """A layout: the pieces that show the first chains of an order, each in its lane. Complete once
    `laid_out` and `finished` have run; then it never changes: another tree or room needs another
    plan.
    """

    def __init__(
        self,
        survey: Survey,
        wanted: Wanted,
        chains: Sequence[Chain],
        opened: Collection[int],
        room: MapRoom,
    ) -> None:
        """`chains` are the first of a `ChainOrder`, in its order."""
        self.survey, self.line, self.room = survey, wanted.line, room
        self.chain_count = len(chains)
        """The number of chains that it shows."""
        self._chains, self._events, self._opened = chains, wanted.events, opened
        self._sides = _sides(chains[0])
        self._bundles: set[Chain] = set()
        self.axis = Axis(0)
        self.unit = UNIT_LARGEST
        """The width of a move, in dp, for which lanes were assigned. Moves may be drawn wider, not
        narrower.
        """
        # Kept outside the pieces: without reference cycles a dropped layout is freed at once.
        self.kids: dict[MapPiece, list[MapPiece]] = {}
        """The pieces that leave each piece."""
        self.pieces: list[MapPiece] = []
        self.first = self.last = 0
        """The outermost lanes."""
        self.fits = False
        """False if there are not enough lanes."""
        self._pieces: dict[MapNode, MapPiece] = {}
        """The piece of each drawn node, and of the first node of each branch of a group."""
        self._rows: dict[int, list[MapPiece]] = {}
        self.bundled = 0
        """The number of positions counted in wedges instead of drawn."""

    def laid_out(self, most: int) -> Slices[MapPlan]:
        """Make the pieces, in at most so many lanes; returns the plan itself."""
        self.axis, self.unit = yield from self._axis_of()
        yield from self._make_pieces()
        self.fits = yield from self._assign_lanes(most)
        return self

    @property
    def lanes(self) -> int:
        """The number of lanes from the first to the last."""
        return self.last - self.first + 1

    def x(self, depth: int) -> float:
        """The place of a depth, in dp."""
        return self.axis.x(depth, self.unit)

    # What is drawn

    def _is_bundled(self, chain: Chain) -> bool:
        """True if a chain and all that leaves it are drawn as one bundle."""
        if chain.above is None or chain.fork.rank < Rank.FREE or chain.hidden <= len(chain.nodes):
            return False
        return all(fork.order >= self.chain_count for fork in chain.forks)

    def _axis_of(self) -> Slices[tuple[Axis, float]]:
        """The axis with the folds that these chains allow, and the width of a move in dp."""
        room, events = self.room, {0, *self._events}
        for number, chain in enumerate(self._chains):
            if number % SLICE == 0:
                yield
            if self._is_bundled(chain):
                self._bundles.add(chain)
                events.update((chain.fork.at, _stub(chain)[1]))
                continue
            events.update(fork.at for fork in chain.forks)
            events.update(chain.signs)
            events.add(chain.nodes[-1].depth)
        axis = Axis(max(events))
        fitting = fitting_unit(axis, room.width)
        unit = room.unit or min(UNIT_LARGEST, fitting)
        if fitting >= UNIT_READABLE:
            # Everything fits at a readable width, so nothing is folded at any scale.
            return axis, unit
        while True:
            folds = find_folds(events, self._opened, unit)
            fewest = fewest_folds(folds, axis.end, room.width)
            if fewest is not None:
                # The rest fits at a readable width and is not folded.
                axis = Axis(axis.end, fewest)
                return axis, room.unit or min(UNIT_LARGEST, fitting_unit(axis, room.width))
            if len(folds) <= len(axis.folds):
                return axis, unit
            axis = Axis(axis.end, folds)
            if room.unit is None:
                # Folds leave more room for each move, so more stretches are worth folding.
                unit = max(unit, min(UNIT_LARGEST, fitting_unit(axis, room.width)))

    def _make_pieces(self) -> Slices[None]:
        """Make the chains' pieces in order, so that a piece comes after the one that it leaves."""
        made: dict[Chain, MapPiece] = {}
        for number, chain in enumerate(self._chains):
            if number % SLICE == SLICE - 1:
                yield
            above = made[chain.above] if chain.above else None
            if chain in self._bundles:
                kind, (shown, end) = PieceKind.BUNDLE, _stub(chain)
            else:
                kind, shown, end = PieceKind.LINE, len(chain.nodes), chain.nodes[-1].depth
            side, at = self._side(above, chain.fork), chain.fork.at if above else 0
            made[chain] = piece = MapPiece(kind, chain, above, at, end, side, shown)
            self._add(piece)
            if kind is PieceKind.LINE:
                self._add_groups(piece)

    def _add(self, piece: MapPiece) -> None:
        if piece.above is not None:
            self.kids.setdefault(piece.above, []).append(piece)
        self.pieces.append(piece)

    def _side(self, above: MapPiece | None, fork: Fork) -> int:
        """The side of a branch that leaves a piece. A branch of a branch stays on its side."""
        return 0 if above is None else above.side or self._sides[fork.head]

    def _add_groups(self, line: MapPiece) -> None:
        """Group the undrawn branches of a line: forks near each other share a wedge."""
        groups: dict[int, MapPiece] = {}
        for fork in line.chain.forks:
            if fork.order < self.chain_count:
                continue
            side = self._side(line, fork)
            group = groups.get(side)
            if group is None or self.x(fork.at) - self.x(group.at) >= GROUP_REACH:
                group = MapPiece(PieceKind.GROUP, line.chain, line, fork.at, fork.at, side, 0)
                groups[side] = group
                self._add(group)
            group.hidden.append(fork)

    # Lanes

    def _assign_lanes(self, most: int) -> Slices[bool]:
        """Give each piece the first lane that it reaches without crossing; False if lanes run out.

        Of a piece's branches the one at the greatest depth is placed first, and so lies nearest to
        its parent. A piece placed earlier on the same side begins further right or lies nearer to
        lane 0, so the space outwards from a placed piece is always free.
        """
        skylines = {-1: Skyline(), 1: Skyline()}
        waiting = self.pieces[:1]
        for skyline in skylines.values():
            self._keep_flag_clear(self.pieces[0], skyline)
        placed = 0
        while waiting:
            placed += 1
            if placed % SLICE == 0:
                yield
            piece = waiting.pop()
            if piece.above is not None:
                self._place(piece, skylines[piece.side])
                if self.lanes > most:
                    return False
            waiting += sorted(self.kids.get(piece, ()), key=_latest_last)
        return True

    def _place(self, piece: MapPiece, skyline: Skyline) -> None:
        assert piece.above is not None
        left, end = self.x(piece.at) - ROOM_BEFORE, self.x(piece.end)
        right = end + piece.room_after()
        lane = max(skyline.top(left, right), abs(piece.above.lane)) + 1
        if piece.is_answer:
            lane = max(lane, skyline.top(end, right) + 2)
        skyline.take(left, right, lane)
        piece.lane = lane * piece.side
        self._keep_flag_clear(piece, skyline)
        self.first, self.last = min(self.first, piece.lane), max(self.last, piece.lane)

    def _keep_flag_clear(self, piece: MapPiece, skyline: Skyline) -> None:
        """Take the next lane outwards beside a flag too, because a flag is higher than its lane."""
        if piece.is_answer:
            end = self.x(piece.end)
            skyline.take(end, end + piece.room_after(), abs(piece.lane) + 1)

    # Where things are

    def finished(self) -> Slices[MapPlan]:
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


def _latest_last(piece: MapPiece) -> tuple[int, ...]:
    """The sorting key of branches: by depth, and at one position the oldest last."""
    head = piece.hidden[0].head if piece.hidden else piece.chain.nodes[0]
    return piece.at, *(-part for part in head.age)


def _stub(chain: Chain) -> tuple[int, int]:
    """How many positions of a bundled chain are drawn, and the depth of the last."""
    first_fork = chain.forks[0].at
    shown = 1
    while shown < min(STUB, len(chain.nodes)) and chain.nodes[shown].depth <= first_fork:
        shown += 1
    return shown, chain.nodes[shown - 1].depth


def _sides(first: Chain) -> dict[MapNode, int]:
    """The side of each branch of the first chain, by its first node. They go above and below
    alternately, in the order in which they were first tried, so a new branch moves no older one.
    """
    heads = sorted((fork.head for fork in first.forks), key=lambda head: head.age)
    return {head: 1 if number % 2 else -1 for number, head in enumerate(heads)}


def plan_made(
    survey: Survey, wanted: Wanted, room: MapRoom, unfolded: Iterable[int] = (), guess: int = 1
) -> Slices[MapPlan]:
    """Lay a tree out: draw as many branches as the room has lanes for, and bundle the rest.

    `unfolded` holds depths whose folds were opened. `guess` is a number of chains that may fit,
    such as the `chain_count` of the plan for a smaller room; a good guess saves most of the time.
    """
    order, opened = ChainOrder(survey, wanted, room.chains), [*unfolded]
    lanes, bad = room.lanes, 0

    def tried(count: int, lanes: int) -> Slices[MapPlan]:
        chains = yield from order.first(count)
        return (yield from MapPlan(survey, wanted, chains, opened, room).laid_out(lanes))

    firm = yield from order.first(room.chains, firm=True)
    good = yield from tried(len(firm), room.lanes_at_most)
    if not good.fits:
        lanes, bad = room.lanes_at_most, good.chain_count
        good = yield from tried(1, lanes)
    elif good.lanes <= lanes and guess > good.chain_count:
        guessed = yield from tried(guess, lanes)
        good = guessed if guessed.fits else good
    # Double the number of chains until there are no more, or too many (`bad`); then bisect.
    while good.lanes < GOOD_ENOUGH * lanes and bad - good.chain_count != 1:
        count = (good.chain_count + bad) // 2 if bad else 2 * good.chain_count
        more = yield from tried(count, lanes)
        if not more.fits:
            bad = more.chain_count
        elif more.chain_count == good.chain_count:
            break
        else:
            good = more
    return (yield from good.finished())

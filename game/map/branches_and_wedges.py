"""Turns chains into drawn pieces (lines, bundles, groups), and chooses their sides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum

from game.map.chains import Chain, Fork, Rank
from game.map.depth_axis import UNIT_READABLE, Axis, fewest_folds, find_folds, fitting_unit
from game.map.tree import MapNode, Slices

UNIT_LARGEST = 40.0
"""The greatest width of a move, in dp."""
PITCH_LARGEST = 27.0
PITCH_LEAST = 6.0
PITCH_WANTED = 9.0
"""Branches are bundled where lanes would come closer than this, in dp."""
LANES_MOST = 60
CHAINS_A_LANE = 8
"""The number of chains looked at for each lane. More could not be told apart."""
STUB = 4
"""The number of positions drawn of a bundle before its wedge."""
WEDGE = 30
FIGURE = 9
"""The width of one digit of a wedge's count, in dp."""
GROUP_REACH = 112
"""Forks nearer together than this, in dp, share a wedge, so that a line's wedges fit into one lane.
"""
ROOM_BEFORE = 5
ROOM_AFTER = 26
ROOM_FOR_FLAG = 82
SLICE = 64


@dataclass(frozen=True)
class MapRoom:
    """The area of a map, in dp: the width between the deal and the last move, and the height."""

    width: float
    height: float
    zoom: float = 1.0
    """The factor by which the map is larger than the window."""
    unit: float | None = None
    """The width of a move, in dp. None: the width at which everything fits."""

    @property
    def lanes(self) -> int:
        """The number of lanes for branches that may be bundled."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_WANTED) * self.zoom))

    @property
    def lanes_at_most(self) -> int:
        """The largest number of lanes."""
        return max(1, int(min(LANES_MOST, self.height / PITCH_LEAST) * self.zoom))

    @property
    def chains(self) -> int:
        """The limit of chains worth looking at."""
        return CHAINS_A_LANE * self.lanes_at_most


class PieceKind(Enum):
    """A line is drawn move by move to its end; the positions of a bundle or a group are counted."""

    LINE = "line"
    BUNDLE = "bundle"
    """A branch whose beginning is drawn."""
    GROUP = "group"
    """Branches that leave a line near each other."""


@dataclass(slots=True, eq=False, repr=False)
class MapPiece:
    """What is drawn on one lane between two depths: a line, a bundle or a group."""

    kind: PieceKind
    chain: Chain
    """The chain that it draws; for a group the chain that its branches leave."""
    above: MapPiece | None
    at: int
    """The depth at which it leaves the piece above."""
    end: int
    """The depth of its last drawn position; for a group the depth at which it leaves."""
    side: int
    """-1: above lane 0, 1: below, 0: the first chain."""
    shown: int
    """The number of its chain's positions that are drawn."""
    hidden: list[Fork] = field(default_factory=list)
    """The branches of a group."""
    lane: int = 0
    depths: list[int] = field(default_factory=list)
    """The depths of its drawn positions; filled in when the layout is chosen."""
    forks: list[int] = field(default_factory=list)
    """The depths at which branches leave a line."""
    signs: list[int] = field(default_factory=list)
    """The depths of its drawn positions that carry a sign; filled in when the layout is chosen."""
    answer: MapNode | None = None
    """The end of its shortest answer; filled in when the layout is chosen."""
    walked: list[tuple[int, int]] = field(default_factory=list)
    """The depths between which the player's line goes along it; filled in when the layout is
    chosen.
    """

    @property
    def count(self) -> int:
        """The number of positions in its wedge."""
        if self.kind is PieceKind.GROUP:
            return sum(fork.size for fork in self.hidden)
        return self.chain.fork.size - self.shown if self.kind is PieceKind.BUNDLE else 0

    @property
    def heads(self) -> list[MapNode]:
        """The first nodes of the branches in its wedge, the largest branch first."""
        if self.kind is PieceKind.GROUP:
            largest = sorted(self.hidden, key=lambda fork: (-fork.size, fork.head.age))
            return [fork.head for fork in largest]
        return self.chain.nodes[:1] if self.kind is PieceKind.BUNDLE else []

    @property
    def is_answer(self) -> bool:
        """True for a line that ends with a win."""
        return self.kind is PieceKind.LINE and self.chain.nodes[-1].won

    def know(self, walked: Set[MapNode]) -> None:
        """Compute the fields that drawing reads repeatedly; called when the layout is chosen.
        `walked`: that of the player's line.
        """
        heads = [f.head for f in self.hidden] or self.chain.nodes[:1]
        answers = (head.answer for head in heads if head.answer is not None)
        self.answer = min(answers, key=lambda end: end.length, default=None)
        at = self.at
        for node in heads if self.hidden else self.chain.nodes[: self.shown]:
            end = self.end if self.hidden else node.depth
            if node not in walked:
                pass
            elif self.walked and self.walked[-1][1] == at:
                self.walked[-1] = self.walked[-1][0], end
            else:
                self.walked.append((at, end))
            at = end
        if self.kind is not PieceKind.GROUP:
            self.signs = [depth for depth in self.chain.signs if depth <= self.end]
        self.depths = [node.depth for node in self.chain.nodes[: self.shown]]
        if self.kind is PieceKind.LINE:
            self.forks = sorted({fork.at for fork in self.chain.forks})

    def room_after(self) -> int:
        """The width in dp of what is drawn to the right of its end: a flag, a wedge or a pill."""
        if self.kind is not PieceKind.LINE:
            return WEDGE + ROOM_BEFORE + FIGURE * (len(str(self.count)) + 2)
        return ROOM_FOR_FLAG if self.is_answer else ROOM_AFTER


class Draft:
    """The pieces that show the first chains of an order; complete once `made` has run."""

    def __init__(
        self,
        chains: Sequence[Chain],
        events: Iterable[int],
        opened: Collection[int],
        room: MapRoom,
    ) -> None:
        self.chain_count = len(chains)
        """`chains` are the first of a `ChainOrder`, in its order."""
        self._chains, self._room = chains, room
        self._events, self._opened = events, opened
        self._sides = _sides(chains[0])
        self._bundles: set[Chain] = set()
        self.axis = Axis(0)
        self.unit = UNIT_LARGEST
        # Kept outside the pieces: without reference cycles a dropped layout is freed at once.
        self.kids: dict[MapPiece, list[MapPiece]] = {}
        """The pieces that leave each piece."""
        self.pieces: list[MapPiece] = []

    def made(self) -> Slices[Draft]:
        """Make the pieces; returns the draft itself."""
        self.axis, self.unit = yield from self._axis_of()
        yield from self._make_pieces()
        return self

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
        room, events = self._room, {0, *self._events}
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

"""What a map draws: lines, bundles and groups, on an axis of moves with folds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

from game.map.chains import Chain, Fork
from game.map.tree import MapNode

FOLD_LEAST = 8
"""The fewest moves that are folded."""
FOLD_WIDTH = 30
"""The width of a fold, whatever it hides."""
UNIT_READABLE = 6.0
"""The least width of a move, in dp, at which positions can be told apart. Where all moves have it,
none is folded.
"""


UNIT_LARGEST = 40.0
"""The greatest width of a move, in dp."""
PITCH_LARGEST = 27.0
PITCH_LEAST = 6.0
PITCH_WANTED = 9.0
"""Branches are bundled where lanes would come closer than this, in dp."""
LANES_MOST = 60
CHAINS_A_LANE = 8
"""The number of chains looked at for each lane. More could not be told apart."""
WEDGE = 30
FIGURE = 9
"""The width of one digit of a wedge's count, in dp."""
ROOM_BEFORE = 5
ROOM_AFTER = 26
ROOM_FOR_FLAG = 82


class Fold(NamedTuple):
    """A stretch of moves drawn as one zigzag."""

    start: int
    end: int

    @property
    def moves(self) -> int:
        """The number of moves that it hides."""
        return self.end - self.start


class Axis:
    """Places of depths for any width of a move. Places are dp from the deal."""

    def __init__(self, end: int, folds: Sequence[Fold] = ()) -> None:
        self.end = end
        """The greatest depth."""
        self.folds = tuple(folds)
        self._starts = [fold.start for fold in self.folds]
        self._ends = [fold.end for fold in self.folds]
        self._before = [0]
        """Hidden moves before each fold; the last entry counts all of them."""
        for fold in self.folds:
            self._before.append(self._before[-1] + fold.moves)

    @property
    def plain(self) -> int:
        """The number of moves that are not folded."""
        return self.end - self._before[-1]

    def x(self, depth: float, unit: float) -> float:
        """The place of a depth, with `unit` dp a move."""
        number = bisect_right(self._starts, depth)
        if number and depth < self._ends[number - 1]:
            number -= 1
            start, end = self.folds[number]
            within = FOLD_WIDTH * (depth - start) / (end - start)
            return (start - self._before[number]) * unit + number * FOLD_WIDTH + within
        return (depth - self._before[number]) * unit + number * FOLD_WIDTH

    def depth(self, x: float, unit: float) -> float:
        """The depth at a place; extrapolated beyond both ends."""
        number = bisect_right(self._starts, x, key=lambda start: self.x(start, unit))
        if number:
            fold = self.folds[number - 1]
            into = x - self.x(fold.start, unit)
            if into < FOLD_WIDTH:
                return fold.start + into / FOLD_WIDTH * fold.moves
            return fold.end + (into - FOLD_WIDTH) / unit
        return x / unit

    def fold_at(self, depth: float) -> Fold | None:
        """The fold that hides a depth, or None."""
        number = bisect_right(self._starts, depth)
        if number and depth < self._ends[number - 1]:
            return self.folds[number - 1]
        return None

    def folds_between(self, start: float, end: float) -> Sequence[Fold]:
        """The folds that lie wholly between two depths."""
        return self.folds[bisect_left(self._starts, start) : bisect_right(self._ends, end)]


def fitting_unit(axis: Axis, width: float) -> float:
    """The width of a move at which an axis fills `width`; folds have a fixed width."""
    room = max(width - FOLD_WIDTH * len(axis.folds), width / 4)
    return room / max(1, axis.plain)


def find_folds(events: Iterable[int], opened: Collection[int], unit: float) -> list[Fold]:
    """Find the stretches between events that are long enough to fold and have not been opened.

    One move at each end stays visible, so that events beside a fold keep their places. A stretch
    that folding would not shorten is left alone.
    """
    folds = []
    for before, after in pairwise(sorted(set(events))):
        fold = Fold(before + 1, after - 1)
        if fold.moves < FOLD_LEAST or fold.moves * unit <= FOLD_WIDTH:
            continue
        if not any(fold.start <= depth <= fold.end for depth in opened):
            folds.append(fold)
    return folds


def fewest_folds(folds: Iterable[Fold], end: int, width: float) -> list[Fold] | None:
    """Of the folds of an axis that ends at `end`, the longest, as few and as short as leave moves
    of a readable width; None if not even all of them do.
    """
    kept: list[Fold] = []
    hidden = 0
    for fold in sorted(folds, key=lambda fold: -fold.moves):
        room = max(width - FOLD_WIDTH * (len(kept) + 1), width / 4)
        needed = max(FOLD_LEAST, end - int(room / UNIT_READABLE) - hidden)
        if needed <= fold.moves:
            start = fold.start + (fold.moves - needed) // 2
            return sorted([*kept, Fold(start, start + needed)])
        kept.append(fold)
        hidden += fold.moves
    return None


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

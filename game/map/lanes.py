"""The lanes of a map: each piece lies in one, and none crosses another."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from game.map.branches_and_wedges import ROOM_BEFORE, SLICE, Draft, MapPiece
from game.map.tree import Slices


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


class Lanes:
    """The lanes of a draft's pieces; complete once `assigned` has run."""

    def __init__(self, draft: Draft, most: int) -> None:
        """`most`: the greatest number of lanes."""
        self.draft = draft
        self._most = most
        self.first = self.last = 0
        """The outermost lanes."""
        self.fit = False
        """False if there are not enough lanes."""

    @property
    def count(self) -> int:
        """The number of lanes from the first to the last."""
        return self.last - self.first + 1

    def assigned(self) -> Slices[Lanes]:
        """Give each piece its lane; returns the lanes themselves."""
        self.fit = yield from self._assign()
        return self

    def _assign(self) -> Slices[bool]:
        """Give each piece the first lane that it reaches without crossing; False if lanes run out.

        Of a piece's branches the one at the greatest depth is placed first, and so lies nearest to
        its parent. A piece placed earlier on the same side begins further right or lies nearer to
        lane 0, so the space outwards from a placed piece is always free.
        """
        skylines = {-1: Skyline(), 1: Skyline()}
        waiting = self.draft.pieces[:1]
        for skyline in skylines.values():
            self._keep_flag_clear(self.draft.pieces[0], skyline)
        placed = 0
        while waiting:
            placed += 1
            if placed % SLICE == 0:
                yield
            piece = waiting.pop()
            if piece.above is not None:
                self._place(piece, skylines[piece.side])
                if self.count > self._most:
                    return False
            waiting += sorted(self.draft.kids.get(piece, ()), key=_latest_last)
        return True

    def _place(self, piece: MapPiece, skyline: Skyline) -> None:
        assert piece.above is not None
        left, end = self.draft.x(piece.at) - ROOM_BEFORE, self.draft.x(piece.end)
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
            end = self.draft.x(piece.end)
            skyline.take(end, end + piece.room_after(), abs(piece.lane) + 1)


def _latest_last(piece: MapPiece) -> tuple[int, ...]:
    """The sorting key of branches: by depth, and at one position the oldest last."""
    head = piece.hidden[0].head if piece.hidden else piece.chain.nodes[0]
    return piece.at, *(-part for part in head.age)

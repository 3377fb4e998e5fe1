"""The search of one layout of Gaps: wins, the highest score, and the dead ends by what they keep.

The search is depth-first, takes moves back, and has one table of all states met. Cards in sequence
stay, and no card returns to where it lay beside the same neighbours, so there are no cycles. Once a
state is fully searched, the table can keep the number of moves from it to a win. The search can
stop at any state and go on from there.
"""

from __future__ import annotations

from typing import Final

from game.core.position import Position
from game.solver.gaps_layout import GOAL, Layout
from game.solver.search_structures import HIGHEST, VisitedStates, lengthened
from game.solver.vectors import i64, vec

_FIRST_FRAMES: Final = 64
_BYTES_A_DEAD_END: Final = 400
# No win is known from a state: its value in the table when it is met for the first time.
_UNKNOWN: Final = HIGHEST

Line = bytes
"""Moves within a layout, two bytes for each: the card and the slot that it goes to."""


class DeadEnd:
    """A set of states without moves that a redeal turns into the same layout, because the same
    cards are in sequence in all of them.
    """

    __slots__ = ("is_open", "kept", "line", "score")

    def __init__(self, kept: int, score: int, line: Line) -> None:
        self.kept = kept
        """See `Layout.kept`."""
        self.score = score
        self.line = line
        """The shortest known line to one of these states."""
        self.is_open = False
        """True once the whole game's search has made the layout that follows the redeal."""

    @property
    def length(self) -> int:
        """How many moves lead there."""
        return len(self.line) // 2


class LayoutSearch:
    """Depth-first search of what can be reached from a position without a redeal."""

    def __init__(self, position: Position, *, collects: bool) -> None:
        """`collects`: the dead ends are wanted too."""
        self.collects = collects
        self.dead_ends: dict[int, DeadEnd] = {}
        """By what they keep, in the order in which they were met."""
        self.nodes: i64 = 0
        """How many states have been looked at."""
        self.is_exhausted = False
        self.best_score: i64 = -1
        self.best: Line = b""
        """The way to the highest score, or the shortest win found."""
        self.length: i64 = _UNKNOWN
        """Moves of the shortest win found; `_UNKNOWN`: none."""
        self._layout = Layout(position)
        self._states = VisitedStates()
        self._depth: i64 = 0
        # For each state of the current line: the move that led to it, as in `Layout.moves`, and the
        # slot that its card left; what taking that move back restores; where the moves still to try
        # lie in `Layout.moves`; and the fewest moves from it to a win that is known.
        self._move: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._source: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._key: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._fixed: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._score: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._next: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._stop: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._near: vec[i64] = vec[i64]([0] * _FIRST_FRAMES)
        self._states.lower(self._layout.key, _UNKNOWN)
        self._enter(0)

    @property
    def is_won(self) -> bool:
        """True once a win was found."""
        return self.length != _UNKNOWN

    def used_bytes(self) -> i64:
        """The memory that the search occupies, in bytes."""
        return self._states.used_bytes() + _BYTES_A_DEAD_END * len(self.dead_ends)

    def run(self, last: i64) -> None:
        """Search until `nodes` is `last`, no state is left, or a shorter win is found."""
        length = self.length
        while self.nodes < last and length == self.length and not self.is_exhausted:
            self._step()

    def forget_states(self) -> None:
        """Free the table of an exhausted search; its results stay."""
        self._states = VisitedStates()

    def _step(self) -> None:
        """Try the next move of the deepest state, or leave that state when none is left."""
        depth = self._depth
        following = self._next[depth]
        if following == self._stop[depth]:
            self._leave()
            return
        self._next[depth] = following + 1
        layout = self._layout
        move = layout.moves[following]
        card = move >> 8
        slot = (move >> 2) & 63
        key = layout.key_after(card, slot)
        if not self._states.lower(key, _UNKNOWN):
            if self.length != _UNKNOWN:
                self._meet(key, move)
            return
        depth += 1
        if depth == len(self._move):
            self._lengthen()
        self._move[depth] = move
        self._source[depth] = layout.slot[card]
        self._depth = depth
        layout.play(card, slot, move & 3)
        self._enter(self._stop[depth - 1])

    def _enter(self, first: i64) -> None:
        """Begin with the state that the layout now holds."""
        layout = self._layout
        depth = self._depth
        score = layout.score
        self._key[depth] = layout.key
        self._fixed[depth] = layout.fixed
        self._score[depth] = score
        self._next[depth] = first
        self._near[depth] = _UNKNOWN
        self.nodes += 1
        if score > self.best_score:
            self.best_score = score
            self.best = self._line()
        if score == GOAL:
            self._stop[depth] = first
            self._near[depth] = 0
            self._shorter(depth)
            return
        stop = layout.find_moves(first)
        self._stop[depth] = stop
        if stop == first and self.collects:
            self._collect(depth, score)

    def _collect(self, depth: i64, score: i64) -> None:
        """Take note of the dead end that the layout now holds."""
        kept = self._layout.kept()
        known = self.dead_ends.get(kept)
        if known is None:
            self.dead_ends[kept] = DeadEnd(kept, score, self._line())
        elif depth < known.length:
            known.line = self._line()

    def _leave(self) -> None:
        """Close a state whose moves are all tried, and take its move back."""
        depth = self._depth
        near = self._near[depth]
        if near != _UNKNOWN:
            self._states.lower(self._key[depth], near)
        if depth == 0:
            self.is_exhausted = True
            return
        layout = self._layout
        move = self._move[depth]
        layout.back(move >> 8, self._source[depth], move & 3)
        depth -= 1
        self._depth = depth
        if near + 1 < self._near[depth]:
            self._near[depth] = near + 1
        self._restore()

    def _restore(self) -> None:
        """Give the layout back what `Layout.back` leaves out."""
        layout = self._layout
        layout.key = self._key[self._depth]
        layout.fixed = self._fixed[self._depth]
        layout.score = self._score[self._depth]

    def _meet(self, key: i64, move: i64) -> None:
        """Use the table's value of a state that was searched before."""
        depth = self._depth
        known = self._states.get(key) + 1
        if known >= self._near[depth] or known >= _UNKNOWN:
            return
        self._near[depth] = known
        if depth + known < self.length:
            line = self._line()
            self._shorter(depth + known)
            self.best = line + self._rest(move, known)

    def _shorter(self, length: i64) -> None:
        """Record a win of `length` moves if it is the shortest."""
        if length < self.length:
            self.length = length
            if self._layout.score == GOAL:
                self.best = self._line()

    def _line(self) -> Line:
        """The moves from the first state to the present one."""
        line = bytearray()
        depth: i64 = 1
        while depth <= self._depth:
            move = self._move[depth]
            line.append(move >> 8)
            line.append((move >> 2) & 63)
            depth += 1
        return bytes(line)

    def _rest(self, move: i64, known: i64) -> Line:
        """The moves of a win of `known` moves that begins with `move`, found by the table."""
        layout = self._layout
        free = self._stop[self._depth]
        taken: list[tuple[i64, i64, i64]] = []
        rest = bytearray()
        while True:
            card = move >> 8
            slot = (move >> 2) & 63
            rest.append(card)
            rest.append(slot)
            taken.append((card, layout.slot[card], move & 3))
            layout.play(card, slot, move & 3)
            known -= 1
            if known == 0:
                break
            place = free
            stop = layout.find_moves(free)
            while place < stop:
                move = layout.moves[place]
                key = layout.key_after(move >> 8, (move >> 2) & 63)
                if self._states.get(key) == known - 1:
                    break
                place += 1
        for card, source, gap in reversed(taken):
            layout.back(card, source, gap)
        self._restore()
        return bytes(rest)

    def _lengthen(self) -> None:
        """Make room for a longer line."""
        self._move = lengthened(self._move)
        self._source = lengthened(self._source)
        self._key = lengthened(self._key)
        self._fixed = lengthened(self._fixed)
        self._score = lengthened(self._score)
        self._next = lengthened(self._next)
        self._stop = lengthened(self._stop)
        self._near = lengthened(self._near)

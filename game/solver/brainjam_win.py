"""Brain Jam: whether a position can be won, by a best-first search over irreversible moves.

The positions are those of brainjam_win_state_and_estimate; stored ones are words side by side in
memory.
"""

from __future__ import annotations

from typing import Final

from game.solver.brainjam_constants_and_hash_keys import is_won
from game.solver.brainjam_nodes import BucketQueue, Nodes, place
from game.solver.brainjam_win_state_and_estimate import (
    EXCHANGES,
    Deal,
    WinMoves,
    WinState,
    name_of,
    promise,
)
from game.solver.vectors import i64
from game.solver.visited_states import VisitedStates

# The indices of the words of a stored position; the index NEXT is used by `BucketQueue`.
_KEY: Final = 0
_LOOSE: Final = 1
_RESERVE: Final = 2
_BASES: Final = 3
_ENDS: Final = 4
_WANTED: Final = 5
_ORIGIN: Final = 6
"""The lowest bits hold `WinState.vacant`, and _LATER once only roundabout transitions are left to
try. From the bit offsets below on follow the card taken (63: none), the weight, and the parent node
plus one (0: none).
"""
_VACANT: Final = 15
_LATER: Final = 128
_TAKEN: Final = 8
_WEIGHT: Final = 16
_PARENT: Final = 24
_BYTE: Final = 255
_NOTHING: Final = 63


# The penalty of a position's roundabout transitions, which few games need.
_ROUNDABOUT: Final = 20


class WinSearch:
    """Best-first search for a win, until there is no position left."""

    def __init__(self, deal: Deal, root: WinState, memory_limit: i64) -> None:
        self.deal: Deal = deal
        self.moves: WinMoves = WinMoves(deal, False)
        self.memory_limit: i64 = memory_limit
        """Bytes."""
        self.nodes: i64 = 0
        """Positions looked at."""
        self.won: i64 = -1
        """The node of a win; -1: none is found."""
        self.full: bool = False
        """True if the search ended because memory was used up."""
        self.met: Nodes = Nodes()
        self._waiting: BucketQueue = BucketQueue(self.met)
        self._seen: VisitedStates = VisitedStates()
        self._seen.lower(name_of(deal, root), 0)
        self._store(root, -1)

    def run(self, nodes: i64) -> bool:
        """Search `nodes` further positions; True if the search has ended."""
        goal: i64 = self.nodes + nodes
        state = WinState()
        while self.nodes < goal and self.won < 0:
            node = self._waiting.pop()
            if node < 0:
                return True
            if self.met.used_bytes() + self._seen.used_bytes() > self.memory_limit:
                self.full = True
                return True
            self.load(node, state)
            self._choose_ways(node, state)
            self._expand(node, state)
        return self.won >= 0

    def _choose_ways(self, node: i64, state: WinState) -> None:
        """Select direct transitions first. If there may be others, the position waits once more."""
        words = self.met.chunk(node).words
        origin: i64 = place(node) + _ORIGIN
        later = words[origin] & _LATER != 0
        self.moves.direct, self.moves.roundabout = not later, later
        if later:
            return
        self.nodes += 1
        if state.vacant:
            words[origin] |= _LATER
            self._waiting.push(promise(self.deal, state) + _ROUNDABOUT, node)

    def _expand(self, node: i64, state: WinState) -> None:
        self.moves.find(state)
        for index in range(self.moves.count):
            made = self.moves.made[index]
            if self._seen.lower(name_of(self.deal, made), 0):
                self._store(made, node)
                if self.won >= 0:
                    return

    def _store(self, state: WinState, parent: i64) -> None:
        """Keep a new position for later; a won one ends the search."""
        node = self.met.add()
        first = place(node)
        words = self.met.chunk(node).words
        words[first + _KEY] = state.key
        words[first + _LOOSE] = state.loose
        words[first + _RESERVE] = state.reserve
        words[first + _BASES] = state.bases
        words[first + _ENDS] = state.ends
        words[first + _WANTED] = state.wanted
        taken: i64 = _NOTHING if state.taken < 0 else state.taken
        taken |= state.weight << (_WEIGHT - _TAKEN)
        words[first + _ORIGIN] = state.vacant | taken << _TAKEN | (parent + 1) << _PARENT
        if is_won(state.wanted):
            self.won = node
        self._waiting.push(promise(self.deal, state), node)

    def load(self, node: i64, state: WinState) -> None:
        """Fill a state with the position of a node."""
        first = place(node)
        words = self.met.chunk(node).words
        state.key = words[first + _KEY]
        state.loose = words[first + _LOOSE]
        state.reserve = words[first + _RESERVE]
        state.bases = words[first + _BASES]
        state.ends = words[first + _ENDS]
        state.wanted = words[first + _WANTED]
        origin: i64 = words[first + _ORIGIN]
        state.vacant = origin & _VACANT
        state.weight = (origin >> _WEIGHT) & _BYTE
        taken: i64 = (origin >> _TAKEN) & _BYTE
        state.taken = EXCHANGES if taken == _NOTHING else taken

    def line(self) -> list[i64]:
        """The nodes from the first one, itself left out, to the win."""
        found: list[i64] = []
        node: i64 = self.won
        while node > 0:
            found.append(node)
            node = (self.met.chunk(node).words[place(node) + _ORIGIN] >> _PARENT) - 1
        found.reverse()
        return found


def path_to_win(search: WinSearch, root: WinState) -> list[tuple[int, int]]:
    """The single moves from the start position to the win, as card and what it lands on. Moves to
    foundations are left out. `root` comes from `win_root` with `record` set.
    """
    from_node = WinMoves(search.deal, True)
    moves = list(root.moves)
    state, goal = WinState(), WinState()
    state.become(root)
    for node in search.line():
        search.load(node, goal)
        from_node.wish = goal.taken
        from_node.find(state)
        made = _same(from_node, goal)
        moves += made.moves
        state.become(made)
    return moves


def _same(moves: WinMoves, goal: WinState) -> WinState:
    for index in range(moves.count):
        made = moves.made[index]
        if made.key == goal.key and made.bases == goal.bases and made.reserve == goal.reserve:
            return made
    raise AssertionError("a way that the search found is not there")
